//! Work on two threads.

use std::ops::Range;
use std::panic::resume_unwind;

use super::watch::Canceled;

/// Numbers to be found, from which on a second thread pays.
pub(super) const LARGE: usize = 16_384;

/// Does the halves of a list of `count` items at once, the first on this thread, and gives both results in order. `work` is told
/// which half it is, 0 or 1, and its range. Work that is not `large` is all of it the first half, on this thread: a thread takes longer
/// to begin than a small mesh to be done.
pub(super) fn in_halves<T: Send>(
    count: usize,
    large: bool,
    work: impl Fn(usize, Range<usize>) -> Result<T, Canceled> + Sync,
) -> Result<[T; 2], Canceled> {
    if !large {
        return Ok([work(0, 0..count)?, work(1, count..count)?]);
    }
    let middle = count.div_ceil(2);
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| work(1, middle..count));
        let first = work(0, 0..middle);
        (
            first,
            second.join().unwrap_or_else(|panic| resume_unwind(panic)),
        )
    });
    Ok([first?, second?])
}
