//! Scale after the rigid motion in place of before it.

use core::f64::consts::TAU;

use dq_math::DualQuat;
use glam::{Affine3A, DVec3, Mat3A, Vec3, Vec3A};
use rig::TwoPhasePalette;
use skin_cpu::two_phase_blend_vertex;

use crate::diagram::{Axis, Diagram, Line, Mark, Panel, Tone, graph};
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::joints::{Row, carry, smooth_step};
use crate::material::Material;
use crate::motions::{narrow, screw};
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "open-order",
    title: "The second phase before the first",
    source: Source {
        paper: Paper::Open,
        at: "after K08 section 4.2",
    },
    claim: "What if vertices were moved rigidly first, and scaled where they are then?",
    caption: "A cylinder, whose upper half is bent and scaled across by s. Lines are the radius over the wanted one, 1 + (s − 1) w, where it is furthest off.",
    answer: "It gives the same only without a bend. With N′ = G N G⁻¹ the scale of a joint is along the axes of that joint's pose, but half way between two joints the surface stands \
             between their poses: it is scaled askew. Bent by 90° and scaled by 1.5 the radius falls to **0.893** of what is wanted, scaled by 0.5 it grows to **1.179**; at 135° it is 0.830 and 1.294, \
             up to a quarter of the radius. With the scale first each vertex is scaled along the axes of the rest pose, in which the weights were made, and the radius is the wanted one \
             everywhere. The paper's order is the right one.",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

const RADIUS: f64 = 0.15;
/// Where the joint is.
const HEAD: DVec3 = DVec3::new(0.0, 0.5, 0.0);

/// The cylinder with its upper half bent by some degrees, and scaled across by a factor.
struct Bent {
    palette: TwoPhasePalette,
    scale: f64,
}

/// A vertex by one order of the phases, with the point of the axis that belongs to it.
#[derive(Clone, Copy)]
enum Order {
    ScaleFirst,
    MotionFirst,
}

impl Bent {
    fn new(degrees: f64, scale: f64) -> Self {
        let motion = screw(DVec3::Z, HEAD, degrees.to_radians(), 0.0);
        let across = narrow(scale);
        // The axis goes through the origin, so that scale across it leaves the head where it is.
        let stretch = Affine3A::from_scale(Vec3::new(across, 1.0, across));
        let palette = TwoPhasePalette {
            stretched_from_bind: vec![Affine3A::IDENTITY, stretch],
            posed_from_stretched: vec![DualQuat::IDENTITY, motion],
            ..TwoPhasePalette::default()
        };
        Self { palette, scale }
    }

    fn weight(height: f64) -> f64 {
        smooth_step((height - 0.2) / 0.6)
    }

    /// Where a point at rest comes to lie.
    fn place(&self, order: Order, point: DVec3) -> DVec3 {
        let weight = Self::weight(point.y);
        let row = Row::new(&[1.0 - weight, weight]);
        let map = two_phase_blend_vertex(&row.joints, &row.weights, &self.palette);
        let point = point.as_vec3();
        match order {
            Order::ScaleFirst => carry(&map, point).as_dvec3(),
            Order::MotionFirst => {
                let moved = map.posed_from_stretched.transform_point3(point);
                self.scaled_where_it_is(&row, moved).as_dvec3()
            }
        }
    }

    /// `Σ w N′ x` with `N′ = G N G⁻¹`.
    fn scaled_where_it_is(&self, row: &Row, point: Vec3) -> Vec3 {
        let mut sum = Affine3A {
            matrix3: Mat3A::ZERO,
            translation: Vec3A::ZERO,
        };
        for (&joint, &weight) in row.joints.iter().zip(&row.weights) {
            let of = |list: &[Affine3A]| list.get(joint.index()).copied().unwrap_or_default();
            let motions = self.palette.posed_from_stretched.get(joint.index());
            let posed = motions
                .map(|motion| motion.to_affine3a())
                .unwrap_or_default();
            let scaled = posed * of(&self.palette.stretched_from_bind) * posed.inverse();
            sum.matrix3 += scaled.matrix3 * weight;
            sum.translation += scaled.translation * weight;
        }
        sum.transform_point3(point)
    }

