//! Influences written anew on a mesh that is on the device: as if it had been uploaded with them.

use glam::{Affine3A, Quat, Vec3};
use rig::{Influences, InfluencesBuilder, JointSlot, MatrixPalette, Palette};
use skin_gpu::{MeshData, SkinInstances, SkinMesh, Vertices};

use crate::device::gpu;

const N_VERTICES: u8 = 200;

fn influences() -> Influences {
    let mut builder = InfluencesBuilder::new(3);
    for vertex in 0..N_VERTICES {
        if vertex % 7 == 0 {
            builder.unbound();
        } else {
            builder
                .vertex([(u16::from(vertex % 3), 0.5), (0, f32::from(vertex))])
                .unwrap();
        }
    }
    builder.build()
}

fn palette() -> Palette {
    let matrices = [0.0, 0.4, 0.9_f32].map(|angle| {
        Affine3A::from_rotation_translation(Quat::from_rotation_z(angle), Vec3::Y * angle)
    });
    Palette::Linear(MatrixPalette {
        posed_from_bind: matrices.to_vec(),
    })
}

#[track_caller]
fn agree(found: &[Vec3], expected: &[Vec3]) {
    assert_eq!(found.len(), expected.len());
    for (vertex, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!(
            found.abs_diff_eq(*expected, 1e-4),
            "{vertex}: {found} {expected}"
        );
    }
}

#[test]
fn influences_are_replaced_where_there_is_room() {
    let Some(gpu) = gpu() else {
        return;
    };
    let (device, queue, skinner) = (&gpu.device, &gpu.queue, &gpu.skinner);
    let positions: Vec<Vec3> = (0..N_VERTICES)
        .map(|vertex| Vec3::new(f32::from(vertex), 1.0, 0.5))
        .collect();
    let vertices = Vertices {
        positions: &positions,
        ..Vertices::default()
    };
    let palette = palette();
    let before = influences();
    let data = MeshData::new(vertices, &before, &[]).unwrap();
    let mesh = SkinMesh::new(device, queue, &data).unwrap();
    let mut instances = SkinInstances::new(skinner, device, &mesh, 1).unwrap();
    instances.write(queue, &[(&palette).into()]).unwrap();
    let skinned = |before: &Influences, after: &Influences| {
        assert!(mesh.write_influences(queue, before, after).unwrap());
        let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        skinner.skin(&mut encoder, [&instances]);
        queue.submit([encoder.finish()]);
        let found = instances.read(device, queue, 0).unwrap().positions;
        let expected = skin_cpu::skin_vertices(vertices, after, &palette).unwrap();
        agree(&found, &expected.positions);
    };
    // Rows that keep their lengths, at both ends and in the middle; then others; then all at once.
    let same = before
        .with_rows([
            (1, &[(2, 0.25), (0, 0.75)][..]),
            (100, &[(1, 0.5), (2, 0.5)][..]),
            (199, &[(2, 0.5), (1, 0.5)][..]),
        ])
        .unwrap();
    skinned(&before, &same);
    let other = same
        .with_rows([
            (0, &[(1, 1.0)][..]),
            (100, &[][..]),
            (150, &[(0, 0.2), (1, 0.3), (2, 0.5)][..]),
        ])
        .unwrap();
    skinned(&same, &other);
    skinned(&other, &before);
    // More than there is space for, another number of vertices, other joints.
    let all =
        (0..N_VERTICES).map(|vertex| (u32::from(vertex), &[(0, 0.2), (1, 0.3), (2, 0.5)][..]));
    let full = before.with_rows(all).unwrap();
    let has_room = mesh.write_influences(queue, &before, &full).unwrap();
    assert!(has_room || full.pair_count() > before.pair_count());
    let mut fewer = InfluencesBuilder::new(3);
    fewer.unbound();
    let error = mesh
        .write_influences(queue, &before, &fewer.build())
        .unwrap_err();
    assert!(
        error.to_string().contains("200 vertices of the mesh"),
        "{error}"
    );
    let wider = before.remap_joints(&[0, 1, 2].map(JointSlot), 4).unwrap();
    assert!(mesh.write_influences(queue, &before, &wider).is_err());
}
