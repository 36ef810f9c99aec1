//! The largest difference between the device and the processor.

use std::fmt;

use dq_math::{SignRule, signs};
use glam::{Quat, Vec3, Vec4};
use rig::{
    BoneSegment, ByMap, InfluenceRow, Influences, Palette, RigidBlend, RotationCenters,
    TwoPhasePalette, VertexMap, Weighting,
};
use skin_cpu::{
    Bulge, ITERATIVE_STEPS, PosedBone, SkinOutput, direct_quaternion_blend_vertex,
    iterative_blend_vertex, skin, skin_vertices,
};
use skin_gpu::{
    InstancePose, MeshData, MorphTarget, SkinInstances, SkinMesh, SkinnedVertices, Vertices,
};

use crate::device::gpu;
use crate::turns::{Turn, Turns};

/// Of the model's size, what positions may differ by: rounding of a few hundred operations in f32, in another order.
pub(crate) const POSITION: f32 = 1e-5;
/// What unit normals may differ by, and what rounding may turn those of flat maps by beyond ([`Turn`]).
pub(crate) const NORMAL: f32 = 1e-4;
/// The same of tangents.
const TANGENT: f32 = 1e-4;

/// A mesh with its poses: palette and morph weights.
pub(crate) struct Subject<'a> {
    pub(crate) positions: &'a [Vec3],
    pub(crate) normals: &'a [Vec3],
    pub(crate) tangents: &'a [Vec4],
    pub(crate) influences: &'a Influences,
    pub(crate) maps: ByMap<Option<&'a VertexMap>>,
    pub(crate) bones: &'a [BoneSegment],
    pub(crate) targets: Vec<(&'a [Vec3], &'a [Vec3])>,
    pub(crate) poses: &'a [(Palette, Vec<f32>)],
}

impl<'a> Subject<'a> {
    pub(crate) fn weighting(&self) -> Weighting<'a> {
        let weighting = Weighting {
            bones: self.bones,
            ..self.influences.into()
        };
        weighting.with_maps(self.maps)
    }
}

/// The largest differences so far, and where.
#[derive(Default)]
pub(crate) struct Worst {
    position: f32,
    position_at: String,
    normal: f32,
    normal_at: String,
    tangent: f32,
    /// Vertices at which rounding decides, if only on the normal.
    left_out: usize,
    compared: usize,
    /// Of these, vertices whose normal is turned by more than others, as rounding may do where the map is so flat.
    flat: usize,
}

impl Worst {
    /// Compares normal and tangent of a vertex, and fails beyond what rounding may do; that is asked for, since it takes longer than all
    /// else, where they are farther apart than any before.
    fn add(
        &mut self,
        [here, there]: [Directions; 2],
        turn: impl Fn() -> Turn,
        at: &dyn Fn() -> String,
    ) {
        self.compared += 1;
        let (n, m) = (here.normal, there.normal);
        let apart = n.distance(m);
        let tangents = here.tangent.zip(there.tangent);
        let is_no_farther = tangents.is_none_or(|(n, m)| {
            let apart = n.truncate().distance(m.truncate());
            n.w == m.w && apart <= self.tangent.min(TANGENT)
        });
        if apart <= self.normal.min(NORMAL) && is_no_farther {
            return;
        }
        let turn = turn();
        self.flat += usize::from(apart > NORMAL);
        let apart = match turn.may_mirror {
            true => apart.min(n.distance(-m)),
            false => apart,
        };
        assert!(
            apart <= NORMAL + turn.normal,
            "{}: normal {n} here, {m} on the device: {apart:.1e}, {turn:?}",
            at()
        );
        if turn.normal <= NORMAL && apart > self.normal {
            (self.normal, self.normal_at) = (apart, at());
        }
        let Some((n, m)) = tangents else {
            return;
        };
        let apart = n.truncate().distance(m.truncate());
        assert!(
            apart <= TANGENT + turn.tangent && (turn.may_mirror || n.w == m.w),
            "{}: tangent {n} here, {m} on the device: {apart:.1e}, {turn:?}",
            at()
        );
        if turn.tangent <= TANGENT {
            self.tangent = self.tangent.max(apart);
        }
    }
}

/// How the surface lies at a vertex.
#[derive(Clone, Copy)]
pub(crate) struct Directions {
    pub(crate) normal: Vec3,
    pub(crate) tangent: Option<Vec4>,
}

