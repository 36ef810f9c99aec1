//! Commands that edit the skeleton: one undo step each; the session follows the changed skeleton.

use std::sync::Arc;

use character::{EditError, SkeletonEdit};
use rig::{JointIndex, Pose, Skeleton};
use scene::names::joint_name;
use scene::report::pluralize;
use weights::Plane;

use super::figure_planes::FigurePlanes;
use super::roll_axes::turned_rolls;
use crate::document::Document;
use crate::document::props::losses;
use crate::features::Context;
use crate::notices::Severity;

impl Context<'_> {
    /// Makes an edit, or tells why it cannot be made. Side effects of the edit are told in a notice.
    pub(in crate::features) fn edit_skeleton(&mut self, edit: &SkeletonEdit) {
        self.edit_skeleton_and_tell(edit, Vec::new());
    }

    /// The same, with more to tell where the edit was made.
    pub(in crate::features) fn edit_skeleton_and_tell(
        &mut self,
        edit: &SkeletonEdit,
        more: Vec<String>,
    ) {
        let name_of_step = step_name(edit, &self.document.character.rig.skeleton);
        match self.document.with_skeleton_edit(edit) {
            Ok((after, edited)) => {
                // The number of joints made, not of those asked for.
                let made = matches!(edit, SkeletonEdit::Mirror { .. }).then(|| &edited.added);
                let name = made.filter(|made| made.len() > 1);
                let name =
                    name.map_or(name_of_step, |made| format!("Mirror {} joints", made.len()));
                let mut sentences = edited.report.sentences();
                sentences.extend(more);
                // A joint that goes leaves its children to another parent, too.
                let has_other_parents = matches!(
                    edit,
                    SkeletonEdit::Reparent { .. } | SkeletonEdit::Dissolve { .. }
                );
                if has_other_parents {
                    let before = &self.document.character;
                    sentences.extend(turned_rolls(before, &after.character));
                }
                self.take_edited(&name, after, &sentences);
                if !edited.added.is_empty() {
                    self.session
                        .character
                        .selection
                        .set_all(edited.added.iter().copied());
                }
            }
            Err(error) => self.refuse_edit(&name_of_step, &error),
        }
    }

    /// Makes an edit as a step of this name, or tells why it cannot be made.
    pub(in crate::features) fn edit_named(&mut self, name: &str, edit: &SkeletonEdit) {
        match self.document.with_skeleton_edit(edit) {
            Ok((after, edited)) => self.take_edited(name, after, &edited.report.sentences()),
            Err(error) => self.refuse_edit(name, &error),
        }
    }

    /// Makes an edit that adds a joint and selects it; where mirroring is switched on, with its partner over the plane in the same step.
    /// Without a plane it is found.
    pub(in crate::features) fn add_with_partner(
        &mut self,
        edit: &SkeletonEdit,
        plane: Option<Plane>,
    ) {
        let name = step_name(edit, &self.document.character.rig.skeleton);
        let (after, edited) = match self.document.with_skeleton_edit(edit) {
            Ok(done) => done,
            Err(error) => return self.refuse_edit(&name, &error),
        };
        let skeleton = &after.character.rig.skeleton;
        let added = edited.added.iter().map(|&joint| skeleton.key(joint));
        let added: Vec<u32> = added.collect();
        // A joint of the middle has no side, and gets no partner.
        let is_mirrored = self.session.rest_tools.mirrors;
        let mirrored = || {
            let active = self.session.character.selection.active();
            let plane = plane.unwrap_or_else(|| self.figure_planes().plane(active));
            let patterns = self.session.settings.mirror.patterns();
            let planes = FigurePlanes::new(&after.character, patterns);
            let mirror = planes.mirror_over(added.clone(), plane);
            after.with_skeleton_edit(&mirror).ok()
        };
        let both = is_mirrored.then(mirrored).flatten();
        let after = both.map_or(after, |(both, _)| both);
        self.take_edited(&name, after, &edited.report.sentences());
        let skeleton = &self.document.character.rig.skeleton;
        let added = added.into_iter();
        let added = added.filter_map(|key| skeleton.joint_of_key(key));
        self.session.character.selection.set_all(added);
    }

    /// A pose becomes the rest pose; the user's pose keeps its values, now relative to the new rest.
    pub(in crate::features) fn move_rest_with_skin(&mut self, name: &str, pose: &Pose) {
        let edit = SkeletonEdit::take_rest(
            &self.document.character,
            pose,
            &self.document.scale_inheritance,
        );
        let edited = edit.and_then(|edit| self.document.with_skeleton_edit(&edit));
        match edited {
            Ok((after, edited)) => {
                let pose = Arc::clone(&self.document.pose);
                let after = Document { pose, ..after };
                self.take_edited(name, after, &edited.report.sentences());
            }
            Err(error) => self.refuse_edit(name, &error),
        }
    }

    /// Dissolves those of the joints that can be dissolved, in one step.
    pub(in crate::features) fn dissolve(&mut self, keys: &[u32]) {
        let mut after = self.document.clone();
        let (mut names, mut sentences) = (Vec::new(), Vec::new());
        // Keys stay the same while each edit changes the indices of the joints that are left.
        for &joint in keys {
            let edit = SkeletonEdit::Dissolve { joint };
            let name = step_name(&edit, &after.character.rig.skeleton);
            match after.with_skeleton_edit(&edit) {
                Ok((next, edited)) => {
                    after = next;
                    names.push(name);
                    sentences.extend(edited.report.sentences());
                }
                Err(error) => self.refuse_edit(&name, &error),
            }
        }
        match names.as_slice() {
            [] => {}
            [name] => self.take_edited(name, after, &sentences),
            names => {
                let name = format!("Dissolve {} joints", names.len());
                self.take_edited(&name, after, &sentences);
            }
        }
    }

    pub(in crate::features) fn refuse_edit(&mut self, name: &str, error: &EditError) {
        let text = format!("{name}: {error}.");
        self.session.notices.push(Severity::Error, text);
    }

    /// Records one step; `sentences` tell its side effects.
    pub(in crate::features) fn take_edited(
        &mut self,
        name: &str,
        after: Document,
        sentences: &[String],
    ) {
        let before = self.document.clone();
        self.commit(name, None, after);
        self.follow_moments(&before.character);
        self.follow_character(&before);
        let lost = losses(&before.props, &self.document.props);
        let mut sentences: Vec<String> = sentences.iter().cloned().chain(lost).collect();
        let count = |of: &Document| of.driven.channels().len() + of.driven.interpolators().len();
        let [had, has] = [&before, self.document].map(count);
        let is_other = !Arc::ptr_eq(&before.character.rig, &self.document.character.rig);
        if has < had && is_other {
            let lost = pluralize(had - has, "driven channel");
            sentences.push(format!("Gone with their joints: {lost}."));
        }
        if !sentences.is_empty() {
            let text = format!("{name}. {}", sentences.join(" "));
            self.session.notices.push(Severity::Note, text);
        }
    }

    pub(in crate::features) fn reparent_to_active(&mut self) {
        let selection = &self.session.character.selection;
        let active = selection.active();
        let joints = selection.joints().iter().copied();
        let others: Vec<JointIndex> = joints.filter(|&joint| Some(joint) != active).collect();
        self.reparent(&others, active);
    }
}

