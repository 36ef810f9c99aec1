//! What weights must be: a partition of unity, and smooth.

use core::f64::consts::PI;

use dq_math::DualQuat;
use glam::{DVec2, DVec3};

use crate::diagram::{Axis, Diagram, Line, Mark, Panel, Tone, graph};
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::joints::{By, Joint, Joints, smooth_step};
use crate::material::Material;
use crate::motions::screw;
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "lecture-weights",
    title: "Weights sum to one and are smooth",
    source: Source {
        paper: Paper::Lecture,
        at: "weights",
    },
    claim: "Weights are a partition of unity, smooth, and go to zero with the distance; linear blending then loses its radius where two joints share a twist.",
    caption: "Weights of two joints along a cylinder of height 1, and what is left of its radius where the upper joint is twisted by 180°. \
              Lines of the second graph are skinned by the program, rings are |1 − 2 w|.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

/// Where weights begin to pass over, and over how much of the height.
const BEGIN: f64 = 0.2;
const WIDTH: f64 = 0.6;

/// The upper joint's weight.
type Weight = fn(f64) -> f64;

fn smooth(height: f64) -> f64 {
    smooth_step((height - BEGIN) / WIDTH)
}

fn straight(height: f64) -> f64 {
    ((height - BEGIN) / WIDTH).clamp(0.0, 1.0)
}

/// What is left of the radius at a height, under a twist of the upper joint by half a turn.
fn radius(by: By, weight: f64) -> f64 {
    // A little less than half a turn, so that one way is the shorter.
    let twist = screw(DVec3::Y, DVec3::ZERO, PI - 1e-6, 0.0);
    let joints = [DualQuat::IDENTITY, twist].map(|motion| Joint {
        motion,
        head: DVec2::ZERO,
    });
    let place = Joints::new(&joints).place(by, &[1.0 - weight, weight], DVec3::X);
    place.length()
}

/// By how much the slope changes at the beginning of the passage.
fn kink(weight: Weight) -> f64 {
    let step = 1e-7;
    let slope = |from: f64| (weight(from + step) - weight(from)) / step;
    slope(BEGIN) - slope(BEGIN - step)
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let extreme = |by, fold: fn(f64, f64) -> f64| {
        let values = graph(0.0, 1.0, 200, |height| radius(by, smooth(height)));
        values.iter().map(|point| point.y).fold(1.0, fold)
    };
    let heights = || graph(0.0, 1.0, 200, |height| height).into_iter();
    // The lower joint's weight is the passage seen from above.
    let sum = |height: f64| smooth(height) + smooth(1.0 - height);
    let off_sum = heights().map(|at| (sum(at.y) - 1.0).abs());
    let off_sum = off_sum.fold(0.0, f64::max);
    let below = heights().filter(|at| at.y <= BEGIN);
    let below = below.map(|at| smooth(at.y)).fold(0.0, f64::max);
    let plain = |name, ours, pinned| Number::new(name, Unit::Plain, ours, pinned);
    Ok(vec![
        Number::error("sum of weights, less 1", Unit::Plain, off_sum, 1e-12),
        Number::error(
            "weight of the upper joint below the passage",
            Unit::Plain,
            below,
            1e-12,
        ),
        Number::error(
            "change of slope, smooth weights",
            Unit::Plain,
            kink(smooth),
            1e-4,
        ),
        plain(
            "change of slope, linear weights",
            kink(straight),
            Pinned::near(1.0 / WIDTH, 1e-5),
        ),
        Number::error(
            "least radius under a twist by 180°, linear",
            Unit::Plain,
            extreme(By::Linear, f64::min),
            1e-5,
        ),
        plain(
            "the same, dual quaternions",
            extreme(By::DualQuaternion, f64::min),
            Pinned::near(1.0, 1e-6),
        ),
    ])
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    let one = vec![DVec2::new(0.0, 1.0), DVec2::new(1.0, 1.0)];
    let curve = |weight: fn(f64) -> f64| graph(0.0, 1.0, 120, weight);
    let weights = vec![
        Mark::named_line(
            curve(|height| 1.0 - smooth(height)),
            Tone::Ours,
            Line::Solid,
            "lower joint",
        ),
        Mark::named_line(curve(smooth), Tone::Other, Line::Solid, "upper joint"),
        Mark::named_line(one, Tone::Exact, Line::Dashed, "sum"),
        Mark::named_line(
            curve(straight),
            Tone::Faint,
            Line::Dashed,
            "linear weights: kinks at 0.2 and 0.8",
        ),
    ];
    let skinned = |by| graph(0.0, 1.0, 200, |height| radius(by, smooth(height)));
    let formula = graph(0.0, 1.0, 20, |height| (1.0 - 2.0 * smooth(height)).abs());
    let left = vec![
        Mark::named_line(
            skinned(By::Linear),
            Tone::Other,
            Line::Solid,
            "linear: √(1 − 2 w (1 − w)(1 − cos φ))",
        ),
        Mark::named_line(
            skinned(By::DualQuaternion),
            Tone::Ours,
            Line::Solid,
            "dual quaternions",
        ),
        Mark::rings(formula, Tone::Exact),
    ];
    let height = || Axis::even("height", 0.0, 1.0);
    Ok(Diagram {
        panels: vec![
            Panel::graph(
                "Weights along a cylinder",
                height(),
                Axis::even("weight", 0.0, 1.05),
                weights,
            ),
            Panel::graph(
                "Radius, twisted by 180°",
                height(),
                Axis::even("radius", 0.0, 1.05),
                left,
            ),
        ],
        panel_size: [400, 330],
    })
}
