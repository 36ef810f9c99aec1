//! Clips and poses brought to other skeletons: twist joints, scale, reference poses, hips, and what cannot be.

use crate::support::{GO_ON, at_rest, distance};
use glam::{Quat, Vec3, Vec4};
use retarget::{
    BoneMap, MapError, MappedSkeleton, RetargetError, RetargetOptions, Retargeter, RootTravel, Slot,
};
use rig::{
    Channel, Clip, ClipId, HumanBone, Interpolation, JointIndex, JointTrack, Pose, Skeleton, Track,
};
use std::ops::ControlFlow;

/// An arm along x, hips at the root; the second skeleton has twist joints as said.
fn arm(twists: bool) -> (Skeleton, BoneMap) {
    let way = |x: f32| crate::support::joint_at(x * Vec3::X);
    let mut builder = rig::SkeletonBuilder::new()
        .joint(0, None, "hips", crate::support::joint_at(Vec3::Y))
        .joint(1, Some(0), "upper_arm.L", way(0.2))
        .joint(2, Some(1), "forearm.L", way(0.3))
        .joint(3, Some(2), "hand.L", way(0.2));
    if twists {
        builder = builder
            .joint(4, Some(1), "upper_arm_twist.L", way(0.15))
            .joint(5, Some(2), "forearm_twist.L", way(0.1));
    }
    let skeleton = builder.build().unwrap();
    let map = crate::support::find(&skeleton);
    (skeleton, map)
}

#[test]
fn twist_goes_to_the_joints_that_twist() {
    let (source, from) = arm(false);
    let (target, to) = arm(true);
    let named = |name: &str| target.find(name).unwrap();
    let upper = to.get(&HumanBone::LeftUpperArm.into()).unwrap();
    assert_eq!(upper.twists, [named("upper_arm_twist.L")]);
    let retargeter = Retargeter::new(
        at_rest(&source, &from),
        at_rest(&target, &to),
        &RetargetOptions::default(),
    )
    .unwrap();
    let mut pose = Pose::rest(&source);
    let about_x = |degrees: f32| Quat::from_rotation_x(degrees.to_radians());
    pose[source.find("upper_arm.L").unwrap()].rotation = Quat::from_rotation_z(1.0) * about_x(60.0);
    pose[source.find("hand.L").unwrap()].rotation = about_x(80.0);
    let moved = retargeter.pose(&pose);
    let turn = |name: &str| moved[named(name)].rotation;
    assert!(turn("upper_arm.L").abs_diff_eq(Quat::from_rotation_z(1.0) * about_x(60.0), 1e-5));
    // Half way along the upper arm half of its twist is taken back; half way along the forearm half of the hand's is there.
    assert!(turn("upper_arm_twist.L").abs_diff_eq(about_x(-30.0), 1e-5));
    assert!(turn("forearm_twist.L").abs_diff_eq(about_x(40.0), 1e-5));
    assert!(turn("hand.L").abs_diff_eq(about_x(80.0), 1e-5));
}

#[test]
fn twist_joints_stay_with_the_joints_that_they_were_found_with() {
    let (skeleton, found) = arm(true);
    let slot = HumanBone::LeftUpperArm.into();
    let upper = found.get(&slot).unwrap().clone();
    let mut map = found.clone();
    map.set(slot.clone(), upper.joints.clone());
    assert_eq!(map.get(&slot).unwrap().twists, upper.twists);
    map.set(slot.clone(), vec![skeleton.find("hand.L").unwrap()]);
    assert!(map.get(&slot).unwrap().twists.is_empty());
}

