//! A bind after an edit of the skeleton.

use crate::bind::rebound::{between, narrow};
use crate::bind::{BindPose, even_rotations, relative_to_parents, slot_in};
use crate::{BindError, JointIndex, JointSlot, MAX_JOINTS, Rigid, Skeleton, SkeletonRemap};
use glam::{Affine3A, Mat3};

/// A bind on the new skeleton, and what the places of its list have become.
#[derive(Clone, Debug, PartialEq)]
pub struct RemappedBind {
    /// The bind on the new skeleton, in the mesh's units as before.
    pub bind: BindPose,
    /// For every place of the old list its place in the new one; for a joint that is gone the place of its heir.
    pub places: Vec<JointSlot>,
    /// Who has taken over for the joint that is gone, if the skin listed it.
    pub heir: Option<JointIndex>,
}

impl BindPose {
    /// The bind on an edited skeleton.
    ///
    /// What it shows at rest it goes on showing: with B and B' the rest frames before and after, a listed joint's matrix becomes
    /// `B'⁻¹ B (P X)`, and the bind frames of all joints `Ã B⁻¹ B'`. The units of the mesh stay.
    ///
    /// `joining` are joints of the new skeleton that the list takes in at its end. Such a joint moves vertices as the nearest
    /// listed joint above it would, until it moves itself: `B'⁻¹ B'_p (P X)_p`; without one above, as the first listed joint.
    ///
    /// `may_close` says whether the place of a joint that is gone may be closed. Its heir is the nearest listed joint above it,
    /// else the nearest listed below, else the nearest listed at rest; if the skin listed no other, the joint that is nearest in
    /// the skeleton comes into the list. Where the place may not be closed, it names the heir, which is then listed twice.
    ///
    /// # Errors
    ///
    /// More joints than a list can hold.
    pub fn remap(
        &self,
        remap: &SkeletonRemap,
        joining: &[JointIndex],
        may_close: bool,
    ) -> Result<RemappedBind, BindError> {
        let found = self.len() + joining.len();
        if found > MAX_JOINTS {
            return Err(BindError::TooMany { found });
        }
        let mut list = List::default();
        let is_listed = |joint| self.slot_of(joint).is_some();
        let mut heir_of_all = None;
        let mut later = Vec::new();
        let mut places = vec![JointSlot::default(); self.len()];
        for (place, &joint) in self.joints.iter().enumerate() {
            let matrix = self.joint_from_bind[place];
            if let Some(new) = remap.new_of(joint) {
                places[place] = list.push(new, corrected_matrix(remap, joint, new, matrix));
                continue;
            }
            let Some(heir) = heir(remap, joint, is_listed) else {
                continue;
            };
            heir_of_all = Some(heir);
            let first = self.slot_of(old_of(remap, heir)).filter(|_| may_close);
            // The heir's own place may come later in the list.
            if first.is_some() {
                later.push((place, heir));
            } else {
                let matrix = self.matrix_of_heir(remap, (joint, matrix), heir);
                places[place] = list.push(heir, matrix);
            }
        }
        for (place, heir) in later {
            places[place] = list.slot_of(heir).unwrap_or_default();
        }
        for &joint in joining {
            let matrix = list.joining(remap.skeleton(), joint);
            list.push(joint, matrix);
        }
        Ok(RemappedBind {
            bind: self.with_list(remap, list),
            places,
            heir: heir_of_all,
        })
    }

    /// That everything rests where it is bound: for a mesh that was just put where the skeleton rests.
    #[must_use]
    pub fn at_rest(&self, skeleton: &Skeleton) -> Self {
        let rests: Vec<Rigid> = skeleton
            .joints()
            .map(|joint| skeleton.rest_model_from_joint(joint))
            .collect();
        let inverse = |joint: &JointIndex| rests[joint.index()].to_affine64().inverse();
        let matrices = self.joints.iter().map(|joint| narrow(inverse(joint)));
        let joint_from_bind: Vec<Affine3A> = matrices.collect();
        Self {
            joints: self.joints.clone(),
            place_rotations: even_rotations(&joint_from_bind),
            joint_from_bind,
            bind_from_rest: Mat3::IDENTITY,
            rest_from_bind: Mat3::IDENTITY,
            parent_from_joint: relative_to_parents(skeleton, &rests),
            rest_from_joint: rests,
        }
    }

    /// The bind with some of its places alone, in this order. Those that it does not have are passed over.
    #[must_use]
    pub fn with_places(&self, places: &[usize]) -> Self {
        let joints = places.iter().filter_map(|&place| self.joints.get(place));
        let matrices = places
            .iter()
            .filter_map(|&place| self.joint_from_bind.get(place));
        let joint_from_bind: Vec<Affine3A> = matrices.copied().collect();
        Self {
            joints: joints.copied().collect(),
            place_rotations: even_rotations(&joint_from_bind),
            joint_from_bind,
            ..self.clone()
        }
    }

