//! The application: its state and the order of work in a frame. Each frame receives results, applies commands, advances
//! time and draws. Panels, panes and docking are drawn by modules of their own.

pub mod file_dialog;
pub mod folder_dialog;
pub mod graphics;
pub mod shader_watch;

use std::path::PathBuf;

use eframe::egui;

use crate::app::file_dialog::FileDialog;
use crate::app::folder_dialog::FolderDialog;
use crate::app::graphics::Graphics;
use crate::dock::Dock;
use crate::theme;
use crate::viewport::panes::Panes;
use rig::Clip;
use scene::view::graphics::SkinnedBy;
use session::apply::apply;
use session::commands::command::{Command, ExternalState, Input, Intent, Outcome, Panel, Sink};
use session::commands::keymap::Preset;
use session::commands::project_command::ProjectOutcome;
use session::commands::view::View;
use session::document::Document;
use session::document::history::History;
use session::files::builtin;
use session::files::pose_library::PoseFolder;
use session::files::settings::{self, Accent, Presence, SettingsStore};
use session::files::working_folder::whole_source;
use session::jobs::asymmetry::Asymmetry;
use session::jobs::bake_jobs::Bakes;
use session::jobs::checker::Checker;
use session::jobs::contact::Contact;
use session::jobs::export_jobs::Exports;
use session::jobs::judging::Judgment;
use session::jobs::key_reduction::KeyReduction;
use session::jobs::loading::{Loader, Loading, OpenRequest};
use session::jobs::motion::Motion;
use session::jobs::pose_heat::PoseHeats;
use session::jobs::saving::Saver;
use session::jobs::shown::Shown;
use session::jobs::skeleton_reading::SkeletonReading;
use session::jobs::skin_over_time::SkinOverTime;
use session::jobs::surface::Surface;
use session::jobs::transfer_preview::TransferPreview;
use session::jobs::version_jobs::VersionFiles;
use session::jobs::volume::VolumeCheck;
use session::jobs::watch::Watch;
use session::jobs::weight_file_jobs::WeightFiles;
use session::jobs::weight_jobs::WeightJobs;
use session::jobs::{Spawner, Threads, Waker};
use session::notices::Severity;
use session::painting::PaintEngine;
use session::session::{Request, Session};
use session::tools::comparing::PaneLayout;

mod asymmetry;
mod device;
mod faults;
mod file_workers;
mod keyboard;
mod keymaps;
mod layout;
mod library;
mod live_shaders;
mod motion;
mod painting;
mod picture_jobs;
mod prefer;
mod project;
mod run;
mod share_jobs;
mod weight_jobs;

pub use run::{First, RunError, run};

use picture_jobs::Pictures;
use share_jobs::Shares;

const NO_DEVICE: &str = "There is no graphics device: the panes stay empty. All else works, and the deformations are computed \
                         on the processor.";
/// Delay until the next frame while measurements of the surfaces are computed in the background.
const NUMBERS_SOON: std::time::Duration = std::time::Duration::from_millis(30);

