//! Edits of the skeleton, as values that can be written down and made again.
//!
//! An edit names joints by keys: made again on the same file it gives the same character, bit for bit, so that a
//! project keeps the list of edits alone.

mod apart;
mod bind;
mod constrain;
mod edited;
mod first_weights;
mod helpers;
mod keyed;
mod mirror;
mod morph_ground;
mod morphs;
mod names;
mod orient;
mod other_keys;
mod packed_vectors;
mod partners;
mod remap;
mod report;
mod rest_frame;
mod shown;
mod standing;
mod taken;
mod tree;
mod unbind;
mod unused;
mod weights;

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::Vec3;
use rig::{
    Children, DrivenError, JointIndex, Pose, Rigid, ScaleInheritance, SkeletonDraft, SkeletonRemap,
    Stretch,
};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::model::character::Character;
use crate::model::kept::PosedJoint;
use crate::model::sides::Partner;

use keyed::KeyedJoints;
use morphs::MorphPlaces;

pub use constrain::JointConstraint;
pub use helpers::{HelperJoint, HelperParent};
pub use mirror::MirrorPlane;
pub use morph_ground::MorphGround;
pub use morphs::{MorphChange, MorphError, MorphPart, MorphPlace, MorphShape};
pub use other_keys::{EditWithOtherKeys, OtherKeys};
pub use report::{ApproximatedKeys, DroppedTracks, EditReport, MovedWeights, PassedOver};
pub use rest_frame::RestFrame;
pub use tree::TreeJoint;
pub use unused::UnusedJoints;
pub use weights::{WeightEdit, WeightError};

