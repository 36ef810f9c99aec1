//! Skeletons that look different ways: left stays left, and what walks forward walks forward.

use crate::contacts::{Body, CAPTURE, CAPTURE_NAMES, both, path, walk};
use crate::support::{GO_ON, at_rest, find, joint_at};
use glam::{Quat, Vec3};
use retarget::{
    ContactOptions, MappedSkeleton, RetargetOptions, Retargeter, align_reference, limb_directions,
};
use rig::{Channel, Clip, JointTrack, LocalTransform, Pose, Skeleton, SkeletonBuilder, Trs};
use std::f32::consts::{FRAC_PI_2, PI};

/// The same skeleton turned about the vertical, as characters of VRM 0.x are.
fn turned(skeleton: &Skeleton, turn: Quat) -> Skeleton {
    let mut builder = SkeletonBuilder::new();
    for joint in skeleton.joints() {
        let rest = skeleton.parent_from_joint(joint);
        let parent = skeleton.parent(joint);
        let above = if parent.is_none() {
            turn
        } else {
            Quat::IDENTITY
        };
        let local = LocalTransform::Trs(Trs {
            rotation: above * rest.rotation,
            translation: above * rest.translation,
            ..Trs::IDENTITY
        });
        let parent = parent.map(|parent| skeleton.key(parent));
        builder = builder.joint(skeleton.key(joint), parent, skeleton.name(joint), local);
    }
    builder.build().unwrap()
}

/// The same motion of the turned skeleton.
fn turned_clip(skeleton: &Skeleton, clip: &Clip, turn: Quat) -> Clip {
    let of_root = |channel: &Channel| match channel {
        Channel::Translation(keys) => {
            Channel::Translation(keys.clone().map(|key| turn * key, |it| turn * it).unwrap())
        }
        Channel::Rotation(keys) => {
            Channel::Rotation(keys.clone().map(|key| turn * key, |it| turn * it).unwrap())
        }
        other => other.clone(),
    };
    let tracks = clip.tracks().iter().map(|track| JointTrack {
        joint: track.joint,
        channel: match skeleton.parent(track.joint) {
            None => of_root(&track.channel),
            Some(_) => track.channel.clone(),
        },
    });
    clip.clone().with_tracks(tracks.collect(), Vec::new())
}

/// The largest distance between what two clips show, the second one turned.
fn apart(one: (&Skeleton, &Clip), other: (&Skeleton, &Clip), turn: Quat) -> f32 {
    let joints = one.0.joints();
    let apart = joints.flat_map(|joint| {
        let pairs = path(one.0, one.1, joint)
            .into_iter()
            .zip(path(other.0, other.1, joint));
        pairs
            .map(|(one, other)| one.distance(turn * other))
            .collect::<Vec<_>>()
    });
    apart.fold(0.0, f32::max)
}

#[test]
fn motion_is_the_same_whichever_way_the_two_look() {
    let body = Body([0.2, 0.5, 0.4, 0.1, 0.2]);
    let (skeletons, maps) = both(&body);
    let clip = walk(&skeletons[0], &CAPTURE);
    let options = ContactOptions::default();
    let moved = |source: MappedSkeleton<'_>, target: MappedSkeleton<'_>, clip: &Clip| {
        let retargeter = Retargeter::new(source, target, &RetargetOptions::default()).unwrap();
        let moved = retargeter.clip(clip, GO_ON).unwrap();
        let pinned = retargeter.pin_feet(clip, &moved, &options, GO_ON).unwrap();
        let report = retargeter.report(clip, &pinned, &options, GO_ON).unwrap();
        (pinned, report)
    };
    let sides = |skeleton| at_rest(&skeletons[skeleton], &maps[skeleton]);
    let (plain, plain_report) = moved(sides(0), sides(1), &clip);
    assert_eq!(plain_report.facing, 0.0);
    for quarters in [1.0, 2.0, 3.0] {
        let turn = Quat::from_rotation_y(quarters * FRAC_PI_2);
        let from = turned(&skeletons[0], turn);
        let from_clip = turned_clip(&skeletons[0], &clip, turn);
        let (same, report) = moved(at_rest(&from, &maps[0]), sides(1), &from_clip);
        let distance = apart(
            (&skeletons[1], &plain),
            (&skeletons[1], &same),
            Quat::IDENTITY,
        );
        assert!(distance < 1e-4, "{quarters}: {distance}");
        let back = (report.facing + quarters * FRAC_PI_2).rem_euclid(2.0 * PI);
        assert!(
            back.min(2.0 * PI - back) < 1e-6,
            "{quarters}: {}",
            report.facing
        );
        for (one, other) in report.limbs.iter().zip(&plain_report.limbs) {
            assert!(
                (one.distance - other.distance).abs() < 1e-4,
                "{one:?} {other:?}"
            );
        }
        let onto = turned(&skeletons[1], turn);
        let (away, _) = moved(sides(0), at_rest(&onto, &maps[1]), &clip);
        let distance = apart((&onto, &away), (&skeletons[1], &plain), turn);
        assert!(distance < 1e-4, "{quarters}: {distance}");
    }
}

/// Legs are laid along each other as seen by whose they are.
#[test]
fn reference_poses_are_aligned_as_the_target_looks() {
    let (skeletons, maps) = both(&CAPTURE);
    let back = turned(&skeletons[0], Quat::from_rotation_y(PI));
    let source = at_rest(&back, &maps[0]);
    let target = at_rest(&skeletons[1], &maps[1]);
    assert!(
        limb_directions(&source, &target)
            .iter()
            .all(|limb| limb.apart < 1e-3)
    );
    let aligned = align_reference(&source, &target);
    let rest = Pose::rest(&skeletons[1]);
    let apart = crate::support::distance(&skeletons[1], &aligned, &rest);
    assert!(apart < 1e-5, "{apart}");
}

/// Names that call left what a viewer has at the left, and skeletons without both sides, are turned by nothing.
#[test]
fn nothing_is_turned_where_sides_do_not_tell() {
    let (skeletons, maps) = both(&CAPTURE);
    let Body([half, thigh, shin, ankle, foot]) = CAPTURE;
    let mirrored = Body([-half, thigh, shin, ankle, foot]).skeleton(CAPTURE_NAMES);
    let mut one_sided = SkeletonBuilder::new().joint(0, None, "Hips", joint_at(Vec3::Y));
    one_sided = one_sided.joint(1, Some(0), "UpperLeg_L", joint_at(Vec3::NEG_X));
    for source in [mirrored, one_sided.build().unwrap()] {
        let map = find(&source);
        let target = at_rest(&skeletons[1], &maps[1]);
        let retargeter =
            Retargeter::new(at_rest(&source, &map), target, &RetargetOptions::default()).unwrap();
        assert_eq!(retargeter.facing(), 0.0);
    }
}
