//! Means of several poses, whose order has no meaning.

use crate::posing::blend::{clamp_to_f32, exp, log_above, narrow_stretch};
use crate::{Pose, Rigid, Stretch};
use dq_math::{DualQuat, dlb_with_signs};
use glam::{DMat3, DMat4, DVec4};

/// Two eigenvalues within this of each other are one, and so are weights within a millionth.
const TIE: f64 = 1e-5;
const SAME_WEIGHT: f64 = 1e-6;
/// The smallest eigenvalue from which on a stretch has a logarithm here.
const FLAT: f64 = 1e-6;
/// Convergence is quadratic, so few sweeps do.
const SWEEPS: usize = 12;

/// One of several things that are mixed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mixed<T> {
    /// What is mixed.
    pub what: T,
    /// Its weight, 0 or more; a common factor says nothing. One that is not finite, or below 0, counts as 0.
    pub weight: f32,
    /// A name of its own, for where the signs are a tie: the lowest of the heaviest decides.
    pub id: u32,
}

impl Rigid {
    /// The mean of rigid motions, whatever their order and the signs of their quaternions.
    ///
    /// ```text
    /// w = λ / Σ λ                      e = eigenvector of the largest eigenvalue of Σ w q qᵀ
    /// b = Σ w sgn⟨e, q⟩ T              mean = b / ‖b‖, real b₀/‖b₀‖, dual bε/‖b₀‖ − b₀⟨b₀, bε⟩/‖b₀‖³
    /// ```
    ///
    /// `e` is the quaternion to which all are nearest as rotations (Markley et al. 2007), so that of motions far apart no single one
    /// decides about the signs. `mean(A T B) = A mean(T) B` for rigid A and B; two at a half are ScLERP. Without any weight it is the
    /// identity.
    ///
    /// Degenerate: where the two largest eigenvalues are within 1e-5 of each other, the quaternion of the heaviest decides, of equals that
    /// of the lowest id; at right angles to `e` the sign is that towards it, + where that is 0 too.
    ///
    /// # Examples
    ///
    /// ```
    /// use glam::{Quat, Vec3};
    /// use rig::{Mixed, Rigid};
    ///
    /// let turned = |degrees: f32, id| Mixed {
    ///     what: Rigid::new(Quat::from_rotation_z(degrees.to_radians()), Vec3::ZERO),
    ///     weight: 1.0,
    ///     id,
    /// };
    /// let mean = Rigid::mean(&[turned(10.0, 0), turned(20.0, 1), turned(60.0, 2)]);
    /// assert!((mean.rotation.to_axis_angle().1.to_degrees() - 29.9).abs() < 0.1);
    /// ```
    ///
    /// References: Kavan et al. 2008 (DLB and its full normalisation); F. L. Markley, Y. Cheng, J. L. Crassidis, Y. Oshman 2007,
    /// "Averaging Quaternions".
    #[must_use]
    pub fn mean(motions: &[Mixed<Self>]) -> Self {
        let weighted = with_weight(motions);
        let Some(signs) = signs(&weighted) else {
            return Self::IDENTITY;
        };
        if let Some((first, others)) = weighted.split_first()
            && others.iter().all(|(other, _)| other.what == first.0.what)
        {
            return first.0.what;
        }
        let duals: Vec<DualQuat> = weighted
            .iter()
            .map(|(of, _)| of.what.to_dual_quat())
            .collect();
        let weights: Vec<f32> = weighted.iter().map(|(of, _)| of.weight).collect();
        let mean = dlb_with_signs(&duals, &weights, &signs);
        Self::new(mean.real.normalize(), mean.translation())
    }
}

