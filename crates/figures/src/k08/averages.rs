//! Figures 2 and 3: averages of points, of angles, of directions.

use core::f64::consts::PI;

use dq_math::quaternion::{spherical_average, weighted_qlerp};
use glam::{DVec2, DVec3, Quat};

use crate::diagram::{Diagram, Line, Mark, Panel, Side, Tone, arc};
use crate::error::FigureError;
use crate::globe::{direction, exp, globe, great_arc, log, look};
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::narrow;
use crate::number::{Number, Pinned, Unit};

pub(crate) const POINTS: Item = Item {
    id: "k08-02",
    title: "Averages of points and of angles",
    source: Source {
        paper: Paper::K08,
        at: "figure 2",
    },
    claim: "A weighted average of points is one of coordinates; angles can be averaged along the circle, or through their points in the plane.",
    caption: "Left, the mean of three points; right, that of three angles with the same weights. The normalized sum of unit vectors is near the mean along the circle, and so is the blend of quaternions, which have half the angles.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_angles,
    draw: Some(draw_points),
};

pub(crate) const DIRECTIONS: Item = Item {
    id: "k08-03",
    title: "Averages of directions",
    source: Source {
        paper: Paper::K08,
        at: "figure 3",
    },
    claim: "The linear average of directions, normalized, is projected onto the sphere and lies close to the exact one.",
    caption: "Three directions on the unit sphere. Their weighted sum lies inside; normalized it is less than a degree from the mean on the sphere, at which the weighted tangents to the three sum to zero.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_directions,
    draw: Some(draw_directions),
};

/// The weights of the three points and angles.
const WEIGHTS: [f64; 3] = [0.5, 0.3, 0.2];
const CORNERS: [DVec2; 3] = [DVec2::ZERO, DVec2::new(4.0, 0.6), DVec2::new(1.2, 3.0)];
const DEGREES: [f64; 3] = [20.0, 80.0, 150.0];

/// The direction in the plane at so many degrees.
fn turned(degrees: f64) -> DVec2 {
    DVec2::from_angle(degrees.to_radians())
}

fn weighted_sum(points: [DVec2; 3]) -> DVec2 {
    let terms = points.into_iter().zip(WEIGHTS);
    terms.map(|(point, weight)| weight * point).sum()
}

/// The three ways to average angles, in degrees.
struct AngleMeans {
    /// Of the sum of unit vectors.
    of_sum: f64,
    /// Of the blend of rotations as quaternions, which dq-math makes.
    of_quaternions: f64,
    /// Along the circle, by dq-math.
    along_circle: f64,
}

impl AngleMeans {
    fn new() -> Self {
        let rotations = DEGREES.map(|angle| Quat::from_rotation_z(narrow(angle.to_radians())));
        let weights = WEIGHTS.map(narrow);
        let angle = |rotation: Quat| {
            let [sin, cos] = [rotation.z, rotation.w].map(f64::from);
            2.0 * sin.atan2(cos).to_degrees()
        };
        Self {
            of_sum: weighted_sum(DEGREES.map(turned)).to_angle().to_degrees(),
            of_quaternions: angle(weighted_qlerp(&rotations, &weights)),
            along_circle: angle(spherical_average(&rotations, &weights, 1e-6).mean),
        }
    }
}

fn measure_angles(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let means = AngleMeans::new();
    let degrees = |name, ours, to| Number::new(name, Unit::Degrees, ours, Pinned::near(to, 0.01));
    Ok(vec![
        degrees("mean along the circle", means.along_circle, 64.0),
        degrees("direction of the sum of unit vectors", means.of_sum, 58.38),
        degrees("blend of quaternions", means.of_quaternions, 62.84),
    ])
}

