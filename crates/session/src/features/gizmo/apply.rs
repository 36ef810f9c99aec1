//! Transform tools: beginning, following the pointer, confirming and canceling.
//!
//! While a tool works, the document shows its result but the history does not have it: confirming records one step from
//! the state before, and canceling restores that state with all that can be redone.
//!
//! Any intent, and any outcome that touches the document, confirms it first (`settle`).

use std::sync::Arc;

use rig::{JointIndex, ScaleInheritance};

use crate::commands::command::{Command, DragEffect};
use crate::document::driven::followed_by;
use crate::document::history::Snapshot;
use crate::features::Context;
use crate::features::clips::mix_pad::MIXED;
use crate::features::pending::carried::CarriedTargets;
use crate::mode::Mode;
use crate::notices::Severity;
use crate::shown::{driven_in_view, visible_pose};
use crate::state::gizmo::operation::{Before, Event, Operation};
use crate::state::gizmo::tool::{Axis, GizmoPart, Tool};
use crate::state::gizmo::{JointPlace, places};

const NOTHING_SELECTED: &str =
    "No joint is selected. Click a bone, or a name in the list of joints, and try again.";
const OTHER_MODE: &str =
    "Joints are posed in Pose and Animate mode. Change the mode, and try again.";
const FOLLOWS: &str =
    "This helper joint follows other joints in every pose. Pose those, which the inspector names.";
const LOCKED: &str = "What this tool changes is locked. Unlock it with the padlocks in the inspector, and try again.";
const NOT_AT_REST: &str =
    "In Skeleton mode joints are moved and rotated. Change to Pose mode to scale or shear them.";

