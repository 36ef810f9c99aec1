//! Twist joints along limbs: joints, what drives them, and the weights spread along the bone, as one step.

use std::collections::BTreeMap;
use std::sync::Arc;

use character::{Character, WeightEdit};
use glam::Vec3;
use retarget::BoneMap;
use rig::{
    BoneSegment, DrivenChannel, DrivenCombine, DrivenTarget, DriverMeasure, HumanBone, JointIndex,
    JointRole, LimbTwist, PlacedJoint, Skeleton, TwistSource, TwistedLimb, joint_roles,
};
use scene::report::pluralize;
use weights::{Rules, SpreadBone, SpreadNode, spread_along_bone};

use super::helper_joints::{GivenWeights, NewJoint, WithHelperJoints, add_joint, helper_name};
use crate::document::Document;
use crate::state::painting::paint_mesh::PaintMesh;
use crate::state::weight_table::weights_work::WeightsWork;

/// The limbs of a person, each with the bone at its end.
const LIMBS: [(HumanBone, HumanBone); 8] = [
    (HumanBone::LeftUpperArm, HumanBone::LeftLowerArm),
    (HumanBone::RightUpperArm, HumanBone::RightLowerArm),
    (HumanBone::LeftLowerArm, HumanBone::LeftHand),
    (HumanBone::RightLowerArm, HumanBone::RightHand),
    (HumanBone::LeftUpperLeg, HumanBone::LeftLowerLeg),
    (HumanBone::RightUpperLeg, HumanBone::RightLowerLeg),
    (HumanBone::LeftLowerLeg, HumanBone::LeftFoot),
    (HumanBone::RightLowerLeg, HumanBone::RightFoot),
];

/// A limb that may get twist joints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundLimb {
    /// The joint at which it begins.
    pub limb: JointIndex,
    /// The child of it at which it ends.
    pub end: JointIndex,
    /// Whose twist is spread along it.
    pub source: TwistSource,
    /// Which bone of a person it is, if that is known.
    pub bone: Option<HumanBone>,
}

/// The limbs of a character: arms and legs by its bones, and by what joints are called where these say nothing.
#[must_use]
pub fn limbs_of(character: &Character, map: &BoneMap) -> Vec<FoundLimb> {
    let skeleton = &character.rig.skeleton;
    let mut found: BTreeMap<JointIndex, FoundLimb> = BTreeMap::new();
    for (bone, next) in LIMBS {
        let joints = map.joint(bone).zip(map.joint(next));
        let joints =
            joints.and_then(|(limb, next)| Some((limb, child_towards(skeleton, limb, next)?)));
        if let Some((limb, end)) = joints {
            let is_upper = matches!(
                bone,
                HumanBone::LeftUpperArm
                    | HumanBone::RightUpperArm
                    | HumanBone::LeftUpperLeg
                    | HumanBone::RightUpperLeg
            );
            let source = match is_upper {
                true => TwistSource::Own,
                false => TwistSource::End,
            };
            let own = FoundLimb {
                limb,
                end,
                source,
                bone: Some(bone),
            };
            found.insert(limb, own);
        }
    }
    let roles = joint_roles(skeleton);
    let role = |joint: JointIndex| roles.get(joint.index()).copied();
    for limb in skeleton.joints() {
        let next = match role(limb) {
            Some(JointRole::Shoulder) => JointRole::Elbow,
            Some(JointRole::Elbow) => JointRole::Wrist,
            Some(JointRole::Hip) => JointRole::Knee,
            Some(JointRole::Knee) => JointRole::Ankle,
            _ => continue,
        };
        let mut children = skeleton.children(limb);
        if let Some(end) = children.find(|&child| role(child) == Some(next)) {
            let source = role(limb).map_or(TwistSource::End, TwistSource::usual);
            let own = FoundLimb {
                limb,
                end,
                source,
                bone: None,
            };
            found.entry(limb).or_insert(own);
        }
    }
    found.into_values().collect()
}

/// The child of a joint on the way down to another one; none if that is not below it.
fn child_towards(skeleton: &Skeleton, joint: JointIndex, below: JointIndex) -> Option<JointIndex> {
    let mut up = std::iter::successors(Some(below), |&joint| skeleton.parent(joint));
    up.find(|&child| skeleton.parent(child) == Some(joint))
}

/// The limb that begins at a joint: as it was found, else towards its farthest child.
fn limb_at(document: &Document, found: &[FoundLimb], limb: JointIndex) -> Option<FoundLimb> {
    if let Some(known) = found.iter().find(|own| own.limb == limb) {
        return Some(*known);
    }
    let skeleton = &document.character.rig.skeleton;
    let role = joint_roles(skeleton).get(limb.index()).copied();
    Some(FoundLimb {
        limb,
        end: farthest_child(document, limb)?,
        source: role.map_or(TwistSource::End, TwistSource::usual),
        bone: None,
    })
}

