//! The theorems as rows: random draws, and the largest error of each.

use core::f64::consts::PI;

use dq_math::{
    Dual, DualQuat, DualVec3, Screw, dib, dlb, log_matrix_blend, quaternion_translation_blend,
    sclerp,
};
use glam::{DVec2, DVec3, Quat, Vec3};

use crate::draws::Draws;
use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::motions::{angle, narrow, pair, turn};
use crate::number::{Number, Pinned, Unit};
use crate::table::draw_table;

pub(crate) const ITEM: Item = Item {
    id: "k08-lemmas",
    title: "Theorems, one row each",
    source: Source {
        paper: Paper::K08,
        at: "section 3 and appendix",
    },
    claim: "DLB, DIB and ScLERP depend on no coordinates, go the shorter way, and are made of screws; DLB is not of constant speed, DIB and ScLERP are.",
    caption: "For each statement the largest error over random motions, in f32. Blends that lack the invariance have their counterexamples: what they are off by. Lemmas without a row state the algebra by which the program computes.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure,
    draw: Some(draw_table),
};

/// How often each statement is tried.
const DRAWS: u16 = 400;

fn measure(_: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut numbers = measure_invariance();
    numbers.extend(measure_ways());
    numbers.extend(measure_algebra());
    Ok(numbers)
}

fn row(name: &str, error: f64, limit: f64) -> Number {
    Number::error(name, Unit::Plain, error, limit)
}

fn measure_invariance() -> Vec<Number> {
    let dlb = |side| invariance(linear, side);
    let dib = |side| invariance(iterated, side);
    vec![
        row(
            "Lemma 1: planar centers on the line of centers",
            planar_centers(),
            5e-6,
        ),
        row(
            "Lemma 2: DLB, another motion follows",
            dlb(Side::After),
            5e-6,
        ),
        row("Lemma 3: DLB, another precedes", dlb(Side::Before), 5e-6),
        row("Lemma 2: DIB, another follows", dib(Side::After), 5e-6),
        row("Lemma 3: DIB, another precedes", dib(Side::Before), 5e-6),
        row(
            "Lemmas 2, 3: ScLERP, on either side",
            screw_invariance(),
            5e-6,
        ),
        Number::new(
            "counterexample: log-matrix, off by",
            Unit::Degrees,
            log_matrix_fault(),
            Pinned::near(180.0, 1e-3),
        ),
        Number::new(
            "counterexample: quaternion and translation, off by",
            Unit::Plain,
            apart_fault(),
            Pinned::near(1.0, 1e-5),
        ),
    ]
}

fn measure_ways() -> Vec<Number> {
    let [end, middle] = [1.0_f64 / 7.0, 3.0 / 5.0].map(|tangent| 2.0 * tangent.atan());
    let ratio = (0.5 * PI - middle) / end;
    vec![
        row(
            "3.2: DLB sums sines and cosines of screws",
            sums_of_screws(),
            5e-6,
        ),
        Number::new(
            "shorter way: largest turn of ScLERP",
            Unit::Degrees,
            largest_turn(),
            Pinned::AtMost(180.0),
        ),
        row(
            "constant speed: ScLERP, steps unlike each other",
            uneven(sclerp),
            5e-6,
        ),
        Number::new(
            "constant speed: DLB, longest eighth over shortest",
            Unit::Plain,
            speed_of_linear(),
            Pinned::near(ratio, 1e-4),
        ),
    ]
}

fn measure_algebra() -> Vec<Number> {
    vec![
        row(
            "Lemma 13: exp(log q̂) − q̂ at q0 = −1",
            near_whole_turn(),
            5e-6,
        ),
        row("Lemma 14: powers of p̂ q̂ p̂*", conjugated_powers(), 5e-6),
        row(
            "norm of a product, less the product of norms",
            norms(),
            5e-6,
        ),
        row("q̂ times its inverse, less one", inverses(), 5e-6),
    ]
}

/// The larger difference of two motions' real and dual parts, whichever signs they have.
fn apart(a: DualQuat, b: DualQuat) -> f64 {
    let difference = |b: DualQuat| {
        let parts = [a.real - b.real, a.dual - b.dual];
        parts
            .map(|part| f64::from(part.length()))
            .into_iter()
            .fold(0.0, f64::max)
    };
    difference(b).min(difference(-b))
}

