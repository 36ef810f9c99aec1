//! Exact normals and tangents on the device: as on the processor for every method, flat and canceled lanes too, and after weights have
//! changed.

use std::fmt;

use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Mat3, Quat, Vec3, Vec4};
use rig::{
    AffineDualQuatPalette, BoneSegment, ByMap, DualQuatPalette, GradientRow, Influences,
    InfluencesBuilder, MapKind, MatrixPalette, Palette, RigidBlend, TwoPhasePalette, VertexMap,
    WeightGradients, Weighting,
};
use skin_cpu::{NormalTransform, SkinOutput, skin_by_normals};
use skin_gpu::{
    InstancePose, MeshData, SkinGpuError, SkinInstances, SkinMesh, SkinnedVertices, Vertices,
};
use testkit::say;

use crate::device::{Gpu, gpu};
use crate::parity::{Rounding, Subject};

const N_VERTICES: u16 = 900;
const N_JOINTS: u16 = 5;
/// What unit normals may differ by; those of nearly flat Jacobians are counted instead.
const NORMAL: f32 = 1e-3;

/// A tube along joints, every eleventh vertex of which is not bound, with weights that change over it.
pub(crate) struct Tube {
    pub(crate) positions: Vec<Vec3>,
    pub(crate) normals: Vec<Vec3>,
    tangents: Vec<Vec4>,
    pub(crate) influences: Influences,
    gradients: WeightGradients,
    maps: ByMap<Option<VertexMap>>,
    bones: Vec<BoneSegment>,
}

/// Without pattern, from 0 to 1; the same every time.
fn noise(seed: u32) -> f32 {
    let mixed = seed.wrapping_add(1).wrapping_mul(0x9e37_79b9);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b);
    (mixed >> 16) as f32 / 65536.0
}

fn direction(seed: u32) -> Vec3 {
    let signed = |lane: u32| 2.0 * noise(seed * 3 + lane) - 1.0;
    Vec3::new(signed(0), signed(1), signed(2))
}

impl Tube {
    /// `change` tells one set of weights from another with rows of the same joints.
    pub(crate) fn new(has_maps: bool, change: u32) -> Self {
        let place = |vertex: u16| f32::from(vertex) / f32::from(N_VERTICES) * 3.9;
        let turn = |vertex: u16| Quat::from_rotation_y(f32::from(vertex) * 0.7);
        let mut builder = InfluencesBuilder::new(N_JOINTS.into());
        let mut gradients = Vec::new();
        for vertex in 0..N_VERTICES {
            let seed = u32::from(vertex) * 16;
            let joint = u32::from(vertex) * 39 / 10 / u32::from(N_VERTICES);
            let joint = u16::try_from(joint).unwrap();
            let mut row: Vec<(u16, f32)> = (joint..N_JOINTS.min(joint + 1 + vertex % 3))
                .map(|joint| (joint, 0.05 + noise(seed + change + u32::from(joint))))
                .collect();
            if vertex % 11 == 3 {
                row.clear();
            }
            gradients.push(gradient_row(&row, seed + 7 * change));
            if builder.vertex(row).is_err() {
                builder.unbound();
            }
        }
        let map = |offset: u32, ends: f32| {
            let value = |vertex: u16| (noise(u32::from(vertex) + offset) * ends).min(1.0);
            Some(VertexMap::new((0..N_VERTICES).map(value)))
        };
        let of_map = |offset: u32| (0..u32::from(N_VERTICES)).map(move |v| direction(v + offset));
        let mut gradients = WeightGradients::from_rows(N_JOINTS.into(), gradients);
        let mut maps = ByMap::default();
        if has_maps {
            maps = ByMap {
                blend: map(5000, 1.3),
                bulge: map(7000, 1.0),
            };
            gradients = gradients
                .with_map(MapKind::Blend, of_map(9000))
                .with_map(MapKind::Bulge, of_map(19_000));
        }
        Self {
            positions: (0..N_VERTICES)
                .map(|vertex| turn(vertex) * (Vec3::X * 0.4) + Vec3::Y * place(vertex))
                .collect(),
            normals: (0..N_VERTICES)
                .map(|vertex| turn(vertex) * Vec3::X)
                .collect(),
            tangents: (0..N_VERTICES)
                .map(|vertex| Vec3::Y.extend(if vertex % 3 == 0 { -1.0 } else { 1.0 }))
                .collect(),
            influences: builder.build(),
            gradients,
            maps,
            bones: (0..N_JOINTS)
                .map(|joint| BoneSegment {
                    head: head(joint),
                    tail: head(joint + 1),
                })
                .collect(),
        }
    }

