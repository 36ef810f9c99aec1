//! What is wrong with weights: where, how much, and how to repair it.

use std::ops::ControlFlow;

use mesh::{Adjacency, Bounds, PointIndex, bounds};

use crate::{Bone, Direction, Edit, Rows, Rules, Symmetry};

mod asymmetry;
mod islands;
pub(crate) mod lone;
pub(crate) mod patches;
mod repair;
pub(crate) mod seams;
mod single;
mod stray;
mod support;
mod watch;

pub(crate) use asymmetry::difference;
pub use asymmetry::is_symmetric;
use patches::JointSearch;
pub use repair::repair;
use rig::{GoOn, JointSlot};
use watch::Watch;

/// What can be wrong with weights, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ProblemKind {
    /// A weight that is below zero or not a finite number.
    BadNumber,
    /// Weights that do not sum to one.
    SumOff,
    /// No joint moves the point.
    Unbound,
    /// Vertices at one place with other weights: a seam that opens in poses.
    Seam,
    /// More joints than the limit.
    OverLimit,
    /// A joint reaches a point far from its bone, and far from all it otherwise moves.
    Stray,
    /// A small patch of a joint's influence, separate from the rest of it on the same part of the surface.
    Island,
    /// Other weights than the mirror image has.
    Asymmetry,
}

impl ProblemKind {
    /// All kinds, the gravest first.
    pub const ALL: [Self; 8] = [
        Self::BadNumber,
        Self::SumOff,
        Self::Unbound,
        Self::Seam,
        Self::OverLimit,
        Self::Stray,
        Self::Island,
        Self::Asymmetry,
    ];

    /// What is wrong, in a few words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::BadNumber => "weights below zero or not a number",
            Self::SumOff => "weights do not sum to one",
            Self::Unbound => "no joint moves them",
            Self::Seam => "a seam that opens",
            Self::OverLimit => "more joints than the limit",
            Self::Stray => "moved by a joint far away",
            Self::Island => "an island of a joint's influence",
            Self::Asymmetry => "not as on the other side",
        }
    }

    /// What [`repair`] does about it, in a few words.
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        match self {
            Self::BadNumber => "remove these weights and normalize",
            Self::SumOff => "divide by the sum",
            Self::Unbound => {
                "fill them: what is bound around them at the border, automatic weights within"
            }
            Self::Seam => "give all vertices at one place the mean of their weights",
            Self::OverLimit => "keep the largest weights and normalize",
            Self::Stray | Self::Island => "remove this joint there and normalize",
            Self::Asymmetry => "mirror from one side to the other",
        }
    }
}

/// One thing that is wrong, at points that lie together.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The kind of fault, which also says what `size` measures.
    pub kind: ProblemKind,
    /// The joint concerned; none where it is no matter of one joint. Of an asymmetry and a seam the one that differs most.
    pub joint: Option<JointSlot>,
    /// Where, in rising order: never empty.
    pub points: Vec<PointIndex>,
    /// How bad at its worst, by kind: the size of the number (infinite for what is not one); the distance of the sum from one;
    /// the number of unbound points; half the sum of the differences of weights at a seam, 0…1; the number of joints; the distance from the
    /// bone, in units of the mesh; the largest weight on the island; half the sum of the differences of weights, 0…1.
    pub size: f32,
}

impl Problem {
    /// The box around its points, to look at; none if no place is finite.
    #[must_use]
    pub fn bounds(&self, surface: &Adjacency) -> Option<Bounds> {
        let places = surface.positions();
        let here: Vec<_> = self
            .points
            .iter()
            .filter_map(|&point| places.get(point.index()).copied())
            .collect();
        bounds(&here)
    }
}

/// From where on something counts as a problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The distance of a sum from one.
    pub sum: f32,
    /// Half the sum of the differences between vertices at one place. Weights kept in bytes are off by up to 1/510 each, so
    /// that four joints may differ by 0.008 where nothing is meant; what a joint moves by 10 cm opens by 1 mm then.
    pub seam: f32,
    /// A point is far from a joint when it is farther from its bone than so many times the joint's usual distance, see
    /// [`problems`].
    pub far: f32,
    /// An island has at most this share of the weight of the joint's own patch on the same part, see [`problems`].
    pub island: f32,
    /// Half the sum of the differences between a point's weights and its image's.
    pub asymmetry: f32,
    /// The share of points that need a mirror image: with fewer the surface is no symmetric one, and asymmetry is no fault.
    pub symmetric: f32,
    /// What is stray or an island has at least this weight somewhere: less moves a point by less than 5 mm while its joint goes
    /// a meter, which exporters leave behind in good models and nobody sees.
    pub least: f32,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            sum: 1e-3,
            seam: 0.01,
            far: 3.0,
            island: 0.1,
            asymmetry: 0.02,
            symmetric: 0.5,
            least: 0.005,
        }
    }
}

/// What is looked for, and how to repair it.
#[derive(Clone, Copy, Debug)]
pub struct Checks<'a> {
    /// The kinds that are looked for.
    pub kinds: &'a [ProblemKind],
    /// The limit that is looked for; locks and the limit that repair respects.
    pub rules: Rules<'a>,
    /// The bones of the skin, [`Bone::of_skin`]; without those of a joint its reach is measured from the middle of what it moves.
    pub bones: &'a [Bone],
    /// [Automatic weights](crate::automatic_weights) of all points, which unbound ones are filled by; without them by what is bound around
    /// them alone.
    pub automatic: Option<&'a Edit>,
    /// Which point is whose image; without it asymmetry is not looked for.
    pub symmetry: Option<&'a Symmetry>,
    /// Which joint is whose image, [`partners`](crate::partners).
    pub partners: &'a [Option<JointSlot>],
    /// Which side is right, when asymmetry is repaired.
    pub direction: Direction,
    /// From where on something counts.
    pub thresholds: Thresholds,
}