/// One edit of a character's skeleton. Joints are named by their [keys](rig::Skeleton::key), which edits leave as they are.
///
/// An edit is a value: made again on the same character it gives the same character, bit for bit, new keys included. So a list
/// of edits is all that must be kept beside a file.
///
/// What becomes of skin, weights and clips is said at each. For all of them but [`TakeRest`](Self::TakeRest) holds: the mesh is
/// where it was at rest, and every clip and pose does to a joint what it did, relative to the joint's rest (see
/// [`SkeletonRemap`]). New joints come into the joint lists of the skins that list their parent, without weight anywhere.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub enum SkeletonEdit {
    /// A joint more. Nothing that is seen changes.
    Add {
        /// The key of the joint it hangs on; none makes it a root.
        parent: Option<u32>,
        /// The new joint's name as it is given; several joints may have one name.
        name: String,
        /// Where it rests in the model.
        frame: RestFrame,
    },
    /// A joint more at the tip of another, with its axes and named after it. Nothing that is seen changes.
    Extrude {
        /// The key of the joint it hangs on.
        joint: u32,
        /// From that joint's head to the new one's, in the model, meters.
        by: [f32; 3],
    },
    /// A joint more between a joint and its parent, with the parent's axes and named after it. Nothing that is seen changes, as
    /// long as the parent's scale reaches its children: where a parent keeps a scale to itself, only the piece up to the new joint
    /// is lengthened.
    Insert {
        /// The key of the joint below the new one, which must have a parent.
        child: u32,
        /// How far from the parent's head to the child's: 0 to 1.
        fraction: f32,
    },
    /// A joint fewer, which must carry nothing but joints: no mesh, camera or light, no data of an extension. Its children go to its
    /// parent and keep their rest frames in the model. In every skin its weights go to the nearest listed joint above it, else below it,
    /// else the nearest at rest. A mesh that is used with several skins, one of which lists the joint, becomes one for each. Tracks of the
    /// joint are dropped: what hung on it no longer follows them.
    Dissolve {
        /// The key of the joint that goes.
        joint: u32,
    },
    /// Joints hang on another parent, or become roots. They keep their rest frames in the model, and what clips do to them relative to
    /// their rest; they follow the new parent's motion instead of the old one's.
    Reparent {
        /// The joints, one after another.
        joints: Vec<u32>,
        /// The new parent; none makes them roots.
        parent: Option<u32>,
    },
    /// A joint gets another name; nothing else changes.
    Rename {
        /// The key of the joint that is renamed.
        joint: u32,
        /// The name that it has from now on, as it is given.
        name: String,
    },
    /// The partners that joints lack on the other side of a plane, by their names: with rest frames mirrored, hung on the
    /// partner of the joint's parent, or on the parent itself in the middle. Nothing that is seen changes. A joint that has a partner
    /// already, or is to have none, is passed over, and so is one that hangs on a joint that is to have none.
    Mirror {
        /// The keys of the joints, in any order; repeated ones count once.
        joints: Vec<u32>,
        /// How names tell left from right: [`rig::NamePatterns`] as text, as `.L/.R, Left/Right`.
        sides: String,
        /// The plane; x = 0 without one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        plane: Option<MirrorPlane>,
        /// Partners of the joints, and of their parents, that their names do not tell: [`Character::partners_beyond_names`].
        /// [`Partner::Automatic`] for a joint that has none yet, though another figure has one of that name. They are kept here so
        /// that the edit makes the same joints again, however joints are paired by then.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        partners: Vec<(u32, Partner)>,
    },
    /// A joint rests elsewhere, and the skin stays where it is: bind matrices take the difference back. Clips turn the joint by
    /// the same angles about its own axes, at its new place.
    SetRest {
        /// The key of the joint whose rest is set.
        joint: u32,
        /// Where it rests in the model from now on.
        frame: RestFrame,
        /// Whether its children stay where they are in the model, instead of going along.
        children_stay: bool,
    },
    /// Several joints rest elsewhere, as by [`SetRest`](Self::SetRest) for one after another.
    SetRests {
        /// The joints, parents before children, and where each rests in the model from now on.
        joints: Vec<(u32, RestFrame)>,
        /// Whether children that are not among them stay where they are in the model, instead of going along.
        children_stay: bool,
    },
    /// The pose becomes the rest. Skinned meshes get the shape that linear blend skinning gives them in the pose, morph targets
    /// the displacements that they have there, and every skin is bound anew where the joints now rest: skinning is the
    /// identity. Scale and shear of the pose stay in the rest frames of the nodes.
    ///
    /// Clips go on showing every joint where they showed it; vertices of one joint too, and vertices of several joints as the new
    /// shape has them, which is the same only as far as the blend of the joints' motions is.
    TakeRest {
        /// What the pose does to joints; all others are at rest.
        pose: Vec<PosedJoint>,
        /// The joints whose scale reaches themselves only, not their children.
        own_scale: Vec<u32>,
    },
    /// Joints get other axes at rest, where they stand. Everything is seen as before: skins, clips and poses are given in the new axes;
    /// see [`rig::Skeleton::with_rest_axes`]. A joint that carries more than joints, or is scaled unevenly at rest, is passed over.
    Orient {
        /// The joints with their new axes; an edit of none is refused.
        axes: Vec<JointAxes>,
    },
    /// Other names for several joints at once.
    RenameAll {
        /// The joints, each with its new name.
        names: Vec<(u32, String)>,
    },
    /// Joints get other mirror images than names and places say, for all that is mirrored from then on. Nothing that is seen changes.
    SetPartners {
        /// The joints, one after another, and what is said of each.
        joints: Vec<(u32, Partner)>,
    },
    /// Joints follow other joints by constraints (`VRMC_node_constraint`), or follow nothing any more. Nothing that is at rest changes.
    SetConstraints {
        /// The joints, each with what it follows from now on. Joints that are not named go on as they did.
        joints: Vec<(u32, Option<JointConstraint>)>,
    },
    /// A tree of joints more, or several. Nothing that is seen changes.
    AddTree {
        /// The joints, parents before their children.
        joints: Vec<TreeJoint>,
    },
    /// Meshes without a skin get one, with these joints, bound where they rest: nothing moves. Every vertex is unbound until it gets
    /// weights, and stays in the model where it is at rest; it no longer follows the node that the mesh stands at.
    Bind {
        /// The nodes that the meshes stand at. A mesh that stands elsewhere too, in another scene as well, becomes a copy of its own
        /// here.
        nodes: Vec<u32>,
        /// The joints, in the order of the new skin's list; one named twice counts once.
        joints: Vec<u32>,
    },
    /// Meshes lose their skin and weights. They keep the shape that they have at rest, where they stand at rest, and follow the nodes that
    /// they stand at. Joints stay.
    Unbind {
        /// The nodes that the meshes stand at. A mesh that stands elsewhere too, in another scene as well, becomes a copy of its own
        /// here.
        nodes: Vec<u32>,
    },
    /// A morph target of a mesh is added, shaped, renamed or removed. Joints and skins stay.
    Morph {
        /// A node that the mesh stands at.
        node: u32,
        /// What becomes of its targets.
        change: MorphChange,
    },
}

