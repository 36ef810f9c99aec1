//! Left and right: which joint is whose mirror image, and poses seen in a mirror.

use crate::{JointIndex, NamePatterns, Pose, Rigid, Skeleton, Stretch};
use glam::{Mat3, Quat, Vec3};
use std::collections::HashMap;

/// Joints are partners by position when they are mirror images to within this share of the skeleton's size.
const TOLERANCE: f32 = 5e-3;
/// Joints looked at in one neighbourhood; more than that in one place cannot be distinguished.
const MOST_NEIGHBOURS: usize = 64;

/// Which joint is the mirror image of which in the model's plane x = 0.
///
/// Never one-sided: the partner of a joint's partner is the joint. A joint in the middle is its own partner.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct JointPairs {
    partners: Vec<Option<JointIndex>>,
}

impl JointPairs {
    /// Pairs the joints by name, and by position those whose names say nothing.
    ///
    /// By name: a joint whose [mirrored name](NamePatterns::mirrored) another one has, and both names are there once. All others
    /// by the places of their rest frames: two joints are partners when each is the nearest to the other's mirror image, and
    /// no farther from it than 0.5 % of the skeleton's size, which is the longest edge of the box around its joints. Among
    /// joints in one place those are preferred whose parents are partners. A joint that near to the plane itself, and without
    /// a partner beside it, is its own. How the frames are turned does not matter.
    ///
    /// Degenerate: in a skeleton without extent every joint in the plane is its own partner, and the others have none.
    #[must_use]
    pub fn new(skeleton: &Skeleton, patterns: &NamePatterns) -> Self {
        let mut pairs = Self {
            partners: by_name(skeleton, patterns),
        };
        pairs.add_by_position(skeleton);
        pairs
    }

    /// The mirror image of a joint: itself in the middle; none where nothing was found, or beyond the skeleton.
    #[must_use]
    pub fn partner(&self, joint: JointIndex) -> Option<JointIndex> {
        self.partners.get(joint.index()).copied().flatten()
    }

    /// The joints without a partner, in order.
    pub fn alone(&self) -> impl Iterator<Item = JointIndex> {
        let places = (0..=u16::MAX).map(JointIndex).zip(&self.partners);
        places
            .filter(|(_, partner)| partner.is_none())
            .map(|(joint, _)| joint)
    }

    fn add_by_position(&mut self, skeleton: &Skeleton) {
        let Some(grid) = Grid::new(skeleton, &self.partners) else {
            return;
        };
        // Parents come first, so that a joint's parent is paired before the joint asks.
        for joint in skeleton.joints() {
            if self.partner(joint).is_some() {
                continue;
            }
            let nearest = grid.nearest(joint, self);
            let is_mutual = |other: &JointIndex| grid.nearest(*other, self) == Some(joint);
            let partner = nearest
                .filter(is_mutual)
                .or_else(|| grid.is_central(joint).then_some(joint));
            if let Some(partner) = partner {
                self.pair(joint, partner);
            }
        }
    }

    fn pair(&mut self, joint: JointIndex, partner: JointIndex) {
        for (one, other) in [(joint, partner), (partner, joint)] {
            if let Some(slot) = self.partners.get_mut(one.index()) {
                *slot = Some(other);
            }
        }
    }
}

/// A pose seen in the mirror x = 0 of the model: what a joint does, its partner does on the other side.
///
/// With `M = diag(−1, 1, 1)`, `B` the rest frames' rotations, and i the partner of j:
///
/// ```text
/// P_j  = −B_jᵀ M B_i                   a rotation, since both −M and B are
/// R'_j = P_j R_i P_jᵀ                  turns about the axes as the mirror shows them
/// t'_j = −P_j t_i
/// S'_j = P_j S_i P_jᵀ                  symmetric again, with the same stretches
/// ```
///
/// This is `U'_j = (B_j⁻¹ M B_i) U_i (B_i⁻¹ M B_j)` of the rigid rest frames, whatever their axes, without the distance by
/// which the joints' places miss being mirror images: a joint turns and stretches about its own place. Where the rest is
/// symmetric, partners' parents are partners and scale inheritance is the same on both sides, the posed character is the
/// mirror image of what it was.
///
/// Joints without a partner keep what they have, and so do the weights of morph targets. Twice mirrored is the pose, to
/// rounding; a joint at rest stays at rest exactly. Joints that the pose does not have, or the pairs, stay as they are.
#[must_use]
pub fn mirrored(skeleton: &Skeleton, pose: &Pose, pairs: &JointPairs) -> Pose {
    let mut seen = pose.clone();
    let slots = seen.rigid.iter_mut().zip(&mut seen.stretch);
    for (joint, (rigid, stretch)) in skeleton.joints().zip(slots) {
        let Some(partner) = pairs.partner(joint).filter(|p| p.index() < skeleton.len()) else {
            continue;
        };
        let other = (
            pose.rigid.get(partner.index()),
            pose.stretch.get(partner.index()),
        );
        if let (Some(&other_rigid), Some(&other_stretch)) = other {
            let turn = turn_between(skeleton, joint, partner);
            *rigid = mirrored_rigid(turn, other_rigid);
            *stretch = mirrored_stretch(turn, other_stretch);
        }
    }
    seen
}

