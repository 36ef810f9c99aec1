//! Crowds, by every path, against their characters one after another.

use dq_math::SignRule;
use lanes::SimdPath;
use pose_lanes::{
    ClipCursor, CrowdMember, LaneCrowd, LaneError, LanePose, PreparedClip, PreparedRig,
    set_from_rows,
};
use proptest::prelude::*;
use rig::{DualQuatPalette, MatrixPalette, Pose, Rig};

use crate::oracle::{apart, size, to_f64};
use crate::poses::ROUNDING;
use crate::support::{Numbers, Stretched, Trouble, cases, clip, rig};

/// Members of all clips at all times, of a number that fills no vector.
fn members(numbers: &mut Numbers, clips: usize) -> Vec<CrowdMember> {
    let count = numbers.below(40);
    (0..count)
        .map(|_| CrowdMember::new(numbers.below(clips), numbers.number() * 1.5))
        .collect()
}

fn check(seed: u64, trouble: Trouble, how: Stretched) -> Result<(), TestCaseError> {
    let mut numbers = Numbers::new(seed);
    let rig = rig(&mut numbers, trouble);
    let clips = [(); 3].map(|()| clip(&mut numbers, &rig, how));
    let rest = Pose::rest(&rig.skeleton);
    let is_short = numbers.one_in(3);
    let mut crowd_of = members(&mut numbers, clips.len());
    for path in SimdPath::available() {
        let prepared = PreparedRig::new(&rig, path).unwrap();
        let own: Vec<PreparedClip> = clips
            .iter()
            .map(|clip| {
                let clip = PreparedClip::new(&prepared, clip, &rest).unwrap();
                if is_short {
                    clip.with_short_keys()
                } else {
                    clip
                }
            })
            .collect();
        let mut crowd = LaneCrowd::new(&prepared, own.into()).unwrap();
        for _ in 0..2 {
            compare(&rig, &mut crowd, &mut crowd_of)?;
            for member in &mut crowd_of {
                member.time += 0.3;
            }
        }
    }
    Ok(())
}

fn compare(
    rig: &Rig,
    crowd: &mut LaneCrowd,
    members: &mut [CrowdMember],
) -> Result<(), TestCaseError> {
    let count = rig.binds[0].len();
    let mut rows = vec![[[f32::NAN; 4]; 3]; count * members.len()];
    crowd.linear(0, members, &mut rows).unwrap();
    let mut duals = vec![[[f32::NAN; 4]; 2]; count * members.len()];
    crowd.dual_quaternion(0, members, &mut duals).unwrap();
    let clips: Vec<PreparedClip> = crowd.clips().to_vec();
    for (place, member) in members.iter().enumerate() {
        let entries = place * count..(place + 1) * count;
        compare_one(
            rig,
            &clips[member.clip],
            member.time,
            (&rows[entries.clone()], &duals[entries]),
        )?;
    }
    Ok(())
}

type Entries<'a> = (&'a [[[f32; 4]; 3]], &'a [[[f32; 4]; 2]]);

