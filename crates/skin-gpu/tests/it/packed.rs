//! Packed formats: how far they are off, and that the device does with them what the processor does with what is left.

use dq_math::SignRule;
use glam::Vec3;
use rig::{InfluencesBuilder, Method, Palette, PosedSkin, ScaleInheritance, Vertices, forward};
use skin_cpu::skin_vertices;
use skin_gpu::{
    InfluenceFormat, MeshData, NormalFormat, Packing, SkinGpuError, SkinInstances, SkinMesh,
    SkinnedVertices, normal_from_octahedral, octahedral_from_normal,
};
use testkit::folders::{files_in, workspace};
use testkit::say;

use crate::device::{Gpu, gpu};
use crate::exact::{Tube, palettes};

fn degrees(one: Vec3, other: Vec3) -> f32 {
    2.0 * (one.distance(other) / 2.0).min(1.0).asin().to_degrees()
}

fn packed(normal: Vec3) -> Vec3 {
    normal_from_octahedral(octahedral_from_normal(normal))
}

/// All directions of a fine grid, and the corners, edges and folds of the octahedron.
#[test]
fn octahedral_normals_are_nearly_as_they_were() {
    let mut largest = 0.0_f32;
    for row in 0..400_u16 {
        for column in 0..800_u16 {
            let up = f32::from(row).mul_add(2.0 / 399.0, -1.0);
            let around = f32::from(column) * (std::f32::consts::TAU / 800.0);
            let across = (1.0 - up * up).max(0.0).sqrt();
            let normal = Vec3::new(across * around.cos(), across * around.sin(), up).normalize();
            largest = largest.max(degrees(normal, packed(normal)));
        }
    }
    for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
        assert_eq!((packed(axis), packed(-axis)), (axis, -axis));
    }
    say(&format!("octahedral normals: {largest:.4}° off at most"));
    assert!(largest < 0.0037 && largest > 0.001, "{largest}");
    for none in [Vec3::ZERO, Vec3::NAN, Vec3::splat(f32::INFINITY)] {
        assert_eq!(packed(none), Vec3::ZERO);
    }
}

/// How far rounded weights move a primitive, of its size, and turn its normals, in degrees; and how many vertices were moved.
fn cost_of_rounding(primitive: &character::Primitive, skin: &PosedSkin<'_>) -> (f32, f32, usize) {
    let Some(influences) = &primitive.influences else {
        return (0.0, 0.0, 0);
    };
    let rounded = InfluenceFormat::Unorm16Joint16
        .round_influences(influences)
        .unwrap();
    let vertices = Vertices {
        positions: &primitive.positions,
        normals: &primitive.normals,
        ..Vertices::default()
    };
    let (mut of_size, mut turned, mut count) = (0.0_f32, 0.0_f32, 0);
    for method in [Method::Linear, Method::DualQuaternion, Method::Affine] {
        let palette = Palette::new(method, SignRule::First, skin);
        let full = skin_vertices(vertices, influences, &palette).unwrap();
        let off = skin_vertices(vertices, &rounded, &palette).unwrap();
        let places = full.positions.iter().copied();
        let low = places.clone().reduce(Vec3::min).unwrap_or_default();
        let high = places.reduce(Vec3::max).unwrap_or_default();
        let places = full.positions.iter().zip(&off.positions);
        let farthest = places.map(|(a, b)| a.distance(*b)).fold(0.0, f32::max);
        of_size = of_size.max(farthest / low.distance(high).max(1e-3));
        let normals = full.normals.iter().zip(&off.normals);
        let angles = normals.map(|(a, b)| degrees(*a, *b));
        turned = turned.max(angles.fold(0.0, f32::max));
        count += full.positions.len();
    }
    (of_size, turned, count)
}