impl Directions {
    fn of(vertices: &SkinnedVertices, vertex: usize) -> Self {
        Self {
            normal: vertices.normals.get(vertex).copied().unwrap_or_default(),
            tangent: vertices.tangents.get(vertex).copied(),
        }
    }
}

impl fmt::Display for Worst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "position {:.1e} of the size ({}), normal {:.1e} ({}), tangent {:.1e}, {} vertices left out, {} flat",
            self.position,
            self.position_at,
            self.normal,
            self.normal_at,
            self.tangent,
            self.left_out,
            self.flat
        )
    }
}

/// Skins all poses on both and compares; fails on the first vertex beyond the tolerance. Gives what the device made.
pub(crate) fn check(label: &str, subject: &Subject<'_>, worst: &mut Worst) -> Vec<SkinnedVertices> {
    let found = on_device(subject);
    for (number, (pose, found)) in subject.poses.iter().zip(&found).enumerate() {
        let expected = on_processor(subject, pose);
        let model_size = size(subject, &expected);
        assert_eq!(found.positions.len(), expected.positions.len(), "{label}");
        assert_eq!(found.tangents.len(), expected.tangents.len(), "{label}");
        let rounding = Rounding::new(subject, pose);
        let turns = Turns::new(subject.weighting(), &pose.0);
        for vertex in 0..expected.positions.len() {
            let Some(beside) = rounding.beside(vertex, model_size) else {
                worst.left_out += 1;
                continue;
            };
            let size = model_size + beside;
            let at = || format!("{label}, pose {number}, vertex {vertex}");
            let (p, q) = (expected.positions[vertex], found.positions[vertex]);
            let distance = p.distance(q) / size;
            assert!(
                distance <= POSITION || p == q,
                "{}: {p} here, {q} on the device: {distance:.1e} of the size {size}",
                at()
            );
            if distance > worst.position {
                (worst.position, worst.position_at) = (distance, at());
            }
            if !rounding.is_decided(vertex, model_size) {
                worst.left_out += 1;
                continue;
            }
            let turn = || turns.turn(vertex, rounding.at_rest(vertex));
            let both = [&expected, found].map(|all| Directions::of(all, vertex));
            worst.add(both, turn, &at);
        }
    }
    found
}

/// Where rounding counts for more than the model's size says, or for a choice.
pub(crate) struct Rounding<'a> {
    influences: &'a Influences,
    palette: &'a Palette,
    centers: RotationCenters,
    morphed: SkinnedVertices,
    /// Of a mesh with a bulge map: what its bones are, and where vertices are without it.
    bones: Option<(Vec<PosedBone>, Vec<Vec3>)>,
}

impl<'a> Rounding<'a> {
    pub(crate) fn new(subject: &Subject<'a>, (palette, weights): &'a (Palette, Vec<f32>)) -> Self {
        let centers = match palette {
            Palette::TwoPhase(palette) if palette.blend.has_centers() => {
                RotationCenters::new(palette, subject.influences.joint_sets())
            }
            _ => RotationCenters::default(),
        };
        let morphed = morphed(subject, weights);
        let bones = subject.maps.bulge.map(|_| {
            let maps = palette.joint_maps();
            let pairs = subject.bones.iter().zip(maps);
            let bones = pairs.map(|(&at_bind, posed_from_bind)| PosedBone {
                at_bind,
                posed_from_bind,
            });
            let vertices = Vertices {
                positions: &morphed.positions,
                ..Vertices::default()
            };
            let weighting = Weighting {
                bulge: None,
                ..subject.weighting()
            };
            let posed = skin_vertices(vertices, weighting, palette)
                .unwrap()
                .positions;
            (bones.collect(), posed)
        });
        Self {
            influences: subject.influences,
            palette,
            centers,
            morphed,
            bones,
        }
    }

    /// Place and directions of a vertex at rest.
    fn at_rest(&self, vertex: usize) -> (Vec3, Directions) {
        let directions = Directions::of(&self.morphed, vertex);
        (self.morphed.positions[vertex], directions)
    }

