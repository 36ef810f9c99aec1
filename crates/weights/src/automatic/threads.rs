//! Work on two threads.

use std::ops::Range;

use super::watch::Canceled;
use crate::parallel::for_each;

/// Numbers to be found, from which on two threads are quicker than one.
pub(super) const LARGE: usize = 16_384;

/// Does the halves of a list of `count` items at once, the first on this thread, and gives both results in order. `work` is told
/// which half it is, 0 or 1, and its range. Work that is not `large` is all of it the first half, on this thread: a thread takes longer
/// to begin than a small mesh to be done.
pub(super) fn in_halves<T: Send>(
    count: usize,
    large: bool,
    work: impl Fn(usize, Range<usize>) -> Result<T, Canceled> + Sync,
) -> Result<[T; 2], Canceled> {
    let middle = if large { count.div_ceil(2) } else { count };
    let ranges = [(0, 0..middle), (1, middle..count)];
    let mut halves = [None, None];
    let jobs = ranges.into_iter().zip(&mut halves);
    for_each(jobs, 1 + usize::from(large), |((half, range), result)| {
        *result = Some(work(half, range));
    });
    let [first, second] = halves.map(|half| half.unwrap_or(Err(Canceled)));
    Ok([first?, second?])
}
