//! How far what is written over two nodes is from what the clip shows: between the keys, which are exact.

use glam::{DAffine3, DMat3, DQuat, DVec3, Quat, Vec3};
use rig::{Clip, InfluenceRow, JointIndex, JointTrack, LocalKeys, Rig, Skeleton};

use super::Writing;
use super::shear::{Resampling, joints_of, sample_joint};
use crate::model::character::{Character, MeshInstance, Primitive};
use crate::write::curves::rising;
use crate::write::report::Resampled;

/// Where between two keys errors are looked for.
const BETWEEN: [f32; 3] = [0.25, 0.5, 0.75];

/// Matrices that are made for a clip; a longer one is looked at less often.
const WORK: usize = 1_000_000;

/// The corners of a box round the vertices that each joint moves, in its node, with the node's origin; by joint.
pub(super) struct JointBoxes(Vec<(DVec3, DVec3)>);

impl JointBoxes {
    pub(super) fn of(character: &Character) -> Self {
        let rig = &character.rig;
        let mut reach = Self(vec![(DVec3::ZERO, DVec3::ZERO); rig.skeleton.len()]);
        for instance in &character.instances {
            let mesh = character.meshes.get(instance.mesh);
            for primitive in mesh.into_iter().flat_map(|mesh| &mesh.primitives) {
                reach.add_primitive(rig, instance, primitive);
            }
        }
        reach
    }

    fn add_primitive(&mut self, rig: &Rig, instance: &MeshInstance, primitive: &Primitive) {
        let skinned = primitive.influences.as_ref().zip(instance.skin);
        let Some((influences, skin)) = skinned else {
            self.add_all(instance, &primitive.positions);
            return;
        };
        let joints = nodes_from_bind(rig, skin);
        for (
            InfluenceRow {
                joints: slots,
                weights,
            },
            position,
        ) in influences.rows().zip(primitive.positions.iter())
        {
            let moving = slots
                .iter()
                .zip(weights)
                .filter(|(_, weight)| **weight != 0.0);
            let moving = moving.filter_map(|(slot, _)| joints.get(usize::from(*slot)));
            for (joint, node_from_bind) in moving {
                self.add(*joint, node_from_bind.transform_point3(position.as_dvec3()));
            }
        }
    }

    fn add_all(&mut self, instance: &MeshInstance, positions: &[Vec3]) {
        for position in positions {
            self.add(instance.node, position.as_dvec3());
        }
    }

    fn add(&mut self, joint: JointIndex, point: DVec3) {
        if let Some((least, most)) = self.0.get_mut(joint.index()).filter(|_| point.is_finite()) {
            *least = least.min(point);
            *most = most.max(point);
        }
    }

    /// The longest way that a matrix carries a corner.
    fn max_displacement(&self, joint: usize, by: DAffine3) -> f64 {
        let Some(&(least, most)) = self.0.get(joint) else {
            return 0.0;
        };
        let pick = |low: bool, least: f64, most: f64| if low { least } else { most };
        let corner = |number: u32| {
            let low = |axis: u32| number & (1 << axis) == 0;
            DVec3::new(
                pick(low(0), least.x, most.x),
                pick(low(1), least.y, most.y),
                pick(low(2), least.z, most.z),
            )
        };
        // The length of what an affine map gives is convex, so that over a box it is largest at a corner.
        (0..8)
            .map(|number| by.transform_point3(corner(number)).length())
            .fold(0.0, f64::max)
    }
}

/// Inverse bind matrices `X = P⁻¹ (P X)` of a skin, with their joints.
fn nodes_from_bind(rig: &Rig, skin: usize) -> Vec<(JointIndex, DAffine3)> {
    let Some(bind) = rig.binds.get(skin) else {
        return Vec::new();
    };
    let joints = bind.joints().iter().enumerate();
    let matrix = |(place, &joint): (usize, &JointIndex)| {
        let stretch = rig.skeleton.rest_stretch(joint).as_dmat3();
        let bound = bind.joint_from_bind(place);
        let bound = DAffine3 {
            matrix3: glam::Mat3::from(bound.matrix3).as_dmat3(),
            translation: Vec3::from(bound.translation).as_dvec3(),
        };
        (joint, DAffine3::from_mat3(stretch).inverse() * bound)
    };
    joints.map(matrix).collect()
}

impl Writing<'_, '_> {
    /// Tells of joints that a clip shears, and how far what is written of them is off.
    pub(super) fn report_shear(&mut self, clip: &Clip, resampled: &[Resampling]) {
        if resampled.is_empty() {
            return;
        }
        let character = self.character;
        let reach = self.reach.get_or_insert_with(|| JointBoxes::of(character));
        let skeleton = &character.rig.skeleton;
        let tracks: Vec<(JointIndex, &[JointTrack])> = joints_of(skeleton, clip).collect();
        let (mut length, mut degrees) = (0.0_f64, 0.0_f64);
        for time in probes(skeleton, resampled) {
            let off = off_at(skeleton, &tracks, resampled, reach, time);
            (length, degrees) = (length.max(off.0), degrees.max(off.1));
        }
        let report = self.report.resampled.get_or_insert_with(Resampled::default);
        for resampling in resampled {
            let name = skeleton.name(resampling.joint);
            if !report.joints.iter().any(|known| known == name) {
                report.joints.push(name.to_owned());
            }
            let is_first = report.rate == 0.0;
            report.rate = if is_first {
                resampling.rate
            } else {
                report.rate.min(resampling.rate)
            };
        }
        report.millimeters = report.millimeters.max(1000.0 * length);
        report.degrees = report.degrees.max(degrees);
    }
}

