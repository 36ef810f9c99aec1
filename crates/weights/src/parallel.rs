//! Work on points shared out among threads that are waited for: parallel loops, not background work.

use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::{Mutex, OnceLock};
use std::thread;

/// Does a list of so many items in ranges, on as many threads as are worth it, and gives the results in the order of the ranges. A thread is
/// begun for `least` items or more: that should be many times what it takes to begin, some hundredths of a millisecond.
pub(crate) fn in_ranges<T: Send>(
    count: usize,
    least: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let threads = (count / least).clamp(1, processors());
    let size = count.div_ceil(threads).max(1);
    let ranges = (0..threads).map(|part| (part * size).min(count)..((part + 1) * size).min(count));
    let mut results: Vec<Option<T>> = Vec::new();
    results.resize_with(threads, || None);
    for_each(ranges.zip(&mut results), threads, |(range, result)| {
        *result = Some(work(range));
    });
    results.into_iter().flatten().collect()
}

/// Runs every job, on this thread and up to `threads − 1` others, in no fixed order: a job holds the place that it writes to. Where no
/// thread can be started the others do its jobs; a panic goes on in this thread.
pub(crate) fn for_each<Job: Send>(
    jobs: impl Iterator<Item = Job> + Send,
    threads: usize,
    work: impl Fn(Job) + Sync,
) {
    let jobs = Mutex::new(jobs);
    // The lock is held only while a job is taken.
    let next = || jobs.lock().ok()?.next();
    let work_on = || {
        while let Some(job) = next() {
            work(job);
        }
    };
    thread::scope(|scope| {
        let start = |_| thread::Builder::new().spawn_scoped(scope, work_on).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        work_on();
        // Not left to the scope: to let go of a thread that is just ending is a fault in some C libraries (glibc 2.36).
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}

/// The number of threads that run at the same time on this machine; asked for once, since the answer is read from files of the system.
pub(crate) fn processors() -> usize {
    static KNOWN: OnceLock<usize> = OnceLock::new();
    *KNOWN.get_or_init(|| thread::available_parallelism().map_or(1, std::num::NonZero::get))
}
