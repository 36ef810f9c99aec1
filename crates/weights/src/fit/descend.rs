//! From weights to better ones, step by step.

use super::choose;
use super::problem::{Guess, Problem};
use super::quadratic::{Bounds, Quadratic};

/// Most steps from one beginning.
const MOST_STEPS: usize = 40;
/// Most attempts at one step.
const MOST_ATTEMPTS: usize = 12;
/// A step that lessens the squares by a smaller part is the last.
const LEAST_GAIN: f64 = 1e-5;

/// The weights with the least squares near a guess, by Levenberg–Marquardt, each step by the quadratic function that the slopes
/// make of the squares, within the bounds. Never worse than the guess.
pub(crate) fn descend(problem: &Problem<'_>, mut guess: Guess) -> Guess {
    let noise = problem.noise();
    let mut ridge = None;
    // Without damping a step is Gauss–Newton's, which does linear blending at once.
    let mut damping = 0.0_f64;
    let mut best = f64::INFINITY;
    for _ in 0..MOST_STEPS {
        let Some(model) = problem.model(&guess) else {
            break;
        };
        let scale = model.scale();
        // Fixed by the first slopes, so that the objective is the same function at every step.
        let ridge = *ridge.get_or_insert(problem.ridge * scale);
        if best == f64::INFINITY {
            best = problem.objective(&guess, ridge);
        }
        if best <= noise || scale <= 0.0 {
            break;
        }
        let Some((next, value)) = step(problem, &model, &guess, (ridge, best), &mut damping) else {
            break;
        };
        let gain = best - value;
        (guess, best) = (next, value);
        if gain <= LEAST_GAIN * best {
            break;
        }
    }
    guess
}

/// A step that lessens the objective, damped until it does.
fn step(
    problem: &Problem<'_>,
    model: &Quadratic,
    guess: &Guess,
    (ridge, best): (f64, f64),
    damping: &mut f64,
) -> Option<(Guess, f64)> {
    let (anchors, weights) = (problem.anchors(guess), guess.free_weights());
    let all: Vec<usize> = (0..weights.len()).collect();
    let scale = model.scale();
    for _ in 0..MOST_ATTEMPTS {
        let mut damped = model.clone();
        damped.pull(&anchors, ridge);
        // Without a trace of damping, joints that move alike would leave nothing to divide by.
        damped.pull(&weights, (*damping).max(1e-14) * scale);
        let shares = damped.least(&all, &weights, problem.is_signed);
        let next = guess.with(&shares);
        let value = problem.objective(&next, ridge);
        if value < best {
            *damping = if *damping > 1e-8 { *damping * 0.1 } else { 0.0 };
            return Some((next, value));
        }
        *damping = (*damping * 10.0).max(1e-6);
    }
    None
}

/// Brings a guess down to so many free joints: those that the slopes say do best, with their weights fitted again.
pub(crate) fn limit_joints(problem: &Problem<'_>, guess: &Guess, slots: usize) -> Option<Guess> {
    let support = guess.support();
    let mut model = problem.model(guess)?;
    model.pull(
        &problem.anchors(guess),
        problem.ridge.max(1e-13) * model.scale(),
    );
    let bounds = Bounds {
        budget: guess.budget(),
        is_signed: problem.is_signed,
    };
    let (set, shares) = choose::best(&model, support, slots, bounds);
    Some(descend(problem, guess.with_free(&set, &shares)))
}
