//! Where the search begins: the present weights, and those that linear blending would take.

use glam::DVec3;
use rig::{InfluenceRow, JointSlot};

use super::choose;
use super::problem::{Guess, LEAST_WEIGHT, Problem};
use super::quadratic::{Bounds, Quadratic};
use crate::{Row, Rules};

/// Most joints that linear blending is solved for: those that come nearest alone.
const MOST_TRIED: usize = 48;
/// Most joints that are searched through, beside those of the row.
const MOST_SEARCHED: usize = 10;
/// Of so many joints few are searched through by themselves, the best so many sets, of so many joints each.
const MOST_IN_SETS: usize = 6;
const MOST_SETS: usize = 14;
const LARGEST_SET: usize = 4;
/// Of the best of them each joint comes first once: it is the pivot of a sign rule.
const SETS_IN_TURN: usize = 6;

/// A joint with the places to which it takes the point alone, one for each aim.
struct StartCandidate {
    joint: JointSlot,
    images: Vec<DVec3>,
    /// The squares of their distances from the aims.
    squares: f64,
    /// What linear blending gives it.
    weight: f64,
}

/// The guesses to begin with at a point, each with the joints that may come to something.
///
/// Linear blending is convex, so that its one solution is the best; other methods give about the same where rotations are not wide, and
/// every method takes a point with one joint where that joint goes. Of many candidates those are kept that this solution has, those of
/// the row, and those that come nearest alone.
pub(super) fn starts(
    problem: &Problem<'_>,
    row: &Row,
    candidates: &[JointSlot],
    rules: &Rules<'_>,
) -> Vec<Guess> {
    let mut tried = find_candidates(problem, row, candidates, rules);
    blend_linearly(problem, row, &mut tried, rules);
    sort(&mut tried);
    let searched: Vec<JointSlot> = tried
        .iter()
        .take(MOST_SEARCHED)
        .map(|of| of.joint)
        .collect();
    let linear = |guess: &Guess| {
        let weight = |&place: &usize| {
            let of = tried.iter().find(|of| of.joint == guess.joints[place]);
            of.map_or(0.0, |of| of.weight)
        };
        guess.with(&guess.free.iter().map(weight).collect::<Vec<f64>>())
    };
    let present = Guess::new(row, &searched, rules);
    let mut starts = vec![linear(&present)];
    if !row.is_unbound() {
        starts.insert(0, present);
        let held = row.pairs().filter(|&(joint, _)| rules.is_locked(joint));
        let held = Row::exact(held);
        // In the order of the new weights: the first of a row is the pivot of a sign rule.
        if row.pairs().next().map(|(joint, _)| joint) != searched.first().copied() {
            starts.push(linear(&Guess::new(&held, &searched, rules)));
        }
    }
    starts
}

/// More guesses, for where those come to nothing: few joints at a time, by linear blending. What a blend turns about, and the signs
/// of rotations, change with the set of joints, so that there may be a hollow for each.
pub(super) fn of_sets(
    problem: &Problem<'_>,
    row: &Row,
    candidates: &[JointSlot],
    slots: usize,
    rules: &Rules<'_>,
) -> Vec<Guess> {
    let mut tried = find_candidates(problem, row, candidates, rules);
    blend_linearly(problem, row, &mut tried, rules);
    sort(&mut tried);
    tried.truncate(MOST_IN_SETS);
    let (squares, budget) = linear_squares(problem, row, &tried, rules);
    let bounds = Bounds {
        budget,
        is_signed: false,
    };
    let all: Vec<usize> = (0..tried.len()).collect();
    let sets = choose::rank_sets(&squares, &all, slots.min(LARGEST_SET), bounds);
    let held = row.pairs().filter(|&(joint, _)| rules.is_locked(joint));
    let held = Row::exact(held);
    let mut guesses = Vec::new();
    for (rank, (set, shares)) in sets.into_iter().take(MOST_SETS).enumerate() {
        let mut order: Vec<usize> = (0..set.len()).collect();
        order.sort_by(|&one, &other| shares[other].total_cmp(&shares[one]));
        let turns = if rank < SETS_IN_TURN { order.len() } else { 1 };
        for _ in 0..turns {
            let joints: Vec<JointSlot> =
                order.iter().map(|&place| tried[set[place]].joint).collect();
            let shares: Vec<f64> = order.iter().map(|&place| shares[place]).collect();
            guesses.push(Guess::new(&held, &joints, rules).with(&shares));
            order.rotate_left(1);
        }
    }
    guesses
}

