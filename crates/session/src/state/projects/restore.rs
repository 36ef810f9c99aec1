//! Application of a project to a character. What does not fit is reported, and the rest is applied.

use std::borrow::Cow;
use std::sync::Arc;

use character::Character;
use glam::{Quat, Vec3};
use rig::{AddressMatch, Addresses, JointIndex, Pose};

use super::driven::restore_driven;
use super::file_shape::FileShape;
use super::inheritance::StoredInheritance;
use super::interpolators::restore_interpolators;
use super::joint_limits::restore_limits;
use super::layers::LayersShape;
use super::pending::restore_pending;
use super::pins::restore_pins;
use super::props::restore_props;
use super::shape::{
    ClipMoment, JointPose, KeptShape, MeshMethodShape, PaintedShape, Project, Sight,
};
use super::worn::with_worn;
use crate::document::Document;
use crate::document::axis_locks::AxisLocks;
use crate::document::limits::LARGEST_NUMBER;
use crate::document::moment::Moment;
use crate::document::replay::ReplayStep;
use crate::document::waiting_poses::clip_named;
use crate::state::carry_over::{CarryReport, CharacterShape, MeshMap, WorkBeside, carry_over};
use crate::text::euler::single::rotation;

/// A character with a project applied, and what did not fit.
#[derive(Clone, Debug)]
pub struct Restored {
    /// The character with the work of the project.
    pub document: Document,
    /// Joints hidden in the panes.
    pub hidden: Vec<JointIndex>,
    /// Selected joints, the active one last.
    pub selected: Vec<JointIndex>,
    /// The clip shown; none for the user's pose.
    pub clip: Option<Moment>,
    /// The clip that the user's pose replaced.
    pub clip_left: Option<Moment>,
    /// What did not fit, each as a clause that names it.
    pub problems: Vec<String>,
    /// What came over to a file that has changed; its problems are among those.
    pub report: CarryReport,
    /// The view, with joints as the character names them.
    pub sight: Sight,
    /// Weights that were kept to compare with, for the character.
    pub kept: Vec<KeptShape>,
}

/// Applies a project to a character as its file has it.
#[must_use]
pub fn restore_project(character: &Arc<Character>, project: &Project) -> Restored {
    let mut problems = Vec::new();
    // One place more than edits, for what was done after the last.
    let places = 0..=project.edits.len();
    let work: Vec<ReplayStep<'_>> = places
        .flat_map(|place| work_at(project, place, &mut problems))
        .collect();
    let file = project.file.as_ref();
    // Without it the file counts as unchanged: keys and numbers are what finds joints and vertices.
    let old = file.map_or_else(|| CharacterShape::of(character), FileShape::to_shape);
    let beside = work_beside(project);
    let fresh = Document::new(Arc::clone(character));
    let mut carried = carry_over(&old, work, beside, fresh);
    problems.append(&mut carried.report.problems);
    let mut document = carried.document;
    let skeleton = &document.character.rig.skeleton;
    let renamed = file.map(|file| file.renamed(&carried.keys, skeleton));
    let renamed = renamed.unwrap_or_default();
    let project = &match renamed.is_empty() {
        true => Cow::Borrowed(project),
        false => Cow::Owned(project.with_renamed_joints(&renamed)),
    };
    let methods = &project.mesh_methods;
    document = with_mesh_methods(document, methods, &carried.meshes, &mut problems);
    document = with_worn(document, &project.worn, &carried.meshes);
    let character = &Arc::clone(&document.character);
    let mut work = Finder {
        addresses: Addresses::new(&character.rig.skeleton),
        problems,
    };
    // What a project leaves out is as the character has it, not as the replayed edits have left a pose: a pose that was
    // taken as rest would come back as its opposite.
    document.pose = Arc::new(work.pose(character, project));
    document.scale_inheritance = work.scale_inheritance(character, &project.scale_inheritance);
    document.pending = restore_pending(character, project, &mut work);
    document.axis_locks = work.axis_locks(character, &project.axis_locks);
    document.joint_limits = restore_limits(character, &project.joint_limits, &mut work);
    document.reference = Arc::new(project.reference());
    document.pins = restore_pins(character, project, &mut work);
    document.props = restore_props(character, project, &mut work);
    let driven = restore_driven(character, project.driven.as_deref(), &mut work);
    let interpolators = project.interpolators.as_deref();
    document.driven = restore_interpolators(character, driven, interpolators, &mut work);
    let sight = &project.sight;
    let hidden = work.find_all(&sight.hidden, "it cannot be hidden");
    let selected = work.find_all(&sight.selected, "it cannot be selected");
    let clip = work.moment(character, sight.clip.as_ref());
    let clip_left = work.moment(character, sight.clip_left.as_ref());
    let kept = project.kept.iter().zip(carried.kept);
    Restored {
        kept: kept.map(|(shape, kept)| shape.with_weights(kept)).collect(),
        sight: sight.clone(),
        report: carried.report,
        document,
        hidden,
        selected,
        clip,
        clip_left,
        problems: work.problems,
    }
}

