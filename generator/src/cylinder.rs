//! The cylinder: two joints along its axis, the usual example of the candy-wrapper artifact.
//!
//! Striped lengthwise, so that a twist can be seen. Twisted by 180°, linear blending collapses it to a point in the middle.

use std::f64::consts::TAU;

use glam::{DQuat, DVec3, dvec3};

use super::shape::{Joint, Motion, Paint, Shape, ease};
use super::surface::{Point, Surface};

const HEIGHT: f64 = 1.0;
const RADIUS: f64 = 0.15;
/// Vertices around the side; a multiple of twice [`STRIPE`].
const AROUND: usize = 32;
/// Quads across a stripe.
const STRIPE: usize = 4;
/// Quads along the side.
const ALONG: u32 = 40;
/// The end caps, from their middle to the side: radius and distance from the end. The rim is rounded, so that smooth
/// normals do not darken it.
const RIM: [(f64, f64); 4] = [(0.07, 0.0), (0.135, 0.0), (0.1456, 0.0044), (RADIUS, 0.015)];
/// Lower end of the range in which the weights change; the upper one is as far from the other end.
const BLEND_FROM: f64 = 0.2;
const UPPER: usize = 1;

/// The cylinder with its skeleton, skin and clips.
pub(super) fn cylinder() -> Shape {
    Shape {
        name: "cylinder",
        joints: vec![
            joint("lower", None, 0.0),
            joint("upper", Some(0), HEIGHT / 2.0),
        ],
        surface: surface(),
        paints: vec![
            Paint {
                name: "light",
                base_color: [0.80, 0.74, 0.62, 1.0],
            },
            Paint {
                name: "dark",
                base_color: [0.62, 0.10, 0.08, 1.0],
            },
        ],
        motions: vec![
            Motion::from_functions("twist", 4, &[(UPPER, &twist)]),
            Motion::from_functions("bend", 4, &[(UPPER, &bend)]),
        ],
    }
}

fn joint(name: &str, parent: Option<usize>, y: f64) -> Joint {
    Joint {
        name: name.to_owned(),
        parent,
        head: DVec3::Y * y,
        rotation: DQuat::IDENTITY,
    }
}

fn twist(time: f64) -> DQuat {
    let degrees = ease(
        &[
            (0.0, 0.0),
            (1.0, 180.0),
            (2.0, 0.0),
            (3.0, -180.0),
            (4.0, 0.0),
        ],
        time,
    );
    DQuat::from_rotation_y(degrees.to_radians())
}

fn bend(time: f64) -> DQuat {
    let degrees = ease(
        &[
            (0.0, 0.0),
            (1.0, 120.0),
            (2.0, 0.0),
            (3.0, -120.0),
            (4.0, 0.0),
        ],
        time,
    );
    DQuat::from_rotation_z(degrees.to_radians())
}

fn surface() -> Surface {
    let mut surface = Surface::default();
    let bottom = surface.push(point(0.0, 0.0, 0));
    let mut below: Option<Vec<usize>> = None;
    for (radius, y) in profile() {
        let ring: Vec<usize> = (0..AROUND)
            .map(|k| surface.push(point(radius, y, k)))
            .collect();
        match &below {
            Some(below) => bridge_striped(&mut surface, below, &ring),
            None => close(&mut surface, bottom, &ring, false),
        }
        below = Some(ring);
    }
    let top = surface.push(point(0.0, HEIGHT, 0));
    close(&mut surface, top, &below.unwrap_or_default(), true);
    surface
}

/// Radius and height of every ring, from the bottom up.
fn profile() -> Vec<(f64, f64)> {
    let straight = RIM[3].1;
    let side = (1..ALONG).map(|k| {
        let s = f64::from(k) / f64::from(ALONG);
        (RADIUS, straight + s * (HEIGHT - 2.0 * straight))
    });
    let upper_rim = RIM.iter().rev().map(|&(radius, y)| (radius, HEIGHT - y));
    RIM.into_iter().chain(side).chain(upper_rim).collect()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "k counts vertices around the cylinder"
)]
fn point(radius: f64, y: f64, k: usize) -> Point {
    let (sin, cos) = (TAU * (k as f64 + 0.5) / AROUND as f64).sin_cos();
    let s = ((y - BLEND_FROM) / (HEIGHT - 2.0 * BLEND_FROM)).clamp(0.0, 1.0);
    // A smooth step: level at both ends, so that no edge shows where the blend begins.
    let upper = s * s * (3.0 - 2.0 * s);
    Point {
        // Counter-clockwise seen from above: from +Z towards +X.
        position: dvec3(radius * sin, y, radius * cos),
        weights: vec![1.0 - upper, upper],
    }
}

fn bridge_striped(surface: &mut Surface, below: &[usize], ring: &[usize]) {
    let first = surface.quads.len();
    surface.bridge(below, ring, &[]);
    for (k, paint) in surface.paints[first..].iter_mut().enumerate() {
        *paint = (k / STRIPE) % 2;
    }
}

/// Closes a cap with quads around its middle, each over two neighboring sectors.
fn close(surface: &mut Surface, middle: usize, ring: &[usize], upwards: bool) {
    for k in (0..ring.len()).step_by(2) {
        let [a, b, c] = [0, 1, 2].map(|step| ring[(k + step) % ring.len()]);
        surface.push_quad(if upwards {
            [middle, a, b, c]
        } else {
            [middle, c, b, a]
        });
        let last = surface.paints.len() - 1;
        surface.paints[last] = (k / STRIPE) % 2;
    }
}
