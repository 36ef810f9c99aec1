//! What a clip drives, as keys.

use glam::{Quat, Vec3};
use rig::{
    Channel, Clip, ClipId, DrivenChannel, DrivenCombine, DrivenCurve, DrivenKey, DrivenMemory,
    DrivenSet, DrivenTarget, DriverAngle, DriverMeasure, Interpolation, JointIndex, JointTrack,
    Pose, Track,
};

use crate::support::bent_chain;

/// What the twist of joint 1 drives: every kind of target that a clip can key, and a morph target that is not there.
fn driven_by_a_twist() -> Vec<DrivenChannel> {
    let joint = JointIndex(3);
    let axis = Vec3::new(0.6, 0.0, 0.8);
    let targets = [
        DrivenTarget::Rotation { joint, axis },
        DrivenTarget::Scale { joint, axis },
        DrivenTarget::Translation {
            joint: JointIndex(2),
            axis,
        },
        DrivenTarget::Morph(1),
        DrivenTarget::Morph(7),
    ];
    let keys = [(-1.5, -0.2), (0.0, 0.1), (1.5, 0.6)];
    let keys = keys.map(|(angle, value)| DrivenKey { angle, value });
    let channels = targets.into_iter().map(|target| DrivenChannel {
        driver: DriverAngle {
            joint: JointIndex(1),
            measure: DriverMeasure::Twist { axis: Vec3::Y },
        },
        target,
        curve: DrivenCurve::new(keys).unwrap(),
        combine: DrivenCombine::Adds,
        muted: false,
    });
    channels.collect()
}

/// On frames the keys show what the channels make of the clip, near them nearly so; what nobody drives keeps its tracks.
#[test]
fn keys_show_what_is_driven() {
    let skeleton = bent_chain(4);
    let turns = [0.0_f32, 1.5, -1.0].map(|angle| {
        let rest = Quat::from_rotation_z(0.2);
        rest * Quat::from_rotation_y(angle)
    });
    let track = Track::new([0.0, 0.5, 1.0], turns.to_vec(), Interpolation::Linear).unwrap();
    let own = JointTrack {
        joint: JointIndex(1),
        channel: Channel::Rotation(track),
    };
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(vec![own.clone()], Vec::new());
    // The last joint is posed apart from the clip, which does not know it yet.
    let mut base = Pose::rest(&skeleton);
    base.morph_weights = vec![0.25; 2];
    base.rigid[3].translation = Vec3::new(0.0, 0.3, 0.0);
    let channels = driven_by_a_twist();
    let driven = DrivenSet::new(channels, &skeleton).unwrap();
    let keyed = clip.with_driven(&skeleton, &base, &driven, 30.0).unwrap();
    assert!(keyed.tracks().contains(&own));
    assert_eq!(keyed.duration(), clip.duration());
    for step in 0_u8..=60 {
        let time = f32::from(step) / 60.0;
        let mut live = clip.sample(&skeleton, &base, time);
        driven.apply(&mut live, &mut [], &mut DrivenMemory::default());
        let found = keyed.sample(&skeleton, &base, time);
        // Every second step is a frame.
        let within = if step % 2 == 0 { 2e-5 } else { 5e-3 };
        for (live, found) in live.rigid.iter().zip(&found.rigid) {
            assert!(
                live.rotation.dot(found.rotation).abs() > 1.0 - within,
                "{time}"
            );
            assert!(
                live.translation.abs_diff_eq(found.translation, within),
                "{time}"
            );
        }
        for (live, found) in live.stretch.iter().zip(&found.stretch) {
            assert!(live.scale.abs_diff_eq(found.scale, within), "{time}");
            assert!(live.shear.abs_diff_eq(found.shear, within), "{time}");
        }
        assert!((live.morph_weights[1] - found.morph_weights[1]).abs() < within);
        assert_eq!(found.morph_weights[0], 0.25);
    }
    assert!(clip.with_driven(&skeleton, &base, &driven, 0.0).is_err());
}

/// Turns of one joint about several axes do not commute. Files keep channels by their drivers: in whatever order they come back, the same
/// pose is seen, and what was added is taken off.
#[test]
fn drivers_of_one_joint_may_come_in_any_order() {
    let skeleton = bent_chain(4);
    let channel = |driver, axis| DrivenChannel {
        driver: DriverAngle {
            joint: JointIndex(driver),
            measure: DriverMeasure::Twist { axis: Vec3::Y },
        },
        target: DrivenTarget::Rotation {
            joint: JointIndex(3),
            axis,
        },
        curve: DrivenCurve::proportional(1.0).unwrap(),
        combine: DrivenCombine::Adds,
        muted: false,
    };
    let channels = [channel(0, Vec3::Y), channel(1, Vec3::X)];
    let turned = [channels[1].clone(), channels[0].clone()];
    let [one, other] =
        [channels, turned].map(|all| DrivenSet::new(all.to_vec(), &skeleton).unwrap());
    let mut posed = Pose::rest(&skeleton);
    for joint in [0, 1] {
        posed.rigid[joint].rotation = Quat::from_rotation_y(1.0);
    }
    posed.rigid[3].rotation = Quat::from_rotation_z(0.5);
    let mut memory = DrivenMemory::default();
    let mut seen = posed.clone();
    one.apply(&mut seen, &mut [], &mut memory);
    let wanted = Quat::from_rotation_z(0.5) * Quat::from_rotation_y(1.0);
    let wanted = wanted * Quat::from_rotation_x(1.0);
    assert!(seen.rigid[3].rotation.abs_diff_eq(wanted, 1e-6));
    other.take_back(&mut seen, &mut memory);
    let is = seen.rigid[3].rotation;
    assert!(is.abs_diff_eq(posed.rigid[3].rotation, 1e-6), "{is}");
}
