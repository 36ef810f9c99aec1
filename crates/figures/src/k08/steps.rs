//! Figure 24: a step of iterative blending, and how fast the steps shrink.

use dq_math::{DualQuat, DualVec3, dib, dlb};
use glam::{DVec2, DVec3};

use crate::diagram::{Axis, Diagram, Line, Mark, Panel, Side, Tone};
use crate::error::FigureError;
use crate::globe::{direction, exp, globe, great_arc, log, look};
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::{narrow, screw};
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "k08-24",
    title: "A step of DIB, and how fast steps shrink",
    source: Source {
        paper: Paper::K08,
        at: "figure 24, Algorithm 3",
    },
    claim: "b ← b exp(Σ w log(b* q̂)) converges to the exact average; of two motions the first step is the last.",
    caption: "Left: a step on the sphere, from a b that was moved off so that it is seen. Right: the norm of each step's logarithm by the program's functions in f32. \
              It shrinks by a factor that grows with the spread of the motions.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

/// Motions with their weights.
struct Summands {
    motions: Vec<DualQuat>,
    weights: Vec<f64>,
}

impl Summands {
    /// The norms of `Σ w log(b* q̂)`, from DLB on, by the functions that [`dib`] is made of.
    fn norms(&self, steps: usize) -> Vec<f64> {
        let mut b = dlb(&self.motions, &self.narrow_weights());
        let mut norms = Vec::new();
        for _ in 0..steps {
            let mut x = DualVec3::ZERO;
            for (&motion, &weight) in self.motions.iter().zip(&self.weights) {
                x += (b.conjugate_quaternion() * motion).log() * narrow(weight);
            }
            b = (b * DualQuat::exp(x)).normalize();
            norms.push(f64::from(x.length()));
        }
        norms
    }

    fn narrow_weights(&self) -> Vec<f32> {
        self.weights.iter().copied().map(narrow).collect()
    }
}

/// Three turns by a right angle, about the three axes.
fn turns() -> Summands {
    let about = |axis| screw(axis, DVec3::ZERO, 90_f64.to_radians(), 0.0);
    Summands {
        motions: [DVec3::X, DVec3::Y, DVec3::Z].map(about).into(),
        weights: vec![0.2, 0.3, 0.5],
    }
}

/// Three screws by 150° about axes that do not meet.
fn screws() -> Summands {
    let by = 150_f64.to_radians();
    Summands {
        motions: vec![
            screw(DVec3::X, DVec3::Y, by, 0.5),
            screw(DVec3::Y, DVec3::Z, by, -0.3),
            screw(DVec3::Z, DVec3::X, by, 0.8),
        ],
        weights: vec![0.2, 0.3, 0.5],
    }
}

/// Two motions 170° apart.
fn two() -> Summands {
    Summands {
        motions: vec![
            DualQuat::IDENTITY,
            screw(DVec3::Z, DVec3::X, 170_f64.to_radians(), 1.0),
        ],
        weights: vec![0.25, 0.75],
    }
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let (turns, screws, two) = (turns(), screws(), two());
    let factor = |norms: &[f64]| {
        norms
            .get(2)
            .zip(norms.get(1))
            .map(|(next, last)| next / last)
    };
    let factors = [&turns, &screws].map(|all| factor(&all.norms(3)).unwrap_or(f64::NAN));
    let [of_turns, of_screws] = factors;
    let second = two.norms(2).last().copied().unwrap_or(f64::NAN);
    let steps = |all: &Summands| {
        let found = dib(&all.motions, &all.narrow_weights(), 2e-6);
        let counted = u8::try_from(found.steps).unwrap_or(u8::MAX);
        if found.converged {
            f64::from(counted)
        } else {
            f64::INFINITY
        }
    };
    let near = |name, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 0.02));
    let count = |name, all, most| Number::new(name, Unit::Count, steps(all), Pinned::AtMost(most));
    Ok(vec![
        near(
            "third step over second, three turns by 90°",
            of_turns,
            0.058,
        ),
        near(
            "third step over second, three screws by 150°",
            of_screws,
            0.172,
        ),
        Number::error(
            "second step, two motions 170° apart",
            Unit::Plain,
            second,
            1e-6,
        ),
        count("steps to 2e-6, three turns by 90°", &turns, 8.0),
        count("steps to 2e-6, three screws by 150°", &screws, 12.0),
        count("steps to 2e-6, two motions", &two, 2.0),
    ])
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    Ok(Diagram {
        panels: vec![one_step(), convergence()],
        panel_size: [400, 350],
    })
}

fn one_step() -> Panel {
    let summands = [
        (direction(-10.0, -20.0), 0.25, "q₁"),
        (direction(62.0, 35.0), 0.45, "q₂"),
        (direction(0.0, 95.0), 0.3, "q₃"),
    ];
    let sum: DVec3 = summands
        .iter()
        .map(|&(point, weight, _)| weight * point)
        .sum();
    let off = DVec3::new(-0.35, -0.25, 0.3);
    let b = (sum.normalize() + off).normalize();
    let tangents = summands.map(|(point, weight, _)| weight * log(b, point));
    let x: DVec3 = tangents.into_iter().sum();
    let mut marks = globe();
    for (point, _, name) in summands {
        marks.push(Mark::line(great_arc(b, point), Tone::Faint, Line::Thin));
        marks.push(Mark::arrow(
            look(b),
            look(b + log(b, point)),
            Tone::Exact,
            "",
        ));
        marks.push(Mark::dot(look(point), Tone::Ink, name, Side::SouthEast));
    }
    marks.extend([
        Mark::arrow(look(b), look(b + x), Tone::Other, ""),
        Mark::dot(look(b), Tone::Ours, "b", Side::SouthWest),
        Mark::ring(look(exp(b, x)), Tone::Other, "b exp x", Side::NorthEast),
    ]);
    Panel::plane(
        "b ← b exp x, x = Σ w log(b* q)",
        [-1.3, -1.15],
        [1.5, 1.35],
        marks,
    )
}

fn convergence() -> Panel {
    // What f32 leaves of a norm.
    let least = 1e-7;
    let curve = |all: Summands, tone, name| {
        let points = (1_u8..).zip(all.norms(12));
        let seen = points.take_while(|&(_, norm)| norm > least);
        let points: Vec<DVec2> = seen
            .map(|(step, norm)| DVec2::new(f64::from(step), norm))
            .collect();
        [
            Mark::named_line(points.clone(), tone, Line::Solid, name),
            Mark::dots(points, tone),
        ]
    };
    let mut marks = Vec::new();
    marks.extend(curve(turns(), Tone::Ours, "three turns by 90°"));
    marks.extend(curve(screws(), Tone::Fourth, "three screws by 150°"));
    marks.extend(curve(two(), Tone::Exact, "two motions: one step"));
    marks.push(Mark::Guide {
        at: 1e-6,
        vertical: false,
        label: "precision".to_owned(),
    });
    let x = Axis::at("step", 0.0, 12.0, &[1.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0]);
    Panel::graph(
        "Norm of x, step by step",
        x,
        Axis::decades("norm", 1e-7, 1.0),
        marks,
    )
}
