//! Fewer keys: what is carried by joints stays near where all keys have it.

use glam::{Quat, Vec3};
use proptest::prelude::*;
use rig::{
    AnyTrack, Channel, Clip, ClipEdit, ClipId, Interpolation, JointBox, JointChannel, JointIndex,
    JointTrack, KeptKeys, Key, KeyMode, LocalTransform, MorphTrack, Pose, ReducedKeys, Reduction,
    Repeat, ScaleInheritance, SearchLimits, Segment, Skeleton, SkeletonBuilder, Tangents, Target,
    Track, Trs, distinct_keys, forward, least_frames, reduced_track, times_to_measure,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A chain of joints, each a box high.
fn chain(joints: u32, size: f32) -> (Skeleton, Vec<JointBox>) {
    let mut builder = SkeletonBuilder::new();
    for joint in 0..joints {
        let local = Trs {
            translation: if joint == 0 {
                Vec3::ZERO
            } else {
                size * Vec3::Y
            },
            ..Trs::IDENTITY
        };
        let above = joint.checked_sub(1);
        builder = builder.joint(joint, above, "", LocalTransform::Trs(local));
    }
    let skeleton = builder.build().unwrap();
    let boxes = skeleton.joints().map(|joint| JointBox {
        joint,
        corners: [0_u8, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
            let side = |bit: u8| if corner & bit == 0 { -0.1 } else { 0.1 };
            size * Vec3::new(side(1), if corner & 2 == 0 { 0.0 } else { 1.0 }, side(4))
        }),
    });
    let boxes = boxes.collect();
    (skeleton, boxes)
}

fn times(keys: u8) -> Vec<f32> {
    (0..keys).map(|key| f32::from(key) / 20.0).collect()
}

/// A chain that waves: turns of each joint about changing axes.
fn waving(skeleton: &Skeleton, keys: u8, amount: f32) -> Clip {
    let tracks = skeleton.joints().zip(0_u8..).map(|(joint, place)| {
        let values = times(keys).into_iter().map(|time| {
            let phase = f32::from(place);
            let angles = [2.0, 3.1, 4.7].map(|speed| amount * (speed * time + phase).sin());
            Quat::from_scaled_axis(Vec3::from(angles))
        });
        let track = Track::new(times(keys), values.collect(), Interpolation::Linear);
        JointTrack {
            joint,
            channel: Channel::Rotation(track.unwrap()),
        }
    });
    let clip = Clip::new(ClipId(0), None, 0.0);
    clip.with_tracks(tracks.collect(), Vec::new())
}

struct Case {
    skeleton: Skeleton,
    boxes: Vec<JointBox>,
    inheritance: Vec<ScaleInheritance>,
    clip: Clip,
}

impl Case {
    fn new((skeleton, boxes): (Skeleton, Vec<JointBox>), clip: Clip) -> Self {
        Self {
            inheritance: vec![ScaleInheritance::Children; skeleton.len()],
            skeleton,
            boxes,
            clip,
        }
    }

    /// The rest with one morph weight.
    fn base(&self) -> Pose {
        let mut base = Pose::rest(&self.skeleton);
        base.morph_weights = vec![0.0];
        base
    }

    fn kept(&self, tolerance: f32) -> KeptKeys {
        let found = self.search(tolerance, SearchLimits::default());
        assert!(!found.is_cut);
        found.kept
    }

    fn search(&self, tolerance: f32, limits: SearchLimits) -> ReducedKeys {
        let targets: BTreeSet<Target> = self.clip.targets().collect();
        let reduction = Reduction {
            clip: &self.clip,
            skeleton: &self.skeleton,
            base: &self.base(),
            scale_inheritance: &self.inheritance,
            boxes: &self.boxes,
            morph_reach: &[1.0],
            targets: &targets,
            tolerance,
            limits,
        };
        reduction.run(&|_| ControlFlow::Continue(())).unwrap()
    }

    fn with(&self, kept: &KeptKeys) -> Clip {
        let tracks = kept
            .iter()
            .map(|(&target, keeps)| reduced_track(&self.clip, target, keeps));
        let set: Vec<AnyTrack> = tracks.map(Option::unwrap).collect();
        let edit = ClipEdit::SetTracks {
            set,
            remove: Vec::new(),
        };
        self.clip.with_edit(&edit).unwrap().0
    }

    /// How far a corner is from where it should be, at most, and a vertex that the morph weight takes by 1.
    fn error(&self, other: &Clip, time: f32) -> f32 {
        let base = self.base();
        let weights = [&self.clip, other]
            .map(|clip| clip.sample(&self.skeleton, &base, time).morph_weights[0]);
        let [one, other] = [&self.clip, other].map(|clip| {
            let pose = clip.sample(&self.skeleton, &base, time);
            let posed = forward(&self.skeleton, pose.user_transforms(), &self.inheritance);
            let posed = posed.unwrap();
            let corners = self.boxes.iter().flat_map(|carried| {
                let last = posed.model_from_posed_joint(carried.joint);
                carried.corners.map(|corner| last.transform_point3(corner))
            });
            corners.collect::<Vec<Vec3>>()
        });
        let distances = one.iter().zip(&other).map(|(from, to)| from.distance(*to));
        distances.fold(0.0, f32::max) + (weights[0] - weights[1]).abs()
    }

