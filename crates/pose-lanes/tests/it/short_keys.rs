//! Rotations of 16 bits a number: their bytes, and what they do to the skin.

use glam::{Quat, Vec3};
use lanes::SimdPath;
use pose_lanes::{ClipCursor, LanePose, PreparedClip, PreparedRig};
use rig::{
    BindPose, Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, LocalTransform,
    MatrixPalette, Pose, Rig, SkeletonBuilder, Track, Trs,
};

const JOINTS: u16 = 54;

/// A body of 1.8 m: a trunk of six joints with limbs of six.
fn body() -> Rig {
    let mut builder = SkeletonBuilder::new();
    for joint in 0..JOINTS {
        let parent = match joint {
            0 => None,
            _ if joint.is_multiple_of(6) => Some(u32::from(joint / 6 - 1)),
            _ => Some(u32::from(joint - 1)),
        };
        let trs = Trs {
            translation: Vec3::new(0.02, 0.15, 0.0),
            rotation: Quat::from_rotation_z(0.1 * f32::from(joint % 5)),
            scale: Vec3::ONE,
        };
        builder = builder.joint(joint.into(), parent, "", LocalTransform::Trs(trs));
    }
    let skeleton = builder.build().unwrap();
    let joints: Vec<JointIndex> = skeleton.joints().collect();
    let at_rest = |&joint: &JointIndex| skeleton.rest_model_from_joint(joint).inverse().to_affine();
    let matrices: Vec<_> = joints.iter().map(at_rest).collect();
    let (bind, _) = BindPose::new(&skeleton, &joints, &matrices).unwrap();
    Rig::new(skeleton, vec![bind])
}

fn clip() -> Clip {
    let times: Vec<f32> = (0..=60_u8).map(|key| f32::from(key) / 30.0).collect();
    let mut tracks = Vec::new();
    for joint in 0..JOINTS {
        let turn = |time: &f32| {
            let turn = Quat::from_rotation_x((time * 3.0 + f32::from(joint)).sin() * 0.5);
            Quat::from_rotation_z(0.1 * f32::from(joint % 5)) * turn
        };
        let values = times.iter().map(turn).collect();
        tracks.push(JointTrack {
            joint: JointIndex(joint),
            channel: Channel::Rotation(
                Track::new(times.clone(), values, Interpolation::Linear).unwrap(),
            ),
        });
    }
    Clip::new(ClipId(0), None, 2.0).with_tracks(tracks, Vec::new())
}

fn sampled(lanes: &mut LanePose, clip: &PreparedClip, time: f32) -> MatrixPalette {
    let mut palette = MatrixPalette::default();
    lanes
        .sample(clip, time, &mut ClipCursor::default())
        .unwrap();
    lanes.linear(0, &mut palette).unwrap();
    palette
}

#[test]
fn short_keys_are_half_as_many_bytes_and_move_the_skin_by_a_fifth_of_a_millimeter() {
    let (rig, clip) = (body(), clip());
    let rest = Pose::rest(&rig.skeleton);
    for path in SimdPath::available() {
        let prepared = PreparedRig::new(&rig, path).unwrap();
        let wide = PreparedClip::new(&prepared, &clip, &rest).unwrap();
        let short = wide.clone().with_short_keys();
        assert!(
            // The times are as wide as before: 61 of 4 bytes, twice.
            short.bytes() * 2 <= wide.bytes() + 8 * 61,
            "{} of {}",
            short.bytes(),
            wide.bytes()
        );
        let mut lanes = LanePose::new(&prepared);
        let mut worst: f32 = 0.0;
        for frame in 0..240_u8 {
            let time = f32::from(frame) / 120.0;
            let expected = sampled(&mut lanes, &wide, time);
            let found = sampled(&mut lanes, &short, time);
            worst = worst.max(apart(&rig, &found, &expected));
        }
        assert!((1e-6..2e-4).contains(&worst), "{path}: {worst:e} m");
    }
}

/// The largest distance of points 0.2 m about the heads, as far away as skin is.
fn apart(rig: &Rig, found: &MatrixPalette, expected: &MatrixPalette) -> f32 {
    let mut worst: f32 = 0.0;
    let pairs = found.posed_from_bind.iter().zip(&expected.posed_from_bind);
    for ((found, expected), joint) in pairs.zip(rig.skeleton.joints()) {
        let head = rig.skeleton.rest_model_from_joint(joint).translation;
        for side in [Vec3::X, Vec3::Y, Vec3::Z, -Vec3::X, -Vec3::Y, -Vec3::Z] {
            let point = head + side * 0.2;
            let moved = found.transform_point3(point) - expected.transform_point3(point);
            worst = worst.max(moved.length());
        }
    }
    worst
}
