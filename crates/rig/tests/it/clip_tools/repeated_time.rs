//! When a clip that goes on for longer than it lasts has passed a key last.

use glam::Vec3;
use rig::{Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, Repeat, Track};

/// The last key passed is the latest of all moments at which the clip stands on a key, however it repeats.
#[test]
fn keys_are_passed_as_the_clip_repeats() {
    let keys = [0.25_f32, 0.5, 1.5];
    let track = JointTrack {
        joint: JointIndex(0),
        channel: Channel::Translation(
            Track::new(keys, vec![Vec3::ZERO; 3], Interpolation::Linear).unwrap(),
        ),
    };
    let clip = Clip::new(ClipId(0), None, 2.0)
        .with_tracks(vec![track], Vec::new())
        .with_duration(2.0);
    for repeat in [Repeat::Once, Repeat::Loop, Repeat::PingPong] {
        let clip = clip.clone().with_repeat(repeat);
        let is_key = |step: i32| {
            let time = step as f32 / 8.0;
            // At the end of a clip that plays once it stands there, on no key.
            let is_played = repeat != Repeat::Once || time <= 2.0;
            is_played && keys.contains(&clip.time_within(time))
        };
        for step in 0..64 {
            let wanted = (0..=step).rev().find(|step| is_key(*step));
            let found = clip.last_key_passed(step as f32 / 8.0);
            assert_eq!(
                found,
                wanted.map(|step| step as f32 / 8.0),
                "{repeat:?} {step}"
            );
        }
    }
}
