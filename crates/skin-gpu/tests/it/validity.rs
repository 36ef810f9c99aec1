//! Every way to be wrong, and what is nothing but fine.

use dq_math::{DualQuat, SignRule};
use glam::{Affine3A, Mat3, Quat, Vec3};
use rig::{
    AffineDualQuatPalette, DualQuatPalette, Influences, InfluencesBuilder, JointSlot,
    MatrixPalette, Method, Palette, RigidBlend, TwoPhasePalette,
};
use skin_gpu::{
    InstancePose, MeshData, MorphTarget, SkinGpuError, SkinInstances, SkinMesh, Skinner,
    VertexSkin, Vertices,
};

use crate::device::{Gpu, gpu, limited};

const POINTS: [Vec3; 3] = [Vec3::X, Vec3::Y, Vec3::Z];

/// Three vertices on two joints.
fn influences() -> Influences {
    let mut builder = InfluencesBuilder::new(2);
    for _ in 0..3 {
        builder.vertex([(0, 0.5), (1, 0.5)]).unwrap();
    }
    builder.build()
}

fn data(targets: usize) -> MeshData {
    let vertices = Vertices {
        positions: &POINTS,
        normals: &POINTS,
        ..Vertices::default()
    };
    let target = MorphTarget {
        positions: &POINTS,
        normals: &[],
    };
    MeshData::new(vertices, &influences(), &vec![target; targets]).unwrap()
}

fn linear(matrices: usize) -> Palette {
    Palette::Linear(MatrixPalette {
        posed_from_bind: vec![Affine3A::IDENTITY; matrices],
    })
}

fn instances(gpu: &Gpu, capacity: usize) -> SkinInstances {
    let mesh = SkinMesh::new(&gpu.device, &gpu.queue, &data(1)).unwrap();
    SkinInstances::new(&gpu.skinner, &gpu.device, &mesh, capacity).unwrap()
}