/// The document, the session, the background jobs and the state of the window.
#[derive(Debug)]
pub struct App {
    document: Document,
    history: History,
    session: Session,
    shown: Shown,
    surface: Surface,
    contact: Contact,
    motion: Motion,
    asymmetry: Asymmetry,
    heats: PoseHeats,
    judgment: Judgment,
    paint_engine: PaintEngine,
    checker: Checker,
    volume: VolumeCheck,
    skin_over_time: SkinOverTime,
    key_reduction: KeyReduction,
    graphics: Graphics,
    panes: Panes,
    skinned_by: SkinnedBy,
    /// Messages about skinning that were shown, with the value of `Session::opened` they belong to.
    skinning_notices: (u64, Vec<String>),
    loading: Loading,
    jobs: WeightJobs,
    transfer_preview: TransferPreview,
    skeleton_reading: SkeletonReading,
    dialog: FileDialog,
    folder_dialog: FolderDialog,
    poses: PoseFolder,
    watch: Option<Watch>,
    sink: Sink,
    title: String,
    aspect: Option<f32>,
    /// Layout and number of the panes that were drawn last.
    arranged: Option<(PaneLayout, usize)>,
    /// Whether layout or number of the panes has changed since the camera was framed to them.
    rearranged: bool,
    /// Window time at which notices were aged last.
    aged: Option<f64>,
    dock: Dock,
    settings_store: SettingsStore,
    saver: Saver,
    weight_files: WeightFiles,
    bakes: Bakes,
    exports: Exports,
    shares: Shares,
    pictures: Pictures,
    version_files: VersionFiles,
    /// Window time of the oldest change that no recovery file holds.
    changed_since: Option<f64>,
    /// The shipped map that the current keys are based on; `None` before the first read.
    keymap_read: Option<Preset>,
    presence: Presence,
    /// Starts all background work.
    spawner: Spawner,
    /// The interface scale that was applied last.
    scale: Option<f32>,
    shaders: live_shaders::LiveShaders,
}

/// What a new window opens, and where it keeps its settings.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// File or built-in name to open; `None` for the default character.
    pub file: Option<String>,
    /// Reads character files.
    pub loader: Loader,
    /// Settings folder; without one, nothing is read or kept.
    pub settings: Option<PathBuf>,
    /// Starts the threads of background work.
    pub threads: Threads,
    /// Whether the welcome card is shown, unless a file is named or the user does not want it.
    pub welcome: bool,
}

impl App {
    /// A window that begins to open `file`, or the built-in character.
    #[must_use]
    pub fn new(cc: &eframe::CreationContext<'_>, file: Option<String>) -> Self {
        let start = Start {
            file,
            ..Start::default()
        };
        Self::with_shaders(cc, start)
    }

    /// The program's own window: with the user's settings and the welcome card.
    #[must_use]
    fn as_program(cc: &eframe::CreationContext<'_>, file: Option<String>) -> Self {
        let start = Start {
            file,
            settings: settings::folder(),
            welcome: true,
            ..Start::default()
        };
        Self::with_shaders(cc, start)
    }

    /// Reports a missing graphics device; debug builds follow the shaders on disk.
    fn with_shaders(cc: &eframe::CreationContext<'_>, start: Start) -> Self {
        let mut app = Self::with_start(cc, start);
        if cc.wgpu_render_state.is_none() {
            app.apply(Outcome::Notify(Severity::Warning, NO_DEVICE.to_owned()));
        }
        // Compiled in release builds too, so that one type check covers both.
        if cfg!(debug_assertions) {
            app.watching_shaders(std::path::Path::new(shaders::FOLDER))
        } else {
            app
        }
    }

    /// As [`new`](Self::new), with another reader of files.
    #[must_use]
    pub fn with_loader(
        cc: &eframe::CreationContext<'_>,
        file: Option<String>,
        loader: Loader,
    ) -> Self {
        let start = Start {
            file,
            loader,
            ..Start::default()
        };
        Self::with_start(cc, start)
    }

