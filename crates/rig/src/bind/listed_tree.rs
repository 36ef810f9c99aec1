//! How the joints that a skin lists follow on each other.

use glam::Vec3;

use crate::{BindPose, JointIndex, Skeleton};

/// Of the joints that follow on one, those count for its bone that are at least this far away as a share of the farthest: joints that twist
/// along a limb are on the way to its end.
const FAR: f32 = 0.75;

/// The places of a skin's list as a tree. Joints between them that are not listed are left out; a joint listed twice is in it by its first
/// place.
pub(crate) struct ListedTree {
    /// By joint of the skeleton its first place.
    place_of: Vec<Option<usize>>,
    /// By place where the joint is at the bind, in the mesh's units.
    pub(crate) heads: Vec<Vec3>,
    /// By place the nearest above.
    pub(crate) parents: Vec<Option<usize>>,
    /// By place the nearest below, first places alone.
    below: Vec<Vec<usize>>,
}

impl ListedTree {
    pub(crate) fn new(skeleton: &Skeleton, bind: &BindPose) -> Self {
        let mut place_of = vec![None; skeleton.len()];
        for (place, joint) in bind.joints().iter().enumerate() {
            if let Some(slot) = place_of.get_mut(joint.index()) {
                slot.get_or_insert(place);
            }
        }
        let heads = bind.joints().iter();
        let heads = heads.map(|&joint| bind.model_from_joint(joint).translation);
        // The nearest listed joint above each: a parent comes before its children, so one pass finds all.
        let mut above = vec![None; skeleton.len()];
        for joint in skeleton.joints() {
            if let Some(parent) = skeleton.parent(joint) {
                above[joint.index()] = place_of[parent.index()].or(above[parent.index()]);
            }
        }
        let mut tree = Self {
            heads: heads.collect(),
            parents: (bind.joints().iter())
                .map(|joint| above.get(joint.index()).copied().flatten())
                .collect(),
            below: vec![Vec::new(); bind.len()],
            place_of,
        };
        for (place, &joint) in bind.joints().iter().enumerate() {
            let parent = tree.parents[place].filter(|_| tree.first_place(joint) == Some(place));
            if let Some(parent) = parent {
                tree.below[parent].push(place);
            }
        }
        tree
    }

    /// The first place of a joint; none where it is not listed.
    pub(crate) fn first_place(&self, joint: JointIndex) -> Option<usize> {
        self.place_of.get(joint.index()).copied().flatten()
    }

    /// The nearest places below one that are far enough away to be where its bone ends.
    pub(crate) fn ends(&self, place: usize) -> impl Iterator<Item = usize> {
        let below = self.below.get(place).map_or(&[][..], Vec::as_slice);
        let distance = move |end: &usize| self.heads[*end].distance(self.heads[place]);
        let farthest = below.iter().map(distance).fold(0.0, f32::max);
        let far = below.iter().copied();
        far.filter(move |end| distance(end) >= FAR * farthest)
    }

    /// The one place at which a bone ends; none where it branches, or ends nowhere.
    pub(crate) fn only_end(&self, place: usize) -> Option<usize> {
        let mut ends = self.ends(place);
        let end = ends.next();
        end.filter(|_| ends.next().is_none())
    }
}
