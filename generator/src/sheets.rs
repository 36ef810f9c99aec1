//! Two flat sheets for figures: one bends about an elbow, and a third joint pulls faintly at the other.
//!
//! Their units are those of the diagrams they follow: the shoulder is the origin, the elbow is at (2, 0, 0), and the
//! sheet reaches from x = 0 to 4 and from y = −½ to ½. All joints have the axes of the model, so that an angle of a
//! pose is an angle in the plane of the sheet.
//!
//! Kavan, Collins, Žára and O'Sullivan 2008, "Geometric skinning with approximate dual quaternion blending", figures 5,
//! 7, 8 and 17.

use glam::{DQuat, DVec3, dvec3};

use super::grid::{Face, Grid, part};
use super::shape::{Joint, Motion, Paint, Shape, Shift, ease};
use super::surface::{Point, Surface};

const GRID: Grid = Grid {
    columns: 48,
    rows: 12,
};
const LENGTH: f64 = 4.0;
const WIDTH: f64 = 1.0;
const THICKNESS: f64 = 0.02;
/// Quads along the side of a check: a quarter of the width, so that checks can be counted.
const CHECK: usize = 3;

const ELBOW: usize = 1;
const THIRD: usize = 2;
const ELBOW_AT: DVec3 = dvec3(2.0, 0.0, 0.0);
const THIRD_AT: DVec3 = dvec3(1.7, 0.45, 0.0);
/// Where the sheet of three joints begins and ends to follow both shoulder and elbow.
const BENDS: [f64; 2] = [1.25, 2.75];
/// Weight of the third joint on the upper half of the bend.
const FAINT: f64 = 0.01;
/// Seconds of each clip.
const SECONDS: u32 = 4;

/// The sheet of shoulder and elbow. It follows both over its whole length: what depends on the nearer of the two heads
/// tells at x = 1, where that changes.
pub(super) fn two_joints() -> Shape {
    Shape {
        name: "two_joints",
        joints: vec![
            joint("shoulder", None, DVec3::ZERO),
            joint("elbow", Some(0), ELBOW_AT),
        ],
        surface: surface(|at| {
            let elbow = smooth(at.x / LENGTH);
            vec![1.0 - elbow, elbow]
        }),
        paints: paints(),
        motions: vec![bend(120.0, "bend")],
    }
}

/// The sheet whose third joint has a hundredth of the upper half of the bend, with a hard border: methods that blend
/// about a center, or about the nearest head, go apart there.
pub(super) fn three_joints() -> Shape {
    Shape {
        name: "three_joints",
        joints: vec![
            joint("shoulder", None, DVec3::ZERO),
            joint("elbow", Some(0), ELBOW_AT),
            joint("third", Some(0), THIRD_AT),
        ],
        surface: surface(|at| {
            let [from, to] = BENDS;
            let elbow = smooth((at.x - from) / (to - from));
            let pulled = 0.0 <= at.y && from < at.x && at.x < to;
            let third = if pulled { FAINT } else { 0.0 };
            vec![(1.0 - elbow) * (1.0 - third), elbow * (1.0 - third), third]
        }),
        paints: paints(),
        motions: vec![bend(120.0, "bend"), third_moves()],
    }
}

fn joint(name: &str, parent: Option<usize>, head: DVec3) -> Joint {
    Joint {
        name: name.to_owned(),
        parent,
        head,
        rotation: DQuat::IDENTITY,
    }
}

fn paints() -> Vec<Paint> {
    let paint = |name, base_color| Paint { name, base_color };
    vec![
        paint("light", [0.80, 0.74, 0.62, 1.0]),
        paint("dark", [0.05, 0.30, 0.36, 1.0]),
    ]
}

/// 3 s² − 2 s³ between 0 and 1.
fn smooth(s: f64) -> f64 {
    let s = s.clamp(0.0, 1.0);
    s * s * (3.0 - 2.0 * s)
}

/// The checkered sheet. Front and back meet at the rim, in the middle between them.
fn surface(weights: impl Fn(DVec3) -> Vec<f64>) -> Surface {
    let point = |i, j, face: Face| {
        let middle = dvec3(
            LENGTH * part(i, GRID.columns),
            WIDTH * (0.5 - part(j, GRID.rows)),
            0.0,
        );
        let thick = match GRID.steps_to_rim(i, j) {
            0 => 0.0,
            _ => THICKNESS,
        };
        Point {
            position: middle + face.offset() * thick * DVec3::Z,
            weights: weights(middle),
        }
    };
    GRID.sheet(point, |i, j, _| (i / CHECK + j / CHECK) % 2)
}

/// There and back: 1 in the middle of a clip.
fn share(time: f64) -> f64 {
    ease(&[(0.0, 0.0), (2.0, 1.0), (4.0, 0.0)], time)
}

fn bend(degrees: f64, name: &'static str) -> Motion {
    let turn = |time| DQuat::from_rotation_z((degrees * share(time)).to_radians());
    Motion::from_functions(name, SECONDS, &[(ELBOW, &turn)])
}

/// The elbow bends by a right angle; the third joint turns back by one, and moves away by 2.
fn third_moves() -> Motion {
    let turn = |time| DQuat::from_rotation_z((90.0 * share(time)).to_radians());
    let back = |time: f64| turn(time).inverse();
    let mut motion = Motion::from_functions("third", SECONDS, &[(ELBOW, &turn), (THIRD, &back)]);
    let times = motion.turnings[0].times.clone();
    motion.shifts.push(Shift {
        joint: THIRD,
        offsets: times
            .iter()
            .map(|&time| 2.0 * share(time) * DVec3::Y)
            .collect(),
        times,
    });
    motion
}
