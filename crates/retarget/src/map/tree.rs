//! A skeleton as a tree that is walked in both directions.

use glam::Vec3;
use rig::{JointIndex, Skeleton};

/// Children, extents of branches and places, found once. Joints of a skeleton are depth first: a branch is a range of them.
pub(crate) struct Tree<'a> {
    pub(crate) skeleton: &'a Skeleton,
    children: Vec<Vec<JointIndex>>,
    /// One past the last joint of each branch.
    ends: Vec<usize>,
    depths: Vec<u16>,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(skeleton: &'a Skeleton) -> Self {
        let len = skeleton.len();
        let mut children = vec![Vec::new(); len];
        let mut ends: Vec<usize> = (1..=len).collect();
        let mut depths = vec![0_u16; len];
        for joint in skeleton.joints() {
            let Some(parent) = skeleton.parent(joint) else {
                continue;
            };
            children[parent.index()].push(joint);
            depths[joint.index()] = depths[parent.index()].saturating_add(1);
        }
        for joint in skeleton.joints().rev() {
            if let Some(parent) = skeleton.parent(joint) {
                ends[parent.index()] = ends[parent.index()].max(ends[joint.index()]);
            }
        }
        Self {
            skeleton,
            children,
            ends,
            depths,
        }
    }

    pub(crate) fn children(&self, joint: JointIndex) -> &[JointIndex] {
        self.children.get(joint.index()).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn parent(&self, joint: JointIndex) -> Option<JointIndex> {
        self.skeleton.parent(joint)
    }

    pub(crate) fn name(&self, joint: JointIndex) -> &str {
        self.skeleton.name(joint)
    }

    pub(crate) fn place(&self, joint: JointIndex) -> Vec3 {
        self.skeleton.rest_model_from_joint(joint).translation
    }

    pub(crate) fn depth(&self, joint: JointIndex) -> u16 {
        self.depths.get(joint.index()).copied().unwrap_or_default()
    }

    /// Whether a joint is below another one, or that one.
    pub(crate) fn is_within(&self, joint: JointIndex, above: JointIndex) -> bool {
        let end = self.ends.get(above.index()).copied().unwrap_or_default();
        above.index() <= joint.index() && joint.index() < end
    }

    pub(crate) fn is_below(&self, joint: JointIndex, above: JointIndex) -> bool {
        joint != above && self.is_within(joint, above)
    }

    /// The joints below one, in order, without that one.
    pub(crate) fn below(&self, joint: JointIndex) -> impl Iterator<Item = JointIndex> + use<> {
        let end = self.ends.get(joint.index()).copied().unwrap_or_default();
        let all = self.skeleton.joints();
        all.skip(joint.index() + 1)
            .take(end.saturating_sub(joint.index() + 1))
    }

    /// The nearest joint below one for which something holds; of several at one depth the first.
    pub(crate) fn nearest_below(
        &self,
        joint: JointIndex,
        holds: impl Fn(JointIndex) -> bool,
    ) -> Option<JointIndex> {
        let found = self.below(joint).filter(|&below| holds(below));
        found.min_by_key(|&below| self.depth(below))
    }

    /// A joint's parent, that one's, and so on.
    pub(crate) fn above(&self, joint: JointIndex) -> impl Iterator<Item = JointIndex> {
        std::iter::successors(self.parent(joint), |&above| self.parent(above))
    }

    /// The lowest joint that both are below, or are.
    pub(crate) fn meeting(&self, one: JointIndex, other: JointIndex) -> Option<JointIndex> {
        std::iter::once(one)
            .chain(self.above(one))
            .find(|&above| self.is_within(other, above))
    }

    /// The joints from one above, which is left out, down to another one, which is not; none if it is not below.
    pub(crate) fn path(&self, above: JointIndex, joint: JointIndex) -> Vec<JointIndex> {
        if !self.is_below(joint, above) {
            return Vec::new();
        }
        let way = std::iter::once(joint).chain(self.above(joint));
        let mut path: Vec<JointIndex> = way.take_while(|&step| step != above).collect();
        path.reverse();
        path
    }
}
