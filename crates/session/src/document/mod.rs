//! The document: what projects save and undo restores. Session state is in `session.rs`.
//!
//! A document is cheap to clone: in a `Character` all big arrays lie behind `Arc`, and influences in pages of 128 rows
//! that edits share. Weights come in as rows by vertex; characters that differ in weights alone share all that is known
//! of the surface.
//!
//! What is never undone is the `Session`. What of editing is no part of either, as a click that is waited for, is
//! beside the session's parts (`state/skeleton/skeleton_work.rs`, `state/weight_table/weights_work.rs`).

pub mod axis_locks;
pub mod baked;
pub mod channel;
pub mod correctives;
pub mod driven;
pub(crate) mod four_influences;
pub mod gesture;
pub mod history;
pub mod joint_limits;
pub mod joint_mapping;
pub mod journal;
mod kept_pending;
pub mod kept_pins;
pub mod keyed;
mod layered;
pub mod layered_clips;
pub mod layers;
pub(crate) mod limits;
pub mod moment;
pub mod pending;
pub mod pins;
pub mod props;
pub mod reference;
pub mod replay;
pub mod versions;
pub mod waiting_poses;
pub mod worn;

use std::collections::BTreeSet;
use std::mem::size_of_val;
use std::sync::Arc;

use character::{
    Character, EditError, Edited, MeshSkinning, Primitive, SkeletonEdit, WeightEdit, WeightError,
};
use glam::{Quat, Vec3};
use rig::{
    Clip, DrivenSet, Influences, KeyValue, MapKind, Pose, Rigid, ScaleInheritance, Stretch, Target,
    VertexMap,
};
use scene::deform::base_pose;
use scene::same_surface::has_same_methods;

use crate::document::axis_locks::AxisLocks;
use crate::document::driven::{driven_after, driven_of_file};
use crate::document::joint_limits::{LimitsOfJoints, limits_after, limits_of_file};
use crate::document::journal::{ClipRemarks, Journal, KeptClips};
use crate::document::kept_pins::pins_of_file;
use crate::document::layered_clips::seen_at;
use crate::document::layers::WeightLayers;
use crate::document::pending::{Pending, PendingPoses, apply_changes, value_of};
use crate::document::pins::{JointPin, Skeletons, pins_after};
use crate::document::props::{Prop, props_after};
use crate::document::reference::Reference;
use crate::document::worn::{Worn, worn_of_file};

/// A character with the user's edits and pose.
///
/// Every part is behind an [`Arc`]: a clone is a snapshot that shares whatever does not change afterwards.
#[derive(Clone, Debug)]
pub struct Document {
    /// The character as its file has it.
    pub original: Arc<Character>,
    /// Edits of skeleton and weights, in order.
    pub journal: Journal,
    /// The character after those edits.
    pub character: Arc<Character>,
    /// The user's pose, with one entry per joint.
    pub pose: Arc<Pose>,
    /// Scale inheritance of each joint.
    pub scale_inheritance: Arc<[ScaleInheritance]>,
    /// What was posed over clips and is not keyed.
    pub pending: Arc<PendingPoses>,
    /// Numbers of each joint that posing by hand does not change.
    pub axis_locks: Arc<[AxisLocks]>,
    /// How far joints may turn when they are posed by hand.
    pub joint_limits: LimitsOfJoints,
    /// Places of joints that are held while others are posed.
    pub pins: Arc<[JointPin]>,
    /// What follows the angles of joints, over all poses and clips.
    pub driven: Arc<DrivenSet>,
    /// Layers of weights, which come to what the character holds; none unless the user adds some.
    pub layers: Arc<WeightLayers>,
    /// The sound and the pictures that the user works from.
    pub reference: Arc<Reference>,
    /// Other files that are shown with the character.
    pub props: Arc<[Prop]>,
    /// Clothes that follow the weights of a body.
    pub worn: Worn,
}

