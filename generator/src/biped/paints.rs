//! The figure's paints, their borders, and the thickness of its clothes.

use glam::{DVec2, DVec3};

use super::super::implicit::{Body, Region, ramp};
use super::super::shape::Paint;
use super::PLACES;
use super::body::{EYES, HAIR};
use super::head::{EYE, EYE_RADIUS, GAZE, MOUTH, small};

/// The paints in the order of the regions; the last one is for the rest.
pub(super) fn paints() -> Vec<Paint> {
    let paint = |name, base_color| Paint { name, base_color };
    vec![
        paint("iris", [0.020, 0.012, 0.010, 1.0]),
        paint("eyes", [0.86, 0.84, 0.80, 1.0]),
        paint("upper lip", [0.46, 0.17, 0.125, 1.0]),
        paint("lower lip", [0.52, 0.20, 0.15, 1.0]),
        paint("brows", [0.055, 0.026, 0.016, 1.0]),
        paint("hair", [0.055, 0.026, 0.016, 1.0]),
        paint("soles", [0.80, 0.78, 0.72, 1.0]),
        paint("shoes", [0.60, 0.10, 0.06, 1.0]),
        paint("shirt", [0.05, 0.30, 0.36, 1.0]),
        paint("shorts", [0.035, 0.05, 0.10, 1.0]),
        paint("skin", [0.62, 0.33, 0.21, 1.0]),
    ]
}

pub(super) fn regions() -> Vec<Region> {
    vec![
        iris, eyes, upper_lip, lower_lip, brows, hair, soles, shoes, shirt, shorts,
    ]
}

fn fold_side(point: DVec3) -> DVec3 {
    DVec3::new(point.x.abs(), point.y, point.z)
}

fn iris(body: &Body, point: DVec3) -> f64 {
    let front = EYE + EYE_RADIUS * GAZE;
    (small(point).distance(front) - 0.0088).max(eyes(body, point))
}

/// The value on the head, and a value outside the region everywhere else.
fn on_head(point: DVec3, value: f64) -> f64 {
    value.max(1.53 - point.y)
}

/// The opening between the lids: the eyeball, cut to a lens by two larger balls.
fn eyes(_: &Body, point: DVec3) -> f64 {
    let p = small(point);
    let lid = |height: f64, radius: f64| p.distance(EYE + DVec3::new(0.0, height, 0.017)) - radius;
    on_head(
        point,
        lid(-0.0075, 0.0168)
            .max(lid(0.0090, 0.0178))
            .max(EYE.z - p.z),
    )
}

fn lips(point: DVec3) -> f64 {
    let p = small(point);
    let q = (p.truncate() - DVec2::new(0.0, MOUTH + 7.0 * p.x * p.x)) / DVec2::new(0.0240, 0.0092);
    (0.0092 * (q.length() - 1.0)).max(0.03 - p.z)
}

/// The upper lip, with a border that makes the mouth smile a little.
fn upper_lip(_: &Body, point: DVec3) -> f64 {
    let p = small(point);
    on_head(point, lips(point).max(MOUTH + 8.0 * p.x * p.x - p.y))
}

fn lower_lip(_: &Body, point: DVec3) -> f64 {
    on_head(point, lips(point))
}

/// Two bent ovals, seen from the front.
fn brows(_: &Body, point: DVec3) -> f64 {
    let p = small(point);
    let along = p.x - 0.0350;
    let up = p.y - (1.6708 - 9.0 * along * along);
    let oval = DVec2::new(along / 0.0195, up / 0.0054);
    on_head(point, (0.0054 * (oval.length() - 1.0)).max(0.02 - p.z))
}

fn hair(body: &Body, point: DVec3) -> f64 {
    let skull = body
        .group_distance(1, point)
        .min(body.group_distance(EYES, point));
    on_head(point, body.group_distance(HAIR, point) - skull)
}

fn soles(_: &Body, point: DVec3) -> f64 {
    point.y - 0.020
}

fn shoes(_: &Body, point: DVec3) -> f64 {
    point.y - 0.092 + 0.10 * point.z
}

/// Below the neckline, above the hem, and up to the end of the sleeves.
fn shirt(_: &Body, point: DVec3) -> f64 {
    let point = fold_side(point);
    let arm = PLACES.elbow - PLACES.shoulder;
    let sleeve = (point - PLACES.shoulder).dot(arm) / arm.length() - 0.165;
    let neck = point.y - 1.470 + 0.45 * point.z;
    let hem = 0.935 - point.y;
    sleeve.min(point.x - 0.195).max(neck).max(hem)
}

/// From the shirt down to the knees; the hands are at the same height, farther out.
fn shorts(_: &Body, point: DVec3) -> f64 {
    let point = fold_side(point);
    let leg = PLACES.hip - PLACES.knee;
    let hem = 0.085 - (point - PLACES.knee).dot(leg) / leg.length();
    hem.max(point.y - 1.0).max(point.x - 0.30)
}

/// Thickness of the clothes: it grows inwards from each border.
pub(super) fn dressing(body: &Body, point: DVec3) -> f64 {
    let inside = |value: f64, thickness: f64| thickness * ramp(-value, -0.004, 0.010);
    let loose = 0.006 + 0.009 * ramp(-point.y, -1.12, -0.95);
    let shirt = inside(shirt(body, point), loose);
    let shorts = inside(shorts(body, point), 0.010);
    let shoes = inside(shoes(body, point), 0.004);
    let soles = 0.003 * ramp(-soles(body, point), -0.002, 0.004);
    let brows = 0.0015 * ramp(-brows(body, point), -0.002, 0.004);
    shirt.max(shorts) + shoes + soles + brows
}