fn work_beside(project: &Project) -> WorkBeside {
    let kept = project.kept.iter().map(|kept| kept.weights.iter());
    WorkBeside {
        base_as_file: project
            .layers
            .as_ref()
            .map_or_else(Vec::new, LayersShape::base_as_file),
        layers: project.layers.as_ref().map(LayersShape::to_kept),
        kept: kept
            .map(|weights| weights.map(PaintedShape::to_kept).collect())
            .collect(),
    }
}

/// The weights and clips after so many edits of the skeleton, and the edit that follows.
fn work_at<'a>(
    project: &'a Project,
    place: usize,
    problems: &mut Vec<String>,
) -> Vec<ReplayStep<'a>> {
    let last = project.edits.len();
    // What claims to come after more edits than there are, as in a file edited by hand, comes after the last.
    let is_here = |after: usize| after.min(last) == place;
    let painted = project.weights.iter();
    let painted = painted.filter(|painted| is_here(painted.after));
    let painted: Vec<_> = painted.map(PaintedShape::to_kept).collect();
    let painted = (!painted.is_empty()).then_some(ReplayStep::Weights(painted));
    let clips = project.clips.iter().filter(|clips| is_here(clips.after));
    let clips: Vec<ReplayStep<'_>> = clips
        .map(|clips| ReplayStep::Clips(clips.to_kept(problems)))
        .collect();
    let edit = project.edits.get(place).map(ReplayStep::Skeleton);
    painted.into_iter().chain(clips).chain(edit).collect()
}

/// The methods of meshes; those that are not there are told. A mesh of the same place and name is meant where nothing else is known.
fn with_mesh_methods(
    mut document: Document,
    methods: &[MeshMethodShape],
    meshes: &MeshMap,
    problems: &mut Vec<String>,
) -> Document {
    for own in methods {
        let name_at = |place: usize| Some(&document.character.meshes.get(place)?.name);
        let is_as_known = name_at(own.mesh) == Some(&own.name);
        let mesh = meshes.of(own.mesh);
        let mesh = mesh.filter(|&mesh| is_as_known || mesh != own.mesh || meshes.is_renamed(mesh));
        if let Some(mesh) = mesh.filter(|&mesh| name_at(mesh).is_some()) {
            document = document.with_mesh_skinning(mesh, own.skinning());
        } else {
            let name = own.name.as_deref().unwrap_or("without a name");
            problems.push(format!(
                "mesh {} ({name}): the character has no such mesh; its method is left out",
                own.mesh
            ));
        }
    }
    document
}

pub(super) fn is_usable(numbers: &[f32]) -> bool {
    numbers.iter().all(|number| number.abs() <= LARGEST_NUMBER)
}

/// Joints and clips of the character, found by their names.
pub(super) struct Finder<'a> {
    addresses: Addresses<'a>,
    problems: Vec<String>,
}

