//! A running tool: a drag of the gizmo, or a modal operator that follows the pointer until it is confirmed or
//! canceled.
//!
//! A state machine, `event → change of the pose`, that knows no window. Every pose is computed from the one at the
//! start, so that canceling restores that one, and no errors add up.

use std::sync::Arc;

use glam::{Vec2, Vec3};
use rig::{Pose, Skeleton};
use scene::view::camera::Camera;

use crate::document::Document;
use crate::state::gizmo::tool::{Axis, GizmoPart, Space, Tool};
use crate::state::gizmo::{CameraView, ChangeKind, Drag, GizmoChange, Hold, JointPlace, SnapSteps};
use crate::state::playback::clock::Playback;
use crate::state::skeleton::rest_drag::RestDrag;
use crate::text::euler::single::rotation;
use crate::text::number_text::Quantity;

mod rest;
mod typed;

pub use typed::{Several, Typed};

/// Pointer position and modifier keys.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Follow {
    /// The index of the pane; A is 0.
    pub pane: usize,
    /// In points from the picture's upper left corner; may be outside.
    pub pixel: Vec2,
    /// The picture's size, in points.
    pub viewport: Vec2,
    /// The modifier keys that are held at that moment.
    pub hold: Hold,
    /// The step of moves, in meters.
    pub step: f32,
}

/// An event for a running tool.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// The button goes down on a handle of the tool in use.
    Take(GizmoPart, Follow),
    /// The pointer or the modifier keys have changed.
    Follow(Follow),
    /// Restricts to one axis; a second press switches the space, a third one frees all axes.
    Axis(Axis),
    /// Restricts to the other two axes.
    Plane(Axis),
    /// A typed character of a number or of its unit.
    Sign(char),
    /// Deletes the last character.
    Backspace,
    /// Continues with the number of the next axis.
    NextNumber,
    /// Keeps the change as a step of the history.
    Confirm,
    /// Restores the state before.
    Cancel,
}

/// The state before a tool, restored bit for bit by canceling.
#[derive(Clone, Debug)]
pub struct Before {
    /// The document with the pose and the rest before the tool.
    pub document: Document,
    /// The clip that was shown.
    pub playback: Playback,
    /// Whether the rest pose was shown.
    pub rest: bool,
}

/// A tool from its start until it is confirmed or canceled.
#[derive(Clone, Debug)]
pub struct Operation {
    /// The tool in use.
    pub tool: Tool,
    /// The part that it changes.
    pub part: GizmoPart,
    /// The space whose axes are meant.
    pub space: Space,
    /// Whether a handle is dragged, which ends when the button is released.
    pub by_handle: bool,
    /// The pane whose frames it works in; A is 0.
    pub pane: usize,
    /// The joints, the active one last; never empty.
    pub places: Vec<JointPlace>,
    /// The pose at the start.
    pub pose: Arc<Pose>,
    /// The state to restore by canceling.
    pub before: Before,
    /// The number being typed.
    pub typed: Typed,
    /// The numbers of several axes, once a second one is typed.
    pub several: Option<Several>,
    /// For rest frames and new joints, what is moved in place of the pose; none for a tool that poses.
    pub rest: Option<RestDrag>,
    /// The present change; none until the pointer moves or a number is typed.
    pub change: Option<GizmoChange>,
    /// The space chosen for the tools.
    home: Space,
    /// How often the key of the present axis was pressed.
    presses: u8,
    pointer: Option<Pointer>,
    /// The angle before snapping, in radians.
    turned: f32,
}

#[derive(Clone, Copy, Debug)]
struct Pointer {
    began: CameraView,
    from: Vec2,
    /// The effective position: moves with the fine key held count a tenth.
    at: Vec2,
    last: Follow,
    by_handle: bool,
}

impl Operation {
    /// Starts a tool at these places of a pose. The last place is of the active joint; none if there is no place.
    #[must_use]
    pub fn new(
        (tool, part, space): (Tool, GizmoPart, Space),
        places: Vec<JointPlace>,
        pose: Arc<Pose>,
        before: Before,
    ) -> Option<Self> {
        places.last()?;
        Some(Self {
            tool,
            part,
            space,
            by_handle: false,
            pane: 0,
            places,
            pose,
            before,
            typed: Typed::default(),
            several: None,
            rest: None,
            change: None,
            home: space,
            presses: 0,
            pointer: None,
            turned: 0.0,
        })
    }

