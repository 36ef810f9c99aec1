//! The only way to make a skeleton: every rule is checked here.

use crate::motion::polar::{is_flat, is_identity, polar64};
use crate::skeleton::local_keys::KeyedRest;
use crate::{JointIndex, LocalKeys, LocalTransform, Rigid, Skeleton};
use glam::{DAffine3, DMat3, Mat3};
use std::collections::BTreeMap;
use thiserror::Error;

/// The most joints a skeleton can hold: their indices fit into 16 bits, and so does their number.
pub const MAX_JOINTS: usize = u16::MAX as usize;

/// Why joints do not make a skeleton.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SkeletonError {
    /// More joints than 16-bit indices can name.
    #[error("the skeleton has {found} joints; at most {MAX_JOINTS} are possible")]
    TooMany {
        /// Number of joints given.
        found: usize,
    },
    /// A key given twice.
    #[error("joint {key} is given twice")]
    Duplicate {
        /// The key that two joints have.
        key: u32,
    },
    /// A parent that was not given.
    #[error("joint {key} has the parent {parent}, which does not exist")]
    UnknownParent {
        /// The key of the joint that names the parent.
        key: u32,
        /// The key asked for.
        parent: u32,
    },
    /// Joints that are their own ancestors.
    #[error("joint {key} is its own ancestor")]
    Cycle {
        /// The smallest key in the cycle.
        key: u32,
    },
    /// NaN, infinity, a quaternion of length zero, or a place beyond the range of f32.
    #[error("the transform of joint {key} is not finite, in its parent or in the model")]
    NotFinite {
        /// The key of the joint whose transform it is.
        key: u32,
    },
}

/// Takes joints in any order and builds a [`Skeleton`].
///
/// A joint is named by a *key* of the caller's choice (a file's node index, say), since names may repeat. Children keep
/// the order in which they were given; the result is depth first, parent before child.
#[derive(Clone, Debug, Default)]
pub struct SkeletonBuilder {
    joints: Vec<RawJoint>,
}

#[derive(Clone, Debug)]
struct RawJoint {
    key: u32,
    parent: Option<u32>,
    name: String,
    local: LocalTransform,
}

impl SkeletonBuilder {
    /// A builder that has no joints yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a joint. `local` is its transform in its parent (in the model for a root): `parent_from_node` of the file.
    #[must_use]
    pub fn joint(
        mut self,
        key: u32,
        parent: Option<u32>,
        name: &str,
        local: LocalTransform,
    ) -> Self {
        self.joints.push(RawJoint {
            key,
            parent,
            name: name.to_owned(),
            local,
        });
        self
    }

    /// Builds the skeleton. No joints give an empty skeleton.
    ///
    /// # Errors
    ///
    /// Too many joints, a key given twice, an unknown parent, a cycle, a transform that is not finite (also where finite
    /// ones multiply to something that is not).
    pub fn build(self) -> Result<Skeleton, SkeletonError> {
        let found = self.joints.len();
        if found > MAX_JOINTS {
            return Err(SkeletonError::TooMany { found });
        }
        let order = depth_first(&self.joints)?;
        let mut skeleton = Skeleton::default();
        let mut model_from_node: Vec<DAffine3> = Vec::with_capacity(found);
        for (place, parent) in order {
            let joint = &self.joints[place];
            let local = joint.local.to_affine64();
            let global = parent.map_or(local, |parent| model_from_node[parent.index()] * local);
            if !joint.local.is_finite() || !is_finite_in_f32(&global) {
                return Err(SkeletonError::NotFinite { key: joint.key });
            }
            model_from_node.push(global);
            push_joint(&mut skeleton, joint, parent, &global);
        }
        // Last, for they follow from the rests of a joint and its parent.
        let keyed = skeleton.joints();
        skeleton.keyed_rests = keyed.map(|joint| KeyedRest::of(&skeleton, joint)).collect();
        Ok(skeleton)
    }
}