#[test]
fn lists_of_a_mesh_must_fit() {
    let short = &POINTS[..2];
    let vertices = |positions, normals| Vertices {
        positions,
        normals,
        ..Vertices::default()
    };
    let target = |positions, normals| MorphTarget { positions, normals };
    let cases = [
        (
            vertices(short, &[]),
            vec![],
            "3 rows of influences, but 2 vertex positions",
        ),
        (
            vertices(&POINTS, short),
            vec![],
            "2 normals, but 3 vertex positions",
        ),
        (
            vertices(&POINTS, &[]),
            vec![target(&POINTS, &[]), target(short, &[])],
            "2 morph displacements of positions, but 3 vertex positions",
        ),
        (
            vertices(&POINTS, &[]),
            vec![target(&[], short)],
            "2 morph displacements of normals, but 3 vertex positions",
        ),
    ];
    for (vertices, targets, expected) in cases {
        let error = MeshData::new(vertices, &influences(), &targets).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

/// Of two joints at rest.
fn at_rest(blend: RigidBlend) -> TwoPhasePalette {
    TwoPhasePalette::of_motions(
        vec![Affine3A::IDENTITY; 2],
        vec![DualQuat::IDENTITY; 2],
        vec![Vec3::ZERO; 2],
        blend,
    )
}

/// A good one, one with a number missing, one with a list missing, one for another method.
fn palettes() -> [Palette; 4] {
    let mut matrices = vec![Affine3A::IDENTITY; 2];
    matrices[1].translation.y = f32::NAN;
    let broken = MatrixPalette {
        posed_from_bind: matrices,
    };
    let lopsided = TwoPhasePalette {
        stretched_from_bind: vec![Affine3A::IDENTITY; 2],
        ..TwoPhasePalette::default()
    };
    let other = AffineDualQuatPalette {
        posed_from_bind: vec![Affine3A::IDENTITY; 2],
        rotation: vec![Quat::IDENTITY; 2],
        ..AffineDualQuatPalette::default()
    };
    [
        linear(2),
        Palette::Linear(broken),
        Palette::TwoPhase(lopsided),
        Palette::Affine(other),
    ]
}

#[test]
fn poses_must_fit_and_nothing_is_written_otherwise() {
    let Some(gpu) = gpu() else { return };
    let mut instances = instances(gpu, 2);
    let [good, broken, lopsided, other] = palettes();
    let short = linear(1);
    // That of the larger of two skins which share the mesh.
    instances.write(&gpu.queue, &[(&linear(3)).into()]).unwrap();
    let with = |palette, morph_weights: &'static [f32]| InstancePose {
        palette,
        morph_weights,
        influences: None,
        bones: &[],
    };
    instances.write(&gpu.queue, &[(&good).into()]).unwrap();
    let cases = [
        (
            vec![(&short).into()],
            "1 palette entries, but 2 joints of the influences",
        ),
        (
            vec![(&lopsided).into()],
            "0 palette motions, but 2 joints of the influences",
        ),
        (
            vec![(&good).into(), (&broken).into()],
            "the palette of instance 1 is not finite at joint 1",
        ),
        (
            vec![(&good).into(), (&other).into()],
            "instance 1 is posed for another method",
        ),
        (
            vec![with(&good, &[1.0, 2.0])],
            "2 morph weights, but 1 morph targets",
        ),
        (
            vec![with(&good, &[f32::INFINITY])],
            "morph weight 0 of instance 0 is inf",
        ),
        (vec![(&good).into(); 3], "3 instances, but memory for 2"),
    ];
    for (poses, expected) in cases {
        let error = instances.write(&gpu.queue, &poses).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert_eq!(
            instances.len(),
            1,
            "{expected}: the pose before is still there"
        );
    }
}

#[test]
fn what_a_blend_asks_for_beside_motions_must_be_there() {
    let Some(gpu) = gpu() else { return };
    let mut instances = instances(gpu, 2);
    let palette = |blend, change: fn(&mut TwoPhasePalette)| {
        let mut palette = at_rest(blend);
        change(&mut palette);
        Palette::TwoPhase(palette)
    };
    let without_logs = palette(RigidBlend::LogMatrix, |palette| palette.logs.truncate(1));
    let without_heads = palette(RigidBlend::DirectQuaternion, |it| it.heads.clear());
    let far_head = palette(RigidBlend::DirectQuaternion, |palette| {
        palette.heads[1].z = f32::INFINITY;
    });
    let spherical = palette(RigidBlend::Spherical, |_| ());
    let own = influences();
    let short = Influences::default();
    let other = own.with_rows([(1, &[(1, 1.0)][..])]).unwrap();
    let wide = own.remap_joints(&[0, 1].map(JointSlot), 3).unwrap();
    let with = |influences| InstancePose {
        influences: Some(influences),
        ..(&spherical).into()
    };
    let cases = [
        (
            vec![(&without_logs).into()],
            "1 palette logarithms, but 2 joints of the influences",
        ),
        (
            vec![(&without_heads).into()],
            "0 palette heads, but 2 joints of the influences",
        ),
        (
            vec![(&far_head).into()],
            "the palette of instance 0 is not finite at joint 1",
        ),
        (
            vec![with(&own), (&spherical).into()],
            "instance 1 is posed for spherical blending",
        ),
        (
            vec![with(&short)],
            "0 rows of influences, but 3 vertices of the mesh",
        ),
        (
            vec![with(&wide)],
            "3 joints of the influences, but 2 joints of the mesh",
        ),
        (
            vec![with(&own), with(&other)],
            "instance 1 comes with other influences",
        ),
    ];
    for (poses, expected) in cases {
        let error = instances.write(&gpu.queue, &poses).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert!(instances.is_empty());
    // Other influences of the same rows.
    let same = influences();
    let poses = [with(&own), with(&same)];
    instances.write(&gpu.queue, &poses).unwrap();
    assert_eq!(instances.len(), 2);
}

/// A vertex for each pair of joints, so that spherical blends have a center for each: more than the poses of others hold.
#[test]
fn centers_that_do_not_fit_get_a_larger_buffer() {
    const N_JOINTS: u16 = 24;
    let Some(gpu) = gpu() else { return };
    let (device, queue) = (&gpu.device, &gpu.queue);
    let mut builder = InfluencesBuilder::new(usize::from(N_JOINTS));
    let mut positions = Vec::new();
    for (a, b) in (0..N_JOINTS).flat_map(|a| (0..a).map(move |b| (a, b))) {
        builder.vertex([(a, 0.5), (b, 0.5)]).unwrap();
        positions.push(Vec3::new(f32::from(a), f32::from(b), 1.0));
    }
    let influences = builder.build();
    let vertices = Vertices {
        positions: &positions,
        normals: &[],
        ..Vertices::default()
    };
    let data = MeshData::new(vertices, &influences, &[]).unwrap();
    let mesh = SkinMesh::new(device, queue, &data).unwrap();
    let mut instances = SkinInstances::new(&gpu.skinner, device, &mesh, 2).unwrap();
    let motions: Vec<DualQuat> = (0..N_JOINTS)
        .map(|joint| {
            let turn = Quat::from_rotation_y(f32::from(joint) * 0.1);
            DualQuat::from_rotation_translation(turn, Vec3::X * f32::from(joint % 5))
        })
        .collect();
    let palettes = [
        RigidBlend::Iterative,
        RigidBlend::Spherical,
        RigidBlend::Spherical,
    ]
    .map(|blend| {
        let matrices = vec![Affine3A::IDENTITY; motions.len()];
        Palette::TwoPhase(TwoPhasePalette::of_motions(
            matrices,
            motions.clone(),
            Vec::new(),
            blend,
        ))
    });
    for palette in &palettes {
        let pose = InstancePose {
            influences: Some(&influences),
            ..palette.into()
        };
        instances.write(queue, &[pose, pose]).unwrap();
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        gpu.skinner.skin(&mut encoder, [&instances]);
        queue.submit([encoder.finish()]);
        let expected = skin_cpu::skin_vertices(vertices, &influences, palette)
            .unwrap()
            .positions;
        for instance in 0..2 {
            let found = instances.read(device, queue, instance).unwrap().positions;
            for (found, expected) in found.iter().zip(&expected) {
                assert!(
                    found.abs_diff_eq(*expected, 1e-4),
                    "{found}, not {expected}"
                );
            }
        }
    }
}

#[test]
fn nothing_skins_to_nothing() {
    let Some(gpu) = gpu() else { return };
    let (device, queue) = (&gpu.device, &gpu.queue);
    let empty =
        MeshData::new(Vertices::default(), &InfluencesBuilder::new(0).build(), &[]).unwrap();
    let mesh = SkinMesh::new(device, queue, &empty).unwrap();
    let mut of_nothing = SkinInstances::new(&gpu.skinner, device, &mesh, 3).unwrap();
    of_nothing.write(queue, &[(&linear(0)).into(); 3]).unwrap();
    let mut nobody = instances(gpu, 0);
    nobody.write(queue, &[]).unwrap();
    let unwritten = instances(gpu, 1);
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    gpu.skinner
        .skin(&mut encoder, [&of_nothing, &nobody, &unwritten]);
    queue.submit([encoder.finish()]);
    for instances in [&of_nothing, &nobody, &unwritten] {
        let read = instances.read(device, queue, 0).unwrap();
        assert!(read.positions.is_empty() && read.normals.is_empty());
    }
    assert_eq!(nobody.bytes_of(0), 0..0);
    assert!(nobody.is_empty() && of_nothing.len() == 3);
}

#[test]
fn instances_not_written_again_are_gone() {
    let Some(gpu) = gpu() else { return };
    let mut instances = instances(gpu, 2);
    instances
        .write(&gpu.queue, &[(&linear(2)).into(); 2])
        .unwrap();
    instances.write(&gpu.queue, &[(&linear(2)).into()]).unwrap();
    assert_eq!(instances.len(), 1);
    assert!(
        instances
            .read(&gpu.device, &gpu.queue, 1)
            .unwrap()
            .positions
            .is_empty()
    );
}

#[test]
fn methods_may_change_from_frame_to_frame() {
    let Some(gpu) = gpu() else { return };
    let mut instances = instances(gpu, 1);
    let influences = influences();
    let up = Affine3A::from_translation(Vec3::Y);
    let skeleton = rig::SkeletonBuilder::new()
        .joint(0, None, "", rig::LocalTransform::default())
        .joint(1, Some(0), "", rig::LocalTransform::default())
        .build()
        .unwrap();
    let joints: Vec<_> = skeleton.joints().collect();
    let (bind, _) = rig::BindPose::new(&skeleton, &joints, &[up.inverse(); 2]).unwrap();
    let mut pose = rig::Pose::rest(&skeleton);
    pose.rigid[0].translation = Vec3::Z * 3.0;
    let user = pose.user_transforms();
    let posed = rig::forward(&skeleton, &user, &[rig::ScaleInheritance::Joint; 2]).unwrap();
    let skin = rig::PosedSkin::new(&posed, &bind).unwrap();
    for method in Method::ALL.into_iter().chain(Method::ALL) {
        let palette = Palette::new(method, SignRule::First, &skin);
        let pose = InstancePose {
            influences: Some(&influences),
            ..(&palette).into()
        };
        instances.write(&gpu.queue, &[pose]).unwrap();
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        gpu.skinner.skin(&mut encoder, [&instances]);
        gpu.queue.submit([encoder.finish()]);
        let moved = instances.read(&gpu.device, &gpu.queue, 0).unwrap();
        let expected = POINTS.map(|point| point - Vec3::Y + Vec3::Z * 3.0);
        for (found, expected) in moved.positions.iter().zip(expected) {
            assert!(
                found.abs_diff_eq(expected, 1e-6),
                "{method}: {found}, not {expected}"
            );
        }
    }
}

/// Half and half, a full turn apart: as on the processor.
#[test]
fn rotations_that_cancel_follow_the_first_influence() {
    let Some(gpu) = gpu() else { return };
    let mut instances = instances(gpu, 1);
    let turn = DualQuat::from_rotation_translation(Quat::from_rotation_z(1.0), Vec3::Y);
    let (motions, signs) = (vec![turn, -turn], SignRule::Hierarchical);
    let influences = influences();
    let with_signs = RigidBlend::ALL
        .into_iter()
        .filter(|blend| blend.has_signs());
    let two_phase = with_signs.map(|blend| {
        let (matrices, heads) = (vec![Affine3A::IDENTITY; 2], vec![Vec3::ONE; 2]);
        let palette = TwoPhasePalette::of_motions(matrices, motions.clone(), heads, blend);
        Palette::TwoPhase(palette.with_signs(signs))
    });
    let others = [
        Palette::DualQuaternion(DualQuatPalette {
            posed_from_bind: motions.clone(),
            rest_from_bind: Mat3::IDENTITY,
            signs,
        }),
        Palette::Affine(AffineDualQuatPalette {
            posed_from_bind: vec![turn.to_affine3a(); 2],
            rotation: motions.iter().map(|motion| motion.real).collect(),
            signs,
        }),
    ];
    for palette in others.into_iter().chain(two_phase) {
        let pose = InstancePose {
            influences: Some(&influences),
            ..(&palette).into()
        };
        instances.write(&gpu.queue, &[pose]).unwrap();
        let mut encoder = gpu
            .device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        gpu.skinner.skin(&mut encoder, [&instances]);
        gpu.queue.submit([encoder.finish()]);
        let moved = instances.read(&gpu.device, &gpu.queue, 0).unwrap();
        for (found, point) in moved.positions.iter().zip(POINTS) {
            let expected = turn.transform_point3(point);
            assert!(found.abs_diff_eq(expected, 1e-6), "{found}, not {expected}");
        }
    }
}

#[test]
fn a_rest_shape_can_be_replaced() {
    let Some(gpu) = gpu() else { return };
    let mesh = SkinMesh::new(&gpu.device, &gpu.queue, &data(1)).unwrap();
    let mut instances = SkinInstances::new(&gpu.skinner, &gpu.device, &mesh, 1).unwrap();
    let moved = POINTS.map(|point| point * 2.0);
    let vertices = Vertices {
        positions: &moved,
        ..Vertices::default()
    };
    mesh.write_vertices(&gpu.queue, vertices).unwrap();
    instances.write(&gpu.queue, &[(&linear(2)).into()]).unwrap();
    let mut encoder = gpu
        .device
        .create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    gpu.skinner.skin(&mut encoder, [&instances]);
    gpu.queue.submit([encoder.finish()]);
    let read = instances.read(&gpu.device, &gpu.queue, 0).unwrap();
    assert_eq!(read.positions, moved);
    assert_eq!(read.normals, [Vec3::ZERO; 3]);
    let short = Vertices {
        positions: &moved[..1],
        ..Vertices::default()
    };
    let error = mesh
        .write_vertices(&gpu.queue, short)
        .unwrap_err()
        .to_string();
    assert_eq!(error, "1 vertex positions, but 3 vertices of the mesh");
}

#[test]
fn limits_of_the_device_are_named() {
    let compute = |change: fn(&mut wgpu::Limits)| {
        let mut limits = wgpu::Limits::downlevel_defaults();
        change(&mut limits);
        limits
    };
    let cases = [
        (
            compute(|limits| limits.max_storage_buffers_per_shader_stage = 3),
            "max_storage_buffers_per_shader_stage",
            (4, 3),
        ),
        (
            compute(|limits| limits.max_compute_workgroup_size_x = 32),
            "max_compute_workgroup_size_x",
            (64, 32),
        ),
        (
            compute(|limits| limits.max_compute_invocations_per_workgroup = 63),
            "max_compute_invocations_per_workgroup",
            (64, 63),
        ),
    ];
    for (limits, name, numbers) in cases {
        let Some((device, _)) = limited(limits) else {
            return;
        };
        let error = Skinner::new(&device).unwrap_err();
        assert!(is_limit(&error, name, numbers), "{error}");
    }
}

#[test]
fn the_least_of_devices_with_compute_is_enough() {
    let Some((device, _)) = limited(wgpu::Limits::downlevel_defaults()) else {
        return;
    };
    assert!(Skinner::new(&device).is_ok());
}

/// Groups along x do not hold them all: the others are counted along y.
#[test]
fn vertices_beyond_one_row_of_groups_are_skinned_too() {
    const N_VERTICES: u8 = 200;
    let few = wgpu::Limits {
        max_compute_workgroups_per_dimension: 2,
        ..wgpu::Limits::downlevel_defaults()
    };
    let Some((device, queue)) = limited(few) else {
        return;
    };
    let mut influences = InfluencesBuilder::new(1);
    let positions: Vec<Vec3> = (0..N_VERTICES)
        .map(|vertex| Vec3::X * f32::from(vertex))
        .collect();
    for _ in &positions {
        influences.vertex([(0, 1.0)]).unwrap();
    }
    let vertices = Vertices {
        positions: &positions,
        ..Vertices::default()
    };
    let data = MeshData::new(vertices, &influences.build(), &[]).unwrap();
    let skinner = Skinner::new(&device).unwrap();
    let mesh = SkinMesh::new(&device, &queue, &data).unwrap();
    let mut instances = SkinInstances::new(&skinner, &device, &mesh, 1).unwrap();
    let up = Palette::Linear(MatrixPalette {
        posed_from_bind: vec![Affine3A::from_translation(Vec3::Y)],
    });
    instances.write(&queue, &[(&up).into()]).unwrap();
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    skinner.skin(&mut encoder, [&instances]);
    queue.submit([encoder.finish()]);
    let expected: Vec<Vec3> = positions.iter().map(|point| point + Vec3::Y).collect();
    let found = instances.read(&device, &queue, 0).unwrap().positions;
    assert_eq!(found, expected);
}

#[test]
fn sizes_beyond_the_device_name_the_limit() {
    let small = wgpu::Limits {
        max_storage_buffer_binding_size: 1 << 12,
        max_buffer_size: 1 << 13,
        ..wgpu::Limits::downlevel_defaults()
    };
    let Some((device, queue)) = limited(small) else {
        return;
    };
    let skinner = Skinner::new(&device).unwrap();
    let mesh = SkinMesh::new(&device, &queue, &data(0)).unwrap();
    let error = SkinInstances::new(&skinner, &device, &mesh, 60).unwrap_err();
    assert!(
        is_limit(
            &error,
            "max_storage_buffer_binding_size",
            (60 * 3 * 24, 1 << 12)
        ),
        "{error}"
    );
    let error = SkinInstances::new(&skinner, &device, &mesh, 200).unwrap_err();
    assert!(
        is_limit(&error, "max_buffer_size", (200 * 3 * 24, 1 << 13)),
        "{error}"
    );
    let error = SkinInstances::new(&skinner, &device, &mesh, usize::MAX).unwrap_err();
    assert!(matches!(error, SkinGpuError::TooLarge { .. }), "{error}");
    let error = SkinMesh::new(&device, &queue, &data(60)).unwrap_err();
    assert!(
        is_limit(
            &error,
            "max_storage_buffer_binding_size",
            (61 * 3 * 24, 1 << 12)
        ),
        "{error}"
    );
    let error = VertexSkin::new(&device, &queue, &data(0), 4 << 20).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("max_texture_dimension_2d = 2048"),
        "{error}"
    );
}

fn is_limit(error: &SkinGpuError, name: &str, numbers: (u64, u64)) -> bool {
    matches!(error, SkinGpuError::Limit { limit, needed, allowed, .. } if *limit == name && (*needed, *allowed) == numbers)
}
