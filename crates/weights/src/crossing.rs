//! Bones that a hierarchy asks for, but that run through what other joints move.

use rig::JointSlot;

use crate::Bone;

/// Places along a bone that are looked at.
const SAMPLES: u8 = 10;

/// Another branch's bone is nearer to a place than the joint's own ones if its distance is at most this share of theirs.
const NEARER: f32 = 0.75;

/// Takes from joints with several bones those that cross other branches; `bones` are sorted by their joints.
///
/// A bone crosses if, at more than half of the places along it, a bone of a joint neither above nor below its own joint lies
/// [nearer](NEARER) than all other bones of its own joint: hands that hang from the hips have a bone that says how the hierarchy goes
/// on and runs through the legs' surroundings, not one that the hips move. Where all bones of a joint cross, as where a rig lists
/// everything twice, nothing tells them apart and they stay.
pub(crate) fn drop_crossing(bones: &mut Vec<Bone>, parents: &[Option<JointSlot>]) {
    let mut is_kept: Vec<bool> = Vec::with_capacity(bones.len());
    for own in bones.chunk_by(|one, other| one.joint == other.joint) {
        let crossing: Vec<bool> = match own {
            [_] => vec![false],
            _ => crossing(own, &strangers(own[0].joint, bones, parents)),
        };
        let keeps_all = crossing.iter().all(|&crosses| crosses);
        is_kept.extend(crossing.iter().map(|&crosses| keeps_all || !crosses));
    }
    let mut is_kept = is_kept.into_iter();
    bones.retain(|_| is_kept.next() == Some(true));
}

/// The bones of joints neither above nor below this one.
fn strangers<'a>(
    joint: JointSlot,
    bones: &'a [Bone],
    parents: &[Option<JointSlot>],
) -> Vec<&'a Bone> {
    let is_stranger = |bone: &&Bone| {
        !is_below(bone.joint, joint, parents) && !is_below(joint, bone.joint, parents)
    };
    bones.iter().filter(is_stranger).collect()
}

/// Whether a joint is this one or below it.
fn is_below(joint: JointSlot, above: JointSlot, parents: &[Option<JointSlot>]) -> bool {
    let mut next = Some(joint);
    // No way up is longer than the list, whatever it says.
    for _ in 0..=parents.len() {
        match next {
            Some(joint) if joint == above => return true,
            Some(joint) => next = parents.get(usize::from(joint)).copied().flatten(),
            None => return false,
        }
    }
    false
}

/// Of each of a joint's bones whether it crosses other branches.
fn crossing(own: &[Bone], strangers: &[&Bone]) -> Vec<bool> {
    let crosses = |(number, bone): (usize, &Bone)| {
        let crossed = (0..SAMPLES).filter(|&sample| {
            let share = (f32::from(sample) + 0.5) / f32::from(SAMPLES);
            let place = bone.head.lerp(bone.tail, share);
            let others = own.iter().enumerate().filter(|&(other, _)| other != number);
            let of_joint = others.map(|(_, other)| other.distance(place));
            let of_others = strangers.iter().map(|other| other.distance(place));
            of_others.fold(f32::INFINITY, f32::min)
                < NEARER * of_joint.fold(f32::INFINITY, f32::min)
        });
        2 * crossed.count() > usize::from(SAMPLES)
    };
    own.iter().enumerate().map(crosses).collect()
}