    pub(crate) fn vertices(&self, has_tangents: bool) -> Vertices<'_> {
        Vertices {
            positions: &self.positions,
            normals: &self.normals,
            tangents: if has_tangents { &self.tangents } else { &[] },
        }
    }

    /// Vertices of which rounding decides whether they stand out, so that the bulge map turns their normals; none without the map.
    fn undecided(&self, palette: &Palette) -> Vec<bool> {
        let poses = [(palette.clone(), Vec::new())];
        let subject = Subject {
            positions: &self.positions,
            normals: &self.normals,
            tangents: &[],
            influences: &self.influences,
            maps: ByMap::new(|kind| self.maps[kind].as_ref()),
            bones: &self.bones,
            targets: Vec::new(),
            poses: &poses,
        };
        let rounding = Rounding::new(&subject, &poses[0]);
        let n_vertices = self.positions.len();
        (0..n_vertices)
            .map(|vertex| !rounding.is_decided(vertex, 4.0))
            .collect()
    }

    pub(crate) fn weighting(&self) -> Weighting<'_> {
        let weighting = Weighting {
            bones: &self.bones,
            ..(&self.influences).into()
        };
        weighting.with_maps(ByMap::new(|kind| self.maps[kind].as_ref()))
    }
}

/// Of the joints of a row and one that only neighbors have; they sum to zero. Some rows have none.
fn gradient_row(row: &[(u16, f32)], seed: u32) -> Vec<(u16, Vec3)> {
    if row.is_empty() || noise(seed + 3) < 0.1 {
        return Vec::new();
    }
    let mut joints: Vec<u16> = row.iter().map(|&(joint, _)| joint).collect();
    if let Some(other) = (0..N_JOINTS).find(|joint| !joints.contains(joint)) {
        joints.push(other);
    }
    let mut gradients: Vec<(u16, Vec3)> = joints
        .into_iter()
        .map(|joint| (joint, direction(seed + u32::from(joint)) * 0.5))
        .collect();
    let sum: Vec3 = gradients.iter().map(|(_, gradient)| *gradient).sum();
    if let Some((_, last)) = gradients.last_mut() {
        *last -= sum;
    }
    gradients
}

fn head(joint: u16) -> Vec3 {
    Vec3::Y * f32::from(joint)
}

/// Where each joint is turned and how it is stretched.
struct Pose {
    motions: Vec<DualQuat>,
    stretches: Vec<Affine3A>,
}

/// Bent; twisted far, one joint mirrored; two joints half a turn apart and one flattened to a plane.
fn poses() -> Vec<Pose> {
    let axis = |joint: u16| direction(u32::from(joint) + 900).normalize();
    let about = |joint: u16, turn: Quat| {
        DualQuat::from_rotation_translation(
            turn,
            head(joint) - turn * head(joint) + axis(joint) * 0.1,
        )
    };
    let scale = |joint: u16, scale: Vec3| {
        let head = Affine3A::from_translation(head(joint));
        head * Affine3A::from_scale(scale) * head.inverse()
    };
    let pose = |angle: fn(u16) -> f32, stretch: fn(u16) -> Vec3| Pose {
        motions: (0..N_JOINTS)
            .map(|joint| about(joint, Quat::from_axis_angle(axis(joint / 2), angle(joint))))
            .collect(),
        stretches: (0..N_JOINTS)
            .map(|joint| scale(joint, stretch(joint)))
            .collect(),
    };
    let one = |_| Vec3::ONE;
    vec![
        pose(
            |joint| 0.4 * f32::from(joint),
            |joint| Vec3::new(1.0, 1.2, 1.0 - 0.1 * f32::from(joint)),
        ),
        pose(
            |joint| [0.0, 1.9, -2.2, 0.7, 2.9][usize::from(joint)],
            |joint| {
                if joint == 2 {
                    Vec3::new(-1.0, 1.0, 1.1)
                } else {
                    Vec3::ONE
                }
            },
        ),
        pose(
            |joint| {
                if joint == 1 {
                    std::f32::consts::PI
                } else {
                    0.0
                }
            },
            |joint| {
                if joint == 3 {
                    Vec3::new(1.0, 0.0, 1.0)
                } else {
                    Vec3::ONE
                }
            },
        ),
        pose(|_| 0.0, one),
    ]
}