fn compare_one(
    rig: &Rig,
    clip: &PreparedClip,
    time: f32,
    (rows, duals): Entries<'_>,
) -> Result<(), TestCaseError> {
    let mut lanes = LanePose::new(clip.rig());
    lanes
        .sample(clip, time, &mut ClipCursor::default())
        .unwrap();
    let (mut linear, mut dual) = (MatrixPalette::default(), DualQuatPalette::default());
    lanes.linear(0, &mut linear).unwrap();
    lanes
        .dual_quaternion(0, SignRule::First, &mut dual)
        .unwrap();
    let size = size(rig, &Pose::rest(&rig.skeleton));
    let mut of_rows = MatrixPalette::default();
    set_from_rows(&mut of_rows, rows);
    let heads = rig.binds[0]
        .joints()
        .iter()
        .map(|&joint| rig.binds[0].rest_from_joint(joint).translation.as_dvec3());
    let path = clip.rig().path();
    for (place, head) in heads.enumerate() {
        let size = size + f64::from(linear.posed_from_bind[place].translation.length());
        let off = apart(
            to_f64(of_rows.posed_from_bind[place]),
            to_f64(linear.posed_from_bind[place]),
            head,
            size,
        );
        prop_assert!(off < ROUNDING, "{path}: linear {off:e}");
        let [real, dual_part] = duals[place];
        let found = dq_math::DualQuat::new(
            glam::Quat::from_array(real),
            glam::Quat::from_array(dual_part),
        );
        let expected = dual.posed_from_bind[place].to_affine3a();
        let off = apart(to_f64(found.to_affine3a()), to_f64(expected), head, size);
        prop_assert!(off < ROUNDING, "{path}: dual quaternions {off:e}");
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn rigid_crowds(seed in any::<u64>()) {
        check(seed, Trouble::default(), Stretched::None)?;
        check(seed, Trouble { bound_elsewhere: true, ..Trouble::default() }, Stretched::None)?;
    }

    #[test]
    fn crowds_of_clips_that_stretch(seed in any::<u64>()) {
        check(seed, Trouble::default(), Stretched::Mildly)?;
    }
}

#[test]
fn ordinary_clips_are_posed_in_lanes() {
    let taken = (0..40).filter(|&seed| {
        let mut numbers = Numbers::new(seed);
        let rig = rig(&mut numbers, Trouble::default());
        let clip = clip(&mut numbers, &rig, Stretched::None);
        let prepared = PreparedRig::new(&rig, SimdPath::default()).unwrap();
        let own = PreparedClip::new(&prepared, &clip, &Pose::rest(&rig.skeleton)).unwrap();
        LaneCrowd::new(&prepared, vec![own].into())
            .unwrap()
            .is_in_lanes(0)
    });
    // Half of the clips have tracks of other kinds, so that both ways are tested.
    assert!((10..30).contains(&taken.count()));
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut numbers = Numbers::new(1);
    let rig = rig(&mut numbers, Trouble::default());
    let clip = clip(&mut numbers, &rig, Stretched::None);
    let rest = Pose::rest(&rig.skeleton);
    let prepared = PreparedRig::new(&rig, SimdPath::default()).unwrap();
    let own = PreparedClip::new(&prepared, &clip, &rest).unwrap();
    let mut crowd = LaneCrowd::new(&prepared, vec![own.clone()].into()).unwrap();
    let mut member = [CrowdMember::new(0, 0.0)];
    let count = rig.binds[0].len();
    let mut rows = vec![[[0.0; 4]; 3]; count + 1];
    let refused = crowd.linear(0, &mut member, &mut rows).unwrap_err();
    assert_eq!(
        refused,
        LaneError::Entries {
            expected: count,
            found: count + 1
        }
    );
    let refused = crowd
        .linear(1, &mut member, &mut rows[..count])
        .unwrap_err();
    assert_eq!(refused, LaneError::Skin { skin: 1, count: 1 });
    member[0].clip = 1;
    let refused = crowd
        .linear(0, &mut member, &mut rows[..count])
        .unwrap_err();
    assert_eq!(refused, LaneError::Clip { clip: 1, count: 1 });
    assert!(!crowd.is_in_lanes(1));
    let other = PreparedRig::new(&rig, SimdPath::default()).unwrap();
    let refused = LaneCrowd::new(&other, vec![own.clone()].into()).unwrap_err();
    assert_eq!(refused, LaneError::OtherRig);
    let mut lanes = LanePose::new(&other);
    let refused = lanes
        .sample(&own, 0.0, &mut ClipCursor::default())
        .unwrap_err();
    assert_eq!(refused, LaneError::OtherRig);
    let refused = lanes.set(&Pose::default()).unwrap_err();
    assert!(matches!(refused, LaneError::Lengths(_)));
    assert!(PreparedClip::new(&other, &clip, &Pose::default()).is_err());
}
