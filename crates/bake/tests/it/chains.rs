//! Helpers as chains of rotation constraints: near the method where nobody has fitted, the same in keys and in constraints, and plain about
//! what they do not reach.

use std::collections::BTreeSet;
use std::sync::Arc;

use bake::{Baked, Goal, LivingJob, LivingKind};
use character::{Character, open_bytes};
use glam::{Quat, Vec3};
use rig::{
    Channel, Clip, ClipId, ConstraintKind, Interpolation, JointIndex, JointTrack, Method,
    NodeConstraints, Pose, Track,
};
use scene::deform::{DeformedPrimitive, base_pose, deform};
use scene::posed_character::Look;

use crate::support::{builtin, children, distances, living_job, run_living as run};

fn job<'a>(character: &'a Character, clips: &'a [usize], goal: Goal) -> LivingJob<'a> {
    living_job(character, clips, goal, LivingKind::Chains)
}

fn skin(character: &Character, pose: &Pose, method: Method) -> Vec<DeformedPrimitive> {
    deform(character, pose, &children(character), Look::new(method)).unwrap()
}

/// How far two skins are apart at most, in percent of the size.
fn percent(one: &[DeformedPrimitive], other: &[DeformedPrimitive], baked: &Baked) -> f32 {
    let most = distances(one, other).fold(0.0, f32::max);
    100.0 * most / baked.report.size
}

fn cylinder() -> Vec<u8> {
    let path = testkit::folders::workspace().join("assets/cylinder.glb");
    #[expect(clippy::disallowed_methods, reason = "a file of the workspace")]
    let glb = std::fs::read(path).unwrap();
    glb
}

/// The cylinder with its joints turned by so much.
fn turned(character: &Character, angle: f32) -> Pose {
    let mut pose = base_pose(character);
    let skeleton = &character.rig.skeleton;
    for (name, axis) in [("lower", Vec3::X), ("upper", Vec3::new(0.6, 0.0, 0.8))] {
        pose[skeleton.find(name).unwrap()].rotation = Quat::from_axis_angle(axis, angle);
    }
    pose
}

/// The file in viewers that know no constraints.
fn without_constraints(file: &Character) -> Character {
    let mut file = file.clone();
    file.constraints = Arc::new(NodeConstraints::default());
    file
}

/// Of the arm, in random poses that nobody fitted to and in the clip that was held back; and its keys say what its constraints say.
#[test]
fn chains_come_near_the_method_and_their_keys_are_the_same() {
    let character = builtin("arm");
    let clips = [0, 1, 2];
    let baked = run(&job(&character, &clips, Goal::Helpers(32))).unwrap();
    let living = baked.living.as_ref().unwrap();
    let unseen = living.unseen;
    assert!(unseen.living.maximum <= 1.2, "{unseen:?}");
    assert!(unseen.living.maximum < 0.6 * unseen.linear.maximum);
    assert!(unseen.living.rms < 0.5 * unseen.linear.rms);
    // Who knows no constraints is told the truth.
    assert!(unseen.others.maximum > unseen.living.maximum);
    let held_back = living.clips.last().unwrap();
    assert!(held_back.held_back);
    let [own, linear] = [held_back.errors.living, held_back.errors.linear];
    assert!(own.maximum <= linear.maximum.max(0.5), "{own:?} {linear:?}");
    let file = &baked.character;
    assert!(file.helper_rows().is_empty() && living.keyed_alone.is_empty());
    assert_eq!(file.constraints.constraints().len(), living.nodes);
    assert!(living.nodes >= baked.report.helpers.len());
    let names: BTreeSet<&String> = baked.report.helpers.iter().map(|it| &it.name).collect();
    assert_eq!(names.len(), baked.report.helpers.len(), "each is a node");
    // At the keys of the clip itself, where helpers have theirs.
    let plain = without_constraints(file);
    for clip in 0..file.clips.len() {
        let own = &character.clips[clip].tracks()[0].channel;
        for time in own.times().iter().step_by(7) {
            let pose = file.clips[clip].sample(&file.rig.skeleton, &base_pose(file), *time);
            let [live, keyed] = [file, &plain].map(|file| skin(file, &pose, Method::Linear));
            let apart = percent(&live, &keyed, &baked);
            assert!(apart < 0.03, "{apart} % at {time} of {clip}");
        }
    }
}

