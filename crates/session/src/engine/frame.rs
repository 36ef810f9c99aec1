//! The order of work in a frame: results are received, commands applied, requests fulfilled, time passes, and what follows the
//! document is brought up to date.

use std::time::Duration;

use rig::Clip;

use super::Editor;
use crate::commands::command::{Command, ExternalState, Input as Event, Intent, Outcome};
use crate::features::learn::apply::{not_shown, work_is_busy};
use crate::features::projects::saving::TakePicture;
use crate::files::watch::FileWatch;
use crate::state::projects::command::ProjectIntent;

/// What happened since the last frame, and what is known of the window.
#[derive(Debug, Default)]
pub struct Input {
    /// Seconds of a clock that never goes back.
    pub now: f64,
    /// What panels, keys and dropped files ask for, in order.
    pub commands: Vec<Command>,
    /// Whether a button of the pointer is down; where none is, no drag goes on.
    pub pointer_down: bool,
    /// Whether the window was asked to close.
    pub close_asked: bool,
    /// Width over height of a pane as it was drawn last; `None` before the first one is drawn.
    pub aspect: Option<f32>,
    /// Whether surfaces are drawn, so that they are shaded.
    pub draws: bool,
    /// Whether a menu is open, which may list the recent files.
    pub menu_open: bool,
    /// Whether the system's theme is a light one.
    pub system_is_light: bool,
    /// Takes a small picture of the work for a recovery file that is written in this frame.
    pub thumbnail: Option<TakePicture>,
}

/// What a frame leaves to do for whoever shows the editor.
#[derive(Debug, Default)]
pub struct Output {
    /// The longest time until the next frame; `None` if it may wait for the user or for a worker that wakes.
    pub next_frame: Option<Duration>,
    /// What only a window can do, in order.
    pub effects: Vec<WindowEffect>,
}

/// What only a window can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WindowEffect {
    /// Put this text on the clipboard.
    CopyText(String),
    /// Set up the graphics device anew.
    RestartGraphics,
    /// Close the window without asking again: nothing is unsaved, or the user gave it up.
    Quit,
    /// Do not close, although that was asked for.
    StayOpen,
}

impl Output {
    /// Wants a frame at once.
    pub(super) fn go_on(&mut self) {
        self.go_on_within(Duration::ZERO);
    }

    /// Wants a frame within this time.
    pub(super) fn go_on_within(&mut self, time: Duration) {
        let before = self.next_frame.unwrap_or(Duration::MAX);
        self.next_frame = Some(before.min(time));
    }
}

impl Editor {
    /// Takes on what happened since the last frame, lets time pass until `input.now`, and brings all that is shown up to date.
    ///
    /// Document and session change here and in [`apply`](Self::apply) alone.
    pub fn frame(&mut self, input: Input) -> Output {
        let mut output = Output::default();
        let mut input = input;
        self.age_notices(input.now);
        let received = self.receive();
        self.apply_each(received);
        self.apply_each(std::mem::take(&mut input.commands));
        self.guard_close(input.close_asked, &mut output);
        // No button is down, so no drag goes on: a widget that vanished in mid-drag sends no end.
        if !input.pointer_down {
            self.apply(Event::EndGesture);
        }
        // After the user's commands of this frame, so that a cancel wins over a job that finishes in the same frame.
        self.receive_files(self.is_user_at_work());
        for request in self.take_requests() {
            self.fulfill(request, input.now, &mut output);
        }
        self.follow_keymap();
        self.follow_poses();
        self.advance_time(input.now, &mut output);
        self.fit_camera(input.aspect);
        self.follow(&input, &mut output);
        self.report_faults();
        self.follow_theme(input.system_is_light);
        self.keep_settings(input.menu_open);
        self.autosave(input.now, input.thumbnail, &mut output);
        self.watch_arrangement();
        output
    }

