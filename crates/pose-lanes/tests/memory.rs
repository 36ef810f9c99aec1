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
use pose_lanes::{
    ClipCursor, CrowdMember, DualRows, LaneCrowd, LanePose, MatrixRows, PreparedClip, PreparedRig,
};
use rig::{DualQuatPalette, MatrixPalette, Pose, Rig, TwoPhasePalette};

use support::{Numbers, Stretched, Trouble, clip, pose, rig};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Everything that a program keeps.
struct Kept {
    lanes: LanePose,
    cursor: ClipCursor,
    linear: MatrixPalette,
    dual: DualQuatPalette,
    two_phase: TwoPhasePalette,
    crowd: LaneCrowd,
    members: Vec<CrowdMember>,
    matrices: Vec<MatrixRows>,
    duals: Vec<DualRows>,
}

impl Kept {
    fn new(rig: &Rig, clip: &PreparedClip) -> Self {
        let members: Vec<CrowdMember> = (0..20_u8)
            .map(|one| CrowdMember::new(0, f32::from(one) / 20.0))
            .collect();
        let count = members.len() * rig.binds[0].len();
        Self {
            lanes: LanePose::new(clip.rig()),
            cursor: ClipCursor::default(),
            linear: MatrixPalette::default(),
            dual: DualQuatPalette::default(),
            two_phase: TwoPhasePalette::default(),
            crowd: LaneCrowd::new(clip.rig(), vec![clip.clone()].into()).unwrap(),
            members,
            matrices: vec![[[0.0; 4]; 3]; count],
            duals: vec![[[0.0; 4]; 2]; count],
        }
    }

    fn make_palettes(&mut self) {
        self.lanes.linear(0, &mut self.linear).unwrap();
        for signs in SignRule::ALL {
            self.lanes
                .dual_quaternion(0, signs, &mut self.dual)
                .unwrap();
            self.lanes.two_phase(0, signs, &mut self.two_phase).unwrap();
        }
    }

    /// Two frames of a clip, a pose, and a crowd.
    fn frame(&mut self, clip: &PreparedClip, pose: &Pose) {
        for time in [0.1, 0.7] {
            self.lanes.sample(clip, time, &mut self.cursor).unwrap();
            self.make_palettes();
        }
        self.lanes.set(pose).unwrap();
        self.make_palettes();
        let (crowd, members) = (&mut self.crowd, &mut self.members);
        crowd.linear(0, members, &mut self.matrices).unwrap();
        crowd.dual_quaternion(0, members, &mut self.duals).unwrap();
    }
}

#[test]
fn a_frame_takes_no_memory() {
    for seed in 0..20 {
        let mut numbers = Numbers::new(seed);
        let bound_elsewhere = seed % 2 == 1;
        let rig = rig(
            &mut numbers,
            Trouble {
                bound_elsewhere,
                ..Trouble::default()
            },
        );
        let posed = pose(&mut numbers, &rig, Stretched::Mildly);
        let clip = clip(&mut numbers, &rig, Stretched::Mildly);
        for path in SimdPath::available() {
            let prepared = PreparedRig::new(&rig, path).unwrap();
            let clip = PreparedClip::new(&prepared, &clip, &Pose::rest(&rig.skeleton)).unwrap();
            let mut kept = Kept::new(&rig, &clip);
            // Twice, since palettes of the other way are changed for those of the caller.
            kept.frame(&clip, &posed);
            kept.frame(&clip, &posed);
            let before = MEMORY.current_usage();
            MEMORY.reset_peak_usage();
            kept.frame(&clip, &posed);
            assert_eq!(MEMORY.peak_usage(), before, "{path}, seed {seed}");
        }
    }
}
