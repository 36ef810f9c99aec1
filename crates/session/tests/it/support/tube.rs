//! A character of any size: a tube along a chain of joints that a clip curls.

use std::path::{Path, PathBuf};

use character::{Authored, AuthoredClip, AuthoredJoint, AuthoredPrimitive, write_glb};
use glam::{Quat, Vec3};
use rig::{Channel, InfluencesBuilder, Interpolation, JointIndex, JointTrack, Track, Trs};

/// Vertices around the tube.
const ACROSS: u16 = 50;
const JOINTS: u16 = 20;

/// Writes a tube with 50 vertices a ring and so many influences a vertex into a folder.
pub(crate) fn tube(folder: &Path, rings: u16, influences: u16) -> PathBuf {
    let path = folder.join(format!("tube {rings} {influences}.glb"));
    #[expect(
        clippy::disallowed_methods,
        reason = "a temporary file that nobody misses"
    )]
    std::fs::write(&path, write_glb(&authored(rings, influences)).unwrap()).unwrap();
    path
}

fn authored(rings: u16, influences: u16) -> Authored {
    let joints = (0..JOINTS).map(|joint| AuthoredJoint {
        name: format!("joint {joint}"),
        parent: usize::from(joint).checked_sub(1),
        local: Trs {
            translation: Vec3::Y,
            ..Trs::IDENTITY
        },
    });
    Authored {
        name: "tube".to_owned(),
        joints: joints.collect(),
        primitives: vec![primitive(rings, influences)],
        materials: Vec::new(),
        clips: vec![clip()],
    }
}

fn primitive(rings: u16, per_vertex: u16) -> AuthoredPrimitive {
    let mut tube = AuthoredPrimitive::default();
    let mut influences = InfluencesBuilder::new(usize::from(JOINTS));
    for ring in 0..rings {
        let along = f32::from(ring) / f32::from(rings - 1);
        for column in 0..ACROSS {
            let angle = std::f32::consts::TAU * f32::from(column) / f32::from(ACROSS);
            let (sin, cos) = angle.sin_cos();
            let height = 1.0 + along * f32::from(JOINTS - 1);
            tube.positions.push(Vec3::new(cos, height, sin));
            tube.normals.push(Vec3::new(cos, 0.0, sin));
            let first = u32::from(ring) * u32::from(JOINTS - per_vertex) / u32::from(rings);
            let first = u16::try_from(first).unwrap();
            let weight = |joint: u16| (joint, f32::from(1 + (joint - first + ring) % 3));
            let row = (first..first + per_vertex).map(weight);
            influences.vertex(row).unwrap();
        }
    }
    tube.influences = influences.build();
    let corner = |ring: u16, column: u16| u32::from(ring) * u32::from(ACROSS) + u32::from(column);
    for ring in 1..rings {
        for column in 0..ACROSS {
            let next = (column + 1) % ACROSS;
            let (a, b) = (corner(ring - 1, column), corner(ring - 1, next));
            let (c, d) = (corner(ring, next), corner(ring, column));
            tube.triangles.extend([[a, c, b], [a, d, c]]);
        }
    }
    tube
}

fn clip() -> AuthoredClip {
    let times: Vec<f32> = (0..60_u8).map(|key| f32::from(key) / 30.0).collect();
    let turn = |&time: &f32| Quat::from_rotation_z(0.1 * time) * Quat::from_rotation_y(0.2 * time);
    let turns: Vec<Quat> = times.iter().map(turn).collect();
    let track = |joint| JointTrack {
        joint: JointIndex(joint),
        channel: Channel::Rotation(
            Track::new(times.clone(), turns.clone(), Interpolation::Linear).unwrap(),
        ),
    };
    AuthoredClip {
        name: "curl".to_owned(),
        tracks: (0..JOINTS).map(track).collect(),
    }
}
