//! Clips and poses brought to other skeletons: what must hold whatever they are.

use crate::support::{
    GO_ON, Made, MadeTrack, any_made, any_mirrored, any_rotation, any_track, any_uneven, at_rest,
    clip_of, distance, joint_of, map_of,
};
use glam::{Quat, Vec3};
use proptest::prelude::*;
use retarget::{BoneMap, MappedSkeleton, RetargetError, RetargetOptions, Retargeter, Slot};
use rig::{Channel, Clip, ClipId, HumanBone, JointIndex, JointTrack, Keys, Pose, Skeleton};

/// That many cases, and no files of failures beside the sources.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Hips, and the other joints in slots of their own.
fn plain_slots(len: usize) -> Vec<(Slot, usize)> {
    let others = (1..len).map(|place| (Slot::Free(place.to_string()), place));
    std::iter::once((Slot::Human(HumanBone::Hips), 0))
        .chain(others)
        .collect()
}

fn numbers(keys: Keys<'_>) -> Vec<f32> {
    match keys {
        Keys::Vector(track) => track.values().iter().flat_map(|it| it.to_array()).collect(),
        Keys::Rotation(track) => track.values().iter().flat_map(|it| it.to_array()).collect(),
        Keys::Number(track) => track.values().to_vec(),
    }
}

/// Whether two clips have the same tracks, with the same times, and values that differ by so little.
fn same_tracks(one: &Clip, other: &Clip, tolerance: f32) -> Result<(), String> {
    let targets = |clip: &Clip| clip.targets().collect::<Vec<_>>();
    if targets(one) != targets(other) {
        return Err(format!("{:?} {:?}", targets(one), targets(other)));
    }
    for target in targets(one) {
        let [one, other] = [one, other].map(|clip| clip.keys(target).unwrap());
        let worst = numbers(one)
            .iter()
            .zip(numbers(other))
            .fold(0.0_f32, |worst, (one, other)| {
                worst.max((one - other).abs())
            });
        if one.times() != other.times()
            || numbers(one).len() != numbers(other).len()
            || worst > tolerance
        {
            return Err(format!("{target:?} differs by {worst}: {one:?} {other:?}"));
        }
    }
    Ok(())
}

/// The largest number of the frames of a pose, by which rounding is measured.
fn largest(skeleton: &Skeleton, pose: &Pose) -> f32 {
    let flags = vec![rig::ScaleInheritance::Children; skeleton.len()];
    let posed = rig::forward(skeleton, pose.user_transforms(), &flags).unwrap();
    let numbers = skeleton
        .joints()
        .flat_map(|joint| posed.model_from_posed_joint(joint).to_cols_array());
    numbers.fold(1.0, |most, number| most.max(number.abs()))
}

/// A skeleton seen in a mirror across x.
fn reflected(made: &Made) -> Made {
    let mut made = made.clone();
    for rest in &mut made.rests {
        rest.rotation = mirrored_turn(rest.rotation);
        rest.translation = mirrored_way(rest.translation);
    }
    made
}

fn mirrored_turn(turn: Quat) -> Quat {
    Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w)
}

fn mirrored_way(way: Vec3) -> Vec3 {
    way * Vec3::new(-1.0, 1.0, 1.0)
}

fn reflected_clip(clip: &Clip) -> Clip {
    let tracks = clip.tracks().iter().map(|track| {
        let channel = match &track.channel {
            Channel::Translation(keys) => {
                Channel::Translation(keys.map(mirrored_way, mirrored_way).unwrap())
            }
            Channel::Rotation(keys) => {
                Channel::Rotation(keys.map(mirrored_turn, mirrored_turn).unwrap())
            }
            scale => scale.clone(),
        };
        JointTrack {
            joint: track.joint,
            channel,
        }
    });
    Clip::new(ClipId(0), clip.name().map(str::to_owned), clip.duration())
        .with_tracks(tracks.collect(), Vec::new())
}

