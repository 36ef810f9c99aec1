//! Automatic weights on a mesh of one's own, ready for skinning: `cargo run -p dualskin-weights --example own_mesh`.
#![expect(clippy::print_stdout, reason = "printing is its purpose")]

use std::error::Error;
use std::ops::ControlFlow;

use glam::{Vec3, vec3};
use mesh::Adjacency;
use rig::{InfluenceRow, Influences, JointSlot};
use weights::{AutomaticOptions, Bone, automatic_weights};

const RINGS: u16 = 24;
const AROUND: u16 = 16;

/// An open tube along y, from 0 to 2, as any mesh comes: positions, and triangles that list vertices.
fn tube() -> (Vec<Vec3>, Vec<[u32; 3]>) {
    let mut positions = Vec::new();
    let mut triangles = Vec::new();
    for ring in 0..=RINGS {
        for step in 0..AROUND {
            let angle = f32::from(step) / f32::from(AROUND) * std::f32::consts::TAU;
            let height = 2.0 * f32::from(ring) / f32::from(RINGS);
            positions.push(vec3(0.2 * angle.cos(), height, 0.2 * angle.sin()));
        }
    }
    let at = |ring: u16, step: u16| u32::from(ring * AROUND + step % AROUND);
    for ring in 0..RINGS {
        for step in 0..AROUND {
            let (a, b) = (at(ring, step), at(ring, step + 1));
            let (c, d) = (at(ring + 1, step), at(ring + 1, step + 1));
            triangles.extend([[a, c, b], [b, c, d]]);
        }
    }
    (positions, triangles)
}

/// The weights of two bones that meet in the middle of the tube.
fn weights_of_tube() -> Result<(Vec<Vec3>, Influences), Box<dyn Error>> {
    let (positions, triangles) = tube();
    let surface = Adjacency::new(&positions, &triangles);
    let bones = [
        Bone {
            joint: JointSlot(0),
            head: Vec3::ZERO,
            tail: Vec3::Y,
        },
        Bone {
            joint: JointSlot(1),
            head: Vec3::Y,
            tail: Vec3::Y * 2.0,
        },
    ];
    // The callback is told how far the work is, and could stop it.
    let go_on = |_phase, _share| ControlFlow::Continue(());
    let made = automatic_weights(&surface, &bones, &AutomaticOptions::default(), &go_on)?;
    println!("{} points were given weights", made.edit.report.changed);
    Ok((positions, made.edit.influences(&surface, bones.len())?))
}

fn main() -> Result<(), Box<dyn Error>> {
    let (positions, influences) = weights_of_tube()?;
    for ring in (0..=RINGS).step_by(4) {
        let vertex = usize::from(ring * AROUND);
        let InfluenceRow { joints, weights } = influences.row(vertex);
        let joints: Vec<u16> = joints.iter().map(|joint| joint.0).collect();
        println!(
            "height {:.2}: joints {joints:?}, weights {weights:.2?}",
            positions[vertex].y
        );
    }
    Ok(())
}

#[test]
fn each_bone_has_its_end_and_both_have_the_middle() -> Result<(), Box<dyn Error>> {
    let (positions, influences) = weights_of_tube()?;
    assert_eq!(influences.vertex_count(), positions.len());
    let weight = |vertex: usize, joint: JointSlot| {
        let InfluenceRow { joints, weights } = influences.row(vertex);
        let pairs = joints.iter().zip(weights);
        pairs
            .filter(|(of, _)| **of == joint)
            .map(|(_, weight)| *weight)
            .sum::<f32>()
    };
    for (vertex, position) in positions.iter().enumerate() {
        let upper = weight(vertex, JointSlot(1));
        assert!((weight(vertex, JointSlot(0)) + upper - 1.0).abs() < 1e-5);
        match position.y {
            y if y < 0.3 => assert!(upper < 0.02),
            y if y > 1.7 => assert!(upper > 0.98),
            y if (y - 1.0).abs() < 1e-3 => assert!((upper - 0.5).abs() < 0.02),
            _ => {}
        }
    }
    Ok(())
}
