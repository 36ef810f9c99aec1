//! Which joints of a skin are there to move vertices, and by which bones.

use glam::{DVec3, Vec3};
use mesh::{Adjacency, PointIndex};
use rig::{BindPose, JointSlot, Skeleton};

use crate::Bone;
use crate::skin::parents_among;

/// Words in names of joints that others hang things on, or that drive other joints.
const ATTACHMENTS: [&str; 8] = [
    "socket",
    "attach",
    "attachment",
    "mount",
    "ik",
    "pole",
    "effector",
    "target",
];

/// Words in names of joints that only say where a chain ends.
const ENDS: [&str; 2] = ["end", "nub"];

/// Places along a bone that are looked at.
const SAMPLES: u8 = 5;

/// A place is inside a surface that goes around it this much of a whole turn at least: surfaces may be open.
const WITHIN: f64 = 0.25;

/// Bones shorter than this share of the longest one have no length.
const POINT: f32 = 1e-4;

/// The bones of the joints that automatic weights are for, and the joints that they are not for.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Movers {
    /// As [`Bone::of_skin`] would make them if the other joints were not in the list. Never empty if that is not.
    pub bones: Vec<Bone>,
    /// The places in the skin's list of the joints that get no weight, in rising order.
    pub left_out: Vec<JointSlot>,
}

impl Movers {
    /// Of a skin at its bind, and all that it moves.
    ///
    /// Left out are
    /// - sockets and targets, by the words of their names, if nothing below them moves anything;
    /// - ends of chains in the same way; the bone of a joint that has nothing else below leads to them;
    /// - joints at the top whose bones are less than half within the surface, as one that stands on the ground, or have no length.
    ///   If nothing is within the surface, as with a sheet of cloth, none is left out for that.
    #[must_use]
    pub fn of_skin(skeleton: &Skeleton, bind: &BindPose, surface: &Adjacency) -> Self {
        let count = bind.joints().len();
        let is_mover = movers_by_name(skeleton, bind);
        let is_there = with_tips(skeleton, bind, &is_mover);
        let there = |joint: JointSlot| is_there.get(usize::from(joint)) == Some(&true);
        let mut bones = Bone::among(skeleton, bind, &there);
        let parents = parents_among(skeleton, bind, &there);
        bones.retain(|bone| is_mover.get(usize::from(bone.joint)) == Some(&true));
        leave_out_tops(surface, &parents, &mut bones);
        if bones.is_empty() {
            bones = Bone::of_skin(skeleton, bind);
        }
        let moves =
            |joint: &JointSlot| bones.binary_search_by_key(joint, |bone| bone.joint).is_ok();
        let left_out = JointSlot::all().take(count).filter(|joint| !moves(joint));
        Self {
            left_out: left_out.collect(),
            bones,
        }
    }
}

/// All but sockets, targets and ends of chains, by their names; and all joints above a mover.
fn movers_by_name(skeleton: &Skeleton, bind: &BindPose) -> Vec<bool> {
    let parents = parents_among(skeleton, bind, &|_| true);
    let mut is_mover = vec![false; parents.len()];
    for (place, &joint) in bind.joints().iter().enumerate() {
        let words = words(skeleton.name(joint));
        let is_called = |names: &[&str]| words.iter().any(|word| names.contains(&word.as_str()));
        let is_end = parents[place].is_some() && is_called(&ENDS);
        let mut next = (!is_end && !is_called(&ATTACHMENTS)).then_some(place);
        while let Some(place) = next.filter(|&place| !is_mover[place]) {
            is_mover[place] = true;
            next = parents[place].map(usize::from);
        }
    }
    is_mover
}