    /// The same, started by a handle.
    #[must_use]
    pub const fn by_handle(mut self) -> Self {
        self.by_handle = true;
        self.presses = 1;
        self
    }

    /// The last pointer event.
    #[must_use]
    pub fn last(&self) -> Option<&Follow> {
        self.pointer.as_ref().map(|pointer| &pointer.last)
    }

    /// View and pointer position at the first pointer event.
    #[must_use]
    pub fn began(&self) -> Option<(CameraView, Vec2)> {
        let pointer = self.pointer.as_ref()?;
        Some((pointer.began, pointer.from))
    }

    /// The active joint at the start.
    #[must_use]
    pub fn place(&self) -> Option<&JointPlace> {
        self.places.last()
    }

    /// Takes a new pointer position or new modifier keys.
    pub fn follow(&mut self, follow: Follow, camera: Camera) {
        let sight = CameraView {
            camera,
            viewport: follow.viewport,
        };
        self.pane = follow.pane;
        if let Some(pointer) = &mut self.pointer {
            let share = if follow.hold.fine { 0.1 } else { 1.0 };
            pointer.at += (follow.pixel - pointer.last.pixel) * share;
            pointer.last = follow;
            return;
        }
        // A joint that is being added goes to the pointer, once that is in the picture.
        if self.adds_joint() && !is_inside(&follow) {
            return;
        }
        let place = self.place().filter(|_| self.adds_joint());
        let head = place.and_then(|place| sight.pixel(place.origin));
        self.pointer = Some(Pointer {
            began: sight,
            from: head.unwrap_or(follow.pixel),
            at: follow.pixel,
            last: follow,
            by_handle: self.by_handle,
        });
    }

    /// Restricts to one axis, then to the same in the other space, then frees all.
    pub fn choose_axis(&mut self, axis: Axis) {
        let again = self.part == GizmoPart::Axis(axis);
        self.presses = if again { self.presses + 1 } else { 1 };
        let (part, space) = match self.presses {
            1 => (GizmoPart::Axis(axis), self.home),
            2 => (GizmoPart::Axis(axis), self.home.other()),
            _ => (self.whole(axis), self.home),
        };
        if self.presses > 2 {
            // A shear always has an axis, so that the third press counts as the first again.
            self.presses = u8::from(part != GizmoPart::Free);
        }
        self.choose(part, space);
    }

    /// Restricts to the plane across an axis, for tools that have planes; else to the axis.
    pub fn choose_plane(&mut self, axis: Axis) {
        if GizmoPart::Plane(axis).of_tool(self.tool) {
            self.presses = 0;
            self.choose(GizmoPart::Plane(axis), self.home);
        } else {
            self.choose_axis(axis);
        }
    }

    /// The part without a chosen axis; for shears always one axis.
    fn whole(&self, axis: Axis) -> GizmoPart {
        if GizmoPart::Free.of_tool(self.tool) {
            GizmoPart::Free
        } else {
            GizmoPart::Axis(axis)
        }
    }

    /// Continues with the number of the next axis; typed numbers stay. Rotations are then about X, then Y, then Z, as
    /// in the inspector. `per_meter` is the number of typed units per meter.
    pub fn next_number(&mut self, per_meter: f32) {
        let mut several = self.several.unwrap_or(Several::of(self.part));
        several.go_on(&self.typed, self.quantity(per_meter));
        self.typed = Typed::default();
        self.presses = 0;
        self.part = GizmoPart::Axis(several.at);
        self.several = Some(several);
    }

    /// What the tool's numbers are.
    fn quantity(&self, per_meter: f32) -> Quantity {
        match self.tool {
            Tool::Select | Tool::Limb | Tool::Move => Quantity::Length {
                per_meter: f64::from(per_meter),
            },
            Tool::Rotate => Quantity::Degrees,
            Tool::Scale | Tool::Shear => Quantity::Number,
        }
    }

    /// Changes the part; the drag restarts at the pointer, which no longer holds a handle.
    fn choose(&mut self, part: GizmoPart, space: Space) {
        (self.part, self.space) = (part, space);
        (self.turned, self.change, self.several) = (0.0, None, None);
        if let Some(pointer) = &mut self.pointer {
            // The handle that was grabbed may be none of the new part.
            pointer.by_handle = false;
        }
    }

