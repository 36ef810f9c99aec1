//! Helpers that follow every pose: near the method where nobody has fitted, the method itself for their rows, and the same in the file.

use bake::{BakeError, Goal, LivingErrors, LivingJob, LivingKind, SkinErrors};
use character::{Character, SaveOptions, open_bytes, to_glb_with};
use glam::{Quat, Vec3};
use rig::{JointIndex, Method, Pose, SignRule};
use scene::bulges::standing_out;
use scene::deform::{DeformedPrimitive, base_pose, deform};
use scene::posed_character::Look;

use crate::support::{builtin, children, distances, living_job, run_living as run};

fn job<'a>(character: &'a Character, clips: &'a [usize], goal: Goal) -> LivingJob<'a> {
    living_job(character, clips, goal, LivingKind::Rows)
}

/// A pose of the cylinder that no clip has, in which both joints turn and one moves.
fn turned(character: &Character) -> Pose {
    let mut pose = base_pose(character);
    let skeleton = &character.rig.skeleton;
    for (name, axis) in [("lower", Vec3::X), ("upper", Vec3::new(0.6, 0.0, 0.8))] {
        pose[skeleton.find(name).unwrap()].rotation = Quat::from_axis_angle(axis, 0.9);
    }
    pose[skeleton.find("upper").unwrap()].translation = Vec3::new(0.1, 0.0, -0.2);
    pose
}

fn skin(character: &Character, pose: &Pose, method: Method) -> Vec<DeformedPrimitive> {
    deform(character, pose, &children(character), Look::new(method)).unwrap()
}

/// Of arm and cylinder, in random poses that nobody fitted to, and in the clip that was held back.
#[test]
fn unseen_poses_come_near_the_method() {
    for (name, helpers) in [("arm", 32), ("cylinder", 4)] {
        let character = builtin(name);
        let clips: Vec<usize> = (0..character.clips.len()).collect();
        let baked = run(&job(&character, &clips, Goal::Helpers(helpers))).unwrap();
        let living = baked.living.unwrap();
        let unseen = living.unseen;
        assert!(unseen.living.maximum <= 1.0, "{name}: {unseen:?}");
        assert!(
            unseen.living.maximum < 0.6 * unseen.linear.maximum,
            "{name}"
        );
        assert!(unseen.living.rms < 0.5 * unseen.linear.rms, "{name}");
        // Who knows no rows is told the truth.
        assert!(unseen.others.maximum > unseen.living.maximum, "{name}");
        let held_back: Vec<usize> = (living.clips.iter())
            .filter(|clip| clip.held_back)
            .map(|clip| clip.clip)
            .collect();
        let expected = clips.last().filter(|_| clips.len() > 1);
        assert_eq!(
            held_back,
            expected.copied().into_iter().collect::<Vec<usize>>()
        );
        let most = |of: fn(&LivingErrors) -> &SkinErrors| {
            let all = living.clips.iter().map(|clip| of(&clip.errors).maximum);
            all.fold(0.0, f32::max)
        };
        let [own, linear] = [most(|it| &it.living), most(|it| &it.linear)];
        assert!(own < linear, "{name}: {own} % in clips, {linear} % before");
        let worst = living.worst.unwrap();
        assert!((worst.error - unseen.living.maximum).abs() < 1e-5 * worst.error);
        assert!(worst.joints.len() > 1 && baked.report.helpers.len() <= helpers);
    }
}

/// A vertex that follows its helper alone is where the method has it, in any pose, and once more in the file saved again.
#[test]
fn a_helper_is_the_method_for_its_row() {
    let character = builtin("cylinder");
    let baked = run(&job(&character, &[0], Goal::Helpers(3))).unwrap();
    let file = &baked.character;
    let helpers: Vec<JointIndex> = file.helper_rows().iter().map(|row| row.helper).collect();
    assert_eq!(helpers.len(), baked.report.helpers.len());
    let wanted = skin(&character, &turned(&character), Method::TWO_PHASE);
    let shown = skin(file, &turned(file), Method::Linear);
    let near = 1e-5 * baked.report.size;
    let mut exact = 0;
    for (number, primitive) in file.meshes[0].primitives.iter().enumerate() {
        let rows = primitive.influences.as_ref().unwrap().rows();
        for (vertex, row) in rows.enumerate() {
            let [slot] = row.joints else { continue };
            let joint = file.rig.binds[0].joints()[usize::from(*slot)];
            if helpers.contains(&joint) {
                let [wanted, shown] = [&wanted, &shown].map(|skin| skin[number].positions[vertex]);
                assert!(wanted.distance(shown) <= near, "{vertex}: {wanted} {shown}");
                exact += 1;
            }
        }
    }
    assert!(exact >= helpers.len(), "{exact} of {}", helpers.len());
    let flags = children(file);
    let look = Look::new(Method::TWO_PHASE);
    let found = standing_out(file, &turned(file), &flags, look).unwrap();
    let expected = skin(file, &turned(file), Method::TWO_PHASE);
    for (found, expected) in found.iter().zip(&expected) {
        let pairs = found.positions.iter().zip(&expected.positions);
        let most = pairs.map(|(one, other)| one.distance(*other));
        assert!(most.fold(0.0, f32::max) <= near, "what stands out is there");
    }
    // What a pose has for helpers is of no account.
    let mut moved = turned(file);
    moved[helpers[0]].rotation = Quat::from_rotation_x(1.0);
    let most = distances(&shown, &skin(file, &moved, Method::Linear)).fold(0.0, f32::max);
    assert!(most <= near, "{most}");
    let (glb, _) = to_glb_with(file, &SaveOptions::default()).unwrap();
    let again = open_bytes("again.glb", &glb).unwrap();
    let once_more = skin(&again, &turned(&again), Method::Linear);
    let most = distances(&shown, &once_more).fold(0.0, f32::max);
    assert!(most <= near, "{most}");
}

#[test]
fn the_same_character_gives_the_same_file_on_any_number_of_threads() {
    let character = builtin("cylinder");
    let mut job = job(&character, &[0], Goal::Helpers(2));
    let one = run(&job).unwrap();
    job.bake.threads = 1;
    let other = run(&job).unwrap();
    assert!(one.glb == other.glb);
    assert_eq!(one.living, other.living);
}

/// What is refused says what to do; what no clip moves is no reason.
#[test]
fn what_cannot_follow_every_pose_is_refused() {
    let character = builtin("cylinder");
    let usual = job(&character, &[], Goal::Helpers(2));
    let with = |change: &dyn Fn(&mut LivingJob<'_>)| {
        let mut job = usual;
        change(&mut job);
        run(&job).unwrap_err().to_string()
    };
    let affine = with(&|job| job.bake.look.method = Method::Affine);
    assert!(affine.contains("two-phase"), "{affine}");
    let signs = with(&|job| job.bake.look.signs = SignRule::First);
    assert!(signs.contains("followed"), "{signs}");
    let held = with(&|job| {
        job.bake.goal = Goal::Tolerance(0.01);
        job.bake.most_joints = 3;
    });
    assert!(
        held.contains("0.01 %") && held.contains("40 poses"),
        "{held}"
    );
    let baked = run(&usual).unwrap();
    assert!(baked.character.clips.is_empty() && !baked.report.helpers.is_empty());
    // Its helpers are there already.
    let again = run(&job(&baked.character, &[], Goal::Helpers(1))).unwrap_err();
    assert_eq!(again, BakeError::LivingAlready);
}