/// The axes of a joint at rest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointAxes {
    /// The key of the joint in the skeleton.
    pub joint: u32,
    /// From its axes to the model's: unit quaternion, x y z w.
    pub rotation: [f32; 4],
}

/// An edit of several that cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("edit {}: {source}", .number + 1)]
pub struct EditsError {
    /// Its place in the list of edits, from 0; those before it can be made.
    pub number: usize,
    /// What is wrong with this edit, with a remedy.
    pub source: EditError,
}

/// Why a character cannot be edited as asked: one sentence with a remedy. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EditError {
    /// The skeleton refuses: an unknown key, a ring of parents, too many joints.
    #[error(transparent)]
    Rig(#[from] rig::EditError),
    /// A morph target that cannot be changed.
    #[error(transparent)]
    Morph(#[from] MorphError),
    /// A joint whose node carries more than joints.
    #[error("{joint:?} carries {what} and cannot be dissolved; dissolve joints that carry nothing")]
    Carries {
        /// The name of the joint that was to be dissolved.
        joint: String,
        /// What it carries, in words.
        what: String,
    },
    /// Every partner is there.
    #[error("no partner is missing: {reason} Select joints of one side whose names have a side")]
    NoPartnerMissing {
        /// Why each joint was passed over, one sentence for all.
        reason: String,
    },
    /// Patterns that are none.
    #[error("the patterns of left and right cannot be read: {reason}")]
    Sides {
        /// What is wrong with the text of the patterns.
        reason: String,
    },
    /// An edit of no joints.
    #[error("the edit names no joint; select at least one")]
    Nothing,
    /// A node that carries no mesh.
    #[error("no mesh stands at {joint:?}; select a mesh that has no skin")]
    NoMesh {
        /// The name of the node at which no mesh stands.
        joint: String,
    },
    /// An edit [`SkeletonEdit::Bind`] of no nodes.
    #[error("the edit names no mesh; select at least one that has no skin")]
    NoMeshes,
    /// A node that carries no mesh with a skin.
    #[error("no mesh with a skin stands at {joint:?}; select one that has a skin")]
    NoSkinnedMesh {
        /// The name of the node whose mesh has no skin, or that has no mesh.
        joint: String,
    },
    /// An edit [`SkeletonEdit::Unbind`] of no nodes.
    #[error("the edit names no mesh; select at least one that has a skin")]
    NoSkinnedMeshes,
    /// A node in whose space nothing can stand.
    #[error(
        "{joint:?} is scaled to nothing at rest, so that no mesh can follow it; give it another scale in the program that made the file"
    )]
    FlatNode {
        /// The name of the node whose rest matrix has no inverse.
        joint: String,
    },
    /// A mesh that has a skin already.
    #[error("{mesh} has a skin already; paint its weights instead")]
    HasSkin {
        /// The name of the mesh, or its number where it has none.
        mesh: String,
    },
    /// A mesh with parts that no weights can be given to.
    #[error("{mesh} has {} without triangles (points, lines, or no positions), which no skin can take; remove them in the program that made the file, or bind another mesh",
        if *.parts == 1 { "1 part".to_owned() } else { format!("{} parts", .parts) })]
    NotOnlyTriangles {
        /// The name of the mesh, or its number where it has none.
        mesh: String,
        /// How many of its parts have no triangles; at least one.
        parts: usize,
    },
    /// Constraints that cannot be evaluated together, or one of a kind that there is not.
    #[error(transparent)]
    Constraint(#[from] DrivenError),
    /// A mesh does not fit what it is skinned with.
    #[error("a mesh cannot be carried over ({reason}); open the file again")]
    Mesh {
        /// What does not fit, in the words of the rig.
        reason: String,
    },
}

/// An edited character, with what has become of the old one's joints.
#[derive(Clone, Debug, PartialEq)]
pub struct Edited {
    /// The character with the edit made; the old one is untouched.
    pub character: Character,
    /// For every joint of the old skeleton what it is in the new one; none for those that are gone.
    pub moved: Vec<Option<JointIndex>>,
    /// The joints that were added, in the order of the new skeleton.
    pub added: Vec<JointIndex>,
    /// What is worth telling.
    pub report: EditReport,
    remap: SkeletonRemap,
    /// The pose that has become the rest.
    taken: Option<Pose>,
    /// Where the weights of morph targets are, if not where they were.
    morphs: Option<MorphPlaces>,
}

