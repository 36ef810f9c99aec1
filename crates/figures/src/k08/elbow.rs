//! Figure 5: the elbow under rotations and translations that are blended apart.

use dq_math::{DualQuat, dlb, quaternion_translation_blend};
use glam::DVec2;

use crate::bounds::blend_angle;
use crate::diagram::{Diagram, Line, Mark, Panel, Side, Tone, sample};
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::{moved, pair, turn};
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "k08-05",
    title: "The elbow drifts",
    source: Source {
        paper: Paper::K08,
        at: "figure 5",
    },
    claim: "Where rotation and translation are blended apart, the elbow leaves its place: half way it is at (2.5, √3/2). Dual quaternions keep it at (2, 0).",
    caption: "Diagram: an upper arm from (0, 0) to (2, 0), and the lower arm in five parts of a turn by 120° about the elbow; lines are the paths of elbow and hand, rings the closed form. Picture: a sheet in the same five parts, by both blends.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

const ELBOW: DVec2 = DVec2::new(2.0, 0.0);
const HAND: DVec2 = DVec2::new(4.0, 0.0);
const PARTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

type Blend = fn(&[DualQuat], &[f32]) -> DualQuat;

/// Where a point of the lower arm is at weight `t` of the elbow.
fn place(blend: Blend, t: f64, point: DVec2) -> DVec2 {
    let bent = turn(120_f64.to_radians(), ELBOW);
    moved(blend(&[DualQuat::IDENTITY, bent], &pair(t)), point)
}

/// The same in closed form: rotations by the angle of the blend, and translations in proportion.
fn by_formula(t: f64, point: DVec2) -> DVec2 {
    let rotation = DVec2::from_angle(blend_angle(t, 120_f64.to_radians()));
    rotation.rotate(point) + t * DVec2::new(3.0, -3_f64.sqrt())
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let half = place(quaternion_translation_blend, 0.5, ELBOW);
    let drift = |blend| {
        let places = PARTS.map(|t| place(blend, t, ELBOW).distance(ELBOW));
        places.into_iter().fold(0.0, f64::max)
    };
    let near = |name, ours, to| {
        Number::new(name, Unit::Plain, ours, Pinned::near(to, 1e-6)).with_paper(to)
    };
    Ok(vec![
        near("x of the elbow half way, blended apart", half.x, 2.5),
        Number::new(
            "its y",
            Unit::Plain,
            half.y,
            Pinned::near(0.75_f64.sqrt(), 1e-6),
        )
        .with_paper(0.866_025),
        Number::error(
            "drift of the elbow, dual quaternions",
            Unit::Plain,
            drift(dlb),
            1e-6,
        ),
        Number::new(
            "largest drift, blended apart",
            Unit::Plain,
            drift(quaternion_translation_blend),
            Pinned::near(1.0, 1e-5),
        ),
    ])
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    let mut apart = arm(quaternion_translation_blend, Tone::Other);
    let rings = PARTS.map(|t| by_formula(t, HAND));
    apart.push(Mark::rings(rings, Tone::Exact));
    apart.push(Mark::label([2.75, 0.2], Tone::Other, "t = ½: (2.5, √3/2)"));
    let mut dual = arm(dlb, Tone::Ours);
    let on_arc = |t| {
        let angle = blend_angle(t, 120_f64.to_radians());
        ELBOW + 2.0 * DVec2::from_angle(angle)
    };
    dual.push(Mark::rings(PARTS.map(on_arc), Tone::Exact));
    dual.push(Mark::dot(
        ELBOW,
        Tone::Ours,
        "the elbow stays",
        Side::SouthWest,
    ));
    let panel = |title, marks| Panel::plane(title, [-0.4, -0.6], [4.7, 2.9], marks);
    Ok(Diagram {
        panels: vec![
            panel("Quaternion and translation apart", apart),
            panel("Dual quaternions", dual),
        ],
        panel_size: [400, 320],
    })
}

/// The upper arm, the lower arm in its parts, and the paths of both ends.
fn arm(blend: Blend, tone: Tone) -> Vec<Mark> {
    let mut marks: Vec<Mark> = PARTS
        .map(|t| [ELBOW, HAND].map(|point| place(blend, t, point)))
        .map(|ends| Mark::line(ends.into(), Tone::Faint, Line::Solid))
        .into();
    marks.push(Mark::line(vec![DVec2::ZERO, ELBOW], Tone::Ink, Line::Thick));
    for (point, line) in [(ELBOW, Line::Solid), (HAND, Line::Dashed)] {
        let path = sample(0.0, 1.0, 60, |t| place(blend, t, point));
        marks.push(Mark::line(path, tone, line));
    }
    marks.push(Mark::dots(PARTS.map(|t| place(blend, t, ELBOW)), tone));
    marks.push(Mark::dot(DVec2::ZERO, Tone::Ink, "shoulder", Side::South));
    marks
}
