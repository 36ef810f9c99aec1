//! The belt with its buckle, and the buttons of the shirt: pieces that do not bend.

use std::f64::consts::TAU;

use glam::{DVec3, dvec3};

use super::Cut;

/// Places around the belt.
const AROUND: usize = 40;
/// Rings of the belt, from above.
const HEIGHTS: [f64; 3] = [0.995, 0.977, 0.959];
/// Half its width and half its depth, and the middle of that.
const WIDTH: f64 = 0.204;
const DEPTH: f64 = 0.160;
const MIDDLE: f64 = -0.005;
/// Heights of the buttons.
const BUTTONS: [f64; 3] = [1.30, 1.20, 1.10];

/// The band and the buckle in front of it.
pub(super) fn belt() -> Cut {
    let mut cut = band();
    cut.add(plate(dvec3(0.0, 0.977, 0.162), dvec3(0.030, 0.024, 0.006)));
    cut
}

/// Three, down the front of the shirt.
pub(super) fn buttons() -> Cut {
    let mut cut = Cut::default();
    for height in BUTTONS {
        cut.add(plate(dvec3(0.0, height, 0.150), dvec3(0.009, 0.009, 0.004)));
    }
    cut
}

fn band() -> Cut {
    let mut cut = Cut::default();
    for height in HEIGHTS {
        for step in (0_u32..).take(AROUND) {
            let angle = TAU * f64::from(step) / 40.0;
            let place = dvec3(WIDTH * angle.sin(), height, MIDDLE + DEPTH * angle.cos());
            cut.places.push(place);
        }
    }
    for ring in 1..HEIGHTS.len() {
        for step in 0..AROUND {
            let above = (ring - 1) * AROUND;
            let [a, b] = [above + step, above + (step + 1) % AROUND];
            cut.triangles
                .extend([[a, a + AROUND, b], [b, a + AROUND, b + AROUND]]);
        }
    }
    cut
}

/// A box around its middle, by half its size.
fn plate(middle: DVec3, half: DVec3) -> Cut {
    let sign = |corner: u8, axis: u8| if (corner >> axis) & 1 == 1 { 1.0 } else { -1.0 };
    let corners = (0_u8..8).map(|corner| {
        let signs = dvec3(sign(corner, 0), sign(corner, 1), sign(corner, 2));
        middle + half * signs
    });
    let sides = [
        [0, 4, 6, 2],
        [1, 3, 7, 5],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 2, 3, 1],
        [4, 5, 7, 6],
    ];
    Cut {
        places: corners.collect(),
        triangles: sides
            .into_iter()
            .flat_map(|[a, b, c, d]| [[a, b, c], [a, c, d]])
            .collect(),
    }
}
