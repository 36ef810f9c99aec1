//! The figure's paints, their borders, and the thickness of its clothes.

use glam::{DVec2, DVec3};

use super::super::implicit::{Body, Region, ramp};
use super::super::shape::Paint;
use super::PLACES;
use super::body::{EYES, HAIR, HEAD, HEM};
use super::head::{EYE, EYE_RADIUS, GAZE, MOUTH, large};

/// Heights of the belt's borders.
const BELT: [f64; 2] = [1.012, 1.044];
/// Center of the ball that cuts the neckline.
const NECK: DVec3 = DVec3::new(0.0, 1.402, 0.008);
/// Height of a dark stripe and a light one together.
const STRIPES: f64 = 0.070;
/// Heights between which the underside of the skirt is.
const UNDERSIDE: [f64; 2] = [HEM - 0.012, HEM + 0.004];

/// The paints in the order of the regions; the last one is for the rest.
pub(super) fn paints() -> Vec<Paint> {
    let paint = |name, base_color| Paint { name, base_color };
    vec![
        paint("iris", [0.030, 0.050, 0.030, 1.0]),
        paint("eyes", [0.86, 0.84, 0.80, 1.0]),
        paint("lashes", [0.020, 0.010, 0.008, 1.0]),
        paint("upper lip", [0.50, 0.10, 0.09, 1.0]),
        paint("lower lip", [0.56, 0.13, 0.11, 1.0]),
        paint("brows", [0.105, 0.040, 0.018, 1.0]),
        paint("hair", [0.140, 0.045, 0.018, 1.0]),
        paint("soles", [0.25, 0.17, 0.11, 1.0]),
        paint("shoes", [0.035, 0.05, 0.10, 1.0]),
        paint("belt", [0.32, 0.16, 0.07, 1.0]),
        paint("stripes", [0.035, 0.06, 0.14, 1.0]),
        paint("top", [0.80, 0.78, 0.72, 1.0]),
        paint("lining", [0.20, 0.025, 0.030, 1.0]),
        paint("skirt", [0.50, 0.055, 0.060, 1.0]),
        paint("skin", [0.68, 0.39, 0.27, 1.0]),
    ]
}

pub(super) fn regions() -> Vec<Region> {
    vec![
        iris, eyes, lashes, upper_lip, lower_lip, brows, hair, soles, shoes, belt, stripes, top,
        lining, skirt,
    ]
}

fn fold_side(point: DVec3) -> DVec3 {
    DVec3::new(point.x.abs(), point.y, point.z)
}

fn iris(body: &Body, point: DVec3) -> f64 {
    let front = EYE + EYE_RADIUS * GAZE;
    (large(point).distance(front) - 0.0092).max(eyes(body, point))
}

/// The value on the head, and a value outside the region everywhere else.
fn on_head(point: DVec3, value: f64) -> f64 {
    value.max(1.44 - point.y)
}

/// The opening between the lids: the eyeball, cut to a lens by two larger balls.
fn eyes(_: &Body, point: DVec3) -> f64 {
    on_head(point, opening(point, 0.0))
}

/// The edge of the upper lid.
fn lashes(_: &Body, point: DVec3) -> f64 {
    on_head(point, opening(point, 0.0034))
}

/// The opening whose upper border is higher by `raised`, and whose corners are as far out as without it.
fn opening(point: DVec3, raised: f64) -> f64 {
    let p = large(point);
    let lid = |height: f64, radius: f64| p.distance(EYE + DVec3::new(0.0, height, 0.018)) - radius;
    lid(-0.0075 + 0.5 * raised, 0.0174 + 0.5 * raised)
        .max(lid(0.0090, 0.0182))
        .max(EYE.z - p.z)
}

fn lips(point: DVec3) -> f64 {
    let p = large(point);
    let q = (p.truncate() - DVec2::new(0.0, MOUTH + 7.0 * p.x * p.x)) / DVec2::new(0.0225, 0.0098);
    (0.0098 * (q.length() - 1.0)).max(0.03 - p.z)
}

/// The upper lip, with a border that makes the mouth smile a little.
fn upper_lip(_: &Body, point: DVec3) -> f64 {
    let p = large(point);
    on_head(point, lips(point).max(MOUTH + 8.0 * p.x * p.x - p.y))
}

fn lower_lip(_: &Body, point: DVec3) -> f64 {
    on_head(point, lips(point))
}

/// Two bent ovals, seen from the front.
fn brows(_: &Body, point: DVec3) -> f64 {
    let p = large(point);
    let along = p.x - 0.0345;
    let up = p.y - (1.6715 - 11.0 * along * along);
    let oval = DVec2::new(along / 0.0230, up / 0.0048);
    on_head(point, (0.0048 * (oval.length() - 1.0)).max(0.02 - p.z))
}

fn hair(body: &Body, point: DVec3) -> f64 {
    let skull = body
        .group_distance(HEAD, point)
        .min(body.group_distance(EYES, point));
    let cap = on_head(point, body.group_distance(HAIR, point) - skull);
    // The tail stands behind all else at its height.
    cap.min((point.z + 0.135).max(1.25 - point.y))
}

fn soles(_: &Body, point: DVec3) -> f64 {
    point.y - 0.014
}

/// Cut low over the instep, higher at the heel.
fn shoes(_: &Body, point: DVec3) -> f64 {
    let rim = 0.040 + 0.30 * (-point.z).max(0.0);
    (point.y - rim).min(0.082 - point.z).max(point.y - 0.08)
}

/// Between two heights on the trunk; the arms are farther out.
fn band(point: DVec3, [from, to]: [f64; 2]) -> f64 {
    let point = fold_side(point);
    (from - point.y).max(point.y - to).max(point.x - 0.30)
}

fn belt(_: &Body, point: DVec3) -> f64 {
    band(point, BELT)
}

fn stripes(body: &Body, point: DVec3) -> f64 {
    let place = (point.y - BELT[1]) / STRIPES;
    // Dark above the middle of each period, which begins with a light stripe.
    let away = (0.75 - (place - place.floor())).abs();
    let dark = away.min(1.0 - away) - 0.25;
    (STRIPES * dark).max(top(body, point))
}

/// Above the belt, below the neckline, and up to the short end of the sleeves.
fn top(_: &Body, point: DVec3) -> f64 {
    let point = fold_side(point);
    let arm = PLACES.elbow - PLACES.shoulder;
    let sleeve = (point - PLACES.shoulder).dot(arm) / arm.length() - 0.075;
    let neck = (0.108 - point.distance(NECK)).max(point.y - 1.43);
    sleeve
        .min(point.x - 0.155)
        .max(neck)
        .max(BELT[1] - point.y)
        .max(point.x - 0.26)
}

fn lining(_: &Body, point: DVec3) -> f64 {
    band(point, UNDERSIDE)
}

fn skirt(_: &Body, point: DVec3) -> f64 {
    band(point, [UNDERSIDE[1], BELT[0]])
}

/// Thickness of the clothes: it grows inwards from each border.
pub(super) fn dressing(body: &Body, point: DVec3) -> f64 {
    let inside = |value: f64, thickness: f64| thickness * ramp(-value, -0.003, 0.008);
    let top = inside(top(body, point), 0.0045);
    let belt = inside(belt(body, point), 0.0065);
    let shoes = inside(shoes(body, point), 0.0035);
    let soles = 0.002 * ramp(-soles(body, point), -0.002, 0.004);
    let brows = 0.0012 * ramp(-brows(body, point), -0.002, 0.004);
    top.max(belt) + shoes + soles + brows
}
