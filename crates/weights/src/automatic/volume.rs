//! The second stage: heat through the volume of a part.

use std::ops::Range;

use glam::Vec3;

use crate::Bone;

use super::nearest::nearest_row;
use super::outcome::{AutomaticStage, Refusal};
use super::parts::{OpenPart, Parts};
use super::sparse::{NOTHING, Raw, SparseRows, narrow};
use super::threads::{LARGE, in_halves};
use super::watch::{Canceled, Phase, Watch};
use super::{AutomaticInput, AutomaticMethod, firmness, reach};

mod conduction;
mod grid;
mod solid;
mod spread;

use conduction::{Conduction, LANES};
use grid::Grid;
use rig::JointSlot;
use solid::Solid;
use spread::Spread;

/// c through the volume, as a share of that on the surface, where bones beside a point count as farther away than they are.
const FIRMNESS_WITHIN: f64 = 8.0 / 11.0;

/// Cells to the distance between bone and surface, at the thinnest fifth of the part.
const CELLS_DEEP: f64 = 2.5;

/// Cells along a part's longest side at the most.
const MOST_LONG: f64 = 192.0;

/// The same at the least, for a part with enough points to tell.
const LEAST_LONG: f64 = 24.0;

/// Cells of the box, full or empty, at the most: 4 bytes each.
const MOST_IN_BOX: usize = 4_000_000;

/// The same for each point, unless there are very few points: finer cells would tell nothing.
const MOST_A_POINT: usize = 1_000;

/// Full cells at the most: about 400 bytes each while it lasts.
const MOST_FULL: usize = 150_000;

/// Squares of cells that triangles lie over at the most, unless the triangles are many: a soup of large ones gets coarser cells.
const MOST_SQUARES: f64 = 2e6;

/// The same for each triangle; those of a surface lie over four to nine.
const SQUARES_A_TRIANGLE: f64 = 12.0;

/// How often cells are made coarser before giving up.
const TRIES: usize = 16;

/// Carries the parts that are left and have a volume.
pub(super) fn climb(
    given: &AutomaticInput<'_>,
    parts: &mut Parts,
    rows: &mut SparseRows,
    watch: &Watch<'_>,
) -> Result<(), Canceled> {
    parts.carry_open(AutomaticStage::Volume, rows, |parts, open| {
        watch.at(Phase::Volume, open.done, open.of)?;
        if given.options.method == AutomaticMethod::Nearest {
            Ok(Err(Refusal::NotAsked))
        } else if parts.triangles(open.part).is_empty() {
            Ok(Err(Refusal::NoSurface))
        } else {
            solve_part(given, parts, open, watch)
        }
    })
}

/// The rows of a part's points.
fn solve_part(
    given: &AutomaticInput<'_>,
    parts: &Parts,
    OpenPart { part, done, of }: OpenPart,
    watch: &Watch<'_>,
) -> Result<Result<Vec<Raw>, Refusal>, Canceled> {
    let places: Vec<Vec3> = parts
        .points(part)
        .iter()
        .map(|&point| given.surface.positions()[point.index()])
        .collect();
    let triangles = parts.triangles(part);
    let solid = match fill_cells(given, &places, triangles) {
        Ok(solid) => solid,
        Err(why) => return Ok(Err(why)),
    };
    let spread = Spread::of(&solid, given.bones);
    let conduction = Conduction::new(&solid, &spread, FIRMNESS_WITHIN * firmness(given.options));
    let joints = spread.joints();
    let batches: Vec<&[JointSlot]> = joints.chunks(LANES).collect();
    let corners: Vec<_> = places.iter().map(|&place| solid.around(place)).collect();
    let of_range = |lane: usize, range: Range<usize>| {
        let mut rows = vec![Raw::new(); corners.len()];
        let (start, count) = (range.start, range.len());
        for batch in range {
            let step = done * count + batch - start;
            watch.step(lane, (Phase::Volume, step, of * count))?;
            let weights = conduction.solve(&spread, batches[batch], || watch.check())?;
            for (row, corners) in rows.iter_mut().zip(&corners) {
                gather(row, corners, batches[batch], &weights);
            }
        }
        Ok(rows)
    };
    let [mut rows, rest] = in_halves(batches.len(), solid.len() * joints.len() >= LARGE, of_range)?;
    for ((row, more), &place) in rows.iter_mut().zip(rest).zip(&places) {
        // The second half has the later joints, so rows stay in rising order.
        row.extend(more);
        settle(row, given.bones, place);
    }
    Ok(Ok(rows))
}