fn scaled(made: &Made, by: f32) -> Made {
    let mut made = made.clone();
    for rest in &mut made.rests {
        rest.translation *= by;
    }
    made
}

fn without_stretch(tracks: &[MadeTrack]) -> Vec<MadeTrack> {
    let is_rigid = |track: &&MadeTrack| {
        matches!(track.kind, rig::JointChannel::Rotation)
            || (matches!(track.kind, rig::JointChannel::Translation) && track.place == 0)
    };
    tracks.iter().filter(is_rigid).cloned().collect()
}

/// A source and a target of seven joints, of which a few are mapped in both, one slot as a chain of one against three joints.
#[derive(Clone, Debug)]
struct Pair {
    source: Made,
    target: Made,
    tracks: Vec<MadeTrack>,
    is_mapped: Vec<bool>,
}

fn any_pair() -> impl Strategy<Value = Pair> {
    pair_of(any_made(7), any_made(7))
}

fn pair_of(
    source: impl Strategy<Value = Made>,
    target: impl Strategy<Value = Made>,
) -> impl Strategy<Value = Pair> {
    (
        source,
        target,
        prop::collection::vec(any_track(7), 1..8),
        prop::collection::vec(prop::bool::weighted(0.7), 7),
    )
        .prop_map(|(source, target, tracks, is_mapped)| Pair {
            source,
            target,
            tracks,
            is_mapped,
        })
}

impl Pair {
    /// The maps of both, the hips always in it.
    fn maps(&self, source: &Skeleton, target: &Skeleton) -> [BoneMap; 2] {
        let mut slots = plain_slots(7);
        slots.retain(|(_, place)| *place == 0 || self.is_mapped[*place]);
        let mut maps = [source, target].map(|skeleton| map_of(skeleton, &slots));
        // A chain in the target from the last mapped joint upwards, where those above are free.
        let last = slots.last().map_or(0, |(_, place)| *place);
        let slot = Slot::Free(last.to_string());
        let chain = std::iter::successors(Some(last), |&place| self.target.parents[place])
            .take_while(|&place| place == last || (place != 0 && !self.is_mapped[place]));
        let mut chain: Vec<JointIndex> = chain.map(|place| joint_of(target, place)).collect();
        chain.reverse();
        if last != 0 {
            maps[1].set(slot, chain);
        }
        maps
    }
}

