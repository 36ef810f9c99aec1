//! Applies commands: the one place that changes document, history and session.
//!
//! One folder a feature: what its commands do (`impl Context`), the rows of its actions, its worker in the background. What it
//! keeps is in `state/`, under the same name.

pub mod actions;
pub mod advice;
mod bake;
pub mod clip_library;
pub mod clips;
mod comparing;
pub mod correctives;
pub mod file_dialogs;
mod fitting;
mod gizmo;
pub mod judging;
mod layers;
pub mod learn;
mod methods;
pub mod motion_in;
pub mod opening;
pub mod painting;
mod pending;
pub mod playback;
mod pose_library;
pub mod posing;
pub mod problems;
pub mod projects;
pub mod props;
pub mod reference;
mod selection;
pub mod skeleton;
pub mod skin_over_time;
mod stale;
mod steps;
mod test_poses;
pub mod timeline;
pub mod transfer;
mod versions;
pub mod view;
pub mod viewport;
pub mod volume;
mod weight_files;
pub mod weight_operations;
pub mod weight_table;
mod window;

use std::sync::Arc;

use character::SkeletonEdit;
use rig::JointIndex;
use scene::facts::Facts;

use crate::commands::command::{Command, Input, Intent, Outcome, Panel};
use crate::document::Document;
use crate::document::history::History;
use crate::session::{MOST_CROWD, Session};

use stale::{forget_lost, is_stale};

/// Applies one command. A command that cannot be applied now, such as resetting a joint when none is selected, does
/// nothing.
pub fn apply(
    command: impl Into<Command>,
    document: &mut Document,
    history: &mut History,
    session: &mut Session,
) {
    let mut context = Context {
        document,
        history,
        session,
    };
    context.apply(command.into());
    // The command may have replaced the skeleton, made the user's pose visible again, or changed the selection.
    let count = context.document.character.rig.skeleton.len();
    forget_lost(context.session, count);
    context.follow_what_waited();
    context.session.follow_closely();
    context.follow_test_poses();
    context.follow_sheet();
    context
        .session
        .character
        .former
        .note(&context.session.character.selection);
}

/// What a command may change, for the duration of one call.
struct Context<'a> {
    document: &'a mut Document,
    history: &'a mut History,
    session: &'a mut Session,
}

