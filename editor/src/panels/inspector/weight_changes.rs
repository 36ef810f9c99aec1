//! The changes of a vertex's weights by a stroke, rounded as they are read.

use rig::JointIndex;

/// Most bars beside the pointer in weights mode.
pub(super) const MOST_IN_SHORT: usize = 4;

/// The changes that are listed, and the sum of all others, chosen so that the rounded numbers add up; `None` where that
/// sum is zero.
pub(super) fn split_listed(donors: &[(JointIndex, f32)]) -> (&[(JointIndex, f32)], Option<f32>) {
    let is_read = |(_, change): &&(JointIndex, f32)| thousandths(*change) != 0;
    let count = donors
        .iter()
        .take(MOST_IN_SHORT)
        .take_while(is_read)
        .count();
    let (listed, rest) = donors.split_at(count);
    let all: f32 = donors.iter().map(|(_, change)| change).sum();
    let read: i32 = listed.iter().map(|(_, change)| thousandths(*change)).sum();
    // Of the rounded sum, not the sum of the rest rounded: the numbers that are read add up.
    let others = thousandths(all) - read;
    let is_there = !rest.is_empty() && others != 0;
    #[expect(clippy::cast_precision_loss, reason = "thousandths of a few weights")]
    let others = is_there.then_some(others as f32 / 1000.0);
    (listed, others)
}

/// A weight in thousandths, as it is displayed.
#[expect(clippy::cast_possible_truncation, reason = "a few thousand; saturates")]
fn thousandths(change: f32) -> i32 {
    (change * 1000.0).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(changes: &[f32]) -> (usize, i32) {
        let donors: Vec<_> = (0..).map(JointIndex).zip(changes.iter().copied()).collect();
        let (listed, others) = split_listed(&donors);
        let read: i32 = listed.iter().map(|(_, change)| thousandths(*change)).sum();
        (listed.len(), read + others.map_or(0, thousandths))
    }

    #[test]
    fn what_is_given_and_taken_adds_up() {
        assert_eq!(sum(&[0.5, -0.2, -0.15, -0.1, -0.03, -0.02]), (4, 0));
        assert_eq!(sum(&[0.673, -0.524, -0.123, -0.026]), (4, 0));
        assert_eq!(sum(&[0.0412, -0.0403, -0.0003, -0.0003, -0.0003]), (2, 0));
        assert_eq!(sum(&[0.3337, -0.1112, -0.1113, -0.1112, 0.0]), (4, 0));
        assert_eq!(sum(&[1.0]), (1, 1000), "a vertex that was not bound");
        assert_eq!(sum(&[]), (0, 0));
    }
}