/// Name of the step in the history.
fn step_name(edit: &SkeletonEdit, skeleton: &Skeleton) -> String {
    let named = |key: u32| {
        let joint = skeleton.joint_of_key(key);
        joint.map_or_else(
            || format!("node {key}"),
            |joint| joint_name(skeleton, joint),
        )
    };
    let all = |keys: &[u32]| match keys {
        [key] => named(*key),
        _ => format!("{} joints", keys.len()),
    };
    match edit {
        SkeletonEdit::Add { name, .. } => format!("Add joint {name}"),
        SkeletonEdit::Extrude { joint, .. } => format!("Extrude {}", named(*joint)),
        SkeletonEdit::Insert { child, .. } => format!("Insert joint above {}", named(*child)),
        SkeletonEdit::Dissolve { joint } => format!("Dissolve {}", named(*joint)),
        SkeletonEdit::Reparent { joints, parent } => parent.map_or_else(
            || format!("Unparent {}", all(joints)),
            |parent| format!("Parent {} to {}", all(joints), named(parent)),
        ),
        SkeletonEdit::Rename { joint, name } => format!("Rename {} to {name}", named(*joint)),
        SkeletonEdit::Mirror { joints, .. } => format!("Mirror {}", all(joints)),
        SkeletonEdit::SetRest { joint, .. } => format!("Move rest of {}", named(*joint)),
        SkeletonEdit::SetRests { joints, .. } => format!("Move rest of {} joints", joints.len()),
        SkeletonEdit::Orient { axes } => {
            let keys: Vec<u32> = axes.iter().map(|one| one.joint).collect();
            format!("Orient {}", all(&keys))
        }
        SkeletonEdit::RenameAll { names } => format!("Rename {} joints", names.len()),
        SkeletonEdit::AddTree { joints } => format!("Add {} joints", joints.len()),
        SkeletonEdit::SetConstraints { joints } => {
            let keys: Vec<u32> = joints.iter().map(|(key, _)| *key).collect();
            match joints.iter().all(|(_, followed)| followed.is_none()) {
                true => format!("Remove constraint of {}", all(&keys)),
                false => format!("Constrain {}", all(&keys)),
            }
        }
        SkeletonEdit::TakeRest { .. } => "Take pose as rest".to_owned(),
        SkeletonEdit::Unbind { nodes } => match nodes.as_slice() {
            [node] => format!("Unbind {}", named(*node)),
            _ => format!("Unbind {} meshes", nodes.len()),
        },
        SkeletonEdit::Bind { nodes, .. } => match nodes.as_slice() {
            [node] => format!("Bind {}", named(*node)),
            _ => format!("Bind {} meshes", nodes.len()),
        },
        _ => "Edit skeleton".to_owned(),
    }
}