impl Context<'_> {
    fn apply(&mut self, command: Command) {
        let count = self.document.character.rig.skeleton.len();
        // Before `settle`: a command that is dropped, or names a donor, ends no gesture.
        if is_stale(&command, count) || self.is_donor_named(&command) {
            return;
        }
        self.settle(&command);
        self.settle_key_drag(&command);
        match command {
            Command::Intent(intent) => self.apply_intent(intent),
            Command::Input(input) => self.apply_input(input),
            Command::Outcome(outcome) => self.apply_outcome(outcome),
        }
    }

    #[expect(clippy::too_many_lines, reason = "a line an intent")]
    fn apply_intent(&mut self, intent: Intent) {
        match intent {
            Intent::Run(action) => self.run(action),
            Intent::Open(file) => self.load(&file),
            Intent::Dropped(file) => self.take_dropped(&file),
            Intent::Select(joint) => self.select(joint),
            Intent::SelectAll(joints, choose) => self.choose(&joints, choose),
            Intent::Box(boxing) => self.session.character.boxing = boxing,
            Intent::Pick(aim, pick) => self.session.character.pointing.pick = Some((aim, pick)),
            Intent::PinVertex(place) => self.pin_vertex(place),
            Intent::FrameVertex(place) => self.frame_vertex(place),
            Intent::SetHidden {
                joint,
                hidden,
                with_children,
            } => self.set_hidden(joint, hidden, with_children),
            Intent::Weights(command) => self.apply_weights(command),
            Intent::Problems(intent) => self.on_problem_intent(intent),
            Intent::Volume(intent) => self.on_volume_intent(intent),
            Intent::Judging(intent) => self.on_judging_intent(intent),
            Intent::Advice(intent) => self.on_advice_intent(intent),
            Intent::File(intent) => self.on_file_intent(intent),
            Intent::Bake(intent) => self.on_bake_intent(intent),
            Intent::ToggleFold(joint) => self.toggle_fold(joint),
            Intent::Search(words) => self.session.character.tree.search = words,
            Intent::Pose(intent) => self.on_pose_intent(intent),
            Intent::Driven(intent) => self.on_driven_intent(intent),
            Intent::Corrective(intent) => self.on_corrective_intent(intent),
            Intent::TestPose(event) => self.on_test_poses(event),
            Intent::Rename(renaming) => self.session.character.skeleton.renaming = renaming,
            Intent::SetRest(joint, frame) => self.set_rest(joint, frame),
            Intent::ChooseRest(choice) => self.session.character.skeleton.choice = choice,
            Intent::Reparent(joints, parent) => self.reparent(&joints, parent),
            Intent::Fit(intent) => self.on_fit_intent(intent),
            Intent::Joints(intent) => self.on_joint_intent(intent),
            Intent::EditSkeleton(SkeletonEdit::SetPartners { joints }) => {
                self.choose_partners(joints);
            }
            Intent::EditSkeleton(edit) => self.edit_skeleton(&edit),
            Intent::EditWeights {
                name,
                gesture,
                edits,
            } => self.edit_weights(&name, gesture, &edits),
            Intent::TakeText(text) => self.take_text(&text),
            Intent::SetPasteAmount(amount) => self.set_paste_amount(amount),
            Intent::Rig(command) => self.on_rig(command),
            Intent::Transfer(intent) => self.on_transfer_intent(intent),
            Intent::Motion(intent) => self.on_motion_intent(intent),
            Intent::SetMeshSkinning(mesh, skinning) => self.set_mesh_skinning(mesh, skinning),
            Intent::ChooseMesh(mesh) => self.choose_mesh(mesh),
            Intent::SetScaleInheritance(joint, reach) => self.set_scale_inheritance(joint, reach),
            Intent::Compare(intent) => self.on_compare_intent(intent),
            Intent::Clip(intent) => self.on_clip_intent(intent),
            Intent::ShowClip(clip) => self.show_clip(clip),
            Intent::Seek(time) => self.seek(time),
            Intent::SetSpeed(speed) => self.set_speed(speed),
            Intent::Sheet(intent) => self.on_sheet_intent(intent),
            Intent::Palette(words) => self.session.windows.palette = words,
            Intent::RunFromPalette(action) => self.run_from_palette(action),
            Intent::SearchKeys(words) => self.session.windows.keys_search = words,
            Intent::Keys(intent) => self.on_keys_intent(intent),
            Intent::PathDialog(path) => self.session.windows.path = path,
            Intent::ClearNotices => self.session.notices.clear(),
            Intent::Toggle(panel) => self.toggle(panel),
            Intent::Show(panel) => self.show_panel(panel),
            Intent::CloseTile(tile) => self.change_layout(|layout| layout.close(tile)),
            Intent::Library(intent) => self.on_library_intent(intent),
            Intent::ClipLibrary(intent) => self.on_clip_library_intent(intent),
            Intent::SetPosesFolder(folder) => self.set_poses_folder(folder),
            Intent::Set(change) => self.session.settings.change(change),
            Intent::Project(intent) => self.on_project_intent(intent),
            Intent::Reference(intent) => self.on_reference_intent(intent),
            Intent::Prop(intent) => self.on_prop_intent(intent),
        }
    }

    fn apply_input(&mut self, input: Input) {
        let session = &mut *self.session;
        match input {
            Input::Hover(joint, place) => self.hover(joint, place),
            Input::PointAt(aim) => session.character.pointing.aim = aim,
            Input::Tool(event) => self.on_tool(event),
            Input::Limb(limb) => self.on_limb(limb),
            Input::Trail(event) => self.on_trail(event),
            Input::Fit(event) => self.on_fit_event(event),
            Input::Brush(event) => self.on_brush(event),
            Input::EndGesture => self.end_gesture(),
            Input::ActivatePane(pane) => self.activate_pane(pane),
            Input::Camera(pane, movement) => self.move_camera_at_work(pane, movement),
            Input::Sheet(input) => self.on_sheet_input(input),
            Input::SeeClips(seen) => session.clip_library.seen = seen,
            Input::Dismiss(id) => session.notices.dismiss(id),
            Input::Crowd(members) => session.crowd = Some(members.clamp(1, MOST_CROWD)),
        }
    }

    fn apply_outcome(&mut self, outcome: Outcome) {
        let session = &mut *self.session;
        match outcome {
            Outcome::Opened { file, character } => {
                let facts = Facts::of(&character);
                self.take_opened(file, Arc::new(*character), facts);
                self.tell_methods_of_meshes();
            }
            Outcome::MotionDropped(file) => self.take_dropped_motion(&file),
            Outcome::Figure { id, character } => self.take_figure(id, *character),
            Outcome::Reloaded(read) => self.take_reloaded(*read),
            Outcome::OfferReload(offered) => match &mut session.work_aside {
                Some(aside) => aside.session.character.reload_offered = offered,
                None => session.character.reload_offered = offered,
            },
            Outcome::Notify(severity, text) => self.notify(severity, text),
            Outcome::NotifyLasting(severity, text) => session.notices.push_lasting(severity, text),
            Outcome::PickJoint(joint, choose) => self.pick_joint(joint, choose),
            Outcome::Pointed(found) => self.take_pointed(found),
            Outcome::PlaceJoint(found) => self.place_joint(found),
            Outcome::WeightsDone(finished) => self.finish_weights(*finished),
            Outcome::EulerCurves(done) => self.finish_euler_curves(*done),
            Outcome::FrameOpened => self.frame_opened(),
            Outcome::FrameAgain => self.frame_again(),
            Outcome::External(state) => self.on_external_state(state),
            Outcome::Problems(outcome) => self.on_problem_outcome(outcome),
            Outcome::Volume(outcome) => self.on_volume_outcome(outcome),
            Outcome::Judging(outcome) => self.on_judging_outcome(outcome),
            Outcome::Advice(outcome) => self.on_advice_outcome(outcome),
            Outcome::File(done) => self.on_file_done(*done),
            Outcome::AsymmetricSpots(found) => self.visit_asymmetric(&found),
            Outcome::SkeletonRead(read) => self.take_foreign_skeleton(read),
            Outcome::Transfer(outcome) => self.on_transfer_outcome(outcome),
            Outcome::Motion(outcome) => self.on_motion_outcome(*outcome),
            Outcome::Library(outcome) => self.on_library_outcome(outcome),
            Outcome::ClipLibrary(outcome) => self.on_clip_library_outcome(outcome),
            Outcome::Project(outcome) => self.on_project_outcome(outcome),
            Outcome::Prop(read) => self.take_prop_read(read),
        }
    }

    pub(super) fn toggle(&mut self, panel: Panel) {
        let open = &mut self.session.windows.open;
        if let Some(place) = open.iter().position(|&other| other == panel) {
            open.remove(place);
        } else {
            // The welcome card closes when another panel opens.
            open.retain(|&other| other != Panel::Welcome);
            open.push(panel);
        }
        if panel == Panel::Notices {
            self.session.notices.mark_seen();
        }
        self.session.windows.choosing_key = None;
        if panel == Panel::MixPad {
            self.follow_mix_pad();
        }
    }

    pub(super) fn show_panel(&mut self, panel: Panel) {
        if !self.session.is_open(panel) {
            self.toggle(panel);
        }
    }

    pub(super) fn toggle_fold(&mut self, joint: JointIndex) {
        let folded = &mut self.session.character.tree.folded;
        if !folded.remove(&joint) {
            folded.insert(joint);
        }
    }
}
