//! The cloth: a hanging sheet of seven by seven joints, thin but closed, with soft folds that deepen downwards.

use std::f64::consts::TAU;

use glam::{DMat3, DQuat, DVec3, dvec3};

use super::grid::{Face, Grid, part};
use super::poses::{Sketch, Timing, motion};
use super::shape::{Joint, Motion, Paint, Shape, ease};
use super::surface::{Point, Surface};

/// Joints along each side.
const JOINTS: usize = 7;
/// Quads along each side of the front and of the back.
const CELLS: usize = 55;
const GRID: Grid = Grid {
    columns: CELLS,
    rows: CELLS,
};
/// Width and height of the sheet in meters.
const WIDTH: f64 = 1.2;
const TOP: f64 = 1.4;
const THICKNESS: f64 = 0.012;
const FOLDS: f64 = 4.0;
const DEEPEST: f64 = 0.065;
/// Quads across the stripe along the rim.
const STRIPE: usize = 4;

const FRONT: usize = 0;
const BACK: usize = 1;
const TRIM: usize = 2;

/// The cloth with its skeleton, skin and clips.
pub(super) fn cloth() -> Shape {
    let joints = joints();
    let paint = |name, base_color| Paint { name, base_color };
    Shape {
        name: "cloth",
        surface: surface(),
        paints: vec![
            paint("front", [0.45, 0.035, 0.045, 1.0]),
            paint("back", [0.16, 0.015, 0.03, 1.0]),
            paint("trim", [0.80, 0.55, 0.16, 1.0]),
        ],
        motions: motions(&joints),
        joints,
    }
}

/// The middle of the sheet at shares of its width and height, both from 0 to 1; `v` runs down.
fn middle(u: f64, v: f64) -> DVec3 {
    let place = FOLDS * u;
    let fold = place - place.floor();
    // 16 f² (1 − f)²: 1 in the middle of a fold, with slope zero at its ends, where the next one goes to the other side.
    let bump = 16.0 * (fold * (1.0 - fold)) * (fold * (1.0 - fold));
    let side = if place.floor() % 2.0 == 0.0 {
        1.0
    } else {
        -1.0
    };
    // Nothing at the upper edge, where it hangs, and level at the lower one.
    let deep = DEEPEST * v * (2.0 - v);
    dvec3(WIDTH * (u - 0.5), TOP - WIDTH * v, side * deep * bump)
}

fn place(row: usize, column: usize) -> usize {
    row * JOINTS + column
}

fn name(row: usize, column: usize) -> String {
    format!("cloth_{}_{}", row + 1, column + 1)
}

/// The root is the middle of the upper edge; the edge's joints are chained to both sides of it, and each column to the
/// edge.
fn joints() -> Vec<Joint> {
    let center = JOINTS / 2;
    let mut grid: Vec<(usize, usize)> = (0..=center)
        .flat_map(|k| [(0, center - k), (0, center + k)])
        .skip(1)
        .collect();
    grid.extend((1..JOINTS).flat_map(|row| (0..JOINTS).map(move |column| (row, column))));
    let rotation = DQuat::from_mat3(&DMat3::from_cols(DVec3::NEG_X, DVec3::NEG_Y, DVec3::Z));
    let mut joints: Vec<Joint> = Vec::new();
    for (row, column) in grid {
        let parent = match (row, column.cmp(&center)) {
            (0, std::cmp::Ordering::Equal) => None,
            (0, std::cmp::Ordering::Less) => Some(name(0, column + 1)),
            (0, std::cmp::Ordering::Greater) => Some(name(0, column - 1)),
            _ => Some(name(row - 1, column)),
        };
        joints.push(Joint {
            name: name(row, column),
            parent: parent.and_then(|parent| joints.iter().position(|joint| joint.name == parent)),
            head: middle(part(column, JOINTS - 1), part(row, JOINTS - 1)),
            rotation,
        });
    }
    joints
}