    /// Computes the change anew; `per_meter` is the number of typed units per meter.
    ///
    /// A typed number takes precedence over the pointer, and is not snapped. Where the pointer gives no change, the
    /// last one stays.
    pub fn ask(&mut self, camera: Camera, per_meter: f32) {
        let Some(&place) = self.places.last() else {
            return;
        };
        let last = self.pointer;
        let sight = CameraView {
            camera,
            viewport: last.map_or(Vec2::ONE, |pointer| pointer.last.viewport),
        };
        let drag = Drag {
            tool: self.tool,
            part: self.part,
            space: self.space,
            place,
            began: last.map_or(sight, |pointer| pointer.began),
            from: last.map_or(Vec2::ZERO, |pointer| pointer.from),
            by_handle: last.is_some_and(|pointer| pointer.by_handle),
        };
        // Typed numbers take precedence over the pointer.
        let number = self.typed.value(self.quantity(per_meter));
        if let Some(what) = self.change_by_several(number, per_meter) {
            let space = self.space;
            self.change = Some(GizmoChange { space, what });
        } else if let Some(number) = number {
            self.change = Some(self.change_by_number(number, per_meter, &drag, &sight));
        } else if self.typed.has_unit() {
            // Half a unit, or one of another quantity: nothing changes until the number can be read.
            self.change = None;
        } else if let Some(pointer) = last {
            if let Some(centered) = self.centering_change(&sight) {
                self.change = Some(centered);
            } else if let Some(asked) = drag.asks(&sight, pointer.at, self.turned) {
                self.take_asked(asked, pointer.last);
            }
        } else {
            self.change = None;
        }
    }

    /// Takes what the pointer asks for, in steps if it snaps.
    fn take_asked(&mut self, GizmoChange { space, what }: GizmoChange, follow: Follow) {
        if let ChangeKind::Turn(_, angle) = what {
            self.turned = angle;
        }
        let Follow { hold, step, .. } = follow;
        let steps = SnapSteps {
            length: step,
            fine: hold.fine,
        };
        let what = if hold.snap { steps.snap(what) } else { what };
        self.change = Some(GizmoChange { space, what });
    }

    /// Moves of several axes go by the number along the first of them; scales along all.
    fn change_by_number(
        &self,
        number: f32,
        per_meter: f32,
        drag: &Drag,
        sight: &CameraView,
    ) -> GizmoChange {
        let axes = |value: f32, otherwise: f32| {
            let numbers = self.part.axes();
            Vec3::from_array(numbers.map(|is_meant| if is_meant { value } else { otherwise }))
        };
        let along_first = || {
            let first = self.part.first().index();
            let mut numbers = [0.0; 3];
            if let Some(slot) = numbers.get_mut(first) {
                *slot = number / per_meter;
            }
            Vec3::from_array(numbers)
        };
        let (space, what) = match self.tool {
            Tool::Select | Tool::Limb | Tool::Move => (self.space, ChangeKind::Move(along_first())),
            Tool::Rotate => {
                let turn = ChangeKind::Turn(drag.turn_axis(sight), number.to_radians());
                (drag.space_of_change(), turn)
            }
            Tool::Scale => (self.space, ChangeKind::Scale(axes(number, 1.0))),
            Tool::Shear => (self.space, ChangeKind::Shear(axes(number, 0.0))),
        };
        GizmoChange { space, what }
    }

    /// The change for typed numbers of several axes; none if there is only one.
    fn change_by_several(&self, typed: Option<f32>, per_meter: f32) -> Option<ChangeKind> {
        let otherwise = if self.tool == Tool::Scale { 1.0 } else { 0.0 };
        let numbers = self.several?.numbers(typed, otherwise)?;
        Some(match self.tool {
            Tool::Select | Tool::Limb | Tool::Move => ChangeKind::Move(numbers / per_meter),
            Tool::Rotate => {
                let (axis, angle) = rotation(numbers).to_axis_angle();
                ChangeKind::Turn(axis, angle)
            }
            Tool::Scale => ChangeKind::Scale(numbers),
            Tool::Shear => ChangeKind::Shear(numbers),
        })
    }

    /// The pose with the present change.
    #[must_use]
    pub fn changed_pose(&self, skeleton: &Skeleton) -> Pose {
        let mut pose = (*self.pose).clone();
        if let Some(change) = &self.change {
            change.apply(skeleton, &self.places, &mut pose);
        }
        pose
    }
}

fn is_inside(follow: &Follow) -> bool {
    let (pixel, size) = (follow.pixel, follow.viewport);
    pixel.cmpge(Vec2::ZERO).all() && pixel.cmple(size).all()
}