/// The largest of a number over the draws of a row.
fn worst(row: u64, mut error: impl FnMut(&mut Draws) -> f64) -> f64 {
    let mut draws = Draws::new(row);
    (0..DRAWS).map(|_| error(&mut draws)).fold(0.0, f64::max)
}

/// How far the centers of planar blends are off the line through the two centers.
fn planar_centers() -> f64 {
    worst(1, |draws| {
        let centers = [(); 2].map(|()| draws.point().truncate());
        let motions = centers.map(|center| turn(draws.between(0.3, 2.8), center));
        let blend = dlb(&motions, &pair(draws.fraction()));
        let found = Screw::from_dual_quat(blend).axis_point().as_dvec3();
        let [a, b] = centers;
        let along = (b - a).normalize_or_zero();
        (found.truncate() - a).perp_dot(along).abs()
    })
}

type Blend = fn(&[DualQuat], &[f32]) -> DualQuat;

fn linear(motions: &[DualQuat], weights: &[f32]) -> DualQuat {
    dlb(motions, weights)
}

fn iterated(motions: &[DualQuat], weights: &[f32]) -> DualQuat {
    dib(motions, weights, 1e-6).mean
}

/// Whether the other motion comes before those that are blended, or after.
#[derive(Clone, Copy, Debug)]
enum Side {
    Before,
    After,
}

impl Side {
    fn moved(self, motion: DualQuat, other: DualQuat) -> DualQuat {
        match self {
            Self::Before => motion * other,
            Self::After => other * motion,
        }
    }

    /// What is left of the blend of moved motions once the moved blend is taken off.
    fn fault(
        self,
        blend: Blend,
        motions: &[DualQuat],
        weights: &[f32],
        other: DualQuat,
    ) -> DualQuat {
        let moved: Vec<DualQuat> = motions
            .iter()
            .map(|&motion| self.moved(motion, other))
            .collect();
        let expected = self.moved(blend(motions, weights), other);
        expected.conjugate_quaternion() * blend(&moved, weights)
    }
}

fn invariance(blend: Blend, side: Side) -> f64 {
    worst(2, |draws| {
        let motions = draws.near_motions::<3>(1.5);
        let (weights, other) = (draws.weights::<3>(), draws.motion(PI));
        apart(
            side.fault(blend, &motions, &weights, other),
            DualQuat::IDENTITY,
        )
    })
}

fn screw_invariance() -> f64 {
    worst(3, |draws| {
        let [a, b] = draws.near_motions::<2>(3.0);
        let [left, right] = [(); 2].map(|()| draws.motion(PI));
        let t = narrow(draws.fraction());
        let moved = sclerp(left * a * right, left * b * right, t);
        apart(moved, left * sclerp(a, b, t) * right)
    })
}

/// Joints bent by ±20°, before and after a half turn of the whole: in degrees.
fn log_matrix_fault() -> f64 {
    let bent = [20_f64, -20.0].map(|degrees| turn(degrees.to_radians(), DVec2::ZERO));
    let whole = turn(PI, DVec2::ZERO);
    let fault = Side::After.fault(log_matrix_blend, &bent, &[0.5, 0.5], whole);
    2.0 * f64::from(fault.log_principal().real.length()).to_degrees()
}

/// Joints turned by ±90°, skinned about a place one unit off.
fn apart_fault() -> f64 {
    let turned = [90_f64, -90.0].map(|degrees| turn(degrees.to_radians(), DVec2::ZERO));
    let shift = DualQuat::from_translation(Vec3::X);
    let fault = Side::Before.fault(quaternion_translation_blend, &turned, &[0.5, 0.5], shift);
    f64::from(fault.translation().length())
}

fn draw_screw(draws: &mut Draws) -> Screw {
    let axis = draws.direction().as_vec3();
    Screw {
        axis,
        moment: draws.narrow_point().cross(axis),
        angle: narrow(draws.between(0.0, 0.5 * PI)),
        translation: narrow(draws.between(-2.0, 2.0)),
    }
}

