//! How far DLB is from DIB of more than two motions.

use core::f64::consts::{FRAC_PI_2, PI};

use dq_math::{DualQuat, dib, dlb};
use glam::{DVec2, Quat, Vec3};

use crate::bounds::{Bound, right_angled_difference};
use crate::diagram::{Axis, Diagram, Line, Mark, Panel, Side, Tone};
use crate::draws::Draws;
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::{angle, narrow};
use crate::number::{Number, Pinned, Unit};

pub(crate) const ITEM: Item = Item {
    id: "open-bound",
    title: "The bound of DLB for more than two motions",
    source: Source {
        paper: Paper::Open,
        at: "after K08 section 3.4",
    },
    claim: "How far is the linear blend of n motions with valid signs from their exact average?",
    caption: "Rotations half a turn from each other, one of some weight and the others of equal weight: lines are the closed form, dots the program's DLB and DIB.",
    answer: "The paper has a bound for two motions, 8.149° between rotations. The largest differences that were found are **10.158°** for three motions and **11.317°** for \
             four; random sets of five stay below that. Each is met by rotations that are half a turn from each other, one with the weight 0.651 (of three) or 0.582 (of four), the \
             others with equal shares of the rest. As quaternions these are at right angles, and in four dimensions there are no more than four such. \
             With k = n − 1 and cos γ = sin β/√k the exact mean is at β on the arc from the one to the mean of the others where w β = (1 − w) γ cos β/(√k sin γ), and the linear one at \
             tan β₀ = (1 − w)/(w √k). It is the largest value of a search, not a proof.",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw),
};

/// How many sets of five rotations are drawn.
const SETS: u16 = 2000;

/// The largest difference of `n` rotations at right angles, in radians.
fn largest(n: u8) -> Bound {
    let bounds = (1..4000_u16).map(|step| {
        let beta = FRAC_PI_2 * f64::from(step) / 4000.0;
        right_angled_difference(f64::from(n) - 1.0, beta)
    });
    let larger = |worst: Bound, next: Bound| {
        if next.difference > worst.difference {
            next
        } else {
            worst
        }
    };
    let none = Bound {
        at: 0.0,
        difference: 0.0,
    };
    bounds.fold(none, larger)
}

/// The angle between the linear and the exact blend of motions, by the program, in degrees; none where the steps have not converged.
fn difference(motions: &[DualQuat], weights: &[f32]) -> Option<f64> {
    let exact = dib(motions, weights, 2e-6);
    let between = dlb(motions, weights).conjugate_quaternion() * exact.mean;
    let by = angle(between);
    exact.converged.then(|| by.min(2.0 * PI - by).to_degrees())
}

/// Rest and the half turns about the three axes: half a turn from each other.
const RIGHT_ANGLED: [Quat; 4] = [
    Quat::IDENTITY,
    Quat::from_xyzw(1.0, 0.0, 0.0, 0.0),
    Quat::from_xyzw(0.0, 1.0, 0.0, 0.0),
    Quat::from_xyzw(0.0, 0.0, 1.0, 0.0),
];

/// The difference of the first `n` of these, the first with weight `at`.
fn right_angled(n: u8, at: f64) -> Option<f64> {
    let count = usize::from(n);
    let motions: Vec<DualQuat> = RIGHT_ANGLED.into_iter().take(count).map(turn).collect();
    let mut weights = vec![narrow((1.0 - at) / (f64::from(n) - 1.0)); count];
    if let Some(first) = weights.first_mut() {
        *first = narrow(at);
    }
    difference(&motions, &weights)
}

fn turn(rotation: Quat) -> DualQuat {
    DualQuat::from_rotation_translation(rotation, Vec3::ZERO)
}

/// The largest difference over random sets of five rotations with valid signs, most of them near right-angled ones.
fn search() -> f64 {
    let mut draws = Draws::new(11);
    let mut worst = 0.0;
    for _ in 0..SETS {
        // More of them close to what is known than far from it.
        let spread = draws.fraction().powi(3);
        let near = RIGHT_ANGLED.map(|rotation| rotation * draws.rotation(spread));
        let motions = [near[0], near[1], near[2], near[3], draws.rotation(PI)].map(turn);
        let [first, ..] = motions;
        let aligned = motions.map(|motion| {
            if motion.dot(first) < 0.0 {
                -motion
            } else {
                motion
            }
        });
        let is_valid = aligned
            .iter()
            .all(|a| aligned.iter().all(|b| a.dot(*b) >= 0.0));
        let mut weights = draws.weights::<5>();
        weights[0] += narrow(draws.between(0.0, 1.5));
        weights[4] *= narrow(spread);
        if let (true, Some(found)) = (is_valid, difference(&aligned, &weights)) {
            worst = f64::max(worst, found);
        }
    }
    worst
}

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut numbers = Vec::new();
    for (n, at, degrees) in [
        (2, 0.7613, 8.1491),
        (3, 0.6510, 10.1577),
        (4, 0.5824, 11.3170),
    ] {
        let bound = largest(n);
        let found = right_angled(n, bound.at).unwrap_or(f64::NAN);
        let closed = bound.difference.to_degrees();
        let plain = |name: String, unit, ours, to, within| {
            Number::new(name, unit, ours, Pinned::near(to, within))
        };
        // Of two motions both ways round are alike.
        let weight = bound.at.max(if n == 2 { 1.0 - bound.at } else { 0.0 });
        numbers.push(plain(
            format!("n = {n}, closed form"),
            Unit::Degrees,
            closed,
            degrees,
            1e-3,
        ));
        numbers.push(plain(
            format!("n = {n}, DLB and DIB there"),
            Unit::Degrees,
            found,
            closed,
            1e-3,
        ));
        numbers.push(plain(
            format!("n = {n}, weight of the one"),
            Unit::Plain,
            weight,
            at,
            1e-3,
        ));
    }
    numbers.push(Number::new(
        "n = 5, largest of 2,000 random sets",
        Unit::Degrees,
        search(),
        Pinned::AtMost(11.317),
    ));
    Ok(numbers)
}

fn draw(_: &[Number]) -> Result<Diagram, FigureError> {
    let mut marks = Vec::new();
    for (n, tone) in [(2, Tone::Ours), (3, Tone::Fourth), (4, Tone::Other)] {
        let curve = (1..200_u8).map(|step| {
            let beta = FRAC_PI_2 * f64::from(step) / 200.0;
            let found = right_angled_difference(f64::from(n) - 1.0, beta);
            DVec2::new(found.at, found.difference.to_degrees())
        });
        let bound = largest(n);
        let name = format!("n = {n}: at most {:.3}°", bound.difference.to_degrees());
        marks.push(Mark::named_line(curve.collect(), tone, Line::Solid, name));
        let measured = (1..20_u8).filter_map(|step| {
            let at = f64::from(step) / 20.0;
            Some(DVec2::new(at, right_angled(n, at)?))
        });
        marks.push(Mark::dots(measured, tone));
        let top = DVec2::new(bound.at.max(1.0 - bound.at), bound.difference.to_degrees());
        marks.push(Mark::ring(top, Tone::Exact, "", Side::North));
    }
    let x = Axis::even("weight of one, the others equal", 0.0, 1.0);
    Ok(Diagram {
        panels: vec![Panel::graph(
            "DLB from DIB of rotations half a turn apart",
            x,
            Axis::even("degrees", 0.0, 13.0),
            marks,
        )],
        panel_size: [460, 350],
    })
}
