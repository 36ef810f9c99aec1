//! Figures 7 and 8: direct quaternion blending, which turns a vertex about the nearest of its joints.
//!
//! A sheet 4 long and 1 wide, from the shoulder at (0, 0) over the elbow at (2, 0), which is bent by 120°.

use dq_math::DualQuat;
use glam::DVec2;

use crate::diagram::{Diagram, Line, Mark, Panel, Side, Tone};
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::joints::{By, Joint, Joints, smooth_step};
use crate::material::Material;
use crate::motions::turn;
use crate::number::{Number, Pinned, Unit};

pub(crate) const NEIGHBORS: Item = Item {
    id: "k08-07",
    title: "Neighbors part where another joint is nearest",
    source: Source {
        paper: Paper::K08,
        at: "figure 7",
    },
    claim: "Direct quaternion blending turns about the nearest joint: vertices close to each other, on both sides of the line midway between two joints, part.",
    caption: "A sheet whose weights go from the shoulder to the elbow over its whole length. Past x = 1 the elbow is nearest, and the sheet is cut through by |Σ w R − Q| times the distance of the two joints. Where all blended vertices are nearest to one joint, the method equals dual quaternions.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_neighbors,
    draw: Some(draw_neighbors),
};

pub(crate) const THIRD: Item = Item {
    id: "k08-08",
    title: "A third joint of weight 0.01",
    source: Source {
        paper: Paper::K08,
        at: "figure 8",
    },
    claim: "A joint with a weight of a hundredth tears the surface under direct quaternion blending, for it may be the nearest.",
    caption: "A joint at (1.7, 0.45), which stays at rest, has a hundredth of the shaded half. It is the nearest joint of some vertices there, and they turn about it. Without that hundredth direct quaternions equal dual quaternions here.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_third,
    draw: Some(draw_third),
};

const SHOULDER: DVec2 = DVec2::ZERO;
const ELBOW: DVec2 = DVec2::new(2.0, 0.0);
const THIRD_HEAD: DVec2 = DVec2::new(1.7, 0.45);
const BEND: f64 = 120.0;

/// A sheet with its joints in the pose.
struct Sheet {
    joints: Joints,
    weights: fn(DVec2) -> [f64; 3],
}

impl Sheet {
    fn new(weights: fn(DVec2) -> [f64; 3]) -> Self {
        let still = DualQuat::IDENTITY;
        let bent = turn(BEND.to_radians(), ELBOW);
        let joint = |motion, head| Joint { motion, head };
        let joints = [
            joint(still, SHOULDER),
            joint(bent, ELBOW),
            joint(still, THIRD_HEAD),
        ];
        Self {
            joints: Joints::new(&joints),
            weights,
        }
    }

    fn place(&self, by: By, point: DVec2) -> DVec2 {
        let weights = (self.weights)(point);
        self.joints.place_in_plane(by, &weights, point)
    }

    /// How far apart two ways to skin are, at most, over the vertices of the sheet.
    fn apart(&self, one: By, other: By) -> f64 {
        let distance = |point| self.place(one, point).distance(self.place(other, point));
        vertices().map(distance).fold(0.0, f64::max)
    }

    /// A line of the sheet, cut where neighbors part.
    fn line(&self, by: By, y: f64) -> Vec<Vec<DVec2>> {
        let mut pieces = vec![Vec::new()];
        let mut last: Option<DVec2> = None;
        for step in 0..=160_u8 {
            let at = self.place(by, DVec2::new(f64::from(step) / 40.0, y));
            // Neighbors on the sheet are 0.025 apart; stretched they stay below this.
            if last.is_some_and(|last| last.distance(at) > 0.1) {
                pieces.push(Vec::new());
            }
            if let Some(piece) = pieces.last_mut() {
                piece.push(at);
            }
            last = Some(at);
        }
        pieces
    }
}

