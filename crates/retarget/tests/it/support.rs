//! What several tests need.

use glam::{Mat3, Quat, Vec3};
use proptest::prelude::*;
use retarget::{BoneMap, MapEvidence, MappedSkeleton, Slot};
use rig::{
    Channel, Clip, ClipId, Interpolation, JointChannel, JointIndex, JointTrack, LocalTransform,
    NamePatterns, Pose, Skeleton, SkeletonBuilder, Track, Trs,
};

pub(crate) fn key(place: usize) -> u32 {
    u32::try_from(place).unwrap()
}

pub(crate) fn joint_at(translation: Vec3) -> LocalTransform {
    LocalTransform::Trs(Trs {
        translation,
        ..Trs::IDENTITY
    })
}

pub(crate) fn find(skeleton: &Skeleton) -> BoneMap {
    BoneMap::find(&MapEvidence {
        skeleton,
        patterns: &NamePatterns::default(),
        humanoid: &[],
        moves: &[],
    })
}

/// No progress is asked for, and all is done.
pub(crate) const GO_ON: &rig::GoOn<'_> = &|_| std::ops::ControlFlow::Continue(());

/// A skeleton with names that are all different, `bone 0` and so on.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) parents: Vec<Option<usize>>,
    pub(crate) rests: Vec<Trs>,
}

impl Made {
    pub(crate) fn skeleton(&self) -> Skeleton {
        let mut builder = SkeletonBuilder::new();
        for (place, (parent, rest)) in self.parents.iter().zip(&self.rests).enumerate() {
            let name = format!("bone {place}");
            builder = builder.joint(
                key(place),
                parent.map(key),
                &name,
                LocalTransform::Trs(*rest),
            );
        }
        builder.build().unwrap()
    }
}

/// The joint of a place in the list that a skeleton was made of.
pub(crate) fn joint_of(skeleton: &Skeleton, place: usize) -> JointIndex {
    let mut joints = skeleton.joints();
    joints
        .find(|&joint| skeleton.key(joint) == key(place))
        .unwrap()
}

pub(crate) fn any_rotation() -> impl Strategy<Value = Quat> {
    (prop::array::uniform3(-1.0_f32..1.0), -3.0_f32..3.0).prop_map(|(axis, angle)| {
        let axis = Vec3::from(axis).try_normalize().unwrap_or(Vec3::X);
        Quat::from_axis_angle(axis, angle)
    })
}

pub(crate) fn any_way() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-1.0_f32..1.0).prop_map(Vec3::from)
}

/// A skeleton of one root and a few joints, some of them scaled evenly.
pub(crate) fn any_made(len: usize) -> impl Strategy<Value = Made> {
    let sizes = [1.0, 1.0, 1.0, 0.5, 2.0].map(Vec3::splat);
    made_of(len, prop::sample::select(sizes.to_vec()))
}

/// The same with uneven scales.
pub(crate) fn any_uneven(len: usize) -> impl Strategy<Value = Made> {
    let sizes = [Vec3::ONE, Vec3::new(0.5, 1.0, 2.0), Vec3::splat(0.01)];
    made_of(len, prop::sample::select(sizes.to_vec()))
}

/// The same with mirrors and flat ones among them, where turns may go either way.
pub(crate) fn any_mirrored(len: usize) -> impl Strategy<Value = Made> {
    let sizes = [
        Vec3::ONE,
        Vec3::new(-1.0, 1.0, 1.0),
        Vec3::new(1.0, 0.0, 1.0),
    ];
    made_of(len, prop::sample::select(sizes.to_vec()))
}

fn made_of(len: usize, scale: impl Strategy<Value = Vec3>) -> impl Strategy<Value = Made> {
    let rest = (any_rotation(), any_way(), scale);
    prop::collection::vec((any::<prop::sample::Index>(), rest), len).prop_map(|joints| {
        let parents = joints.iter().enumerate();
        let parents = parents.map(|(place, (parent, _))| (place > 0).then(|| parent.index(place)));
        let rests = joints
            .iter()
            .map(|(_, (rotation, translation, scale))| Trs {
                translation: *translation,
                rotation: *rotation,
                scale: *scale,
            });
        Made {
            parents: parents.collect(),
            rests: rests.collect(),
        }
    })
}

/// Keys of any kind.
#[derive(Clone, Debug)]
pub(crate) struct MadeTrack {
    pub(crate) place: usize,
    pub(crate) kind: JointChannel,
    pub(crate) interpolation: Interpolation,
    pub(crate) times: Vec<f32>,
    pub(crate) turns: Vec<Quat>,
    pub(crate) ways: Vec<Vec3>,
}

