//! How far a curve goes between its keys.

use super::{Keyed, Segment, Track};

/// Share of a segment next to its keys in which a curve that turns back leaves the key's value by nothing that `f32` shows.
const EDGE: f64 = 1e-6;

impl<T: Keyed> Track<T> {
    /// The values at the keys, and those where a number of a cubic segment turns back.
    ///
    /// Each number of vectors and of morph weights stays between the least and the largest of these at all times. Tangents are none of
    /// them.
    ///
    /// With the letters of [`sample`](Self::sample), a number turns back at the zeros in 0…1 of
    /// `(6 (v₀ − v₁) + 3 d (out₀ + in₁)) u² − (6 (v₀ − v₁) + d (4 out₀ + 2 in₁)) u + d out₀`, two in a segment at most. Where tangents
    /// have lengths u is the parameter of the curve, and they are multiplied as there.
    pub fn extremes(&self) -> impl Iterator<Item = T> + '_ {
        let between = (1..self.times.len()).flat_map(move |after| self.turns_after(after - 1));
        let keys = (0..self.times.len()).map(move |key| self.value(key));
        keys.chain(between)
    }

    /// The values where numbers turn back between a key and the next.
    fn turns_after(&self, key: usize) -> Vec<T> {
        if self.out(key) != Segment::Cubic {
            return Vec::new();
        }
        let curve = self.time_curve(key);
        let distance = self.times[key + 1] - self.times[key];
        let [by_out, by_into] = curve.map_or([1.0; 2], |curve| curve.factors());
        let place = |offset: usize| self.values[3 * key + offset].to_value().numbers();
        let [value, out, into, end] = [1, 2, 3, 4].map(place);
        let mut shares = Vec::new();
        for (((value, out), into), end) in value.into_iter().zip(out).zip(into).zip(end) {
            let [value, out, into, end] = [value, out, into, end].map(f64::from);
            let distance = f64::from(distance);
            let (out, into) = (distance * by_out * out, distance * by_into * into);
            let fall = 6.0 * (value - end);
            let zeros = zeros(
                fall + 3.0 * (out + into),
                -(fall + 4.0 * out + 2.0 * into),
                out,
            );
            let is_within = |share: &f64| EDGE < *share && *share < 1.0 - EDGE;
            shares.extend(zeros.into_iter().filter(is_within));
        }
        #[expect(clippy::cast_possible_truncation, reason = "a share of a segment")]
        let plain = |share: f64| self.hermite(key, share as f32, [distance; 2]);
        let at = |share: f64| {
            let curve = curve.as_ref();
            let terms = curve.map(|curve| self.weighted_terms(key, curve, share));
            T::blend(terms.unwrap_or_else(|| plain(share)))
        };
        shares.into_iter().map(at).collect()
    }
}

/// The zeros of `a x² + b x + c`; what is not one is no number or infinite.
fn zeros(a: f64, b: f64, c: f64) -> [f64; 2] {
    let root = (b * b - 4.0 * a * c).sqrt();
    // Without the difference that would cancel.
    let sum = -0.5 * (b + root.copysign(b));
    [sum / a, c / sum]
}