impl Context<'_> {
    /// Confirms or cancels a running tool, limb drag or stroke as the command requires, before it changes the document.
    pub(in crate::features) fn settle(&mut self, command: &Command) {
        let session = &self.session;
        let is_tool_at_work = session.operates() || session.limb.is_some();
        if !is_tool_at_work && session.painting.stroke.is_none() {
            return;
        }
        let effect = match command {
            Command::Intent(_) => DragEffect::Ends,
            Command::Input(_) => DragEffect::Leaves,
            Command::Outcome(outcome) => outcome.effect(),
        };
        match effect {
            DragEffect::Leaves => {}
            DragEffect::Ends => {
                self.confirm_operation();
                self.confirm_slider();
                self.confirm_limb();
                self.confirm_stroke();
            }
            DragEffect::TakesBack => {
                self.cancel_operation();
                self.cancel_slider();
                self.cancel_limb();
                self.cancel_stroke();
            }
        }
    }

    pub(in crate::features) fn on_tool(&mut self, event: Event) {
        if self.session.slider.is_some() {
            return self.on_slider(event);
        }
        if self.session.character.sheet.is_free_drag() {
            return self.on_key_drag(event);
        }
        if let Event::Take(part, follow) = event {
            let tool = self.session.tool_in_use();
            if self.session.operation.is_none()
                && let Some(operation) = self.begin((tool, part), follow.pane)
            {
                self.session.operation = Some(operation.by_handle());
                self.on_tool(Event::Follow(follow));
            }
            return;
        }
        let Some(operation) = &self.session.operation else {
            return;
        };
        let new_pane = match event {
            Event::Follow(follow) if operation.last().is_none() => Some(follow.pane),
            _ => None,
        };
        // The tool works in the pane where the pointer is first seen: panes may differ in scale inheritance.
        let moves_there = |pane: &usize| *pane != operation.pane && !operation.adds_joint();
        let moved = new_pane.filter(moves_there);
        let places = moved.map(|pane| self.places_in(pane));
        let camera = match event {
            Event::Follow(follow) => self.session.camera_of(follow.pane),
            _ => self.session.active_camera(),
        };
        let per_meter = self.per_meter();
        let Some(operation) = &mut self.session.operation else {
            return;
        };
        if let Some(places) = places.filter(|places| !places.is_empty()) {
            operation.places = places;
        }
        match event {
            Event::Take(..) => {}
            Event::Follow(follow) => {
                operation.follow(follow, camera);
                self.aim_tool();
            }
            Event::Axis(axis) => operation.choose_axis(axis),
            Event::Plane(axis) => operation.choose_plane(axis),
            Event::Sign(sign) => operation.typed.push(sign),
            Event::Backspace => operation.typed.pop(),
            Event::NextNumber => operation.next_number(per_meter),
            Event::Confirm => return self.confirm_operation(),
            Event::Cancel => return self.cancel_operation(),
        }
        self.show_operation();
    }

    /// The number of the user's units of length in a meter.
    fn per_meter(&self) -> f32 {
        let units = self.session.settings.units;
        units.per_meter().map_or(1.0, |(factor, _)| factor)
    }

    /// Poses the joints as the tool's inputs ask, seen with the current camera.
    pub(in crate::features) fn show_operation(&mut self) {
        let per_meter = self.per_meter();
        let pane = self.session.operation.as_ref().map(|work| work.pane);
        let camera = self
            .session
            .camera_of(pane.unwrap_or(self.session.comparing.active));
        if let Some(operation) = &mut self.session.operation {
            operation.ask(camera, per_meter);
            if operation.rest.is_some() {
                return operation.show_rest(&self.document.character.rig.skeleton);
            }
            let pose = operation.changed_pose(&self.document.character.rig.skeleton);
            let start = Arc::clone(&operation.pose);
            let pose = self.by_hand(&start, pose);
            if pose != *self.document.pose {
                self.document.pose = Arc::new(pose);
            }
        }
    }

    pub(in crate::features) fn operate(&mut self, tool: Tool) {
        // Shear has no free form, so it begins along X.
        let part = if tool == Tool::Shear {
            GizmoPart::Axis(Axis::X)
        } else {
            GizmoPart::Free
        };
        let pane = self.session.comparing.active;
        if let Some(operation) = self.begin((tool, part), pane) {
            self.session.operation = Some(operation);
        }
    }

    /// Makes the visible pose the user's pose until the tool is confirmed or canceled, also over a clip; in Skeleton mode
    /// nothing changes until then.
    fn begin(&mut self, (tool, part): (Tool, GizmoPart), pane: usize) -> Option<Operation> {
        if let Err(why) = self.may_begin(tool) {
            self.session.notices.push(Severity::Note, why.to_owned());
            return None;
        }
        self.land();
        let pose = visible_pose(self.document, self.session);
        let before = self.now();
        self.history.end_gesture();
        let places = self.places_in(pane);
        let doing = (tool, part, self.session.space);
        let mut operation = Operation::new(doing, places, Arc::clone(&pose), before)?;
        operation.pane = pane;
        if self.session.mode == Mode::Skeleton {
            operation.rest = Some(self.rest_drag());
            self.session.playback.playing = false;
            return Some(operation);
        }
        self.document.pose = pose;
        self.session.playback.playing = false;
        self.session.switches.rest = false;
        Some(operation)
    }

    /// The state to restore when a tool is canceled.
    pub(in crate::features) fn now(&self) -> Before {
        Before {
            document: self.document.clone(),
            playback: self.session.playback.clone(),
            rest: self.session.switches.rest,
        }
    }

    fn may_begin(&self, tool: Tool) -> Result<(), &'static str> {
        if !self.session.mode.drags_joints() {
            Err(OTHER_MODE)
        } else if self.session.mode == Mode::Skeleton && !tool.moves_rest() {
            Err(NOT_AT_REST)
        } else if self.session.character.selection.is_empty() {
            Err(NOTHING_SELECTED)
        } else if self.session.mode.poses() && self.session.mix_shown(self.document).is_some() {
            Err(MIXED)
        } else if self.session.mode.poses() && self.only_helpers_selected() {
            Err(FOLLOWS)
        } else if self.session.mode.poses() && self.is_locked(tool) {
            Err(LOCKED)
        } else {
            Ok(())
        }
    }

    /// Whether all selected joints are helpers that follow every pose.
    fn only_helpers_selected(&self) -> bool {
        let mut joints = self.session.character.selection.joints().iter();
        joints.all(|&joint| self.follows_poses(joint))
    }

    /// Frames of the selected joints in a pane; for a running tool those from its beginning.
    fn places_in(&self, pane: usize) -> Vec<JointPlace> {
        let pose = match &self.session.operation {
            Some(operation) => Arc::clone(&operation.pose),
            None => visible_pose(self.document, self.session),
        };
        let flags = self.inheritance_in(pane);
        let skeleton = &self.document.character.rig.skeleton;
        let joints = self.session.character.selection.joints();
        // Where joints are seen, with what of them is posed by hand.
        let driven = driven_in_view(self.document, self.session);
        let seen = followed_by(self.document, &driven, Arc::clone(&pose));
        let mut found = places(skeleton, &seen, &flags, joints).unwrap_or_default();
        for place in &mut found {
            let posed = place.joint.index();
            if let (Some(rigid), Some(stretch)) = (pose.rigid.get(posed), pose.stretch.get(posed)) {
                (place.rigid, place.stretch) = (*rigid, *stretch);
            }
        }
        found
    }

    /// Scale inheritance of each joint, as the pane shows it.
    pub(in crate::features) fn inheritance_in(&self, pane: usize) -> Vec<ScaleInheritance> {
        let shows = self.session.comparing.panes.get(pane).copied();
        let scale_inheritance = shows.unwrap_or_default().scale_inheritance;
        let set = self.document.scale_inheritance.iter();
        set.map(|&set| scale_inheritance.of(set)).collect()
    }

    /// Records the tool's result as one step unless nothing changed.
    pub(in crate::features) fn confirm_operation(&mut self) {
        let Some(operation) = self.session.operation.take() else {
            return;
        };
        if operation.rest.is_some() {
            return self.confirm_rest(operation);
        }
        if *self.document.pose == *operation.pose {
            self.put_back(operation.before);
            return;
        }
        let name = match operation.places.as_slice() {
            [place] => format!("{} {}", operation.tool.name(), self.joint_name(place.joint)),
            places => format!("{} {} joints", operation.tool.name(), places.len()),
        };
        let joints: Vec<JointIndex> = operation.places.iter().map(|it| it.joint).collect();
        self.keep(&name, operation.before);
        self.settle_pins(&joints, &operation.pose);
        self.tell_driven(&joints, &operation.pose);
    }

    /// Records one step from the state before to the current one, unless they are the same.
    pub(in crate::features) fn keep(&mut self, name: &str, before: Before) {
        // Over a clip the dragged pose is none of the document: what differs from the clip becomes keys or waits unkeyed.
        if let Some(moment) = self.session.playback.moment {
            let pose = Arc::clone(&self.document.pose);
            *self.document = before.document.clone();
            let by_hand = (&*pose, &CarriedTargets::new());
            *self.document = self.pose_over_clip(&before.document, moment, by_hand);
        }
        let before = Snapshot {
            document: before.document,
            moment: before.playback.moment,
            left: before.playback.left,
        };
        if self.document.same_as(&before.document) {
            // The same pose is there already: nothing to undo.
            return;
        }
        self.history.record(name, None, before, self.document);
        self.history.end_gesture();
        self.session.character.typed_angles = None;
    }

    pub(in crate::features) fn cancel_operation(&mut self) {
        if let Some(operation) = self.session.operation.take() {
            self.put_back(operation.before);
        }
    }

    pub(in crate::features) fn put_back(&mut self, before: Before) {
        *self.document = before.document;
        self.session.playback = before.playback;
        self.session.switches.rest = before.rest;
    }
}