    /// A window with these options; a missing graphics device is shown in the panes, without a message.
    #[must_use]
    pub fn with_start(cc: &eframe::CreationContext<'_>, start: Start) -> Self {
        let Start {
            file,
            loader,
            settings,
            threads,
            welcome,
        } = start;
        theme::install(&cc.egui_ctx, Accent::default());
        keyboard::install(&cc.egui_ctx);
        let spawner = Spawner::new(threads, waker(&cc.egui_ctx));
        let mut app = Self {
            document: Document::empty(),
            history: History::default(),
            session: Session::default(),
            shown: Shown::with_spawner(spawner.clone()),
            surface: Surface::default(),
            contact: Contact::default(),
            motion: Motion::default(),
            asymmetry: Asymmetry::default(),
            heats: PoseHeats::default(),
            judgment: Judgment::default(),
            paint_engine: PaintEngine::default(),
            checker: Checker::default(),
            volume: VolumeCheck::default(),
            skin_over_time: SkinOverTime::default(),
            key_reduction: KeyReduction::default(),
            graphics: Graphics::default(),
            panes: Panes::default(),
            skinned_by: SkinnedBy::default(),
            skinning_notices: (0, Vec::new()),
            loading: Loading::new(loader),
            jobs: WeightJobs::default(),
            transfer_preview: TransferPreview::default(),
            skeleton_reading: SkeletonReading::default(),
            dialog: FileDialog::default(),
            folder_dialog: FolderDialog::default(),
            poses: PoseFolder::default(),
            watch: None,
            sink: Sink::default(),
            title: String::new(),
            aspect: None,
            arranged: None,
            rearranged: false,
            aged: None,
            dock: Dock::default(),
            settings_store: SettingsStore::default(),
            saver: Saver::default(),
            weight_files: WeightFiles::default(),
            bakes: Bakes::default(),
            exports: Exports::default(),
            shares: Shares::default(),
            pictures: Pictures::default(),
            version_files: VersionFiles::default(),
            changed_since: None,
            keymap_read: None,
            presence: Presence::default(),
            spawner,
            scale: None,
            shaders: live_shaders::LiveShaders::default(),
        };
        app.open_settings(settings);
        app.look_for_left_work();
        app.follow_settings(&cc.egui_ctx);
        if welcome && file.is_none() && app.session.settings.welcome {
            app.apply(Intent::Show(Panel::Welcome));
        }
        app.draw_with(cc.wgpu_render_state.as_ref(), &cc.egui_ctx);
        let request = OpenRequest {
            file: whole_source(file.as_deref().unwrap_or(builtin::DEFAULT)),
            ..OpenRequest::default()
        };
        app.fulfill(Request::Load(request), &cc.egui_ctx);
        app
    }

    /// The document: everything that is saved and undone.
    #[must_use]
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// The steps that can be undone.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Editor state that is never undone.
    #[must_use]
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// Posed surfaces and measurements that the panes show.
    #[must_use]
    pub const fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Ambient occlusion: the surface's openness and the job that computes it.
    #[must_use]
    pub const fn contact(&self) -> &Contact {
        &self.contact
    }

    /// The paint engine, which computes what strokes change.
    #[must_use]
    pub const fn paint_engine(&self) -> &PaintEngine {
        &self.paint_engine
    }

    /// The graphics device that draws the window.
    #[must_use]
    pub const fn graphics(&self) -> &Graphics {
        &self.graphics
    }

    /// Whether a file is being read.
    #[must_use]
    pub fn is_loading(&self) -> bool {
        self.loading.opening().is_some()
    }

