//! The poses of the range of motion, and what holds them back.

use glam::Vec3;
use rig::{JointLimits, LimitAxes};
use scene::judge::{MotionChoice, PoseSource, Range, choose_poses};
use session::state::opening::load::load;

/// A hinge in the range of motion bends as far as it may, and does not turn where it cannot.
#[test]
fn the_range_of_motion_keeps_to_joint_limits() {
    let character = load("builtin:cylinder").unwrap();
    let joint = character.rig.binds[0].joints()[1];
    let hinge = JointLimits {
        axes: LimitAxes::of_two(Vec3::Y, Vec3::X),
        twist: [0.0, 0.0],
        swing: [[0.0, 0.5], [0.0, 0.0]],
    };
    let mut joint_limits = vec![None; character.rig.skeleton.len()];
    joint_limits[joint.index()] = Some(hinge);
    let choice = MotionChoice {
        clips: &[],
        moments: 1,
        joints: Some(&[joint]),
        range: Range::Equal(60.0),
        joint_limits: &joint_limits,
        driven: &rig::DrivenSet::default(),
    };
    let motion = choose_poses(&character, &choice);
    assert_eq!((motion.sources.len(), motion.limited), (1, 6));
    let [PoseSource::Turned(movement)] = motion.sources[..] else {
        panic!("a turn");
    };
    let turn = movement.turn;
    assert!(turn.axis.abs_diff_eq(Vec3::X, 1e-4), "{turn:?}");
    assert!((turn.degrees.to_radians() - 0.5).abs() < 1e-4, "{turn:?}");
    let free = MotionChoice {
        joint_limits: &[],
        driven: &rig::DrivenSet::default(),
        ..choice
    };
    let free = choose_poses(&character, &free);
    assert_eq!((free.sources.len(), free.limited), (6, 0));
}
