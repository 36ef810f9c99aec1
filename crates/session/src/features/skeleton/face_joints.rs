//! Eyes and jaw below a head: joints where its skin shows them, and their weights, as one step.

use std::collections::BTreeSet;

use glam::{Mat3, Quat, Vec3};
use rig::{HumanBone, JointIndex, Rigid, Skeleton};
use scene::names::joint_name;
use scene::report::pluralize;

use super::helper_joints::{
    Giving, HelperWeights, NewJoint, WithHelperJoints, add_joint, rested, weights_of,
};
use super::hinges::HelperAsk;
use crate::state::fitting::free_name;
use crate::state::skeleton::face_places::{FaceAxes, FacePlace, HeadSkin, HeadSurface};

/// What is said where there are no eyeballs.
const NO_EYES: &str = "No eyes were found: the head has no pair of round parts of their own. Add joints by hand, or fit a new skeleton with the markers of eyes.";
/// What is said where there is no face.
const NO_JAW: &str =
    "No jaw was found: the head shows no chin below a nose. Add a joint by hand, and paint it.";

/// Which joints of a face are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceOptions {
    /// Left and right eye.
    pub eyes: bool,
    /// The lower jaw.
    pub jaw: bool,
}

/// Puts joints of eyes and jaw below a head, and gives them their weights: eyeballs whole, the jaw what lies below the mouth.
///
/// The head is the joint that is known to be it, else the one selected last. What is there already is left out, and what cannot be found
/// is said.
///
/// # Errors
///
/// One sentence with a remedy: no head, a head that moves nothing, nothing found.
pub fn insert_face(ask: &HelperAsk<'_>, options: FaceOptions) -> Result<WithHelperJoints, String> {
    let skeleton = &ask.document.character.rig.skeleton;
    let selected = ask.joints.and_then(|joints| joints.last().copied());
    let head = ask.map.joint(HumanBone::Head).or(selected);
    let head = head.ok_or("no head was found; select the joint of the head.")?;
    let mut said = Vec::new();
    let wanted = wanted(ask, options, head, &mut said)?;
    let weights = HelperWeights::new(ask.document.clone(), ask.work);
    let surfaces = surfaces_of(&weights, head);
    let axes = face_axes(ask, head);
    let origin = skeleton.rest_model_from_joint(head).translation;
    let skin = HeadSkin::new(&surfaces, axes, origin);
    let skin = skin.ok_or_else(|| {
        let name = joint_name(skeleton, head);
        format!("{name} moves no vertex; bind the mesh, or give it weights first.")
    })?;
    let mut places: Vec<(&str, FacePlace)> = Vec::new();
    match wanted.eyes.then(|| skin.eyes()) {
        Some(Some([left, right])) => places.extend([("eye.L", left), ("eye.R", right)]),
        Some(None) => said.push(NO_EYES.to_owned()),
        None => {}
    }
    match wanted.jaw.then(|| skin.jaw()) {
        Some(Some(jaw)) => places.push(("jaw", jaw)),
        Some(None) => said.push(NO_JAW.to_owned()),
        None => {}
    }
    match places.is_empty() {
        true => Err(said.join(" ")),
        false => with_places(weights, head, axes, &places, said),
    }
}

/// What is asked for and not there yet; the rest is said.
fn wanted(
    ask: &HelperAsk<'_>,
    options: FaceOptions,
    head: JointIndex,
    said: &mut Vec<String>,
) -> Result<FaceOptions, String> {
    let skeleton = &ask.document.character.rig.skeleton;
    let mut is_wanted = |asked: bool, bones: &[HumanBone], what: &str| {
        let is_there = |bone: &HumanBone| {
            let joint = ask.map.joint(*bone);
            joint.is_some_and(|joint| is_below(skeleton, joint, head))
        };
        let has_one = asked && bones.iter().any(is_there);
        if has_one {
            said.push(format!("Left out: {what}, of which there are joints."));
        }
        asked && !has_one
    };
    let both = [HumanBone::LeftEye, HumanBone::RightEye];
    let eyes = is_wanted(options.eyes, &both, "eyes");
    let jaw = is_wanted(options.jaw, &[HumanBone::Jaw], "the jaw");
    match (eyes || jaw, said.is_empty()) {
        (true, _) => Ok(FaceOptions { eyes, jaw }),
        (false, true) => Err("choose eyes, the jaw or both.".to_owned()),
        (false, false) => Err(
            "the head has these joints already; dissolve those first to have others.".to_owned(),
        ),
    }
}