/// The built-in characters, turned and stretched at every joint: what rounding the weights does to positions and normals.
#[test]
fn rounded_weights_hardly_move_the_skin() {
    let (mut of_size, mut turned, mut n_vertices) = (0.0_f32, 0.0_f32, 0);
    for path in files_in(&workspace().join("assets"), &["glb"]) {
        let character = character::open(&path).unwrap();
        let mut pose = character.file_pose();
        for (rigid, angle) in pose
            .rigid
            .iter_mut()
            .zip([0.4, -0.7, 1.1, 0.2].into_iter().cycle())
        {
            rigid.rotation = glam::Quat::from_axis_angle(Vec3::new(0.6, 0.0, 0.8), angle);
        }
        let user = pose.user_transforms();
        let inheritance = vec![ScaleInheritance::Children; user.len()];
        let posed = forward(&character.rig.skeleton, &user, &inheritance).unwrap();
        for placed in &character.instances {
            let Some(skin) = placed.skin else { continue };
            let skin = PosedSkin::new(&posed, &character.rig.binds[skin]).unwrap();
            for primitive in &character.meshes[placed.mesh].primitives {
                let (off, angle, count) = cost_of_rounding(primitive, &skin);
                (of_size, turned) = (of_size.max(off), turned.max(angle));
                n_vertices += count;
            }
        }
    }
    say(&format!(
        "weights of 16 bits: {of_size:.1e} of the size and {turned:.4}° off at most, {n_vertices} vertices"
    ));
    assert!(
        n_vertices > 10_000 && of_size < 1e-5 && turned < 0.1,
        "{of_size} {turned}"
    );
    assert!(of_size > 0.0, "nothing was rounded");
}

/// What is skinned, and what it is skinned from.
struct OnDevice<'a> {
    gpu: &'a Gpu,
    mesh: SkinMesh,
    instances: SkinInstances,
}

impl<'a> OnDevice<'a> {
    fn new(gpu: &'a Gpu, data: &MeshData, packing: Packing) -> Self {
        let mesh = SkinMesh::with_packing(&gpu.device, &gpu.queue, data, packing).unwrap();
        let instances = SkinInstances::new(&gpu.skinner, &gpu.device, &mesh, 4).unwrap();
        Self {
            gpu,
            mesh,
            instances,
        }
    }

    fn skin(&mut self, palettes: &[Palette]) -> Vec<SkinnedVertices> {
        let Gpu {
            device,
            queue,
            skinner,
            ..
        } = self.gpu;
        let poses: Vec<_> = palettes.iter().map(Into::into).collect();
        self.instances.write(queue, &poses).unwrap();
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        skinner.skin(&mut encoder, [&self.instances]);
        queue.submit([encoder.finish()]);
        (0..palettes.len())
            .map(|instance| self.instances.read(device, queue, instance).unwrap())
            .collect()
    }
}

/// As the processor skins the rounded mesh; in full, what is farthest off.
#[track_caller]
fn compare(tube: &Tube, packing: Packing, (palettes, found): (&[Palette], &[SkinnedVertices])) {
    let rounded = packing
        .influences
        .round_influences(&tube.influences)
        .unwrap();
    let at_rest = |normal: &Vec3| match packing.rest_normals {
        NormalFormat::Full => *normal,
        NormalFormat::Octahedral => packed(*normal),
    };
    let normals: Vec<Vec3> = tube.normals.iter().map(at_rest).collect();
    let vertices = Vertices {
        positions: &tube.positions,
        normals: &normals,
        ..Vertices::default()
    };
    // Rounding of the skinned normal, and of the arithmetic before it.
    let skinned_normal = match packing.skinned_normals {
        NormalFormat::Full => 1e-4,
        NormalFormat::Octahedral => 2e-4,
    };
    let (mut off, mut angle) = (0.0_f32, 0.0_f32);
    for (palette, found) in palettes.iter().zip(found) {
        let moved = skin_vertices(vertices, &rounded, palette).unwrap();
        let (positions, normals) = (moved.positions, moved.normals);
        let moved = skin_vertices(tube.vertices(false), &tube.influences, palette).unwrap();
        let (full, normals_in_full) = (moved.positions, moved.normals);
        for vertex in 0..positions.len() {
            let (p, n) = (found.positions[vertex], found.normals[vertex]);
            assert!(
                p.abs_diff_eq(positions[vertex], 5e-5),
                "{vertex}: {p}, {}",
                positions[vertex]
            );
            assert!(
                n.abs_diff_eq(normals[vertex], skinned_normal),
                "{vertex}: {n}, {}",
                normals[vertex]
            );
            off = off.max(p.distance(full[vertex]));
            angle = angle.max(degrees(n, normals_in_full[vertex]));
        }
    }
    say(&format!(
        "{packing:?}: {off:.1e} of 4 and {angle:.4}° from the mesh in full"
    ));
    assert!(off < 4e-4 && angle < 0.1, "{off} {angle}");
}

