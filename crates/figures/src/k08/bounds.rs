//! Figure 23: how far linear blending of two motions is from their exact interpolation.

use core::f64::consts::PI;

use dq_math::{DualQuat, Screw, dlb, sclerp};
use glam::{DVec2, Vec3};

use crate::bounds::{
    angle_bound, angle_bound_place, blend_angle, blend_part, translation_bound,
    translation_bound_of_half_turn,
};
use crate::diagram::{Axis, Diagram, Line, Mark, Panel, Side, Tone, graph};
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::{angle, narrow, pair};
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "k08-23",
    title: "DLB stays close to ScLERP",
    source: Source {
        paper: Paper::K08,
        at: "figure 23",
    },
    claim: "Between two motions the linear blend is off the exact one by at most 0.1422292755 rad (8.15°) and 15.01415529 % of the translation along the axis.",
    caption: "Lines are the program's DLB less its ScLERP, rings are closed forms. The paper's bounds are met at half a turn alone; at a right angle they are \
              0.92° and 3.1 %, and for small angles α³ √3/432. In closed form the paper's translation bound is (√5 − 1)/4 · √(√5 − 2).",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

/// The nearest to half a turn that has one shorter way, in degrees.
const HALF_TURN: f64 = 179.9999;

/// A screw that rises by 1, and the program's two ways to a part of it.
struct Interpolation {
    whole: DualQuat,
}

impl Interpolation {
    fn new(degrees: f64) -> Self {
        let whole = Screw {
            axis: Vec3::Y,
            moment: Vec3::ZERO,
            angle: narrow(degrees.to_radians()),
            translation: 1.0,
        };
        Self {
            whole: whole.to_dual_quat(),
        }
    }

    fn linear(&self, t: f64) -> DualQuat {
        dlb(&[DualQuat::IDENTITY, self.whole], &pair(t))
    }

    fn exact(&self, t: f64) -> DualQuat {
        sclerp(DualQuat::IDENTITY, self.whole, narrow(t))
    }

    /// DLB less ScLERP, in degrees.
    fn off_angle(&self, t: f64) -> f64 {
        (angle(self.linear(t)) - angle(self.exact(t))).to_degrees()
    }

    /// DLB less ScLERP, in percent of the translation.
    fn off_rise(&self, t: f64) -> f64 {
        let rise = |motion: DualQuat| f64::from(motion.translation().y);
        100.0 * (rise(self.linear(t)) - rise(self.exact(t)))
    }

    /// The largest of a difference over 1,000 steps, with its weight below ½.
    fn worst(&self, off: fn(&Self, f64) -> f64) -> DVec2 {
        let values = graph(0.0, 0.5, 500, |t| off(self, t).abs());
        let larger = |worst: DVec2, point: DVec2| if point.y > worst.y { point } else { worst };
        values.into_iter().fold(DVec2::ZERO, larger)
    }
}

fn near(name: impl Into<String>, unit: Unit, ours: f64, pinned: Pinned) -> Number {
    Number::new(name, unit, ours, pinned)
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut numbers = measure_half_turn();
    for degrees in [30.0_f64, 60.0, 90.0, 120.0, 150.0] {
        let at = Interpolation::new(degrees);
        let radians = degrees.to_radians();
        let limit = angle_bound(radians).difference.to_degrees();
        let worst = at.worst(Interpolation::off_angle).y;
        let name = format!("angle at {degrees}°");
        numbers.push(near(name, Unit::Degrees, worst, Pinned::near(limit, 1e-3)));
        let part = 100.0 * translation_bound(radians).difference;
        let worst = at.worst(Interpolation::off_rise).y;
        let name = format!("translation at {degrees}°");
        numbers.push(near(name, Unit::Percent, worst, Pinned::near(part, 2e-3)));
    }
    Ok(numbers)
}

/// The paper's bounds, in closed form and by the program, with the weights at which they are met.
fn measure_half_turn() -> Vec<Number> {
    let half = Interpolation::new(HALF_TURN);
    let turn = half.worst(Interpolation::off_angle);
    let rise = half.worst(Interpolation::off_rise);
    let limit = angle_bound(PI).difference;
    let part = 100.0 * translation_bound_of_half_turn();
    let angle =
        |name, ours, pinned| near(name, Unit::Radians, ours, pinned).with_paper(0.142_229_275_5);
    let translation =
        |name, ours, pinned| near(name, Unit::Percent, ours, pinned).with_paper(15.014_155_29);
    let weight = |name, ours, to| near(name, Unit::Plain, ours, Pinned::near(to, 1e-3));
    vec![
        angle(
            "angle, closed form",
            limit,
            Pinned::near(0.142_229_275_2, 1e-9),
        ),
        angle(
            "angle, DLB less ScLERP",
            turn.y.to_radians(),
            Pinned::near(limit, 2e-6),
        ),
        weight("its weight", turn.x, angle_bound_place()),
        translation(
            "translation, closed form",
            part,
            Pinned::near(15.014_155_3, 2e-8),
        ),
        translation(
            "translation, DLB less ScLERP",
            rise.y,
            Pinned::near(part, 1e-4),
        ),
        weight("its weight", rise.x, translation_bound(PI).at),
    ]
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    Ok(Diagram {
        panels: vec![angles(), translations(), by_angle()],
        panel_size: [340, 330],
    })
}

