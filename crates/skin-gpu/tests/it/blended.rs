//! Maps on the device: whole, painted, come and gone; always as on the processor.

use dq_math::SignRule;
use glam::{Affine3A, Quat, Vec3};
use rig::{
    AffineDualQuatPalette, BoneSegment, ByMap, Influences, InfluencesBuilder, MapKind,
    MatrixPalette, Palette, VertexMap, Weighting,
};
use skin_gpu::{InstancePose, MeshData, SkinGpuError, SkinInstances, SkinMesh, Vertices};

use crate::device::{Gpu, gpu};
use crate::parity::POSITION;

/// Some pages of a map.
const N_VERTICES: u16 = 1000;

/// A tube of four joints, of which every eleventh vertex is not bound.
struct Tube {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    influences: Influences,
    bones: [BoneSegment; 4],
}

impl Tube {
    fn new() -> Self {
        let turn = |vertex: u16| Quat::from_rotation_y(f32::from(vertex) * 0.7);
        let mut builder = InfluencesBuilder::new(4);
        for vertex in 0..N_VERTICES {
            let joint = vertex * 4 / N_VERTICES;
            if vertex % 11 == 3 {
                builder.unbound();
            } else {
                let row = [(joint, 0.6), ((joint + 1) % 4, 0.4), (3, 0.1)];
                builder.vertex(row).unwrap();
            }
        }
        Self {
            positions: (0..N_VERTICES)
                .map(|vertex| turn(vertex) * Vec3::X + Vec3::Y * (f32::from(vertex) * 0.004))
                .collect(),
            normals: (0..N_VERTICES)
                .map(|vertex| turn(vertex) * Vec3::X)
                .collect(),
            influences: builder.build(),
            bones: [0.0, 1.0, 2.0, 3.0].map(|y| BoneSegment {
                head: Vec3::Y * y,
                tail: Vec3::Y * (y + 1.0),
            }),
        }
    }

    fn vertices(&self) -> Vertices<'_> {
        Vertices {
            positions: &self.positions,
            normals: &self.normals,
            ..Vertices::default()
        }
    }

    fn with<'a>(&'a self, blend: Option<&'a VertexMap>) -> Weighting<'a> {
        self.with_map(MapKind::Blend, blend)
    }

    fn with_map<'a>(&'a self, kind: MapKind, map: Option<&'a VertexMap>) -> Weighting<'a> {
        let weighting = Weighting {
            bones: &self.bones,
            ..(&self.influences).into()
        };
        weighting.with_maps(ByMap::only(kind, map))
    }
}

fn affine() -> Palette {
    let rotation = [0.0, 1.1, 2.4, 3.0_f32].map(Quat::from_rotation_y).to_vec();
    let stretch = |q: &Quat| {
        Affine3A::from_rotation_translation(*q, Vec3::Y * q.y)
            * Affine3A::from_scale(Vec3::new(1.0, 1.0 + 0.3 * q.y, 1.0))
    };
    Palette::Affine(AffineDualQuatPalette {
        posed_from_bind: rotation.iter().map(stretch).collect(),
        rotation,
        signs: SignRule::First,
    })
}

/// What the device makes of a mesh, once it is told.
struct OnDevice<'a> {
    gpu: &'a Gpu,
    mesh: SkinMesh,
    instances: SkinInstances,
}

impl<'a> OnDevice<'a> {
    fn new(gpu: &'a Gpu, tube: &Tube, weighting: Weighting<'_>, palette: &Palette) -> Self {
        let data = MeshData::new(tube.vertices(), weighting, &[]).unwrap();
        let mesh = SkinMesh::new(&gpu.device, &gpu.queue, &data).unwrap();
        let mut instances = SkinInstances::new(&gpu.skinner, &gpu.device, &mesh, 1).unwrap();
        let pose = InstancePose {
            bones: weighting.bones,
            ..palette.into()
        };
        instances.write(&gpu.queue, &[pose]).unwrap();
        Self {
            gpu,
            mesh,
            instances,
        }
    }

    #[track_caller]
    fn agrees(&self, tube: &Tube, weighting: Weighting<'_>, palette: &Palette) -> Vec<Vec3> {
        let Gpu {
            device,
            queue,
            skinner,
            ..
        } = self.gpu;
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        skinner.skin(&mut encoder, [&self.instances]);
        queue.submit([encoder.finish()]);
        let found = self.instances.read(device, queue, 0).unwrap();
        let moved = skin_cpu::skin_vertices(tube.vertices(), weighting, palette).unwrap();
        let (positions, normals) = (moved.positions, moved.normals);
        for vertex in 0..positions.len() {
            let (p, q) = (positions[vertex], found.positions[vertex]);
            assert!(
                p.distance(q) <= 5.0 * POSITION,
                "{vertex}: {p} here, {q} there"
            );
            let (n, m) = (normals[vertex], found.normals[vertex]);
            assert!(
                n.distance(m) <= 1e-4,
                "{vertex}: normal {n} here, {m} there"
            );
        }
        found.positions
    }
}

fn number(vertex: u16) -> f32 {
    f32::from(vertex * 37 % 101) / 100.0
}

