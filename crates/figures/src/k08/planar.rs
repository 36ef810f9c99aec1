//! Figures 9 to 11: two turns of the plane, and where the turns between them have their centers.
//!
//! Turns by 30° and 60° about points of the line x = −1 that both take the origin to the distance 2 from there (K08 section 3.1).

use core::f64::consts::FRAC_1_SQRT_2;

use dq_math::{DualQuat, Screw, dlb, quaternion_translation_blend};
use glam::DVec2;

use crate::diagram::{Axis, Diagram, Line, Mark, Panel, Side, Tone, graph, sample};
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::{angle, moved, pair, turn};
use crate::number::{Number, Pinned, Unit};

pub(crate) const CENTERS: Item = Item {
    id: "k08-09",
    title: "Centers of planar blends",
    source: Source {
        paper: Paper::K08,
        at: "figure 9",
    },
    claim: "A linear blend of two planar motions turns about a point on the line through their centers.",
    caption: "Turns by 30° and 60° about points of x = −1. The center of their blend stays on that line and moves down it, not evenly; the image of the origin goes along the circle of radius 2 about the origin.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_centers,
    draw: Some(draw_centers),
};

pub(crate) const ARC: Item = Item {
    id: "k08-10",
    title: "The right path and the wrong one",
    source: Source {
        paper: Paper::K08,
        at: "figure 10",
    },
    claim: "Blended as dual quaternions the point stays on an arc; with translations blended apart it goes along the chord.",
    caption: "The paths of two points between the turns of figure 9. Half way the origin is at the distance 2 by dual quaternions, \
              and at 2 cos 15° by rotations and translations apart.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_arc,
    draw: Some(draw_arc),
};

pub(crate) const SUMS: Item = Item {
    id: "k08-11",
    title: "Height of the center, equations 7 to 9",
    source: Source {
        paper: Paper::K08,
        at: "figure 11, equations 7 to 9",
    },
    claim: "r = Σ w cos(α/2) / Σ w sin(α/2) is the height of the blend's center, and tan(α/2) = Σ w sin(α/2) / Σ w cos(α/2) its angle.",
    caption: "The paper derives both by a computer algebra system. Here both sides are compared over all pairs of angles from 5° to 175° in \
              steps of 8.5°, at 21 weights each. Lines are the program's blend, rings are equation 8.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_sums,
    draw: Some(draw_sums),
};

/// The turn by `angle` about the point of x = −1 that is as far from the origin as takes it to the distance 2.
fn planar(angle: f64) -> DualQuat {
    turn(angle, DVec2::new(-1.0, height(angle)))
}

/// Where such a turn has its center, `cot(α/2)`.
fn height(angle: f64) -> f64 {
    (0.5 * angle).tan().recip()
}

/// Sine and cosine of half the angle of a blend, by equation 9, not normalized.
fn half_sums(angles: [f64; 2], t: f64) -> DVec2 {
    let [a, b] = angles.map(|angle| DVec2::from_angle(0.5 * angle));
    (1.0 - t) * a + t * b
}

/// The blend of two such turns by dual quaternions, by dq-math.
fn blend(angles: [f64; 2], t: f64) -> DualQuat {
    dlb(&angles.map(planar), &pair(t))
}

/// Where the axis of a motion meets the plane, by dq-math.
fn center(motion: DualQuat) -> DVec2 {
    let point = Screw::from_dual_quat(motion).axis_point();
    point.as_dvec3().truncate()
}

/// The angles of figures 9 and 10.
fn both() -> [f64; 2] {
    [30_f64, 60.0].map(f64::to_radians)
}

fn measure_centers(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut numbers = Vec::new();
    for t in PARTS {
        let (motion, sums) = (blend(both(), t), half_sums(both(), t));
        let at = Pinned::near(sums.x / sums.y, 2e-6);
        let name = format!("height of the center, t = {t}");
        numbers.push(Number::new(name, Unit::Plain, center(motion).y, at));
        let by = Pinned::near(2.0 * sums.to_angle().to_degrees(), 1e-4);
        let name = format!("angle, t = {t}");
        numbers.push(Number::new(
            name,
            Unit::Degrees,
            angle(motion).to_degrees(),
            by,
        ));
    }
    let off = graph(0.0, 1.0, 100, |t| (center(blend(both(), t)).x + 1.0).abs());
    let off = off.iter().map(|point| point.y).fold(0.0, f64::max);
    let name = "center off the line x = −1";
    numbers.push(Number::error(name, Unit::Plain, off, 2e-6));
    Ok(numbers)
}

