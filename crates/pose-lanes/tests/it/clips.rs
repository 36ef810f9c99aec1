//! Clips, by every path, against those sampled joint by joint.

use lanes::SimdPath;
use pose_lanes::{ClipCursor, LanePose, PreparedClip, PreparedRig};
use proptest::prelude::*;
use rig::Pose;

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