fn surface() -> Surface {
    let order = joints();
    let mut index = vec![0; JOINTS * JOINTS];
    for row in 0..JOINTS {
        for column in 0..JOINTS {
            let name = name(row, column);
            index[place(row, column)] = order
                .iter()
                .position(|joint| joint.name == name)
                .unwrap_or_default();
        }
    }
    GRID.sheet(
        |i, j, face| point(i, j, face.offset(), &index),
        |i, j, face| match face {
            Face::Front => paint(i, j),
            Face::Back => BACK,
        },
    )
}

fn paint(i: usize, j: usize) -> usize {
    let quads = Grid {
        columns: CELLS - 1,
        rows: CELLS - 1,
    };
    if quads.steps_to_rim(i, j) < STRIPE {
        TRIM
    } else {
        FRONT
    }
}

/// A vertex in front of (`side` > 0) or behind the middle of the sheet; towards the rim the sheet thins out.
fn point(i: usize, j: usize, side: f64, index: &[usize]) -> Point {
    let (u, v) = (part(i, CELLS), part(j, CELLS));
    let step = 1e-4;
    let across = middle(u + step, v) - middle(u - step, v);
    let down = middle(u, v + step) - middle(u, v - step);
    let normal = down.cross(across).normalize();
    let rim = GRID.steps_to_rim(i, j);
    let thick = THICKNESS * [0.0, 0.6, 0.9].get(rim).copied().unwrap_or(1.0);
    Point {
        position: middle(u, v) + side * thick * normal,
        weights: weights(u, v, index),
    }
}

/// Weights of the four joints around: products of smooth weights along both sides.
fn weights(u: f64, v: f64, index: &[usize]) -> Vec<f64> {
    let mut weights = vec![0.0; JOINTS * JOINTS];
    for row in 0..JOINTS {
        for column in 0..JOINTS {
            let near = nearness(u, column) * nearness(v, row);
            weights[index[place(row, column)]] += near;
        }
    }
    weights
}

/// 1 at the joint, 0 at its neighbors; those of two neighbors add up to 1 between them.
fn nearness(along: f64, joint: usize) -> f64 {
    let away = (along - part(joint, JOINTS - 1)).abs() * part(JOINTS - 1, 1);
    let s = (1.0 - away).max(0.0);
    s * s * (3.0 - 2.0 * s)
}

fn motions(joints: &[Joint]) -> Vec<Motion> {
    let wave = Timing {
        keys: 36,
        keys_per_second: 12,
        looped: true,
    };
    let roll = Timing {
        keys: 48,
        keys_per_second: 12,
        looped: false,
    };
    vec![
        motion("wave", joints, wave, |time, sketch| {
            billow(time / 3.0, sketch);
        }),
        motion("roll up", joints, roll, |time, sketch| {
            let most = ease(&[(0.0, 0.0), (1.7, 1.0), (2.3, 1.0), (4.0, 0.0)], time);
            each_hanging(sketch, |row, _| (-52.0 * most * part(row + 2, JOINTS), 0.0));
        }),
    ]
}

/// Wind from the front: waves that run down and sideways, stronger towards the free edge.
fn billow(phase: f64, sketch: &mut Sketch<'_>) {
    each_hanging(sketch, |row, column| {
        let (down, across) = (part(row, JOINTS), part(column, JOINTS));
        let swing = (TAU * (phase - 0.9 * down - 0.35 * across)).sin();
        let second = (TAU * (2.0 * phase - 1.3 * down + 0.5 * across)).sin();
        (
            -7.0 + (8.0 + 9.0 * down) * swing + 4.0 * second,
            3.0 * second,
        )
    });
}

/// Turns every joint below the upper edge by degrees about X (backwards) and about Z.
fn each_hanging(sketch: &mut Sketch<'_>, degrees: impl Fn(usize, usize) -> (f64, f64)) {
    for row in 0..JOINTS - 1 {
        for column in 0..JOINTS {
            // The upper edge itself stays: its joints are a chain, and a turn of each would add up.
            let (x, z) = if row == 0 {
                (0.0, 0.0)
            } else {
                degrees(row, column)
            };
            if row > 0 {
                sketch.turn(&name(row, column), DVec3::X, x);
                sketch.turn(&name(row, column), DVec3::Z, z);
            }
        }
    }
}
