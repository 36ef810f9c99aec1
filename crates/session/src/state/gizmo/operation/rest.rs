//! A tool that moves rest frames, or places a joint that is being added.

use std::sync::Arc;

use glam::{Vec2, Vec3};
use rig::{JointIndex, Rigid, Skeleton};

use super::Operation;
use crate::state::gizmo::tool::{GizmoPart, Space, Tool};
use crate::state::gizmo::{CameraView, ChangeKind, GizmoChange};
use crate::state::skeleton::rest_drag::{Ghost, RestMove};
use crate::state::skeleton::skeleton_work::RestChoice;

impl Operation {
    /// What it does, as it is called in the window.
    #[must_use]
    pub fn name(&self) -> &'static str {
        if self.adds_joint() {
            "Extrude"
        } else {
            self.tool.name()
        }
    }

    /// Whether it places a joint that is being added.
    #[must_use]
    pub fn adds_joint(&self) -> bool {
        self.rest.as_ref().is_some_and(|rest| rest.tip.is_some())
    }

    /// Whether the joint is kept in the middle of the volume: in free moves, without a typed number.
    #[must_use]
    pub fn centers(&self) -> bool {
        let is_free = (self.tool, self.part) == (Tool::Move, GizmoPart::Free);
        let is_typed = !self.typed.is_empty() || self.several.is_some();
        self.rest.as_ref().is_some_and(|rest| rest.centers) && is_free && !is_typed
    }

    /// The pixel that the pointer has brought the joint to; none before the first pointer event, or behind the camera.
    #[must_use]
    pub fn joint_pixel(&self, sight: &CameraView) -> Option<Vec2> {
        let pointer = self.pointer.as_ref()?;
        Some(sight.pixel(self.place()?.origin)? + pointer.at - pointer.from)
    }

    /// The move to where the pointer's ray meets the middle of the volume that was found last.
    pub(super) fn centering_change(&self, sight: &CameraView) -> Option<GizmoChange> {
        let middle = self.rest.as_ref().filter(|_| self.centers())?.middle?;
        let (ray, across) = (sight.ray(self.joint_pixel(sight)?), sight.forward());
        // Where the ray meets the plane through the middle that is parallel to the picture.
        let way = (middle - ray.origin).dot(across) / ray.direction.dot(across);
        let by = ray.origin + ray.direction * way - self.place()?.origin;
        (way > 0.0 && by.is_finite()).then_some(GizmoChange {
            space: Space::Global,
            what: ChangeKind::Move(by),
        })
    }

    /// The rest frames that the present change asks for; none for a tool that poses or adds a joint.
    #[must_use]
    pub fn rest_move(&self, skeleton: &Skeleton) -> Option<RestMove> {
        let rest = self.rest.as_ref().filter(|rest| rest.tip.is_none())?;
        let joints: Vec<JointIndex> = self.places.iter().map(|place| place.joint).collect();
        let poses = (&*self.pose, &self.changed_pose(skeleton));
        let moved = RestMove::between(skeleton, poses, &joints, rest.choice);
        Some(match &rest.pairs {
            Some(pairs) => moved.with_partners(skeleton, pairs, &joints),
            None => moved,
        })
    }

    /// The place in the posed model of the joint that is being added; none until it is chosen.
    #[must_use]
    pub fn tip(&self) -> Option<Vec3> {
        let (change, place) = (self.change.as_ref()?, self.place()?);
        match change.what {
            ChangeKind::Move(by) => Some(place.origin + place.axes(change.space) * by),
            ChangeKind::Turn(..) | ChangeKind::Scale(_) | ChangeKind::Shear(_) => None,
        }
    }

    /// Shows what the present change asks for, on the bones alone or with the mesh.
    pub fn show_rest(&mut self, skeleton: &Skeleton) {
        let ghost = match self.rest_move(skeleton) {
            Some(moved) => Ghost {
                pose: Arc::new(moved.pose(skeleton, &self.pose)),
                rest: moved.frames(skeleton).into(),
                with_mesh: moved.choice == RestChoice::WithSkin,
                tips: Vec::new(),
            },
            None => self.ghost_of_tip(skeleton),
        };
        if let Some(rest) = &mut self.rest
            && rest.ghost.as_ref() != Some(&ghost)
        {
            rest.ghost = Some(ghost);
        }
    }

    fn ghost_of_tip(&self, skeleton: &Skeleton) -> Ghost {
        let tip = self.rest.as_ref().and_then(|rest| rest.tip.as_ref());
        let rest = skeleton.joints();
        let rest: Vec<Rigid> = rest
            .map(|joint| skeleton.rest_model_from_joint(joint))
            .collect();
        Ghost {
            pose: Arc::clone(&self.pose),
            rest: rest.into(),
            with_mesh: false,
            tips: tip.map_or_else(Vec::new, |tip| tip.posed_places(self.tip())),
        }
    }
}