    /// The length whose rounding a vertex shows besides that of the model: how far away its rotation center is. None where
    /// rounding decides which of two heads is the nearest; where an average is not found in half of the steps, or a motion is nearly a
    /// whole turn away from it, whose logarithm loses digits.
    pub(crate) fn beside(&self, vertex: usize, size: f32) -> Option<f32> {
        let Palette::TwoPhase(palette) = self.palette else {
            return Some(0.0);
        };
        match palette.blend {
            RigidBlend::Spherical => Some(self.center(vertex)),
            RigidBlend::SphericalAverage => {
                let is_found = self.is_found(vertex, palette);
                is_found.then(|| self.center(vertex))
            }
            RigidBlend::Iterative => self.is_found(vertex, palette).then_some(0.0),
            RigidBlend::DirectQuaternion => {
                let is_clear = self.is_clear(vertex, palette, size);
                is_clear.then_some(0.0)
            }
            _ => Some(0.0),
        }
    }

    /// Whether rounding does not decide if a vertex stands out: its normal turns where it begins to.
    pub(crate) fn is_decided(&self, vertex: usize, size: f32) -> bool {
        let Some((bones, posed)) = &self.bones else {
            return true;
        };
        let row = self.influences.row(vertex);
        let (at_rest, posed) = (self.morphed.positions[vertex], posed[vertex]);
        let Some(found) = Bulge::find_bulge(row, bones, at_rest, posed) else {
            // It may be about to: at a place a little farther from the bones.
            let away = posed + (posed - self.middle(vertex, bones, posed)) * 1e-3;
            return Bulge::find_bulge(row, bones, at_rest, away).is_none();
        };
        found.distance - found.radius > 1e-4 * size
    }

    /// The mean of the closest places of bones.
    fn middle(&self, vertex: usize, bones: &[PosedBone], posed: Vec3) -> Vec3 {
        let InfluenceRow { joints, weights } = self.influences.row(vertex);
        let pairs = joints.iter().zip(weights);
        let closest = pairs.map(|(&joint, &weight)| {
            let bone = &bones[usize::from(joint)];
            let [head, tail] = [bone.at_bind.head, bone.at_bind.tail]
                .map(|end| bone.posed_from_bind.transform_point3(end));
            BoneSegment { head, tail }.closest_point(posed) * weight
        });
        closest.sum()
    }

    fn center(&self, vertex: usize) -> f32 {
        let set = self.influences.joint_sets().of_vertices()[vertex];
        self.centers.centers[set as usize].length()
    }

    fn is_found(&self, vertex: usize, palette: &TwoPhasePalette) -> bool {
        let InfluenceRow { joints, weights } = self.influences.row(vertex);
        let average = iterative_blend_vertex(joints, weights, palette);
        let rotation = average.map.posed_from_stretched.real.normalize();
        let rotations: Vec<Quat> = joints
            .iter()
            .map(|&joint| palette.posed_from_stretched[usize::from(joint)].real)
            .collect();
        let mut turned = vec![1.0; rotations.len()];
        match palette.signs {
            SignRule::First => signs::first(&rotations, weights, &mut turned),
            SignRule::Largest => signs::largest(&rotations, weights, &mut turned),
            SignRule::Running => signs::running(&rotations, weights, &mut turned),
            SignRule::Hierarchical | SignRule::Followed => {}
        }
        let signed = || rotations.iter().zip(&turned);
        let zero = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        let start = signed()
            .zip(weights)
            .fold(zero, |sum, ((other, sign), weight)| {
                sum + *other * (sign * weight)
            })
            .normalize();
        // From the first guess on: what is a whole turn away there may be thrown anywhere by one step.
        let is_near = |from: Quat| signed().all(|(other, sign)| from.dot(*other) * sign > -0.9);
        average.steps <= ITERATIVE_STEPS / 2 && is_near(start) && is_near(rotation)
    }

    fn is_clear(&self, vertex: usize, palette: &TwoPhasePalette, size: f32) -> bool {
        let InfluenceRow { joints, weights } = self.influences.row(vertex);
        let point = self.morphed.positions[vertex];
        let map = direct_quaternion_blend_vertex(joints, weights, palette, point);
        let stretched = map.stretched_from_bind.transform_point3(point);
        let heads = joints
            .iter()
            .map(|&joint| palette.heads[usize::from(joint)]);
        let distance = |head: Vec3| head.distance(stretched);
        let Some(nearest) = heads
            .clone()
            .min_by(|a, b| distance(*a).total_cmp(&distance(*b)))
        else {
            return true;
        };
        let mut others = heads.filter(|head| *head != nearest);
        others.all(|head| distance(head) > distance(nearest) + 10.0 * POSITION * size)
    }
}

