//! What operations want to know of a skin's joints, by their places in the skin's list.

use glam::Vec3;
use rig::{BindPose, JointIndex, JointPairs, JointSlot, Rigid, Skeleton};

use crate::bones::bone_axes::{LEAF, chain_flat_list, common_axis, own_axis};
use crate::bones::crossing::drop_crossing;

/// The segment that a joint moves first of all: from its own place to that of a child.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bone {
    /// The place in the skin's list of the joint that moves it.
    pub joint: JointSlot,
    /// Where the joint is at the bind, in the mesh's space and units.
    pub head: Vec3,
    /// Where the bone ends, in the same space: at a joint below, or at a tip.
    pub tail: Vec3,
}

impl Bone {
    /// The bones of a skin at its bind, in the order of its list.
    ///
    /// A joint has one to each of the nearest joints below it that are in the list too, but for those that run through other branches:
    /// along more than half of which a bone of a joint neither above nor below lies nearer, by a quarter, than the joint's other bones.
    /// One without any joint below has a single bone. Where it stands on the way from its parent to another joint of that parent, as a twist
    /// joint does, it goes on to the next of these. Else it is as long as the bone that ends at the joint: along the axis of its own that most
    /// bones of the rig lie along, or where they have no such habit, on in the direction of that bone; where none ends there, it is a
    /// point. In a list without any hierarchy a joint is taken to be followed by the nearest one along its axis.
    #[must_use]
    pub fn of_skin(skeleton: &Skeleton, bind: &BindPose) -> Vec<Self> {
        Self::among(skeleton, bind, &|_| true).bones
    }