/// `+1` or `−1` for each motion of some weight, relative to the heaviest; none if there is no weight.
fn signs(weighted: &[(&Mixed<Rigid>, f64)]) -> Option<Vec<f32>> {
    let quat = |of: &Mixed<Rigid>| DVec4::from(of.what.rotation.as_dquat().normalize());
    let heaviest = weighted
        .iter()
        .map(|(_, weight)| *weight)
        .reduce(f64::max)?;
    let among = weighted
        .iter()
        .filter(|(_, weight)| heaviest - weight <= SAME_WEIGHT);
    let pivot = quat(among.min_by_key(|(of, _)| of.id)?.0);
    let outer = |(of, weight): &(&Mixed<Rigid>, f64)| {
        let q = quat(of);
        let [x, y, z, w] = (q * *weight).to_array();
        DMat4::from_cols(q * x, q * y, q * z, q * w)
    };
    let sum = weighted
        .iter()
        .map(outer)
        .fold(DMat4::ZERO, |sum, one| sum + one);
    let eigenvector = largest_eigenvector(sum).unwrap_or(pivot);
    let sign = |q: DVec4| {
        let towards = [eigenvector.dot(q), pivot.dot(q)].into_iter();
        let mut told = towards.filter(|dot| dot.abs() >= TIE);
        told.next().map_or(1.0, f64::signum)
    };
    let first = sign(pivot);
    let relative = |q: DVec4| if sign(q) * first < 0.0 { -1.0 } else { 1.0 };
    Some(weighted.iter().map(|(of, _)| relative(quat(of))).collect())
}

/// The eigenvector of the largest eigenvalue of a symmetric matrix; none where two are the largest.
///
/// Rotations of two axes at a time until nothing is left beside the diagonal (Jacobi 1846).
fn largest_eigenvector(mut matrix: DMat4) -> Option<DVec4> {
    const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let mut axes = DMat4::IDENTITY;
    for pair in [PAIRS; SWEEPS].into_iter().flatten() {
        if let Some(turn) = jacobi_turn(&matrix, pair) {
            matrix = turn.transpose() * matrix * turn;
            axes *= turn;
        }
    }
    let mut values = [0, 1, 2, 3].map(|k: usize| (matrix.col(k)[k], k));
    values.sort_by(|one, other| other.0.total_cmp(&one.0));
    let [(largest, place), (second, _), ..] = values;
    (largest - second >= TIE).then(|| axes.col(place))
}

/// The turn of two axes that leaves nothing between them; none where nothing is.
fn jacobi_turn(matrix: &DMat4, (p, q): (usize, usize)) -> Option<DMat4> {
    let between = matrix.col(q)[p];
    if between.abs() <= f64::EPSILON * 1e-2 {
        return None;
    }
    let zeta = (matrix.col(q)[q] - matrix.col(p)[p]) / (2.0 * between);
    // The smaller root turns by at most 45°, without which sweeps need not converge.
    let t = zeta.signum() / (zeta.abs() + zeta.hypot(1.0));
    let cos = 1.0 / t.hypot(1.0);
    let sin = cos * t;
    let mut turn = DMat4::IDENTITY;
    (turn.col_mut(p)[p], turn.col_mut(p)[q]) = (cos, -sin);
    (turn.col_mut(q)[p], turn.col_mut(q)[q]) = (sin, cos);
    Some(turn)
}

impl Stretch {
    /// The mean of stretches: `exp Σ w log S`, log-Euclidean; `Σ w S` where one of them has an eigenvalue of at most 1e-6, and so no
    /// logarithm. Without any weight it is the identity.
    ///
    /// Reference: Arsigny et al. 2006, see [`interpolate`](Self::interpolate).
    #[must_use]
    pub fn mean(stretches: &[Mixed<Self>]) -> Self {
        let weighted = with_weight(stretches);
        let Some((first, others)) = weighted.split_first() else {
            return Self::IDENTITY;
        };
        if others.iter().all(|(other, _)| other.what == first.0.what) {
            return first.0.what;
        }
        let logs = weighted
            .iter()
            .map(|(of, weight)| Some(steep_log(of.what)? * *weight));
        let logs: Option<DMat3> = logs.sum();
        logs.map_or_else(
            || linear(weighted.iter().map(|(of, weight)| (of.what, *weight))),
            exp,
        )
    }

    /// `exp(log S + w (log S_add − log S_ref))`: what a stretch adds to a reference, a share of it added to this one.
    ///
    /// `w = 0` changes no bit. Where one of the three has an eigenvalue of at most 1e-6 it is `S + w (S_add − S_ref)`. A `w` that is not
    /// finite counts as 0.
    #[must_use]
    pub fn with_added(self, reference: Self, add: Self, w: f32) -> Self {
        if w == 0.0 || !w.is_finite() || reference == add {
            return self;
        }
        let wide = f64::from(w);
        match (steep_log(self), steep_log(reference), steep_log(add)) {
            (Some(base), Some(from), Some(to)) => exp(base + (to - from) * wide),
            _ => linear([(self, 1.0), (add, wide), (reference, -wide)].into_iter()),
        }
    }
}