/// The child of a joint that rests farthest from it; helpers, which something drives and which have no children, are none.
fn farthest_child(document: &Document, joint: JointIndex) -> Option<JointIndex> {
    let skeleton = &document.character.rig.skeleton;
    let head = |joint| skeleton.rest_model_from_joint(joint).translation;
    let far = |child: &JointIndex| head(*child).distance(head(joint));
    let is_helper = |child: JointIndex| {
        document.driven.drives(child) && skeleton.children(child).next().is_none()
    };
    let children = skeleton.children(joint);
    let children = children.filter(|&child| !is_helper(child));
    children.max_by(|one, other| far(one).total_cmp(&far(other)))
}

/// The joint that a channel turns by the twist of another one.
pub(super) fn twisted_joint(channel: &DrivenChannel) -> Option<JointIndex> {
    match (channel.driver.measure, channel.target) {
        (DriverMeasure::Twist { .. }, DrivenTarget::Rotation { joint, .. }) => Some(joint),
        _ => None,
    }
}

/// Whether twist joints hang on a limb already: children beside its end that a twist turns.
fn has_twist(document: &Document, own: &FoundLimb) -> bool {
    let skeleton = &document.character.rig.skeleton;
    let mut twisted = document.driven.channels().iter().filter_map(twisted_joint);
    twisted.any(|joint| joint != own.end && skeleton.parent(joint) == Some(own.limb))
}

/// The limbs of a document whose twist joints follow a twist, by what drives them.
fn limbs_with_twist(document: &Document) -> Vec<TwistedLimb> {
    let skeleton = &document.character.rig.skeleton;
    let mut limbs: BTreeMap<JointIndex, (FoundLimb, Vec<JointIndex>)> = BTreeMap::new();
    for channel in document.driven.channels() {
        let is_whole = channel.combine == DrivenCombine::Replaces;
        let joint = twisted_joint(channel).filter(|_| is_whole);
        let Some((joint, limb)) = joint.and_then(|joint| Some((joint, skeleton.parent(joint)?)))
        else {
            continue;
        };
        let driver = channel.driver.joint;
        let (end, source) = match skeleton.parent(driver) == Some(limb) {
            true => (Some(driver), TwistSource::End),
            false if driver == limb => (farthest_child(document, limb), TwistSource::Own),
            false => continue,
        };
        let Some(end) = end.filter(|end| *end != joint) else {
            continue;
        };
        let own = FoundLimb {
            limb,
            end,
            source,
            bone: None,
        };
        limbs.entry(limb).or_insert((own, Vec::new())).1.push(joint);
    }
    let twisted = limbs.into_values().filter_map(|(own, joints)| {
        TwistedLimb::of_joints(skeleton, own.limb, own.end, &joints, own.source).ok()
    });
    twisted.collect()
}

/// New weights of the skins from one on with those of limbs spread among their twist joints: where these stand alone does not tell what
/// they twist. Weights that cannot be spread stay.
#[must_use]
pub(super) fn spread_over_twist(document: Document, first: usize, work: &WeightsWork) -> Document {
    let limbs = limbs_with_twist(&document);
    if limbs.is_empty() {
        return document;
    }
    let meshes = PaintMesh::since(&document.character, first);
    let spread = with_spread_weights(document.clone(), &limbs, &meshes, work);
    spread.map_or(document, |(spread, _)| spread)
}

/// Puts 1 to 4 twist joints on each limb, drives them, and spreads the weights of the limb among them.
///
/// `joints` are those at which limbs begin; none for all arms and legs. Limbs that have twist joints are left out.
///
/// # Errors
///
/// One sentence with a remedy: no limb, a number that is none, a bone without length, names that are taken.
pub fn insert_twist_joints(
    document: &Document,
    map: &BoneMap,
    work: &WeightsWork,
    joints: Option<&[JointIndex]>,
    count: usize,
) -> Result<WithHelperJoints, String> {
    let all = limbs_of(&document.character, map);
    let wanted: Vec<FoundLimb> = match joints {
        None => all,
        Some(joints) => {
            let limbs = joints.iter();
            limbs
                .filter_map(|&joint| limb_at(document, &all, joint))
                .collect()
        }
    };
    let (twisted, bare): (Vec<FoundLimb>, Vec<FoundLimb>) =
        wanted.into_iter().partition(|own| has_twist(document, own));
    if bare.is_empty() {
        return Err(match twisted.is_empty() {
            true => "no limb was found; select the joints of upper arms, forearms, thighs or shins, which have a joint below them.".to_owned(),
            false => "these limbs have twist joints already; dissolve those first to have others.".to_owned(),
        });
    }
    let after = with_joints(document, &bare, count)?;
    let skeleton = &after.character.rig.skeleton;
    let limbs = twisted_limbs(document, &after, &bare)?;
    let channels = limbs.iter().flat_map(|limb| limb.channels.iter().cloned());
    let channels = after.driven.channels().iter().cloned().chain(channels);
    let driven = after.with_driven(channels.collect())?;
    let added = limbs.iter().flat_map(|limb| &limb.joints);
    let added: Vec<u32> = added.map(|own| skeleton.key(own.joint)).collect();
    let mut sentences = vec![format!(
        "{} on {}.",
        pluralize(added.len(), "joint"),
        pluralize(limbs.len(), "limb")
    )];
    if !twisted.is_empty() {
        let noun = pluralize(twisted.len(), "limb");
        sentences.push(format!("Left out: {noun} with twist joints."));
    }
    let meshes = PaintMesh::all(&driven.character);
    let (after, mut said) = with_spread_weights(driven, &limbs, &meshes, work)?;
    sentences.append(&mut said);
    Ok(WithHelperJoints {
        after,
        added,
        sentences,
    })
}

