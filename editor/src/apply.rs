//! Carries commands out: the one place that changes a document.

use rig::{JointIndex, ScaleInheritance};

use crate::builtin;
use crate::command::{Action, Channel, Command, Panel};
use crate::comparing::PaneLayout;
use crate::document::Document;
use crate::history::History;
use crate::project::Next;
use crate::render::Viewpoint;
use crate::session::{DialogFor, Request, Session};
use stale::{forget_lost, is_stale};

mod animate;
mod blend_layer;
mod brush;
mod clipboard;
mod compare;
mod donor;
mod edit_weights;
mod export;
mod frame;
mod frame_selection;
mod gradient;
mod inspect;
mod keys;
mod learn;
mod library;
mod library_follow;
mod limb;
mod look;
mod new_joint;
mod open;
mod pose;
mod problems;
mod project;
mod select;
mod skeleton;
mod skeleton_tools;
mod stale;
mod steps;
mod strip;
mod tool;
mod transfer;
mod view;
mod weight_files;
mod weight_jobs;
mod weight_look;
mod weights;

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
    let count = bench.document.character.rig.skeleton.len();
    forget_lost(bench.session, count);
    bench.follow_what_waited();
    bench.session.former.note(&bench.session.selection);
}

/// What commands work on.
struct Bench<'a> {
    document: &'a mut Document,
    history: &'a mut History,
    session: &'a mut Session,
}

