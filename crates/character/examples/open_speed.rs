//! How long a file of 100,000 vertices takes to open, beside what reading and copying its bytes takes.
//!
//! `cargo run --release -p dualskin-character --example open_speed`
#![expect(clippy::print_stdout, reason = "an example talks to whoever runs it")]

use std::error::Error;
use std::time::{Duration, Instant};

use character::{Authored, AuthoredClip, AuthoredJoint, AuthoredPrimitive, write_glb};
use glam::{Quat, Vec2, Vec3};
use rig::{Channel, InfluencesBuilder, Interpolation, JointIndex, JointTrack, Track, Trs};

const ACROSS: u16 = 250;
const ALONG: u16 = 400;
const JOINTS: u16 = 60;
const KEYS: u16 = 120;
const REPEATS: usize = 7;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    for (what, with_normals) in [("with normals", true), ("normals computed", false)] {
        let glb = write_glb(&authored(with_normals)?)?;
        let path = folder.path().join("speed.glb");
        #[expect(
            clippy::disallowed_methods,
            reason = "a temporary file that nobody misses"
        )]
        std::fs::write(&path, &glb)?;
        #[expect(clippy::disallowed_methods, reason = "it measures just this")]
        let read = best(|| Ok(std::fs::read(&path)?.clone().len()))?;
        let open = best(|| Ok(character::open(&path)?.meshes.len()))?;
        println!(
            "{} vertices {what}, {:.1} MB: opened in {:.1} ms, read and copied in {:.1} ms, ratio {:.0}",
            u32::from(ACROSS) * u32::from(ALONG),
            glb.len() as f64 / 1e6,
            1e3 * open.as_secs_f64(),
            1e3 * read.as_secs_f64(),
            open.as_secs_f64() / read.as_secs_f64(),
        );
    }
    Ok(())
}

/// The shortest time of a few.
fn best(work: impl Fn() -> Result<usize, Box<dyn Error>>) -> Result<Duration, Box<dyn Error>> {
    let mut best = Duration::MAX;
    for _ in 0..REPEATS {
        let start = Instant::now();
        std::hint::black_box(work()?);
        best = best.min(start.elapsed());
    }
    Ok(best)
}

/// A tube along a chain of joints, four influences a vertex, every joint turned by a clip.
fn authored(with_normals: bool) -> Result<Authored, Box<dyn Error>> {
    let joints = (0..JOINTS).map(|joint| AuthoredJoint {
        name: format!("joint {joint}"),
        parent: usize::from(joint).checked_sub(1),
        local: Trs {
            translation: Vec3::Y,
            ..Trs::IDENTITY
        },
    });
    Ok(Authored {
        name: "tube".to_owned(),
        joints: joints.collect(),
        primitives: vec![tube(with_normals)?],
        materials: Vec::new(),
        clips: vec![clip()?],
    })
}

fn tube(with_normals: bool) -> Result<AuthoredPrimitive, Box<dyn Error>> {
    let mut tube = AuthoredPrimitive::default();
    let mut influences = InfluencesBuilder::new(usize::from(JOINTS));
    for row in 0..ALONG {
        for column in 0..ACROSS {
            let uv = Vec2::new(
                f32::from(column) / f32::from(ACROSS),
                f32::from(row) / f32::from(ALONG),
            );
            let (sin, cos) = (std::f32::consts::TAU * uv.x).sin_cos();
            tube.positions
                .push(Vec3::new(cos, uv.y * f32::from(JOINTS), sin));
            tube.tex_coords.push(uv);
            if with_normals {
                tube.normals.push(Vec3::new(cos, 0.0, sin));
            }
            let first = row * (JOINTS - 4) / ALONG;
            let four = (first..first + 4).zip([0.4, 0.3, 0.2, 0.1]);
            influences.vertex(four)?;
        }
    }
    tube.influences = influences.build();
    let corner = |row: u16, column: u16| u32::from(row) * u32::from(ACROSS) + u32::from(column);
    for row in 1..ALONG {
        for column in 0..ACROSS {
            let next = (column + 1) % ACROSS;
            let (a, b) = (corner(row - 1, column), corner(row - 1, next));
            let (c, d) = (corner(row, next), corner(row, column));
            tube.triangles.extend([[a, c, b], [a, d, c]]);
        }
    }
    Ok(tube)
}

fn clip() -> Result<AuthoredClip, Box<dyn Error>> {
    let times: Vec<f32> = (0..KEYS).map(|key| f32::from(key) / 30.0).collect();
    let turns: Vec<Quat> = times.iter().map(|&t| Quat::from_rotation_z(t)).collect();
    let track = |joint| {
        let keys = Track::new(times.clone(), turns.clone(), Interpolation::Linear)?;
        Ok(JointTrack {
            joint: JointIndex(joint),
            channel: Channel::Rotation(keys),
        })
    };
    let tracks = (0..JOINTS).map(track);
    Ok(AuthoredClip {
        name: "curl".to_owned(),
        tracks: tracks.collect::<Result<_, rig::TrackError>>()?,
    })
}