/// The document with the joints, one edit for each, so that a project makes the same ones again.
fn with_joints(document: &Document, limbs: &[FoundLimb], count: usize) -> Result<Document, String> {
    let skeleton = &document.character.rig.skeleton;
    let asked = limbs.iter().map(|own| LimbTwist {
        limb: skeleton.key(own.limb),
        end: skeleton.key(own.end),
        count,
        source: own.source,
    });
    let asked: Vec<LimbTwist> = asked.collect();
    let first = document.character.next_joint_key();
    let inserted = skeleton
        .with_twist_joints(&asked, first)
        .map_err(|error| format!("{error}."))?;
    let with_them = inserted.remap.skeleton();
    let mut after = document.clone();
    for (found, limb) in limbs.iter().zip(&inserted.limbs) {
        for (number, own) in (1..).zip(&limb.joints) {
            let word = format!("twist{number}");
            let name = match skeleton.name(found.limb).is_empty() {
                true => helper_name(skeleton, found.limb, found.bone, &word),
                false => with_them.name(own.joint).to_owned(),
            };
            let joint = NewJoint {
                parent: with_them.key(limb.limb),
                name,
                frame: with_them.rest_model_from_joint(own.joint),
            };
            add_joint(&mut after, &joint)?;
        }
    }
    Ok(after)
}

/// The limbs in the document that has the joints: those that were added below each.
fn twisted_limbs(
    before: &Document,
    after: &Document,
    limbs: &[FoundLimb],
) -> Result<Vec<TwistedLimb>, String> {
    let (was, is) = (
        &before.character.rig.skeleton,
        &after.character.rig.skeleton,
    );
    let now = |joint: JointIndex| is.joint_of_key(was.key(joint));
    let is_new = |joint: &JointIndex| was.joint_of_key(is.key(*joint)).is_none();
    let twisted = limbs.iter().filter_map(|own| {
        let (limb, end) = now(own.limb).zip(now(own.end))?;
        let joints: Vec<JointIndex> = is.children(limb).filter(is_new).collect();
        Some(TwistedLimb::of_joints(is, limb, end, &joints, own.source))
    });
    let twisted: Result<Vec<TwistedLimb>, _> = twisted.collect();
    twisted.map_err(|error| format!("{error}."))
}

/// The document with the weights of limbs spread among their joints, and what is told of that.
fn with_spread_weights(
    document: Document,
    limbs: &[TwistedLimb],
    meshes: &[PaintMesh],
    work: &WeightsWork,
) -> Result<(Document, Vec<String>), String> {
    let mut given = GivenWeights::default();
    let mut after = document;
    for mesh in meshes {
        for limb in limbs {
            let character = Arc::clone(&after.character);
            let edits = spread_limb(&character, mesh, limb, work, &mut given);
            after = after
                .with_weight_edits(&edits)
                .map_err(|error| format!("{error}."))?;
        }
    }
    Ok((after, given.sentences("are spread along the bones")))
}

fn spread_limb(
    character: &Character,
    mesh: &PaintMesh,
    limb: &TwistedLimb,
    work: &WeightsWork,
    given: &mut GivenWeights,
) -> Vec<WeightEdit> {
    let skeleton = &character.rig.skeleton;
    let Some(bind) = character.rig.binds.get(mesh.skin) else {
        return Vec::new();
    };
    let node = |own: &PlacedJoint| {
        Some(SpreadNode {
            joint: bind.slot_of(own.joint)?,
            place: own.place,
        })
    };
    let nodes: Option<Vec<SpreadNode>> = limb.nodes.iter().map(node).collect();
    // A skin that does not list the limb gives it no weight.
    let (Some(nodes), Some(slot)) = (nodes, bind.slot_of(limb.limb)) else {
        return Vec::new();
    };
    // Where the mesh has the bone.
    let bind_from_joint = bind.joint_from_bind(usize::from(slot)).inverse();
    let frame = skeleton.rest_model_from_joint(limb.limb);
    let way = skeleton.rest_model_from_joint(limb.end).translation - frame.translation;
    let way = frame.rotation.conjugate() * way;
    let segment = BoneSegment {
        head: bind_from_joint.transform_point3(Vec3::ZERO),
        tail: bind_from_joint.transform_point3(way),
    };
    let locks = work.locks_of(skeleton, bind.joints());
    let rules = Rules {
        locks: &locks,
        ..Rules::default()
    };
    let bone = SpreadBone {
        segment,
        nodes: &nodes,
    };
    let points: Vec<mesh::PointIndex> = mesh.all_points().collect();
    let rows = mesh.rows(character);
    let edit = spread_along_bone(&rows, &points, mesh.surface().positions(), &bone, &rules);
    given.edits(character, mesh, &edit)
}