    /// The radius over the wanted one at a height, where it is furthest off.
    fn radius(&self, order: Order, height: f64) -> f64 {
        let wanted = RADIUS * (1.0 + (self.scale - 1.0) * Self::weight(height));
        let middle = self.place(order, DVec3::Y * height);
        let ratio = |point| self.place(order, point).distance(middle) / wanted;
        let further = |worst: f64, next: f64| {
            if (next - 1.0).abs() > (worst - 1.0).abs() {
                next
            } else {
                worst
            }
        };
        ring(height).map(ratio).fold(1.0, further)
    }

    /// The radius over the wanted one, where it is furthest off of all.
    fn worst_radius(&self, order: Order) -> f64 {
        let values = graph(0.0, 1.0, 50, |height| self.radius(order, height));
        let off = |value: f64| (value - 1.0).abs();
        let further = |worst: f64, next: f64| if off(next) > off(worst) { next } else { worst };
        values.iter().map(|point| point.y).fold(1.0, further)
    }

    /// How far apart the two orders put a vertex, in radii.
    fn apart(&self) -> f64 {
        let distance = |point| {
            let [one, other] =
                [Order::ScaleFirst, Order::MotionFirst].map(|order| self.place(order, point));
            one.distance(other) / RADIUS
        };
        (0..=50_u8)
            .flat_map(|step| ring(f64::from(step) / 50.0))
            .map(distance)
            .fold(0.0, f64::max)
    }
}

/// Points around the cylinder at a height.
fn ring(height: f64) -> impl Iterator<Item = DVec3> {
    (0..24_u8).map(move |step| {
        let (sin, cos) = (TAU * f64::from(step) / 24.0).sin_cos();
        DVec3::new(RADIUS * cos, height, RADIUS * sin)
    })
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let near =
        |name: String, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 0.002));
    let mut numbers = Vec::new();
    for (degrees, scale, expected) in [
        (90.0, 1.5, 0.892),
        (90.0, 0.5, 1.179),
        (135.0, 1.5, 0.830),
        (135.0, 0.5, 1.294),
    ] {
        let ours = Bent::new(degrees, scale).worst_radius(Order::MotionFirst);
        numbers.push(near(
            format!("radius over the wanted, {degrees}°, s = {scale}"),
            ours,
            expected,
        ));
    }
    let straight = Bent::new(0.0, 1.5);
    let bent = Bent::new(135.0, 0.5);
    numbers.push(near(
        "same vertex apart, 135°, s = 0.5, in radii".to_owned(),
        bent.apart(),
        0.247,
    ));
    numbers.push(Number::error(
        "same vertex apart without a bend",
        Unit::Plain,
        straight.apart(),
        1e-5,
    ));
    numbers.push(Number::error(
        "scale first: radius over the wanted, less 1",
        Unit::Plain,
        (bent.worst_radius(Order::ScaleFirst) - 1.0).abs(),
        1e-5,
    ));
    Ok(numbers)
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    let mut marks = Vec::new();
    for (degrees, scale, tone, line) in [
        (90.0, 1.5, Tone::Other, Line::Solid),
        (135.0, 1.5, Tone::Other, Line::Dashed),
        (90.0, 0.5, Tone::Fourth, Line::Solid),
        (135.0, 0.5, Tone::Fourth, Line::Dashed),
    ] {
        let bent = Bent::new(degrees, scale);
        let curve = graph(0.0, 1.0, 60, |height| {
            bent.radius(Order::MotionFirst, height)
        });
        let name = format!("motion first, bent by {degrees}°, s = {scale}");
        marks.push(Mark::named_line(curve, tone, line, name));
    }
    let bent = Bent::new(135.0, 0.5);
    let curve = graph(0.0, 1.0, 60, |height| {
        bent.radius(Order::ScaleFirst, height)
    });
    marks.push(Mark::named_line(
        curve,
        Tone::Ours,
        Line::Solid,
        "scale first, any of them",
    ));
    Ok(Diagram {
        panels: vec![Panel::graph(
            "Radius over the wanted one",
            Axis::even("height", 0.0, 1.0),
            Axis::even("ratio", 0.8, 1.35),
            marks,
        )],
        panel_size: [460, 380],
    })
}