/// Twist joints within a limb, as DAZ has them, take the twist that others have at its first joint, and give it back.
#[test]
fn twist_within_a_limb_goes_there_and_back() {
    let (single, plain) = arm(false);
    let way = |x: f32| crate::support::joint_at(x * Vec3::X);
    let daz = rig::SkeletonBuilder::new()
        .joint(0, None, "hip", crate::support::joint_at(Vec3::Y))
        .joint(1, Some(0), "lShldrBend", way(0.2))
        .joint(2, Some(1), "lShldrTwist", way(0.15))
        .joint(3, Some(2), "lForearmBend", way(0.15))
        .joint(4, Some(3), "lHand", way(0.2))
        .build()
        .unwrap();
    let map = crate::support::find(&daz);
    let options = RetargetOptions::default();
    let to = Retargeter::new(at_rest(&single, &plain), at_rest(&daz, &map), &options).unwrap();
    let back = Retargeter::new(at_rest(&daz, &map), at_rest(&single, &plain), &options).unwrap();
    let turn = Quat::from_rotation_z(1.0) * Quat::from_rotation_x(1.2);
    let mut pose = Pose::rest(&single);
    pose[single.find("upper_arm.L").unwrap()].rotation = turn;
    let moved = to.pose(&pose);
    let at = |name: &str| moved[daz.find(name).unwrap()].rotation;
    assert!(at("lShldrBend").abs_diff_eq(Quat::from_rotation_z(1.0), 1e-5));
    assert!(at("lShldrTwist").abs_diff_eq(Quat::from_rotation_x(1.2), 1e-5));
    assert!(at("lForearmBend").abs_diff_eq(Quat::IDENTITY, 1e-5));
    assert!(distance(&single, &back.pose(&moved), &pose) < 1e-5);
}

/// Scale is carried in the axes of each joint: along the bone stays along the bone.
#[test]
fn scale_goes_along_in_other_axes() {
    let (source, from) = arm(false);
    let turned = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    let local = |rotation: Quat, translation: Vec3| {
        rig::LocalTransform::Trs(rig::Trs {
            translation,
            rotation,
            scale: Vec3::ONE,
        })
    };
    // The same places; bones go along -y of their joints.
    let target = rig::SkeletonBuilder::new()
        .joint(0, None, "hips", local(Quat::IDENTITY, Vec3::Y))
        .joint(1, Some(0), "upper_arm.L", local(turned, 0.2 * Vec3::X))
        .joint(
            2,
            Some(1),
            "forearm.L",
            local(Quat::IDENTITY, -0.3 * Vec3::Y),
        )
        .joint(3, Some(2), "hand.L", local(Quat::IDENTITY, -0.2 * Vec3::Y))
        .build()
        .unwrap();
    let to = crate::support::find(&target);
    let retargeter = Retargeter::new(
        at_rest(&source, &from),
        at_rest(&target, &to),
        &RetargetOptions::default(),
    )
    .unwrap();
    let arm = source.find("upper_arm.L").unwrap();
    let scale = Track::new(
        [0.0, 1.0],
        vec![Vec3::ONE, Vec3::new(2.0, 1.0, 1.0)],
        Interpolation::Linear,
    );
    let shear = Track::new([0.0], vec![Vec3::new(0.1, 0.0, 0.0)], Interpolation::Linear);
    let tracks = vec![
        JointTrack {
            joint: arm,
            channel: Channel::Scale(scale.unwrap()),
        },
        JointTrack {
            joint: arm,
            channel: Channel::Shear(shear.unwrap()),
        },
    ];
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(tracks, Vec::new());
    let moved = retargeter.clip(&clip, GO_ON).unwrap();
    let pose = moved.sample(&target, &Pose::rest(&target), 1.0);
    let stretch = pose.stretch[target.find("upper_arm.L").unwrap().index()];
    assert!(
        stretch.scale.abs_diff_eq(Vec3::new(1.0, 2.0, 1.0), 1e-5),
        "{stretch:?}"
    );
    assert!(
        Vec4::from((stretch.shear, 0.0)).abs_diff_eq(Vec4::new(-0.1, 0.0, 0.0, 0.0), 1e-5),
        "{stretch:?}"
    );
}

