//! Motion that is shorter than what lies between the moments looked at.

use bake::{Goal, Moment};
use glam::Quat;
use rig::{Channel, Interpolation, JointTrack, Method, Track};

use crate::support::{bake, builtin, distances, skin};

/// Half a minute in which an elbow is bent for less than a tenth of a second.
#[test]
fn keys_between_the_moments_are_looked_at() {
    let arm = builtin("arm");
    let joint = arm.rig.skeleton.find("forearm").unwrap();
    let peak = 13.37;
    let times = vec![0.0, peak - 0.04, peak, peak + 0.04, 30.0];
    let bent = Quat::from_rotation_x(1.8);
    let turns = [
        Quat::IDENTITY,
        Quat::IDENTITY,
        bent,
        Quat::IDENTITY,
        Quat::IDENTITY,
    ];
    let track = Track::new(times, turns.to_vec(), Interpolation::Linear).unwrap();
    let track = JointTrack {
        joint,
        channel: Channel::Rotation(track),
    };
    let clip = arm.clips[0].clone().with_tracks(vec![track], Vec::new());
    let twitching = arm.with_clips(vec![clip]);
    let flags = &twitching.rig.scale_inheritance;
    for goal in [Goal::Tolerance(0.5), Goal::Helpers(6)] {
        let baked = bake(&twitching, flags, Method::TWO_PHASE, goal).unwrap();
        let report = &baked.report;
        assert!(report.linear.maximum > 1.0, "{report:?}");
        assert!(!report.helpers.is_empty());
        assert!(report.baked.maximum > 0.0 && report.baked.maximum < 0.5);
        let at = |time| (0, time);
        let mut most = 0.0_f32;
        for time in [peak - 0.02, peak, peak + 0.013] {
            let reference = skin(&twitching, flags, Method::TWO_PHASE, at(time));
            let now = skin(
                &baked.character,
                &baked.character.rig.scale_inheritance,
                Method::Linear,
                at(time),
            );
            most = distances(&reference, &now).fold(most, f32::max);
        }
        assert!(100.0 * most / report.size < 0.5, "{most}");
        let is_near = |moment: &Moment| (moment.time - peak).abs() < 0.05;
        assert!(report.worst.iter().take(1).all(|it| is_near(&it.moment)));
    }
}
