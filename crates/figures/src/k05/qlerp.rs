//! Figure 4: linear interpolation of quaternions beside the exact one.

use core::f64::consts::FRAC_PI_2;

use dq_math::quaternion::{qlerp, slerp};
use glam::{DVec2, Quat};

use crate::bounds::{angle_bound_place, blend_angle};
use crate::diagram::{Axis, Diagram, Line, Mark, Panel, Side, Tone, graph, sample};
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::narrow;
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "k05-04",
    title: "QLERP stays close to SLERP",
    source: Source {
        paper: Paper::K05,
        at: "figure 4",
    },
    claim: "QLERP runs along the arc of SLERP at another speed; the two are at most 4.07° apart as quaternions, so 8.15° as rotations, at ½ ± √(1/π − ¼).",
    caption: "Quaternions at a right angle, that is rotations half a turn apart: dots at even parts of chord and arc, and how far apart they are. \
              The paper's 0.143 rad rounds twice; 8.149° are 0.1422 rad.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

/// The second quaternion in the plane of the first two components is at a right angle to the first.
fn ends() -> [Quat; 2] {
    [
        Quat::from_xyzw(1.0, 0.0, 0.0, 0.0),
        Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
    ]
}

fn interpolated(by: fn(Quat, Quat, f32) -> Quat, t: f64) -> DVec2 {
    let [a, b] = ends();
    let q = by(a, b, narrow(t));
    DVec2::new(f64::from(q.x), f64::from(q.y))
}

/// The angle from SLERP to QLERP, in degrees.
fn ahead(t: f64) -> f64 {
    let [linear, exact] = [qlerp, slerp].map(|by| interpolated(by, t));
    (linear.to_angle() - exact.to_angle()).to_degrees()
}

/// The same in closed form.
fn ahead_by_formula(t: f64) -> f64 {
    (0.5 * blend_angle(t, 2.0 * FRAC_PI_2) - t * FRAC_PI_2).to_degrees()
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let values = graph(0.0, 0.5, 1000, |t| -ahead(t));
    let larger = |worst: DVec2, point: DVec2| if point.y > worst.y { point } else { worst };
    let worst = values.into_iter().fold(DVec2::ZERO, larger);
    let bound = -ahead_by_formula(angle_bound_place());
    let near =
        |name, unit, ours, to, within| Number::new(name, unit, ours, Pinned::near(to, within));
    Ok(vec![
        near("between quaternions", Unit::Degrees, worst.y, bound, 1e-4).with_paper(4.07),
        near(
            "at the weight",
            Unit::Plain,
            worst.x,
            angle_bound_place(),
            1e-3,
        ),
        near(
            "between rotations",
            Unit::Degrees,
            2.0 * worst.y,
            2.0 * bound,
            1e-4,
        )
        .with_paper(8.15),
        near(
            "between rotations",
            Unit::Radians,
            (2.0 * worst.y).to_radians(),
            (2.0 * bound).to_radians(),
            2e-6,
        )
        .with_paper(0.143),
    ])
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    let plane = Panel::plane(
        "QLERP goes along the chord",
        [-0.25, -0.2],
        [1.35, 1.3],
        chord_and_arc(),
    );
    let place = angle_bound_place();
    let bound = ahead_by_formula(place);
    let name = format!("{:.4}° at ½ − √(1/π − ¼)", -bound);
    let curve = graph(0.0, 1.0, 200, ahead);
    let gap = vec![
        Mark::named_line(curve, Tone::Ours, Line::Solid, "QLERP less SLERP"),
        Mark::rings(graph(0.0, 1.0, 20, ahead_by_formula), Tone::Exact),
        Mark::dot(DVec2::new(place, bound), Tone::Ours, name, Side::SouthEast),
        Mark::dot(
            DVec2::new(1.0 - place, -bound),
            Tone::Ours,
            "rotations: twice as far",
            Side::NorthWest,
        ),
    ];
    let y = Axis::even("degrees", -5.0, 5.0);
    let x = Axis::even("t", 0.0, 1.0);
    let gap = Panel::graph("d(t), between quaternions", x, y, gap);
    Ok(Diagram {
        panels: vec![plane, gap],
        panel_size: [400, 330],
    })
}

fn chord_and_arc() -> Vec<Mark> {
    let arc = sample(0.0, 1.0, 60, |t| interpolated(slerp, t));
    let chord = vec![DVec2::X, DVec2::Y];
    let mut marks = vec![
        Mark::named_line(arc, Tone::Exact, Line::Solid, "SLERP"),
        Mark::named_line(chord, Tone::Ours, Line::Solid, "(1 − t) p + t q"),
    ];
    for (t, name) in [(0.25, "t = ¼"), (0.5, "½"), (0.75, "¾")] {
        let ray = vec![DVec2::ZERO, interpolated(qlerp, t)];
        marks.push(Mark::line(ray, Tone::Faint, Line::Thin));
        marks.push(Mark::dots([interpolated(qlerp, t)], Tone::Ours));
        let on_chord = DVec2::new(1.0 - t, t);
        marks.push(Mark::dot(on_chord, Tone::Ours, name, Side::South));
        marks.push(Mark::rings([interpolated(slerp, t)], Tone::Exact));
    }
    marks.push(Mark::dot(DVec2::X, Tone::Ink, "p", Side::SouthEast));
    marks.push(Mark::dot(DVec2::Y, Tone::Ink, "q", Side::NorthWest));
    marks
}
