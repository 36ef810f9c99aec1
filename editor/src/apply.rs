//! Carries commands out: the one place that changes a document.

use std::sync::Arc;

use glam::Vec3;
use rig::{JointIndex, Pose, ScaleReach};

use crate::command::{Action, CameraMove, Channel, Command, Field, Gesture, Panel};
use crate::document::Document;
use crate::history::{History, Snapshot};
use crate::names::joint_name;
use crate::playback::Moment;
use crate::pose_edit;
use crate::session::{Request, Session, TypedAngles};
use crate::shown::{joint_frames, visible_pose};
use crate::twins::twin_moment;

mod animate;
mod open;
mod view;

/// Carries one command out. What cannot be done now, as resetting a joint when none is selected, is passed over.
pub fn apply(
    command: Command,
    document: &mut Document,
    history: &mut History,
    session: &mut Session,
) {
    let mut bench = Bench {
        document,
        history,
        session,
    };
    bench.apply(command);
}

/// What a step that can be undone does to what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// It ends in the user's own pose, and leaves a clip for it if one is shown.
    OwnPose,
    /// It holds for clips and the own pose alike; a clip that is shown goes on, and one that was left stays so.
    Aside,
}

/// What commands work on.
struct Bench<'a> {
    document: &'a mut Document,
    history: &'a mut History,
    session: &'a mut Session,
}

