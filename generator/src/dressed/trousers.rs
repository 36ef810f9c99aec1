//! The trousers: the body's own surface from the waist to the ankles, a little larger.

use std::collections::BTreeMap;

use glam::DVec3;

use super::super::shape::Paint;
use super::{Cut, DressedBody, Grown};

/// How far they are from the body.
const LOOSE: f64 = 0.012;
/// The paints of the body that they lie over.
const BELOW: [&str; 3] = ["shirt", "shorts", "skin"];
/// Heights between which they reach, their borders, and how far out: the hands are farther.
const HEIGHTS: [f64; 2] = [0.13, 1.02];
const BORDERS: [f64; 2] = [0.15, 1.02];
const OUT: f64 = 0.25;
/// Half the distance between both legs, where they would go through each other.
const APART: f64 = 0.0015;

pub(super) fn trousers(body: &DressedBody<'_>, paints: &[Paint]) -> Cut {
    let mut grown: Grown<usize> = Grown::new();
    let surface = body.surface;
    let [lowest, highest] = HEIGHTS;
    let is_meant = |corner: &usize| {
        let at = body.places[*corner];
        lowest < at.y && at.y < highest && at.x.abs() < OUT
    };
    // Paint after paint, as the file has them.
    for (paint, _) in paints
        .iter()
        .enumerate()
        .filter(|(_, paint)| BELOW.contains(&paint.name))
    {
        let painted = surface.triangles.iter().zip(&surface.triangle_paints);
        let of_paint =
            painted.filter(|(corners, own)| **own == paint && corners.iter().all(is_meant));
        for (corners, _) in of_paint {
            let corners = corners.map(|corner| grown.vertex(corner, || outside(body, corner)));
            grown.cut.triangles.push(corners);
        }
    }
    let mut cut = grown.cut;
    level(&mut cut);
    cut
}

fn outside(body: &DressedBody<'_>, vertex: usize) -> DVec3 {
    let at = body.places[vertex];
    let mut place = at + LOOSE * body.normals[vertex];
    place.x = if at.x == 0.0 {
        0.0
    } else if at.x > 0.0 {
        place.x.max(APART)
    } else {
        place.x.min(-APART)
    };
    place
}

/// Brings the borders to one height each.
fn level(cut: &mut Cut) {
    let mut sides: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    for &[a, b, c] in &cut.triangles {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            *sides.entry([from.min(to), from.max(to)]).or_default() += 1;
        }
    }
    let [ankle, waist] = BORDERS;
    let open = sides.iter().filter(|(_, count)| **count == 1);
    for &end in open.flat_map(|(ends, _)| ends) {
        let height = &mut cut.places[end].y;
        *height = if *height > 0.5 { waist } else { ankle };
    }
}
