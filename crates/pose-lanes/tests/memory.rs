//! That a frame asks for no memory. By itself: it counts what the whole process takes.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

#[path = "it/support.rs"]
#[expect(dead_code, reason = "it is for all tests")]
mod support;

use dq_math::SignRule;
use lanes::SimdPath;
use peak_alloc::PeakAlloc;
use pose_lanes::{ClipCursor, LanePose, PreparedClip, PreparedRig};
use rig::{DualQuatPalette, MatrixPalette, Pose};

use support::{Numbers, Stretched, Trouble, clip, pose, rig};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Two frames of a clip, and a pose.
fn frame(
    lanes: &mut LanePose,
    (clip, pose, cursor): (&PreparedClip, &Pose, &mut ClipCursor),
    linear: &mut MatrixPalette,
    dual: &mut DualQuatPalette,
) {
    for time in [0.1, 0.7] {
        lanes.sample(clip, time, cursor).unwrap();
        lanes.linear(0, linear).unwrap();
        lanes.dual_quaternion(0, SignRule::First, dual).unwrap();
    }
    lanes.set(pose).unwrap();
    lanes.linear(0, linear).unwrap();
    lanes.dual_quaternion(0, SignRule::First, dual).unwrap();
}

#[test]
fn a_frame_takes_no_memory() {
    for seed in 0..20 {
        let mut numbers = Numbers::new(seed);
        let rig = rig(&mut numbers, Trouble::default());
        let posed = pose(&mut numbers, &rig, Stretched::Mildly);
        let clip = clip(&mut numbers, &rig, Stretched::Mildly);
        for path in SimdPath::available() {
            let prepared = PreparedRig::new(&rig, path).unwrap();
            let clip = PreparedClip::new(&prepared, &clip, &Pose::rest(&rig.skeleton)).unwrap();
            let (mut lanes, mut cursor) = (LanePose::new(&prepared), ClipCursor::default());
            let (mut linear, mut dual) = (MatrixPalette::default(), DualQuatPalette::default());
            frame(
                &mut lanes,
                (&clip, &posed, &mut cursor),
                &mut linear,
                &mut dual,
            );
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            frame(
                &mut lanes,
                (&clip, &posed, &mut cursor),
                &mut linear,
                &mut dual,
            );
            assert_eq!(MEMORY.peak_usage(), before, "{path}, seed {seed}");
        }
    }
}
