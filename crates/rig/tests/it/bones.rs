//! The bones of a skin's joints: where they end, and what is closest on them.

use glam::Vec3;
use rig::{BindPose, BoneSegment, JointIndex, LocalTransform, Skeleton, SkeletonBuilder, Trs};

fn at(x: f32, y: f32) -> LocalTransform {
    LocalTransform::Trs(Trs {
        translation: Vec3::new(x, y, 0.0),
        ..Trs::IDENTITY
    })
}

/// A root with an arm to each side, of which the left has a joint for twists on its way: 0 → (1 → (2, 3), 4).
fn skeleton() -> Skeleton {
    SkeletonBuilder::new()
        .joint(0, None, "root", LocalTransform::default())
        .joint(1, Some(0), "left", at(-1.0, 1.0))
        .joint(2, Some(1), "left twist", at(0.0, 0.5))
        .joint(3, Some(1), "left end", at(0.0, 1.0))
        .joint(4, Some(0), "right", at(1.0, 1.0))
        .build()
        .unwrap()
}

/// Head and tail of each bone.
fn bones(listed: &[u16]) -> Vec<[Vec3; 2]> {
    let skeleton = skeleton();
    let joints: Vec<JointIndex> = listed.iter().copied().map(JointIndex).collect();
    let matrices: Vec<_> = joints
        .iter()
        .map(|&joint| skeleton.rest_model_from_joint(joint).inverse().to_affine())
        .collect();
    let (bind, _) = BindPose::new(&skeleton, &joints, &matrices).unwrap();
    let bones = BoneSegment::of_skin(&skeleton, &bind);
    bones
        .into_iter()
        .map(|bone| [bone.head, bone.tail])
        .collect()
}

#[test]
fn bones_end_where_the_limb_goes_on() {
    let place = |x: f32, y: f32| Vec3::new(x, y, 0.0);
    let all = bones(&[0, 1, 2, 3, 4]);
    assert_eq!(all[0], [Vec3::ZERO, place(0.0, 1.0)], "between both arms");
    assert_eq!(
        all[1],
        [place(-1.0, 1.0), place(-1.0, 2.0)],
        "past the twist"
    );
    // Without any below, on as the bone that ends there.
    assert_eq!(all[3], [place(-1.0, 2.0), place(-1.0, 3.0)]);
    assert_eq!(all[4], [place(1.0, 1.0), place(2.0, 2.0)]);
    // What the skin does not list is passed over; what it lists twice has one bone.
    let some = bones(&[0, 3, 0]);
    assert_eq!(some[0], [Vec3::ZERO, place(-1.0, 2.0)]);
    assert_eq!(some[2], some[0]);
    assert_eq!(bones(&[2]), [[place(-1.0, 1.5); 2]], "alone it is a point");
    assert_eq!(bones(&[]), Vec::<[Vec3; 2]>::new());
}

#[test]
fn the_closest_place_is_on_the_segment() {
    let bone = BoneSegment {
        head: Vec3::X,
        tail: Vec3::X * 3.0,
    };
    let cases = [(0.0, 1.0), (2.5, 2.5), (9.0, 3.0)];
    for (x, expected) in cases {
        let found = bone.closest_point(Vec3::new(x, 4.0, -1.0));
        assert_eq!(found, Vec3::X * expected);
    }
    let point = BoneSegment {
        head: Vec3::Y,
        tail: Vec3::Y,
    };
    assert_eq!(point.closest_point(Vec3::splat(7.0)), Vec3::Y);
}