/// Times between keys, no more than there is time for.
fn probes(skeleton: &Skeleton, resampled: &[Resampling]) -> Vec<f32> {
    let times = resampled.iter().flat_map(|of| of.times.windows(2));
    let between = times.flat_map(|pair| match pair {
        &[from, to] => BETWEEN.map(|u| from + (to - from) * u),
        _ => [0.0; 3],
    });
    let all = rising(between);
    let most = WORK / skeleton.len().max(1);
    let step = all.len().div_ceil(most.max(1)).max(1);
    all.into_iter().step_by(step).collect()
}

/// How far vertices are off at a time, and how far resampled joints are turned.
fn off_at(
    skeleton: &Skeleton,
    tracks: &[(JointIndex, &[JointTrack])],
    resampled: &[Resampling],
    reach: &JointBoxes,
    time: f32,
) -> (f64, f64) {
    // In f64: what is looked for is the small difference of two nearly equal matrices.
    let mut locals: Vec<DAffine3> = skeleton
        .joints()
        .map(|joint| wide(&skeleton.local_keys(joint)))
        .collect();
    let mut written = locals.clone();
    let mut degrees = 0.0_f64;
    for &(joint, tracks) in tracks {
        let keys = sample_joint(skeleton, joint, tracks, time);
        let place = joint.index();
        let of_joint = resampled.iter().find(|of| of.joint == joint);
        let (turned, local) = match of_joint {
            Some(resampling) => resampling.at(time, keys.translation),
            None => (keys.rotation.as_dquat(), wide(&keys)),
        };
        let apart = (keys.rotation.as_dquat().normalize().conjugate() * turned).xyz();
        // The imaginary part has the length of the sine of half the angle; either sign of the quaternion gives the same.
        degrees = degrees.max(2.0 * apart.length().min(1.0).asin().to_degrees());
        if let (Some(exact), Some(write)) = (locals.get_mut(place), written.get_mut(place)) {
            *exact = wide(&keys);
            *write = local;
        }
    }
    let mut length = 0.0_f64;
    for joint in skeleton.joints() {
        let place = joint.index();
        for list in [&mut locals, &mut written] {
            let above = skeleton
                .parent(joint)
                .and_then(|parent| list.get(parent.index()));
            let above = above.copied().unwrap_or(DAffine3::IDENTITY);
            if let Some(local) = list.get_mut(place) {
                *local = above * *local;
            }
        }
        let (Some(exact), Some(write)) = (locals.get(place), written.get(place)) else {
            continue;
        };
        // Joints that no resampled one is above are the same bit for bit.
        if exact != write {
            let apart = DAffine3 {
                matrix3: write.matrix3 - exact.matrix3,
                translation: write.translation - exact.translation,
            };
            length = length.max(reach.max_displacement(place, apart));
        }
    }
    (length, degrees)
}

impl Resampling {
    /// What the file shows at a time: the rotation `U Vᵀ`, and the whole.
    fn at(&self, time: f32, translation: Vec3) -> (DQuat, DAffine3) {
        let after = self.times.partition_point(|&key| key <= time);
        let key = after.saturating_sub(1);
        let pair = |values: &[Quat]| {
            let first = values
                .get(key)
                .map_or(DQuat::IDENTITY, |value| value.as_dquat());
            (
                first,
                values.get(after).map_or(first, |value| value.as_dquat()),
            )
        };
        let (from, to) = (self.times.get(key), self.times.get(after));
        let u = match (from, to) {
            (Some(&from), Some(&to)) => f64::from(time - from) / f64::from(to - from),
            _ => 0.0,
        };
        let slerp =
            |(from, to): (DQuat, DQuat)| from.normalize().slerp(to.normalize(), u).normalize();
        let (left, right) = (slerp(pair(&self.left)), slerp(pair(&self.right)));
        let first = self
            .factors
            .get(key)
            .map_or(DVec3::ONE, |factors| factors.as_dvec3());
        let next = self
            .factors
            .get(after)
            .map_or(first, |factors| factors.as_dvec3());
        let factors = DMat3::from_diagonal(first.lerp(next, u));
        let linear = DMat3::from_quat(left) * factors * DMat3::from_quat(right);
        let local = DAffine3::from_mat3_translation(linear, translation.as_dvec3());
        (left * right, local)
    }
}

fn wide(keys: &LocalKeys) -> DAffine3 {
    let linear =
        DMat3::from_quat(keys.rotation.as_dquat().normalize()) * keys.stretch.to_mat3().as_dmat3();
    DAffine3::from_mat3_translation(linear, keys.translation.as_dvec3())
}
