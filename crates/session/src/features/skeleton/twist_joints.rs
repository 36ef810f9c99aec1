//! Twist joints along limbs: joints, what drives them, and the weights spread along the bone, as one step.

use std::collections::BTreeMap;
use std::sync::Arc;

use character::{Character, RestFrame, SkeletonEdit, WeightEdit};
use glam::Vec3;
use retarget::BoneMap;
use rig::{
    BoneSegment, DrivenTarget, HumanBone, JointIndex, JointRole, LimbTwist, PlacedJoint, RowList,
    Skeleton, TwistSource, TwistedLimb, joint_roles,
};
use scene::names::joint_name;
use scene::report::pluralize;
use scene::vertex_facts::INFLUENCE_LIMIT;
use weights::{Rules, Skip, SpreadBone, SpreadNode, spread_along_bone};

use crate::document::Document;
use crate::features::Context;
use crate::state::motion_in::kept_maps::FoundBones;
use crate::state::painting::paint_mesh::PaintMesh;
use crate::state::skeleton::joint_work::JointDialog;
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
}

/// A document with twist joints.
#[derive(Clone, Debug)]
pub struct WithTwistJoints {
    /// The document with joints, channels and weights.
    pub after: Document,
    /// The keys of the new joints.
    pub added: Vec<u32>,
    /// What is to be told, in sentences.
    pub sentences: Vec<String>,
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
            found.insert(limb, FoundLimb { limb, end, source });
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
            let own = FoundLimb { limb, end, source };
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
fn limb_at(skeleton: &Skeleton, found: &[FoundLimb], limb: JointIndex) -> Option<FoundLimb> {
    if let Some(known) = found.iter().find(|own| own.limb == limb) {
        return Some(*known);
    }
    let head = |joint| skeleton.rest_model_from_joint(joint).translation;
    let far = |joint: &JointIndex| head(*joint).distance(head(limb));
    let end = skeleton
        .children(limb)
        .max_by(|one, other| far(one).total_cmp(&far(other)))?;
    let role = joint_roles(skeleton).get(limb.index()).copied();
    Some(FoundLimb {
        limb,
        end,
        source: role.map_or(TwistSource::End, TwistSource::usual),
    })
}

/// Whether twist joints hang on a limb already: children beside its end that something turns.
fn has_twist(document: &Document, own: &FoundLimb) -> bool {
    let skeleton = &document.character.rig.skeleton;
    let mut channels = document.driven.channels().iter();
    channels.any(|channel| match channel.target {
        DrivenTarget::Rotation { joint, .. } => {
            joint != own.end && skeleton.parent(joint) == Some(own.limb)
        }
        DrivenTarget::Translation { .. }
        | DrivenTarget::Scale { .. }
        | DrivenTarget::Shear { .. }
        | DrivenTarget::Morph(_)
        | DrivenTarget::Strength(_) => false,
    })
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
) -> Result<WithTwistJoints, String> {
    let character = &document.character;
    let skeleton = &character.rig.skeleton;
    let all = limbs_of(character, map);
    let wanted: Vec<FoundLimb> = match joints {
        None => all,
        Some(joints) => {
            let limbs = joints.iter();
            limbs
                .filter_map(|&joint| limb_at(skeleton, &all, joint))
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
    let (after, mut said) = with_spread_weights(driven, &limbs, work)?;
    sentences.append(&mut said);
    Ok(WithTwistJoints {
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
    for limb in &inserted.limbs {
        for own in &limb.joints {
            let edit = SkeletonEdit::Add {
                parent: Some(with_them.key(limb.limb)),
                name: with_them.name(own.joint).to_owned(),
                frame: RestFrame::new(with_them.rest_model_from_joint(own.joint)),
            };
            after = after
                .with_skeleton_edit(&edit)
                .map_err(|error| format!("{error}."))?
                .0;
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

/// What became of the weights along limbs.
#[derive(Default)]
struct Spread {
    changed: usize,
    locked: usize,
    too_many: usize,
}

/// The document with the weights of limbs spread among their joints, and what is told of that.
fn with_spread_weights(
    document: Document,
    limbs: &[TwistedLimb],
    work: &WeightsWork,
) -> Result<(Document, Vec<String>), String> {
    let character = Arc::clone(&document.character);
    let mut spread = Spread::default();
    let mut after = document;
    for mesh in PaintMesh::all(&character) {
        for limb in limbs {
            let edits = spread_limb(&after.character, &mesh, limb, work, &mut spread);
            after = after
                .with_weight_edits(&edits)
                .map_err(|error| format!("{error}."))?;
        }
    }
    let mut said = Vec::new();
    if spread.changed > 0 {
        let vertices = pluralize(spread.changed, "vertex");
        said.push(format!("Weights of {vertices} are spread along the bones."));
    }
    if spread.locked > 0 {
        let vertices = pluralize(spread.locked, "vertex");
        said.push(format!(
            "Left as they are: the weights of {vertices}, whose limb is locked. Unlock it, and divide them by painting."
        ));
    }
    if spread.too_many > 0 {
        let vertices = pluralize(spread.too_many, "vertex");
        said.push(format!(
            "Left as they are: the weights of {vertices}, which would need more than {INFLUENCE_LIMIT} influences."
        ));
    }
    Ok((after, said))
}

fn spread_limb(
    character: &Character,
    mesh: &PaintMesh,
    limb: &TwistedLimb,
    work: &WeightsWork,
    spread: &mut Spread,
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
    let locked = edit.report.skipped();
    let locked = locked.filter(|(reason, _)| *reason == Skip::JointLocked);
    spread.locked += locked.map(|(_, count)| count).sum::<usize>();
    let mut edits = mesh.pieces_of(&edit);
    for own in &mut edits {
        keep_to_limit(character, own, spread);
    }
    edits.retain(|own| !own.rows.is_empty());
    edits
}

/// Takes the rows out that would have more influences than people want, unless they have as many already.
fn keep_to_limit(character: &Character, edit: &mut WeightEdit, spread: &mut Spread) {
    let primitive = character.meshes.get(edit.mesh);
    let primitive = primitive.and_then(|mesh| mesh.primitives.get(edit.primitive));
    let influences = primitive.and_then(|primitive| primitive.influences.as_ref());
    let had = |vertex: u32| {
        let vertex = usize::try_from(vertex).ok()?;
        let influences = influences.filter(|own| vertex < own.vertex_count())?;
        Some(influences.bound_row(vertex).joints.len())
    };
    let mut kept = RowList::default();
    for (vertex, row) in edit.rows.iter() {
        let most = had(vertex).unwrap_or(0).max(INFLUENCE_LIMIT);
        if row.len() <= most {
            kept.push(vertex, row.iter().copied());
            spread.changed += 1;
        } else {
            spread.too_many += 1;
        }
    }
    edit.rows = kept;
}

impl Context<'_> {
    /// Puts twist joints on the selected limbs, without a selection on all arms and legs, in one step.
    pub(in crate::features) fn insert_twist_joints(&mut self) {
        const NAME: &str = "Insert twist joints";
        if let Some(refusal) = self.layer_refusal() {
            return self.say(&refusal);
        }
        let count = usize::from(self.session.joints.twist.get());
        let bones = FoundBones::of(
            &self.document.character,
            self.session.settings_folder.as_deref(),
            &self.session.files,
        );
        let selected = self.session.character.selection.joints();
        let selected = (!selected.is_empty()).then_some(selected);
        let work = &self.session.character.weights;
        match insert_twist_joints(self.document, bones.map(), work, selected, count) {
            Ok(WithTwistJoints {
                after,
                added,
                sentences,
            }) => {
                self.take_edited(NAME, after, &sentences);
                let skeleton = &self.document.character.rig.skeleton;
                let joints = added.iter().filter_map(|&key| skeleton.joint_of_key(key));
                self.session.character.selection.set_all(joints);
            }
            Err(why) => self.say(&format!("{NAME}: {why}")),
        }
    }

    /// Asks how many.
    pub(in crate::features) fn ask_twist_joints(&mut self) {
        self.session.joints.dialog = Some(JointDialog::Twist);
    }
}

/// What the dialog says of who gets twist joints.
#[must_use]
pub fn twist_words(document: &Document, selected: &[JointIndex]) -> String {
    let skeleton = &document.character.rig.skeleton;
    match selected {
        [] => "All arms and legs get them.".to_owned(),
        [joint] => format!("{} gets them.", joint_name(skeleton, *joint)),
        joints => format!("{} get them.", pluralize(joints.len(), "selected joint")),
    }
}