/// Those with weight first, the largest foremost, as files mostly have it; then the nearest.
fn sort(tried: &mut [StartCandidate]) {
    let has_weight = |of: &StartCandidate| of.weight > LEAST_WEIGHT;
    tried.sort_by(|one, other| match (has_weight(one), has_weight(other)) {
        (true, true) => other.weight.total_cmp(&one.weight),
        (false, false) => one.squares.total_cmp(&other.squares),
        (has, has_other) => has_other.cmp(&has),
    });
}

/// The candidates that go somewhere, with those of the row.
fn find_candidates(
    problem: &Problem<'_>,
    row: &Row,
    candidates: &[JointSlot],
    rules: &Rules<'_>,
) -> Vec<StartCandidate> {
    let mut joints: Vec<JointSlot> = row.pairs().map(|(joint, _)| joint).collect();
    let n_own = joints.len();
    joints.extend_from_slice(candidates);
    let of = |&joint: &JointSlot| {
        let images = images(problem, joint)?;
        let aims = images.iter().zip(&problem.aims);
        let squares = aims.map(|(image, aim)| image.distance_squared(aim.place) * aim.share);
        Some(StartCandidate {
            joint,
            squares: squares.sum(),
            images,
            weight: 0.0,
        })
    };
    let mut known = Vec::new();
    joints.retain(|joint| {
        let is_new = !known.contains(joint) && !rules.is_locked(*joint);
        known.push(*joint);
        is_new
    });
    let own: Vec<JointSlot> = row.pairs().take(n_own).map(|(joint, _)| joint).collect();
    let mut all: Vec<StartCandidate> = joints.iter().filter_map(of).collect();
    all.sort_by(|one, other| one.squares.total_cmp(&other.squares));
    let mut rank = 0;
    all.retain(|of| {
        rank += 1;
        rank <= MOST_TRIED || own.contains(&of.joint)
    });
    all
}

/// Where a joint alone takes the point; none if that is not finite.
fn images(problem: &Problem<'_>, joint: JointSlot) -> Option<Vec<DVec3>> {
    let place = |pose| {
        problem.skinned.place(
            problem.at(pose),
            InfluenceRow {
                joints: &[joint],
                weights: &[1.0],
            },
        )
    };
    let images: Vec<DVec3> = problem.aims.iter().map(|aim| place(aim.pose)).collect();
    images
        .iter()
        .all(|image| image.is_finite())
        .then_some(images)
}

/// Gives each joint its weight under linear blending, beside locked ones. `tried` has the nearest first.
fn blend_linearly(
    problem: &Problem<'_>,
    row: &Row,
    tried: &mut [StartCandidate],
    rules: &Rules<'_>,
) {
    let (squares, budget) = linear_squares(problem, row, tried, rules);
    let mut start = vec![0.0; tried.len()];
    // A start has to keep to the bounds, and all for one joint does.
    if let Some(nearest) = start.first_mut() {
        *nearest = budget.max(0.0);
    }
    let all: Vec<usize> = (0..tried.len()).collect();
    for (of, weight) in tried.iter_mut().zip(squares.least(&all, &start, false)) {
        of.weight = weight;
    }
}

/// The squares under linear blending, beside locked joints, and what these leave.
fn linear_squares(
    problem: &Problem<'_>,
    row: &Row,
    tried: &[StartCandidate],
    rules: &Rules<'_>,
) -> (Quadratic, f64) {
    let held = row.pairs().filter(|&(joint, _)| rules.is_locked(joint));
    let held: Vec<(f64, Vec<DVec3>)> = held
        .filter_map(|(joint, weight)| Some((f64::from(weight), images(problem, joint)?)))
        .collect();
    let budget = 1.0 - held.iter().map(|(weight, _)| weight).sum::<f64>();
    let mut squares = Quadratic::new(tried.len());
    let mut columns = Vec::new();
    for (place, aim) in problem.aims.iter().enumerate() {
        columns.clear();
        // Seen from the aim: shares and locked weights sum to one, so what is left is the distance.
        columns.extend(tried.iter().map(|of| of.images[place] - aim.place));
        let rest = held
            .iter()
            .map(|(weight, images)| (images[place] - aim.place) * *weight);
        squares.add(&columns, rest.sum(), aim.share);
    }
    let weights: Vec<f64> = tried
        .iter()
        .map(|of| f64::from(row.weight(of.joint)))
        .collect();
    // A trace of the present weights decides between joints that move alike.
    squares.pull(&weights, 1e-12 * squares.scale());
    (squares, budget)
}
