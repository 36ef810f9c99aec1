//! What a report says, measured anew: errors, counts, sizes, and that nothing depends on how it was computed.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};

use bake::{BakeJob, Baked, Goal, MOST_JOINTS, USUAL_BYTES};
use character::{Character, open_bytes};
use glam::Vec3;
use rig::Method;
use scene::placed::placed_primitives;
use scene::posed_character::Look;

use crate::support::{builtin, children, distances, errors, skin};

const METHOD: Method = Method::TWO_PHASE;

fn job<'a>(character: &'a Character, clips: &'a [usize], count: usize) -> BakeJob<'a> {
    BakeJob {
        character,
        scale_inheritance: &character.rig.scale_inheritance,
        look: Look::new(METHOD),
        clips,
        goal: Goal::Helpers(count),
        rate: 10.0,
        most_joints: MOST_JOINTS,
        most_bytes: USUAL_BYTES,
        threads: 1,
    }
}

fn run(job: &BakeJob<'_>) -> Baked {
    job.run(&|_| ControlFlow::Continue(())).unwrap().unwrap()
}

/// The cylinder with three helpers, baked once.
fn cylinder() -> &'static (Character, Baked) {
    static CYLINDER: OnceLock<(Character, Baked)> = OnceLock::new();
    CYLINDER.get_or_init(|| {
        let character = builtin("cylinder");
        let clips: Vec<usize> = (0..character.clips.len()).collect();
        let baked = run(&job(&character, &clips, 3));
        (character, baked)
    })
}

#[test]
fn the_error_reported_is_the_error_of_the_file() {
    let (character, baked) = cylinder();
    let report = &baked.report;
    let flags = &character.rig.scale_inheritance;
    let [most, rms] = errors(character, flags, METHOD, baked);
    let told = [report.baked.maximum, report.baked.rms].map(f64::from);
    assert!(
        most <= 1.15 * told[0] && most >= 0.7 * told[0],
        "{most}, {told:?}"
    );
    assert!(
        rms <= 1.3 * told[1] && rms >= 0.7 * told[1],
        "{rms}, {told:?}"
    );
    let all = report.vertices.iter().flatten().copied();
    let largest = all.fold(0.0, f32::max);
    assert!((largest - report.baked.maximum).abs() < 1e-4, "{largest}");
}

#[test]
fn the_worst_vertices_are_as_far_off_as_is_said() {
    let (character, baked) = cylinder();
    let report = &baked.report;
    let again = open_bytes("again.glb", &baked.glb).unwrap();
    assert!(!report.worst.is_empty());
    assert!(
        report
            .worst
            .is_sorted_by(|one, other| one.error >= other.error)
    );
    assert!((report.worst[0].error - report.baked.maximum).abs() < 1e-4);
    for worst in &report.worst {
        let at = (worst.moment.clip.unwrap(), worst.moment.time);
        let reference = skin(character, &character.rig.scale_inheritance, METHOD, at);
        let now = skin(&again, &children(&again), Method::Linear, at);
        let place = |skin: &[scene::deform::DeformedPrimitive]| {
            skin[worst.primitive].positions[worst.vertex]
        };
        let found = 100.0 * place(&reference).distance(place(&now)) / report.size;
        assert!((found - worst.error).abs() < 2e-3, "{found}, {worst:?}");
        let own = report.vertices[worst.primitive][worst.vertex];
        assert!((own - worst.error).abs() < 1e-4);
    }
}

/// By the weights of the file read again.
#[test]
fn helpers_have_as_many_vertices_as_is_said() {
    let (character, baked) = cylinder();
    let again = open_bytes("again.glb", &baked.glb).unwrap();
    let skeleton = &again.rig.skeleton;
    for helper in &baked.report.helpers {
        let joint = skeleton.find(&helper.name).unwrap();
        let mut count = 0;
        for placed in placed_primitives(&again) {
            let Some(influences) = &placed.primitive.influences else {
                continue;
            };
            let slot = again.rig.binds[placed.instance.skin.unwrap()]
                .slot_of(joint)
                .unwrap();
            let follows = influences.rows().filter(|row| row.joints.contains(&slot));
            count += follows.count();
        }
        assert_eq!(count, helper.vertices, "{}", helper.name);
    }
    let lists = again.rig.binds.iter().map(|bind| bind.len());
    assert_eq!(lists.max(), Some(baked.report.joints));
    assert!(baked.report.helpers.len() <= 3 && baked.report.exact_scale == 0);
    assert!(baked.report.keys[1] <= baked.report.keys[0]);
    let positions =
        placed_primitives(character).flat_map(|placed| placed.primitive.positions.iter());
    let (least, most) = positions.fold((Vec3::MAX, Vec3::MIN), |(least, most), at| {
        (least.min(*at), most.max(*at))
    });
    assert!(
        (most.distance(least) - baked.report.size).abs() < 1e-3,
        "{}",
        baked.report.size
    );
}

