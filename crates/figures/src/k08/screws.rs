//! Figures 21 and 22: a motion as a screw, and the two ways round that a motion and its negative go.

use dq_math::{DualQuat, Screw, sclerp, sclerp_signed};
use glam::{DVec3, Vec3};

use crate::diagram::{Diagram, Line, Mark, Panel, Side, Tone, sample};
use crate::error::FigureError;
use crate::globe::look;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::{angle, narrow};
use crate::number::{Number, Pinned, Unit};

pub(crate) const POWERS: Item = Item {
    id: "k08-21",
    title: "A motion is a screw, and so are its powers",
    source: Source {
        paper: Paper::K08,
        at: "figure 21",
    },
    claim: "q̂^t = cos(t θ̂/2) + ŝ sin(t θ̂/2): the powers of a motion turn about one axis and slide along it, both in proportion to t.",
    caption: "Diagram: a point at the distance 1 from the axis of a screw that turns by 300° and slides by 2.4; the line is its path under q̂^t by the program, rings are the helix. Picture: a hand under the powers 0, ¼, ½, ¾ and 1 of a screw by 270°.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_powers,
    draw: Some(draw_powers),
};

pub(crate) const TWO_WAYS: Item = Item {
    id: "k08-22",
    title: "q̂ and −q̂ are one motion and two ways to it",
    source: Source {
        paper: Paper::K08,
        at: "figure 22",
    },
    claim: "q̂ and −q̂ are the same motion, but their powers go round different sides: one of the two goes the long way.",
    caption: "Diagram: the path of a point to the end of a turn by 250°, once as the sign says, through 125°, once the shorter way, through −55°. Picture: a hand on both ways. Both end at one place; half way they are half a turn apart.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_ways,
    draw: Some(draw_ways),
};

const RISE: f64 = 2.4;
const PARTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
const NAMES: [&str; 5] = ["t = 0", "¼", "½", "¾", "1"];
const SIDES: [Side; 5] = [
    Side::SouthEast,
    Side::East,
    Side::South,
    Side::West,
    Side::NorthWest,
];

/// A screw about the y axis.
fn upright(degrees: f64, rise: f64) -> DualQuat {
    let part = Screw {
        axis: Vec3::Y,
        moment: Vec3::ZERO,
        angle: narrow(degrees.to_radians()),
        translation: narrow(rise),
    };
    part.to_dual_quat()
}

/// Where a motion takes a point at the distance 1 from the axis.
fn image(motion: DualQuat) -> DVec3 {
    motion.transform_point3(Vec3::X).as_dvec3()
}

fn measure_powers(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let whole = upright(300.0, RISE);
    let (mut off_angle, mut off_rise, mut off_axis) = (0_f64, 0_f64, 0_f64);
    for step in 1..=100_u8 {
        let t = f64::from(step) / 100.0;
        let power = whole.powf(narrow(t));
        off_angle = off_angle.max((angle(power).to_degrees() - 300.0 * t).abs());
        let place = image(power);
        off_rise = off_rise.max((place.y - RISE * t).abs());
        off_axis = off_axis.max((place.with_y(0.0).length() - 1.0).abs());
    }
    Ok(vec![
        Number::error("angle from t times 300°", Unit::Degrees, off_angle, 1e-4),
        Number::error("height from t times 2.4", Unit::Plain, off_rise, 2e-6),
        Number::error(
            "distance from the axis, less 1",
            Unit::Plain,
            off_axis,
            2e-6,
        ),
    ])
}

fn axis(top: f64) -> Mark {
    let ends = [DVec3::Y * -0.4, DVec3::Y * top].map(look);
    Mark::line(ends.into(), Tone::Ink, Line::Solid)
}

fn draw_powers(_: &[Number]) -> Result<Diagram, FigureError> {
    let whole = upright(300.0, RISE);
    let power = |t| image(whole.powf(narrow(t)));
    let helix = |t: f64| {
        let (sin, cos) = (t * 300_f64.to_radians()).sin_cos();
        look(DVec3::new(cos, RISE * t, -sin))
    };
    let mut marks = vec![axis(3.0)];
    for t in PARTS {
        let on_axis = look(DVec3::Y * RISE * t);
        marks.push(Mark::arrow(on_axis, look(power(t)), Tone::Faint, ""));
    }
    let path = sample(0.0, 1.0, 90, |t| look(power(t)));
    marks.push(Mark::line(path, Tone::Ours, Line::Solid));
    marks.push(Mark::rings(sample(0.0, 1.0, 20, helix), Tone::Exact));
    for ((t, name), side) in PARTS.into_iter().zip(NAMES).zip(SIDES) {
        marks.push(Mark::dot(look(power(t)), Tone::Ours, name, side));
    }
    let [low, high] = [2.5, 3.0].map(|height| look(DVec3::Y * height));
    marks.push(Mark::arrow(low, high, Tone::Other, "s₀"));
    Ok(Diagram {
        panels: vec![Panel::plane(
            "q̂^t of a screw by 300° and 2.4",
            [-1.6, -0.9],
            [1.9, 3.0],
            marks,
        )],
        panel_size: [400, 400],
    })
}

/// The turn by 250° that rises a little, with the sign of that angle.
fn long() -> DualQuat {
    upright(250.0, 0.6)
}

fn measure_ways(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let way = |motion: DualQuat, t| image(sclerp_signed(DualQuat::IDENTITY, motion, t));
    let half = |motion: DualQuat| motion.powf(0.5);
    let between = half(long()).conjugate_quaternion() * half(-long());
    let degrees =
        |name, ours, to, within| Number::new(name, Unit::Degrees, ours, Pinned::near(to, within));
    let short = sclerp(DualQuat::IDENTITY, long(), 0.5);
    Ok(vec![
        Number::error(
            "distance of the two ends",
            Unit::Plain,
            way(long(), 1.0).distance(way(-long(), 1.0)),
            1e-6,
        ),
        degrees(
            "half way as the sign says",
            angle(half(long())).to_degrees(),
            125.0,
            1e-4,
        ),
        degrees(
            "half way the short way, its size",
            angle(short).to_degrees(),
            55.0,
            1e-4,
        ),
        degrees("between the two", angle(between).to_degrees(), 180.0, 1e-4),
    ])
}

fn draw_ways(_: &[Number]) -> Result<Diagram, FigureError> {
    let mut marks = vec![axis(1.3)];
    for (motion, tone, name) in [
        (long(), Tone::Other, "q̂^t: through 125°"),
        (-long(), Tone::Ours, "(−q̂)^t: through −55°"),
    ] {
        let power = |t| look(image(motion.powf(narrow(t))));
        let path = sample(0.0, 1.0, 90, power);
        marks.push(Mark::named_line(path, tone, Line::Solid, name));
        for t in PARTS {
            let height = 0.6 * t;
            marks.push(Mark::arrow(look(DVec3::Y * height), power(t), tone, ""));
        }
        marks.push(Mark::dot(power(0.5), tone, "½", Side::SouthEast));
    }
    let ends = [0.0, 1.0].map(|t| look(image(long().powf(t))));
    let [start, end] = ends;
    marks.push(Mark::dot(start, Tone::Ink, "t = 0", Side::SouthEast));
    marks.push(Mark::dot(end, Tone::Ink, "t = 1", Side::SouthWest));
    Ok(Diagram {
        panels: vec![Panel::plane(
            "Two ways to one end",
            [-1.5, -0.6],
            [1.6, 1.4],
            marks,
        )],
        panel_size: [420, 340],
    })
}
