//! What operations want to know of a skin's joints, by their places in the skin's list.

use glam::Vec3;
use rig::{BindPose, JointIndex, JointPairs, Skeleton};

/// The segment that a joint moves first of all: from its own place to that of a child.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bone {
    /// The place in the skin's list of the joint that moves it.
    pub joint: u16,
    /// Where the joint is at the bind, in the mesh's space and units.
    pub head: Vec3,
    /// The other end.
    pub tail: Vec3,
}

impl Bone {
    /// The bones of a skin at its bind, in the order of its list.
    ///
    /// A joint has one to each of the nearest joints below it that are in the list too. One without any has a single bone, which
    /// goes on in the direction of the bone that ends at the joint, by half its length; where none ends there, it is a point.
    #[must_use]
    pub fn of_skin(skeleton: &Skeleton, bind: &BindPose) -> Vec<Self> {
        let place = |joint: u16| {
            let listed = bind.joints().get(usize::from(joint));
            listed.map_or(Vec3::ZERO, |&joint| {
                bind.model_from_joint(joint).translation
            })
        };
        let parents = parents(skeleton, bind);
        let mut bones: Vec<Self> = Vec::new();
        for (joint, parent) in (0..=u16::MAX).zip(&parents) {
            if let &Some(parent) = parent {
                bones.push(Self {
                    joint: parent,
                    head: place(parent),
                    tail: place(joint),
                });
            }
        }
        let mut is_leaf = vec![true; parents.len()];
        for &parent in parents.iter().flatten() {
            is_leaf[usize::from(parent)] = false;
        }
        for (joint, (parent, is_leaf)) in (0..=u16::MAX).zip(parents.iter().zip(is_leaf)) {
            if is_leaf {
                let head = place(joint);
                let along = parent.map_or(Vec3::ZERO, |parent| head - place(parent));
                let tail = head + along * 0.5;
                bones.push(Self { joint, head, tail });
            }
        }
        bones.sort_by_key(|bone| bone.joint);
        bones
    }

    /// The distance of a place from the segment.
    #[must_use]
    pub fn distance(&self, place: Vec3) -> f32 {
        let (along, from) = (self.tail - self.head, place - self.head);
        let length_squared = along.length_squared();
        let share = if length_squared > 0.0 {
            (from.dot(along) / length_squared).clamp(0.0, 1.0)
        } else {
            0.0
        };
        (from - along * share).length()
    }

    /// The distance of its ends.
    #[must_use]
    pub fn length(&self) -> f32 {
        self.head.distance(self.tail)
    }
}

/// For each place of a skin's list the place of the nearest joint above it that is listed too: what
/// [`Rules::parents`](crate::Rules::parents) wants.
#[must_use]
pub fn parents(skeleton: &Skeleton, bind: &BindPose) -> Vec<Option<u16>> {
    let places = places(skeleton, bind);
    let above = |joint: JointIndex| {
        let mut next = skeleton.parent(joint);
        while let Some(parent) = next {
            if let Some(place) = place_of(&places, parent) {
                return Some(place);
            }
            next = skeleton.parent(parent);
        }
        None
    };
    bind.joints().iter().map(|&joint| above(joint)).collect()
}

/// For each place of a skin's list the place of the joint's mirror image, its own for one in the middle; none where `pairs` know
/// of none, or where the image is not in the list.
#[must_use]
pub fn partners(skeleton: &Skeleton, bind: &BindPose, pairs: &JointPairs) -> Vec<Option<u16>> {
    let places = places(skeleton, bind);
    let partner = |&joint: &JointIndex| place_of(&places, pairs.partner(joint)?);
    bind.joints().iter().map(partner).collect()
}

/// The place in the skin's list of every joint of the skeleton, the first if it is listed twice.
fn places(skeleton: &Skeleton, bind: &BindPose) -> Vec<Option<u16>> {
    let mut places = vec![None; skeleton.len()];
    for (place, joint) in (0..=u16::MAX).zip(bind.joints()) {
        if let Some(slot) = places.get_mut(joint.index()) {
            slot.get_or_insert(place);
        }
    }
    places
}

fn place_of(places: &[Option<u16>], joint: JointIndex) -> Option<u16> {
    places.get(joint.index()).copied().flatten()
}
