//! Commands of the skeleton menu: they make edits from the selection.

use character::{RestFrame, SkeletonEdit};
use glam::Vec3;
use rig::{JointIndex, Pose, Rigid};
use scene::names::joint_name;
use scene::vertex_facts::VertexFacts;

use super::Context;
use super::new_joint::{bounds, placed_and_named};
use crate::files::window_layout::Tile;
use crate::jobs::shown::{joint_frames, visible_pose};
use crate::notices::Severity;
use crate::tools::pointing::Pointed;
use crate::tools::skeleton_work::{Renaming, RestChoice};

/// Length of a new joint without a bone above to take it from, as a share of the skeleton's size.
const SHORT: f32 = 0.1;

impl Context<'_> {
    /// Adds a joint by a click: halfway through the volume, below the active joint, else below the joint with the
    /// largest weight there.
    pub(super) fn place_joint(&mut self, found: Option<Pointed>) {
        self.session.character.pointing.pick = None;
        let Some(found) = found else {
            let text = "Add joint: there is no surface under the pointer; click on the character.";
            self.session.notices.push(Severity::Note, text.to_owned());
            return;
        };
        self.session.character.skeleton.placing = false;
        let character = &self.document.character;
        let skeleton = &character.rig.skeleton;
        // The "dominant joint" of a mesh without a skin is its node, which is no parent for a joint.
        let is_node = |joint: &JointIndex| character.instances.iter().any(|one| one.node == *joint);
        let dominant = || VertexFacts::of(character, found.place)?.dominant();
        let dominant = || dominant().filter(|joint| !is_node(joint));
        let parent = self.session.character.selection.active().or_else(dominant);
        let pose = visible_pose(self.document, self.session);
        let frames = joint_frames(character, &pose, &self.document.scale_inheritance);
        // The position in the rest pose that the parent's current frame brings under the pointer.
        let rest = parent.map(|parent| skeleton.rest_model_from_joint(parent));
        let frame = parent.and_then(|parent| frames.get(parent.index()));
        let position = match (rest, frame) {
            // A frame that is scaled to zero has no inverse.
            (Some(rest), Some(frame)) if frame.matrix3.determinant().abs() > f32::MIN_POSITIVE => {
                rest.transform_point3(frame.inverse().transform_point3(found.middle))
            }
            _ => found.middle,
        };
        let rotation = rest.map_or(glam::Quat::IDENTITY, |rest| rest.rotation);
        let patterns = self.session.settings.mirror.patterns();
        let (position, name) = placed_and_named(character, position, patterns);
        self.edit_skeleton(&SkeletonEdit::Add {
            parent: parent.map(|parent| skeleton.key(parent)),
            name,
            frame: RestFrame::new(Rigid::new(rotation, position)),
        });
    }

    pub(super) fn reparent(&mut self, joints: &[JointIndex], parent: Option<JointIndex>) {
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

    pub(super) fn set_rest(&mut self, joint: JointIndex, frame: Rigid) {
        let skeleton = &self.document.character.rig.skeleton;
        if joint.index() >= skeleton.len() {
            return;
        }
        let choice = self.session.character.skeleton.choice;
        if choice == RestChoice::WithSkin {
            let mut pose = Pose::rest(skeleton);
            let moved = skeleton.rest_model_from_joint(joint).inverse() * frame;
            if let Some(rigid) = pose.rigid.get_mut(joint.index()) {
                *rigid = moved;
            }
            self.move_rest_with_skin(&pose);
            return;
        }
        self.edit_skeleton(&SkeletonEdit::SetRest {
            joint: skeleton.key(joint),
            frame: RestFrame::new(frame),
            children_stay: choice == RestChoice::OneJoint,
        });
    }

    /// The visible pose becomes the rest pose. A clip goes on; the user's pose becomes rest if it was the one taken.
    pub(super) fn take_rest(&mut self, pose: &Pose) {
        let edit = SkeletonEdit::take_rest(
            &self.document.character,
            pose,
            &self.document.scale_inheritance,
        );
        self.edit_skeleton(&edit);
    }

    pub(super) fn active_key(&self) -> Option<u32> {
        let joint = self.session.character.selection.active()?;
        let skeleton = &self.document.character.rig.skeleton;
        (joint.index() < skeleton.len()).then(|| skeleton.key(joint))
    }

    pub(super) fn edit_if(&mut self, edit: Option<SkeletonEdit>) {
        if let Some(edit) = edit {
            self.edit_skeleton(&edit);
        }
    }

    /// Adds a child as far from the joint as the joint is from its parent.
    pub(super) fn extrude_joint(&mut self) {
        let Some((joint, key)) = self
            .session
            .character
            .selection
            .active()
            .zip(self.active_key())
        else {
            return;
        };
        let skeleton = &self.document.character.rig.skeleton;
        let head = |joint| skeleton.rest_model_from_joint(joint).translation;
        let heads = || skeleton.joints().map(head);
        let size = heads().fold(Vec3::MIN, Vec3::max) - heads().fold(Vec3::MAX, Vec3::min);
        let size = match size.max_element() {
            // Joints all at one place give no size, so the mesh does.
            size if size < 1e-6 => {
                let around = bounds(&self.document.character);
                (around.max - around.min).max_element()
            }
            size => size,
        };
        let size = size.max(f32::MIN_POSITIVE);
        let above = skeleton
            .parent(joint)
            .map(|parent| head(joint) - head(parent));
        let by = above.filter(|by| by.length() > 1e-3 * size);
        let short = if size > 1e-6 { SHORT * size } else { SHORT };
        let by = by.unwrap_or(Vec3::Y * short).to_array();
        self.edit_skeleton(&SkeletonEdit::Extrude { joint: key, by });
    }

    pub(super) fn mirror_joints(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let instances = &self.document.character.instances;
        let has_mesh = |joint| instances.iter().any(|instance| instance.node == joint);
        let joints = self.session.character.selection.joints().iter();
        let joints = joints.filter(|&&joint| !has_mesh(joint));
        let joints = joints.map(|&joint| skeleton.key(joint)).collect();
        let sides = self.session.settings.mirror.patterns().to_string();
        self.edit_skeleton(&SkeletonEdit::Mirror { joints, sides });
    }

    /// Begins to rename in the tree. The row must be visible: the tree's tab comes to the front, its ancestors unfold,
    /// a search ends.
    pub(super) fn begin_renaming(&mut self) {
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
    pub(super) fn dissolve_joints(&mut self) {
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