proptest! {
    #![proptest_config(cases(48))]

    /// A clip brought to its own skeleton has the same keys.
    #[test]
    fn onto_itself_all_keys_stay(made in any_made(7), tracks in prop::collection::vec(any_track(7), 1..10)) {
        let skeleton = made.skeleton();
        let clip = clip_of(&skeleton, &tracks);
        let map = map_of(&skeleton, &plain_slots(5));
        let retargeter = Retargeter::new(at_rest(&skeleton, &map), at_rest(&skeleton, &map), &RetargetOptions::default()).unwrap();
        prop_assert_eq!(retargeter.ratio(), 1.0);
        let moved = retargeter.clip(&clip, GO_ON).unwrap();
        if let Err(what) = same_tracks(&moved, &clip, 1e-6) {
            prop_assert!(false, "{}", what);
        }
        prop_assert_eq!((moved.name(), moved.duration()), (clip.name(), clip.duration()));
    }

    /// At the times of its keys the clip shows what the pose shows.
    #[test]
    fn a_clip_shows_the_poses(pair in prop_oneof![any_pair(), pair_of(any_uneven(7), any_uneven(7))], times in prop::collection::vec(0.0_f32..4.0, 4)) {
        let (source, target) = (pair.source.skeleton(), pair.target.skeleton());
        let [from, to] = pair.maps(&source, &target);
        let options = RetargetOptions { same_names: false, ..RetargetOptions::default() };
        let retargeter = Retargeter::new(at_rest(&source, &from), at_rest(&target, &to), &options).unwrap();
        // As in a capture; else between keys of one joint others are in between their own.
        let mut tracks = pair.tracks.clone();
        for track in &mut tracks {
            track.times.clone_from(&pair.tracks[0].times);
        }
        let clip = clip_of(&source, &tracks);
        let moved = match retargeter.clip(&clip, GO_ON) {
            Ok(moved) => moved,
            Err(RetargetError::NothingMoves) => return Ok(()),
            Err(other) => return Err(TestCaseError::fail(other.to_string())),
        };
        let pose_at = |time: f32| retargeter.pose(&clip.sample(&source, &Pose::rest(&source), time));
        let shown = |time: f32| moved.sample(&target, &Pose::rest(&target), time);
        for &time in clip.tracks().iter().flat_map(|track| track.channel.times()) {
            let apart = distance(&target, &shown(time), &pose_at(time)) / (largest(&target, &pose_at(time)));
            prop_assert!(apart < 2e-4, "{apart} at {time}");
        }
        for time in times {
            prop_assert!(shown(time).rigid.iter().all(|rigid| rigid.rotation.is_finite()));
        }
    }

    /// A source as large as one likes gives the same motion.
    #[test]
    fn a_larger_source_gives_the_same(pair in any_pair(), by in 0.02_f32..60.0) {
        let (source, target) = (pair.source.skeleton(), pair.target.skeleton());
        let large = scaled(&pair.source, by).skeleton();
        let [from, to] = pair.maps(&source, &target);
        let tracks = without_stretch(&pair.tracks);
        let clip = clip_of(&source, &tracks);
        let grown = clip.tracks().iter().map(|track| match &track.channel {
            Channel::Translation(keys) => JointTrack {
                joint: track.joint,
                channel: Channel::Translation(keys.map(|key| key * by, |key| key * by).unwrap()),
            },
            _ => track.clone(),
        });
        let grown = Clip::new(ClipId(0), None, 1.0).with_tracks(grown.collect(), Vec::new());
        let options = RetargetOptions { same_names: false, ..RetargetOptions::default() };
        let [one, other] = [(&source, &clip), (&large, &grown)].map(|(skeleton, clip)| {
            let retargeter = Retargeter::new(at_rest(skeleton, &from), at_rest(&target, &to), &options).unwrap();
            retargeter.clip(clip, GO_ON)
        });
        if let (Ok(one), Ok(other)) = (&one, &other) {
            // The hips may go far beside small heights.
            let most = one.tracks().iter().flat_map(|track| numbers(track.channel.keys())).fold(1.0_f32, |a, b| a.max(b.abs()));
            if let Err(what) = same_tracks(one, other, 2e-5 * most) {
                prop_assert!(false, "{}", what);
            }
        } else {
            prop_assert_eq!(one.is_ok(), other.is_ok());
        }
    }

    /// What is seen in a mirror moves as in a mirror.
    #[test]
    fn a_mirrored_source_gives_the_mirrored_motion(pair in any_pair()) {
        let [source, target] = [&pair.source, &pair.target].map(Made::skeleton);
        let [mirrored_source, mirrored_target] = [&pair.source, &pair.target].map(|made| reflected(made).skeleton());
        let [from, to] = pair.maps(&source, &target);
        let clip = clip_of(&source, &without_stretch(&pair.tracks));
        let options = RetargetOptions { same_names: false, ..RetargetOptions::default() };
        let plain = Retargeter::new(at_rest(&source, &from), at_rest(&target, &to), &options).unwrap();
        let [from, to] = [from.mirrored(), to.mirrored()];
        let mirrored = Retargeter::new(at_rest(&mirrored_source, &from), at_rest(&mirrored_target, &to), &options).unwrap();
        let [one, other] = [plain.clip(&clip, GO_ON), mirrored.clip(&reflected_clip(&clip), GO_ON)];
        if let (Ok(one), Ok(other)) = (&one, &other) {
            let most = one.tracks().iter().flat_map(|track| numbers(track.channel.keys())).fold(1.0_f32, |a, b| a.max(b.abs()));
            if let Err(what) = same_tracks(&reflected_clip(one), other, 2e-5 * most) {
                prop_assert!(false, "{}", what);
            }
        }
    }

    /// Whatever the map says, and whatever is in the pose, it is refused or gives numbers.
    #[test]
    fn nothing_panics(
        pair in pair_of(any_mirrored(7), any_mirrored(7)),
        slots in prop::collection::vec((0..55_usize, 0..2_usize, prop::collection::vec(0..8_u16, 0..3), prop::collection::vec(0..8_u16, 0..2)), 0..8),
        odd in prop::sample::select(vec![f32::NAN, f32::INFINITY, 1e38, 0.0, -1e-40]),
        up in prop::array::uniform3(-1.0_f32..1.0),
    ) {
        let (source, target) = (pair.source.skeleton(), pair.target.skeleton());
        let mut maps = pair.maps(&source, &target);
        for (bone, side, joints, twists) in slots {
            let mapped = retarget::MappedSlot {
                joints: joints.into_iter().map(JointIndex).collect(),
                twists: twists.into_iter().map(JointIndex).collect(),
                by: retarget::MappedBy::Hand,
                sureness: 1.0,
            };
            maps[side].insert(HumanBone::ALL[bone].into(), mapped);
        }
        let options = RetargetOptions { up: Vec3::from(up), ..RetargetOptions::default() };
        let Ok(retargeter) = Retargeter::new(at_rest(&source, &maps[0]), at_rest(&target, &maps[1]), &options) else {
            return Ok(());
        };
        let mut pose = Pose::rest(&source);
        pose.rigid[3].translation.x = odd;
        pose.rigid[2].rotation.x = odd;
        pose.stretch[1].scale.y = odd;
        pose.rigid.truncate(5);
        let moved = retargeter.pose(&pose);
        prop_assert!(moved.rigid.iter().all(|rigid| rigid.rotation.is_finite() && rigid.translation.is_finite()));
        let clip = clip_of(&source, &pair.tracks).with_duration(odd.abs());
        let is_finite = |clip: &Clip| {
            let mut tracks = clip.tracks().iter();
            tracks.all(|track| numbers(track.channel.keys()).iter().all(|it| it.is_finite()))
        };
        if let Ok(moved) = retargeter.clip(&clip, GO_ON) {
            prop_assert!(is_finite(&moved));
            let contacts = retarget::ContactOptions { slowest: odd, blend: odd, floor: Some(odd), ..retarget::ContactOptions::default() };
            for contacts in [contacts, retarget::ContactOptions { slowest: 1.0, lowest: 9.0, ..contacts }] {
                if let Ok(pinned) = retargeter.pin_feet(&clip, &moved, &contacts, GO_ON) {
                    prop_assert!(is_finite(&pinned));
                }
                prop_assert!(retargeter.report(&clip, &moved, &contacts, GO_ON).is_ok());
            }
        }
    }

    /// A pose that is given as the reference of both makes no difference where it is one pose.
    #[test]
    fn a_reference_pose_of_both_changes_nothing_onto_itself(
        made in any_made(6),
        turns in prop::collection::vec(any_rotation(), 6),
        posed in prop::collection::vec(any_rotation(), 6),
    ) {
        let skeleton = made.skeleton();
        let map = map_of(&skeleton, &plain_slots(6));
        let mut reference = Pose::rest(&skeleton);
        let mut pose = Pose::rest(&skeleton);
        for ((to, from), (at, turn)) in reference.rigid.iter_mut().zip(turns).zip(pose.rigid.iter_mut().zip(posed)) {
            to.rotation = from;
            at.rotation = turn;
        }
        let side = MappedSkeleton { reference: Some(&reference), ..at_rest(&skeleton, &map) };
        let retargeter = Retargeter::new(side, side, &RetargetOptions::default()).unwrap();
        prop_assert!(distance(&skeleton, &retargeter.pose(&pose), &pose) < 1e-5);
    }
}