/// `dlb` against `Σ w cos(θ̂/2) + Σ w ŝ sin(θ̂/2)` in dual numbers.
fn sums_of_screws() -> f64 {
    worst(4, |draws| {
        let screws = [(); 3].map(|()| draw_screw(draws));
        let weights = draws.weights::<3>();
        let (mut cosines, mut sines) = (Dual::ZERO, DualVec3::ZERO);
        for (screw, weight) in screws.iter().zip(weights) {
            let half = Dual::new(screw.angle, screw.translation) * 0.5;
            cosines = cosines + half.cos() * weight;
            sines += DualVec3::new(screw.axis, screw.moment) * half.sin() * weight;
        }
        let sum = DualQuat::new(
            Quat::from_vec4(sines.real.extend(cosines.real)),
            Quat::from_vec4(sines.dual.extend(cosines.dual)),
        );
        // Turns by at most a right angle, so that all signs are those of the sum.
        apart(
            dlb(&screws.map(Screw::to_dual_quat), &weights),
            sum.normalize(),
        )
    })
}

/// The largest angle from the beginning of ScLERP to its end, the way it goes, in degrees.
fn largest_turn() -> f64 {
    worst(5, |draws| {
        let [a, b] = [(); 2].map(|()| draws.motion(2.0 * PI));
        let steps = steps(sclerp, a, b);
        steps.iter().map(|&step| angle(step).to_degrees()).sum()
    })
}

type Interpolation = fn(DualQuat, DualQuat, f32) -> DualQuat;

/// The motions from each eighth of a way to the next.
fn steps(by: Interpolation, a: DualQuat, b: DualQuat) -> [DualQuat; 8] {
    [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0].map(|step: f32| {
        let [from, to] = [step, step + 1.0].map(|step| by(a, b, step / 8.0));
        to * from.conjugate_quaternion()
    })
}

/// How far the steps of an interpolation are from the first of them.
fn uneven(by: Interpolation) -> f64 {
    worst(6, |draws| {
        let [a, b] = draws.near_motions::<2>(3.0);
        let steps = steps(by, a, b);
        let [first, ..] = steps;
        steps
            .into_iter()
            .map(|step| apart(step, first))
            .fold(0.0, f64::max)
    })
}

/// For half a turn, an eighth of the way in the middle over one at the end.
fn speed_of_linear() -> f64 {
    let by: Interpolation = |a, b, t| dlb(&[a, b], &[1.0 - t, t]);
    let half = turn(PI - 1e-6, DVec2::ZERO);
    let angles = steps(by, DualQuat::IDENTITY, half).map(angle);
    let most = angles.into_iter().fold(0.0, f64::max);
    most / angles.into_iter().fold(f64::INFINITY, f64::min)
}

/// Negative translations, whose q0 is −1.
fn near_whole_turn() -> f64 {
    worst(7, |draws| {
        let shift = DualQuat::from_translation(draws.narrow_point());
        apart(DualQuat::exp((-shift).log()), -shift)
    })
}

fn conjugated_powers() -> f64 {
    worst(8, |draws| {
        let [p, q] = [(); 2].map(|()| draws.motion(0.9 * PI));
        let t = narrow(draws.between(-1.0, 2.0));
        let changed = |motion| p * motion * p.conjugate_quaternion();
        apart(changed(q).powf(t), changed(q.powf(t)))
    })
}

/// A dual quaternion that is no motion.
fn draw_any(draws: &mut Draws) -> DualQuat {
    let part = |draws: &mut Draws| {
        let numbers = draws.point().extend(draws.between(-2.0, 2.0)).as_vec4();
        Quat::from_vec4(numbers)
    };
    DualQuat::new(part(draws), part(draws))
}

fn norms() -> f64 {
    worst(9, |draws| {
        let [a, b] = [(); 2].map(|()| draw_any(draws));
        let (found, expected) = ((a * b).norm(), a.norm() * b.norm());
        let size = f64::from(1.0 + expected.real.abs() + expected.dual.abs());
        f64::from((found.real - expected.real).abs() + (found.dual - expected.dual).abs()) / size
    })
}

fn inverses() -> f64 {
    worst(10, |draws| {
        // Far enough from zero to be divided by.
        let length = DVec3::ONE.length();
        let motion = draws.motion(PI) * narrow(length);
        apart(motion * motion.inverse(), DualQuat::IDENTITY)
    })
}
