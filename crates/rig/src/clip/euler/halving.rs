//! A span of time in parts, each halved as often as it takes.

/// Halves are no shorter than this, in seconds.
const LEAST: f32 = 5e-4;

/// What is left of a span: its earliest part is halved, or passed.
pub(in crate::clip) struct Halving {
    start: f32,
    /// Ends of the parts that are left, the earliest last.
    ends: Vec<f32>,
}

impl Halving {
    /// All of a span, as one part.
    pub(in crate::clip) fn new([start, end]: [f32; 2]) -> Self {
        Self {
            start,
            ends: vec![end],
        }
    }

    /// The earliest part that is left; none at the end of the span.
    pub(in crate::clip) fn part(&self) -> Option<[f32; 2]> {
        self.ends.last().map(|&end| [self.start, end])
    }

    /// Makes two halves of the part; false, with nothing done, where they would be too short, or single precision has no time between.
    pub(in crate::clip) fn halve(&mut self) -> bool {
        let Some([start, end]) = self.part() else {
            return false;
        };
        let middle = start + 0.5 * (end - start);
        let has_room = end - start > 2.0 * LEAST && start < middle && middle < end;
        if has_room {
            self.ends.push(middle);
        }
        has_room
    }

    /// Goes on to the part behind.
    pub(in crate::clip) fn pass(&mut self) {
        if let Some(end) = self.ends.pop() {
            self.start = end;
        }
    }
}