/// A character whose arm hangs stands in the T pose of the capture: what is shown is that pose.
#[test]
fn an_arm_that_hangs_is_laid_along_one_that_is_held_out() {
    let (source, from) = arm(false);
    let down = Quat::from_rotation_z(-0.9);
    let local = |rotation: Quat, x: f32| {
        rig::LocalTransform::Trs(rig::Trs {
            translation: x * Vec3::X,
            rotation,
            scale: Vec3::ONE,
        })
    };
    let target = rig::SkeletonBuilder::new()
        .joint(0, None, "hips", crate::support::joint_at(Vec3::Y))
        .joint(1, Some(0), "upper_arm.L", local(down, 0.1))
        .joint(
            2,
            Some(1),
            "forearm.L",
            local(Quat::from_rotation_y(0.3), 0.4),
        )
        .joint(3, Some(2), "hand.L", local(Quat::IDENTITY, 0.3))
        .build()
        .unwrap();
    let to = crate::support::find(&target);
    let sides = [at_rest(&source, &from), at_rest(&target, &to)];
    let apart = retarget::limb_directions(&sides[0], &sides[1]);
    assert_eq!(apart.len(), 2);
    assert!((apart[0].apart - 0.9).abs() < 1e-5);
    let reference = retarget::align_reference(&sides[0], &sides[1]);
    let aligned = MappedSkeleton {
        reference: Some(&reference),
        ..sides[1]
    };
    let apart = retarget::limb_directions(&sides[0], &aligned);
    assert!(apart.iter().all(|limb| limb.apart < 1e-4), "{apart:?}");
    let retargeter = Retargeter::new(sides[0], aligned, &RetargetOptions::default()).unwrap();
    let shown = retargeter.pose(&Pose::rest(&source));
    assert!(distance(&target, &shown, &reference) < 1e-5);
}

/// Hips with two arms of two bones each, as long as said, held out.
fn with_arms(arm: f32) -> Skeleton {
    let way = |x: f32, y: f32| crate::support::joint_at(Vec3::new(x, y, 0.0));
    let mut builder = rig::SkeletonBuilder::new().joint(0, None, "hips", way(0.0, 1.0));
    for (side, x, first) in [("L", 1.0, 1), ("R", -1.0, 5)] {
        let name = |stem: &str| format!("{stem}.{side}");
        builder = builder
            .joint(first, Some(0), &name("upper_arm"), way(0.2 * x, 0.4))
            .joint(first + 1, Some(first), &name("forearm"), way(arm * x, 0.0))
            .joint(first + 2, Some(first + 1), &name("hand"), way(arm * x, 0.0))
            .joint(first + 3, Some(0), &name("foot"), way(0.1 * x, -1.0));
    }
    builder.build().unwrap()
}

fn head_at(skeleton: &Skeleton, clip: &Clip, name: &str, time: f32) -> Vec3 {
    let flags = vec![rig::ScaleInheritance::Children; skeleton.len()];
    let pose = clip.sample(skeleton, &Pose::rest(skeleton), time);
    let posed = rig::forward(skeleton, pose.user_transforms(), &flags).unwrap();
    let joint = skeleton.find(name).unwrap();
    posed.model_from_posed_frame(joint).translation.into()
}

/// Longer arms bend until hands are where those of the source are; too short ones point there.
#[test]
fn hands_go_where_those_of_the_source_are() {
    let source = with_arms(0.3);
    let about = Quat::from_rotation_y;
    let turn = |joint: &str, turns: [Quat; 2]| {
        let keys = Track::new([0.0, 1.0], turns.to_vec(), Interpolation::Linear).unwrap();
        JointTrack {
            joint: source.find(joint).unwrap(),
            channel: Channel::Rotation(keys),
        }
    };
    let tracks = vec![
        turn("upper_arm.L", [Quat::from_rotation_z(-0.5), about(-0.8)]),
        turn("forearm.L", [about(-0.7), about(-1.4)]),
    ];
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(tracks, Vec::new());
    for arm in [0.4, 0.24] {
        let target = with_arms(arm);
        let maps = [&source, &target].map(crate::support::find);
        let retargeter = Retargeter::new(
            at_rest(&source, &maps[0]),
            at_rest(&target, &maps[1]),
            &RetargetOptions::default(),
        )
        .unwrap();
        let moved = retargeter.clip(&clip, GO_ON).unwrap();
        let placed = retargeter.place_hands(&clip, &moved, GO_ON).unwrap();
        for time in [0.0, 0.25, 0.5, 1.0] {
            let wanted = head_at(&source, &clip, "hand.L", time);
            let found = head_at(&target, &placed, "hand.L", time);
            let before = head_at(&target, &moved, "hand.L", time);
            let is_within = wanted.distance(Vec3::new(0.2, 1.4, 0.0)) < 2.0 * arm;
            assert_eq!(found.distance(wanted) < 1e-3, is_within);
            assert!(found.distance(wanted) < before.distance(wanted));
        }
        let right = head_at(&target, &placed, "hand.R", 0.5);
        let straight = Vec3::new(-0.2 - 2.0 * arm.min(0.3), 1.4, 0.0);
        assert!(right.distance(straight) < 2e-3, "{right}");
    }
}

