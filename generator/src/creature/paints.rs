//! The dragon's paints, and their borders.

use glam::DVec3;

use super::super::implicit::{Body, Region};
use super::super::shape::Paint;
use super::body::{CLAWS, EYE, EYE_RADIUS, EYES, HORNS, LEGS, MEMBRANE, SKULL, SPIKES, WING_BONES};

/// The paints in the order of the regions; the last one is for the rest.
pub(super) fn paints() -> Vec<Paint> {
    let paint = |name, base_color| Paint { name, base_color };
    vec![
        paint("pupils", [0.010, 0.008, 0.008, 1.0]),
        paint("eyes", [0.85, 0.52, 0.06, 1.0]),
        paint("horn", [0.74, 0.63, 0.44, 1.0]),
        paint("spikes", [0.62, 0.16, 0.06, 1.0]),
        paint("membrane", [0.70, 0.24, 0.09, 1.0]),
        paint("belly", [0.76, 0.62, 0.34, 1.0]),
        paint("scales", [0.055, 0.27, 0.19, 1.0]),
    ]
}

pub(super) fn regions() -> Vec<Region> {
    vec![pupils, eyes, horn, spikes, membrane, belly]
}

fn fold_side(point: DVec3) -> DVec3 {
    DVec3::new(point.x.abs(), point.y, point.z)
}

/// Upright ovals that look ahead and a little to the side.
fn pupils(_: &Body, point: DVec3) -> f64 {
    let gaze = DVec3::new(0.50, 0.04, 0.86).normalize();
    let way = fold_side(point) - (EYE + EYE_RADIUS * gaze);
    0.0130 * ((way / DVec3::new(0.0125, 0.0165, 0.0125)).length() - 1.0)
}

fn eyes(body: &Body, point: DVec3) -> f64 {
    let lids = body.group_distance(SKULL, point) + 0.001;
    (body.group_distance(EYES, point) - lids).max(0.50 - point.y)
}

fn horn(body: &Body, point: DVec3) -> f64 {
    let horns = body.group_distance(HORNS, point) - body.group_distance(SKULL, point);
    let horns = horns.max(0.53 - point.y);
    let p = fold_side(point);
    let claws = body.group_distance(CLAWS, point) - 0.0012;
    let claws = claws.max(p.y - 0.04);
    horns.min(claws)
}

fn spikes(body: &Body, point: DVec3) -> f64 {
    let others = body
        .group_distance(0, point)
        .min(body.group_distance(SKULL, point));
    let spikes = body.group_distance(SPIKES, point);
    (spikes - others).max(spikes - 0.005)
}

fn membrane(body: &Body, point: DVec3) -> f64 {
    let others = body
        .group_distance(WING_BONES, point)
        .min(body.group_distance(0, point));
    // A little off the bones, the border crosses the skin at a right angle.
    (0.0045 - others).max(body.group_distance(MEMBRANE, point) - 0.0035)
}

/// A thick line under the body, up the throat to the chin.
fn belly(body: &Body, point: DVec3) -> f64 {
    let line = [
        DVec3::new(0.0, 0.060, -0.400),
        DVec3::new(0.0, 0.125, -0.200),
        DVec3::new(0.0, 0.130, 0.080),
        DVec3::new(0.0, 0.240, 0.175),
        DVec3::new(0.0, 0.400, 0.240),
    ];
    let widths = [0.030, 0.054, 0.064, 0.062, 0.040];
    let p = fold_side(point);
    let distance = |k: usize| {
        let (a, b) = (line[k], line[k + 1]);
        let part = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        p.distance(a.lerp(b, part)) - (widths[k] + part * (widths[k + 1] - widths[k]))
    };
    let legs = LEGS
        .map(|leg| body.group_distance(leg, point))
        .into_iter()
        .fold(f64::INFINITY, f64::min);
    let tube = (0..4).map(distance).fold(f64::INFINITY, f64::min);
    tube.max(body.group_distance(0, point) - legs + 0.004)
}
