//! The shortest path between two rotations, on the sphere of unit quaternions.

use dq_math::quaternion::{qlerp, slerp};
use glam::{DVec3, Quat};

use crate::diagram::{Diagram, Line, Mark, Panel, Side, Tone, graph, sample};
use crate::error::FigureError;
use crate::globe::{direction, globe, look};
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::narrow;
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "lecture-manifold",
    title: "The shortest path on the manifold",
    source: Source {
        paper: Paper::Lecture,
        at: "manifold of unit quaternions",
    },
    claim: "Interpolation goes along the shortest path on the manifold of unit quaternions; the linear blend runs along the same path after it is divided by its length.",
    caption: "A slice of that sphere in three dimensions. The linear blend goes along the chord; divided by its length it is on the arc, but not at even parts of it. −q₂ is the same rotation as q₂, on the other side.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

/// Three dimensions of four: those of a slice through the center.
fn quaternion(point: DVec3) -> Quat {
    let [x, y, w] = point.to_array().map(narrow);
    Quat::from_xyzw(x, y, 0.0, w)
}

fn point(q: Quat) -> DVec3 {
    DVec3::new(q.x.into(), q.y.into(), q.w.into())
}

fn ends() -> [DVec3; 2] {
    [direction(0.0, -25.0), direction(40.0, 60.0)]
}

fn interpolated(by: fn(Quat, Quat, f32) -> Quat, t: f64) -> DVec3 {
    let [a, b] = ends().map(quaternion);
    point(by(a, b, narrow(t)))
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let [a, b] = ends();
    let whole = a.angle_between(b);
    let length = |by: fn(Quat, Quat, f32) -> Quat| {
        let points: Vec<DVec3> = (0..=20_u8)
            .map(|step| interpolated(by, f64::from(step) / 20.0))
            .collect();
        let steps = points.iter().zip(points.iter().skip(1));
        // Chords and sines say small angles to every digit.
        steps
            .map(|(from, to)| 2.0 * (0.5 * from.distance(*to)).asin())
            .sum::<f64>()
    };
    let pole = a.cross(b).normalize();
    let off = graph(0.0, 1.0, 100, |t| interpolated(qlerp, t).dot(pole).abs());
    let off = off.iter().map(|point| point.y).fold(0.0, f64::max);
    let lag = graph(0.0, 1.0, 100, |t| {
        interpolated(qlerp, t)
            .angle_between(interpolated(slerp, t))
            .to_degrees()
    });
    let lag = lag.iter().map(|point| point.y).fold(0.0, f64::max);
    let near = |name, ours| Number::new(name, Unit::Radians, ours, Pinned::near(whole, 1e-5));
    Ok(vec![
        near("length of the exact path", length(slerp)),
        near("length of the linear path, divided", length(qlerp)),
        Number::error("linear path off the arc", Unit::Plain, off, 1e-6),
        Number::new(
            "linear from exact, at one weight",
            Unit::Degrees,
            lag,
            Pinned::near(3.53, 0.01),
        ),
    ])
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    let ends = ends().map(look);
    let [first, second] = ends;
    let parts = [0.25, 0.5, 0.75];
    let path = sample(0.0, 1.0, 60, |t| look(interpolated(slerp, t)));
    let mut marks = globe();
    marks.extend([
        Mark::named_line(
            path,
            Tone::Exact,
            Line::Solid,
            "exact: the shorter arc at even speed",
        ),
        Mark::named_line(
            ends.into(),
            Tone::Ours,
            Line::Dashed,
            "linear, and divided by its length",
        ),
        Mark::rings(parts.map(|t| look(interpolated(slerp, t))), Tone::Exact),
        Mark::dots(parts.map(|t| look(interpolated(qlerp, t))), Tone::Ours),
        Mark::dots(parts.map(|t| first.lerp(second, t)), Tone::Faint),
        Mark::dot(first, Tone::Ink, "q₁", Side::North),
        Mark::dot(second, Tone::Ink, "q₂", Side::NorthEast),
        Mark::ring(-second, Tone::Faint, "−q₂, behind", Side::South),
    ]);
    Ok(Diagram {
        panels: vec![Panel::plane(
            "A slice of the unit quaternions",
            [-1.25, -1.15],
            [1.35, 1.2],
            marks,
        )],
        panel_size: [460, 380],
    })
}