#[test]
fn hips_travel_as_is_asked_for() {
    let (source, from) = arm(false);
    let options = |travel| RetargetOptions {
        travel,
        ..RetargetOptions::default()
    };
    let travels = [
        (RootTravel::HipHeight, Vec3::new(1.0, 2.0, 3.0)),
        (RootTravel::LegLength, Vec3::new(1.0, 2.0, 3.0)),
        (RootTravel::InPlace, Vec3::new(0.0, 2.0, 0.0)),
        (RootTravel::Ground, Vec3::new(1.0, 0.0, 3.0)),
    ];
    let hips = source.find("hips").unwrap();
    let keys = Track::new([0.0], vec![Vec3::new(1.0, 3.0, 3.0)], Interpolation::Linear).unwrap();
    let track = JointTrack {
        joint: hips,
        channel: Channel::Translation(keys),
    };
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(vec![track], Vec::new());
    for (travel, expected) in travels {
        let side = at_rest(&source, &from);
        let retargeter = Retargeter::new(side, side, &options(travel)).unwrap();
        let moved = retargeter.clip(&clip, GO_ON).unwrap();
        let pose = moved.sample(&source, &Pose::rest(&source), 0.0);
        assert!(
            pose[hips].translation.abs_diff_eq(expected, 1e-5),
            "{travel:?} {:?}",
            pose[hips]
        );
    }
}

#[test]
fn what_cannot_be_says_why() {
    let (source, from) = arm(false);
    let side = at_rest(&source, &from);
    let options = RetargetOptions::default();
    let mut other = BoneMap::default();
    other.set(Slot::Free("tail".to_owned()), vec![JointIndex(0)]);
    let nothing = Retargeter::new(side, at_rest(&source, &other), &options).unwrap_err();
    assert!(
        matches!(nothing, MapError::NothingShared { .. }),
        "{nothing}"
    );
    let empty = BoneMap::default();
    let strange = crane(["base", "jib", "hook"], 1.0);
    let which = |from: MappedSkeleton<'_>, onto: MappedSkeleton<'_>| match Retargeter::new(
        from, onto, &options,
    )
    .unwrap_err()
    {
        MapError::NothingKnown { which } => which,
        other => panic!("{other}"),
    };
    let unknown = at_rest(&strange, &empty);
    assert_eq!(which(side, unknown), "the target");
    assert_eq!(which(unknown, side), "the source");
    let other = crane(["base", "arm", "claw"], 1.0);
    assert_eq!(which(unknown, at_rest(&other, &empty)), "both skeletons");
    let retargeter = Retargeter::new(side, side, &options).unwrap();
    let still = Clip::new(ClipId(0), None, 1.0);
    assert_eq!(
        retargeter.clip(&still, GO_ON),
        Err(RetargetError::NothingMoves)
    );
    let keys = Track::new([0.0], vec![Vec3::Y], Interpolation::Linear).unwrap();
    let track = JointTrack {
        joint: JointIndex(0),
        channel: Channel::Translation(keys),
    };
    let clip = still.with_tracks(vec![track], Vec::new());
    let stop: &rig::GoOn<'_> = &|_| ControlFlow::Break(());
    assert_eq!(retargeter.clip(&clip, stop), Err(RetargetError::Stopped));
}