impl MadeTrack {
    pub(crate) fn track(&self, joint: JointIndex) -> JointTrack {
        let per_key = if self.interpolation == Interpolation::CubicSpline {
            3
        } else {
            1
        };
        let count = self.times.len() * per_key;
        let turns = || self.turns.iter().copied().cycle().take(count);
        let turns: Vec<Quat> = match per_key {
            // Tangents are small, and not rotations.
            3 => turns()
                .enumerate()
                .map(|(at, turn)| if at % 3 == 1 { turn } else { turn * 0.1 })
                .collect(),
            _ => turns().collect(),
        };
        let ways: Vec<Vec3> = self.ways.iter().copied().cycle().take(count).collect();
        let scales = ways.iter().enumerate().map(|(at, way)| {
            let is_value = per_key == 1 || at % 3 == 1;
            if is_value {
                Vec3::ONE + 0.4 * *way
            } else {
                *way
            }
        });
        let times = self.times.as_slice();
        let channel = match self.kind {
            JointChannel::Translation => {
                Channel::Translation(Track::new(times, ways, self.interpolation).unwrap())
            }
            JointChannel::Rotation | JointChannel::Angle(_) => {
                Channel::Rotation(Track::new(times, turns, self.interpolation).unwrap())
            }
            JointChannel::Scale => {
                Channel::Scale(Track::new(times, scales.collect(), self.interpolation).unwrap())
            }
            JointChannel::Shear => Channel::Shear(
                Track::new(
                    times,
                    ways.iter().map(|way| 0.2 * *way).collect(),
                    self.interpolation,
                )
                .unwrap(),
            ),
        };
        JointTrack { joint, channel }
    }
}

pub(crate) fn any_track(joints: usize) -> impl Strategy<Value = MadeTrack> {
    let interpolation = prop::sample::select(vec![
        Interpolation::Linear,
        Interpolation::Step,
        Interpolation::CubicSpline,
    ]);
    let kind = prop::sample::select(JointChannel::ALL.to_vec());
    let steps = prop::collection::vec(0.1_f32..1.0, 1..5);
    let turns = prop::collection::vec(any_rotation(), 4);
    let ways = prop::collection::vec(any_way(), 4);
    (0..joints, kind, interpolation, steps, turns, ways).prop_map(
        |(place, kind, interpolation, steps, turns, ways)| {
            let mut time = 0.0;
            let times = steps.into_iter().map(|step| {
                time += step;
                time
            });
            MadeTrack {
                place,
                kind,
                interpolation,
                times: times.collect(),
                turns,
                ways,
            }
        },
    )
}

/// A clip of these tracks; of several over one channel the last.
pub(crate) fn clip_of(skeleton: &Skeleton, tracks: &[MadeTrack]) -> Clip {
    let tracks = tracks
        .iter()
        .map(|track| track.track(joint_of(skeleton, track.place)));
    Clip::new(ClipId(0), Some("walk".to_owned()), 1.0).with_tracks(tracks.collect(), Vec::new())
}

/// A map with one joint a slot.
pub(crate) fn map_of(skeleton: &Skeleton, slots: &[(Slot, usize)]) -> BoneMap {
    let mut map = BoneMap::default();
    for (slot, place) in slots {
        map.set(slot.clone(), vec![joint_of(skeleton, *place)]);
    }
    map
}

pub(crate) fn at_rest<'a>(skeleton: &'a Skeleton, map: &'a BoneMap) -> MappedSkeleton<'a> {
    MappedSkeleton {
        skeleton,
        map,
        reference: None,
    }
}

/// How far the orientations and places of two poses are apart in the model.
pub(crate) fn distance(skeleton: &Skeleton, one: &Pose, other: &Pose) -> f32 {
    let flags = vec![rig::ScaleInheritance::Children; skeleton.len()];
    let posed =
        [one, other].map(|pose| rig::forward(skeleton, pose.user_transforms(), &flags).unwrap());
    let joints = skeleton.joints().map(|joint| {
        let [one, other] = [&posed[0], &posed[1]].map(|posed| posed.model_from_posed_joint(joint));
        let apart = Mat3::from(one.matrix3) - Mat3::from(other.matrix3);
        let turned = apart
            .to_cols_array()
            .into_iter()
            .fold(0.0_f32, |a, b| a.max(b.abs()));
        turned.max(one.translation.distance(other.translation))
    });
    joints.fold(0.0, f32::max)
}