/// The document with a joint at each place, and its weights.
fn with_places(
    mut weights: HelperWeights<'_>,
    head: JointIndex,
    axes: FaceAxes,
    places: &[(&str, FacePlace)],
    said: Vec<String>,
) -> Result<WithHelperJoints, String> {
    let key = weights.document.character.rig.skeleton.key(head);
    let mut added = Vec::new();
    for (name, place) in places {
        let skeleton = &weights.document.character.rig.skeleton;
        let names = skeleton.joints().map(|joint| skeleton.name(joint));
        let taken: BTreeSet<String> = names.map(str::to_owned).collect();
        let joint = NewJoint {
            parent: key,
            name: free_name(name, &taken),
            frame: Rigid::new(frame_along(place.tail - place.head, axes.up), place.head),
        };
        added.push(add_joint(&mut weights.document, &joint)?);
    }
    for (own, (_, place)) in added.iter().zip(places) {
        let skeleton = &weights.document.character.rig.skeleton;
        let joints = skeleton.joint_of_key(key).zip(skeleton.joint_of_key(*own));
        let Some((head, to)) = joints else { continue };
        let giving = Giving {
            is_between: false,
            from: &[head],
            to,
        };
        for (mesh, shares) in place.shares.iter().enumerate() {
            weights.give_shares(mesh, &giving, shares)?;
        }
    }
    let mut sentences = vec![format!("{}.", pluralize(added.len(), "joint"))];
    sentences.extend(said);
    sentences.extend(weights.given.sentences("are shared with them"));
    Ok(WithHelperJoints {
        after: weights.document,
        added,
        sentences,
    })
}

/// All surfaces with what the head moves of them; empty ones where their skins do not list it.
fn surfaces_of(weights: &HelperWeights<'_>, head: JointIndex) -> Vec<HeadSurface> {
    let character = &weights.document.character;
    let surface = |mesh| {
        let Some(points) = rested(character, mesh, head) else {
            return HeadSurface::default();
        };
        HeadSurface {
            points,
            weights: weights_of(character, mesh, head),
            parts: mesh.surface().parts().to_vec(),
        }
    };
    weights.meshes.iter().map(surface).collect()
}

/// The directions of a face: up is up, left by arms, legs and hands. A body without them looks along +Z.
fn face_axes(ask: &HelperAsk<'_>, head: JointIndex) -> FaceAxes {
    use HumanBone as Bone;
    let skeleton = &ask.document.character.rig.skeleton;
    let place = |bone: Bone| {
        let joint = ask.map.joint(bone)?;
        Some(skeleton.rest_model_from_joint(joint).translation)
    };
    let sides = [
        [Bone::LeftUpperLeg, Bone::RightUpperLeg],
        [Bone::LeftUpperArm, Bone::RightUpperArm],
    ];
    let across = sides.into_iter();
    let across = across.filter_map(|[left, right]| Some(place(left)? - place(right)?));
    let left = across.sum::<Vec3>().try_normalize().unwrap_or(Vec3::X);
    let lower = place(Bone::Hips).unwrap_or(Vec3::ZERO);
    let own = skeleton.rest_model_from_joint(head).translation;
    let up = [Vec3::Y, own - lower, Vec3::Z].into_iter();
    let up = up
        .map(|up| up.reject_from(left))
        .find(|up| up.length() > 0.5);
    let up = up.and_then(Vec3::try_normalize);
    let up = up.unwrap_or_else(|| left.any_orthonormal_vector());
    FaceAxes {
        left,
        up,
        front: left.cross(up),
    }
}

/// Y along a bone, Z as nearly up as that allows.
fn frame_along(bone: Vec3, up: Vec3) -> Quat {
    let y = bone.normalize_or(Vec3::Y);
    let z = (up - y * up.dot(y)).try_normalize();
    let z = z.unwrap_or_else(|| y.any_orthonormal_vector());
    Quat::from_mat3(&Mat3::from_cols(y.cross(z), y, z)).normalize()
}

fn is_below(skeleton: &Skeleton, joint: JointIndex, above: JointIndex) -> bool {
    std::iter::successors(Some(joint), |&joint| skeleton.parent(joint)).any(|joint| joint == above)
}