/// A capture of a million frames, of a joint that is only carried over, and of a spine that is sampled.
#[test]
#[expect(clippy::cast_possible_truncation, reason = "times are f32")]
fn a_capture_of_a_million_frames_is_brought_over() {
    let names = |names: &[&str]| {
        let mut builder = rig::SkeletonBuilder::new();
        for (place, name) in names.iter().enumerate() {
            let parent = place.checked_sub(1).map(crate::support::key);
            builder = builder.joint(
                crate::support::key(place),
                parent,
                name,
                crate::support::joint_at(Vec3::Y),
            );
        }
        builder.build().unwrap()
    };
    let (source, target) = (
        names(&["hips", "spine", "head"]),
        names(&["hips", "spine", "chest", "head"]),
    );
    let map = |skeleton: &Skeleton, back: &[&str]| {
        let mut map = BoneMap::default();
        let joint = |name: &str| skeleton.find(name).unwrap();
        map.set(HumanBone::Hips.into(), vec![joint("hips")]);
        map.set(HumanBone::Head.into(), vec![joint("head")]);
        map.set(
            HumanBone::Spine.into(),
            back.iter().map(|name| joint(name)).collect(),
        );
        map
    };
    let (from, to) = (map(&source, &["spine"]), map(&target, &["spine", "chest"]));
    let frames: Vec<f32> = (0..1_000_000_u32)
        .map(|frame| (f64::from(frame) / 120.0) as f32)
        .collect();
    let turns = |axis: Vec3| {
        let turn = |time: &f32| Quat::from_axis_angle(axis, 0.3 * time.sin());
        let keys = Track::new(
            frames.as_slice(),
            frames.iter().map(turn).collect(),
            Interpolation::Linear,
        );
        Channel::Rotation(keys.unwrap())
    };
    let tracks = vec![
        JointTrack {
            joint: JointIndex(0),
            channel: turns(Vec3::Y),
        },
        JointTrack {
            joint: JointIndex(1),
            channel: turns(Vec3::X),
        },
    ];
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(tracks, Vec::new());
    let retargeter = Retargeter::new(
        at_rest(&source, &from),
        at_rest(&target, &to),
        &RetargetOptions::default(),
    )
    .unwrap();
    let moved = retargeter.clip(&clip, GO_ON).unwrap();
    assert_eq!(moved.key_count(), 3_000_000);
}

/// A machine without arms and legs.
fn crane(names: [&str; 3], size: f32) -> Skeleton {
    let mut builder = rig::SkeletonBuilder::new();
    for (place, name) in (0..).zip(names) {
        let way = crate::support::joint_at(size * (Vec3::Y + 0.3 * Vec3::X));
        builder = builder.joint(place, place.checked_sub(1), name, way);
    }
    builder.build().unwrap()
}

#[test]
fn machines_of_one_name_move_alike_without_a_bone_map() {
    let names = ["base", "jib", "hook"];
    let (source, map) = (crane(names, 1.0), BoneMap::default());
    let jib = source.find("jib").unwrap();
    let turn = Track::new(
        [0.0, 1.0],
        vec![Quat::IDENTITY, Quat::from_rotation_z(1.0)],
        Interpolation::Linear,
    );
    let way = Track::new(
        [0.0, 1.0],
        vec![Vec3::new(0.3, 1.0, 0.0), Vec3::Y],
        Interpolation::Linear,
    );
    let channels = [
        Channel::Rotation(turn.unwrap()),
        Channel::Translation(way.unwrap()),
    ];
    let tracks = channels.map(|channel| JointTrack {
        joint: jib,
        channel,
    });
    let clip = Clip::new(ClipId(0), None, 1.0).with_tracks(tracks.to_vec(), Vec::new());
    let onto = |target: &Skeleton| {
        let retargeter = Retargeter::new(
            at_rest(&source, &map),
            at_rest(target, &map),
            &RetargetOptions::default(),
        );
        let moved = retargeter.unwrap().clip(&clip, GO_ON).unwrap();
        moved.sample(target, &Pose::rest(target), 1.0)
    };
    let same = onto(&source);
    assert_eq!(
        same,
        clip.sample(&source, &Pose::rest(&source), 1.0),
        "its own skeleton moves as it did"
    );
    let large = crane(names, 3.0);
    let twice = onto(&large);
    assert!(
        twice[jib]
            .rotation
            .abs_diff_eq(Quat::from_rotation_z(1.0), 1e-6)
    );
    assert!(
        twice[jib]
            .translation
            .abs_diff_eq(3.0 * same[jib].translation, 1e-5),
        "{:?}",
        twice[jib]
    );
}
