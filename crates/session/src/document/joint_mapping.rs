//! Mapping of joints and clips between two versions of a character, and the work of a user carried over by it.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use character::{Character, MeshInstance};
use rig::{Clip, ClipId, JointIndex, Skeleton};

use crate::document::Document;
use crate::document::driven::remap_driven;
use crate::document::joint_limits::{LimitsOfJoints, limits_of_file};
use crate::document::kept_pins::pins_of_file;
use crate::document::moment::Moment;
use crate::document::pins::remapped;
use crate::document::props;
use crate::document::worn::worn_of_file;

/// For every joint of one skeleton its counterpart in another.
#[derive(Clone, Debug)]
pub struct JointMapping {
    mapped: Vec<Option<JointIndex>>,
    /// Whether every joint of both has a counterpart with the counterpart of its parent.
    pub same_skeleton: bool,
    /// Whether both have the same number of joints, and every joint keeps its index.
    pub in_place: bool,
}

impl JointMapping {
    /// Maps the joints of two documents: by key if both come from one reading of the file, else by name.
    #[must_use]
    pub fn of_documents(old: &Document, new: &Document) -> Self {
        let (was, is) = (&old.character.rig.skeleton, &new.character.rig.skeleton);
        // Keys are numbers of one reading: they survive renaming and reordering, and mean nothing in another file.
        if Arc::ptr_eq(&old.original, &new.original) {
            Self::by_key(was, is)
        } else {
            Self::between(was, is)
        }
    }

    fn by_key(old: &Skeleton, new: &Skeleton) -> Self {
        let by_key: HashMap<u32, JointIndex> =
            new.joints().map(|joint| (new.key(joint), joint)).collect();
        let joints = old.joints();
        let mapped: Vec<_> = joints
            .map(|joint| by_key.get(&old.key(joint)).copied())
            .collect();
        Self {
            same_skeleton: old == new,
            in_place: is_in_place(&mapped, new),
            mapped,
        }
    }

    /// Maps joints by name; those of equal names in their order.
    #[must_use]
    pub fn between(old: &Skeleton, new: &Skeleton) -> Self {
        // The count makes repeated names unique, so that the second "Bone" goes to the second.
        let by_name: HashMap<_, _> = numbered_names(new).zip(new.joints()).collect();
        let mapped = numbered_names(old).map(|name| by_name.get(&name).copied());
        Self::with_mapped(old, new, mapped.collect())
    }

    /// Maps joints by keys: `of` gives the key of the counterpart.
    #[must_use]
    pub fn from_keys(old: &Skeleton, new: &Skeleton, of: impl Fn(u32) -> Option<u32>) -> Self {
        let by_key: HashMap<u32, JointIndex> =
            new.joints().map(|joint| (new.key(joint), joint)).collect();
        let joints = old.joints();
        let mapped = joints.map(|joint| by_key.get(&of(old.key(joint))?).copied());
        Self::with_mapped(old, new, mapped.collect())
    }

    fn with_mapped(old: &Skeleton, new: &Skeleton, mapped: Vec<Option<JointIndex>>) -> Self {
        let parent_agrees = |joint: JointIndex| {
            let mapped_of = |joint: JointIndex| mapped.get(joint.index()).copied().flatten();
            let parent = old.parent(joint);
            mapped_of(joint).is_some_and(|mapped| new.parent(mapped) == parent.and_then(mapped_of))
        };
        let same_skeleton = old.len() == new.len() && old.joints().all(parent_agrees);
        Self {
            in_place: is_in_place(&mapped, new),
            mapped,
            same_skeleton,
        }
    }

    /// Counterpart of a joint; none if there is none.
    #[must_use]
    pub fn of(&self, joint: JointIndex) -> Option<JointIndex> {
        self.mapped.get(joint.index()).copied().flatten()
    }
}

fn is_in_place(mapped: &[Option<JointIndex>], new: &Skeleton) -> bool {
    mapped.len() == new.len()
        && new
            .joints()
            .zip(mapped)
            .all(|(joint, mapped)| *mapped == Some(joint))
}

/// Names with their number of occurrence: names may repeat and be empty.
fn numbered_names(skeleton: &Skeleton) -> impl Iterator<Item = (&str, usize)> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    skeleton.joints().map(move |joint| {
        let count = seen.entry(skeleton.name(joint)).or_default();
        *count += 1;
        (skeleton.name(joint), *count)
    })
}

/// Number of posed joints that kept or lost their pose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RemapCounts {
    /// Posed joints with a counterpart.
    pub kept: usize,
    /// Posed joints without a counterpart.
    pub lost: usize,
}