/// The movers, and of the others those right below a mover that has no mover below: its bone leads there.
fn with_tips(skeleton: &Skeleton, bind: &BindPose, is_mover: &[bool]) -> Vec<bool> {
    let parents = parents_among(skeleton, bind, &|_| true);
    let is_needed = |place: usize| {
        let above = parents[place].filter(|&above| is_mover[usize::from(above)]);
        above.is_some_and(|above| {
            let mut below = parents.iter().zip(is_mover);
            !below.any(|(parent, is_mover)| *is_mover && *parent == Some(above))
        })
    };
    (0..parents.len())
        .map(|place| is_mover[place] || is_needed(place))
        .collect()
}

/// From the top of each tree downwards, as long as nothing of a joint is within the surface.
fn leave_out_tops(surface: &Adjacency, parents: &[Option<JointSlot>], bones: &mut Vec<Bone>) {
    let longest = bones.iter().map(Bone::length).fold(0.0, f32::max);
    if longest <= 0.0 {
        return;
    }
    let has_length = |bone: &Bone| bone.length() > longest * POINT;
    let has_below = |joint: JointSlot| parents.contains(&Some(joint));
    let is_solid = bones
        .iter()
        .any(|bone| has_length(bone) && is_within(surface, bone));
    let mut tops: Vec<JointSlot> = JointSlot::all()
        .zip(parents)
        .filter(|(_, parent)| parent.is_none())
        .map(|(joint, _)| joint)
        .collect();
    while let Some(top) = tops.pop() {
        let own = || bones.iter().filter(|bone| bone.joint == top);
        let is_mover = |bone: &Bone| has_length(bone) && (!is_solid || is_within(surface, bone));
        let is_alone = bones.iter().all(|bone| bone.joint == top);
        if !has_below(top) || is_alone || own().any(is_mover) {
            continue;
        }
        bones.retain(|bone| bone.joint != top);
        let below = JointSlot::all().zip(parents);
        tops.extend(
            below
                .filter(|(_, parent)| **parent == Some(top))
                .map(|(joint, _)| joint),
        );
    }
}

/// Whether at least half of a bone is within the surface.
fn is_within(surface: &Adjacency, bone: &Bone) -> bool {
    let inside = (0..SAMPLES).filter(|&sample| {
        let share = (f32::from(sample) + 0.5) / f32::from(SAMPLES);
        turns_around(surface, bone.head.lerp(bone.tail, share)).abs() >= WITHIN
    });
    2 * inside.count() >= usize::from(SAMPLES)
}

/// How much of a whole turn the surface goes around a place: its generalised winding number, ±1 inside a closed one.
///
/// Reference: A. Jacobson, L. Kavan, O. Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers",
/// ACM TOG 32(4), 2013.
fn turns_around(surface: &Adjacency, place: Vec3) -> f64 {
    let from = |point: PointIndex| (surface.positions()[point.index()] - place).as_dvec3();
    let solid = surface.triangles().iter().map(|triangle| {
        let [a, b, c] = triangle.map(PointIndex).map(from);
        solid_angle(a, b, c)
    });
    let sum: f64 = solid.filter(|angle| angle.is_finite()).sum();
    sum / (4.0 * std::f64::consts::PI)
}

/// Of a triangle, seen from the origin (A. van Oosterom, J. Strackee, 1983).
fn solid_angle(a: DVec3, b: DVec3, c: DVec3) -> f64 {
    let (along, beside, beyond) = (a.length(), b.length(), c.length());
    let volume = a.dot(b.cross(c));
    let rest = along * beside * beyond + a.dot(b) * beyond + b.dot(c) * along + c.dot(a) * beside;
    2.0 * volume.atan2(rest)
}

/// The words of a name in small letters: `HandR_IKTarget2` is hand, r, ik, target.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let letters: Vec<char> = name.chars().collect();
    for (place, &letter) in letters.iter().enumerate() {
        if !letter.is_alphabetic() {
            words.push(String::new());
            continue;
        }
        let before = place.checked_sub(1).and_then(|before| letters.get(before));
        let after = letters.get(place + 1);
        let begins = letter.is_uppercase()
            && (before.is_some_and(|letter| letter.is_lowercase())
                || after.is_some_and(|letter| letter.is_lowercase()));
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