impl Edited {
    /// A character whose joints are those that it had.
    fn with_same_joints(character: Character, remap: SkeletonRemap) -> Self {
        Self {
            character,
            moved: remap.old_to_new().to_vec(),
            added: Vec::new(),
            report: EditReport::default(),
            remap,
            taken: None,
            morphs: None,
        }
    }
}

impl SkeletonEdit {
    /// The edit that takes a pose of this character as its rest.
    ///
    /// # Errors
    ///
    /// [`rig::EditError::Inheritance`]: children inherit a stretch in a way that no rest has.
    pub fn take_rest(
        character: &Character,
        pose: &Pose,
        scale_inheritance: &[ScaleInheritance],
    ) -> Result<Self, EditError> {
        let skeleton = &character.rig.skeleton;
        skeleton.check_rest_inheritance(pose, scale_inheritance)?;
        let mut posed = Vec::new();
        let mut own_scale = Vec::new();
        for joint in skeleton.joints() {
            let place = joint.index();
            let (rigid, stretch) = (pose.rigid.get(place), pose.stretch.get(place));
            let (Some(&rigid), Some(&stretch)) = (rigid, stretch) else {
                continue;
            };
            // Exactly at rest: the edit names no joint that it does nothing to.
            if rigid == Rigid::IDENTITY && stretch == Stretch::IDENTITY {
                continue;
            }
            posed.push(PosedJoint {
                joint: skeleton.key(joint),
                translation: rigid.translation.to_array(),
                rotation: rigid.rotation.to_array(),
                scale: stretch.scale.to_array(),
                shear: stretch.shear.to_array(),
            });
            if scale_inheritance.get(place) == Some(&ScaleInheritance::Joint) {
                own_scale.push(skeleton.key(joint));
            }
        }
        Ok(Self::TakeRest {
            pose: posed,
            own_scale,
        })
    }
}

