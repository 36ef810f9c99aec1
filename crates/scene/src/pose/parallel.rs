//! Distributes jobs over threads, and runs them on the calling thread alone where no other can be started.
//!
//! The caller waits for all jobs, and the threads borrow their data: a parallel loop, not background work.

use std::panic::resume_unwind;
use std::sync::Mutex;
use std::thread;

/// The number of threads that run at the same time on this machine.
#[must_use]
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A piece of work that holds the place of its result.
pub type Work<'w> = Box<dyn FnOnce() + Send + 'w>;

/// Does different pieces of work, as [`for_each_parallel`] does jobs: those that take longest should come first.
pub fn do_all(works: Vec<Work<'_>>, threads: usize) {
    for_each_parallel(works.into_iter(), threads, |work| work());
}

/// Runs every job, on this thread and up to `threads − 1` others. The order is not fixed and nothing is returned: a job
/// holds the place that it writes to.
///
/// Each thread takes the next job when it is free. A thread that cannot be started is skipped; a panic continues on the
/// calling thread, as with `thread::scope`.
pub fn for_each_parallel<Job: Send>(
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
        let start = |_| {
            let thread = thread::Builder::new().name("share".to_owned());
            thread.spawn_scoped(scope, work_on).ok()
        };
        let others: Vec<_> = (1..threads).map_while(start).collect();
        work_on();
        // Not left to the scope: to let go of a thread that is just ending is a fault in some C libraries (glibc 2.36).
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
}
