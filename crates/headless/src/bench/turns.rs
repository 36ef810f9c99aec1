//! Fair measuring: everything takes turns, and the median counts.

use std::time::Duration;

use crate::Failure;

/// A measurement lasts at least this long, so that the clock and the start of threads and kernels do not count.
const SHORTEST: Duration = Duration::from_millis(8);
/// Measurements of everything: odd, so that the median is one of them.
pub(super) const REPETITIONS: usize = 15;

/// Some things to measure on one machine.
pub(super) trait Bench {
    /// How many.
    fn count(&self) -> usize;
    /// Rounds that one measurement may have at most.
    fn most_rounds(&self) -> u32;
    /// Does one of the things `rounds` times; the time is that of all rounds together.
    fn pass(&mut self, which: usize, rounds: u32) -> Result<Duration, Failure>;
}

/// Seconds of one round of everything, machine by machine.
pub(super) fn medians<const N: usize>(
    mut benches: [&mut dyn Bench; N],
) -> Result<[Vec<f64>; N], Failure> {
    let mut turns = [const { Vec::new() }; N];
    for (bench, turns) in benches.iter_mut().zip(&mut turns) {
        for which in 0..bench.count() {
            turns.push(Turn {
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
    let of_machine = |turns: Vec<Turn>| {
        let seconds = turns.into_iter().map(|turn| turn.seconds);
        seconds.map(median).collect()
    };
    Ok(turns.map(of_machine))
}

/// One thing on one machine.
struct Turn {
    which: usize,
    rounds: u32,
    seconds: Vec<f64>,
}

fn enough_rounds(bench: &mut dyn Bench, which: usize) -> Result<u32, Failure> {
    // The first pass warms caches, and refuses what does not fit before any clock counts.
    bench.pass(which, 1)?;
    let most = bench.most_rounds();
    let mut rounds = 1;
    loop {
        // The faster of two: whoever else was busy for a moment must not decide.
        let elapsed = bench.pass(which, rounds)?.min(bench.pass(which, rounds)?);
        if elapsed >= SHORTEST || rounds >= most {
            return Ok(rounds);
        }
        // What starting costs shrinks with more rounds: one look is not enough.
        let times = SHORTEST.as_nanos().div_ceil(elapsed.as_nanos().max(1));
        let times = u32::try_from(times).unwrap_or(u32::MAX).max(2);
        rounds = rounds.saturating_mul(times).min(most);
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