fn draw_points(_: &[Number]) -> Result<Diagram, FigureError> {
    let mean = weighted_sum(CORNERS);
    let [a, b, c] = CORNERS;
    let mut points = vec![Mark::line(vec![a, b, c, a], Tone::Faint, Line::Thin)];
    points.extend(CORNERS.map(|corner| Mark::arrow(mean, corner, Tone::Faint, "")));
    points.extend([
        Mark::dot(a, Tone::Ink, "x₁ · 0.5", Side::SouthEast),
        Mark::dot(b, Tone::Ink, "x₂ · 0.3", Side::South),
        Mark::dot(c, Tone::Ink, "x₃ · 0.2", Side::NorthEast),
        Mark::dot(mean, Tone::Ours, "Σ w x", Side::SouthEast),
    ]);
    let means = AngleMeans::new();
    let half_circle = arc(DVec2::ZERO, 1.0, 0.0, PI);
    let sum = weighted_sum(DEGREES.map(turned));
    let named = |degrees: f64, name: &str| format!("{name} {degrees:.2}°");
    let [first, second, third] = DEGREES.map(turned);
    let angles = vec![
        Mark::line(half_circle, Tone::Faint, Line::Solid),
        Mark::dot(first, Tone::Ink, "20° · 0.5", Side::NorthEast),
        Mark::dot(second, Tone::Ink, "80° · 0.3", Side::NorthWest),
        Mark::dot(third, Tone::Ink, "150° · 0.2", Side::NorthWest),
        Mark::arrow(DVec2::ZERO, sum, Tone::Ours, "Σ w e"),
        Mark::dot(
            turned(means.of_sum),
            Tone::Ours,
            named(means.of_sum, "sum"),
            Side::East,
        ),
        Mark::ring(
            turned(means.along_circle),
            Tone::Exact,
            named(means.along_circle, "mean"),
            Side::NorthEast,
        ),
        Mark::dot(
            turned(means.of_quaternions),
            Tone::Other,
            named(means.of_quaternions, "quaternions"),
            Side::SouthWest,
        ),
    ];
    Ok(Diagram {
        panels: vec![
            Panel::plane("Points", [-0.6, -0.6], [4.9, 3.8], points),
            Panel::plane("Angles", [-1.4, -0.2], [1.6, 1.25], angles),
        ],
        panel_size: [420, 300],
    })
}

/// The weights of the three directions.
const SHARES: [f64; 3] = [0.4, 0.3, 0.3];

fn normals() -> [DVec3; 3] {
    [
        direction(10.0, -25.0),
        direction(65.0, -10.0),
        direction(15.0, 55.0),
    ]
}

/// The two averages of the directions.
struct DirectionMeans {
    /// The weighted sum, inside the sphere.
    sum: DVec3,
    /// The sum, normalized.
    linear: DVec3,
    /// The mean on the sphere.
    exact: DVec3,
}

impl DirectionMeans {
    fn new() -> Self {
        let terms = || normals().into_iter().zip(SHARES);
        let sum: DVec3 = terms().map(|(normal, share)| share * normal).sum();
        let linear = sum.normalize();
        // Thirty steps are far more than f64 needs for directions within a right angle.
        let exact = (0..30).fold(linear, |mean, _| {
            exp(
                mean,
                terms()
                    .map(|(normal, share)| share * log(mean, normal))
                    .sum(),
            )
        });
        Self { sum, linear, exact }
    }

    fn apart(&self) -> f64 {
        self.linear.angle_between(self.exact).to_degrees()
    }
}

fn measure_directions(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let means = DirectionMeans::new();
    Ok(vec![
        Number::new(
            "normalized sum from the mean on the sphere",
            Unit::Degrees,
            means.apart(),
            Pinned::near(0.96, 0.01),
        ),
        Number::new(
            "length of the sum",
            Unit::Plain,
            means.sum.length(),
            Pinned::near(0.7733, 0.001),
        ),
    ])
}

fn draw_directions(_: &[Number]) -> Result<Diagram, FigureError> {
    let means = DirectionMeans::new();
    let [a, b, c] = normals();
    let mut marks = globe();
    for [from, to] in [[a, b], [b, c], [c, a]] {
        marks.push(Mark::line(great_arc(from, to), Tone::Faint, Line::Thin));
    }
    let [sum, linear, exact] = [means.sum, means.linear, means.exact].map(look);
    marks.extend([
        Mark::dot(look(a), Tone::Ink, "n₁", Side::SouthEast),
        Mark::dot(look(b), Tone::Ink, "n₂", Side::NorthEast),
        Mark::dot(look(c), Tone::Ink, "n₃", Side::NorthEast),
        Mark::arrow(sum, linear, Tone::Ours, ""),
        Mark::ring(sum, Tone::Ours, "Σ w n", Side::SouthEast),
        Mark::dot(linear, Tone::Ours, "normalized", Side::West),
        Mark::ring(
            exact,
            Tone::Exact,
            format!("mean on the sphere, {:.2}° off", means.apart()),
            Side::North,
        ),
    ]);
    Ok(Diagram {
        panels: vec![Panel::plane(
            "Directions on the sphere",
            [-1.25, -1.15],
            [1.25, 1.2],
            marks,
        )],
        panel_size: [460, 340],
    })
}
