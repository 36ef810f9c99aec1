//! A limb that is dragged: its end follows the pointer, or its middle turns towards it.
//!
//! It knows no window. The pose is always made anew from the one it began with, so that nothing adds up.

use std::sync::Arc;

use glam::{Affine3A, Vec2, Vec3};
use rig::{
    ForwardError, JointIndex, Limb, LimbGoal, Pose, ScaleInheritance, Skeleton, solve_two_bone_ik,
};

use crate::tools::operation::Before;
use scene::view::camera::Camera;

/// What a drag of a limb hears.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LimbEvent {
    /// The pointer takes hold of a joint in a pane, A 0.
    Take(JointIndex, usize, Pointer),
    /// The pointer is there.
    Follow(Pointer),
    /// The button was released: what has been done is kept.
    Release,
    /// Puts back what was before; what is left of the drag does nothing.
    Cancel,
}

/// The pointer in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// From the picture's upper left corner.
    pub pixel: Vec2,
    /// The picture's size.
    pub viewport: Vec2,
    /// Seen from here.
    pub camera: Camera,
    /// Whether it moves the pole, and not the end.
    pub moves_pole: bool,
}

/// A drag of a limb.
#[derive(Clone, Debug)]
pub struct LimbDrag {
    /// The limb.
    pub limb: Limb,
    /// The pane that it is dragged in, A 0.
    pub pane: usize,
    /// The pose that it began with.
    pub start: Arc<Pose>,
    /// Where the end is to be.
    pub target: Vec3,
    /// Where the middle is to turn to, once that was asked for.
    pub pole: Option<Vec3>,
    /// The pointer as it was heard of last.
    pub last: Pointer,
    /// What was before; nothing once the drag is over and only its button is still down.
    pub before: Option<Before>,
    /// Where the middle was.
    middle: Vec3,
    /// From the pointer's place to what it moves.
    grip: Vec3,
}

impl Pointer {
    /// The place under the pointer in the plane through a place that lies across the line of sight.
    ///
    /// Nothing where the ray from the eye runs along that plane.
    #[must_use]
    pub fn beside(self, place: Vec3) -> Option<Vec3> {
        let ray = self.camera.ray(self.pixel, self.viewport);
        let across = self
            .camera
            .ray(0.5 * self.viewport, self.viewport)
            .direction;
        let way = (place - ray.origin).dot(across) / ray.direction.dot(across);
        let found = ray.origin + ray.direction * way;
        found.is_finite().then_some(found)
    }
}

impl LimbDrag {
    /// A drag of the limb that ends with a joint; nothing for joints that end no limb.
    ///
    /// `frames` are those of all joints in the model, in the pane, in the pose `start`.
    #[must_use]
    pub fn new(
        (skeleton, frames): (&Skeleton, &[Affine3A]),
        (joint, pane): (JointIndex, usize),
        (start, before): (Arc<Pose>, Before),
        pointer: Pointer,
    ) -> Option<Self> {
        let limb = Limb::ending_with(skeleton, joint)?;
        let place = |joint: JointIndex| {
            let frame = frames.get(joint.index())?;
            Some(Vec3::from(frame.translation))
        };
        let (target, middle) = (place(limb.end)?, place(limb.middle)?);
        Some(Self {
            limb,
            pane,
            start,
            target,
            pole: None,
            last: Pointer {
                moves_pole: false,
                ..pointer
            },
            before: Some(before),
            middle,
            grip: target - pointer.beside(target)?,
        })
    }

    /// Whether it still does anything.
    #[must_use]
    pub const fn is_at_work(&self) -> bool {
        self.before.is_some()
    }

    /// The pointer has moved. What it moves does not jump when that changes in the middle of a drag.
    pub fn follow(&mut self, pointer: Pointer) {
        let held = if pointer.moves_pole {
            self.pole.unwrap_or(self.middle)
        } else {
            self.target
        };
        let changes = pointer.moves_pole != self.last.moves_pole;
        let Some(under) = pointer.beside(held) else {
            return;
        };
        self.last = pointer;
        if changes {
            self.grip = held - under;
        } else if pointer.moves_pole {
            self.pole = Some(under + self.grip);
        } else {
            self.target = under + self.grip;
        }
    }

    /// The pose that is asked for. The end keeps its orientation in the model.
    ///
    /// # Errors
    ///
    /// A pose or flags that do not fit the skeleton.
    pub fn posed(
        &self,
        skeleton: &Skeleton,
        scale_inheritance: &[ScaleInheritance],
    ) -> Result<Pose, ForwardError> {
        let goal = LimbGoal {
            target: self.target,
            pole: self.pole,
            hinge: None,
            keeps_orientation: true,
        };
        solve_two_bone_ik(skeleton, &self.start, scale_inheritance, (self.limb, &goal))
    }
}