impl Rigid {
    /// `T (T_ref⁻¹ T_add)ʷ`: what a motion adds to a reference, a share of it added to this one, as a screw motion by the shorter way round.
    ///
    /// Any real `w`; 0 changes no bit, and where this is the reference 1 gives `T_add`. One that is not finite counts as 0. Signs of the
    /// quaternions of the other two say nothing. Half a turn apart either way is as short.
    ///
    /// The same closes loops: `T (T_end⁻¹ T_start)ˢ`.
    #[must_use]
    pub fn with_added(self, reference: Self, add: Self, w: f32) -> Self {
        if w == 0.0 || !w.is_finite() || reference == add {
            return self;
        }
        let difference = reference.inverse_times(add).to_dual_quat();
        let difference = if difference.real.w < 0.0 {
            -difference
        } else {
            difference
        };
        let share = difference.powf(w);
        let share = Self::new(share.real.normalize(), share.translation());
        let moved = self * share;
        let is_finite = moved.rotation.is_finite() && moved.translation.is_finite();
        if is_finite {
            moved.with_sign_near(self.rotation)
        } else {
            self
        }
    }
}

impl Pose {
    /// The mean of poses joint by joint: [`Rigid::mean`], [`Stretch::mean`], and of morph weights the usual one.
    ///
    /// As long as the first; what another lacks it does not take part in. What no pose of some weight has is as in the first.
    #[must_use]
    pub fn mean(poses: &[Mixed<&Self>]) -> Self {
        let Some(first) = poses.first() else {
            return Self::default();
        };
        let mut mean = first.what.clone();
        for (joint, rigid) in mean.rigid.iter_mut().enumerate() {
            let of = |pose: &Self| pose.rigid.get(joint).copied();
            let all = each(poses, of);
            if !with_weight(&all).is_empty() {
                *rigid = Rigid::mean(&all);
            }
        }
        for (joint, stretch) in mean.stretch.iter_mut().enumerate() {
            let of = |pose: &Self| pose.stretch.get(joint).copied();
            let all = each(poses, of);
            if !with_weight(&all).is_empty() {
                *stretch = Stretch::mean(&all);
            }
        }
        for (place, weight) in mean.morph_weights.iter_mut().enumerate() {
            let of = |pose: &Self| pose.morph_weights.get(place).copied();
            let all = each(poses, of);
            let numbers = with_weight(&all);
            if numbers.is_empty() {
                continue;
            }
            let sum: f64 = numbers
                .iter()
                .map(|(of, share)| f64::from(of.what) * share)
                .sum();
            *weight = clamp_to_f32(sum);
        }
        mean
    }
}

/// One part of each pose that has it.
fn each<T>(poses: &[Mixed<&Pose>], of: impl Fn(&Pose) -> Option<T>) -> Vec<Mixed<T>> {
    let found = poses.iter().filter_map(|pose| {
        Some(Mixed {
            what: of(pose.what)?,
            weight: pose.weight,
            id: pose.id,
        })
    });
    found.collect()
}

/// Those with a weight, and their shares.
fn with_weight<T>(all: &[Mixed<T>]) -> Vec<(&Mixed<T>, f64)> {
    let counts = |of: &&Mixed<T>| of.weight.is_finite() && of.weight > 0.0;
    let sum: f64 = all
        .iter()
        .filter(counts)
        .map(|of| f64::from(of.weight))
        .sum();
    let weighted = all.iter().filter(counts);
    weighted
        .map(|of| (of, f64::from(of.weight) / sum))
        .collect()
}

/// The logarithm, of a stretch whose eigenvalues are all above 1e-6.
fn steep_log(stretch: Stretch) -> Option<DMat3> {
    log_above(stretch, FLAT)
}

/// `Σ w S`.
fn linear(parts: impl Iterator<Item = (Stretch, f64)>) -> Stretch {
    let sum: DMat3 = parts
        .map(|(stretch, weight)| stretch.to_mat3().as_dmat3() * weight)
        .sum();
    narrow_stretch(sum)
}