/// 65 by 17 over the sheet.
fn vertices() -> impl Iterator<Item = DVec2> {
    (0..=64_u8).flat_map(|column| {
        (0..=16_u8)
            .map(move |row| DVec2::new(f64::from(column) / 16.0, f64::from(row) / 16.0 - 0.5))
    })
}

/// From the shoulder to the elbow over the whole length.
fn wide(point: DVec2) -> [f64; 3] {
    let elbow = smooth_step(0.25 * point.x);
    [1.0 - elbow, elbow, 0.0]
}

/// Around the elbow, from x = 1.25 to 2.75.
fn narrow_band(point: DVec2) -> [f64; 3] {
    let elbow = smooth_step((point.x - 1.25) / 1.5);
    [1.0 - elbow, elbow, 0.0]
}

/// The same, with a hundredth of the upper half for the third joint.
fn with_third(point: DVec2) -> [f64; 3] {
    let is_in = point.y >= 0.0 && point.x > 1.25 && point.x < 2.75;
    let third = if is_in { 0.01 } else { 0.0 };
    let [shoulder, elbow, _] = narrow_band(point);
    [shoulder * (1.0 - third), elbow * (1.0 - third), third]
}

/// v₁ and v₂ of the paper's figure.
const PAIR: [DVec2; 2] = [DVec2::new(0.96, -0.5), DVec2::new(1.04, -0.5)];

fn measure_neighbors(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let sheet = Sheet::new(wide);
    let parted = |by| {
        let [one, other] = PAIR.map(|point| sheet.place(by, point));
        one.distance(other)
    };
    // Q and Σ w R at x = 1, where the elbow has 5/32.
    let weight = 5.0 / 32.0;
    let bent = DVec2::from_angle(BEND.to_radians());
    let sum = (1.0 - weight) * DVec2::X + weight * bent;
    let half = (1.0 - weight) * DVec2::X + weight * DVec2::from_angle(0.5 * BEND.to_radians());
    let turned = DVec2::from_angle(2.0 * half.to_angle());
    let jump = 2.0 * (sum - turned).length();
    let near = |name, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 1e-4));
    let apart = sheet.apart(By::DirectQuaternion, By::DualQuaternion);
    let band = Sheet::new(narrow_band);
    Ok(vec![
        near(
            "v₁ and v₂ apart, direct quaternions",
            parted(By::DirectQuaternion),
            0.3878,
        ),
        near(
            "v₁ and v₂ apart, dual quaternions",
            parted(By::DualQuaternion),
            0.1118,
        ),
        near("direct from dual quaternions, largest", apart, jump),
        Number::error(
            "the same with weights from x = 1.25 to 2.75 alone",
            Unit::Plain,
            band.apart(By::DirectQuaternion, By::DualQuaternion),
            2e-6,
        ),
    ])
}

fn draw_neighbors(_: &[Number]) -> Result<Diagram, FigureError> {
    let sheet = Sheet::new(wide);
    let border = vec![DVec2::new(1.0, -0.9), DVec2::new(1.0, 0.9)];
    let mut rest = at_rest();
    rest.push(Mark::line(border, Tone::Other, Line::Dashed));
    rest.push(Mark::dots(PAIR, Tone::Other));
    rest.push(Mark::label([0.72, -0.75], Tone::Other, "v₁"));
    rest.push(Mark::label([1.1, -0.75], Tone::Other, "v₂"));
    let [one, other] = PAIR.map(|point| sheet.place(By::DirectQuaternion, point));
    let mut bent = bent_lines(&sheet, By::DirectQuaternion, Tone::Other);
    bent.extend([
        Mark::dot(one, Tone::Ink, "v₁′", Side::SouthEast),
        Mark::dot(other, Tone::Ink, "v₂′", Side::South),
        Mark::label(
            [0.0, -1.4],
            Tone::Other,
            format!("{:.3} apart", one.distance(other)),
        ),
    ]);
    let dual = bent_lines(&sheet, By::DualQuaternion, Tone::Ours);
    Ok(Diagram {
        panels: vec![
            Panel::plane("At rest, nearest joints", [-0.4, -1.4], [4.4, 1.4], rest),
            posed("Direct quaternions", bent),
            posed("Dual quaternions", dual),
        ],
        panel_size: [320, 300],
    })
}

