//! `dualskin bench`: nanoseconds a vertex of every method, in one run.

use std::fmt::Write as _;
use std::hint::black_box;
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use glam::Vec3;
use rig::{Method, Palette};
use serde::Serialize;
use skin_cpu::{SkinError, Skinned, Vertices, skin};

use super::subject::{Piece, Size, Subject};
use super::{Failure, console};
use crate::load::load;

/// What to measure.
#[derive(Clone, Debug, PartialEq)]
pub struct BenchJob {
    /// What to skin.
    pub subject: BenchSubject,
    /// Threads that share the vertices.
    pub threads: NonZero<u16>,
    /// One JSON document instead of a table.
    pub json: bool,
}

/// A character or numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum BenchSubject {
    /// A file or a built-in character.
    Source(String),
    /// A synthetic mesh.
    Synthetic(Size),
}

/// A measurement lasts at least this long, so that the clock and the start of threads do not count.
const SHORTEST: Duration = Duration::from_millis(8);
/// Measurements of each method: odd, so that the median is one of them.
const REPETITIONS: usize = 15;

/// Measures every method and prints the result.
///
/// The methods take turns within each repetition, so that a machine that changes its speed changes all figures alike; the
/// median of the repetitions counts. Palettes are made before the clock starts.
///
/// # Errors
///
/// See [`Failure`].
pub fn run(job: &BenchJob) -> Result<(), Failure> {
    if cfg!(debug_assertions) {
        console::message(
            "this is a debug build; only `cargo run --release -- bench` gives figures that mean something.",
        );
    }
    let threads = usize::from(job.threads.get());
    let subject = match &job.subject {
        BenchSubject::Source(source) => Subject::of_character(load(source)?, threads)?,
        BenchSubject::Synthetic(size) => Subject::synthetic(*size, threads)?,
    };
    let report = measure(&subject, threads)?;
    if job.json {
        let json =
            serde_json::to_string(&report).map_err(|error| Failure::Data(error.to_string()))?;
        return console::result(&json);
    }
    console::result(&report.table())
}

#[derive(Debug, Serialize)]
struct Report {
    subject: String,
    vertices: usize,
    joints: usize,
    influences: usize,
    threads: usize,
    repetitions: usize,
    build: &'static str,
    methods: Vec<Row>,
}

#[derive(Debug, Serialize)]
struct Row {
    method: &'static str,
    nanoseconds_per_vertex: f64,
    ratio_to_linear: f64,
}

fn measure(subject: &Subject, threads: usize) -> Result<Report, Failure> {
    let palettes = Method::ALL.map(|method| subject.palettes(method));
    let palettes = palettes.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut outputs = Output::all(subject);
    let mut rounds = Vec::new();
    for palettes in &palettes {
        // The first pass warms caches, and refuses what does not fit before any clock runs.
        pass(subject, palettes, &mut outputs, 1)?;
        rounds.push(rounds_needed(pass(subject, palettes, &mut outputs, 1)?));
    }
    let mut seconds = vec![Vec::with_capacity(REPETITIONS); palettes.len()];
    for _ in 0..REPETITIONS {
        for (method, palettes) in palettes.iter().enumerate() {
            let elapsed = pass(subject, palettes, &mut outputs, rounds[method])?;
            seconds[method].push(elapsed.as_secs_f64() / f64::from(rounds[method]));
        }
    }
    let medians: Vec<f64> = seconds.into_iter().map(median).collect();
    Ok(Report::new(subject, threads, &medians))
}