/// Places of the joints in depth-first order, each with the index its parent has received. No recursion: a file may be one
/// long chain.
fn depth_first(joints: &[RawJoint]) -> Result<Vec<(usize, Option<JointIndex>)>, SkeletonError> {
    let places = places_by_key(joints)?;
    let mut children = vec![Vec::new(); joints.len()];
    let mut stack = Vec::new();
    // Backwards, so that popping the stack gives children and roots in the order they were added.
    for (place, joint) in joints.iter().enumerate().rev() {
        match joint.parent {
            None => stack.push((place, None)),
            Some(parent) => match places.get(&parent) {
                Some(&parent_place) => children[parent_place].push(place),
                None => {
                    return Err(SkeletonError::UnknownParent {
                        key: joint.key,
                        parent,
                    });
                }
            },
        }
    }
    let mut order = Vec::with_capacity(joints.len());
    while let Some((place, parent)) = stack.pop() {
        let index = u16::try_from(order.len()).map_err(|_too_many| SkeletonError::TooMany {
            found: joints.len(),
        })?;
        order.push((place, parent));
        stack.extend(
            children[place]
                .iter()
                .map(|&child| (child, Some(JointIndex(index)))),
        );
    }
    if order.len() < joints.len() {
        return Err(SkeletonError::Cycle {
            key: smallest_key_in_a_cycle(joints, &places),
        });
    }
    Ok(order)
}

fn places_by_key(joints: &[RawJoint]) -> Result<BTreeMap<u32, usize>, SkeletonError> {
    let mut places = BTreeMap::new();
    for (place, joint) in joints.iter().enumerate() {
        if places.insert(joint.key, place).is_some() {
            return Err(SkeletonError::Duplicate { key: joint.key });
        }
    }
    Ok(places)
}

/// Only called when there is a cycle: leaves fall off until nothing but cycles and their ancestors is left, and in a graph
/// where every joint has one parent, a cycle has no ancestors.
fn smallest_key_in_a_cycle(joints: &[RawJoint], places: &BTreeMap<u32, usize>) -> u32 {
    let parent_of = |place: usize| {
        joints[place]
            .parent
            .and_then(|parent| places.get(&parent).copied())
    };
    let mut child_count = vec![0_usize; joints.len()];
    for parent in (0..joints.len()).filter_map(parent_of) {
        child_count[parent] += 1;
    }
    let mut on_cycle = vec![true; joints.len()];
    let mut leaves: Vec<usize> = (0..joints.len())
        .filter(|&place| child_count[place] == 0)
        .collect();
    while let Some(leaf) = leaves.pop() {
        on_cycle[leaf] = false;
        if let Some(parent) = parent_of(leaf) {
            child_count[parent] -= 1;
            if child_count[parent] == 0 {
                leaves.push(parent);
            }
        }
    }
    let keys = joints
        .iter()
        .zip(on_cycle)
        .filter(|(_, on_cycle)| *on_cycle)
        .map(|(joint, _)| joint.key);
    keys.min().unwrap_or(0)
}

/// A deep chain of scales can leave the range of f32 while f64 still holds it.
fn is_finite_in_f32(global: &DAffine3) -> bool {
    global.matrix3.as_mat3().is_finite() && global.translation.as_vec3().is_finite()
}

fn push_joint(
    skeleton: &mut Skeleton,
    joint: &RawJoint,
    parent: Option<JointIndex>,
    model_from_node: &DAffine3,
) {
    let (rotation, stretch) = polar64(model_from_node.matrix3);
    let rest = Rigid::new(
        rotation.as_quat().normalize(),
        model_from_node.translation.as_vec3(),
    );
    let parent_from_joint = parent.map_or(rest, |parent| {
        skeleton.rest_model_from_joint(parent).inverse_times(rest)
    });
    // Keys of clips are counted from the file's quaternion, whose sign polar parts do not have.
    let given = LocalKeys::of(&joint.local).rotation;
    let sign = if parent_from_joint.rotation.dot(given) < 0.0 {
        -1.0
    } else {
        1.0
    };
    skeleton.node_signs.push(sign);
    skeleton.names.push(joint.name.clone());
    skeleton.keys.push(joint.key);
    skeleton.parents.push(parent);
    skeleton.locals.push(joint.local);
    skeleton.rest_model_from_joint.push(rest);
    skeleton.parent_from_joint.push(parent_from_joint);
    skeleton.rest_stretch.push(invertible_or_identity(stretch));
}

/// The stretch if f32 can hold it and its inverse, else the identity.
fn invertible_or_identity(stretch: DMat3) -> Mat3 {
    if is_identity(stretch) {
        return Mat3::IDENTITY;
    }
    let rounded = stretch.as_mat3();
    let inverse = rounded.as_dmat3().inverse().as_mat3();
    let usable =
        !is_flat(stretch) && rounded.is_finite() && inverse.is_finite() && inverse != Mat3::ZERO;
    if usable { rounded } else { Mat3::IDENTITY }
}