impl Bench<'_> {
    fn apply(&mut self, command: Command) {
        let count = self.document.character.rig.skeleton.len();
        if is_stale(&command, count) || self.is_donor_named(&command) {
            return;
        }
        self.settle(&command);
        let session = &mut *self.session;
        match command {
            Command::Run(action) => self.run(action),
            Command::Open(file) => self.load(file),
            Command::Opened { file, character } => self.opened(file, *character),
            Command::Reloaded(character) => self.reloaded(*character),
            Command::OfferReload(offered) => session.reload_offered = offered,
            Command::Notify(severity, text) => self.notify(severity, text),
            Command::NotifyLasting(severity, text) => session.notices.push_lasting(severity, text),
            Command::Select(joint) => self.select(joint),
            Command::SelectAll(joints, choose) => self.choose(&joints, choose),
            Command::Box(boxing) => session.boxing = boxing,
            Command::Hover(joint, place) => self.hover(joint, place),
            Command::PointAt(aim) => session.pointing.aim = aim,
            Command::Pick(aim, pick) => session.pointing.pick = Some((aim, pick)),
            Command::PickJoint(joint, choose) => self.pick_joint(joint, choose),
            Command::Pointed(found) => session.pointing.found = found,
            Command::PinVertex(place) => self.pin_vertex(place),
            Command::FrameVertex(place) => self.frame_vertex(place),
            Command::SetHidden {
                joint,
                hidden,
                with_children,
            } => self.set_hidden(joint, hidden, with_children),
            Command::Weights(command) => self.apply_weights(command),
            Command::Problems(command) => self.hear_problems(command),
            Command::WeightFile(command) => self.apply_weight_file(command),
            Command::Export(command) => self.apply_export(command),
            Command::SetRotation(joint, rotation) => self.set_rotation(joint, rotation),
            Command::ToggleFold(joint) => self.toggle_fold(joint),
            Command::Search(words) => session.tree.search = words,
            Command::SetField {
                field,
                value,
                dragging,
            } => self.set_field(field, value, dragging),
            Command::TakePose {
                name,
                gesture,
                pose,
            } => self.take_given_pose(&name, gesture, &pose),
            Command::TestPose(event) => self.hear_strip(event),
            Command::Tool(event) => self.hear_tool(event),
            Command::PlaceJoint(found) => self.place_joint(found),
            Command::Rename(renaming) => session.skeleton.renaming = renaming,
            Command::SetRest(joint, frame) => self.set_rest(joint, frame),
            Command::ChooseRest(choice) => session.skeleton.choice = choice,
            Command::Reparent(joints, parent) => self.reparent(&joints, parent),
            Command::EditSkeleton(edit) => self.edit_skeleton(&edit),
            Command::EditWeights {
                name,
                gesture,
                edits,
            } => self.edit_weights(&name, gesture, &edits),
            Command::TakeText(text) => self.take_text(&text),
            Command::SetPasteAmount(amount) => self.set_paste_amount(amount),
            Command::Limb(limb) => self.hear_limb(limb),
            Command::Brush(event) => self.hear_brush(event),
            Command::Rig(command) => self.hear_rig(command),
            Command::Transfer(command) => self.hear_transfer(command),
            Command::WeightsDone(finished) => self.finish_weights(*finished),
            Command::EndGesture => self.end_gesture(),
            Command::ResetChannel(channel) => self.reset(&[channel]),
            Command::SetReach(joint, reach) => self.set_reach(joint, reach),
            Command::SetMorph {
                weight,
                value,
                dragging,
            } => self.set_morph(weight, value, dragging),
            Command::SetPane(pane, shows) => self.set_pane(pane, shows),
            Command::ActivatePane(pane) => self.activate_pane(pane),
            Command::RemovePane(pane) => session.comparing.remove(pane),
            Command::SetWipe(share) => self.set_wipe(share),
            Command::SetGhost(opacity) => self.set_ghost(opacity),
            Command::PinRange(range) => self.pin_range(range),
            Command::ShowClip(clip) => self.show_clip(clip),
            Command::Seek(time) => self.seek(time),
            Command::SetSpeed(speed) => self.set_speed(speed),
            Command::FrameOpened => self.frame_opened(),
            Command::FrameAgain => self.frame_again(),
            Command::Camera(movement) => self.move_camera_at_work(movement),
            Command::Palette(words) => session.windows.palette = words,
            Command::RunFromPalette(action) => self.run_from_palette(action),
            Command::SearchKeys(words) => session.windows.keys_search = words,
            Command::PathDialog(path) => session.windows.path = path,
            Command::Dismiss(id) => session.notices.dismiss(id),
            Command::ClearNotices => session.notices.clear(),
            Command::Toggle(panel) => self.toggle(panel),
            Command::Show(panel) => self.show_panel(panel),
            Command::Library(command) => self.apply_library(command),
            Command::SetPosesFolder(folder) => self.set_poses_folder(folder),
            Command::Set(change) => session.settings.change(change),
            Command::Learn(learnt) => self.learn(learnt),
            Command::Project(command) => self.apply_project(command),
        }
    }

    fn run(&mut self, action: Action) {
        let session = &mut *self.session;
        let switches = &mut session.switches;
        match action {
            Action::OpenDialog => session.requests.push(Request::Dialog(DialogFor::Open)),
            Action::OpenPath => session.windows.path = Some(String::new()),
            Action::OpenBuiltin(name) => self.load(format!("{}{name}", builtin::PREFIX)),
            Action::Reload => self.reload(),
            Action::CancelOpening => session.requests.push(Request::CancelLoading),
            Action::Quit => self.go(Next::Quit),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Palette => session.windows.palette = Some(String::new()),
            Action::FrameSelection => self.frame_selection(),
            Action::FrameAll => self.frame_all(),
            Action::ViewFront => self.view_from(Viewpoint::Front),
            Action::ViewSide => self.view_from(Viewpoint::Side),
            Action::ViewTop => self.view_from(Viewpoint::Top),
            Action::ViewThreeQuarter => self.view_from(Viewpoint::ThreeQuarter),
            Action::ToggleGrid => switches.grid ^= true,
            Action::ToggleBones => switches.bones ^= true,
            Action::ToggleHeatmap => switches.heatmap ^= true,
            Action::ToggleSkinOnDevice => switches.skin_on_device ^= true,
            Action::AddPane => session.comparing.add(),
            Action::RemovePane => session.comparing.remove(session.comparing.active),
            Action::SwapPanes => session.comparing.swap(),
            Action::NextPane => self.next_pane(),
            Action::CompareOne => session.comparing.layout = PaneLayout::One,
            Action::CompareSide => session.comparing.layout = PaneLayout::Side,
            Action::CompareWipe => session.comparing.layout = PaneLayout::Wipe,
            Action::CompareOverlay => session.comparing.layout = PaneLayout::Overlay,
            Action::ToggleRangePinned => self.toggle_range_pinned(),
            Action::NextSpot => self.visit_spot(true),
            Action::PreviousSpot => self.visit_spot(false),
            Action::NextBackground => self.next_background(),
            Action::ToggleTheme => self.toggle_theme(),
            Action::ToggleNotices => self.toggle(Panel::Notices),
            Action::ResetRotation => self.reset(&[Channel::Rotation]),
            Action::ResetTranslation => self.reset(&[Channel::Translation]),
            Action::ResetScale => self.reset(&[Channel::Scale]),
            Action::ResetShear => self.reset(&[Channel::Shear]),
            Action::ResetJoint => self.reset(&Channel::ALL),
            Action::ResetPose => self.reset_pose(),
            Action::ToggleRest => switches.rest ^= true,
            Action::ReachJointAll => self.set_reach_of_all(ScaleInheritance::Joint),
            Action::ReachChildrenAll => self.set_reach_of_all(ScaleInheritance::Children),
            Action::BackToClip => self.back_to_clip(),
            Action::PlayPause => self.play_or_pause(),
            Action::FirstFrame => self.seek(0.0),
            Action::LastFrame => self.seek(f32::MAX),
            Action::PreviousKey => self.step(false),
            Action::NextKey => self.step(true),
            Action::ToggleLoop => session.playback.looping ^= true,
            Action::PreviousClip => self.other_clip(false),
            Action::NextClip => self.other_clip(true),
            Action::Shortcuts => self.toggle(Panel::Shortcuts),
            Action::About => self.toggle(Panel::About),
            Action::RestartGraphics => session.requests.push(Request::RestartGraphics),
            other => self.run_frame(other),
        }
    }

    fn toggle(&mut self, panel: Panel) {
        let open = &mut self.session.windows.open;
        if let Some(place) = open.iter().position(|&other| other == panel) {
            open.remove(place);
        } else {
            // The welcome card makes room for whatever else is wanted.
            open.retain(|&other| other != Panel::Welcome);
            open.push(panel);
        }
        if panel == Panel::Notices {
            self.session.notices.mark_seen();
        }
    }

    fn show_panel(&mut self, panel: Panel) {
        if !self.session.is_open(panel) {
            self.toggle(panel);
        }
    }

    fn toggle_fold(&mut self, joint: JointIndex) {
        let folded = &mut self.session.tree.folded;
        if !folded.remove(&joint) {
            folded.insert(joint);
        }
    }
}