fn curve(degrees: f64, tone: Tone, off: fn(&Interpolation, f64) -> f64) -> Mark {
    let at = Interpolation::new(degrees);
    let points = graph(0.0, 1.0, 120, |t| off(&at, t));
    Mark::named_line(points, tone, Line::Solid, format!("α = {degrees:.0}°"))
}

fn angles() -> Panel {
    let tones = [
        (HALF_TURN, Tone::Ours),
        (120.0, Tone::Fourth),
        (90.0, Tone::Other),
    ];
    let mut marks: Vec<Mark> = tones
        .map(|(degrees, tone)| curve(degrees, tone, Interpolation::off_angle))
        .into();
    for (degrees, _) in tones {
        let radians = degrees.to_radians();
        let rings = graph(0.0, 1.0, 10, |t| {
            (blend_angle(t, radians) - t * radians).to_degrees()
        });
        marks.push(Mark::rings(rings, Tone::Exact));
    }
    let bound = angle_bound(PI);
    let degrees = bound.difference.to_degrees();
    let at = DVec2::new(bound.at, -degrees);
    let name = format!("{degrees:.4}° at ½ − √(1/π − ¼)");
    marks.push(Mark::dot(at, Tone::Ours, name, Side::SouthEast));
    let y = Axis::even("degrees", -10.0, 10.0);
    Panel::graph(
        "Angle, DLB less ScLERP",
        Axis::even("t", 0.0, 1.0),
        y,
        marks,
    )
}

fn translations() -> Panel {
    let tones = [
        (HALF_TURN, Tone::Ours),
        (120.0, Tone::Fourth),
        (90.0, Tone::Other),
    ];
    let mut marks: Vec<Mark> = tones
        .map(|(degrees, tone)| curve(degrees, tone, Interpolation::off_rise))
        .into();
    for (degrees, _) in tones {
        let radians = degrees.to_radians();
        let rings = graph(0.0, 1.0, 10, |t| 100.0 * (blend_part(t, radians) - t));
        marks.push(Mark::rings(rings, Tone::Exact));
    }
    let bound = translation_bound(PI);
    let at = DVec2::new(bound.at, -100.0 * bound.difference);
    let name = format!("{:.4} %", 100.0 * bound.difference);
    marks.push(Mark::dot(at, Tone::Ours, name, Side::SouthEast));
    let y = Axis::even("% of the whole", -20.0, 20.0);
    Panel::graph(
        "Translation along the axis",
        Axis::even("t", 0.0, 1.0),
        y,
        marks,
    )
}

fn by_angle() -> Panel {
    let degrees = |alpha: f64| angle_bound(alpha.to_radians()).difference.to_degrees();
    let percent = |alpha: f64| 100.0 * translation_bound(alpha.to_radians()).difference;
    let small = |alpha: f64| (alpha.to_radians().powi(3) * 3_f64.sqrt() / 432.0).to_degrees();
    let measured = |off: fn(&Interpolation, f64) -> f64| {
        graph(30.0, HALF_TURN, 5, |alpha| {
            Interpolation::new(alpha).worst(off).y
        })
    };
    let marks = vec![
        Mark::named_line(
            graph(1.0, 180.0, 120, degrees),
            Tone::Ours,
            Line::Solid,
            "angle in degrees",
        ),
        Mark::named_line(
            graph(1.0, 180.0, 120, small),
            Tone::Ours,
            Line::Dashed,
            "α³ √3/432",
        ),
        Mark::named_line(
            graph(1.0, 180.0, 120, percent),
            Tone::Fourth,
            Line::Solid,
            "translation in %",
        ),
        Mark::rings(measured(Interpolation::off_angle), Tone::Exact),
        Mark::rings(measured(Interpolation::off_rise), Tone::Exact),
    ];
    let x = Axis::at("α in degrees", 0.0, 180.0, &[0.0, 45.0, 90.0, 135.0, 180.0]);
    Panel::graph(
        "Bounds at every angle",
        x,
        Axis::even("degrees, %", 0.0, 16.0),
        marks,
    )
}
