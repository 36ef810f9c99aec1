//! Work that is shared out among threads, and gets done where none is to be had.
//!
//! Whoever calls waits for all of it, and the threads borrow what it works at: this is a faster loop, not work in the background,
//! and so no part of [`jobs`](crate::jobs).

use std::sync::Mutex;
use std::thread;

/// How many threads run at the same time here.
#[must_use]
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Does every job, on this thread and on up to `threads − 1` others. Answers come in no order, hence there are none: a job
/// holds what it writes to.
///
/// Whoever is free takes the next job. A thread that the system refuses is done without; one that panics is done with, as
/// `thread::scope` has it: the panic goes on here.
pub fn for_each_parallel<Job: Send>(
    jobs: impl Iterator<Item = Job> + Send,
    threads: usize,
    work: impl Fn(Job) + Sync,
) {
    let jobs = Mutex::new(jobs);
    let next = || jobs.lock().ok()?.next();
    let work_on = || {
        while let Some(job) = next() {
            work(job);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            let spawned = thread::Builder::new()
                .name("share".to_owned())
                .spawn_scoped(scope, work_on);
            if spawned.is_err() {
                break;
            }
        }
        work_on();
    });
}