fn posed(title: &str, marks: Vec<Mark>) -> Panel {
    Panel::plane(title, [-0.3, -1.6], [3.0, 1.9], marks)
}

fn at_rest() -> Vec<Mark> {
    let corners = [[0.0, 0.5], [4.0, 0.5], [4.0, -0.5], [0.0, -0.5], [0.0, 0.5]];
    let bones = vec![SHOULDER, ELBOW, DVec2::new(4.0, 0.0)];
    vec![
        Mark::line(corners.map(DVec2::from).into(), Tone::Faint, Line::Solid),
        Mark::line(bones, Tone::Ink, Line::Thick),
        Mark::dot(SHOULDER, Tone::Ink, "shoulder", Side::NorthEast),
        Mark::dot(ELBOW, Tone::Ink, "elbow", Side::SouthEast),
    ]
}

/// Nine lines along the sheet.
fn bent_lines(sheet: &Sheet, by: By, tone: Tone) -> Vec<Mark> {
    let rows = (0..=8_u8).map(|row| {
        // The two in the middle lie on both sides of the bones.
        let y = f64::from(row) / 8.0 - 0.5;
        if row == 4 { -1e-3 } else { y }
    });
    let pieces = rows.flat_map(|y| sheet.line(by, y));
    let drawn = pieces.filter(|piece| piece.len() > 1);
    drawn
        .map(|piece| Mark::line(piece, tone, Line::Thin))
        .collect()
}

fn measure_third(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let (with, without) = (Sheet::new(with_third), Sheet::new(narrow_band));
    let moved_by = |by| {
        let distance = |point| with.place(by, point).distance(without.place(by, point));
        vertices().map(distance).fold(0.0, f64::max)
    };
    let near = |name, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 1e-4));
    let direct = moved_by(By::DirectQuaternion);
    let dual = moved_by(By::DualQuaternion);
    Ok(vec![
        near(
            "direct from dual quaternions, largest",
            with.apart(By::DirectQuaternion, By::DualQuaternion),
            0.2704,
        ),
        near("moved by the hundredth, direct quaternions", direct, 0.2736),
        near("moved by it, dual quaternions", dual, 0.0148),
        near("moved by it, linear", moved_by(By::Linear), 0.0146),
        Number::new(
            "direct over dual quaternions",
            Unit::Plain,
            direct / dual,
            Pinned::near(18.49, 0.05),
        ),
    ])
}

fn draw_third(_: &[Number]) -> Result<Diagram, FigureError> {
    let sheet = Sheet::new(with_third);
    let shaded = [
        [1.25, 0.0],
        [2.75, 0.0],
        [2.75, 0.5],
        [1.25, 0.5],
        [1.25, 0.0],
    ];
    let mut rest = vec![Mark::line(
        shaded.map(DVec2::from).into(),
        Tone::Other,
        Line::Filled,
    )];
    rest.extend(at_rest());
    rest.push(Mark::dot(THIRD_HEAD, Tone::Ink, "third", Side::North));
    rest.push(Mark::label(
        [1.2, -0.85],
        Tone::Other,
        "w₃ = 0.01 where shaded",
    ));
    let direct = bent_lines(&sheet, By::DirectQuaternion, Tone::Other);
    let dual = bent_lines(&sheet, By::DualQuaternion, Tone::Ours);
    Ok(Diagram {
        panels: vec![
            Panel::plane("At rest", [-0.4, -1.4], [4.4, 1.4], rest),
            posed("Direct quaternions", direct),
            posed("Dual quaternions", dual),
        ],
        panel_size: [320, 300],
    })
}
