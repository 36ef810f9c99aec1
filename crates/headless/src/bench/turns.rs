//! Fair measurements: all subjects alternate, and the median counts.

use std::time::Duration;

use crate::Failure;

/// The least duration of a measurement, so that the resolution of the clock and the start of threads and kernels do not
/// matter.
///
/// Figures of a debug build mean little, so its tests need not wait for them.
const SHORTEST: Duration = Duration::from_millis(if cfg!(debug_assertions) { 1 } else { 8 });
/// Measurements of each subject: odd, so that the median is one of them. Few in debug builds, too.
pub(super) const REPETITIONS: usize = if cfg!(debug_assertions) { 3 } else { 15 };

/// Several things to measure on one machine.
pub(super) trait Bench {
    /// The number of things to measure.
    fn count(&self) -> usize;
    /// The largest number of rounds in one measurement.
    fn most_rounds(&self) -> u32;
    /// Runs one of them `rounds` times; returns the time of all rounds together.
    fn pass(&mut self, which: usize, rounds: u32) -> Result<Duration, Failure>;
}

/// The median seconds of one round for everything, machine by machine.
pub(super) fn medians<const N: usize>(
    mut benches: [&mut dyn Bench; N],
) -> Result<[Vec<f64>; N], Failure> {
    let mut turns = [const { Vec::new() }; N];
    for (bench, turns) in benches.iter_mut().zip(&mut turns) {
        for which in 0..bench.count() {
            turns.push(BenchTurn {
                which,
                rounds: enough_rounds(*bench, which)?,
                seconds: Vec::with_capacity(REPETITIONS),
            });
        }
    }
    for _ in 0..REPETITIONS {
        for (bench, turns) in benches.iter_mut().zip(&mut turns) {
            for turn in turns {
                let elapsed = bench.pass(turn.which, turn.rounds)?;
                let seconds = elapsed.as_secs_f64() / f64::from(turn.rounds);
                turn.seconds.push(seconds);
            }
        }
    }
    let of_machine = |turns: Vec<BenchTurn>| {
        let seconds = turns.into_iter().map(|turn| turn.seconds);
        seconds.map(median).collect()
    };
    Ok(turns.map(of_machine))
}

/// One thing to measure on one machine.
struct BenchTurn {
    which: usize,
    rounds: u32,
    seconds: Vec<f64>,
}

fn enough_rounds(bench: &mut dyn Bench, which: usize) -> Result<u32, Failure> {
    // The first pass warms caches, and returns errors before anything is measured.
    bench.pass(which, 1)?;
    let most = bench.most_rounds();
    let mut rounds = 1;
    loop {
        // The faster of two, in case another process was busy for a moment.
        let elapsed = bench.pass(which, rounds)?.min(bench.pass(which, rounds)?);
        if elapsed >= SHORTEST || rounds >= most {
            return Ok(rounds);
        }
        // The cost of starting is distributed over more rounds, so the estimate is repeated.
        let times = SHORTEST.as_nanos().div_ceil(elapsed.as_nanos().max(1));
        let times = u32::try_from(times).unwrap_or(u32::MAX).max(2);
        rounds = rounds.saturating_mul(times).min(most);
    }
}

pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