/// `P_j`: −M is half a turn about x.
pub(crate) fn turn_between(skeleton: &Skeleton, joint: JointIndex, partner: JointIndex) -> Quat {
    let [to, from] =
        [joint, partner].map(|joint| skeleton.rest_model_from_joint(joint).rotation.as_dquat());
    let half_turn = glam::DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0);
    (to.conjugate() * half_turn * from).normalize().as_quat()
}

pub(crate) fn mirrored_rigid(turn: Quat, rigid: Rigid) -> Rigid {
    let rotation = if rigid.rotation == Quat::IDENTITY {
        rigid.rotation
    } else {
        // The scalar part, and with it the sign, stays what it is.
        let axis = turn * rigid.rotation.xyz();
        Quat::from_vec4(axis.extend(rigid.rotation.w)).normalize()
    };
    // Adding zero turns −0 into 0.
    Rigid::new(rotation, -(turn * rigid.translation) + Vec3::ZERO)
}

fn mirrored_stretch(turn: Quat, stretch: Stretch) -> Stretch {
    if stretch == Stretch::IDENTITY {
        return stretch;
    }
    let turn = Mat3::from_quat(turn);
    Stretch::from_symmetric(turn * stretch.to_mat3() * turn.transpose())
}

// ---- pairing --------------------------------------------------------------------------------------------------------

/// Partners by name; where a name stands twice, nobody can say which is meant.
fn by_name(skeleton: &Skeleton, patterns: &NamePatterns) -> Vec<Option<JointIndex>> {
    let mut owners: HashMap<&str, Option<JointIndex>> = HashMap::new();
    for joint in skeleton.joints() {
        owners
            .entry(skeleton.name(joint))
            .and_modify(|owner| *owner = None)
            .or_insert(Some(joint));
    }
    let owner = |name: &str| owners.get(name).copied().flatten();
    let partner = |joint: JointIndex| {
        let other = owner(&patterns.mirrored(skeleton.name(joint))?)?;
        let back = patterns.mirrored(skeleton.name(other))?;
        (other != joint && owner(&back) == Some(joint)).then_some(other)
    };
    skeleton.joints().map(partner).collect()
}

/// The joints that have no partner by name, by where they stand.
struct Grid<'a> {
    skeleton: &'a Skeleton,
    tolerance: f32,
    cells: HashMap<[i32; 3], Vec<JointIndex>>,
}

impl<'a> Grid<'a> {
    /// Nothing for a skeleton without joints.
    fn new(skeleton: &'a Skeleton, partners: &[Option<JointIndex>]) -> Option<Self> {
        let place = |joint| skeleton.rest_model_from_joint(joint).translation;
        let low = skeleton.joints().map(place).reduce(Vec3::min)?;
        let high = skeleton.joints().map(place).reduce(Vec3::max)?;
        let tolerance = ((high - low).max_element() * TOLERANCE).max(f32::MIN_POSITIVE);
        let mut grid = Self {
            skeleton,
            tolerance,
            cells: HashMap::new(),
        };
        for (joint, partner) in skeleton.joints().zip(partners) {
            if partner.is_none() {
                let cell = grid.cell(place(joint));
                grid.cells.entry(cell).or_default().push(joint);
            }
        }
        Some(grid)
    }

    fn place(&self, joint: JointIndex) -> Vec3 {
        self.skeleton.rest_model_from_joint(joint).translation
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "saturates: what is that far away shares a cell, and its distance is compared besides"
    )]
    fn cell(&self, place: Vec3) -> [i32; 3] {
        (place / self.tolerance)
            .floor()
            .to_array()
            .map(|coordinate| coordinate as i32)
    }

    fn is_central(&self, joint: JointIndex) -> bool {
        self.place(joint).x.abs() <= self.tolerance
    }

    /// The joint still without a partner that is nearest to the mirror image of this one; of several as near the one whose
    /// parent is the parent's partner, then this one itself, then the first.
    fn nearest(&self, joint: JointIndex, pairs: &JointPairs) -> Option<JointIndex> {
        let image = self.place(joint) * Vec3::new(-1.0, 1.0, 1.0);
        let parent = self.skeleton.parent(joint);
        let expected = parent.and_then(|parent| pairs.partner(parent));
        let cell = self.cell(image);
        let near = (0..27_i32).filter_map(|place| {
            let step = [place % 3 - 1, place / 3 % 3 - 1, place / 9 - 1];
            let mut near = cell;
            for (coordinate, step) in near.iter_mut().zip(step) {
                *coordinate = coordinate.saturating_add(step);
            }
            self.cells.get(&near)
        });
        let free = near
            .flatten()
            .filter(|other| pairs.partner(**other).is_none());
        let mut best: Option<(f32, bool, bool, JointIndex)> = None;
        for &other in free.take(MOST_NEIGHBOURS) {
            let distance = self.place(other).distance(image);
            let is_stranger = self.skeleton.parent(other).is_some() != parent.is_some() || {
                parent.is_some() && self.skeleton.parent(other) != expected
            };
            // Rounding does not distinguish what stands in one place.
            let rank = if distance < self.tolerance / 16.0 {
                0.0
            } else {
                distance
            };
            let offer = (rank, is_stranger, other != joint, other);
            if distance <= self.tolerance && best.is_none_or(|best| offer < best) {
                best = Some(offer);
            }
        }
        best.map(|(.., joint)| joint)
    }
}