    /// The largest of these errors where the promise is.
    fn worst(&self, other: &Clip) -> f32 {
        let times = times_to_measure(&self.clip, &self.clip.targets().collect());
        let errors = times.into_iter().map(|time| self.error(other, time));
        errors.fold(0.0, f32::max)
    }
}

fn left(kept: &KeptKeys) -> usize {
    kept.values().flatten().filter(|keeps| **keeps).count()
}

#[test]
fn errors_do_not_add_up_along_a_chain() {
    let body = chain(12, 0.2);
    let clip = waving(&body.0, 40, 0.25);
    let case = Case::new(body, clip);
    let mut before = case.clip.key_count();
    for tolerance in [1e-3, 1e-2, 0.1] {
        let kept = case.kept(tolerance);
        let worst = case.worst(&case.with(&kept));
        assert!(worst <= 1.001 * tolerance + 1e-6, "{tolerance}: {worst}");
        assert!(
            worst > 0.2 * tolerance,
            "it is made use of: {tolerance}: {worst}"
        );
        assert!(left(&kept) < before, "{tolerance}: {}", left(&kept));
        before = left(&kept);
    }
}

#[test]
fn a_stretched_parent_counts_whatever_its_children_inherit() {
    let body = chain(4, 0.5);
    let mut clip = waving(&body.0, 20, 0.4);
    let values = times(20)
        .into_iter()
        .map(|time| Vec3::new(1.0, 1.0 + 0.4 * (3.0 * time).sin(), 1.2));
    let scale = Track::new(times(20), values.collect(), Interpolation::Linear).unwrap();
    let set = vec![AnyTrack::Joint(JointTrack {
        joint: JointIndex(1),
        channel: Channel::Scale(scale),
    })];
    clip = clip
        .with_edit(&ClipEdit::SetTracks {
            set,
            remove: vec![],
        })
        .unwrap()
        .0;
    let mut case = Case::new(body, clip);
    for inheritance in [ScaleInheritance::Children, ScaleInheritance::Joint] {
        case.inheritance.fill(inheritance);
        let kept = case.kept(5e-3);
        let worst = case.worst(&case.with(&kept));
        assert!(worst <= 5.01e-3, "{inheritance:?}: {worst}");
        assert!(left(&kept) < case.clip.key_count());
    }
}

#[test]
fn a_small_figure_does_not_freeze() {
    let [large, small] = [1.0, 1e-3].map(|size| {
        let body = chain(6, size);
        let clip = waving(&body.0, 30, 0.3);
        left(&Case::new(body, clip).kept(1e-3 * size))
    });
    assert!(small.abs_diff(large) <= large / 10, "{small} {large}");
    assert!(small > 30);
}

#[test]
fn what_stands_still_keeps_one_key_and_a_straight_line_two() {
    let body = chain(2, 1.0);
    let still = Track::new(times(50), vec![Vec3::X; 50], Interpolation::Linear).unwrap();
    let line = times(50).into_iter().map(|time| time * Vec3::Z).collect();
    let line = Track::new(times(50), line, Interpolation::Linear).unwrap();
    let flat = times(50).into_iter().map(|time| Key {
        time,
        value: Quat::from_rotation_x(0.5),
        tangents: [Quat::from_xyzw(0.0, 0.0, 0.0, 0.0); 2],
        mode: KeyMode::default(),
    });
    let flat = Track::from_keys(flat.collect(), None).unwrap();
    let track = |joint: u16, channel| JointTrack {
        joint: JointIndex(joint),
        channel,
    };
    let tracks = vec![
        track(0, Channel::Translation(still)),
        track(0, Channel::Rotation(flat)),
        track(1, Channel::Translation(line)),
    ];
    let clip = Clip::new(ClipId(0), None, 0.0).with_tracks(tracks, Vec::new());
    let case = Case::new(body, clip);
    let kept = case.kept(1e-5);
    let counts = kept.iter().map(|(target, keeps)| {
        let count = keeps.iter().filter(|keeps| **keeps).count();
        (*target, count)
    });
    let of = |joint: u16, channel| Target::Joint(JointIndex(joint), channel);
    assert_eq!(
        counts.collect::<Vec<_>>(),
        [
            (of(0, JointChannel::Translation), 1),
            (of(0, JointChannel::Rotation), 1),
            (of(1, JointChannel::Translation), 2),
        ]
    );
    let after = case.with(&kept);
    assert_eq!(after.duration(), case.clip.duration());
    assert!(case.worst(&after) <= 1e-5);
}

