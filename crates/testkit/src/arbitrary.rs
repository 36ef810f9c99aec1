//! Proptest strategies biased to trouble.
//!
//! Random numbers hardly ever meet the places where skinning code breaks: rotations that are nearly equal or nearly
//! antipodal, tiny angles, exact half turns, scales of zero or less, weights of 0 and 1. Each strategy here spends a good
//! part of its draws there.

use core::f32::consts::{PI, TAU};
use core::ops::RangeInclusive;

use glam::{Mat3, Quat, Vec3};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};

use crate::json::{RigidInput, SkeletonInput};

/// An angle in [−2π, 2π]: zero, tiny, near a half turn, a half turn, near a whole one, or anything.
pub fn angle() -> impl Strategy<Value = f32> + Clone {
    prop_oneof![
        1 => Just(0.0),
        2 => tiny(),
        2 => tiny().prop_map(|off| PI + off),
        1 => Just(PI),
        1 => tiny().prop_map(|off| TAU - off.abs()),
        5 => -TAU..TAU,
    ]
}

/// A number of either sign and of any size from 1e-8 to 1e-2.
pub fn tiny() -> impl Strategy<Value = f32> + Clone {
    (-8.0..-2.0_f32, any::<bool>()).prop_map(|(exponent, negative)| {
        let size = 10f32.powf(exponent);
        if negative { -size } else { size }
    })
}

/// A unit vector: along an axis, or anywhere.
pub fn direction() -> impl Strategy<Value = Vec3> + Clone {
    // Even over the sphere: its height z is evenly spread (Archimedes), which latitudes are not.
    let anywhere = (-1.0..1.0_f32, 0.0..TAU).prop_map(|(z, longitude)| {
        let ring = (1.0 - z * z).sqrt();
        Vec3::new(ring * longitude.cos(), ring * longitude.sin(), z).normalize()
    });
    let axis = prop_oneof![
        Just(Vec3::X),
        Just(Vec3::Y),
        Just(Vec3::Z),
        Just(-Vec3::X),
        Just(-Vec3::Y),
        Just(-Vec3::Z)
    ];
    prop_oneof![1 => axis, 3 => anywhere]
}

/// A unit quaternion of any angle and either sign.
pub fn rotation() -> impl Strategy<Value = Quat> + Clone {
    (direction(), angle()).prop_map(|(axis, angle)| Quat::from_axis_angle(axis, angle).normalize())
}

/// Two unit quaternions: equal, nearly equal, opposite, nearly antipodal, nearly or exactly half a turn apart, or unrelated.
pub fn rotation_pair() -> impl Strategy<Value = (Quat, Quat)> + Clone {
    (rotation(), rotation(), any::<bool>()).prop_map(|(a, by, negative)| {
        let b = (by * a).normalize();
        (a, if negative { -b } else { b })
    })
}

/// A translation: none, tiny, along an axis, or anything up to 4 units.
pub fn translation() -> impl Strategy<Value = Vec3> + Clone {
    prop_oneof![
        1 => Just(Vec3::ZERO),
        1 => (direction(), tiny()).prop_map(|(along, by)| along * by),
        4 => (direction(), -4.0..4.0_f32).prop_map(|(along, by)| along * by),
    ]
}

/// A point within 3 units of the origin in each coordinate.
pub fn point() -> impl Strategy<Value = Vec3> + Clone {
    [-3.0..3.0_f32, -3.0..3.0, -3.0..3.0].prop_map(Vec3::from_array)
}

/// A rigid motion: any [`rotation`], of either sign, and any [`translation`].
pub fn rigid() -> impl Strategy<Value = RigidInput> + Clone {
    (rotation(), translation()).prop_map(|(rotation, translation)| RigidInput {
        rotation,
        translation,
    })
}

/// Several rigid motions, any of them possibly equal, nearly equal or antipodal to the one before.
pub fn rigids(count: RangeInclusive<usize>) -> impl Strategy<Value = Vec<RigidInput>> + Clone {
    vec((rigid(), 0..6_u8, tiny()), count).prop_map(|draws| {
        let mut motions: Vec<RigidInput> = Vec::new();
        for (fresh, kin, off) in draws {
            let motion = motions
                .last()
                .map_or(fresh, |&before| related_input(before, fresh, kin, off));
            motions.push(motion);
        }
        motions
    })
}

/// Rigid motions no two of which are more than `limit` radians apart, signs at random: inputs for which all averages are unique.
pub fn near_rigids(
    count: RangeInclusive<usize>,
    limit: f32,
) -> impl Strategy<Value = Vec<RigidInput>> + Clone {
    let one = (direction(), 0.0..limit / 2.0, translation(), any::<bool>());
    (rotation(), vec(one, count)).prop_map(|(center, draws)| {
        let motion = |(axis, angle, translation, negative)| {
            let rotation = (Quat::from_axis_angle(axis, angle) * center).normalize();
            RigidInput {
                rotation: if negative { -rotation } else { rotation },
                translation,
            }
        };
        draws.into_iter().map(motion).collect()
    })
}

/// A dual quaternion's eight numbers: not unit, but with a non-dual part well away from zero.
pub fn dual_quat_parts() -> impl Strategy<Value = (Quat, Quat)> + Clone {
    (
        rotation(),
        0.25..3.0_f32,
        [-2.0..2.0_f32, -2.0..2.0, -2.0..2.0, -2.0..2.0],
    )
        .prop_map(|(unit, length, dual)| (unit * length, Quat::from_array(dual)))
}