    /// As [`of_skin`](Self::of_skin), as if the joints that are not there were not listed.
    pub(crate) fn among(
        skeleton: &Skeleton,
        bind: &BindPose,
        is_there: &dyn Fn(JointSlot) -> bool,
    ) -> SkinBones {
        let frames: Vec<Rigid> = bind
            .joints()
            .iter()
            .map(|&joint| bind.model_from_joint(joint))
            .collect();
        let place = |joint: JointSlot| {
            let frame = frames.get(usize::from(joint));
            frame.map_or(Vec3::ZERO, |frame| frame.translation)
        };
        let mut parents = parents_among(skeleton, bind, is_there);
        chain_flat_list(&mut parents, is_there, &frames);
        let joints = || {
            let all = JointSlot::all().zip(&parents);
            all.filter(|(joint, _)| is_there(*joint))
        };
        let mut bones: Vec<Self> = Vec::new();
        for (joint, parent) in joints() {
            if let &Some(parent) = parent {
                bones.push(Self {
                    joint: parent,
                    head: place(parent),
                    tail: place(joint),
                });
            }
        }
        let mut below: Vec<Vec<JointSlot>> = vec![Vec::new(); parents.len()];
        for (joint, &parent) in joints() {
            if let Some(parent) = parent {
                below[usize::from(parent)].push(joint);
            }
        }
        let axis = common_axis(
            bones.iter().map(|bone| (bone.joint, bone.tail - bone.head)),
            &frames,
        );
        let mut guessed = Vec::new();
        let is_leaf = |joint: JointSlot| below[usize::from(joint)].is_empty();
        for (joint, parent) in joints().filter(|(joint, _)| is_leaf(*joint)) {
            let head = place(joint);
            let next = parent.and_then(|parent| {
                let beside = below[usize::from(parent)].iter();
                next_along([place(parent), head], beside.map(|&joint| place(joint)))
            });
            if let Some(tail) = next {
                bones.push(Self { joint, head, tail });
                continue;
            }
            let along = parent.map_or(Vec3::ZERO, |parent| head - place(parent));
            let own = axis.and_then(|axis| own_axis(axis, &frames, (joint, *parent)));
            if own.is_none() {
                // No axis says where it points: a tip is looked for in the mesh instead.
                guessed.push(joint);
            }
            let along = own.map_or(along, |own| own * along.length());
            let tail = head + along * LEAF;
            bones.push(Self { joint, head, tail });
        }
        // A stable sort keeps the order of the list among bones of one joint.
        bones.sort_by_key(|bone| bone.joint);
        drop_crossing(&mut bones, &parents);
        SkinBones { bones, guessed }
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

/// A joint stands on the way to another one of its parent if it is no farther off than this share of that way.
const ON_THE_WAY: f32 = 0.02;

/// Of a parent with more joints than this none is looked at.
const MOST_BESIDE: usize = 64;

/// Of the joints beside one, which have the same parent, the nearest to which it is on the way from there.
fn next_along([from, at]: [Vec3; 2], beside: impl ExactSizeIterator<Item = Vec3>) -> Option<Vec3> {
    if beside.len() > MOST_BESIDE {
        return None;
    }
    let along = at - from;
    let is_behind = |end: &Vec3| {
        let way = *end - from;
        // A joint at the place of its parent gives NaN here, which is in no range.
        let share = along.dot(way) / way.length_squared();
        let off = (along - way * share).length();
        (0.01..0.99).contains(&share) && off <= ON_THE_WAY * way.length()
    };
    let distance = |end: &Vec3| end.distance_squared(from);
    let ends = beside.filter(is_behind);
    ends.min_by(|one, other| distance(one).total_cmp(&distance(other)))
}

/// The bones of some joints of a skin.
pub(crate) struct SkinBones {
    /// In the order of their joints.
    pub(crate) bones: Vec<Bone>,
    /// The joints without any below whose bone only goes on in the direction of the one before, in rising order.
    pub(crate) guessed: Vec<JointSlot>,
}

/// For each place of a skin's list the place of the nearest joint above it that is listed too: what
/// [`Rules::parents`](crate::Rules::parents) wants.
#[must_use]
pub fn parents(skeleton: &Skeleton, bind: &BindPose) -> Vec<Option<JointSlot>> {
    parents_among(skeleton, bind, &|_| true)
}

/// The same, as if the joints that are not there were not listed.
pub(crate) fn parents_among(
    skeleton: &Skeleton,
    bind: &BindPose,
    is_there: &dyn Fn(JointSlot) -> bool,
) -> Vec<Option<JointSlot>> {
    let places = places(skeleton, bind);
    // The nearest listed joint above each; parents come before their children.
    let mut above: Vec<Option<JointSlot>> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.joints() {
        let nearest = skeleton.parent(joint).and_then(|parent| {
            let listed = place_of(&places, parent).filter(|&place| is_there(place));
            listed.or_else(|| above.get(parent.index()).copied().flatten())
        });
        above.push(nearest);
    }
    let listed = bind.joints().iter();
    listed
        .map(|joint| above.get(joint.index()).copied().flatten())
        .collect()
}

/// For each place of a skin's list the place of the joint's mirror image, its own for one in the middle; none where `pairs` know
/// of none, or where the image is not in the list.
#[must_use]
pub fn partners(
    skeleton: &Skeleton,
    bind: &BindPose,
    pairs: &JointPairs,
) -> Vec<Option<JointSlot>> {
    let places = places(skeleton, bind);
    let partner = |&joint: &JointIndex| place_of(&places, pairs.partner(joint)?);
    bind.joints().iter().map(partner).collect()
}

/// The place in the skin's list of every joint of the skeleton, the first if it is listed twice.
fn places(skeleton: &Skeleton, bind: &BindPose) -> Vec<Option<JointSlot>> {
    let mut places = vec![None; skeleton.len()];
    for (place, joint) in bind.slots() {
        if let Some(slot) = places.get_mut(joint.index()) {
            slot.get_or_insert(place);
        }
    }
    places
}

fn place_of(places: &[Option<JointSlot>], joint: JointIndex) -> Option<JointSlot> {
    places.get(joint.index()).copied().flatten()
}
