//! Points so near to each other that they were meant to be one.

use std::collections::HashMap;

use glam::{DVec3, I64Vec3, Vec3};
use mesh::Adjacency;

/// Points nearer than this share of the median side of a triangle are one, as far as heat goes.
const CRACK: f64 = 1e-3;

/// The same surface with its cracks closed; its vertices are the points of the one given. Nothing if there are none.
///
/// Every point goes to the first one before it that is near and stands for itself.
pub(crate) fn close_cracks(surface: &Adjacency) -> Option<Adjacency> {
    // A median of zero closes nothing, for no distance is below it.
    let reach = CRACK * median_side(surface)?;
    let positions = surface.positions();
    let mut found: HashMap<I64Vec3, Vec<usize>> = HashMap::with_capacity(positions.len());
    let mut moved = positions.to_vec();
    let mut is_cracked = false;
    for (point, place) in positions.iter().enumerate() {
        if !place.is_finite() {
            continue;
        }
        match near(&found, positions, *place, reach) {
            Some(first) => {
                moved[point] = positions[first];
                is_cracked = true;
            }
            None => found
                .entry(cell(place.as_dvec3(), reach))
                .or_default()
                .push(point),
        }
    }
    is_cracked.then(|| Adjacency::new(&moved, surface.triangles()))
}

fn median_side(surface: &Adjacency) -> Option<f64> {
    let positions = surface.positions();
    let mut sides: Vec<f64> = surface
        .triangles()
        .iter()
        // One side of each triangle is enough for a median.
        .map(|[a, b, _]| {
            let [a, b] = [a, b].map(|&point| positions[point as usize].as_dvec3());
            a.distance(b)
        })
        .collect();
    let middle = sides.len() / 2;
    (!sides.is_empty()).then(|| *sides.select_nth_unstable_by(middle, f64::total_cmp).1)
}

/// Cells are twice as wide as points are near, so that only eight have to be looked into.
fn cell(place: DVec3, reach: f64) -> I64Vec3 {
    (place / (2.0 * reach)).floor().as_i64vec3()
}

fn near(
    found: &HashMap<I64Vec3, Vec<usize>>,
    positions: &[Vec3],
    place: Vec3,
    reach: f64,
) -> Option<usize> {
    let place = place.as_dvec3();
    let cells = (0..8).map(|corner| {
        let towards = DVec3::from([0, 1, 2].map(|axis| f64::from((corner >> axis & 1) * 2 - 1)));
        cell(place + towards * reach, reach)
    });
    let mut last = None;
    let others = cells
        // Cells repeat where the place is not near a border.
        .filter(|&cell| last.replace(cell) != Some(cell))
        .filter_map(|cell| found.get(&cell))
        .flatten();
    others
        .copied()
        .filter(|&other| positions[other].as_dvec3().distance(place) < reach)
        .min()
}
