//! How long automatic weights take, and how that grows: seconds against vertices, and what the weights are like.
//!
//! `cargo run --release -p dualskin-weights --example automatic_speed`
//!
//! Two surfaces, each with 54 joints: a tube with a chain of bones, and a ball with bones from its middle outwards. The ball is the hard
//! one: every point sees all bones, and no short cut divides it.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::time::Instant;

use glam::{Vec3, vec3};
use mesh::Adjacency;
use rig::JointSlot;
use weights::{Automatic, AutomaticMethod, AutomaticOptions, Bone, automatic_weights};

const JOINTS: u16 = 54;

/// Each is timed so often, and the fastest counts.
const RUNS: usize = 3;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout();
    writeln!(
        out,
        "surface method   vertices  joints  seconds  ns/vertex  |sum-1|   Dirichlet  joints/point  asymmetry (no limit)"
    )?;
    for (method, name) in [
        (AutomaticMethod::FallbackChain, "surface"),
        (AutomaticMethod::Volume, "volume"),
    ] {
        for vertices in [12_500_u32, 25_000, 50_000, 100_000] {
            for (shape, around, bones) in [
                ("tube", tube as Shape, chain()),
                ("ball", ball as Shape, star()),
            ] {
                let (surface, rings) = grid(vertices, around);
                let line = measured(&surface, rings, &bones, method);
                writeln!(out, "{shape:<7} {name:<8} {line}")?;
            }
        }
    }
    Ok(())
}

/// Where the point of a ring and a step around is; both 0 … 1.
type Shape = fn(f32, f32) -> Vec3;

fn tube(along: f32, around: f32) -> Vec3 {
    let (sin, cos) = (around * std::f32::consts::TAU).sin_cos();
    // Nearly closed at both ends.
    let radius = (1.001 - (2.0 * along - 1.0).powi(16)).sqrt();
    vec3(along * 20.0 - 10.0, radius * cos, radius * sin)
}

fn ball(along: f32, around: f32) -> Vec3 {
    let (sin, cos) = (around * std::f32::consts::TAU).sin_cos();
    let (radius, x) = ((0.001 + 0.998 * along) * std::f32::consts::PI).sin_cos();
    vec3(-x, radius * cos, radius * sin)
}

fn chain() -> Vec<Bone> {
    let end = |joint: u16| vec3(20.0 * f32::from(joint) / f32::from(JOINTS) - 10.0, 0.0, 0.0);
    (0..JOINTS)
        .map(|joint| Bone {
            joint: JointSlot(joint),
            head: end(joint),
            tail: end(joint + 1),
        })
        .collect()
}

/// In pairs, each the other's mirror image across x = 0.
fn star() -> Vec<Bone> {
    (0..JOINTS)
        .map(|joint| {
            let share = (f32::from(joint / 2) + 0.5) / f32::from(JOINTS / 2);
            let angle = 2.4 * f32::from(joint / 2);
            let x = if joint % 2 == 0 { share } else { -share };
            let radius = (1.0 - share * share).sqrt();
            let direction = vec3(x, radius * angle.cos(), radius * angle.sin());
            Bone {
                joint: JointSlot(joint),
                head: direction * 0.2,
                tail: direction * 0.8,
            }
        })
        .collect()
}

/// A closed-up grid of about as many points, and its rings.
fn grid(vertices: u32, shape: Shape) -> (Adjacency, u32) {
    let mut rings = 2_u32;
    while (rings + 2) * (rings + 2) * 2 <= vertices {
        rings += 2;
    }
    let steps = vertices / rings;
    let share = |part: u32, of: u32| {
        let [part, of] =
            [part, of].map(|count| f32::from(u16::try_from(count).unwrap_or(u16::MAX)));
        part / of
    };
    let places = (0..rings).flat_map(|ring| (0..steps).map(move |step| (ring, step)));
    let positions: Vec<Vec3> = places
        .clone()
        .map(|(ring, step)| shape(share(ring, rings - 1), share(step, steps)))
        .collect();
    let at = |ring: u32, step: u32| ring * steps + step % steps;
    let quads = places.filter(|&(ring, _)| ring + 1 < rings);
    let triangles: Vec<[u32; 3]> = quads
        .flat_map(|(ring, step)| {
            let [a, b] = [at(ring, step), at(ring, step + 1)];
            let [c, d] = [at(ring + 1, step), at(ring + 1, step + 1)];
            [[a, b, c], [b, d, c]]
        })
        .collect();
    (Adjacency::new(&positions, &triangles), rings)
}

