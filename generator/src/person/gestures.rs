//! Poses of arms and hands that clips of several figures are made of.

use glam::DVec3;

use super::super::poses::{Side, Sketch};
use super::super::shape::ease;
use super::Places;

const FINGERS: [&str; 4] = ["index", "middle", "ring", "little"];

/// Arms at the sides, fingers a little bent.
pub(crate) fn at_ease(sketch: &mut Sketch<'_>, side: Side, places: &Places, bend: f64) {
    sketch.turn_limb(("upper_arm", side), DVec3::Z, -33.0);
    sketch.turn_limb(("forearm", side), places.elbow_axis(), bend);
    close(sketch, side, 14.0);
}

/// Bends each joint of the fingers by degrees, the thumb's by less.
pub(crate) fn close(sketch: &mut Sketch<'_>, side: Side, degrees: f64) {
    let end = if side == Side::Left { "L" } else { "R" };
    // The right hand is a mirror image: its X axes point the other way.
    let sign = if side == Side::Left { 1.0 } else { -1.0 };
    for finger in FINGERS {
        for (phalanx, part) in [(1, 0.95), (2, 1.10), (3, 0.75)] {
            sketch.turn_own(
                &format!("{finger}_{phalanx}.{end}"),
                DVec3::X,
                sign * part * degrees,
            );
        }
    }
    for (phalanx, part) in [(1, 0.30), (2, 0.50), (3, 0.70)] {
        sketch.turn_own(
            &format!("thumb_{phalanx}.{end}"),
            DVec3::X,
            sign * part * degrees,
        );
    }
}

/// A value that rises from 0 at `from` to 1 and is back at `to`, with a stop in between.
pub(crate) fn there_and_back(time: f64, from: f64, to: f64) -> f64 {
    let third = (to - from) / 3.0;
    ease(
        &[
            (from, 0.0),
            (from + third, 1.0),
            (to - third, 1.0),
            (to, 0.0),
        ],
        time,
    )
}
