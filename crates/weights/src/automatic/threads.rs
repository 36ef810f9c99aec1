//! Work on two threads.

use std::ops::Range;
use std::panic::resume_unwind;

use super::watch::Cancelled;

/// Does the halves of a list of `count` items at once, the first on this thread, and gives both results in order. `work` is told
/// which half it is, 0 or 1, and its range.
pub(super) fn in_halves<T: Send>(
    count: usize,
    work: impl Fn(usize, Range<usize>) -> Result<T, Cancelled> + Sync,
) -> Result<[T; 2], Cancelled> {
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