impl Document {
    /// A document without edits, in the pose of the character's file, with what that keeps of poses over clips without keys, of limits, of pins, of clothes and of what
    /// joints drive.
    #[must_use]
    pub fn new(character: Arc<Character>) -> Self {
        let pose = Arc::new(pose_of_file(&character));
        let pending = Arc::new(kept_pending::pending_of_file(&character));
        let scale_inheritance = Arc::from(character.rig.scale_inheritance.as_slice());
        let axis_locks = vec![AxisLocks::NONE; character.rig.skeleton.len()].into();
        let joint_limits = limits_of_file(&character);
        let pins = pins_of_file(&character);
        let driven = driven_of_file(&character);
        let worn = worn_of_file(&character);
        Self {
            original: Arc::clone(&character),
            journal: Journal::default(),
            character,
            pose,
            scale_inheritance,
            pending,
            axis_locks,
            joint_limits,
            pins,
            driven,
            layers: Arc::default(),
            reference: Arc::default(),
            props: Arc::default(),
            worn,
        }
    }

    /// The document with one more edit of the skeleton, and what the edit did. Pose and scale inheritance are mapped to
    /// the new skeleton.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy; see [`EditError`].
    pub fn with_skeleton_edit(&self, edit: &SkeletonEdit) -> Result<(Self, Edited), EditError> {
        let edited = self.character.apply_edit(edit)?;
        let after = Self {
            original: Arc::clone(&self.original),
            journal: self.journal.with_skeleton(edit),
            character: Arc::new(edited.character.clone()),
            pose: Arc::new(edited.pose(&self.pose)),
            scale_inheritance: edited.scale_inheritance(&self.scale_inheritance).into(),
            pending: Arc::new(self.pending_after(&edited)),
            axis_locks: self.locks_after(&edited),
            joint_limits: limits_after(&self.joint_limits, &self.character, edit, &edited),
            pins: self.pins_after(edit, &edited),
            driven: driven_after(&self.driven, &edited),
            layers: Arc::clone(&self.layers),
            reference: Arc::clone(&self.reference),
            props: self.props_after(edit, &edited),
            worn: Arc::clone(&self.worn),
        };
        Ok((after.with_layers_edited(self, edit), edited))
    }

    /// Pending poses after an edit of the skeleton: carried as poses are. Those of joints that are gone are gone too.
    fn pending_after(&self, edited: &Edited) -> PendingPoses {
        let skeletons = (&self.character.rig.skeleton, &edited.character.rig.skeleton);
        let base = base_pose(&self.character);
        self.pending.filter_map(|pending| {
            // An edit carries whole poses, so the changes are laid over the pose of the clip first.
            let clip = self.character.clip(pending.moment.clip)?;
            let mut pose = seen_at(&self.character, clip, &base, pending.moment.time);
            apply_changes(&pending.changes, &mut pose);
            let after = edited.pose(&pose);
            // Of the carried pose only the targets that were pending: all else is the clip's and is sampled there.
            let targets = pending.changes.keys();
            let changes = targets.filter_map(|target| match *target {
                Target::Joint(joint, channel) => {
                    let joint = skeletons.1.joint_of_key(skeletons.0.key(joint))?;
                    let value = value_of(&after, joint, channel)?;
                    Some((Target::Joint(joint, channel), value))
                }
                Target::Morph(weight) => {
                    let weight = edited.morph_of(weight)?;
                    let value = after.morph_weights.get(weight)?;
                    Some((Target::Morph(weight), KeyValue::Number(*value)))
                }
            });
            Some(Pending {
                moment: pending.moment,
                changes: changes.collect(),
            })
        })
    }

    /// The locks of the joints after an edit of the skeleton; new joints have none.
    fn locks_after(&self, edited: &Edited) -> Arc<[AxisLocks]> {
        let mut locks = vec![AxisLocks::NONE; edited.character.rig.skeleton.len()];
        let joints = self.character.rig.skeleton.joints();
        for (joint, &own) in joints.zip(self.axis_locks.iter()) {
            let slot = edited
                .new_of(joint)
                .and_then(|joint| locks.get_mut(joint.index()));
            if let Some(slot) = slot {
                *slot = own;
            }
        }
        locks.into()
    }

    fn pins_after(&self, edit: &SkeletonEdit, edited: &Edited) -> Arc<[JointPin]> {
        let skeletons = self.skeletons(edit, edited);
        pins_after(&self.pins, skeletons, |joint| edited.new_of(joint))
    }

    fn props_after(&self, edit: &SkeletonEdit, edited: &Edited) -> Arc<[Prop]> {
        let skeletons = self.skeletons(edit, edited);
        props_after(&self.props, skeletons, |joint| edited.new_of(joint))
    }

