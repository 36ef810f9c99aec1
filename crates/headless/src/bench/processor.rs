//! Measures all methods on the processor.

use std::hint::black_box;
use std::time::{Duration, Instant};
use std::{io, thread};

use glam::Vec3;
use rig::{Method, Palette};
use skin_cpu::{SkinError, SkinOutput, Vertices, skin};

use super::turns::Bench;
use crate::Failure;
use crate::source::subject::{Piece, SkinSubject};

/// All methods, on as many threads as the subject is cut for.
pub(super) struct ProcessorBench<'a> {
    subject: &'a SkinSubject,
    /// Per method, one palette per skin.
    palettes: Vec<Vec<Palette>>,
    /// Outputs in the order of the threads.
    outputs: Vec<Output<'a>>,
}

impl<'a> ProcessorBench<'a> {
    pub(super) fn new(subject: &'a SkinSubject) -> Result<Self, Failure> {
        let mut outputs: Vec<Output<'a>> = subject.pieces.iter().map(Output::of).collect();
        outputs.sort_by_key(|output| output.piece.thread);
        let palettes = Method::ALL.map(|method| subject.palettes(method));
        Ok(Self {
            subject,
            palettes: palettes.into_iter().collect::<Result<_, _>>()?,
            outputs,
        })
    }
}

impl Bench for ProcessorBench<'_> {
    fn count(&self) -> usize {
        self.palettes.len()
    }

    fn most_rounds(&self) -> u32 {
        // An end for subjects so small that no number of rounds takes long.
        1_000_000
    }

    fn pass(&mut self, which: usize, rounds: u32) -> Result<Duration, Failure> {
        let palettes = self.palettes.get(which).map_or(&[][..], Vec::as_slice);
        let start = Instant::now();
        let shares: Vec<&mut [Output<'_>]> = self
            .outputs
            .chunk_by_mut(|a, b| a.piece.thread == b.piece.thread)
            .collect();
        let work = |share: &mut [Output<'_>]| {
            (0..rounds).try_for_each(|_| {
                share
                    .iter_mut()
                    .try_for_each(|output| output.skin(palettes))
            })
        };
        let refused = |error: SkinError| Failure::Data(format!("{}: {error}.", self.subject.name));
        if shares.len() == 1 {
            shares.into_iter().try_for_each(work).map_err(refused)?;
        } else {
            thread::scope(|scope| {
                // A thread that cannot be started is an error: fewer threads would measure something else.
                let start = |share| thread::Builder::new().spawn_scoped(scope, || work(share));
                let workers: Result<Vec<_>, _> = shares.into_iter().map(start).collect();
                let workers = workers.map_err(no_thread)?;
                let mut outcomes = workers.into_iter().map(join_thread);
                outcomes.try_for_each(|outcome| outcome.map_err(refused))
            })?;
        }
        Ok(start.elapsed())
    }
}

/// What a thread gives when it ends; it panics where the thread did.
fn join_thread<T>(worker: thread::ScopedJoinHandle<'_, T>) -> T {
    worker
        .join()
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[expect(clippy::needless_pass_by_value, reason = "the shape of map_err")]
fn no_thread(error: io::Error) -> Failure {
    Failure::Data(format!(
        "A thread could not be started: {error}. Ask for fewer with --threads."
    ))
}

/// A piece and the memory for its skinned vertices.
struct Output<'a> {
    piece: &'a Piece,
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
}

impl<'a> Output<'a> {
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
            ..Vertices::default()
        };
        let out = SkinOutput {
            positions: &mut self.positions,
            normals: &mut self.normals,
            ..SkinOutput::default()
        };
        skin(vertices, self.piece.weighting(), palette, out)?;
        // Nobody reads the vertices, and the compiler must not leave the work out for that.
        black_box(&self.positions);
        black_box(&self.normals);
        Ok(())
    }
}
