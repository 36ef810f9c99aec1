//! Random rigs, poses and clips, biased to trouble.

use glam::{Affine3A, Mat3, Quat, Vec3};
use proptest::test_runner::Config;
use rig::{
    BindPose, Channel, Clip, ClipId, Interpolation, JointIndex, JointTrack, Keyed, LocalTransform,
    Pose, Rig, ScaleInheritance, Skeleton, SkeletonBuilder, Stretch, Track, Trs,
};

pub(crate) fn cases(count: u32) -> Config {
    Config {
        cases: count,
        failure_persistence: None,
        ..Config::default()
    }
}

/// Numbers from a seed.
pub(crate) struct Numbers(u64);

impl Numbers {
    pub(crate) fn new(seed: u64) -> Self {
        let mut numbers = Self(seed ^ 0x9e37_79b9_7f4a_7c15 | 1);
        numbers.number();
        numbers.number();
        numbers
    }

    /// From −1 to 1.
    pub(crate) fn number(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let bits = u16::try_from(self.0 >> 48).unwrap();
        f32::from(bits) / 32767.5 - 1.0
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        let share = (self.number() + 1.0) * 0.499_99;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "small and positive"
        )]
        let index = (share * count as f32) as usize;
        index.min(count - 1)
    }

    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub(crate) fn vector(&mut self, size: f32) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number()) * size
    }

    pub(crate) fn rotation(&mut self) -> Quat {
        let axis = self.vector(1.0).try_normalize().unwrap_or(Vec3::X);
        Quat::from_axis_angle(axis, self.number() * 6.0).normalize()
    }

    fn scale(&mut self) -> Vec3 {
        match self.below(5) {
            0 => Vec3::splat(0.5 + 1.5 * self.number().abs()),
            1 => Vec3::ONE + self.vector(0.3),
            2 => Vec3::new(-1.0, 1.0, 1.0),
            3 => Vec3::new(1.0, 0.0, 1.2),
            _ => self.vector(2.0),
        }
    }
}

/// What the stretches of a pose are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stretched {
    None,
    Mildly,
    Wildly,
}

pub(crate) fn stretch(numbers: &mut Numbers, how: Stretched) -> Stretch {
    match how {
        Stretched::None => Stretch::IDENTITY,
        Stretched::Mildly => Stretch {
            scale: Vec3::ONE + numbers.vector(0.2),
            shear: if numbers.one_in(2) {
                Vec3::ZERO
            } else {
                numbers.vector(0.1)
            },
        },
        Stretched::Wildly => Stretch {
            scale: numbers.scale(),
            shear: if numbers.one_in(2) {
                Vec3::ZERO
            } else {
                numbers.vector(0.5)
            },
        },
    }
}

/// How a rig is made trouble.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Trouble {
    /// Rests scaled, mirrored and sheared.
    pub(crate) uneven_rests: bool,
    /// Binds that are not the rest.
    pub(crate) bound_elsewhere: bool,
    /// Heads far from the origin.
    pub(crate) far: bool,
}

pub(crate) fn rig(numbers: &mut Numbers, trouble: Trouble) -> Rig {
    let most = if numbers.one_in(3) { 5 } else { 60 };
    let joints = 1 + numbers.below(most);
    let mut builder = SkeletonBuilder::new();
    for joint in 0..joints {
        // Chains, bushes and several roots.
        let parent = match numbers.below(8) {
            0 => None,
            1..4 => joint.checked_sub(1),
            _ => (joint > 0).then(|| numbers.below(joint)),
        };
        let is_far = trouble.far && joint == 0;
        let local = local(
            numbers,
            trouble.uneven_rests,
            if is_far { 100.0 } else { 0.0 },
        );
        let key = |joint: usize| u32::try_from(joint).unwrap();
        builder = builder.joint(key(joint), parent.map(key), "", local);
    }
    let skeleton = builder.build().unwrap();
    let bind = bind(numbers, &skeleton, trouble.bound_elsewhere);
    let mut rig = Rig::new(skeleton, vec![bind]);
    let all = numbers.below(3);
    for inheritance in &mut rig.scale_inheritance {
        let is_kept = all == 0 || all == 1 && numbers.one_in(2);
        if is_kept {
            *inheritance = ScaleInheritance::Joint;
        }
    }
    rig
}

fn local(numbers: &mut Numbers, is_uneven: bool, far: f32) -> LocalTransform {
    let trs = Trs {
        translation: numbers.vector(0.3) + Vec3::splat(far),
        rotation: numbers.rotation(),
        scale: match numbers.below(6) {
            0 if is_uneven => Vec3::new(1.0, 1.3, 0.8),
            1 if is_uneven => Vec3::new(-1.0, 1.0, 1.0),
            2 if is_uneven => Vec3::splat(2.0),
            _ => Vec3::ONE,
        },
    };
    if is_uneven && numbers.one_in(8) {
        let shear = Mat3::from_cols(Vec3::new(1.0, 0.2, 0.0), Vec3::Y, Vec3::Z);
        LocalTransform::Matrix(trs.to_affine() * Affine3A::from_mat3(shear))
    } else {
        LocalTransform::Trs(trs)
    }
}