#[test]
fn packed_meshes_skin_as_on_the_processor() {
    let Some(gpu) = gpu() else { return };
    let tube = Tube::new(false, 0);
    let data = MeshData::new(tube.vertices(true), &tube.influences, &[]).unwrap();
    let all = palettes(SignRule::First);
    let wide = Packing {
        influences: InfluenceFormat::Unorm16Joint16,
        rest_normals: NormalFormat::Full,
        ..Packing::smallest(5)
    };
    for (place, packing) in [(1, Packing::smallest(5)), (0, wide)] {
        // Bent and twisted; the others have lanes that rounding decides.
        let palettes = &all[place].1[..2];
        let mut on_device = OnDevice::new(gpu, &data, packing);
        let found = on_device.skin(palettes);
        compare(&tube, packing, (palettes, &found));
        assert_eq!(on_device.instances.layout().array_stride, 16);
        assert_eq!(on_device.instances.bytes_of(1), 14_400..28_800);
        let tangents = found.iter().flat_map(|found| &found.tangents);
        assert!(
            tangents.clone().count() == 1800,
            "tangents lie behind the vertices"
        );
        assert!(
            tangents
                .clone()
                .all(|tangent| (tangent.truncate().length() - 1.0).abs() < 1e-4)
        );
        // Written anew, in the same formats.
        let after = Tube::new(false, 5000);
        let mesh = &on_device.mesh;
        mesh.write_vertices(&gpu.queue, after.vertices(false))
            .unwrap();
        assert!(
            mesh.write_influences(&gpu.queue, &tube.influences, &after.influences)
                .unwrap()
        );
        let found = on_device.skin(palettes);
        compare(&after, packing, (palettes, &found));
    }
}

#[test]
fn what_a_format_does_not_have_is_refused() {
    let Some(gpu) = gpu() else { return };
    let (device, queue) = (&gpu.device, &gpu.queue);
    let refused = |influences: &rig::Influences| {
        let vertices = Vertices {
            positions: &[Vec3::X],
            ..Vertices::default()
        };
        let data = MeshData::new(vertices, influences, &[]).unwrap();
        SkinMesh::with_packing(device, queue, &data, Packing::smallest(1)).unwrap_err()
    };
    let mut many = InfluencesBuilder::new(257);
    many.vertex([(256, 1.0)]).unwrap();
    let error = refused(&many.build());
    assert!(
        matches!(
            error,
            SkinGpuError::TooLarge {
                needed: 257,
                most: 256,
                ..
            }
        ),
        "{error}"
    );
    let mut negative = InfluencesBuilder::new(2);
    negative.vertex([(0, 1.5), (1, -0.5)]).unwrap();
    let error = refused(&negative.build());
    assert_eq!(
        error,
        SkinGpuError::NotPackable {
            vertex: 0,
            weight: 1.5
        }
    );
    // Weights of many joints still sum to one.
    let mut many = InfluencesBuilder::new(9);
    many.vertex((0..9).map(|joint| (joint, 1.0))).unwrap();
    let rounded = InfluenceFormat::Unorm16Joint8
        .round_influences(&many.build())
        .unwrap();
    let sum: f32 = rounded.row(0).weights.iter().sum();
    assert!((sum - 1.0).abs() < 1e-6, "{sum}");
}