/// Adds what a point takes from the cells around it.
fn gather(row: &mut Raw, corners: &[(usize, f64)], joints: &[JointSlot], weights: &[[f64; LANES]]) {
    for (lane, &joint) in joints.iter().enumerate() {
        let shares = corners
            .iter()
            .map(|&(cell, share)| share * weights[cell][lane]);
        let weight: f64 = shares.sum();
        if weight >= NOTHING {
            row.push((joint, narrow(weight)));
        }
    }
}

/// Makes a row sum to one; a point that took nothing goes with its nearest bone.
fn settle(row: &mut Raw, bones: &[Bone], place: Vec3) {
    let sum: f32 = row.iter().map(|&(_, weight)| weight).sum();
    if sum > 0.0 && sum.is_finite() {
        for (_, weight) in row.iter_mut() {
            *weight /= sum;
        }
    } else {
        *row = nearest_row(bones, place);
    }
}

/// The part's cells, as fine as it needs and memory allows.
fn fill_cells(
    given: &AutomaticInput<'_>,
    places: &[Vec3],
    triangles: &[[u32; 3]],
) -> Result<Solid, Refusal> {
    let positions = given.surface.positions();
    let low = places
        .iter()
        .fold(Vec3::INFINITY, |low, &place| low.min(place));
    let high = places
        .iter()
        .fold(Vec3::NEG_INFINITY, |high, &place| high.max(place));
    let (low, high) = (low.as_dvec3(), high.as_dvec3());
    let longest = (high - low).max_element();
    let mut cell = cell_size(given.bones, places, longest);
    // Zero for a part without extent.
    if !(cell.is_finite() && cell > 0.0) {
        return Err(Refusal::NotFinite);
    }
    // 32³ cells are cheap, however few the points are.
    let most = (places.len() * MOST_A_POINT).clamp(32_768, MOST_IN_BOX);
    // Before they are counted: triangles listed many times cost nothing more.
    let triangles = once_each(triangles);
    #[expect(clippy::cast_precision_loss, reason = "a number of cells, roughly")]
    let squares = (SQUARES_A_TRIANGLE * triangles.len() as f64).max(MOST_SQUARES);
    for _ in 0..TRIES {
        let fits = Grid::around(low, high, cell).filter(|grid| {
            grid.len() <= most && Solid::squares(grid, positions, &triangles) <= squares
        });
        let solid = fits.map(|grid| Solid::of(grid, positions, &triangles));
        match solid {
            Some(solid) if solid.len() <= MOST_FULL => return Ok(solid),
            // Leaves fewer than half of the cells: 1.3³ is 2.2.
            _ => cell *= 1.3,
        }
    }
    Err(Refusal::TooThin)
}

/// The triangles without those of the same three corners, whichever way around: they fill the same cells.
fn once_each(triangles: &[[u32; 3]]) -> Vec<[u32; 3]> {
    let mut triangles = triangles.to_vec();
    triangles
        .iter_mut()
        .for_each(|corners| corners.sort_unstable());
    triangles.sort_unstable();
    triangles.dedup();
    triangles
}

/// Cells so small that a few lie between bone and surface where these are close.
fn cell_size(bones: &[Bone], places: &[Vec3], longest: f64) -> f64 {
    let mut depths: Vec<f64> = places
        .iter()
        .map(|&place| {
            let distances = bones.iter().map(|bone| reach(bone, place));
            distances.fold(f64::INFINITY, f64::min)
        })
        .collect();
    depths.sort_by(f64::total_cmp);
    // The thinnest fifth decides, not the mean: fingers need finer cells than the trunk does.
    let depth = depths.get(depths.len() / 5).copied().unwrap_or(longest);
    #[expect(clippy::cast_precision_loss, reason = "a number of cells, roughly")]
    // A surface of n points has about √n along a side.
    let least = (places.len() as f64).sqrt().clamp(4.0, LEAST_LONG);
    (depth / CELLS_DEEP).clamp(longest / MOST_LONG, longest / least)
}