    /// The skeletons between which points of joints keep their place in the body.
    fn skeletons<'a>(&'a self, edit: &SkeletonEdit, edited: &'a Edited) -> Skeletons<'a> {
        let before = &self.character.rig.skeleton;
        let after = &edited.character.rig.skeleton;
        // The skin goes along into the new rest, and so do points of joints.
        let goes_along = matches!(edit, SkeletonEdit::TakeRest { .. });
        Skeletons {
            before: if goes_along { after } else { before },
            after,
        }
    }

    /// The document with changed weights; unchanged if the weights are equal.
    ///
    /// With layers the change goes to the active one, as far as that can be seen (see [`layers`]).
    ///
    /// # Errors
    ///
    /// One sentence with a remedy; see [`WeightError`].
    pub fn with_weight_edits(&self, edits: &[WeightEdit]) -> Result<Self, WeightError> {
        if self.layers.is_empty() {
            return self.with_weights(edits);
        }
        let (layers, edits) = self.layers.with_edits(&self.character, edits)?;
        let layers = if layers == *self.layers {
            Arc::clone(&self.layers)
        } else {
            Arc::new(layers)
        };
        Ok(Self {
            layers,
            ..self.with_weights(&edits)?
        })
    }

    /// The document with other clips; unchanged if they are equal.
    #[must_use]
    pub fn with_clips(&self, clips: Vec<Clip>) -> Self {
        if *clips == *self.character.clips {
            return self.clone();
        }
        let character = self.character.with_clips(clips);
        Self {
            journal: self.journal.with_clips((&self.character, &character)),
            character: Arc::new(character),
            ..self.clone()
        }
    }

    /// The document with kept changes of clips, as far as they find their clips and joints, and what is to be told of those that do not, or
    /// that find something else there than they were made on. What finds nothing waits in the journal.
    #[must_use]
    pub fn with_kept_clips(&self, kept: &KeptClips) -> (Self, ClipRemarks) {
        let fitted = kept.fit_to(&self.character);
        let remarks = ClipRemarks {
            problems: fitted.problems,
            both_changed: fitted.both_changed,
        };
        let is_same = *fitted.clips == *self.character.clips;
        if is_same && fitted.waiting.is_empty() {
            return (self.clone(), remarks);
        }
        let character = if is_same {
            Arc::clone(&self.character)
        } else {
            Arc::new(self.character.with_clips(fitted.clips))
        };
        let clips = (&*self.character, &*character);
        let after = Self {
            journal: self.journal.with_clips_waiting(clips, fitted.waiting),
            character,
            ..self.clone()
        };
        (after, remarks)
    }

    /// The document with another method of a mesh's own, none for that of the pane; unchanged if it has that.
    #[must_use]
    pub fn with_mesh_skinning(&self, mesh: usize, skinning: Option<MeshSkinning>) -> Self {
        let before = self.character.meshes.get(mesh);
        if before.is_none_or(|before| before.skinning == skinning) {
            return self.clone();
        }
        let mut character = (*self.character).clone();
        if let Some(own) = character.meshes.get_mut(mesh) {
            own.skinning = skinning;
        }
        Self {
            character: Arc::new(character),
            ..self.clone()
        }
    }

    /// Changes the weights of the character, whatever the layers are.
    pub(crate) fn with_weights(&self, edits: &[WeightEdit]) -> Result<Self, WeightError> {
        let character = self.character.with_weights(edits)?;
        let touched = edits.iter().map(|edit| (edit.mesh, edit.primitive));
        let is_same = touched.clone().all(|place| {
            let [before, after] = [&self.character, &character].map(|of| {
                let mesh = of.meshes.get(place.0)?;
                mesh.primitives.get(place.1)
            });
            let weights =
                |of: Option<&Primitive>| of.map(|of| (of.influences.clone(), of.maps.clone()));
            weights(before) == weights(after)
        });
        if is_same {
            return Ok(self.clone());
        }
        Ok(Self {
            journal: self
                .journal
                .with_weights(&self.character, &character, touched),
            character: Arc::new(character),
            ..self.clone()
        })
    }

    /// The document without a character, until one is opened.
    #[must_use]
    pub fn empty() -> Self {
        Self::new(Arc::default())
    }

