//! Commands of the skeleton menu: they make edits from the selection.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::{RestFrame, SkeletonEdit};
use rig::{JointIndex, Pose, Rigid};
use scene::names::joint_name;
use scene::placed::placed_primitives;
use weights::Plane;

use super::figure_planes::{FigurePlanes, MirroredFigures, mirror_figures};
use super::new_joint::{bounds, name_of_new};
use crate::document::Document;
use crate::features::Context;
use crate::notices::Severity;
use crate::settings::window_layout::Tile;
use crate::shown::{joint_frames, shown_pose};
use crate::state::skeleton::new_joint::NewJoint;
use crate::state::skeleton::rest_drag::RestMove;
use crate::state::skeleton::skeleton_work::Renaming;
use crate::state::viewport::pointing::Pointed;
use crate::state::weight_operations::weight_changes::bound_words;

impl Context<'_> {
    /// Takes the skin from the meshes with selected vertices, without a selection from all that have one.
    pub(in crate::features) fn unbind_meshes(&mut self) {
        let character = &self.document.character;
        let vertices = &self.session.character.weights.vertices;
        let selected: BTreeSet<usize> = vertices.all().iter().map(|at| at.primitive).collect();
        let placed = placed_primitives(character).enumerate();
        let meant = placed.filter(|(number, placed)| {
            let is_meant = selected.is_empty() || selected.contains(number);
            is_meant && placed.instance.skin.is_some()
        });
        let skeleton = &character.rig.skeleton;
        let nodes: BTreeSet<u32> = meant
            .map(|(_, placed)| skeleton.key(placed.instance.node))
            .collect();
        if nodes.is_empty() {
            let text = "Unbind mesh: no selected mesh has a skin; select vertices of one, or none.";
            return self.session.notices.push(Severity::Note, text.to_owned());
        }
        let nodes = nodes.into_iter().collect();
        let before = Arc::clone(&self.document.character);
        self.edit_skeleton(&SkeletonEdit::Unbind { nodes });
        let after = &self.document.character;
        if !Arc::ptr_eq(&before, after) {
            let name = self.history.undo_name().unwrap_or_default();
            let text = format!("{name}: {}.", bound_words([&before, after]));
            self.session.notices.push_done(name, text, None);
        }
    }

    /// Begins to add a joint by a click, or gives it up.
    pub(in crate::features) fn toggle_placing(&mut self) {
        let is_begun = !self.session.character.skeleton.placing;
        let sides = is_begun.then(|| self.figure_planes().scene_sides());
        let work = &mut self.session.character.skeleton;
        (work.placing, work.sides) = (is_begun, sides);
    }

    /// Adds a joint by a click: halfway through the volume, below the active joint, else below the joint with the
    /// largest weight there.
    pub(in crate::features) fn place_joint(&mut self, found: Option<Pointed>) {
        self.session.character.pointing.pick = None;
        let Some(found) = found else {
            let text = self.why_no_surface();
            self.session.notices.push(Severity::Note, text.to_owned());
            return;
        };
        self.session.character.skeleton.placing = false;
        let sides = self.session.character.skeleton.sides.take();
        let active = self.session.character.selection.active();
        let sides = sides.unwrap_or_else(|| self.figure_planes().scene_sides());
        let character = &self.document.character;
        let skeleton = &character.rig.skeleton;
        let pose = shown_pose(self.document, self.session);
        let frames = joint_frames(character, &pose, &self.document.scale_inheritance);
        let new = NewJoint::at(character, &found, active, (&frames, &sides));
        let plane = sides.of(skeleton, new.parent).plane;
        let rotation = new.parent.map_or(glam::Quat::IDENTITY, |parent| {
            skeleton.rest_model_from_joint(parent).rotation
        });
        let patterns = self.session.settings.mirror.patterns();
        let edit = SkeletonEdit::Add {
            parent: new.parent.map(|parent| skeleton.key(parent)),
            name: name_of_new(character, new.side, patterns),
            frame: RestFrame::new(Rigid::new(rotation, new.rest)),
        };
        self.add_with_partner(&edit, Some(plane));
    }

    /// Why a click found no place for a joint, and what to do.
    fn why_no_surface(&self) -> &'static str {
        let around = bounds(&self.document.character);
        if around.is_empty() {
            "Add joint: this character has no mesh to click on. Extrude a joint, or take joints from a file: “Skeleton from file…” in the menu Skeleton."
        } else if around.radius() <= 0.0 {
            "Add joint: all vertices lie in one place, so that there is no surface to click on. Take joints from a file: “Skeleton from file…” in the menu Skeleton."
        } else {
            "Add joint: there is no surface under the pointer; click on the character."
        }
    }

    pub(in crate::features) fn reparent(
        &mut self,
        joints: &[JointIndex],
        parent: Option<JointIndex>,
    ) {
        let skeleton = &self.document.character.rig.skeleton;
        let is_there = |joint: &JointIndex| joint.index() < skeleton.len();
        let moving = |joint: &&JointIndex| is_there(joint) && skeleton.parent(**joint) != parent;
        let joints: Vec<u32> = joints
            .iter()
            .filter(moving)
            .map(|&joint| skeleton.key(joint))
            .collect();
        if joints.is_empty() || !parent.as_ref().is_none_or(is_there) {
            return;
        }
        let parent = parent.map(|parent| skeleton.key(parent));
        self.edit_skeleton(&SkeletonEdit::Reparent { joints, parent });
    }

    pub(in crate::features) fn set_rest(&mut self, joint: JointIndex, frame: Rigid) {
        let skeleton = &self.document.character.rig.skeleton;
        if joint.index() >= skeleton.len() {
            return;
        }
        let choice = self.session.character.skeleton.choice;
        let moved = RestMove::of(joint, frame, choice);
        let moved = match self.rest_drag().pairs {
            Some(pairs) => moved.with_partners(skeleton, &pairs, &[joint]),
            None => moved,
        };
        let name = format!("Move rest of {}", self.joint_name(joint));
        self.move_rest(&name, &moved);
    }

    /// The visible pose becomes the rest pose. A clip goes on; the user's pose becomes rest if it was the one taken.
    pub(in crate::features) fn take_rest(&mut self, pose: &Pose) {
        let edit = SkeletonEdit::take_rest(
            &self.document.character,
            pose,
            &self.document.scale_inheritance,
        );
        match edit {
            Ok(edit) => {
                // As it is seen: what drives it, constraints too, counts from the new rest on, where it does nothing.
                let seen = Document {
                    pose: self.document.own_pose_driven(),
                    ..self.document.clone()
                };
                match seen.with_skeleton_edit(&edit) {
                    Ok((after, edited)) => {
                        let sentences = edited.report.sentences();
                        self.take_edited("Take pose as rest", after, &sentences);
                    }
                    Err(error) => self.refuse_edit("Apply pose as rest", &error),
                }
            }
            Err(error) => self.refuse_edit("Apply pose as rest", &error),
        }
    }

    pub(in crate::features) fn active_key(&self) -> Option<u32> {
        let joint = self.session.character.selection.active()?;
        let skeleton = &self.document.character.rig.skeleton;
        (joint.index() < skeleton.len()).then(|| skeleton.key(joint))
    }

    pub(in crate::features) fn edit_if(&mut self, edit: Option<SkeletonEdit>) {
        if let Some(edit) = edit {
            self.edit_skeleton(&edit);
        }
    }

    pub(in crate::features) fn mirror_joints(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let instances = &self.document.character.instances;
        let has_mesh = |joint| instances.iter().any(|instance| instance.node == joint);
        let joints = self.session.character.selection.joints().iter();
        let joints = joints.copied().filter(|&joint| !has_mesh(joint));
        let joints: Vec<JointIndex> = joints
            .filter(|joint| joint.index() < skeleton.len())
            .collect();
        let planes = self.figure_planes();
        let mut figures = planes.by_figure(&joints);
        match figures.pop() {
            // One figure, as most scenes have: a single edit, which tells of itself.
            Some((plane, joints)) if figures.is_empty() => {
                let edit = planes.mirror_over(joints, plane);
                self.edit_skeleton(&edit);
            }
            last => {
                figures.extend(last);
                self.mirror_figures(figures);
            }
        }
    }

    /// Makes what joints of several figures lack, over the plane of each, in one step.
    fn mirror_figures(&mut self, figures: Vec<(Plane, Vec<u32>)>) {
        let patterns = self.session.settings.mirror.patterns();
        let MirroredFigures {
            after,
            added,
            sentences,
            refused,
        } = mirror_figures(self.document, figures, patterns);
        match (added.len(), refused) {
            (0, Some(error)) => self.refuse_edit("Mirror joints", &error),
            (0, None) => {}
            (made, _) => {
                let noun = if made == 1 { "joint" } else { "joints" };
                self.take_edited(&format!("Mirror {made} {noun}"), after, &sentences);
                let skeleton = &self.document.character.rig.skeleton;
                let joints = skeleton.joints();
                let joints = joints.filter(|&joint| added.contains(&skeleton.key(joint)));
                self.session.character.selection.set_all(joints);
            }
        }
    }

    /// The figures of the character, and the planes that they are symmetric in.
    pub(in crate::features) fn figure_planes(&self) -> FigurePlanes<'_> {
        let patterns = self.session.settings.mirror.patterns();
        FigurePlanes::new(&self.document.character, patterns)
    }

    /// Begins to rename in the tree. The row must be visible: the tree's tab comes to the front, its ancestors unfold,
    /// a search ends.
    pub(in crate::features) fn begin_renaming(&mut self) {
        let Some(joint) = self.session.character.selection.active() else {
            return;
        };
        let skeleton = &self.document.character.rig.skeleton;
        let above = std::iter::successors(skeleton.parent(joint), |&joint| skeleton.parent(joint));
        for joint in above {
            self.session.character.tree.folded.remove(&joint);
        }
        self.session.character.tree.search.clear();
        self.session.settings.layout.show(Tile::Joints);
        self.session.character.skeleton.renaming = Some(Renaming {
            joint,
            text: joint_name(skeleton, joint),
        });
    }

    /// Dissolves the selected joints in one step, and selects the nearest ancestor of the active one that is left.
    pub(in crate::features) fn dissolve_joints(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let joints = self.session.character.selection.joints().to_vec();
        let keys: Vec<u32> = joints.iter().map(|&joint| skeleton.key(joint)).collect();
        // By key, since dissolving changes indices.
        let left = self
            .session
            .character
            .selection
            .active()
            .and_then(|joint| {
                let mut above =
                    std::iter::successors(skeleton.parent(joint), |&joint| skeleton.parent(joint));
                above.find(|joint| !joints.contains(joint))
            })
            .map(|joint| skeleton.key(joint));
        self.dissolve(&keys);
        let skeleton = &self.document.character.rig.skeleton;
        if self.session.character.selection.joints().is_empty() {
            let left = left.and_then(|key| skeleton.joint_of_key(key));
            self.session.character.selection.set(left);
        }
    }
}
