//! Figures 1 and 3: segment and arc, and the center that makes the arc.

use dq_math::DualQuat;
use glam::{DVec2, DVec3};
use rig::rotation_center;

use crate::diagram::{Diagram, Line, Mark, Panel, Side, Tone, arc, graph, sample};
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::joints::{By, Joint, Joints};
use crate::material::Material;
use crate::motions::{moved, turn};
use crate::number::{Number, Pinned, Unit};

pub(crate) const SEGMENT: Item = Item {
    id: "k05-01",
    title: "Segment and arc",
    source: Source {
        paper: Paper::K05,
        at: "figure 1",
    },
    claim: "Linear blending moves a vertex along the segment between its two images, toward the joint; spherical blending along an arc about it.",
    caption: "A vertex 1.5 from a joint that is bent by 110°. Half way its distance is r cos(θ/2) = 0.860 by linear blending and r by spherical blending.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_segment,
    draw: Some(draw_segment),
};

pub(crate) const CENTER: Item = Item {
    id: "k05-03",
    title: "The right center and a wrong one",
    source: Source {
        paper: Paper::K05,
        at: "figure 3",
    },
    claim: "Rotations have to be about the point that both motions take to one place; about any other point the vertex leaves the arc.",
    caption: "Diagram: both curves meet both ends, whatever the center, since the images of the center are blended; only about the joint, which the program finds from the two motions, the path is an arc. Picture: a sheet bent by linear and by spherical blending.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_center,
    draw: Some(draw_center),
};

const RADIUS: f64 = 1.5;
const BEND: f64 = 110.0;
const ELSEWHERE: DVec2 = DVec2::new(1.4, -0.7);

fn motions() -> [DualQuat; 2] {
    [DualQuat::IDENTITY, turn(BEND.to_radians(), DVec2::ZERO)]
}

fn place(by: By, t: f64) -> DVec2 {
    let joints = motions().map(|motion| Joint {
        motion,
        head: DVec2::ZERO,
    });
    let vertex = DVec2::new(RADIUS, 0.0);
    Joints::new(&joints).place_in_plane(by, &[1.0 - t, t], vertex)
}

/// By spherical blending about a point.
fn about(center: DVec2, t: f64) -> DVec2 {
    place(By::Spherical(center.extend(0.0)), t)
}

/// The center that the program finds.
fn found_center() -> DVec3 {
    rotation_center(motions()).as_dvec3()
}

fn measure_segment(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let half = RADIUS * (0.5 * BEND).to_radians().cos();
    let near = |name, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 2e-6));
    let length = |by| place(by, 0.5).length();
    Ok(vec![
        near("distance half way, linear", length(By::Linear), half),
        near(
            "distance half way, spherical",
            length(By::Spherical(found_center())),
            RADIUS,
        ),
        near(
            "distance half way, dual quaternions",
            length(By::DualQuaternion),
            RADIUS,
        ),
    ])
}

fn draw_segment(_: &[Number]) -> Result<Diagram, FigureError> {
    let path = |by| sample(0.0, 1.0, 60, |t| place(by, t));
    let [start, end] = [0.0, 1.0].map(|t| place(By::Linear, t));
    let rings = arc(DVec2::ZERO, RADIUS, 0.0, BEND.to_radians());
    let marks = vec![
        Mark::line(vec![start, DVec2::ZERO, end], Tone::Faint, Line::Solid),
        Mark::named_line(
            path(By::Linear),
            Tone::Other,
            Line::Solid,
            "linear: Σ w C v",
        ),
        Mark::named_line(
            path(By::Spherical(found_center())),
            Tone::Ours,
            Line::Solid,
            "spherical: Q (v − r) + Σ w C r",
        ),
        Mark::rings(rings.into_iter().step_by(12), Tone::Exact),
        Mark::dot(DVec2::ZERO, Tone::Ink, "joint r", Side::SouthWest),
        Mark::dot(start, Tone::Ink, "C₁ v", Side::SouthEast),
        Mark::dot(end, Tone::Ink, "C₂ v", Side::NorthWest),
        Mark::dot(
            place(By::Linear, 0.5),
            Tone::Other,
            "0.860",
            Side::SouthWest,
        ),
        Mark::dot(about(DVec2::ZERO, 0.5), Tone::Ours, "1.5", Side::NorthEast),
    ];
    Ok(Diagram {
        panels: vec![Panel::plane(
            "Half way between two joints",
            [-1.2, -0.5],
            [2.2, 1.9],
            marks,
        )],
        panel_size: [440, 340],
    })
}

fn measure_center(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let off_arc = |center| {
        let values = graph(0.0, 1.0, 100, |t| {
            (about(center, t).length() - RADIUS).abs()
        });
        values.iter().map(|point| point.y).fold(0.0, f64::max)
    };
    let [start, end] = [0.0, 1.0].map(|t| about(ELSEWHERE, t));
    let off_ends = start.distance(about(DVec2::ZERO, 0.0)) + end.distance(about(DVec2::ZERO, 1.0));
    Ok(vec![
        Number::error(
            "center that is found, from the joint",
            Unit::Plain,
            found_center().length(),
            1e-6,
        ),
        Number::error(
            "path about it, off the arc",
            Unit::Plain,
            off_arc(DVec2::ZERO),
            2e-6,
        ),
        Number::new(
            "path about (1.4, −0.7), off the arc",
            Unit::Plain,
            off_arc(ELSEWHERE),
            Pinned::near(0.5701, 0.001),
        ),
        Number::error("ends of both paths, apart", Unit::Plain, off_ends, 2e-6),
    ])
}

fn draw_center(_: &[Number]) -> Result<Diagram, FigureError> {
    let path = |center| sample(0.0, 1.0, 60, |t| about(center, t));
    let [start, end] = [0.0, 1.0].map(|t| about(DVec2::ZERO, t));
    let [_, bent] = motions();
    let marks = vec![
        Mark::named_line(
            path(DVec2::ZERO),
            Tone::Ours,
            Line::Solid,
            "about the joint",
        ),
        Mark::named_line(path(ELSEWHERE), Tone::Other, Line::Solid, "about c"),
        Mark::dot(DVec2::ZERO, Tone::Ours, "r: C₁ r = C₂ r", Side::South),
        Mark::dot(ELSEWHERE, Tone::Other, "c = C₁ c", Side::SouthEast),
        Mark::dot(moved(bent, ELSEWHERE), Tone::Other, "C₂ c", Side::NorthEast),
        Mark::dot(start, Tone::Ink, "C₁ v", Side::East),
        Mark::dot(end, Tone::Ink, "C₂ v", Side::NorthWest),
    ];
    Ok(Diagram {
        panels: vec![Panel::plane(
            "A vertex under rotations about two centers",
            [-1.3, -1.1],
            [2.7, 2.3],
            marks,
        )],
        panel_size: [440, 380],
    })
}