fn bind(numbers: &mut Numbers, skeleton: &Skeleton, is_elsewhere: bool) -> BindPose {
    let mut listed: Vec<JointIndex> = skeleton.joints().collect();
    if numbers.one_in(2) {
        // Others than all, in another order, and one twice.
        listed.reverse();
        listed.truncate(skeleton.len().div_ceil(2));
        listed.push(listed[0]);
    }
    let mut matrix = |&joint: &JointIndex| {
        let stretch = Affine3A::from_mat3(skeleton.rest_stretch(joint).inverse());
        let rest = skeleton.rest_model_from_joint(joint).inverse().to_affine();
        let moved = if is_elsewhere {
            Affine3A::from_rotation_translation(numbers.rotation(), numbers.vector(0.2))
        } else {
            Affine3A::IDENTITY
        };
        stretch * moved * rest
    };
    let matrices: Vec<Affine3A> = listed.iter().map(&mut matrix).collect();
    BindPose::new(skeleton, &listed, &matrices).unwrap().0
}

pub(crate) fn pose(numbers: &mut Numbers, rig: &Rig, how: Stretched) -> Pose {
    let mut pose = Pose::rest(&rig.skeleton);
    for rigid in &mut pose.rigid {
        rigid.rotation = numbers.rotation();
        if numbers.one_in(3) {
            rigid.translation = numbers.vector(0.2);
        }
    }
    for own in &mut pose.stretch {
        if numbers.one_in(2) {
            *own = stretch(numbers, how);
        }
    }
    pose
}

/// Tracks of all kinds, most of them over one list of times.
pub(crate) fn clip(numbers: &mut Numbers, rig: &Rig, how: Stretched) -> Clip {
    let is_uneven = numbers.one_in(2);
    let mut tracks = Vec::new();
    for joint in rig.skeleton.joints() {
        let mut add = |channel: Channel| tracks.push(JointTrack { joint, channel });
        if !numbers.one_in(5) {
            add(Channel::Rotation(rotations(numbers, is_uneven)));
        }
        if numbers.one_in(3) {
            let rest = rig.skeleton.local_keys(joint).translation;
            // Tangents are about zero, and values about the rest.
            let place = |numbers: &mut Numbers, is_value: bool| {
                numbers.vector(0.2) + rest * f32::from(u8::from(is_value))
            };
            add(Channel::Translation(track(numbers, is_uneven, place)));
        }
        if how != Stretched::None && numbers.one_in(3) {
            let scale = |numbers: &mut Numbers, _| stretch(numbers, how).scale;
            add(Channel::Scale(track(numbers, is_uneven, scale)));
        }
        if how != Stretched::None && numbers.one_in(3) {
            let shear = |numbers: &mut Numbers, _| stretch(numbers, how).shear;
            add(Channel::Shear(track(numbers, is_uneven, shear)));
        }
    }
    Clip::new(ClipId(0), None, 0.0).with_tracks(tracks, Vec::new())
}

fn rotations(numbers: &mut Numbers, is_uneven: bool) -> Track<Quat> {
    let mut last = numbers.rotation();
    track(numbers, is_uneven, |numbers, is_value| {
        if !is_value {
            return numbers.rotation() * 2.0;
        }
        // Up to half a turn from the key before, with either sign.
        if !numbers.one_in(3) {
            last = numbers.rotation();
        }
        if numbers.one_in(3) { -last } else { last }
    })
}

/// Times and kind at random; `value` gives values, and tangents.
fn track<T: Keyed>(
    numbers: &mut Numbers,
    is_uneven: bool,
    mut value: impl FnMut(&mut Numbers, bool) -> T,
) -> Track<T> {
    let times = match numbers.below(10) {
        0 => vec![0.3],
        1..5 if is_uneven => {
            let first = numbers.number() * 0.2;
            vec![first, first + 0.25, first + 0.3, first + 1.0]
        }
        _ => (0..6_u8).map(|key| f32::from(key) / 5.0).collect(),
    };
    let between = match numbers.below(10) {
        0 if is_uneven => Interpolation::Step,
        1 | 2 if is_uneven => Interpolation::CubicSpline,
        _ => Interpolation::Linear,
    };
    let is_cubic = between == Interpolation::CubicSpline;
    let places = 0..times.len() * if is_cubic { 3 } else { 1 };
    let values = places.map(|place| value(numbers, !is_cubic || place % 3 == 1));
    let values = values.collect();
    Track::new(times, values, between).unwrap()
}