    /// Whether a job on all weights is running.
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.jobs.working().is_some()
    }

    /// Whether a drag, a stroke or a tool is in progress; background results wait until it ends.
    fn is_user_at_work(&self) -> bool {
        let session = &self.session;
        self.history.is_in_gesture()
            || session.operates()
            || session.limb.is_some()
            || session.character.sheet.drag.is_some()
            || session.painting.stroke.is_some()
    }

    fn apply(&mut self, command: impl Into<Command>) {
        apply(
            command,
            &mut self.document,
            &mut self.history,
            &mut self.session,
        );
    }

    fn receive(&mut self, ctx: &egui::Context) -> Vec<Command> {
        let mut commands = self.dialog.receive(&self.spawner);
        commands.extend(self.loading.receive(&self.spawner));
        commands.extend(self.receive_weights());
        commands.extend(self.receive_poses());
        commands.extend(self.saver.receive(&self.spawner));
        if self.watch.as_ref().is_some_and(Watch::has_changed) {
            commands.push(Command::Outcome(Outcome::OfferReload(true)));
        }
        commands.extend(self.receive_shaders());
        commands.extend(self.sink.take());
        let dropped = ctx.input(|input| {
            input
                .raw
                .dropped_files
                .iter()
                .map(|file| file.path().to_string_lossy().into_owned())
                .next_back()
        });
        commands.extend(dropped.map(|file| Intent::Open(file).into()));
        commands
    }

    fn fulfill(&mut self, request: Request, ctx: &egui::Context) {
        match request {
            Request::Load(request) => {
                self.cancel_loading();
                if let Err(text) = self.loading.start(request, &self.spawner) {
                    self.apply(Command::Outcome(Outcome::Notify(Severity::Error, text)));
                }
            }
            Request::CancelLoading => self.cancel_loading(),
            Request::Weights(request) => self.start_weights(request),
            Request::CancelWeights => self.jobs.cancel(),
            Request::ReviseMask(change) => self.revise_mask(change),
            Request::Watch => {
                let side_files = &self.document.character.source.side_files;
                let stamp = self.loading.stamp();
                self.watch = Watch::start(
                    &self.session.character.file,
                    stamp,
                    side_files,
                    &self.spawner,
                );
                let content = self.loading.content();
                self.apply(Outcome::Project(ProjectOutcome::SourceRead(content)));
            }
            Request::PoseFolderDialog => {
                let folder = self.session.library.folder.as_deref();
                self.folder_dialog.ask(folder, &self.spawner);
            }
            Request::Poses(job) => self.write_pose(job),
            Request::Dialog(wanted) => self.ask_for_file(wanted),
            Request::Save(order) => self.save_project(order, ctx),
            Request::WeightFile(job) => self.start_weight_file(job),
            Request::Version(job) => self.start_version(job),
            Request::Export(job) => self.start_export(job),
            Request::Share(job) => self.start_share(job),
            Request::Picture(job) => self.start_picture(job),
            Request::Bake(order) => self.start_bake(order),
            Request::AsymmetricSpots(forward) => self.visit_asymmetry(forward),
            Request::Discard(file) => self.discard_left(file),
            Request::WriteKeyMap => self.write_keymap(),
            Request::SetOwnKey(section, action, key) => {
                self.set_own_key((section, action), key);
            }
            Request::ReadKeyMap => self.read_keymap_again(),
            Request::CopyText(text) => ctx.copy_text(text),
            Request::RestartGraphics => self.graphics.throw_away(),
            Request::Quit => ctx.send_viewport_cmd(egui::ViewportCommand::Close),
        }
    }

    /// Cancels loading; a reload that had been offered is offered again.
    fn cancel_loading(&mut self) {
        if self.loading.cancel().is_some_and(|request| request.offered) {
            self.apply(Outcome::OfferReload(true));
        }
    }

    /// Ages notices by the time since the last frame; called before new ones arrive, so that a notice that ends a long
    /// wait is not as old as the wait.
    fn age_notices(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|input| input.time);
        let then = self.aged.replace(now).unwrap_or(now);
        let seconds = std::time::Duration::try_from_secs_f64(now - then).unwrap_or_default();
        self.session.notices.advance(seconds.as_secs_f32());
    }

    fn let_time_pass(&mut self, ctx: &egui::Context) {
        let clip = self.session.playback.moment.map(|moment| moment.clip);
        let duration = clip
            .and_then(|clip| self.document.character.clip(clip))
            .map_or(0.0, Clip::duration);
        let now = ctx.input(|input| input.time);
        self.session.playback.tell(now, duration);
        let frames = self.session.character.sheet.frames_per_second();
        self.session.playback.draw(now, frames);
        if self.session.playback.moves() {
            ctx.request_repaint();
        }
        if let Some(seconds) = self.session.notices.next_change() {
            ctx.request_repaint_after(std::time::Duration::from_secs_f32(seconds.max(0.03)));
        }
    }

    /// Looks up the vertex under the pointer in the background.
    fn follow_pointer(&mut self, ctx: &egui::Context) {
        let (character, pointing) = (&self.document.character, &self.session.character.pointing);
        let with = (ctx.input(|input| input.time), &self.spawner);
        let found = self.surface.follow(character, pointing, &self.shown, with);
        if !found.is_empty() && self.session.operation.is_some() {
            // What a tool makes of it is shown by the next frame.
            ctx.request_repaint();
        }
        for command in found {
            self.apply(command);
        }
    }
}

