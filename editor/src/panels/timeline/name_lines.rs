//! Lines of names one below the other.

use std::ops::RangeInclusive;

/// Height of a name, in points.
pub(super) const LINE: f32 = 12.0;

/// Moves lines apart that stand in order, so that none covers another. Where there is no room for all, the first leave the
/// range.
pub(super) fn spread_lines(tops: &mut [f32], range: RangeInclusive<f32>) {
    let mut free = *range.start();
    for top in tops.iter_mut() {
        *top = top.max(free);
        free = *top + LINE;
    }
    // From the bottom up again, for lines that the first pass has pushed out.
    let mut last = *range.end();
    for top in tops.iter_mut().rev() {
        *top = top.min(last);
        last = *top - LINE;
    }
}

#[cfg(test)]
mod tests {
    use super::{LINE, spread_lines};

    #[test]
    fn names_that_meet_stand_one_below_the_other_and_stay_in_sight() {
        let mut tops = [0.0, 90.0, 91.0, 92.0];
        spread_lines(&mut tops, 5.0..=95.0);
        assert_eq!(tops, [5.0, 95.0 - 2.0 * LINE, 95.0 - LINE, 95.0]);
    }

    #[test]
    fn of_too_many_names_those_remain_that_there_is_room_for() {
        let mut tops = [10.0; 9];
        spread_lines(&mut tops, 0.0..=3.0 * LINE);
        let written = tops.into_iter().filter(|top| *top >= 0.0);
        assert_eq!(
            written.collect::<Vec<_>>(),
            [0.0, LINE, 2.0 * LINE, 3.0 * LINE]
        );
    }
}