    /// A listed heir's own matrix; for one that was not listed, what keeps at rest where the joint that is gone had it.
    fn matrix_of_heir(
        &self,
        remap: &SkeletonRemap,
        (gone, matrix): (JointIndex, Affine3A),
        heir: JointIndex,
    ) -> Affine3A {
        let listed = self.slot_of(old_of(remap, heir));
        listed.map_or_else(
            || corrected_matrix(remap, gone, heir, matrix),
            |slot| {
                let place = slot.index();
                corrected_matrix(remap, self.joints[place], heir, self.joint_from_bind[place])
            },
        )
    }

    fn with_list(&self, remap: &SkeletonRemap, list: List) -> Self {
        let skeleton = remap.skeleton();
        let mut frames: Vec<Rigid> = Vec::with_capacity(skeleton.len());
        for joint in skeleton.joints() {
            let rest = skeleton.rest_model_from_joint(joint);
            let own = skeleton.parent_from_joint(joint);
            let parent = skeleton.parent(joint);
            // An added joint stands to its parent at the bind as it does at rest.
            let added = || parent.map_or(rest, |parent| frames[parent.index()] * own);
            let old = remap.old_of(joint);
            let frame = old.map_or_else(added, |old| self.moved_frame(remap.old(), old, rest));
            frames.push(frame);
        }
        Self {
            joints: list.joints,
            place_rotations: even_rotations(&list.joint_from_bind),
            joint_from_bind: list.joint_from_bind,
            bind_from_rest: self.bind_from_rest,
            rest_from_bind: self.rest_from_bind,
            parent_from_joint: relative_to_parents(skeleton, &frames),
            rest_from_joint: frames,
        }
    }

    /// `Ã B⁻¹ B'`, which is Ã to the bit where the rest stays.
    fn moved_frame(&self, skeleton: &Skeleton, joint: JointIndex, rest: Rigid) -> Rigid {
        let before = skeleton.rest_model_from_joint(joint);
        let frame = self.rest_from_joint(joint);
        if before == rest {
            frame
        } else {
            frame * before.inverse_times(rest)
        }
    }
}

#[derive(Default)]
struct List {
    joints: Vec<JointIndex>,
    joint_from_bind: Vec<Affine3A>,
}

impl List {
    fn push(&mut self, joint: JointIndex, matrix: Affine3A) -> JointSlot {
        // The number of places was checked.
        let place = JointSlot::try_from(self.joints.len()).unwrap_or_default();
        self.joints.push(joint);
        self.joint_from_bind.push(matrix);
        place
    }

    fn slot_of(&self, joint: JointIndex) -> Option<JointSlot> {
        slot_in(&self.joints, joint)
    }

    /// The matrix of a joint that moves vertices as a listed one does, as long as both rest.
    fn joining(&self, skeleton: &Skeleton, joint: JointIndex) -> Affine3A {
        let above = std::iter::successors(skeleton.parent(joint), |&above| skeleton.parent(above));
        let place = above
            .filter_map(|above| self.slot_of(above))
            .next()
            .unwrap_or_default();
        let model = skeleton.rest_model_from_joint(joint);
        let place = place.index();
        match (self.joints.get(place), self.joint_from_bind.get(place)) {
            (Some(&like), Some(&matrix)) => {
                between(model, skeleton.rest_model_from_joint(like), matrix)
            }
            // Of an empty list: bound where it rests.
            _ => narrow(model.to_affine64().inverse()),
        }
    }
}

/// The old index of a joint that both skeletons have; an heir is one.
fn old_of(remap: &SkeletonRemap, new: JointIndex) -> JointIndex {
    remap.old_of(new).unwrap_or(new)
}

fn corrected_matrix(
    remap: &SkeletonRemap,
    old: JointIndex,
    new: JointIndex,
    joint_from_bind: Affine3A,
) -> Affine3A {
    let before = remap.old().rest_model_from_joint(old);
    let after = remap.skeleton().rest_model_from_joint(new);
    between(after, before, joint_from_bind)
}

/// The joint of the new skeleton that takes over for one that is gone.
fn heir(
    remap: &SkeletonRemap,
    gone: JointIndex,
    is_listed: impl Fn(JointIndex) -> bool,
) -> Option<JointIndex> {
    let old = remap.old();
    let usable = |joint: &JointIndex| remap.new_of(*joint).is_some();
    let listed = |joint: &JointIndex| usable(joint) && is_listed(*joint);
    let above = || std::iter::successors(old.parent(gone), |&joint| old.parent(joint));
    let head = |joint| old.rest_model_from_joint(joint).translation;
    let nearest = |joints: &mut dyn Iterator<Item = JointIndex>| {
        let far = |joint: &JointIndex| head(*joint).distance(head(gone));
        joints.min_by(|a, b| far(a).total_cmp(&far(b)))
    };
    let below = |joint: JointIndex| {
        std::iter::successors(old.parent(joint), |&joint| old.parent(joint)).position(|j| j == gone)
    };
    let found = above()
        .find(listed)
        .or_else(|| {
            let joints = old.joints().filter(listed);
            joints
                .filter_map(|joint| Some((below(joint)?, joint)))
                .min()
                .map(|(_, joint)| joint)
        })
        .or_else(|| nearest(&mut old.joints().filter(listed)))
        .or_else(|| above().find(usable))
        .or_else(|| nearest(&mut old.joints().filter(usable)));
    remap.new_of(found?)
}