    /// Whether both documents are equal in everything visible: by value, with shortcuts for shared parts.
    #[must_use]
    pub fn same_as(&self, other: &Self) -> bool {
        // Parts that a command left alone are shared: pointers tell most cases without comparing values.
        Arc::ptr_eq(&self.character, &other.character)
            && self.has_same_layers(other)
            && (std::ptr::eq(self.journal.edits(), other.journal.edits())
                || self.journal == other.journal)
            && (Arc::ptr_eq(&self.pose, &other.pose) || self.pose == other.pose)
            && (Arc::ptr_eq(&self.pending, &other.pending) || self.pending == other.pending)
            && (Arc::ptr_eq(&self.scale_inheritance, &other.scale_inheritance)
                || self.scale_inheritance == other.scale_inheritance)
            && self.axis_locks == other.axis_locks
            && self.has_same_limits(other)
            && self.has_same_reference(other)
            && self.has_same_driven(other)
            && self.pins == other.pins
            && self.props == other.props
            && self.worn == other.worn
    }

    /// The document in the poses of another one with the same joints, with its scale inheritance, locks of numbers, limits of joints,
    /// what they drive, reference, pins and props.
    #[must_use]
    pub(crate) fn with_pose_of(self, other: &Self) -> Self {
        Self {
            pose: Arc::clone(&other.pose),
            pending: Arc::clone(&other.pending),
            scale_inheritance: Arc::clone(&other.scale_inheritance),
            axis_locks: Arc::clone(&other.axis_locks),
            joint_limits: Arc::clone(&other.joint_limits),
            reference: Arc::clone(&other.reference),
            pins: Arc::clone(&other.pins),
            props: Arc::clone(&other.props),
            driven: Arc::clone(&other.driven),
            ..self
        }
    }

    /// Whether both have the same work of the user, on whatever version of the character's file.
    #[must_use]
    pub fn is_same_work(&self, other: &Self) -> bool {
        self.journal == other.journal
            && self.has_same_layers(other)
            && (Arc::ptr_eq(&self.pose, &other.pose) || self.pose == other.pose)
            && (Arc::ptr_eq(&self.pending, &other.pending) || self.pending == other.pending)
            && (Arc::ptr_eq(&self.scale_inheritance, &other.scale_inheritance)
                || self.scale_inheritance == other.scale_inheritance)
            && self.axis_locks == other.axis_locks
            && self.has_same_limits(other)
            && self.has_same_reference(other)
            && self.has_same_driven(other)
            && self.pins == other.pins
            && self.props == other.props
            && self.worn == other.worn
            && has_same_methods(&self.character, &other.character)
    }

    fn has_same_limits(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.joint_limits, &other.joint_limits)
            || self.joint_limits == other.joint_limits
    }

    pub(crate) fn has_same_layers(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.layers, &other.layers) || self.layers == other.layers
    }

    fn has_same_reference(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.reference, &other.reference) || self.reference == other.reference
    }

    /// Bytes of this snapshot that `other` does not share.
    #[must_use]
    pub fn bytes_beside(&self, other: &Self) -> usize {
        let pose = if Arc::ptr_eq(&self.pose, &other.pose) {
            0
        } else {
            pose_bytes(&self.pose)
        };
        let scale_inheritance = if Arc::ptr_eq(&self.scale_inheritance, &other.scale_inheritance) {
            0
        } else {
            size_of_val(&*self.scale_inheritance)
        };
        let character = if Arc::ptr_eq(&self.character, &other.character) {
            0
        } else {
            character_bytes(&self.character, &other.character)
        };
        let layers = if Arc::ptr_eq(&self.layers, &other.layers) {
            0
        } else {
            self.layers.bytes_beside(&other.layers)
        };
        let limits = if Arc::ptr_eq(&self.joint_limits, &other.joint_limits) {
            0
        } else {
            size_of_val(&*self.joint_limits)
        };
        pose + limits + scale_inheritance + character + layers + size_of_val(self)
    }
}

/// The pose of a character's file: that which its `extras` keep, over what it shows when no clip plays.
fn pose_of_file(character: &Character) -> Pose {
    let mut pose = character.file_pose();
    for posed in &character.source.kept.pose {
        let joint = character.rig.skeleton.joint_of_key(posed.joint);
        let Some(place) = joint.map(rig::JointIndex::index) else {
            continue;
        };
        if let Some(rigid) = pose.rigid.get_mut(place) {
            let rotation = Quat::from_array(posed.rotation);
            *rigid = Rigid::new(rotation, Vec3::from_array(posed.translation));
        }
        if let Some(stretch) = pose.stretch.get_mut(place) {
            *stretch = Stretch {
                scale: Vec3::from_array(posed.scale),
                shear: Vec3::from_array(posed.shear),
            };
        }
    }
    let kept = &character.source.kept.morph_weights;
    for instance in &character.instances {
        let own = kept.get(&character.rig.skeleton.key(instance.node));
        let slots = pose.morph_weights.get_mut(instance.morph.clone());
        // As many as the mesh has targets, or those of another mesh.
        if let Some((own, slots)) = own.zip(slots).filter(|(own, to)| own.len() == to.len()) {
            slots.copy_from_slice(own);
        }
    }
    pose
}