impl Default for Checks<'_> {
    /// All kinds, but for what needs a limit, bones or symmetry.
    fn default() -> Self {
        Self {
            kinds: &ProblemKind::ALL,
            rules: Rules::default(),
            bones: &[],
            automatic: None,
            symmetry: None,
            partners: &[],
            direction: Direction::default(),
            thresholds: Thresholds::default(),
        }
    }
}

impl Checks<'_> {
    /// Whether a kind is looked for.
    #[must_use]
    pub fn looks_for(&self, kind: ProblemKind) -> bool {
        self.kinds.contains(&kind)
    }
}

/// Looks for everything that can be wrong with the weights of a surface, sorted by kind, then by joint, then the largest first.
///
/// `rows` are those of the surface's points. What lies together, with at most one point between, is one problem; of a kind and
/// joint with more than 16 such patches all others are one more.
///
/// - **Bad number**: `w < 0`, or `w` not finite. Such a point has neither of the two problems that follow.
/// - **Sum**: `|Σ_j w_j − 1| > sum`.
/// - **Unbound**: no weight above zero, nor any bad number, at none of the point's vertices.
/// - **Seam**: `½ Σ_j |w_j(v) − w_j(v₀)| > seam` for a vertex v of the point and its first one v₀; of one that nothing moves, where
///   another is moved, it counts as 1.
/// - **Limit**: more joints than [`Rules::limit`].
/// - **Stray**: with `d` the distance of a point from the joint's nearest bone and `d̄` the weighted median of these distances
///   over all points that the joint moves, or the mean length of the sides there if that is more, the joint's reach is
///   `r = far · d̄ + ½ · length` of its longest bone. Far are points with `d > r`; they are stray if no point that is not far lies within
///   `d̄ + ½ · length` of them. A cloth that hangs on far from its joint is not stray, since it hangs together with what is near.
/// - **Island**: the points of one part of the surface that a joint moves fall into patches, which may be one point apart;
///   a patch is an island when the sum of its weights is at most `island` times that of the joint's own patch there. That is the largest;
///   or, if all of that lies beyond the reach that the joint has by a smaller one alone, and the joint's largest weight on the smaller one is
///   no less, the smaller one: then the larger is an island if its largest weight is at most half of that. Joints without bones have the
///   largest. What is stray altogether is not named again.
/// - **Asymmetry**: `½ Σ_j |w_j(p) − w_{m(j)}(q)| > asymmetry`, q the image of p and m(j) that of joint j. The points of both
///   sides belong to one problem. Passed over where a joint that moves p has no image, since nothing is known of what ought to be
///   there, and altogether where fewer than `symmetric` of all points have an image.
///
/// What is stray or an island is passed over where its weight is below `least` at all of its points.
///
/// Time is linear in the number of influences, but for what is far. The result does not depend on the order of influences.
#[must_use]
pub fn problems(rows: &dyn Rows, surface: &Adjacency, checks: &Checks<'_>) -> Vec<Problem> {
    problems_watched(rows, surface, checks, &|_| ControlFlow::Continue(())).unwrap_or_default()
}

/// As [`problems`], telling now and then how much is done, 0…1; nothing once the answer is to stop.
pub fn problems_watched(
    rows: &dyn Rows,
    surface: &Adjacency,
    checks: &Checks<'_>,
    go_on: &GoOn<'_>,
) -> Option<Vec<Problem>> {
    let mut watch = Watch::new(go_on);
    watch.begin(0.0..0.2)?;
    let mut found = single::problems(rows, surface, checks);
    found.extend(seams::problems(rows, surface, checks));
    watch.begin(0.2..0.3)?;
    let supports = support::supports(rows, surface);
    let search = JointSearch {
        supports: &supports,
        surface,
        checks,
    };
    watch.begin(0.3..0.6)?;
    let stray = stray::problems(&search, &watch)?;
    watch.begin(0.6..0.8)?;
    let islands = islands::problems(&search, &watch)?;
    found.extend(
        islands
            .into_iter()
            // An island that is stray altogether is named as that.
            .filter(|island| !is_known(island, &stray)),
    );
    found.extend(stray);
    watch.begin(0.8..1.0)?;
    found.extend(asymmetry::problems(rows, surface, checks));
    // Some kinds are found together, whichever of them are asked for.
    found.retain(|problem| checks.looks_for(problem.kind));
    found.sort_by(|one, other| {
        let key = |problem: &Problem| (problem.kind, problem.joint);
        let order = key(one).cmp(&key(other));
        let order = order.then(other.points.len().cmp(&one.points.len()));
        order.then(one.points.cmp(&other.points))
    });
    Some(found)
}

/// Whether all points of an island are stray by the same joint.
fn is_known(island: &Problem, stray: &[Problem]) -> bool {
    let same = stray.iter().filter(|stray| stray.joint == island.joint);
    let is_stray = |point: &PointIndex| {
        let mut these = same.clone();
        these.any(|stray| stray.points.binary_search(point).is_ok())
    };
    island.points.iter().all(is_stray)
}
