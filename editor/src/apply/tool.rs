//! Tools that pose: which is in use, and what one that is at work does to the pose.
//!
//! While a tool works the document shows what it does, but the history knows nothing of it: confirming takes one step from
//! what was before, and cancelling puts that back, whatever could be redone included.

use std::sync::Arc;

use rig::ScaleInheritance;

use super::Bench;
use crate::command::{Action, Command};
use crate::export_work::ExportCommand;
use crate::gizmo::{Place, places};
use crate::history::Snapshot;
use crate::notices::Severity;
use crate::operation::{Before, Event, Operation};
use crate::pose_library::LibraryCommand;
use crate::problem_list::ProblemCommand;
use crate::project_command::ProjectCommand;
use crate::shown::visible_pose;
use crate::tool::{Axis, Part, Tool};
use crate::transfer_work::TransferCommand;
use crate::weight_file_work::WeightFileCommand;

const NOTHING_SELECTED: &str =
    "No joint is selected. Click a bone, or a name in the list of joints, and try again.";
const OTHER_MODE: &str =
    "Joints are posed in Pose and Animate mode. Change the mode, and try again.";

impl Bench<'_> {
    pub(super) fn run_tool(&mut self, action: Action) {
        let session = &mut *self.session;
        match action {
            Action::UseTool(tool) => session.tool = tool,
            Action::UseSpace(space) => session.space = space,
            Action::NextSpace => session.space = session.space.next(),
            Action::Operate(tool) => self.operate(tool),
            other => self.run_skeleton(other),
        }
    }

    /// Ends what a tool is doing before anything else touches the document: what has been done stays, but for a character
    /// that is replaced.
    pub(super) fn settle(&mut self, command: &Command) {
        match command {
            _ if self.session.operation.is_none()
                && self.session.limb.is_none()
                && self.session.painting.stroke.is_none() => {}
            Command::Project(command) if command.is_answer() => {}
            Command::Opened { .. }
            | Command::Reloaded(_)
            | Command::Project(ProjectCommand::Opened(_)) => {
                self.cancel_operation();
                self.cancel_limb();
                self.cancel_stroke();
            }
            Command::Tool(_)
            | Command::Limb(_)
            | Command::Brush(_)
            | Command::Camera(_)
            | Command::EndGesture
            | Command::Hover(..)
            | Command::PointAt(_)
            | Command::Pointed(_)
            | Command::OfferReload(_)
            | Command::Notify(..)
            | Command::NotifyLasting(..)
            | Command::Learn(_)
            | Command::Dismiss(_)
            | Command::Library(LibraryCommand::News(_))
            | Command::Problems(
                ProblemCommand::Found(_) | ProblemCommand::GiveUpFix(_) | ProblemCommand::Seen(..),
            )
            | Command::WeightFile(WeightFileCommand::Wrote(..))
            | Command::Export(ExportCommand::Done(_))
            | Command::Transfer(TransferCommand::Looked(_))
            | Command::ActivatePane(_)
            | Command::FrameOpened
            | Command::FrameAgain => {}
            _ => {
                self.confirm_operation();
                self.confirm_limb();
                self.confirm_stroke();
            }
        }
    }

    pub(super) fn hear_tool(&mut self, event: Event) {
        if let Event::Take(part, follow) = event {
            let tool = self.session.tool;
            if self.session.operation.is_none()
                && let Some(operation) = self.begin((tool, part), follow.pane)
            {
                self.session.operation = Some(operation.by_handle());
                self.hear_tool(Event::Follow(follow));
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
        // Where the pointer is first, there it works: panes may differ in whom scale reaches.
        let moved = new_pane.filter(|&pane| pane != operation.pane);
        let places = moved.map(|pane| self.places_in(pane));
        let camera = self.session.camera;
        let Some(operation) = &mut self.session.operation else {
            return;
        };
        if let Some(places) = places.filter(|places| !places.is_empty()) {
            operation.places = places;
        }
        match event {
            Event::Take(..) => {}
            Event::Follow(follow) => operation.follow(follow, camera),
            Event::Axis(axis) => operation.choose_axis(axis),
            Event::Plane(axis) => operation.choose_plane(axis),
            Event::Sign(sign) => operation.typed.push(sign),
            Event::Backspace => operation.typed.pop(),
            Event::NextNumber => operation.next_number(),
            Event::Confirm => return self.confirm_operation(),
            Event::Cancel => return self.cancel_operation(),
        }
        self.show_operation();
    }

    /// What a tool at work asks for, as the camera sees it now.
    pub(super) fn show_operation(&mut self) {
        let units = self.session.settings.units;
        let per_metre = units.per_metre().map_or(1.0, |(factor, _)| factor);
        if let Some(operation) = &mut self.session.operation {
            operation.ask(self.session.camera, per_metre);
            let pose = operation.posed(&self.document.character.rig.skeleton);
            if pose != *self.document.pose {
                self.document.pose = Arc::new(pose);
            }
        }
    }

    fn operate(&mut self, tool: Tool) {
        let part = if tool == Tool::Shear {
            Part::Axis(Axis::X)
        } else {
            Part::Free
        };
        let pane = self.session.comparing.active;
        if let Some(operation) = self.begin((tool, part), pane) {
            self.session.operation = Some(operation);
        }
    }

    /// Makes the pose that is seen the user's own, for the time being.
    fn begin(&mut self, (tool, part): (Tool, Part), pane: usize) -> Option<Operation> {
        if let Err(why) = self.may_begin() {
            self.session.notices.push(Severity::Note, why.to_owned());
            return None;
        }
        let pose = visible_pose(self.document, self.session);
        let before = self.now();
        self.history.end_gesture();
        let places = self.places_in(pane);
        let doing = (tool, part, self.session.space);
        let mut operation = Operation::new(doing, places, Arc::clone(&pose), before)?;
        operation.pane = pane;
        self.document.pose = pose;
        self.session.playback.leave_clip();
        self.session.switches.rest = false;
        Some(operation)
    }

    /// What is to be put back if a tool is cancelled.
    pub(super) fn now(&self) -> Before {
        Before {
            document: self.document.clone(),
            playback: self.session.playback.clone(),
            rest: self.session.switches.rest,
        }
    }

    fn may_begin(&self) -> Result<(), &'static str> {
        if !self.session.mode.poses() {
            Err(OTHER_MODE)
        } else if self.session.selection.is_empty() {
            Err(NOTHING_SELECTED)
        } else {
            Ok(())
        }
    }

    /// The selected joints as they stand in a pane; while a tool works, as they stood when it began.
    fn places_in(&self, pane: usize) -> Vec<Place> {
        let pose = match &self.session.operation {
            Some(operation) => Arc::clone(&operation.pose),
            None => visible_pose(self.document, self.session),
        };
        let flags = self.reach_in(pane);
        let skeleton = &self.document.character.rig.skeleton;
        let joints = self.session.selection.joints();
        places(skeleton, &pose, &flags, joints).unwrap_or_default()
    }

    /// Whom scale reaches in a pane.
    pub(super) fn reach_in(&self, pane: usize) -> Vec<ScaleInheritance> {
        let shows = self.session.comparing.panes.get(pane).copied();
        let reach = shows.unwrap_or_default().reach;
        let set = self.document.reach.iter();
        set.map(|&set| reach.of(set)).collect()
    }

    /// One step, unless nothing has changed.
    pub(super) fn confirm_operation(&mut self) {
        let Some(operation) = self.session.operation.take() else {
            return;
        };
        if *self.document.pose == *operation.pose {
            self.put_back(operation.before);
            return;
        }
        let name = match operation.places.as_slice() {
            [place] => format!("{} {}", operation.tool.name(), self.joint_name(place.joint)),
            places => format!("{} {} joints", operation.tool.name(), places.len()),
        };
        self.keep(&name, operation.before);
    }

    /// One step from what was before to what is there now, unless that is the same.
    pub(super) fn keep(&mut self, name: &str, before: Before) {
        let before = Snapshot {
            document: before.document,
            moment: before.playback.moment,
        };
        if self.document.same_as(&before.document) {
            // A clip's pose became the own one that was there already: there is nothing to undo.
            return;
        }
        self.history.record(name, None, before, self.document);
        self.history.end_gesture();
        self.session.typed_angles = None;
    }

    pub(super) fn cancel_operation(&mut self) {
        if let Some(operation) = self.session.operation.take() {
            self.put_back(operation.before);
        }
    }

    pub(super) fn put_back(&mut self, before: Before) {
        *self.document = before.document;
        self.session.playback = before.playback;
        self.session.switches.rest = before.rest;
    }
}
