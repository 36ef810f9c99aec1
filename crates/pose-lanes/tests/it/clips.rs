//! Clips, by every path, against those sampled joint by joint.

use lanes::SimdPath;
use pose_lanes::{ClipCursor, LaneCrowd, LanePose, PreparedClip, PreparedRig};
use proptest::prelude::*;
use rig::{Channel, Clip, ClipId, Interpolation, JointTrack, Pose, Track};

use crate::poses::check;
use crate::support::{Numbers, Stretched, Trouble, cases, clip, pose, rig};

fn check_clip(seed: u64, trouble: Trouble, how: Stretched) -> Result<(), TestCaseError> {
    let mut numbers = Numbers::new(seed);
    let rig = rig(&mut numbers, trouble);
    let base = if numbers.one_in(2) {
        Pose::rest(&rig.skeleton)
    } else {
        pose(&mut numbers, &rig, how)
    };
    let clip = clip(&mut numbers, &rig, how);
    for path in SimdPath::available() {
        let prepared = PreparedRig::new(&rig, path).unwrap();
        let prepared_clip = PreparedClip::new(&prepared, &clip, &base).unwrap();
        let (mut lanes, mut cursor) = (LanePose::new(&prepared), ClipCursor::default());
        // On, between, before and behind the keys, forward and back, and nowhere.
        let times = [
            0.0,
            0.07,
            0.31,
            0.2,
            0.55,
            0.999,
            1.0,
            -3.0,
            0.4,
            7.0,
            f32::NAN,
        ];
        for time in times {
            lanes.sample(&prepared_clip, time, &mut cursor).unwrap();
            let pose = clip.sample(&rig.skeleton, &base, time);
            check(&mut lanes, &rig, &pose)?;
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn rigid_clips(seed in any::<u64>()) {
        check_clip(seed, Trouble::default(), Stretched::None)?;
    }

    #[test]
    fn clips_that_stretch(seed in any::<u64>()) {
        check_clip(seed, Trouble::default(), Stretched::Mildly)?;
    }

    #[test]
    fn clips_over_rests_that_are_scaled(seed in any::<u64>()) {
        check_clip(seed, Trouble { uneven_rests: true, ..Trouble::default() }, Stretched::Wildly)?;
    }

    #[test]
    fn clips_of_skins_bound_elsewhere(seed in any::<u64>()) {
        check_clip(seed, Trouble { bound_elsewhere: true, ..Trouble::default() }, Stretched::Mildly)?;
    }
}

/// Keys of a grid, of which each joint has lost others.
#[test]
fn thinned_out_keys_are_frames_again() {
    let mut numbers = Numbers::new(11);
    let rig = rig(&mut numbers, Trouble::default());
    let mut tracks = Vec::new();
    for joint in rig.skeleton.joints() {
        let kept = |numbers: &mut Numbers| -> Vec<f32> {
            let grid = (0..=30_u8).filter(|key| [0, 30].contains(key) || numbers.one_in(2));
            grid.map(|key| f32::from(key) / 30.0).collect()
        };
        let times = kept(&mut numbers);
        let turns = times.iter().map(|_| numbers.rotation()).collect();
        let turns = Track::new(times, turns, Interpolation::Linear).unwrap();
        let times = kept(&mut numbers);
        let places = times.iter().map(|_| numbers.vector(0.3)).collect();
        let places = Track::new(times, places, Interpolation::Linear).unwrap();
        for channel in [Channel::Rotation(turns), Channel::Translation(places)] {
            tracks.push(JointTrack { joint, channel });
        }
    }
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(tracks, Vec::new());
    let base = Pose::rest(&rig.skeleton);
    for path in SimdPath::available() {
        let prepared = PreparedRig::new(&rig, path).unwrap();
        let own = PreparedClip::new(&prepared, &clip, &base).unwrap();
        assert_eq!(own.slow_joints(), 0);
        let (mut lanes, mut cursor) = (LanePose::new(&prepared), ClipCursor::default());
        for frame in 0..100_u8 {
            let time = f32::from(frame) / 99.0;
            lanes.sample(&own, time, &mut cursor).unwrap();
            let pose = clip.sample(&rig.skeleton, &base, time);
            check(&mut lanes, &rig, &pose).unwrap();
        }
        let crowd = LaneCrowd::new(&prepared, vec![own].into()).unwrap();
        assert!(crowd.is_in_lanes(0));
    }
}