impl Finder<'_> {
    /// The pose of the file with what a project has of its own.
    fn pose(&mut self, character: &Character, project: &Project) -> Pose {
        let mut pose = character.file_pose();
        for (name, joint_pose) in &project.pose {
            if let Some(joint) = self.find(name, "its pose is left out") {
                self.set_joint(&mut pose, joint, name, joint_pose);
            }
        }
        for (name, weights) in &project.morphs {
            self.set_morphs(&mut pose, character, name, weights);
        }
        pose
    }

    /// The joint of a name; none, and told, if there is not just one.
    pub(super) fn find(&mut self, name: &str, then: &str) -> Option<JointIndex> {
        let why = match self.addresses.find(name) {
            AddressMatch::One(joint) => return Some(joint),
            AddressMatch::Several => "several joints of the character have this name",
            AddressMatch::None => "the character has no such joint",
        };
        self.tell(format!("{name}: {why}; {then}"));
        None
    }

    pub(super) fn tell(&mut self, problem: String) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    fn find_all(&mut self, names: &[String], then: &str) -> Vec<JointIndex> {
        names
            .iter()
            .filter_map(|name| self.find(name, then))
            .collect()
    }

    pub(super) fn set_joint(
        &mut self,
        pose: &mut Pose,
        joint: JointIndex,
        name: &str,
        set: &JointPose,
    ) {
        let (Some(rigid), Some(stretch)) = (
            pose.rigid.get_mut(joint.index()),
            pose.stretch.get_mut(joint.index()),
        ) else {
            return;
        };
        if set.rotation.is_some() && set.quaternion.is_some() {
            self.problems.push(format!(
                "{name}: both angles and a quaternion turn it; the quaternion counts"
            ));
        }
        match (set.quaternion, self.vector(name, "rotation", set.rotation)) {
            (Some(numbers), angles) => match unit(Quat::from_array(numbers)) {
                Some(quat) => rigid.rotation = quat,
                None => {
                    let what = "its quaternion is no rotation, which has length 1";
                    self.problems
                        .push(format!("{name}: {what}; it is not turned by it"));
                    rigid.rotation = angles.map_or(rigid.rotation, rotation);
                }
            },
            (None, Some(angles)) => rigid.rotation = rotation(angles),
            (None, None) => {}
        }
        if let Some(translation) = self.vector(name, "translation", set.translation) {
            rigid.translation = translation;
        }
        if let Some(scale) = self.vector(name, "scale", set.scale) {
            stretch.scale = scale;
        }
        if let Some(shear) = self.vector(name, "shear", set.shear) {
            stretch.shear = shear;
        }
    }

    fn vector(&mut self, name: &str, channel: &str, numbers: Option<[f32; 3]>) -> Option<Vec3> {
        let numbers = numbers?;
        if is_usable(&numbers) {
            return Some(Vec3::from_array(numbers));
        }
        let wrong = numbers.iter().find(|number| !is_usable(&[**number]));
        self.problems.push(format!(
            "{name}: its {channel} holds {}, which is no usable number; it is left out",
            wrong.copied().unwrap_or(f32::NAN)
        ));
        None
    }

    fn set_morphs(&mut self, pose: &mut Pose, character: &Character, name: &str, weights: &[f32]) {
        let Some(joint) = self.find(name, "its morph weights are left out") else {
            return;
        };
        let instance = character
            .instances
            .iter()
            .find(|instance| instance.node == joint);
        let own = instance.and_then(|instance| pose.morph_weights.get_mut(instance.morph.clone()));
        let own = own.unwrap_or_default();
        if own.len() != weights.len() {
            self.problems.push(format!(
                "{name}: the project has {} morph weights for it, and it has {}; those of equal places are taken",
                weights.len(),
                own.len()
            ));
        }
        for (place, (own, &weight)) in own.iter_mut().zip(weights).enumerate() {
            if is_usable(&[weight]) {
                *own = weight;
            } else {
                self.problems.push(format!(
                    "{name}: morph weight {place} is {weight}, which is no usable number; it is left out"
                ));
            }
        }
    }

    fn scale_inheritance(
        &mut self,
        character: &Character,
        set: &[(String, StoredInheritance)],
    ) -> Arc<[rig::ScaleInheritance]> {
        let mut all = character.rig.scale_inheritance.clone();
        for (name, scale_inheritance) in set {
            let joint = self.find(name, "whom its scale reaches is left out");
            if let Some(entry) = joint.and_then(|joint| all.get_mut(joint.index())) {
                *entry = (*scale_inheritance).into();
            }
        }
        all.into()
    }

    fn axis_locks(
        &mut self,
        character: &Character,
        set: &[(String, Vec<String>)],
    ) -> Arc<[AxisLocks]> {
        let mut all = vec![AxisLocks::NONE; character.rig.skeleton.len()];
        for (joint, names) in set {
            let found = self.find(joint, "what is locked of it is left out");
            let Some(entry) = found.and_then(|joint| all.get_mut(joint.index())) else {
                continue;
            };
            for name in names {
                match entry.with_name(name) {
                    Some(locks) => *entry = locks,
                    None => self.problems.push(format!(
                        "{joint}: {name:?} is no number that can be locked, such as \"rotation x\" or \"scale\"; it is left out"
                    )),
                }
            }
        }
        all.into()
    }

    /// The clip at the same index if it has the same name, else the first one of that name, at a time within it.
    fn moment(&mut self, character: &Character, set: Option<&ClipMoment>) -> Option<Moment> {
        let set = set?;
        let Some(clip) = clip_named(character, set.clip, set.name.as_deref()) else {
            let name = set.name.clone().unwrap_or_else(|| set.clip.to_string());
            self.problems.push(format!(
                "the character has no clip {name}; your pose is shown"
            ));
            return None;
        };
        let time = if set.time.is_finite() { set.time } else { 0.0 };
        Some(Moment {
            clip: clip.id(),
            time: time.clamp(0.0, clip.duration()),
        })
    }
}

/// The quaternion as it is if its length is 1 but for rounding, normalized if it is between 0.5 and 2; else none.
pub(super) fn unit(quat: Quat) -> Option<Quat> {
    let length = quat.length();
    if (length - 1.0).abs() < 1e-5 {
        // As it is, so that a saved rotation comes back bit for bit.
        return Some(quat);
    }
    (0.5..2.0).contains(&length).then(|| quat.normalize())
}