/// Held, straight and curved keys in one track, whose automatic tangents go through the ends of the loop.
#[test]
fn every_kind_of_key_keeps_to_the_bound() {
    let mode = |place: usize| KeyMode {
        out: [
            Segment::Cubic,
            Segment::Cubic,
            Segment::Linear,
            Segment::Hold,
        ][place / 9 % 4],
        tangents: if place.is_multiple_of(5) {
            Tangents::Flat
        } else {
            Tangents::Auto
        },
        ..KeyMode::default()
    };
    let keys = times(37).into_iter().enumerate().map(|(place, time)| Key {
        time,
        value: Quat::from_scaled_axis(0.5 * Vec3::new((3.0 * time).sin(), time.cos(), 0.2)),
        tangents: [Quat::from_xyzw(0.0, 0.0, 0.0, 0.0); 2],
        mode: mode(place),
    });
    let mut keys: Vec<Key<Quat>> = keys.collect();
    keys[36].value = keys[0].value;
    for repeat in [Repeat::Loop, Repeat::Once] {
        let track =
            Track::from_keys(keys.clone(), (repeat == Repeat::Loop).then_some(1.8)).unwrap();
        let tracks = vec![JointTrack {
            joint: JointIndex(1),
            channel: Channel::Rotation(track),
        }];
        let clip = Clip::new(ClipId(0), None, 0.0).with_tracks(tracks, Vec::new());
        let clip = clip.with_edit(&ClipEdit::SetRepeat(repeat)).unwrap().0;
        let case = Case::new(chain(3, 1.0), clip);
        let kept = case.kept(0.01);
        let after = case.with(&kept);
        assert!(
            case.worst(&after) <= 0.0101,
            "{repeat:?}: {}",
            case.worst(&after)
        );
        assert!(left(&kept) < 37);
        assert_eq!(after.key_count(), left(&kept));
    }
}

#[test]
fn it_can_be_canceled_and_refuses_what_does_not_fit() {
    let body = chain(6, 1.0);
    let clip = waving(&body.0, 40, 0.3);
    let case = Case::new(body, clip);
    let targets: BTreeSet<Target> = case.clip.targets().collect();
    let reduction = Reduction {
        clip: &case.clip,
        skeleton: &case.skeleton,
        base: &Pose::rest(&case.skeleton),
        scale_inheritance: &case.inheritance,
        boxes: &case.boxes,
        morph_reach: &[],
        targets: &targets,
        tolerance: 1e-3,
        limits: SearchLimits::default(),
    };
    assert_eq!(reduction.run(&|_| ControlFlow::Break(())), None);
    let wrong = Reduction {
        scale_inheritance: &case.inheritance[1..],
        ..reduction
    };
    assert_eq!(wrong.run(&|_| ControlFlow::Continue(())), None);
    // Other tracks keep their keys.
    let few: BTreeSet<Target> = targets.iter().copied().take(1).collect();
    let few = Reduction {
        targets: &few,
        ..reduction
    };
    let found = few.run(&|_| ControlFlow::Continue(())).unwrap();
    assert_eq!(found.kept.len(), 1);
}

/// A search in parts, or one that ends early, keeps to the bound and says so; keys that were not tried stay.
#[test]
fn a_search_within_limits_keeps_to_the_bound() {
    let body = chain(5, 0.3);
    let mut clip = waving(&body.0, 60, 0.2);
    let weights = times(60).into_iter().map(|time| 0.02 * (4.0 * time).sin());
    let track = Track::new(times(60), weights.collect(), Interpolation::Linear).unwrap();
    let morphs = vec![MorphTrack { weight: 0, track }];
    clip = clip.clone().with_tracks(clip.tracks().to_vec(), morphs);
    let case = Case::new(body, clip);
    let usual = SearchLimits::default();
    let [held, frames] = [16, 6_000];
    let whole = case.search(5e-3, usual);
    let parts = case.search(5e-3, SearchLimits { held, ..usual });
    let cut = case.search(5e-3, SearchLimits { frames, ..usual });
    let none = case.search(5e-3, SearchLimits { frames: 0, ..usual });
    let flags = [&whole, &parts, &cut, &none].map(|found| found.is_cut);
    assert_eq!(flags, [false, false, true, true]);
    for found in [&whole, &parts, &cut] {
        let worst = case.worst(&case.with(&found.kept));
        assert!(worst <= 5.01e-3, "{worst}");
    }
    let [whole, parts, cut, none] = [&whole, &parts, &cut, &none].map(|found| left(&found.kept));
    assert_eq!(none, case.clip.key_count());
    // At each of seven borders two keys of each track may stay.
    assert!(
        parts <= whole + 7 * 2 * 6 && parts < none,
        "{whole} {parts} {none}"
    );
    assert!(whole < cut && cut <= none, "{whole} {cut} {none}");
}