/// Of the mesh at rest and as it is posed, whichever is larger; of a small part that rests far out a tenth of its distance from the
/// origin, since coordinates are rounded by their own size: the tolerance is some sixteen roundings then.
fn size(subject: &Subject<'_>, posed: &SkinnedVertices) -> f32 {
    let diagonal = |points: &[Vec3]| {
        let low = points.iter().copied().reduce(Vec3::min).unwrap_or_default();
        let high = points.iter().copied().reduce(Vec3::max).unwrap_or_default();
        low.distance(high)
    };
    let distances = subject.positions.iter().map(|point| point.length());
    let farthest = distances.fold(0.0, f32::max);
    diagonal(subject.positions)
        .max(diagonal(&posed.positions))
        .max(0.1 * farthest)
        .max(f32::MIN_POSITIVE)
}

/// All poses as instances of one mesh, in one dispatch.
pub(crate) fn on_device(subject: &Subject<'_>) -> Vec<SkinnedVertices> {
    let gpu = gpu().unwrap();
    let (device, queue) = (&gpu.device, &gpu.queue);
    let mesh = SkinMesh::new(device, queue, &mesh_data(subject)).unwrap();
    let mut instances =
        SkinInstances::new(&gpu.skinner, device, &mesh, subject.poses.len()).unwrap();
    instances.write(queue, &instance_poses(subject)).unwrap();
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    gpu.skinner.skin(&mut encoder, [&instances]);
    queue.submit([encoder.finish()]);
    (0..subject.poses.len())
        .map(|instance| instances.read(device, queue, instance).unwrap())
        .collect()
}

pub(crate) fn mesh_data(subject: &Subject<'_>) -> MeshData {
    let vertices = Vertices {
        positions: subject.positions,
        normals: subject.normals,
        tangents: subject.tangents,
    };
    let target = |&(positions, normals): &(_, _)| MorphTarget { positions, normals };
    let targets: Vec<_> = subject.targets.iter().map(target).collect();
    MeshData::new(vertices, subject.weighting(), &targets).unwrap()
}

pub(crate) fn instance_poses<'a>(subject: &Subject<'a>) -> Vec<InstancePose<'a>> {
    let pose = |(palette, morph_weights): &'a (Palette, Vec<f32>)| InstancePose {
        palette,
        morph_weights,
        influences: Some(subject.influences),
        bones: subject.bones,
    };
    subject.poses.iter().map(pose).collect()
}

/// The rest shape with its morph targets.
fn morphed(subject: &Subject<'_>, morph_weights: &[f32]) -> SkinnedVertices {
    let mut morphed = SkinnedVertices {
        positions: subject.positions.to_vec(),
        normals: subject.normals.to_vec(),
        tangents: subject.tangents.to_vec(),
    };
    for ((positions, normals), &weight) in subject.targets.iter().zip(morph_weights) {
        add(&mut morphed.positions, positions, weight);
        add(&mut morphed.normals, normals, weight);
    }
    morphed
}

pub(crate) fn on_processor(
    subject: &Subject<'_>,
    (palette, morph_weights): &(Palette, Vec<f32>),
) -> SkinnedVertices {
    let morphed = morphed(subject, morph_weights);
    let mut out = SkinnedVertices {
        positions: vec![Vec3::NAN; morphed.positions.len()],
        normals: vec![Vec3::NAN; morphed.normals.len()],
        tangents: vec![Vec4::NAN; morphed.tangents.len()],
    };
    let vertices = Vertices {
        positions: &morphed.positions,
        normals: &morphed.normals,
        tangents: &morphed.tangents,
    };
    let written = SkinOutput {
        positions: &mut out.positions,
        normals: &mut out.normals,
        tangents: &mut out.tangents,
    };
    skin(vertices, subject.weighting(), palette, written).unwrap();
    out.normals.resize(out.positions.len(), Vec3::ZERO);
    out
}

fn add(sums: &mut [Vec3], displacements: &[Vec3], weight: f32) {
    for (sum, displacement) in sums.iter_mut().zip(displacements) {
        *sum += *displacement * weight;
    }
}