pub(crate) fn palettes(signs: SignRule) -> Vec<(String, Vec<Palette>)> {
    let matrices = |pose: &Pose| -> Vec<Affine3A> {
        let pairs = pose.motions.iter().zip(&pose.stretches);
        pairs
            .map(|(motion, stretch)| motion.to_affine3a() * *stretch)
            .collect()
    };
    let of = |name: &str, palette: &dyn Fn(&Pose) -> Palette| {
        (
            name.to_owned(),
            poses().iter().map(palette).collect::<Vec<_>>(),
        )
    };
    let mut all = vec![of("linear", &|pose| {
        Palette::Linear(MatrixPalette {
            posed_from_bind: matrices(pose),
        })
    })];
    all.push(of("dual quaternion", &|pose| {
        Palette::DualQuaternion(DualQuatPalette {
            posed_from_bind: pose.motions.clone(),
            rest_from_bind: Mat3::from_diagonal(Vec3::new(2.0, 0.5, 1.5)),
            signs,
        })
    }));
    all.push(of("affine", &|pose| {
        Palette::Affine(AffineDualQuatPalette {
            posed_from_bind: matrices(pose),
            rotation: pose.motions.iter().map(|motion| motion.real).collect(),
            signs,
        })
    }));
    for blend in RigidBlend::ALL {
        all.push(of(&format!("two-phase, {blend:?}"), &|pose| {
            let heads = match blend {
                RigidBlend::DirectQuaternion => (0..N_JOINTS).map(head).collect(),
                _ => Vec::new(),
            };
            let (stretches, motions) = (pose.stretches.clone(), pose.motions.clone());
            let palette = TwoPhasePalette::of_motions(stretches, motions, heads, blend);
            Palette::TwoPhase(palette.with_signs(signs))
        }));
    }
    all
}

impl fmt::Display for Largest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            normal,
            tangent,
            flat,
            compared,
        } = self;
        write!(
            f,
            "normal {normal:.1e}, tangent {tangent:.1e}, {flat} of {compared} flat"
        )
    }
}

/// One mesh with its instances, exactly.
struct OnDevice<'a> {
    gpu: &'a Gpu,
    mesh: SkinMesh,
    instances: SkinInstances,
}

impl<'a> OnDevice<'a> {
    fn new(gpu: &'a Gpu, tube: &Tube, has_tangents: bool) -> Self {
        let data = MeshData::new(tube.vertices(has_tangents), tube.weighting(), &[]);
        let data = data.unwrap().with_gradients(&tube.gradients).unwrap();
        let mesh = SkinMesh::new(&gpu.device, &gpu.queue, &data).unwrap();
        let n_poses = poses().len();
        let mut instances = SkinInstances::new(&gpu.skinner, &gpu.device, &mesh, n_poses).unwrap();
        instances.use_exact_normals(true).unwrap();
        Self {
            gpu,
            mesh,
            instances,
        }
    }

    fn skin(&mut self, tube: &Tube, palettes: &[Palette]) -> Vec<SkinnedVertices> {
        let Gpu {
            device,
            queue,
            skinner,
            ..
        } = self.gpu;
        let pose = |palette| InstancePose {
            influences: Some(&tube.influences),
            bones: &tube.bones,
            ..InstancePose::from(palette)
        };
        let poses: Vec<_> = palettes.iter().map(pose).collect();
        self.instances.write(queue, &poses).unwrap();
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        skinner.skin(&mut encoder, [&self.instances]);
        queue.submit([encoder.finish()]);
        (0..palettes.len())
            .map(|instance| self.instances.read(device, queue, instance).unwrap())
            .collect()
    }
}