/// Bytes of images, vertices and the file's content that the other character does not share. A lower bound.
fn character_bytes(character: &Character, other: &Character) -> usize {
    let beside = |bytes: &Arc<[u8]>, others: Option<&Arc<[u8]>>| {
        let is_shared = others.is_some_and(|others| Arc::ptr_eq(bytes, others));
        if is_shared { 0 } else { bytes.len() }
    };
    let others = other.images.iter().map(|image| image.pixels.address());
    // Images may repeat in a list, or be those of the other character: each is counted once, by the address of its
    // pixels.
    let mut counted: BTreeSet<usize> = others.collect();
    let images = character.images.iter();
    let images = images.filter(|image| counted.insert(image.pixels.address()));
    let images = images.map(|image| image.pixels.decoded_bytes());
    let (source, others) = (&character.source, &other.source);
    let file = |place: usize| others.side_files.get(place).map(|file| &file.bytes);
    let files = source.side_files.iter().enumerate();
    let files = files.map(|(place, own)| beside(&own.bytes, file(place)));
    let primitives = character
        .meshes
        .iter()
        .enumerate()
        .flat_map(|(place, mesh)| {
            let others = other.meshes.get(place);
            let of_mesh = mesh.primitives.iter().enumerate();
            of_mesh.map(move |(place, own)| {
                primitive_bytes(own, others.and_then(|mesh| mesh.primitives.get(place)))
            })
        });
    let clips = character.clips.iter();
    let clips = clips.map(|own| own.bytes_beside(other.clip(own.id())));
    let binary = source.binary.as_ref();
    let binary = binary.map_or(0, |bytes| beside(bytes, others.binary.as_ref()));
    images.sum::<usize>()
        + files.sum::<usize>()
        + binary
        + primitives.sum::<usize>()
        + clips.sum::<usize>()
}

/// Counts a list only if the other character does not share it.
fn primitive_bytes(own: &Primitive, other: Option<&Primitive>) -> usize {
    fn beside<T>(own: &Arc<[T]>, other: Option<&Arc<[T]>>) -> usize {
        let is_shared = other.is_some_and(|other| Arc::ptr_eq(own, other));
        if is_shared { 0 } else { size_of_val(&**own) }
    }
    let target = |place: usize| other.and_then(|other| other.morph_targets.get(place));
    let morphs = own.morph_targets.iter().enumerate().map(|(place, own)| {
        let other = target(place);
        beside(&own.positions, other.map(|other| &other.positions))
            + beside(&own.normals, other.map(|other| &other.normals))
            + beside(&own.tangents, other.map(|other| &other.tangents))
    });
    let nothing = (Influences::default(), VertexMap::default());
    let others = other.and_then(|other| other.influences.as_ref());
    let influences = own.influences.as_ref();
    let influences = influences.map_or(0, |own| own.bytes_beside(others.unwrap_or(&nothing.0)));
    let maps = MapKind::ALL.into_iter().filter_map(|kind| {
        let other = other.and_then(|other| other.maps[kind].as_ref());
        let own = own.maps[kind].as_ref()?;
        Some(own.bytes_beside(other.unwrap_or(&nothing.1)))
    });
    beside(&own.positions, other.map(|other| &other.positions))
        + beside(&own.normals, other.map(|other| &other.normals))
        + beside(&own.tangents, other.map(|other| &other.tangents))
        + beside(&own.tex_coords, other.map(|other| &other.tex_coords))
        + beside(&own.triangles, other.map(|other| &other.triangles))
        + morphs.sum::<usize>()
        + influences
        + maps.sum::<usize>()
        + size_of_val(own)
}

fn pose_bytes(pose: &Pose) -> usize {
    size_of_val(&*pose.rigid) + size_of_val(&*pose.stretch) + size_of_val(&*pose.morph_weights)
}