/// The user's work carried over to another version of the character.
///
/// Joints and morph targets that the user did not change are as the new file has them. `mesh_of` gives the new place of a mesh, whose
/// method goes along.
#[must_use]
pub fn remap_document(
    old: &Document,
    mut after: Document,
    mapping: &JointMapping,
    mesh_of: impl Fn(usize) -> Option<usize>,
) -> (Document, RemapCounts) {
    let (was, is) = (&*old.character, Arc::clone(&after.character));
    let rest = was.file_pose();
    let pose = Arc::make_mut(&mut after.pose);
    let mut counts = RemapCounts::default();
    let users = old.pose.rigid.iter().zip(&old.pose.stretch);
    let at_rest = rest.rigid.iter().zip(&rest.stretch);
    for (joint, (user, at_rest)) in was.rig.skeleton.joints().zip(users.zip(at_rest)) {
        // Bit for bit: what was not posed is a copy of the file's.
        if user == at_rest {
            continue;
        }
        match mapping.of(joint) {
            Some(mapped) => {
                set_entry(&mut pose.rigid, mapped, *user.0);
                set_entry(&mut pose.stretch, mapped, *user.1);
                counts.kept += 1;
            }
            None => counts.lost += 1,
        }
    }
    // Morph targets have no identity of their own, so whole meshes are matched, by node and number of targets.
    for (from, to) in morph_mapping(was, &is, mapping) {
        let chosen = old.pose.morph_weights.get(from.clone()).unwrap_or(&[]);
        let at_rest = rest.morph_weights.get(from).unwrap_or(&[]);
        let weights = pose.morph_weights.get_mut(to).unwrap_or_default();
        for (weight, (chosen, at_rest)) in weights.iter_mut().zip(chosen.iter().zip(at_rest)) {
            if chosen != at_rest {
                *weight = *chosen;
            }
        }
    }
    after.scale_inheritance = remap_inheritance(old, &is, mapping).into();
    after.pending = Arc::new(old.pending.remap(was, &is, mapping));
    let mut locks = after.axis_locks.to_vec();
    for (joint, &own) in was.rig.skeleton.joints().zip(old.axis_locks.iter()) {
        if let Some(mapped) = mapping.of(joint) {
            set_entry(&mut locks, mapped, own);
        }
    }
    after.axis_locks = locks.into();
    after.joint_limits = remap_limits(old, &after, mapping);
    after.reference = Arc::clone(&old.reference);
    after.driven = remap_driven(old, &after, mapping);
    // Those that stand in the file as they did there are as the new file has them.
    if *old.pins != *pins_of_file(was) {
        after.pins = remapped(&old.pins, [was, &is], |joint| mapping.of(joint));
    }
    after.props = props::remapped(&old.props, [was, &is], |joint| mapping.of(joint));
    if *old.worn != *worn_of_file(was) {
        after.worn = old.worn_where(&mesh_of);
    }
    (with_mesh_skinning(old, after, mesh_of), counts)
}

/// Methods that the user gave meshes.
fn with_mesh_skinning(
    old: &Document,
    mut after: Document,
    mesh_of: impl Fn(usize) -> Option<usize>,
) -> Document {
    let in_file = &old.original.meshes;
    for (place, mesh) in old.character.meshes.iter().enumerate() {
        let as_in_file = in_file.get(place).and_then(|mesh| mesh.skinning);
        if let Some(place) = mesh_of(place).filter(|_| mesh.skinning != as_in_file) {
            after = after.with_mesh_skinning(place, mesh.skinning);
        }
    }
    after
}

fn remap_inheritance(
    old: &Document,
    new: &Character,
    mapping: &JointMapping,
) -> Vec<rig::ScaleInheritance> {
    let was = &old.character.rig;
    let mut scale_inheritance = new.rig.scale_inheritance.clone();
    let chosen = old.scale_inheritance.iter().zip(&was.scale_inheritance);
    for (joint, (&chosen, &as_in_file)) in was.skeleton.joints().zip(chosen) {
        if let Some(mapped) = mapping.of(joint)
            && chosen != as_in_file
        {
            set_entry(&mut scale_inheritance, mapped, chosen);
        }
    }
    scale_inheritance
}

/// Limits that the user set or took off; all others are as the new file has them.
fn remap_limits(old: &Document, new: &Document, mapping: &JointMapping) -> LimitsOfJoints {
    let mut limits = new.joint_limits.to_vec();
    let in_file = limits_of_file(&old.character);
    let chosen = old.joint_limits.iter().zip(in_file.iter());
    for (joint, (own, as_in_file)) in old.character.rig.skeleton.joints().zip(chosen) {
        if let Some(mapped) = mapping.of(joint).filter(|_| own != as_in_file) {
            set_entry(&mut limits, mapped, *own);
        }
    }
    limits.into()
}

/// Sets a joint's entry of a list with one entry per joint.
fn set_entry<T>(of_joints: &mut [T], joint: JointIndex, value: T) {
    if let Some(entry) = of_joints.get_mut(joint.index()) {
        *entry = value;
    }
}

/// Ranges of the morph weights of meshes whose nodes are counterparts and which have the same number of targets.
pub(super) fn morph_mapping(
    old: &Character,
    new: &Character,
    mapping: &JointMapping,
) -> Vec<(Range<usize>, Range<usize>)> {
    let mapped = |instance: &MeshInstance| {
        let node = mapping.of(instance.node)?;
        let mut others = new.instances.iter();
        others.find(|other| other.morph.len() == instance.morph.len() && other.node == node)
    };
    old.instances
        .iter()
        .filter_map(|instance| Some((instance.morph.clone(), mapped(instance)?.morph.clone())))
        .collect()
}

/// The same moment of another character, if it has the clip; not beyond its end.
#[must_use]
pub fn map_moment(old: &Character, new: &Character, moment: Moment) -> Option<Moment> {
    let clip = new.clip(map_clip(old, new, moment.clip)?)?;
    Some(Moment {
        clip: clip.id(),
        time: moment.time.min(clip.duration()),
    })
}

/// The same clip of another character, if it has it.
///
/// In an edited character that is the same clip, in that of another file the clip of the same name. Clips without names
/// are matched by identity, which is their place in a file.
#[must_use]
pub fn map_clip(old: &Character, new: &Character, clip: ClipId) -> Option<ClipId> {
    let name = old.clip(clip)?.name();
    let is_edited = Arc::ptr_eq(&old.source, &new.source);
    let same = new.clip(clip);
    match same.filter(|clip| is_edited || clip.name() == name) {
        Some(same) => Some(same.id()),
        None if is_edited || name.is_none() => None,
        None => {
            let mut clips = new.clips.iter();
            clips.find(|clip| clip.name() == name).map(Clip::id)
        }
    }
}
