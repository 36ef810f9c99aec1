//! The shirt: a front and a back, each a grid, sewn together along shoulders and sleeves, open at neck, hem and cuffs.
//!
//! The sleeves are wide, and grow out of the sides without a seam below the arm. Between arm and trunk the nearest point of the body
//! jumps from one to the other, which is what makes clothes hard to bind.

use glam::{DVec3, dvec3};

use super::super::implicit::ramp;
use super::{Cut, Grown};

/// Quads from cuff to cuff, and from the shoulders down.
const COLUMNS: usize = 28;
const ROWS: usize = 12;
/// How far out the cuffs are.
const CUFF: f64 = 0.41;
/// Inside of this the neck is open; outside of that front and back are sewn together below.
const NECK: f64 = 0.09;
const SIDE: f64 = 0.216;
/// Heights of the upper and of the lower border by the distance from the middle.
const TOP: [[f64; 2]; 5] = [
    [0.0, 1.500],
    [0.085, 1.502],
    [0.18, 1.487],
    [0.24, 1.467],
    [0.41, 1.265],
];
const BOTTOM: [[f64; 2]; 3] = [[0.0, 1.030], [0.215, 1.030], [0.41, 1.090]];
/// Depth of half the trunk, and of half a sleeve.
const DEPTH: [f64; 2] = [0.158, 0.085];
/// The plane between front and back.
const MIDDLE: f64 = -0.012;

pub(super) fn shirt() -> Cut {
    let mut grown: Grown<(usize, usize, i8)> = Grown::new();
    for side in [1, -1] {
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                add_quad(&mut grown, row, column, side);
            }
        }
    }
    grown.cut
}

fn add_quad(grown: &mut Grown<(usize, usize, i8)>, row: usize, column: usize, side: i8) {
    let mut at = |down: usize, right: usize| {
        let (row, column) = (row + down, column + right);
        let side = seam(row, column, side);
        grown.vertex((row, column, side), || place(row, column, side))
    };
    let [a, b, c, d] = [at(0, 0), at(0, 1), at(1, 0), at(1, 1)];
    grown.cut.triangles.extend(match side {
        1 => [[a, c, b], [b, c, d]],
        _ => [[a, b, c], [b, d, c]],
    });
}

/// The side of a place of the grid: 1 in front, −1 behind, 0 where both are sewn together.
fn seam(row: usize, column: usize, side: i8) -> i8 {
    let out = across(column).abs();
    let is_sewn = (row == 0 && out >= NECK) || (row == ROWS && out > SIDE);
    if is_sewn { 0 } else { side }
}

fn across(column: usize) -> f64 {
    CUFF * (2.0 * number(column) / number(COLUMNS) - 1.0)
}

fn place(row: usize, column: usize, side: i8) -> DVec3 {
    let (x, down) = (across(column), number(row) / number(ROWS));
    let out = x.abs();
    let mut full = rounded_off((1.0 - down / 0.30).max(0.0));
    if out > SIDE {
        full *= rounded_off(((down - 0.55) / 0.45).max(0.0));
    }
    let top = along(&TOP, out);
    let mut y = top + (along(&BOTTOM, out) - top) * down;
    if row == 0 && out < NECK {
        // The neckline: lower in front than behind.
        full = 0.42;
        y = top + if side > 0 { -0.005 } else { 0.012 };
    }
    let [trunk, sleeve] = DEPTH;
    let depth = trunk + (sleeve - trunk) * ramp(out, 0.13, 0.27);
    dvec3(x, y, MIDDLE + f64::from(side) * depth * full)
}

/// A quarter of a circle: 1 at 0, 0 at 1.
fn rounded_off(share: f64) -> f64 {
    (1.0 - share * share).max(0.0).sqrt()
}

/// Between the corners of a line, its last height beyond its end.
fn along(corners: &[[f64; 2]], out: f64) -> f64 {
    for pair in corners.windows(2) {
        if let &[[from, low], [to, high]] = pair
            && out <= to
        {
            return low + (high - low) * ((out - from) / (to - from));
        }
    }
    corners.last().map_or(0.0, |[_, height]| *height)
}

fn number(count: usize) -> f64 {
    u32::try_from(count).map_or(0.0, f64::from)
}
