//! Which side of the plane is the left one.

use glam::Vec3;

use super::FoundPairs;
use super::figures::Scope;
use super::images::{LONGEST_NAME, WORD, is_left_of};
use crate::{JointIndex, NamePatterns};

/// Joints that are all together no farther beside the plane than this share of the skeleton's size do not tell the left.
const LEAST: f32 = 1e-3;
/// Pairs of which rare letters tell the sides, at least.
const LEAST_LETTERED: usize = 2;
/// Joints whose names are read, at most: each is searched for all marks.
const MOST_NAMES: usize = 4_096;

/// The plane's normal or its opposite, whichever points to where the joints of the left are: by the map, else by the names of the
/// joints that count, else by those of all.
pub(super) fn find(
    scope: &Scope<'_>,
    found: &FoundPairs,
    (normal, offset): (Vec3, f32),
) -> Option<Vec3> {
    let height = |joint: JointIndex| normal.dot(place(scope, joint)) - offset;
    let least = least(scope)?;
    let map = pairs_of_map(scope);
    let by_map: f32 = map.map(|[left, right]| height(left) - height(right)).sum();
    let letters = do_letters_tell(scope, found);
    let side = |joint: JointIndex| {
        Some(if is_on_left(scope, found, joint, letters)? {
            height(joint)
        } else {
            -height(joint)
        })
    };
    let by_name = || -> f32 {
        scope
            .counted_joints()
            .take(MOST_NAMES)
            .filter_map(side)
            .sum()
    };
    // Joints that were just made are in no skin yet.
    let by_all_names = || -> f32 {
        let all = scope.joints.iter().take(MOST_NAMES);
        all.copied().filter_map(side).sum()
    };
    let says = |sum: &f32| sum.is_finite() && sum.abs() > least;
    // The surest evidence that says anything at all.
    let sum = Some(by_map)
        .filter(says)
        .or_else(|| Some(by_name()).filter(says))
        .or_else(|| Some(by_all_names()).filter(says))?;
    Some(if sum > 0.0 { normal } else { -normal })
}

/// Where the left is, seen from the right: the direction from the mean place of the joints there to that of those of the left, by the map, else
/// by the names of the joints that count. Nothing where one side has none.
pub(super) fn way(scope: &Scope<'_>, found: &FoundPairs) -> Option<Vec3> {
    let least = least(scope)?;
    let mut by_map = SideSums::default();
    for [left, right] in pairs_of_map(scope) {
        by_map.add(true, place(scope, left));
        by_map.add(false, place(scope, right));
    }
    let by_name = || {
        let letters = do_letters_tell(scope, found);
        let mut sides = SideSums::default();
        for joint in scope.counted_joints().take(MOST_NAMES) {
            if let Some(is_left) = is_on_left(scope, found, joint, letters) {
                sides.add(is_left, place(scope, joint));
            }
        }
        sides.way(least)
    };
    by_map.way(least).or_else(by_name)
}

/// The sums of places on both sides, and how many they are.
#[derive(Default)]
struct SideSums {
    left: (Vec3, f32),
    right: (Vec3, f32),
}

impl SideSums {
    fn add(&mut self, is_left: bool, place: Vec3) {
        let (sum, count) = if is_left {
            &mut self.left
        } else {
            &mut self.right
        };
        *sum += place;
        *count += 1.0;
    }

    /// From the mean of the right to that of the left, of length one; nothing where they are no farther apart than this.
    fn way(&self, least: f32) -> Option<Vec3> {
        // The mean of no joints is NaN, which says nothing.
        let [left, right] = [self.left, self.right].map(|(sum, count)| sum / count);
        let way = left - right;
        let says = way.is_finite() && way.length() > least;
        says.then(|| way.normalize())
    }
}

fn place(scope: &Scope<'_>, joint: JointIndex) -> Vec3 {
    let skeleton = scope.evidence.skeleton;
    skeleton.rest_model_from_joint(joint).translation
}

/// How far from each other joints have to be to tell the left.
fn least(scope: &Scope<'_>) -> Option<f32> {
    let places = || scope.counted_joints().map(|joint| place(scope, joint));
    let (low, high) = (places().reduce(Vec3::min)?, places().reduce(Vec3::max)?);
    Some(LEAST * (high - low).max_element())
}

/// The pairs of the map whose joints are both among these, the left one first.
fn pairs_of_map(scope: &Scope<'_>) -> impl Iterator<Item = [JointIndex; 2]> {
    let map = scope.evidence.map.iter().copied();
    map.filter(move |pair| pair.iter().all(|&joint| scope.has(joint)))
}

/// Whether single letters, as `_g` and `_d`, tell the sides of pairs: if of those whose names have no other mark at least two have such
/// ones, and more than have none. Joints that are counted by letters have few.
fn do_letters_tell(scope: &Scope<'_>, found: &FoundPairs) -> bool {
    let patterns = scope.evidence.patterns;
    let pairs = scope.pairs(found).take(MOST_NAMES);
    let names = pairs.map(|pair| pair.map(|joint| scope.name(joint)));
    let (mut lettered, mut others) = (0, 0);
    for [name, partner] in names {
        if is_left(patterns, [name, partner], false).is_some() {
            continue;
        }
        match is_left(patterns, [name, partner], true) {
            Some(_) => lettered += 1,
            None => others += 1,
        }
    }
    lettered >= LEAST_LETTERED && lettered > others
}

/// On which side a joint is, by its name or its partner's; by rare letters too if they tell.
fn is_on_left(
    scope: &Scope<'_>,
    found: &FoundPairs,
    joint: JointIndex,
    letters: bool,
) -> Option<bool> {
    let patterns = scope.evidence.patterns;
    let partner = found.partner(joint).filter(|&other| other != joint);
    match partner {
        Some(partner) => is_left(
            patterns,
            [joint, partner].map(|joint| scope.name(joint)),
            letters,
        ),
        None => scope.side(joint),
    }
}

/// On which side the first of two partners is by its name: by a whole mark, by a word inside of it, as in `leftarm`, or else by what makes the
/// partner's name of it, as of `arml`, which may be a rare letter if these tell.
fn is_left(patterns: &NamePatterns, [name, partner]: [&str; 2], letters: bool) -> Option<bool> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let inside = || {
        let name = name.to_lowercase();
        // Shorter marks are inside of too many words.
        let has = |mark: &str| mark.chars().count() >= WORD && name.contains(&mark.to_lowercase());
        let side = |(left, right): (&str, &str)| match (has(left), has(right)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        patterns.marks().find_map(side)
    };
    patterns
        .is_left(name)
        .or_else(inside)
        .or_else(|| is_left_of(patterns, [name, partner], letters))
}