#[test]
fn vertices_stay_bound_with_at_most_four_weights_of_sum_one() {
    let (character, baked) = cylinder();
    for (old, new) in placed_primitives(character).zip(placed_primitives(&baked.character)) {
        assert_eq!(old.primitive.positions.len(), new.primitive.positions.len());
        assert_eq!(old.primitive.triangles, new.primitive.triangles);
        let rows = [old, new].map(|placed| placed.primitive.influences.as_ref().unwrap());
        for (before, after) in rows[0].rows().zip(rows[1].rows()) {
            assert!(after.weights.len() <= 4);
            let sum: f32 = after.weights.iter().sum();
            assert_eq!(before.weights.is_empty(), after.weights.is_empty());
            assert!(
                after.weights.is_empty() || (sum - 1.0).abs() < 1e-5,
                "{sum}"
            );
        }
    }
}

/// At rest every method shows the file, and so does what was baked.
#[test]
fn nothing_moves_at_rest() {
    let (character, baked) = cylinder();
    let at_rest = |character: &Character, method| {
        let pose = rig::Pose::rest(&character.rig.skeleton);
        let flags = children(character);
        scene::deform::deform(character, &pose, &flags, Look::new(method)).unwrap()
    };
    let again = open_bytes("again.glb", &baked.glb).unwrap();
    let (before, after) = (at_rest(character, METHOD), at_rest(&again, Method::Linear));
    let most = distances(&before, &after).fold(0.0, f32::max);
    assert!(100.0 * most / baked.report.size < 1e-2, "{most}");
}

#[test]
fn threads_change_no_byte() {
    let (character, baked) = cylinder();
    let clips: Vec<usize> = (0..character.clips.len()).collect();
    let many = run(&BakeJob {
        threads: 5,
        ..job(character, &clips, 3)
    });
    assert!(many.glb == baked.glb && many.report == baked.report);
}

#[test]
fn only_the_clips_asked_for_are_in_the_file_and_they_are_the_same() {
    let (character, _) = cylinder();
    let twice = character
        .clips
        .iter()
        .cloned()
        .chain(character.clips.iter().cloned());
    let twice = character.with_clips(twice.collect::<Vec<_>>());
    let last = twice.clips.len() - 1;
    let baked = run(&job(&twice, &[last], 1));
    assert_eq!(baked.character.clips.len(), 1);
    let [old, new] = [&twice.clips[last], &baked.character.clips[0]];
    assert_eq!((old.name(), old.duration()), (new.name(), new.duration()));
    let moments = baked.report.worst.iter().map(|worst| worst.moment.clip);
    assert!(
        moments.into_iter().all(|clip| clip == Some(last)),
        "places are those of the character"
    );
}

/// Work that is given up at any moment gives nothing, and is told of its share in order.
#[test]
fn a_bake_can_be_given_up() {
    let character = builtin("cylinder");
    let shares = Mutex::new(Vec::new());
    let job = job(&character, &[0], 1);
    let all = job.run(&|share| {
        shares.lock().unwrap().push(share);
        ControlFlow::Continue(())
    });
    assert!(all.unwrap().is_some());
    let shares = shares.into_inner().unwrap();
    // Where how much is left is not known, the share is no number.
    let known: Vec<f32> = shares
        .iter()
        .copied()
        .filter(|share| !share.is_nan())
        .collect();
    assert!(
        known.is_sorted() && known.iter().all(|share| (0.0..=1.0).contains(share)),
        "{known:?}"
    );
    assert!(shares.len() > 3);
    for stop in [0, shares.len() / 2, shares.len() - 1] {
        let asked = AtomicUsize::new(0);
        let given_up = job.run(&|_| match asked.fetch_add(1, Ordering::Relaxed) {
            before if before >= stop => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        assert!(given_up.unwrap().is_none(), "at {stop} of {}", shares.len());
    }
}

/// A character in other units has the same errors in percent.
#[test]
fn units_change_no_percent() {
    let (_, baked) = cylinder();
    let path = testkit::folders::workspace().join("assets/cylinder.glb");
    #[expect(clippy::disallowed_methods, reason = "a file of the workspace")]
    let glb = std::fs::read(path).unwrap();
    for scale in [0.01, 100.0] {
        let large = open_bytes("large.glb", &testkit::glb::under_scale(&glb, scale)).unwrap();
        let clips: Vec<usize> = (0..large.clips.len()).collect();
        let found = run(&job(&large, &clips, 3)).report;
        let told = [found.linear.maximum, found.baked.maximum];
        let expected = [baked.report.linear.maximum, baked.report.baked.maximum];
        assert!(
            (told[0] / expected[0] - 1.0).abs() < 0.01,
            "{told:?}, {expected:?}"
        );
        assert!(
            (told[1] / expected[1] - 1.0).abs() < 0.2,
            "{told:?}, {expected:?}"
        );
    }
}