fn on_processor(tube: &Tube, has_tangents: bool, palette: &Palette) -> SkinnedVertices {
    let mut out = SkinnedVertices {
        positions: vec![Vec3::NAN; tube.positions.len()],
        normals: vec![Vec3::NAN; tube.positions.len()],
        tangents: vec![
            Vec4::NAN;
            if has_tangents {
                tube.positions.len()
            } else {
                0
            }
        ],
    };
    let written = SkinOutput {
        positions: &mut out.positions,
        normals: &mut out.normals,
        tangents: &mut out.tangents,
    };
    let by = NormalTransform::Exact(&tube.gradients);
    skin_by_normals(
        tube.vertices(has_tangents),
        tube.weighting(),
        palette,
        by,
        written,
    )
    .unwrap();
    out
}

/// The largest differences of normals and tangents, and how many are those of nearly flat Jacobians.
#[derive(Default)]
struct Largest {
    normal: f32,
    tangent: f32,
    flat: usize,
    compared: usize,
}

impl Largest {
    #[track_caller]
    fn take(
        &mut self,
        label: &str,
        undecided: &[bool],
        (expected, found): (&SkinnedVertices, &SkinnedVertices),
    ) {
        assert_eq!(expected.tangents.len(), found.tangents.len());
        for vertex in 0..expected.positions.len() {
            let (p, q) = (expected.positions[vertex], found.positions[vertex]);
            assert!(
                p.abs_diff_eq(q, 2e-4),
                "{label}, vertex {vertex}: {p} here, {q} there"
            );
            if undecided.get(vertex) == Some(&true) {
                continue;
            }
            self.compared += 1;
            let apart = expected.normals[vertex].distance(found.normals[vertex]);
            let of_tangents = expected
                .tangents
                .get(vertex)
                .zip(found.tangents.get(vertex));
            let tangents = of_tangents.map_or(0.0, |(here, there)| here.distance(*there));
            if apart.max(tangents) > NORMAL {
                self.flat += 1;
            } else {
                self.normal = self.normal.max(apart);
                self.tangent = self.tangent.max(tangents);
            }
        }
    }
}

#[test]
fn exact_normals_are_those_of_the_processor() {
    let Some(gpu) = gpu() else { return };
    let mut overall = Largest::default();
    for (has_maps, has_tangents, signs) in [
        (false, true, SignRule::First),
        (false, true, SignRule::Running),
        (true, false, SignRule::First),
    ] {
        let tube = Tube::new(has_maps, 0);
        let mut device = OnDevice::new(gpu, &tube, has_tangents);
        // What the maps do is the same for all: kernels with maps take a software driver seconds to compile.
        let with_maps = |name: &str| name == "linear" || name == "dual quaternion";
        for (name, palettes) in palettes(signs) {
            if has_maps && !with_maps(&name) {
                continue;
            }
            let mut largest = Largest::default();
            for (pose, found) in device.skin(&tube, &palettes).iter().enumerate() {
                let label = format!("{name}, {signs}, pose {pose}");
                let expected = on_processor(&tube, has_tangents, &palettes[pose]);
                largest.take(&label, &tube.undecided(&palettes[pose]), (&expected, found));
            }
            say(&format!(
                "exact normals: {name}, {signs}, maps {has_maps}: {largest}"
            ));
            overall.normal = overall.normal.max(largest.normal);
            assert!(largest.flat * 500 <= largest.compared, "{name}: {largest}");
        }
    }
    say(&format!(
        "exact normals: largest difference {:.1e}",
        overall.normal
    ));
}

