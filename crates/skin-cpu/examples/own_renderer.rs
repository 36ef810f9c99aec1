//! Skinning in a renderer of one's own: joints in, vertices out. `cargo run -p dualskin-skin-cpu --example own_renderer`.
#![expect(clippy::print_stdout, reason = "printing is its purpose")]

use std::error::Error;

use glam::{Affine3A, Quat, Vec3};
use rig::{BindPose, InfluencesBuilder, LocalTransform, Method, Palette, Pose, PosedSkin};
use rig::{ScaleInheritance, SignRule, SkeletonBuilder, forward};
use skin_cpu::{Vertices, skin_vertices};

/// The ring of a tube where two joints meet, the upper one twisted by almost half a turn: what radius a method leaves of 1.
fn radius_at_seam(method: Method) -> Result<f32, Box<dyn Error>> {
    // Once per character: the skeleton, its bind, and the weights of every vertex.
    let up = LocalTransform::Matrix(Affine3A::from_translation(Vec3::Y));
    let skeleton = SkeletonBuilder::new()
        .joint(0, None, "lower", LocalTransform::default())
        .joint(1, Some(0), "upper", up)
        .build()?;
    let joints: Vec<_> = skeleton.joints().collect();
    let joint_from_model = [Affine3A::IDENTITY, Affine3A::from_translation(-Vec3::Y)];
    let (bind, _warnings) = BindPose::new(&skeleton, &joints, &joint_from_model)?;
    let around = |vertex: u8| Quat::from_rotation_y(f32::from(vertex) * 0.2) * Vec3::X;
    let normals: Vec<Vec3> = (0..32).map(around).collect();
    let positions: Vec<Vec3> = normals.iter().map(|normal| *normal + Vec3::Y).collect();
    let mut weights = InfluencesBuilder::new(joints.len());
    for _ in &positions {
        weights.vertex([(0, 0.5), (1, 0.5)])?;
    }
    let influences = weights.build();

    // Once per frame: a pose becomes a palette, the palette moves the vertices.
    let mut pose = Pose::rest(&skeleton);
    pose.rigid[1].rotation = Quat::from_rotation_y(3.0);
    let posed = forward(
        &skeleton,
        pose.user_transforms(),
        &[ScaleInheritance::Children; 2],
    )?;
    let skin = PosedSkin::new(&posed, &bind)?;
    let palette = Palette::new(method, SignRule::First, &skin);
    let vertices = Vertices {
        positions: &positions,
        normals: &normals,
        ..Vertices::default()
    };
    let moved = skin_vertices(vertices, &influences, &palette)?;
    Ok(moved.positions[0].with_y(0.0).length())
}

fn main() -> Result<(), Box<dyn Error>> {
    for method in Method::ALL {
        println!("{method}: radius {:.3} of 1", radius_at_seam(method)?);
    }
    Ok(())
}

#[test]
fn only_linear_blending_wrings_the_wrist() -> Result<(), Box<dyn Error>> {
    for method in Method::ALL {
        assert_eq!(radius_at_seam(method)? < 0.1, method == Method::Linear);
    }
    Ok(())
}