fn rounds_needed(one: Duration) -> u32 {
    let needed = SHORTEST.as_nanos().div_ceil(one.as_nanos().max(1));
    u32::try_from(needed)
        .unwrap_or(u32::MAX)
        .clamp(1, 1_000_000)
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// A piece and where its vertices go.
struct Output<'a> {
    piece: &'a Piece,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl<'a> Output<'a> {
    /// In the order of the threads.
    fn all(subject: &'a Subject) -> Vec<Self> {
        let mut outputs: Vec<Self> = subject.pieces.iter().map(Self::of).collect();
        outputs.sort_by_key(|output| output.piece.thread);
        outputs
    }

    fn of(piece: &'a Piece) -> Self {
        let zeros = vec![Vec3::ZERO; piece.positions.len()];
        Self {
            piece,
            positions: zeros.clone(),
            normals: zeros,
        }
    }

    fn skin(&mut self, palettes: &[Palette]) -> Result<(), SkinError> {
        let Some(palette) = palettes.get(self.piece.skin) else {
            return Ok(());
        };
        let vertices = Vertices {
            positions: &self.piece.positions,
            normals: &self.piece.normals,
        };
        let out = Skinned {
            positions: &mut self.positions,
            normals: &mut self.normals,
        };
        skin(vertices, &self.piece.influences, palette, out)?;
        black_box(&self.positions);
        black_box(&self.normals);
        Ok(())
    }
}

/// Skins everything `rounds` times; the time is that of all rounds together.
fn pass(
    subject: &Subject,
    palettes: &[Palette],
    outputs: &mut [Output<'_>],
    rounds: u32,
) -> Result<Duration, Failure> {
    let start = Instant::now();
    let shares: Vec<&mut [Output<'_>]> = outputs
        .chunk_by_mut(|a, b| a.piece.thread == b.piece.thread)
        .collect();
    let work = |share: &mut [Output<'_>]| {
        (0..rounds).try_for_each(|_| {
            share
                .iter_mut()
                .try_for_each(|output| output.skin(palettes))
        })
    };
    let outcome = if shares.len() == 1 {
        shares.into_iter().try_for_each(work)
    } else {
        thread::scope(|scope| {
            let workers: Vec<_> = shares
                .into_iter()
                .map(|share| scope.spawn(|| work(share)))
                .collect();
            workers.into_iter().try_for_each(|worker| {
                worker
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
        })
    };
    outcome.map_err(|error| Failure::Data(format!("{}: {error}.", subject.name)))?;
    Ok(start.elapsed())
}

impl Report {
    /// `medians`: seconds of one pass, one per method.
    fn new(subject: &Subject, threads: usize, medians: &[f64]) -> Self {
        let vertices = subject.vertex_count();
        let linear = medians.first().copied().unwrap_or(0.0);
        #[expect(
            clippy::cast_precision_loss,
            reason = "counts of vertices are far below 2⁵³"
        )]
        let row = |(method, seconds): (Method, &f64)| Row {
            method: method.name(),
            nanoseconds_per_vertex: seconds * 1e9 / vertices as f64,
            ratio_to_linear: seconds / linear,
        };
        Self {
            subject: subject.name.clone(),
            vertices,
            joints: subject.joint_count(),
            influences: subject.max_influences(),
            threads,
            repetitions: REPETITIONS,
            build: if cfg!(debug_assertions) {
                "debug"
            } else {
                "release"
            },
            methods: Method::ALL.into_iter().zip(medians).map(row).collect(),
        }
    }

    fn table(&self) -> String {
        let Self {
            subject,
            vertices,
            joints,
            influences,
            threads,
            repetitions,
            build,
            methods,
        } = self;
        let plural = if *threads == 1 { "" } else { "s" };
        let mut table = format!(
            "{subject}: {vertices} vertices, {joints} joints, up to {influences} influences; \
             {threads} thread{plural}, {build} build, median of {repetitions}\n\n\
             {:<18}{:>12}{:>16}",
            "method", "ns/vertex", "ratio to linear"
        );
        for row in methods {
            let (ns, ratio) = (row.nanoseconds_per_vertex, row.ratio_to_linear);
            // Writing to a string cannot fail.
            let _ = write!(table, "\n{:<18}{ns:>12.2}{ratio:>16.2}", row.method);
        }
        table
    }
}