/// Scales along three axes: 1, anything positive, tiny, zero, or negative.
pub fn scale() -> impl Strategy<Value = Vec3> + Clone {
    let one = prop_oneof![
        3 => Just(1.0_f32),
        4 => 0.2..3.0_f32,
        1 => tiny(),
        1 => Just(0.0_f32),
        1 => -3.0..-0.2_f32,
    ];
    [one.clone(), one.clone(), one].prop_map(Vec3::from_array)
}

/// Scales along three axes between 0.4 and 2.5, so that nothing is flat or mirrored.
pub fn mild_scale() -> impl Strategy<Value = Vec3> + Clone {
    [0.4..2.5_f32, 0.4..2.5, 0.4..2.5].prop_map(Vec3::from_array)
}

/// A symmetric stretch: [`scale`] along axes that are turned.
pub fn stretch() -> impl Strategy<Value = Mat3> + Clone {
    (rotation(), scale()).prop_map(|(turn, scale)| stretch_matrix(turn, scale))
}

/// A symmetric stretch, neither flat nor mirrored.
pub fn mild_stretch() -> impl Strategy<Value = Mat3> + Clone {
    (rotation(), mild_scale()).prop_map(|(turn, scale)| stretch_matrix(turn, scale))
}

/// Any 3×3 matrix: a rotation of a stretch of any rank and handedness, or nine random numbers.
pub fn mat3() -> impl Strategy<Value = Mat3> + Clone {
    let row = [-2.0..2.0_f32, -2.0..2.0, -2.0..2.0];
    let random =
        [row.clone(), row.clone(), row].prop_map(|columns| Mat3::from_cols_array_2d(&columns));
    let composed =
        (rotation(), stretch()).prop_map(|(rotation, stretch)| Mat3::from_quat(rotation) * stretch);
    prop_oneof![1 => random, 2 => composed]
}

/// Weights in [0, 1], many of them 0 or 1, at least one of them not zero. Their sum is anything but zero.
pub fn weights(count: RangeInclusive<usize>) -> impl Strategy<Value = Vec<f32>> + Clone {
    let one = prop_oneof![1 => Just(0.0_f32), 1 => Just(1.0_f32), 1 => tiny().prop_map(f32::abs), 4 => 0.01..1.0_f32];
    (vec(one, count), any::<usize>()).prop_map(|(mut weights, lucky)| {
        if weights.iter().all(|&w| w == 0.0) && !weights.is_empty() {
            let count = weights.len();
            weights[lucky % count] = 1.0;
        }
        weights
    })
}

/// A fraction in [0, 1], the ends and the middle more often than not.
pub fn fraction() -> impl Strategy<Value = f32> + Clone {
    prop_oneof![1 => Just(0.0_f32), 1 => Just(1.0_f32), 1 => Just(0.5_f32), 5 => 0.0..1.0_f32]
}

/// Parents of joints, each less than the joint: chains, bushes, several roots. The first is a root.
pub fn parents(count: RangeInclusive<usize>) -> impl Strategy<Value = Vec<Option<usize>>> + Clone {
    vec((any::<usize>(), 0..10_u8), count).prop_map(|draws| {
        let parent = |(joint, (draw, kind)): (usize, (usize, u8))| match kind {
            _ if joint == 0 => None,
            0 => None,
            // Half of all draws go on with the joint before: long chains, along which errors add up.
            1..=5 => Some(joint - 1),
            _ => Some(draw % joint),
        };
        draws.into_iter().enumerate().map(parent).collect()
    })
}

/// A posed skeleton: biased rest, user motion, flags, and stretches drawn from `stretch`.
pub fn skeleton(
    count: RangeInclusive<usize>,
    stretch: impl Strategy<Value = Mat3> + Clone,
) -> impl Strategy<Value = SkeletonInput> + Clone {
    parents(count).prop_flat_map(move |parents| {
        let joints = parents.len();
        let lists = (
            vec(rigid(), joints),
            vec(rigid(), joints),
            vec(stretch.clone(), joints),
            vec(any::<bool>(), joints),
        );
        lists.prop_map(move |(rest, user, scale, propagate)| SkeletonInput {
            parents: parents.clone(),
            rest,
            user,
            scale,
            propagate,
            propagate_given: true,
        })
    })
}

/// Joints below `joints` and weights that hold one vertex: 1 to 6 of them, a joint perhaps twice.
pub fn influences(joints: usize) -> impl Strategy<Value = (Vec<usize>, Vec<f32>)> + Clone {
    (1..=6_usize).prop_flat_map(move |count| (vec(0..joints, count), weights(count..=count)))
}

/// `kin` of 0, 1, 2: `before` again, its antipode, or almost one of them; otherwise `fresh`.
fn related_input(before: RigidInput, fresh: RigidInput, kin: u8, off: f32) -> RigidInput {
    let nearly = (Quat::from_rotation_x(off) * before.rotation).normalize();
    match kin {
        0 => before,
        1 => RigidInput {
            rotation: -before.rotation,
            ..before
        },
        2 => RigidInput {
            rotation: if off < 0.0 { -nearly } else { nearly },
            ..fresh
        },
        _ => fresh,
    }
}

fn stretch_matrix(turn: Quat, scale: Vec3) -> Mat3 {
    let turn = Mat3::from_quat(turn);
    let m = turn * Mat3::from_diagonal(scale) * turn.transpose();
    // Rounding leaves it symmetric only nearly.
    (m + m.transpose()) * 0.5
}
