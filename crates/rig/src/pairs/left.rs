//! Which side of the plane is the left one.

use glam::Vec3;

use super::Found;
use super::figures::Scope;
use super::images::{LONGEST_NAME, WORD, is_left_of};
use crate::{JointIndex, NamePatterns};

/// Joints that are all together no farther beside the plane than this share of the skeleton's size do not tell the left.
const LEAST: f32 = 1e-3;
/// Joints whose names are read, at most: each is searched for all marks.
const MOST_NAMES: usize = 4_096;

/// The plane's normal or its opposite, whichever points to where the joints of the left are: by the map, else by the names of the
/// joints that count, else by those of all.
pub(super) fn find(
    scope: &Scope<'_>,
    found: &Found,
    (normal, offset): (Vec3, f32),
) -> Option<Vec3> {
    let (skeleton, patterns) = (scope.evidence.skeleton, scope.evidence.patterns);
    let place = |joint: JointIndex| skeleton.rest_model_from_joint(joint).translation;
    let height = |joint: JointIndex| normal.dot(place(joint)) - offset;
    let low = scope.counted().map(place).reduce(Vec3::min)?;
    let high = scope.counted().map(place).reduce(Vec3::max)?;
    let least = LEAST * (high - low).max_element();
    let map = scope.evidence.map.iter();
    let map = map.filter(|pair| pair.iter().all(|&joint| scope.has(joint)));
    let by_map: f32 = map.map(|&[left, right]| height(left) - height(right)).sum();
    let side = |joint: JointIndex| {
        let partner = found.partner(joint).filter(|&other| other != joint);
        let partner = partner.map(|partner| scope.name(partner));
        let is_left = is_left(patterns, scope.name(joint), partner)?;
        Some(if is_left {
            height(joint)
        } else {
            -height(joint)
        })
    };
    let by_name = || -> f32 { scope.counted().take(MOST_NAMES).filter_map(side).sum() };
    // Joints that were just made are in no skin yet.
    let by_all_names = || -> f32 {
        let all = scope.joints.iter().take(MOST_NAMES);
        all.copied().filter_map(side).sum()
    };
    let says = |sum: &f32| sum.is_finite() && sum.abs() > least;
    let sum = Some(by_map)
        .filter(says)
        .or_else(|| Some(by_name()).filter(says))
        .or_else(|| Some(by_all_names()).filter(says))?;
    Some(if sum > 0.0 { normal } else { -normal })
}

/// On which side the joint of a name is, by a whole mark; where it has a partner by a word inside of it, as in `leftarm`, or else by what
/// makes the partner's name of it, as of `arml`.
fn is_left(patterns: &NamePatterns, name: &str, partner: Option<&str>) -> Option<bool> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let inside = || {
        let name = name.to_lowercase();
        let has = |mark: &str| mark.chars().count() >= WORD && name.contains(&mark.to_lowercase());
        let side = |(left, right): (&str, &str)| match (has(left), has(right)) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        };
        patterns.marks().find_map(side)
    };
    patterns.is_left(name).or_else(|| {
        let partner = partner?;
        inside().or_else(|| is_left_of(patterns, name, partner))
    })
}
