//! Small patches of a joint's influence that are separate from the rest of it.

use std::collections::BTreeMap;

use mesh::{Adjacency, PointIndex};

use super::patches::{JointSearch, patches};
use super::stray::{distances, longest, reach, usual};
use super::support::Support;
use super::watch::Watch;
use super::{Checks, Problem, ProblemKind};

/// A patch far from the bone is an island beside a lighter one at the bone if the joint's largest weight on it is at most this share of
/// its largest there: where a joint is meant to move what is far, it moves that as strongly.
const WEAK: f32 = 0.5;

/// The islands of every joint; nothing where the search is to stop.
pub(super) fn problems(search: &JointSearch<'_>, watch: &Watch<'_>) -> Option<Vec<Problem>> {
    let JointSearch {
        surface, checks, ..
    } = search;
    search.each(ProblemKind::Island, watch, |support, marks| {
        let patches = patches(&support.points, surface, marks);
        // One patch alone is the joint's own.
        if patches.len() < 2 {
            return Vec::new();
        }
        let islands = of_support(patches, support, surface, checks);
        search.problems_of(ProblemKind::Island, support, islands, |point| {
            support.weight(point)
        })
    })
}

/// The islands among the patches of one joint, in the order of these.
fn of_support(
    patches: Vec<Vec<PointIndex>>,
    support: &Support,
    surface: &Adjacency,
    checks: &Checks<'_>,
) -> Vec<Vec<PointIndex>> {
    let bones = longest(checks.bones, support.joint).map(|longest| BoneDistances {
        distances: distances(support, surface, checks.bones),
        longest,
    });
    let measured: Vec<Patch> = patches
        .iter()
        .map(|points| Patch::new(points, support, surface, bones.as_ref(), checks))
        .collect();
    let mut by_part: BTreeMap<Option<u32>, Vec<usize>> = BTreeMap::new();
    for (place, points) in patches.iter().enumerate() {
        let first = points.first();
        let part = first.and_then(|&point| surface.parts().get(point.index()));
        by_part.entry(part.copied()).or_default().push(place);
    }
    let share = f64::from(checks.thresholds.island);
    let mut is_island = vec![false; patches.len()];
    for places in by_part.values() {
        let Some(own) = own_patch(places, &measured) else {
            continue;
        };
        for &place in places.iter().filter(|&&place| place != own.place) {
            is_island[place] = own.makes_island(&measured[place], share);
        }
    }
    let all = patches.into_iter().zip(is_island);
    all.filter(|(_, is_island)| *is_island)
        .map(|(points, _)| points)
        .collect()
}

/// How far all that a joint moves is from its bones.
struct BoneDistances {
    /// Of the support's points, in their order.
    distances: Vec<f32>,
    /// The length of the longest bone.
    longest: f32,
}

/// What is known of points of one joint that lie together.
struct Patch {
    /// The sum of the weights.
    total: f64,
    /// The largest weight that the joint has on it.
    strongest: f32,
    /// The least distance of a point from the joint's bones, and from where on a point would be far if the joint moved this patch alone;
    /// none where the joint has no bones.
    from_bone: Option<[f32; 2]>,
}

impl Patch {
    fn new(
        points: &[PointIndex],
        support: &Support,
        surface: &Adjacency,
        bones: Option<&BoneDistances>,
        checks: &Checks<'_>,
    ) -> Self {
        let weights: Vec<f32> = points.iter().map(|&point| support.weight(point)).collect();
        let from_bone = bones.map(|bones| {
            let places = points
                .iter()
                .filter_map(|point| support.points.binary_search(point).ok());
            let own: Vec<f32> = places.map(|place| bones.distances[place]).collect();
            let nearest = own.iter().copied().fold(f32::INFINITY, f32::min);
            let usual = usual(points, surface, &own, &weights);
            [nearest, reach(usual, bones.longest, checks)]
        });
        Self {
            total: weights.iter().copied().map(f64::from).sum(),
            strongest: weights.iter().copied().fold(0.0, f32::max),
            from_bone,
        }
    }

    /// Whether all of it is far by what the joint moves of another patch.
    fn is_far_by(&self, other: &Self) -> bool {
        let both = self.from_bone.zip(other.from_bone);
        both.is_some_and(|([nearest, _], [_, reach])| nearest > reach)
    }
}

/// The joint's own patch on one part of the surface.
struct OwnPatch<'a> {
    place: usize,
    patch: &'a Patch,
    /// Whether it is lighter than another one, which is far from the bone.
    is_lighter: bool,
}

impl OwnPatch<'_> {
    /// Whether another patch on the same part is an island beside it.
    fn makes_island(&self, other: &Patch, share: f64) -> bool {
        let is_light = other.total < self.patch.total && other.total <= share * self.patch.total;
        let is_weak = other.strongest <= WEAK * self.patch.strongest;
        is_light || (self.is_lighter && is_weak && other.is_far_by(self.patch))
    }
}

/// Of the patches on one part of the surface the heaviest; or if that is far from the bone by what the joint moves of a lighter one, on which
/// it is at least as strong, the heaviest of these. None of none.
fn own_patch<'a>(places: &[usize], patches: &'a [Patch]) -> Option<OwnPatch<'a>> {
    let heavier = |one: &&usize, other: &&usize| {
        let [one, other] = [one, other].map(|place| patches[**place].total);
        one.total_cmp(&other)
    };
    // `max_by` gives the last of equals: backwards that is the first.
    let heaviest = *places.iter().rev().max_by(heavier)?;
    let patch = &patches[heaviest];
    let is_at_bone = |place: &&usize| {
        let lighter = &patches[**place];
        lighter.strongest >= patch.strongest && patch.is_far_by(lighter)
    };
    let at_bone = places.iter().filter(is_at_bone).max_by(heavier);
    Some(match at_bone {
        Some(&place) => OwnPatch {
            place,
            patch: &patches[place],
            is_lighter: true,
        },
        None => OwnPatch {
            place: heaviest,
            patch,
            is_lighter: false,
        },
    })
}
