//! Readers on broken files: a supervisor starts workers, each of which gives its readers one mutated file after another.
//!
//! A worker is a process of its own, so that a signal, an abort for want of memory or an endless loop ends the worker
//! and not the run. It writes each case to a file before it reads it; what the supervisor finds of a dead worker is that
//! file. Within a worker the allocator counts bytes and the system counts processor time, for each case.
//!
//! Mutations start from a corpus, and from cases that got an answer no case got before: a cheap stand-in for coverage
//! that needs no other compiler. Where there is one, `fuzz/` gives the same readers to cargo-fuzz.

pub(crate) mod bytes;
pub(crate) mod case;
pub(crate) mod corpus;
pub(crate) mod models;
pub(crate) mod readers;
pub(crate) mod supervisor;
pub(crate) mod texts;
pub(crate) mod worker;

use std::time::Duration;

pub(crate) use case::{Case, Kind};

/// Bytes that reading one file may take beyond what was allocated before.
pub(crate) const MOST_BYTES: usize = 512 << 20;
/// Processor time that reading one file may take.
pub(crate) const MOST_TIME: Duration = Duration::from_secs(2);