#[test]
fn the_ends_of_a_map_are_linear_and_affine_blending() {
    let Some(gpu) = gpu() else { return };
    let (tube, palette) = (Tube::new(), affine());
    let Palette::Affine(parts) = &palette else {
        panic!("an affine palette")
    };
    let linear = Palette::Linear(MatrixPalette {
        posed_from_bind: parts.posed_from_bind.clone(),
    });
    let moved = |blend: Option<&VertexMap>, palette: &Palette| {
        OnDevice::new(gpu, &tube, tube.with(blend), palette).agrees(
            &tube,
            tube.with(blend),
            palette,
        )
    };
    let of_all = |number: f32| VertexMap::new((0..N_VERTICES).map(|_| number));
    let (zeros, ones) = (of_all(0.0), of_all(1.0));
    assert_eq!(moved(Some(&ones), &palette), moved(None, &palette));
    let distance = |a: &[Vec3], b: &[Vec3]| {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max)
    };
    let by_map = moved(Some(&zeros), &palette);
    assert!(distance(&by_map, &moved(None, &linear)) <= POSITION);
    assert!(distance(&by_map, &moved(None, &palette)) > 0.1);
    // Linear blending has the map in its way and does not look at it.
    let strewn = VertexMap::new((0..N_VERTICES).map(number));
    assert_eq!(moved(Some(&strewn), &linear), moved(None, &linear));
}

#[test]
fn numbers_that_change_are_written() {
    let Some(gpu) = gpu() else { return };
    let (tube, palette) = (Tube::new(), affine());
    for kind in MapKind::ALL {
        changes_are_written(gpu, (&tube, &palette), kind);
    }
}

fn changes_are_written(gpu: &Gpu, (tube, palette): (&Tube, &Palette), kind: MapKind) {
    let with = |map| tube.with_map(kind, Some(map));
    let first = VertexMap::new((0..N_VERTICES).map(number));
    let device = OnDevice::new(gpu, tube, with(&first), palette);
    device.agrees(tube, with(&first), palette);
    let write = |before: Weighting<'_>, after: Weighting<'_>| {
        assert!(
            device
                .mesh
                .write_influences(&gpu.queue, before, after)
                .unwrap()
        );
        device.agrees(tube, after, palette);
    };
    // Both ends, neighbors, a gap that is closed and one that is not.
    let numbers = [0, 1, 2, 40, 41, 300, 777, 999].map(|vertex| (vertex, 0.125));
    let second = first.with_values(numbers).unwrap();
    write(with(&first), with(&second));
    // Rows that keep their lengths, behind the map.
    let row = &[(0, 0.2), (1, 0.3), (3, 0.5)][..];
    let rows = [5, 6, 200].map(|vertex| (vertex, row));
    let reweighed = tube.influences.with_rows(rows).unwrap();
    let beside = Weighting {
        influences: &reweighed,
        ..with(&first)
    };
    write(with(&second), beside);
    write(beside, with(&second));
    // All at once, with weights beside them, and back in one.
    let zeros = VertexMap::new((0..N_VERTICES).map(|_| 0.0));
    write(with(&second), with(&zeros));
    let rows = [(5, &[(2, 1.0)][..]), (500, &[(0, 0.5), (3, 0.5)][..])];
    let influences = tube.influences.with_rows(rows).unwrap();
    let other = Weighting {
        influences: &influences,
        ..with(&second)
    };
    write(with(&zeros), other);
    write(other, with(&first));
}

#[test]
fn a_map_that_lies_strewn_is_written_alike() {
    let Some(gpu) = gpu() else { return };
    let (tube, palette) = (Tube::new(), affine());
    let slots = (0..u32::from(N_VERTICES)).map(|vertex| vertex * 7 % u32::from(N_VERTICES));
    let first = VertexMap::new((0..N_VERTICES).map(number)).with_slots(slots.collect());
    let device = OnDevice::new(gpu, &tube, tube.with(Some(&first)), &palette);
    let second = first.with_values((100..400).map(|vertex| (vertex, 0.5)));
    let second = second.unwrap();
    let (before, after) = (tube.with(Some(&first)), tube.with(Some(&second)));
    let written = device.mesh.write_influences(&gpu.queue, before, after);
    assert!(written.unwrap());
    device.agrees(&tube, after, &palette);
}

#[test]
fn a_map_that_comes_or_goes_asks_for_another_mesh() {
    let Some(gpu) = gpu() else { return };
    let (tube, palette) = (Tube::new(), affine());
    let map = VertexMap::new((0..N_VERTICES).map(number));
    let (with, without) = (tube.with(Some(&map)), tube.with(None));
    for (before, after) in [(with, without), (without, with)] {
        let device = OnDevice::new(gpu, &tube, before, &palette);
        let written = device.mesh.write_influences(&gpu.queue, before, after);
        assert!(!written.unwrap(), "nothing is written");
        device.agrees(&tube, before, &palette);
    }
}

#[test]
fn a_map_of_another_length_is_refused() {
    let tube = Tube::new();
    let short = VertexMap::new([0.5; 3]);
    let error = MeshData::new(tube.vertices(), tube.with(Some(&short)), &[]).unwrap_err();
    let expected = SkinGpuError::Length {
        what: "numbers of the blend map",
        expected: 1000,
        of: "vertex positions",
        found: 3,
    };
    assert_eq!(error, expected);
    let Some(gpu) = gpu() else { return };
    let map = VertexMap::default_for(&tube.influences, MapKind::Blend);
    let device = OnDevice::new(gpu, &tube, tube.with(Some(&map)), &affine());
    let (before, after) = (tube.with(Some(&map)), tube.with(Some(&short)));
    let refused = device.mesh.write_influences(&gpu.queue, before, after);
    assert!(matches!(
        refused,
        Err(SkinGpuError::Length { found: 3, .. })
    ));
    // No vertices, no numbers.
    let none = VertexMap::default();
    let empty = Influences::default();
    let nothing = Weighting {
        blend: Some(&none),
        ..(&empty).into()
    };
    MeshData::new(Vertices::default(), nothing, &[]).unwrap();
}