impl Bench<'_> {
    fn apply(&mut self, command: Command) {
        match command {
            Command::Run(action) => self.run(action),
            Command::Open(file) => {
                self.session.windows.path = None;
                self.load(file);
            }
            Command::Opened { file, character } => self.opened(file, *character),
            Command::Reloaded(character) => self.reloaded(*character),
            Command::Notify(severity, text) => self.session.notices.push(severity, text),
            Command::SetField {
                field,
                value,
                dragging,
            } => self.set_field(field, value, dragging),
            Command::EndGesture => self.history.end_gesture(),
            Command::ResetChannel(channel) => self.reset(&[channel]),
            Command::SetReach(joint, reach) => self.set_reach(joint, reach),
            Command::SetMorph {
                weight,
                value,
                dragging,
            } => self.set_morph(weight, value, dragging),
            Command::ShowClip(clip) => self.show_clip(clip),
            Command::Seek(time) => self.seek(time),
            Command::SetSpeed(speed) => self.set_speed(speed),
            Command::Camera(movement) => self.move_camera(movement),
            Command::FrameOpened => self.frame_opened(),
            other => self.apply_to_windows(other),
        }
    }

    /// Commands about what is selected and which windows are open.
    fn apply_to_windows(&mut self, command: Command) {
        let session = &mut *self.session;
        match command {
            Command::Select(joint) => self.select(joint),
            Command::Hover(joint) => session.hovered = joint,
            Command::ToggleFold(joint) if !session.tree.folded.remove(&joint) => {
                session.tree.folded.insert(joint);
            }
            Command::Search(words) => session.tree.search = words,
            Command::SetLook(pane, look) => {
                if let Some(slot) = session.looks.get_mut(pane) {
                    *slot = look;
                }
            }
            Command::Palette(words) => session.windows.palette = words,
            Command::PathDialog(path) => session.windows.path = path,
            Command::Dismiss(id) => session.notices.dismiss(id),
            Command::ClearNotices => session.notices.clear(),
            Command::OfferReload(offered) => session.reload_offered = offered,
            Command::Toggle(panel) => self.toggle(panel),
            Command::Show(panel) if !session.is_open(panel) => self.toggle(panel),
            _ => {}
        }
    }

    fn run(&mut self, action: Action) {
        match action {
            Action::OpenDialog => self.session.requests.push(Request::Dialog),
            Action::OpenPath => self.session.windows.path = Some(String::new()),
            Action::OpenBuiltin(name) => {
                self.load(format!("{}{name}", crate::builtin::PREFIX));
            }
            Action::Reload => self.reload(),
            Action::CancelOpening => self.session.requests.push(Request::CancelLoading),
            Action::Quit => self.session.requests.push(Request::Quit),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Palette => self.session.windows.palette = Some(String::new()),
            Action::SelectNone => self.session.selected = None,
            Action::SelectParent => self.select_parent(),
            Action::ToggleNotices => self.toggle(Panel::Notices),
            Action::Shortcuts => self.toggle(Panel::Shortcuts),
            Action::About => self.toggle(Panel::About),
            Action::RestartGraphics => self.session.requests.push(Request::RestartGraphics),
            Action::ResetRotation => self.reset(&[Channel::Rotation]),
            Action::ResetTranslation => self.reset(&[Channel::Translation]),
            Action::ResetScale => self.reset(&[Channel::Scale]),
            Action::ResetShear => self.reset(&[Channel::Shear]),
            Action::ResetJoint => self.reset(&Channel::ALL),
            Action::ResetPose => self.reset_pose(),
            Action::ReachJointAll => self.set_reach_of_all(ScaleReach::Joint),
            Action::ReachChildrenAll => self.set_reach_of_all(ScaleReach::Children),
            other => {
                let _known = self.run_view(other) || self.run_animate(other);
            }
        }
    }

    fn toggle(&mut self, panel: Panel) {
        let open = &mut self.session.windows.open;
        if let Some(place) = open.iter().position(|&other| other == panel) {
            open.remove(place);
        } else {
            open.push(panel);
        }
        self.session.notices.mark_seen();
    }

    /// Unfolds what the joint is under, so that the tree can show it.
    fn select(&mut self, joint: Option<JointIndex>) {
        let skeleton = &self.document.character.rig.skeleton;
        let joint = joint.filter(|joint| joint.index() < skeleton.len());
        self.session.selected = joint;
        self.history.end_gesture();
        let ancestors = std::iter::successors(joint, |&joint| skeleton.parent(joint)).skip(1);
        for ancestor in ancestors {
            self.session.tree.folded.remove(&ancestor);
        }
    }

    fn select_parent(&mut self) {
        let parent = self
            .session
            .selected
            .and_then(|joint| self.document.character.rig.skeleton.parent(joint));
        if parent.is_some() {
            self.select(parent);
        }
    }

    // ---- what is undone -------------------------------------------------------------------------------------------

    fn snapshot(&self) -> Snapshot {
        Snapshot {
            document: self.document.clone(),
            moment: self.session.playback.moment,
        }
    }

    /// Takes a step: notes it in the history, unless it changes nothing.
    fn commit(&mut self, name: &str, gesture: Option<Gesture>, after: Document) {
        if !after.same_as(self.document) {
            let before = self.snapshot();
            self.history.record(name, gesture, before, &after);
            *self.document = after;
        }
    }

    /// Changes the pose that is seen; a clip's pose, or that of rest, becomes the user's own on the way.
    fn edit_pose(&mut self, name: &str, gesture: Option<Gesture>, edit: impl FnOnce(&mut Pose)) {
        let shown = visible_pose(self.document, self.session);
        let mut pose = (*shown).clone();
        edit(&mut pose);
        if pose != *shown {
            self.take_pose(name, gesture, pose);
        }
    }

    /// Makes a pose the user's own, and shows it.
    fn take_pose(&mut self, name: &str, gesture: Option<Gesture>, pose: Pose) {
        let after = Document {
            pose: Arc::new(pose),
            ..self.document.clone()
        };
        self.commit(name, gesture, after);
        self.session.playback.leave_clip();
        self.session.switches.rest = false;
    }

    fn set_field(&mut self, field: Field, value: f32, dragging: bool) {
        if !value.is_finite() || field.joint.index() >= self.document.pose.len() {
            return;
        }
        let Field { joint, channel, .. } = field;
        let pose = visible_pose(self.document, self.session);
        let shown = pose_edit::shown_values(
            &pose,
            joint.index(),
            channel,
            self.session.typed_angles.as_ref(),
        );
        let values = pose_edit::with_axis(shown, field, value);
        if channel == Channel::Rotation {
            let rotation = pose_edit::rotation(values);
            self.session.typed_angles = Some(TypedAngles {
                joint,
                degrees: values,
                rotation,
            });
        }
        let name = format!("{} {}", channel.verb(), self.joint_name(joint));
        self.edit_in_gesture(&name, Gesture::Field(field), dragging, |pose| {
            pose_edit::set(pose, joint.index(), channel, values);
        });
    }

    /// An edit that goes on with the drag it belongs to, and ends it when no more is to come.
    fn edit_in_gesture(
        &mut self,
        name: &str,
        gesture: Gesture,
        dragging: bool,
        edit: impl FnOnce(&mut Pose),
    ) {
        let lasts = dragging || self.history.in_gesture(gesture);
        self.edit_pose(name, lasts.then_some(gesture), edit);
        if !dragging {
            self.history.end_gesture();
        }
    }

    fn reset(&mut self, channels: &[Channel]) {
        let Some(joint) = self.session.selected else {
            return;
        };
        let what = match channels {
            [channel] => format!("Reset {} of", channel.name().to_lowercase()),
            _ => "Reset".to_owned(),
        };
        let name = format!("{what} {}", self.joint_name(joint));
        self.session.typed_angles = None;
        self.edit_pose(&name, None, |pose| {
            for &channel in channels {
                pose_edit::set(
                    pose,
                    joint.index(),
                    channel,
                    Vec3::splat(pose_edit::rest_value(channel)),
                );
            }
        });
    }

    fn reset_pose(&mut self) {
        self.session.typed_angles = None;
        let rest = self.document.character.rest_pose();
        if self.session.switches.rest {
            // What is seen does not change, but the user's own pose may.
            self.take_pose("Reset whole pose", None, rest);
        } else {
            self.edit_pose("Reset whole pose", None, |pose| *pose = rest);
        }
    }

    fn set_morph(&mut self, weight: usize, value: f32, dragging: bool) {
        if !value.is_finite() {
            return;
        }
        let name = format!("Set morph target {weight}");
        self.edit_in_gesture(&name, Gesture::Morph(weight), dragging, |pose| {
            if let Some(slot) = pose.morph_weights.get_mut(weight) {
                *slot = value;
            }
        });
    }

    fn set_reach(&mut self, joint: JointIndex, reach: ScaleReach) {
        let mut flags = self.document.reach.to_vec();
        let Some(flag) = flags.get_mut(joint.index()) else {
            return;
        };
        *flag = reach;
        let name = format!("Set reach of scale of {}", self.joint_name(joint));
        self.commit_reach(&name, flags);
    }

    fn set_reach_of_all(&mut self, reach: ScaleReach) {
        self.commit_reach(
            "Set reach of scale of all joints",
            vec![reach; self.document.reach.len()],
        );
    }

    /// The reach of scale holds for clips too, so a clip goes on.
    fn commit_reach(&mut self, name: &str, flags: Vec<ScaleReach>) {
        let after = Document {
            reach: flags.into(),
            ..self.document.clone()
        };
        self.commit(name, None, after);
    }

    fn undo(&mut self) {
        let now = self.snapshot();
        if let Some((_, snapshot)) = self.history.undo(now) {
            let moment = snapshot.moment;
            let way = self.way_to(&snapshot.document, moment);
            self.show(snapshot.document);
            match (way, moment) {
                (Way::Aside, _) => {}
                (Way::OwnPose, Some(moment)) if self.session.playback.moment.is_none() => {
                    self.session.playback.show(moment);
                    self.session.playback.playing = false;
                }
                (Way::OwnPose, Some(_)) => {}
                (Way::OwnPose, None) => self.session.playback.leave_clip(),
            }
        }
    }

    fn redo(&mut self) {
        let now = self.snapshot();
        if let Some((_, snapshot)) = self.history.redo(now) {
            let way = self.way_to(&snapshot.document, None);
            self.show(snapshot.document);
            if way == Way::OwnPose {
                self.session.playback.leave_clip();
            }
        }
    }

    /// What the step between this document and another has to do with clips; `moment`: what was shown before it.
    fn way_to(&self, other: &Document, moment: Option<Moment>) -> Way {
        let left = if Arc::ptr_eq(&self.document.character, &other.character) {
            self.document.pose != other.pose
        } else {
            // Another version of the file may lack the clip that was shown.
            let twin = |moment| twin_moment(&other.character, &self.document.character, moment);
            moment.is_some_and(|moment| twin(moment).is_none())
        };
        if left { Way::OwnPose } else { Way::Aside }
    }

    fn show(&mut self, document: Document) {
        let before = std::mem::replace(self.document, document);
        self.follow_moments(&before.character);
        self.follow_character(&before.character);
        self.session.typed_angles = None;
        self.session.switches.rest = false;
    }

    fn joint_name(&self, joint: JointIndex) -> String {
        joint_name(&self.document.character.rig.skeleton, joint)
    }

    fn move_camera(&mut self, movement: CameraMove) {
        let camera = self.session.camera;
        self.session.camera = match movement {
            CameraMove::Orbit { drag, height } => camera.orbited(drag, height),
            CameraMove::Pan { drag, height } => camera.panned(drag, height),
            CameraMove::Zoom {
                factor,
                cursor,
                viewport,
            } => camera.zoomed(factor, cursor, viewport),
        };
    }

    fn frames(&self) -> Vec<glam::Affine3A> {
        let pose = visible_pose(self.document, self.session);
        joint_frames(&self.document.character, &pose, &self.document.reach)
    }

    fn moment_of(&self, clip: usize) -> Option<Moment> {
        (clip < self.document.character.clips.len()).then_some(Moment { clip, time: 0.0 })
    }
}
