//! Dragging a limb: its end follows the pointer, or its middle joint turns towards it.
//!
//! Knows no window. Every pose is computed from the one at the start, so that no errors add up.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{Affine3A, Vec2, Vec3};
use rig::{ForwardError, JointIndex, Limb, LimbGoal, Pose, Skeleton, solve_two_bone_ik};
use scene::names::joint_name;
use scene::view::camera::Camera;

use crate::document::driven::Followers;
use crate::document::pins::JointFrames;
use crate::state::gizmo::operation::Before;

/// An event of a limb drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LimbEvent {
    /// The button goes down on a joint in a pane, A is 0.
    Take(JointIndex, usize, Pointer),
    /// The pointer has moved.
    Follow(Pointer),
    /// The button was released: the change is kept.
    Release,
    /// Restores the pose before; the rest of the drag does nothing.
    Cancel,
}

/// The pointer in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// In points from the picture's upper left corner.
    pub pixel: Vec2,
    /// The picture's size, in points.
    pub viewport: Vec2,
    /// The camera of the pane at that moment.
    pub camera: Camera,
    /// Whether it moves the pole instead of the end.
    pub moves_pole: bool,
}

/// What the ends of limbs do while these are dragged, where it was set; others do what is usual for hands and feet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LimbEnds {
    /// By the end joint's name: whether it keeps its orientation in the model, else it follows the limb.
    pub keeps: BTreeMap<String, bool>,
}

impl LimbEnds {
    /// Whether the end of a limb keeps its orientation.
    #[must_use]
    pub fn keeps(&self, skeleton: &Skeleton, limb: Limb) -> bool {
        let set = self.keeps.get(&joint_name(skeleton, limb.end)).copied();
        set.unwrap_or_else(|| limb.end_is_foot(skeleton))
    }

    /// Changes what the end of a limb does; returns whether it keeps its orientation now.
    pub fn toggle(&mut self, skeleton: &Skeleton, limb: Limb) -> bool {
        let keeps = !self.keeps(skeleton, limb);
        self.keeps.insert(joint_name(skeleton, limb.end), keeps);
        keeps
    }

    /// Keeps what was set after a change of the skeleton, also where joints were renamed.
    pub fn follow(
        &mut self,
        (before, now): (&Skeleton, &Skeleton),
        mapped: impl Fn(JointIndex) -> Option<JointIndex>,
    ) {
        if self.keeps.is_empty() {
            return;
        }
        let renamed = before.joints().filter_map(|joint| {
            let keeps = *self.keeps.get(&joint_name(before, joint))?;
            Some((joint_name(now, mapped(joint)?), keeps))
        });
        let renamed: Vec<(String, bool)> = renamed.collect();
        self.keeps.extend(renamed);
    }
}

/// A running drag of a limb.
#[derive(Clone, Debug)]
pub struct LimbDrag {
    /// The joints of the limb.
    pub limb: Limb,
    /// The index of the pane; A is 0.
    pub pane: usize,
    /// The pose at the start.
    pub start: Arc<Pose>,
    /// The target of the limb's end, in the model.
    pub target: Vec3,
    /// The place towards which the middle joint turns; none until the pole was dragged.
    pub pole: Option<Vec3>,
    /// Whether the end keeps its orientation in the model; else it follows the limb.
    pub keeps_orientation: bool,
    /// The last pointer position.
    pub last: Pointer,
    /// The state before; none once the drag was kept or canceled while its button is still down.
    pub before: Option<Before>,
    /// The position of the middle joint at the start.
    middle: Vec3,
    /// From the point under the pointer to what it moves.
    grip: Vec3,
}

impl Pointer {
    /// The point under the pointer in the plane through `place` that is parallel to the picture.
    ///
    /// None where the ray from the eye is parallel to that plane.
    #[must_use]
    pub fn beside(self, place: Vec3) -> Option<Vec3> {
        let ray = self.camera.ray(self.pixel, self.viewport);
        let across = self
            .camera
            .ray(0.5 * self.viewport, self.viewport)
            .direction;
        // All of a plane parallel to the picture is equally far along the direction of view.
        let way = (place - ray.origin).dot(across) / ray.direction.dot(across);
        let found = ray.origin + ray.direction * way;
        found.is_finite().then_some(found)
    }
}

impl LimbDrag {
    /// A drag of a limb; none where the picture does not tell where the pointer is.
    ///
    /// `frames` are the model frames of all joints in the pane, in the pose `start`.
    #[must_use]
    pub fn new(
        frames: &[Affine3A],
        (limb, pane): (Limb, usize),
        (start, before): (Arc<Pose>, Before),
        (pointer, keeps_orientation): (Pointer, bool),
    ) -> Option<Self> {
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
            keeps_orientation,
            last: Pointer {
                // A drag begins with the end; where the key of the pole is held already, the first event switches over
                // without a jump.
                moves_pole: false,
                ..pointer
            },
            before: Some(before),
            middle,
            grip: target - pointer.beside(target)?,
        })
    }

    /// Whether pointer events still have an effect: false once the drag was kept or canceled.
    #[must_use]
    pub const fn is_at_work(&self) -> bool {
        self.before.is_some()
    }

    /// Takes a new pointer position. Target and pole do not jump when the pointer switches between them during a drag.
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

    /// The pose for the present target and pole, in which the end is at the target as it is seen, with what follows joints.
    ///
    /// What follows changes with the pose, so it is solved again with the difference that the one before had, as long as that comes
    /// nearer.
    ///
    /// # Errors
    ///
    /// A pose or inheritance flags that do not fit the skeleton.
    pub fn solve(&self, followers: Followers<'_>) -> Result<Pose, ForwardError> {
        let skeleton = &followers.character.rig.skeleton;
        let scale_inheritance = followers.scale_inheritance;
        let solve = |target: Vec3| {
            let goal = LimbGoal {
                target,
                pole: self.pole,
                hinge: None,
                keeps_orientation: self.keeps_orientation,
            };
            solve_two_bone_ik(skeleton, &self.start, scale_inheritance, self.limb, &goal)
        };
        let above = |joint: JointIndex| skeleton.parent(joint);
        let mut chain = std::iter::successors(Some(self.limb.end), |&joint| above(joint));
        if followers.is_empty() || !chain.any(|joint| followers.has(joint)) {
            return solve(self.target);
        }
        // From where the end is seen to where it is posed.
        let away = |pose: &Pose| -> Result<[Vec3; 2], ForwardError> {
            let seen = followers.seen(pose)?;
            let end = |pose: &Pose| -> Result<Option<Vec3>, ForwardError> {
                let frames = JointFrames::of(skeleton, pose, scale_inheritance)?;
                Ok(frames.point(self.limb.end, Vec3::ZERO))
            };
            let (own, shown) = (end(pose)?, end(&seen)?);
            let own = own.zip(shown).map(|(own, shown)| [own - shown, shown]);
            Ok(own.unwrap_or([Vec3::ZERO, self.target]))
        };
        let [mut from, _] = away(&self.start)?;
        let mut best: Option<(Pose, f32)> = None;
        for _ in 0..ROUNDS {
            let solved = solve(self.target + from)?;
            let [next, shown] = away(&solved)?;
            let left = shown.distance(self.target);
            if best.as_ref().is_some_and(|(_, least)| left >= *least) {
                break;
            }
            (from, best) = (next, Some((solved, left)));
        }
        best.map_or_else(|| solve(self.target), |(pose, _)| Ok(pose))
    }
}

/// So often a limb is solved again for what follows its joints.
const ROUNDS: usize = 5;
