//! What every report of `bench` begins with.

use serde::Serialize;

use super::REPETITIONS;
use crate::terminal::printable::short;

/// Whether this program was built to be fast.
pub(super) const BUILD: &str = if cfg!(debug_assertions) {
    "debug"
} else {
    "release"
};

/// The time of a frame at 60 frames per second, in milliseconds.
pub(super) const FRAME: f64 = 1000.0 / 60.0;

/// What was measured, and how: the first members of a document, and the first line of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Setup {
    /// The source of the mesh.
    pub subject: String,
    /// The number of vertices.
    pub vertices: usize,
    /// Joints that skins list.
    pub joints: usize,
    /// The largest number of influences of a vertex.
    pub influences: usize,
    /// The number of threads on the processor.
    pub threads: usize,
    /// The number of measurements, of which the median counts.
    pub repetitions: usize,
    /// How this program was built: `release` or `debug`.
    pub build: &'static str,
}

impl Setup {
    pub(super) fn new(subject: &str, counts: Counts, threads: usize) -> Self {
        let Counts {
            vertices,
            joints,
            influences,
        } = counts;
        Self {
            subject: subject.to_owned(),
            vertices,
            joints,
            influences,
            threads,
            repetitions: REPETITIONS,
            build: BUILD,
        }
    }

    pub(super) fn heading(&self) -> String {
        let Self {
            subject,
            vertices,
            joints,
            influences,
            threads,
            repetitions,
            build,
        } = self;
        let subject = short(subject);
        let plural = |number: usize| if number == 1 { "" } else { "s" };
        let noun = if *vertices == 1 { "vertex" } else { "vertices" };
        format!(
            "{subject}: {vertices} {noun}, {joints} joint{}, up to {influences} influence{}; \
             {threads} thread{}, {build} build, median of {repetitions}",
            plural(*joints),
            plural(*influences),
            plural(*threads),
        )
    }
}

/// How large the mesh is that is measured.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub(super) vertices: usize,
    pub(super) joints: usize,
    pub(super) influences: usize,
}
