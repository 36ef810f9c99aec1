//! What curves show before their first key and after their last: a look ahead at what cycles would do. Clips hold there.

use super::curves::Curve;

/// What a curve does beyond its keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Extrapolation {
    /// It holds, as clips do.
    #[default]
    Hold,
    /// It goes straight on, as it arrives.
    Linear,
    /// It begins again.
    Cycle,
    /// It begins again from where it ended.
    CycleWithOffset,
}

impl Extrapolation {
    /// All of them, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Hold, Self::Linear, Self::Cycle, Self::CycleWithOffset];
}

/// Cycles on each side that are drawn, at most.
const MOST_CYCLES: u16 = 100;

/// The parts of a curve between two times that lie before its keys and after them, each rising in time. `whole` is the curve from its
/// first key to its last.
///
/// Degenerate: a curve of one key, or of none, has no parts; so has one that holds.
#[must_use]
pub fn extrapolated(
    whole: &Curve,
    extrapolation: Extrapolation,
    (from, to): (f32, f32),
) -> Vec<Vec<[f32; 2]>> {
    let [Some(&first), Some(&last)] = [whole.points.first(), whole.points.last()] else {
        return Vec::new();
    };
    let length = last[0] - first[0];
    if length <= 0.0 {
        return Vec::new();
    }
    match extrapolation {
        Extrapolation::Hold => Vec::new(),
        Extrapolation::Linear => straight(&whole.points, (from, to)),
        Extrapolation::Cycle | Extrapolation::CycleWithOffset => {
            let rise = if extrapolation == Extrapolation::CycleWithOffset {
                last[1] - first[1]
            } else {
                0.0
            };
            let copies = |reach: f32| {
                (1..=MOST_CYCLES).take_while(move |n| f32::from(n - 1) * length < reach)
            };
            let before = copies(first[0] - from).map(|n| -f32::from(n));
            let after = copies(to - last[0]).map(f32::from);
            let copy = |n: f32| -> Vec<[f32; 2]> {
                let moved = whole
                    .points
                    .iter()
                    .map(|[time, value]| [time + n * length, value + n * rise]);
                moved
                    .filter(|[time, _]| (from..=to).contains(time))
                    .collect()
            };
            before
                .chain(after)
                .map(copy)
                .filter(|part| part.len() > 1)
                .collect()
        }
    }
}

/// Straight lines on from both ends, with the slopes there.
fn straight(points: &[[f32; 2]], (from, to): (f32, f32)) -> Vec<Vec<[f32; 2]>> {
    let [first, second, ..] = points else {
        return Vec::new();
    };
    let [.., before, last] = points else {
        return Vec::new();
    };
    let on = |end: &[f32; 2], beside: &[f32; 2], time: f32| {
        let slope = (beside[1] - end[1]) / (beside[0] - end[0]);
        [time, end[1] + slope * (time - end[0])]
    };
    let mut parts = Vec::new();
    if from < first[0] {
        parts.push(vec![on(first, second, from), *first]);
    }
    if to > last[0] {
        parts.push(vec![*last, on(last, before, to)]);
    }
    parts
}