/// Lets background work request a repaint of this window.
fn waker(ctx: &egui::Context) -> Waker {
    let ctx = ctx.clone();
    Waker::new(move |after| ctx.request_repaint_after(after))
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.age_notices(ctx);
        for command in self.receive(ctx) {
            self.apply(command);
        }
        self.guard_close(ctx);
        // No button is down, so no drag goes on: a widget that vanished in mid-drag sends no end.
        if !ctx.input(|input| input.pointer.any_down()) {
            self.apply(Input::EndGesture);
        }
        // After the user's commands of this frame, so that a cancel wins over a job that finishes in the same frame.
        let is_at_work = self.is_user_at_work();
        self.receive_files(is_at_work);
        for request in std::mem::take(&mut self.session.requests) {
            self.fulfill(request, ctx);
        }
        self.follow_keymap();
        self.follow_poses();
        self.poll_graphics();
        self.poll_skinning();
        self.let_time_pass(ctx);
        if let Some(aspect) = self.aspect {
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
        // Before the surfaces are refreshed, so that this frame shows the stroke.
        self.paint(ctx);
        let is_dragged = self.is_user_at_work();
        self.shown
            .refresh(&self.document, &self.session, is_dragged);
        if self.shown.is_measuring() {
            ctx.request_repaint_after(NUMBERS_SOON);
        }
        // Nothing is shaded without a device.
        if self.session.settings.contact && self.graphics.state().is_some() {
            let (surface, at_rest) = (self.shown.surface(), &self.shown.at_rest);
            self.contact.follow(surface, at_rest, &self.spawner);
        } else {
            self.contact.rest();
        }
        self.follow_asymmetry();
        self.follow_heats();
        self.follow_motion();
        self.prepare_to_paint();
        self.check_weights(is_dragged, ctx);
        self.check_volume(is_dragged, ctx);
        self.follow_clip(is_dragged, ctx);
        self.look_at_source(ctx);
        self.follow_pointer(ctx);
        self.report_faults();
        self.follow_settings(ctx);
        self.follow_scale(ctx);
        self.keep_settings(ctx);
        self.autosave(ctx);
        self.show_title(ctx);
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let view = View {
            document: &self.document,
            history: &self.history,
            session: &self.session,
            shown: &self.shown,
            surface: &self.surface,
            contact: &self.contact,
            motion: &self.motion,
            asymmetry: &self.asymmetry,
            heats: &self.heats,
            judgment: &self.judgment,
            skin_over_time: &self.skin_over_time,
            key_reduction: &self.key_reduction,
            checker: &self.checker,
            paint_engine: &self.paint_engine,
            graphics: self.graphics.facts(),
            spawner: &self.spawner,
            skinned_by: &self.skinned_by,
            opening: self.loading.opening(),
            working: self.jobs.working(),
        };
        keyboard::drop_text_of_shortcuts(ui.ctx(), &view);
        let menu_open = egui::Popup::is_any_open(ui.ctx());
        let tiles = (&mut self.dock, &mut self.panes);
        let aspect = layout::window(ui, &view, tiles, &mut self.sink);
        keyboard::shortcuts(ui.ctx(), menu_open, &view, &mut self.sink);
        let waits_for_size = self.session.frame_all && aspect.is_some();
        self.aspect = aspect.or(self.aspect);
        let comparing = &self.session.comparing;
        let arranged = (comparing.visible_layout(), comparing.panes.len());
        let before = self.arranged.replace(arranged);
        self.rearranged |= before.is_some_and(|before| before != arranged);
        let skins_otherwise = self.panes.skinned_by() != self.skinned_by;
        // Commands that were sent while drawing are applied at the start of the next frame.
        if !self.sink.is_empty() || waits_for_size || skins_otherwise {
            ui.ctx().request_repaint();
        }
    }
}