/// In a long chain a look at one joint saves most of the work, and about as many keys go.
#[test]
fn a_quick_search_finds_about_as_many_keys() {
    let body = chain(24, 0.08);
    let clip = waving(&body.0, 20, 0.05);
    let case = Case::new(body, clip);
    let usual = SearchLimits::default();
    for tolerance in [5e-3, 5e-2] {
        let counts = [usize::MAX, 0].map(|quick_from| {
            let limits = SearchLimits {
                quick_from,
                ..usual
            };
            let kept = case.search(tolerance, limits).kept;
            let worst = case.worst(&case.with(&kept));
            assert!(worst <= 1.001 * tolerance + 1e-6, "{tolerance}: {worst}");
            left(&kept)
        });
        assert!(counts[0] < case.clip.key_count(), "{counts:?}");
        assert!(counts[0].abs_diff(counts[1]) <= counts[0] / 6, "{counts:?}");
    }
}

/// What a search costs at least follows from the keys and from what moves with them; tracks with the same keys count as one.
#[test]
fn the_least_cost_is_known_before() {
    let cost = |joints: u32, keys: u8| {
        let body = chain(joints, 0.3);
        let clip = waving(&body.0, keys, 0.2);
        least_frames(&clip, &body.0, &clip.targets().collect())
    };
    assert!(cost(40, 20) > 3 * cost(20, 20) && cost(20, 40) > cost(20, 20));
    let body = chain(3, 0.3);
    let clip = waving(&body.0, 20, 0.2);
    let targets = clip.targets().collect();
    assert_eq!(distinct_keys(&clip, &targets), 60);
    let tracks = body.0.joints().map(|joint| JointTrack {
        joint,
        ..clip.tracks()[0].clone()
    });
    let shared = Clip::new(ClipId(0), None, 0.0).with_tracks(tracks.collect(), Vec::new());
    assert_eq!(distinct_keys(&shared, &targets), 20);
}

/// Keys of one value, a second apart, with these slopes after and before them, segment by segment.
fn between_equal_keys<T: rig::Keyed>(value: T, slopes: &[[f32; 2]], unit: T) -> Track<T> {
    let ends = [[0.0; 2]];
    let before = ends.iter().chain(slopes);
    let after = slopes.iter().chain(&ends);
    let values = before.zip(after).flat_map(|(before, after)| {
        let slope = |slope: f32| T::sum([(slope, unit), (0.0, unit), (0.0, unit), (0.0, unit)]);
        [slope(before[1]), value, slope(after[0])]
    });
    let count = u8::try_from(slopes.len()).unwrap();
    let times: Vec<f32> = (0..=count).map(f32::from).collect();
    Track::new(times, values.collect(), Interpolation::CubicSpline).unwrap()
}

proptest! {
    #![proptest_config(crate::support::cases(48))]

    /// A curve that leaves equal keys and comes back is motion, though it is zero at the keys and may be in the middles between them.
    #[test]
    fn curves_between_equal_keys_are_kept(
        slopes in prop::collection::vec((-3.0_f32..3.0, prop_oneof![Just(1.0_f32), -1.0_f32..1.0]), 1..6),
        kind in 0_u8..4,
    ) {
        let slopes: Vec<[f32; 2]> = slopes.into_iter().map(|(slope, by)| [slope, by * slope]).collect();
        let channel = match kind {
            0 => Some(Channel::Translation(between_equal_keys(Vec3::ONE, &slopes, Vec3::new(1.0, 0.0, -0.5)))),
            1 => Some(Channel::Scale(between_equal_keys(Vec3::ONE, &slopes, Vec3::new(0.5, 1.0, 0.5)))),
            2 => Some(Channel::Rotation(between_equal_keys(Quat::IDENTITY, &slopes, Quat::from_xyzw(0.5, 0.0, 0.0, 0.0)))),
            _ => None,
        };
        let joint = JointIndex(1);
        let tracks = channel.map(|channel| JointTrack { joint, channel }).into_iter().collect();
        let morph = MorphTrack { weight: 0, track: between_equal_keys(0.5, &slopes, 1.0) };
        let morphs = if kind == 3 { vec![morph] } else { Vec::new() };
        let clip = Clip::new(ClipId(0), None, 0.0).with_tracks(tracks, morphs);
        let case = Case::new(chain(3, 1.0), clip);
        let after = case.with(&case.kept(1e-3));
        for step in 0_u8..250 {
            let time = case.clip.duration() * f32::from(step) / 250.0;
            let error = case.error(&after, time);
            prop_assert!(error <= 1.5e-3, "{error} at {time}: {after:?}");
        }
    }
}