/// The file opened again follows a pose that nobody keyed, by its constraints alone; in other units too.
#[test]
fn constraints_are_live_in_the_file() {
    for scale in [1.0, 0.01] {
        let glb = testkit::glb::under_scale(&cylinder(), scale);
        let character = open_bytes("cylinder.glb", &glb).unwrap();
        let baked = run(&job(&character, &[], Goal::Helpers(3))).unwrap();
        let file = open_bytes("again.glb", &baked.glb).unwrap();
        let constraints = file.constraints.constraints();
        assert!(!constraints.is_empty());
        assert!((constraints.iter()).all(|it| it.kind == ConstraintKind::Rotation));
        let wanted = skin(&character, &turned(&character, 0.8), Method::TWO_PHASE);
        let before = skin(&character, &turned(&character, 0.8), Method::Linear);
        let pose = turned(&file, 0.8);
        let shown = skin(&file, &pose, Method::Linear);
        let [chains, linear] = [&shown, &before].map(|of| percent(&wanted, of, &baked));
        assert!(
            chains < 0.5 * linear,
            "{chains} % where linear has {linear} %"
        );
        let still = skin(&without_constraints(&file), &pose, Method::Linear);
        assert!(percent(&wanted, &still, &baked) > chains);
        // At rest nothing moves.
        let [rest, own] = [&file, &character].map(|of| skin(of, &base_pose(of), Method::Linear));
        assert!(percent(&rest, &own, &baked) < 1e-3);
        // Constraints hold whatever a pose has of the rotations of their nodes.
        let mut other = pose;
        other[constraints[0].destination].rotation = Quat::from_rotation_x(1.0);
        let other = skin(&file, &other, Method::Linear);
        assert!(percent(&shown, &other, &baked) < 1e-3);
    }
}

/// A clip that moves the joint: chains carry their part of that by keys, and say so.
#[test]
fn what_constraints_do_not_carry_is_keyed_and_told() {
    let character = builtin("cylinder");
    let upper = character.rig.skeleton.find("upper").unwrap();
    let character = character.with_clips(vec![moved(&character, upper)]);
    let baked = run(&job(&character, &[0], Goal::Helpers(3))).unwrap();
    let living = baked.living.as_ref().unwrap();
    assert_eq!(living.keyed_alone, ["upper"]);
    // A fifth of the height: left where they are, helpers would be off by several percent.
    let errors = &living.clips[0].errors;
    assert!(errors.living.maximum < 2.0, "{errors:?}");
    let file = &baked.character;
    let mut tracks = file.clips[0].tracks().iter();
    let follows = |track: &&JointTrack| file.constraints.of(track.joint).is_some();
    assert!(
        tracks.any(|track| { follows(&track) && matches!(track.channel, Channel::Translation(_)) })
    );
}

fn moved(character: &Character, joint: JointIndex) -> Clip {
    let rest = character.rig.skeleton.parent_from_joint(joint).translation;
    let by = |x: f32| rest + Vec3::new(x, 0.0, 0.0);
    let places = Track::new([0.0, 1.0], vec![by(0.0), by(0.2)], Interpolation::Linear).unwrap();
    let track = JointTrack {
        joint,
        channel: Channel::Translation(places),
    };
    Clip::new(ClipId(0), Some("slide".to_owned()), 1.0).with_tracks(vec![track], Vec::new())
}

/// Where no node can stand for a joint all is given up: a tolerance is refused with what else there is, a number is none.
#[test]
fn what_chains_do_not_reach_is_told() {
    let glb = testkit::glb::edit_glb(&cylinder(), |json| {
        json["nodes"][1]["scale"] = vec![3.0, 1.0, 1.0].into();
    });
    let character = open_bytes("uneven.glb", &glb).unwrap();
    let told = run(&job(&character, &[], Goal::Tolerance(0.5)));
    let told = told.unwrap_err().to_string();
    assert!(told.contains("0.5 %") && told.contains("rows"), "{told}");
    let baked = run(&job(&character, &[], Goal::Helpers(2))).unwrap();
    let living = baked.living.unwrap();
    assert!(baked.report.helpers.is_empty() && living.nodes == 0);
    assert!(living.given_up > 0, "{:?}", living.unseen);
}

/// Half turns are named, those of the clip that is held back too, and the same character gives the same file.
#[test]
fn half_turns_are_told_and_threads_change_nothing() {
    let character = builtin("cylinder");
    // The twist of the cylinder goes by half a turn to either side.
    let mut job = job(&character, &[1, 0], Goal::Helpers(2));
    let one = run(&job).unwrap();
    assert_eq!(one.living.as_ref().unwrap().half_turned, ["upper"]);
    job.bake.threads = 1;
    let other = run(&job).unwrap();
    assert!(one.glb == other.glb);
    assert_eq!(one.living, other.living);
}
