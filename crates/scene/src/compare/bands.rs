//! How many vertices lie how far inside or outside of the reference: percentages beside a color scale.

use super::Difference;

/// Bands between −range and +range; an odd number, so that one lies around zero.
pub const BANDS: usize = 7;

/// Shares of all vertices, 0 … 1, by their signed difference along the normal. They sum to one where there are vertices.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bands {
    /// Farther inside than the range.
    pub below: f32,
    /// From −range to +range, in bands of equal width.
    pub within: [f32; BANDS],
    /// Farther outside than the range.
    pub above: f32,
}

impl Bands {
    /// Counts the vertices of a difference into bands of `range`, in its units.
    ///
    /// A value on the border of two bands belongs to the outer one, ±range itself to the last band. A range that is not
    /// positive counts as the smallest positive number, so that every difference lies beyond it. Without vertices all
    /// shares are zero.
    #[must_use]
    pub fn of(difference: &Difference, range: f32) -> Self {
        let range = if range > 0.0 {
            range
        } else {
            f32::MIN_POSITIVE
        };
        let mut counts = [0_u32; BANDS];
        let (mut below, mut above) = (0_u32, 0_u32);
        for &along in difference.along_normal.iter().flatten() {
            if along < -range {
                below += 1;
            } else if along > range {
                above += 1;
            } else if let Some(count) = counts.get_mut(band(along / range)) {
                *count += 1;
            }
        }
        let n: u32 = counts.iter().sum::<u32>() + below + above;
        let share = |count: u32| f64::from(count) / f64::from(n.max(1));
        Self {
            below: narrow(share(below)),
            within: counts.map(|count| narrow(share(count))),
            above: narrow(share(above)),
        }
    }
}

/// The band of a value in −1 … 1.
fn band(along: f32) -> usize {
    const MIDDLE: usize = BANDS / 2;
    // Bands on one side, counted from the middle band outwards: 0, 1, … MIDDLE.
    #[expect(clippy::cast_precision_loss, reason = "a handful of bands")]
    let bands = BANDS as f32;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number between 0 and the number of bands"
    )]
    let outwards = (0.5 * (along.abs() * bands + 1.0)).floor() as usize;
    let outwards = outwards.min(MIDDLE);
    if along < 0.0 {
        MIDDLE - outwards
    } else {
        MIDDLE + outwards
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
fn narrow(share: f64) -> f32 {
    share as f32
}