/// The ends, the middle and the quarters of a motion.
const PARTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

fn draw_centers(_: &[Number]) -> Result<Diagram, FigureError> {
    let line = vec![DVec2::new(-1.0, -0.3), DVec2::new(-1.0, 4.2)];
    let image = |t| moved(blend(both(), t), DVec2::ZERO);
    let names = [
        "30°: 2 + √3",
        "37.47°: 2.949",
        "45°: 1 + √2",
        "52.53°: 2.026",
        "60°: √3",
    ];
    let mut plane = vec![
        Mark::line(line, Tone::Faint, Line::Dashed),
        Mark::line(sample(0.0, 1.0, 60, image), Tone::Other, Line::Solid),
        Mark::dot(DVec2::ZERO, Tone::Ink, "origin", Side::SouthEast),
    ];
    for (t, name) in PARTS.into_iter().zip(names) {
        let at = center(blend(both(), t));
        plane.push(Mark::dot(at, Tone::Ours, name, Side::West));
        let arm = vec![at, image(t)];
        plane.push(Mark::line(arm, Tone::Grid, Line::Thin));
    }
    plane.push(Mark::dots([0.0, 1.0].map(image), Tone::Other));
    plane.push(Mark::dot(
        image(0.5),
        Tone::Other,
        "√2 (1, 1)",
        Side::NorthEast,
    ));
    let by_program = graph(0.0, 1.0, 60, |t| center(blend(both(), t)).y);
    let by_formula = graph(0.0, 1.0, 10, |t| {
        let sums = half_sums(both(), t);
        sums.x / sums.y
    });
    let straight = both().map(height);
    let straight = graph(0.0, 1.0, 1, |t| {
        straight[0] + t * (straight[1] - straight[0])
    });
    let heights = vec![
        Mark::named_line(
            by_program,
            Tone::Ours,
            Line::Solid,
            "center of the blend; rings: Σ w cos(α/2) / Σ w sin(α/2)",
        ),
        Mark::named_line(straight, Tone::Faint, Line::Dashed, "even speed"),
        Mark::rings(by_formula, Tone::Exact),
    ];
    let graph = Panel::graph(
        "Height of the center, equation 8",
        Axis::even("t", 0.0, 1.0),
        Axis::even("r", 1.5, 4.0),
        heights,
    );
    Ok(Diagram {
        panels: vec![
            Panel::plane("Centers on x = −1", [-3.3, -0.5], [2.9, 4.3], plane),
            graph,
        ],
        panel_size: [420, 340],
    })
}

fn apart(angles: [f64; 2], t: f64) -> DualQuat {
    quaternion_translation_blend(&angles.map(planar), &pair(t))
}

fn measure_arc(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let length = |motion| moved(motion, DVec2::ZERO).length();
    let off = graph(0.0, 1.0, 100, |t| (length(blend(both(), t)) - 2.0).abs());
    let off = off.iter().map(|point| point.y).fold(0.0, f64::max);
    let near = |name, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 1e-5));
    let half = moved(blend(both(), 0.5), DVec2::ZERO);
    Ok(vec![
        Number::error(
            "image of the origin off the circle of radius 2",
            Unit::Plain,
            off,
            1e-5,
        ),
        near("its x half way", half.x, 2.0 * FRAC_1_SQRT_2),
        near(
            "its distance half way, translations apart",
            length(apart(both(), 0.5)),
            2.0 * 15_f64.to_radians().cos(),
        ),
    ])
}

