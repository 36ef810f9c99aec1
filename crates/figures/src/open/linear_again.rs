//! Spherical blending with the linear blend of rotations in place of the quaternion's.

use core::f64::consts::PI;

use dq_math::DualQuat;
use glam::{DMat3, DVec2, DVec3};

use crate::diagram::{Diagram, Line, Mark, Panel, Side, Tone, sample};
use crate::draws::Draws;
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::joints::{By, Joint, Joints};
use crate::material::Material;
use crate::motions::{moved, turn};
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "open-eq9",
    title: "Spherical blending with Q = Σ w R is linear blending",
    source: Source {
        paper: Paper::Open,
        at: "about K05 equation 9",
    },
    claim: "What does K05's equation 9, v′ = Q (v − r) + Σ w C r, become if Q is the linear blend of the rotations?",
    caption: "A vertex between two joints, skinned about centers on a line. With Q a rotation the result moves with the center; with Q = Σ w R it is that of linear blending, wherever the center is.",
    answer: "Linear blending, exactly and for every center. Σ w R (v − r) + Σ w (R r + t) = Σ w (R v + t): the center drops out. So the center matters only as far as Q is not the sum, and two centers \
             differ by **(Σ w R − Q)(r₂ − r₁)**. That is also the step between two sets of joints of spherical blending, and the reason why a hundredth of weight can move the surface: \
             it moves the center.",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

/// Three joints in some pose, with the rotations and images that the formula needs.
struct Posed {
    motions: [DualQuat; 3],
    weights: [f64; 3],
    joints: Joints,
}

impl Posed {
    fn new(motions: [DualQuat; 3], weights: [f64; 3]) -> Self {
        let joints = motions.map(|motion| Joint {
            motion,
            head: DVec2::ZERO,
        });
        Self {
            motions,
            weights,
            joints: Joints::new(&joints),
        }
    }

    fn by(&self, by: By, vertex: DVec3) -> DVec3 {
        self.joints.place(by, &self.weights, vertex)
    }

    /// `Σ w R`, which is no rotation.
    fn sum_of_rotations(&self) -> DMat3 {
        let terms = self.motions.iter().zip(self.weights);
        terms.fold(DMat3::ZERO, |sum, (motion, weight)| {
            sum + DMat3::from_quat(motion.rotation().as_dquat()) * weight
        })
    }

    /// Equation 9 with that sum for Q.
    fn with_sum(&self, center: DVec3, vertex: DVec3) -> DVec3 {
        let terms = self.motions.iter().zip(self.weights);
        let image: DVec3 = terms
            .map(|(motion, weight)| weight * motion.transform_point3(center.as_vec3()).as_dvec3())
            .sum();
        self.sum_of_rotations() * (vertex - center) + image
    }
}

/// How often it is tried.
const DRAWS: u16 = 500;

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut draws = Draws::new(31);
    let (mut off, mut step_off, mut largest) = (0_f64, 0_f64, 0_f64);
    for _ in 0..DRAWS {
        let weights = draws.weights::<3>().map(f64::from);
        let posed = Posed::new(draws.near_motions::<3>(0.9 * PI), weights);
        let [vertex, center, other] = [(); 3].map(|()| draws.point());
        let linear = posed.by(By::Linear, vertex);
        off = off.max(posed.with_sum(center, vertex).distance(linear));
        let [one, two] = [center, other].map(|center| posed.by(By::Spherical(center), vertex));
        // Q takes v − r to what is left of the result once the image of the center is taken off.
        let turned = |by: DVec3, from: DVec3| {
            posed.by(By::Spherical(DVec3::ZERO), by) - posed.by(By::Spherical(DVec3::ZERO), from)
        };
        let expected = posed.sum_of_rotations() * (other - center) - turned(other, center);
        step_off = step_off.max((two - one).distance(expected));
        largest = largest.max((two - one).length());
    }
    Ok(vec![
        Number::error("Q = Σ w R, from linear blending", Unit::Plain, off, 1e-5),
        Number::error(
            "two centers, from (Σ w R − Q)(r₂ − r₁)",
            Unit::Plain,
            step_off,
            2e-5,
        ),
        Number::new(
            "two centers apart, largest",
            Unit::Plain,
            largest,
            Pinned::near(1.804, 0.001),
        ),
    ])
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    let still = DualQuat::IDENTITY;
    let bent = turn(120_f64.to_radians(), DVec2::ZERO);
    let posed = Posed::new([still, bent, still], [0.5, 0.5, 0.0]);
    let vertex = DVec2::new(1.5, 0.0);
    let center = |t: f64| DVec2::new(1.6 * t, -0.8 * t);
    let by = |by| posed.by(by, vertex.extend(0.0)).truncate();
    let spherical = |t| by(By::Spherical(center(t).extend(0.0)));
    let with_sum = |t| {
        let at = center(t).extend(0.0);
        posed.with_sum(at, vertex.extend(0.0)).truncate()
    };
    let parts = [0.0, 0.25, 0.5, 0.75, 1.0];
    let images = vec![vertex, moved(bent, vertex)];
    let mut marks = vec![
        Mark::line(images, Tone::Faint, Line::Thin),
        Mark::named_line(
            sample(0.0, 1.0, 1, center),
            Tone::Faint,
            Line::Dashed,
            "centers",
        ),
        Mark::named_line(
            sample(0.0, 1.0, 20, spherical),
            Tone::Ours,
            Line::Solid,
            "Q a rotation: moves with the center",
        ),
        Mark::dots(parts.map(center), Tone::Faint),
        Mark::dots(parts.map(spherical), Tone::Ours),
        Mark::rings(parts.map(with_sum), Tone::Other),
    ];
    marks.extend([
        Mark::dot(
            by(By::Linear),
            Tone::Other,
            "Q = Σ w R, any center: linear",
            Side::East,
        ),
        Mark::dot(DVec2::ZERO, Tone::Ink, "joint", Side::SouthWest),
        Mark::dot(vertex, Tone::Ink, "C₁ v", Side::East),
        Mark::dot(moved(bent, vertex), Tone::Ink, "C₂ v", Side::NorthWest),
    ]);
    Ok(Diagram {
        panels: vec![Panel::plane(
            "Half way between two joints, bent by 120°",
            [-1.1, -1.0],
            [2.4, 1.6],
            marks,
        )],
        panel_size: [460, 420],
    })
}
