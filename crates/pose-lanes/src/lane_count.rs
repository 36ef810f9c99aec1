//! How many lanes a path has.

use lanes::{Lanes, OnLanes, SimdPath, run_on};

struct Count;

impl OnLanes for Count {
    type Output = usize;

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) -> usize {
        S::LANES
    }
}

/// Lanes of a path on this machine.
pub(crate) fn lane_count(path: SimdPath) -> usize {
    run_on(path, Count)
}