impl Character {
    /// The character with its skeleton edited.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy; see [`EditError`]. Nothing is changed then.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use character::SkeletonEdit;
    ///
    /// let fox = character::open("fox.glb".as_ref())?;
    /// let tail = fox.rig.skeleton.find("tail").map(|joint| fox.rig.skeleton.key(joint)).unwrap_or_default();
    /// let edited = fox.apply_edit(&SkeletonEdit::Extrude { joint: tail, by: [0.0, 0.0, -0.2] })?;
    /// assert_eq!(edited.added.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn apply_edit(&self, edit: &SkeletonEdit) -> Result<Edited, EditError> {
        let mut draft = self.rig.skeleton.draft();
        match edit {
            SkeletonEdit::Add {
                parent,
                name,
                frame,
            } => draft.add(self.next_joint_key(), name, *parent, frame.to_rigid())?,
            SkeletonEdit::Extrude { joint, by } => self.extrude(&mut draft, *joint, *by)?,
            SkeletonEdit::Insert { child, fraction } => {
                let joint = self.joint(*child)?;
                let parent = self.rig.skeleton.parent(joint);
                let after = self.rig.skeleton.name(parent.unwrap_or(joint));
                let name = names::after(after, &self.names());
                // Without a parent the draft refuses; the name is of no matter then.
                draft.insert(self.next_joint_key(), &name, *child, *fraction)?;
            }
            SkeletonEdit::Dissolve { joint } => {
                self.check_carries_nothing(*joint)?;
                if let Some(apart) = self.with_meshes_apart(self.joint(*joint)?) {
                    // Once only: where every skin has meshes of its own, there is nothing to take apart.
                    return apart.apply_edit(edit);
                }
                draft.dissolve(*joint)?;
            }
            SkeletonEdit::Reparent { joints, parent } => {
                if joints.is_empty() {
                    return Err(EditError::Nothing);
                }
                for &joint in joints {
                    draft.reparent(joint, *parent)?;
                }
            }
            SkeletonEdit::Mirror { .. } => return self.with_partners(draft, edit),
            SkeletonEdit::Rename { joint, name } => {
                return self.rename_joints(draft, &[(*joint, name.clone())]);
            }
            SkeletonEdit::SetRest {
                joint,
                frame,
                children_stay,
            } => draft.set_rest(*joint, frame.to_rigid(), children(*children_stay))?,
            SkeletonEdit::SetRests {
                joints,
                children_stay,
            } => set_rests(&mut draft, joints, *children_stay)?,
            SkeletonEdit::Orient { axes } => return self.orient_joints(axes),
            SkeletonEdit::RenameAll { names } => return self.rename_joints(draft, names),
            SkeletonEdit::SetPartners { joints } => {
                return self.with_partners_chosen(draft, joints);
            }
            SkeletonEdit::SetConstraints { joints } => {
                return self.with_constraints_set(draft, joints);
            }
            SkeletonEdit::AddTree { joints } => self.add_tree(&mut draft, joints)?,
            SkeletonEdit::Bind { nodes, joints } => return self.bind_meshes(nodes, joints),
            SkeletonEdit::Unbind { nodes } => return self.unbound(nodes),
            SkeletonEdit::Morph { node, change } => return self.with_morph_change(*node, change),
            SkeletonEdit::TakeRest { pose, own_scale } => {
                return self.with_rest_pose(pose, own_scale);
            }
        }
        self.apply_remap(draft.build()?)
    }

    /// All edits, one after another.
    ///
    /// # Errors
    ///
    /// The first edit that cannot be made.
    pub fn apply_edits(&self, edits: &[SkeletonEdit]) -> Result<Self, EditsError> {
        let mut character = self.clone();
        for (number, edit) in edits.iter().enumerate() {
            character = character
                .apply_edit(edit)
                .map_err(|source| EditsError { number, source })?
                .character;
        }
        Ok(character)
    }

    /// The key that the next new joint gets: above those of all joints and of all nodes of the file.
    #[must_use]
    pub fn next_joint_key(&self) -> u32 {
        let skeleton = &self.rig.skeleton;
        let keys = skeleton.joints().map(|joint| skeleton.key(joint));
        let nodes = self.source.tree.root().items("nodes").len();
        let nodes = u32::try_from(nodes).unwrap_or(u32::MAX);
        // Above the nodes too: the key of a joint from the file is its node's number, and no new joint may be taken for a node.
        keys.max().map_or(0, |key| key.saturating_add(1)).max(nodes)
    }

    fn joint(&self, key: u32) -> Result<JointIndex, EditError> {
        let joint = self.rig.skeleton.joint_of_key(key);
        Ok(joint.ok_or(rig::EditError::NoJoint { key })?)
    }

    fn names(&self) -> BTreeSet<&str> {
        let skeleton = &self.rig.skeleton;
        skeleton
            .joints()
            .map(|joint| skeleton.name(joint))
            .collect()
    }

    fn extrude(
        &self,
        draft: &mut SkeletonDraft<'_>,
        key: u32,
        by: [f32; 3],
    ) -> Result<(), EditError> {
        let joint = self.joint(key)?;
        let skeleton = &self.rig.skeleton;
        let rest = skeleton.rest_model_from_joint(joint);
        let name = names::after(skeleton.name(joint), &self.names());
        let frame = Rigid::new(rest.rotation, rest.translation + Vec3::from_array(by));
        draft.add(self.next_joint_key(), &name, Some(key), frame)?;
        Ok(())
    }

    /// Nothing hangs on a name, so that nothing has to be carried over and all else stays shared.
    fn rename_joints(
        &self,
        mut draft: SkeletonDraft<'_>,
        names: &[(u32, String)],
    ) -> Result<Edited, EditError> {
        if names.is_empty() {
            return Err(EditError::Nothing);
        }
        for (key, name) in names {
            draft.rename(*key, name)?;
        }
        let remap = draft.build()?;
        let mut character = self.clone();
        let skeleton = &mut Arc::make_mut(&mut character.rig).skeleton;
        let keyed = KeyedJoints::new(&self.rig.skeleton);
        for (key, name) in names {
            skeleton.rename(keyed.joint(*key)?, name);
        }
        Ok(Edited::with_same_joints(character, remap))
    }
}

/// Sets the rests of several joints, parents before children.
fn set_rests(
    draft: &mut SkeletonDraft<'_>,
    joints: &[(u32, RestFrame)],
    children_stay: bool,
) -> Result<(), EditError> {
    if joints.is_empty() {
        return Err(EditError::Nothing);
    }
    for (joint, frame) in joints {
        draft.set_rest(*joint, frame.to_rigid(), children(children_stay))?;
    }
    Ok(())
}

const fn children(stay: bool) -> Children {
    if stay {
        Children::Stay
    } else {
        Children::Follow
    }
}