/// Rows that keep their joints, then others, then more than there is space for; usual normals on the same mesh.
#[test]
fn gradients_are_replaced_along_with_weights() {
    let Some(gpu) = gpu() else { return };
    let queue = &gpu.queue;
    let palettes = &palettes(SignRule::First)[0].1;
    let mut before = Tube::new(false, 0);
    let mut on_device = OnDevice::new(gpu, &before, true);
    let agree = |on_device: &mut OnDevice<'_>, tube: &Tube, label: &str| {
        agree_on(on_device, (tube, palettes), label);
    };
    let same_joints = Tube::new(false, 5000);
    for (label, mut after) in [
        ("other weights", same_joints),
        ("other rows", Tube::new(false, 1)),
    ] {
        if label == "other rows" {
            let rows = (0..N_VERTICES).map(|vertex| {
                let GradientRow { joints, gradients } = before.gradients.row(vertex.into());
                let skipped = usize::from(vertex % 5 == 0 && joints.len() > 1);
                let row = joints.iter().copied().zip(gradients.iter().copied());
                row.skip(skipped).collect::<Vec<_>>()
            });
            after.gradients = WeightGradients::from_rows(N_JOINTS.into(), rows);
        }
        let mesh = &on_device.mesh;
        assert!(
            mesh.write_influences(queue, &before.influences, &after.influences)
                .unwrap()
        );
        assert!(
            mesh.write_gradients(queue, &before.gradients, &after.gradients)
                .unwrap()
        );
        agree(&mut on_device, &after, label);
        before = after;
    }
    what_does_not_fit_is_not_written(gpu, &mut on_device, (&before, palettes));
    usual_normals_are_those_of_the_processor(gpu, &mut on_device, (&before, palettes));
}

fn agree_on(on_device: &mut OnDevice<'_>, (tube, palettes): (&Tube, &[Palette]), label: &str) {
    let mut largest = Largest::default();
    for (pose, found) in on_device.skin(tube, palettes).iter().enumerate() {
        let expected = on_processor(tube, true, &palettes[pose]);
        largest.take(label, &[], (&expected, found));
    }
    assert!(largest.flat == 0, "{label}: {largest}");
}

fn what_does_not_fit_is_not_written(
    gpu: &Gpu,
    on_device: &mut OnDevice<'_>,
    (before, palettes): (&Tube, &[Palette]),
) {
    let queue = &gpu.queue;
    let long = (0..N_VERTICES).map(|_| vec![(0, Vec3::X); 40]);
    let long = WeightGradients::from_rows(N_JOINTS.into(), long);
    let mesh = &on_device.mesh;
    assert!(
        !mesh
            .write_gradients(queue, &before.gradients, &long)
            .unwrap()
    );
    let of_other_joints = WeightGradients::from_rows(60, (0..N_VERTICES).map(|_| [(59, Vec3::X)]));
    assert!(
        !mesh
            .write_gradients(queue, &before.gradients, &of_other_joints)
            .unwrap()
    );
    let fewer = WeightGradients::from_rows(1, [[(0, Vec3::X)]]);
    let error = mesh
        .write_gradients(queue, &before.gradients, &fewer)
        .unwrap_err();
    assert!(error.to_string().contains("rows of gradients"), "{error}");
    agree_on(on_device, (before, palettes), "after refusals");
}

/// Usual normals of the same mesh; none exact of one without gradients.
fn usual_normals_are_those_of_the_processor(
    gpu: &Gpu,
    on_device: &mut OnDevice<'_>,
    (before, palettes): (&Tube, &[Palette]),
) {
    let (device, queue) = (&gpu.device, &gpu.queue);
    on_device.instances.use_exact_normals(false).unwrap();
    let usual = on_device.skin(before, palettes).swap_remove(0);
    let expected =
        skin_cpu::skin_vertices(before.vertices(true), before.weighting(), &palettes[0]).unwrap();
    assert!(
        usual
            .normals
            .iter()
            .zip(&expected.normals)
            .all(|(a, b)| a.abs_diff_eq(*b, 1e-4))
    );
    let data = MeshData::new(before.vertices(false), before.weighting(), &[]).unwrap();
    let mesh = SkinMesh::new(device, queue, &data).unwrap();
    let mut plain = SkinInstances::new(&gpu.skinner, device, &mesh, 1).unwrap();
    assert_eq!(
        plain.use_exact_normals(true),
        Err(SkinGpuError::NoGradients)
    );
    assert!(
        !mesh
            .write_gradients(queue, &before.gradients, &before.gradients)
            .unwrap()
    );
}
