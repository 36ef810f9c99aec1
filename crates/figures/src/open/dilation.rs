//! Uniform scale as the length of a dual quaternion.

use dq_math::DualQuat;
use glam::DVec2;

use crate::diagram::{Axis, Diagram, Line, Mark, Panel, Tone, graph};
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::{narrow, turn};
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "open-dilation",
    title: "Uniform scale in one phase",
    source: Source {
        paper: Paper::Open,
        at: "after K08 section 4.2",
    },
    claim: "Could uniform scale be part of the quaternion, as √s q̂, so that one phase is enough?",
    caption: "Left: the scale |Σ w q|² that a blend of unit quaternions has by its length, which should be 1. Right: what is between scales 1 and 4.",
    answer: "Not by the length of the sum. A quaternion of length √s scales by s, but a sum of quaternions that are turned against each other is shorter than they are: \
             two unit ones have the factor **1 − 2 w (1 − w)(1 − cos θ/2)**, which is ½ half way to a half turn. The candy wrapper is back. It works where the sum is normalized and s is blended beside it, \
             as Σ w log s: five numbers a joint in place of four, and a geometric mean, 2 half way from 1 to 4. Two phases have the arithmetic one, 2.5, and any stretch at all.",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

/// The square of the length of a blend that is not normalized, by the program's dual quaternions.
fn square_of_sum(motions: [DualQuat; 2], t: f64) -> f64 {
    let [a, b] = motions;
    let sum = a * narrow(1.0 - t) + b * narrow(t);
    f64::from(sum.norm().real).powi(2)
}

/// By the length of the sum of unit quaternions that are `degrees` apart.
fn factor(degrees: f64, t: f64) -> f64 {
    let bent = turn(degrees.to_radians(), DVec2::X);
    square_of_sum([DualQuat::IDENTITY, bent], t)
}

/// The same in closed form.
fn factor_by_formula(degrees: f64, t: f64) -> f64 {
    let half = (0.5 * degrees).to_radians();
    1.0 - 2.0 * t * (1.0 - t) * (1.0 - half.cos())
}

/// By the length of quaternions of scale 1 and 4 that are not turned against each other: `(1 − t + 2 t)²`.
fn length_mean(t: f64) -> f64 {
    square_of_sum([DualQuat::IDENTITY, DualQuat::IDENTITY * 2.0], t)
}

/// By the weighted sum of logarithms.
fn geometric_mean(t: f64) -> f64 {
    4_f64.powf(t)
}

/// By two phases: stretches are blended as they are.
fn arithmetic_mean(t: f64) -> f64 {
    1.0 + 3.0 * t
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut off = 0_f64;
    for degrees in [30.0, 60.0, 90.0, 120.0, 150.0, 180.0] {
        let values = graph(0.0, 1.0, 20, |t| {
            (factor(degrees, t) - factor_by_formula(degrees, t)).abs()
        });
        off = values.iter().map(|point| point.y).fold(off, f64::max);
    }
    let near = |name, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 1e-5));
    Ok(vec![
        near(
            "scale half way to a half turn, should be 1",
            factor(180.0, 0.5),
            0.5,
        ),
        near(
            "half way to a right angle",
            factor(90.0, 0.5),
            0.5 + 0.5 * 45_f64.to_radians().cos(),
        ),
        Number::error("from 1 − 2 w (1 − w)(1 − cos θ/2)", Unit::Plain, off, 1e-6),
        near(
            "half way from 1 to 4, by the length",
            length_mean(0.5),
            2.25,
        ),
        near(
            "half way from 1 to 4, by logarithms",
            geometric_mean(0.5),
            2.0,
        ),
        near(
            "half way from 1 to 4, two phases",
            arithmetic_mean(0.5),
            2.5,
        ),
    ])
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    let mut factors = Vec::new();
    for (degrees, tone) in [
        (60.0, Tone::Faint),
        (90.0, Tone::Ours),
        (120.0, Tone::Fourth),
        (180.0, Tone::Other),
    ] {
        let curve = graph(0.0, 1.0, 60, |t| factor(degrees, t));
        factors.push(Mark::named_line(
            curve,
            tone,
            Line::Solid,
            format!("θ = {degrees}°"),
        ));
        let rings = graph(0.0, 1.0, 10, |t| factor_by_formula(degrees, t));
        factors.push(Mark::rings(rings, Tone::Exact));
    }
    let curve = |mean: fn(f64) -> f64| graph(0.0, 1.0, 60, mean);
    let means = vec![
        Mark::named_line(
            curve(arithmetic_mean),
            Tone::Ours,
            Line::Solid,
            "two phases: Σ w s",
        ),
        Mark::named_line(
            curve(length_mean),
            Tone::Other,
            Line::Dashed,
            "length of the sum: (Σ w √s)²",
        ),
        Mark::named_line(
            curve(geometric_mean),
            Tone::Fourth,
            Line::Solid,
            "logarithms: exp Σ w log s",
        ),
    ];
    let weight = || Axis::even("weight", 0.0, 1.0);
    Ok(Diagram {
        panels: vec![
            Panel::graph(
                "Scale by the length of unit quaternions",
                weight(),
                Axis::even("scale", 0.4, 1.05),
                factors,
            ),
            Panel::graph(
                "Between scales 1 and 4",
                weight(),
                Axis::even("scale", 1.0, 4.0),
                means,
            ),
        ],
        panel_size: [400, 350],
    })
}