    fn receive(&mut self) -> Vec<Command> {
        let mut commands = self.file_dialog.receive(&self.spawner);
        commands.extend(self.receive_file());
        commands.extend(self.receive_weights());
        let is_dragged = self.is_user_at_work();
        let curves = self.euler_jobs.receive(is_dragged, &self.spawner);
        commands.extend(curves.map(|done| Outcome::EulerCurves(Box::new(done)).into()));
        commands.extend(self.receive_poses());
        commands.extend(self.motion_maps.receive(&self.spawner));
        commands.extend(self.saver.receive(&self.spawner));
        if self.watch.as_ref().is_some_and(FileWatch::has_changed) {
            commands.push(Command::Outcome(Outcome::OfferReload(true)));
        }
        commands
    }

    /// What was read. A figure is not shown where a bake or a job on the weights of the work has begun meanwhile, which it would end.
    fn receive_file(&mut self) -> Option<Command> {
        let (session, document) = (&self.session, &self.document);
        let given_up = self.given_up.as_ref();
        let loses_work = || {
            session.has_changes(document)
                && given_up.is_none_or(|work| *work != session.work_so_far(document))
        };
        let read = self.loading.receive(&self.spawner, loses_work)?;
        let is_figure = matches!(read, Command::Outcome(Outcome::Figure { .. }));
        let why = work_is_busy(&self.session, self.weight_jobs.working());
        match why.filter(|_| is_figure) {
            Some(why) => Some(Command::Outcome(not_shown(why))),
            None => Some(read),
        }
    }

    /// Ages notices by the time since the last frame; called before new ones arrive, so that a notice that ends a long
    /// wait is not as old as the wait.
    fn age_notices(&mut self, now: f64) {
        let then = self.aged.replace(now).unwrap_or(now);
        // A clock that goes back ages nothing.
        let seconds = Duration::try_from_secs_f64(now - then).unwrap_or_default();
        self.session.notices.advance(seconds.as_secs_f32());
    }

    /// Cancels closing while there are unsaved changes, and asks the user.
    fn guard_close(&mut self, close_asked: bool, output: &mut Output) {
        let guards = close_asked && !self.session.project.given_up;
        if guards && self.session.has_changes(&self.document) {
            output.effects.push(WindowEffect::StayOpen);
            self.apply(Intent::Project(ProjectIntent::CloseAsked));
        }
    }

    fn advance_time(&mut self, now: f64, output: &mut Output) {
        let clip = self.session.playback.moment.map(|moment| moment.clip);
        let duration = clip
            .and_then(|clip| self.document.character.clip(clip))
            .map_or(0.0, Clip::duration);
        self.session.playback.tell(now, duration);
        let frames = self.session.character.sheet.frames_per_second();
        self.session.playback.draw(now, frames);
        if self.session.playback.moves() {
            output.go_on();
        }
        if let Some(seconds) = self.session.notices.next_change() {
            // The bound also keeps out a time that is past: a negative duration would panic.
            output.go_on_within(Duration::from_secs_f32(seconds.max(0.03)));
        }
    }

    /// Frames a character that was just opened, once the size of the panes is known, and again when their arrangement changes.
    fn fit_camera(&mut self, aspect: Option<f32>) {
        let Some(aspect) = aspect else { return };
        let before = self.session.pane_aspect;
        self.apply(Outcome::External(ExternalState::PaneAspect(aspect)));
        let rearranged = std::mem::take(&mut self.rearranged);
        if std::mem::take(&mut self.session.frame_all) {
            self.apply(Outcome::FrameOpened);
            // What comes with a character, such as the strip of test poses, changes the panes' shape once more.
            self.rearranged = true;
        } else if rearranged && (aspect / before - 1.0).abs() > 0.02 {
            // Another size of the window leaves the camera as it is, and so do small changes of the panes' shape.
            self.apply(Outcome::FrameAgain);
        }
    }

    /// Notes whether the panes that are drawn next are arranged as those drawn last.
    fn watch_arrangement(&mut self) {
        let comparing = &self.session.comparing;
        let arranged = (comparing.visible_layout(), comparing.panes.len());
        let before = self.arranged.replace(arranged);
        self.rearranged |= before.is_some_and(|before| before != arranged);
    }
}
