//! Commands that inspect: the pinned vertex, hidden joints, and rotations typed as quaternions.

use glam::Quat;
use rig::JointIndex;
use scene::deform::deform_posed;
use scene::vertex_facts::{VertexFacts, VertexPlace};
use scene::view::bounds::Bounds;

use crate::document::channel::Channel;
use crate::features::Context;
use crate::shown::bounds_of;

/// Radius framed around a vertex, as a share of the character's size.
const AROUND: f32 = 0.08;

impl Context<'_> {
    /// Pins a vertex, or none; one that the character lacks is ignored.
    pub(in crate::features) fn pin_vertex(&mut self, place: Option<VertexPlace>) {
        let is_there =
            |place: &VertexPlace| VertexFacts::of(&self.document.character, *place).is_some();
        let pinned = place.filter(is_there);
        (
            self.session.character.pointing.pick,
            self.session.character.pointing.pinned,
        ) = (None, pinned);
    }

    /// Frames the vertex where the active pane shows it.
    pub(in crate::features) fn frame_vertex(&mut self, place: VertexPlace) {
        self.session.character.weights.vertices.activate(place);
        let Some(pane) = self.active_pane() else {
            return;
        };
        let mut whole = Vec::new();
        let _fits = deform_posed(
            pane.character(&self.document.character),
            &pane.posed,
            &mut whole,
        );
        let found = whole.get(place.primitive);
        let Some(&position) = found.and_then(|found| found.positions.get(place.vertex)) else {
            return;
        };
        self.begin_visit();
        let around = AROUND * bounds_of(&whole).radius();
        let bounds = Bounds::from_points([position - around, position + around]);
        let camera = self.session.active_camera();
        let framed = camera.framed(&bounds, self.session.pane_aspect);
        self.session.set_active_camera(framed);
    }

    pub(in crate::features) fn set_hidden(
        &mut self,
        joint: JointIndex,
        hidden: bool,
        with_children: bool,
    ) {
        let skeleton = &self.document.character.rig.skeleton;
        let concerned = skeleton
            .joints()
            .filter(|&other| other == joint || (with_children && self.is_under(other, joint)));
        for other in concerned.collect::<Vec<JointIndex>>() {
            if hidden {
                self.session.character.hidden.insert(other);
            } else {
                self.session.character.hidden.remove(&other);
            }
        }
    }

    pub(in crate::features) fn hide_others(&mut self) {
        let Some(kept) = self.session.character.selection.active() else {
            return;
        };
        let skeleton = &self.document.character.rig.skeleton;
        let others = skeleton
            .joints()
            .filter(|&joint| joint != kept && !self.is_under(joint, kept));
        self.session.character.hidden = others.collect();
    }

    /// Whether a joint is another, or below it.
    pub(in crate::features) fn is_under(&self, joint: JointIndex, above: JointIndex) -> bool {
        let skeleton = &self.document.character.rig.skeleton;
        let mut ancestors = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
        ancestors.any(|ancestor| ancestor == above)
    }

    /// Normalizes the quaternion; one of length zero or not finite changes nothing.
    pub(in crate::features) fn set_rotation(&mut self, joint: JointIndex, rotation: Quat) {
        let length = rotation.length();
        if !(length.is_finite() && length > 0.0) {
            return;
        }
        let rotation = rotation / length;
        self.session.character.typed_angles = None;
        let skeleton = &self.document.character.rig.skeleton;
        let name = scene::names::joint_name(skeleton, joint);
        let name = format!("{} {name}", Channel::Rotation.verb());
        let before = self.visible();
        let mut wanted = (*before).clone();
        if let Some(rigid) = wanted.rigid.get_mut(joint.index()) {
            rigid.rotation = rotation;
        }
        let within = self.by_hand(&before, wanted.clone());
        self.tell_limit(joint, &wanted, &within);
        self.edit_pose(&name, None, |pose| *pose = within);
    }
}