fn draw_arc(_: &[Number]) -> Result<Diagram, FigureError> {
    let points = [DVec2::ZERO, DVec2::new(1.4, -0.9)];
    let path = |motion: fn([f64; 2], f64) -> DualQuat, point| {
        sample(0.0, 1.0, 60, |t| moved(motion(both(), t), point))
    };
    let mut marks = Vec::new();
    for (point, named) in points.into_iter().zip([true, false]) {
        let name = |text| if named { text } else { "" };
        let ends = [0.0, 1.0].map(|t| moved(blend(both(), t), point));
        marks.extend([
            Mark::named_line(
                path(blend, point),
                Tone::Ours,
                Line::Solid,
                name("dual quaternions"),
            ),
            Mark::named_line(
                path(apart, point),
                Tone::Other,
                Line::Dashed,
                name("rotation and translation apart"),
            ),
            Mark::dots(ends, Tone::Ink),
        ]);
    }
    let half = |motion: fn([f64; 2], f64) -> DualQuat| moved(motion(both(), 0.5), DVec2::ZERO);
    let chord = format!("2 cos 15° = {:.4}", half(apart).length());
    marks.extend([
        Mark::dot(
            half(blend),
            Tone::Ours,
            "√2 (1, 1), at distance 2",
            Side::NorthEast,
        ),
        Mark::dot(half(apart), Tone::Other, chord, Side::SouthWest),
        Mark::dot(DVec2::ZERO, Tone::Ink, "origin", Side::NorthEast),
    ]);
    Ok(Diagram {
        panels: vec![Panel::plane(
            "Paths of the origin and of (1.4, −0.9)",
            [-0.3, -0.3],
            [3.9, 2.9],
            marks,
        )],
        panel_size: [460, 380],
    })
}

/// The angles that are compared with each other, in radians.
fn grid() -> impl Iterator<Item = f64> {
    (0..=20_u8).map(|step| (5.0 + 8.5 * f64::from(step)).to_radians())
}

fn measure_sums(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let (mut off_height, mut off_angle) = (0_f64, 0_f64);
    for a in grid() {
        for b in grid() {
            for step in 0..=20_u8 {
                let t = f64::from(step) / 20.0;
                let (motion, sums) = (blend([a, b], t), half_sums([a, b], t));
                let expected = sums.x / sums.y;
                off_height =
                    off_height.max((center(motion).y - expected).abs() / expected.abs().max(1.0));
                off_angle = off_angle.max((angle(motion) - 2.0 * sums.to_angle()).abs());
            }
        }
    }
    Ok(vec![
        Number::error(
            "height of the center, relative",
            Unit::Plain,
            off_height,
            2e-6,
        ),
        Number::error("angle", Unit::Radians, off_angle, 2e-6),
    ])
}

fn draw_sums(_: &[Number]) -> Result<Diagram, FigureError> {
    let pairs = [
        ([20.0, 170.0], Tone::Ours),
        ([30.0, 60.0], Tone::Other),
        ([60.0, 90.0], Tone::Fourth),
    ];
    let mut heights = Vec::new();
    let mut angles = Vec::new();
    for (degrees, tone) in pairs {
        let both = degrees.map(f64::to_radians);
        let [a, b] = degrees;
        let name = format!("{a}° and {b}°");
        let curve = graph(0.0, 1.0, 100, |t| center(blend(both, t)).y);
        heights.push(Mark::named_line(curve, tone, Line::Solid, name.as_str()));
        let curve = graph(0.0, 1.0, 100, |t| angle(blend(both, t)).to_degrees());
        angles.push(Mark::named_line(curve, tone, Line::Solid, name));
        let sums = |t| half_sums(both, t);
        heights.push(Mark::rings(
            graph(0.0, 1.0, 10, |t| sums(t).x / sums(t).y),
            Tone::Exact,
        ));
        let by_formula = graph(0.0, 1.0, 10, |t| 2.0 * sums(t).to_angle().to_degrees());
        angles.push(Mark::rings(by_formula, Tone::Exact));
    }
    let x = || Axis::even("t", 0.0, 1.0);
    Ok(Diagram {
        panels: vec![
            Panel::graph(
                "Height of the center",
                x(),
                Axis::even("r", 0.0, 6.0),
                heights,
            ),
            Panel::graph("Angle", x(), Axis::even("degrees", 0.0, 180.0), angles),
        ],
        panel_size: [400, 330],
    })
}