fn measured(surface: &Adjacency, rings: u32, bones: &[Bone], method: AutomaticMethod) -> String {
    let options = AutomaticOptions {
        method,
        ..AutomaticOptions::default()
    };
    let mut best = f64::INFINITY;
    let mut made = Automatic::default();
    for _ in 0..RUNS {
        let start = Instant::now();
        let run = automatic_weights(surface, bones, &options, &|_, _| ControlFlow::Continue(()));
        best = best.min(start.elapsed().as_secs_f64());
        made = run.unwrap_or_default();
    }
    // Where the limit falls between nearly equal weights, the least difference decides.
    let unlimited = AutomaticOptions {
        limit: None,
        ..options
    };
    let go = |_, _| ControlFlow::Continue(());
    let unlimited = automatic_weights(surface, bones, &unlimited, &go).unwrap_or_default();
    let points = f64::from(u32::try_from(surface.point_count()).unwrap_or(u32::MAX));
    let pairs: usize = made.edit.rows.iter().map(|(_, row)| row.len()).sum();
    let pairs = f64::from(u32::try_from(pairs).unwrap_or(u32::MAX));
    format!(
        "{:>9} {JOINTS:>7} {best:>8.2} {:>10.0} {:>8.0e} {:>11.1} {:>13.2} {:>10.4}",
        surface.point_count(),
        best * 1e9 / points,
        off_sum(&made),
        dirichlet(surface, &made),
        pairs / points,
        asymmetry(surface, rings, bones, &unlimited),
    )
}

fn off_sum(made: &Automatic) -> f64 {
    let sums = made.edit.rows.iter().map(|(_, row)| {
        row.pairs()
            .map(|(_, weight)| f64::from(weight))
            .sum::<f64>()
    });
    sums.map(|sum| (sum - 1.0).abs()).fold(0.0, f64::max)
}

/// `½ Σ Σ_j (w_ij − w_kj)²` over all sides i k.
fn dirichlet(surface: &Adjacency, made: &Automatic) -> f64 {
    let mut energy = 0.0;
    for (point, row) in &made.edit.rows {
        for &other in surface.neighbors(*point) {
            let other = &made.edit.rows[other.index()].1;
            energy += (0..JOINTS)
                .map(|joint| {
                    f64::from(row.weight(JointSlot(joint)) - other.weight(JointSlot(joint))).powi(2)
                })
                .sum::<f64>();
        }
    }
    energy / 4.0
}

/// The largest difference from the mirror image across x = 0.
fn asymmetry(surface: &Adjacency, rings: u32, bones: &[Bone], made: &Automatic) -> f32 {
    let flip = Vec3::new(-1.0, 1.0, 1.0);
    let image = |joint: JointSlot| {
        let middle = |bone: &Bone| (bone.head + bone.tail) * flip;
        let bone = middle(&bones[joint.index()]);
        let off = |other: &&Bone| (other.head + other.tail).distance(bone);
        let nearest = bones.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        nearest.map_or(joint, |bone| bone.joint)
    };
    let images: Vec<JointSlot> = (0..JOINTS).map(JointSlot).map(image).collect();
    let steps = u32::try_from(surface.point_count()).unwrap_or(0) / rings;
    let mut most = 0.0_f32;
    for (point, row) in &made.edit.rows {
        let point = point.0;
        let mirrored = (rings - 1 - point / steps) * steps + point % steps;
        let other = &made.edit.rows[mirrored as usize].1;
        let distance = row
            .pairs()
            .map(|(joint, weight)| (weight - other.weight(images[joint.index()])).abs());
        most = distance.fold(most, f32::max);
    }
    most
}
