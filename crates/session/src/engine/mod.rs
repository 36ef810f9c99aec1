//! The editor without a window: document, history, session and the work in the background, taken on frame by frame.
//!
//! Whoever shows it calls [`Editor::frame`] once a frame with what the user did, draws what [`Editor::view`] gives, and carries out
//! the [`WindowEffect`]s that only a window can. Time comes with the [`Input`]; threads, files and dialogs come with the [`World`]. The
//! window, the soak test and tests of behavior drive the same engine.

use scene::view::graphics::{GraphicsFacts, SkinnedBy};

use crate::commands::command::{Command, Intent, Panel};
use crate::commands::keymap::Preset;
use crate::document::Document;
use crate::document::history::History;
use crate::features::advice::worker::AdviceSearch;
use crate::features::apply;
use crate::features::clip_library::worker::ClipLibraryWork;
use crate::features::clips::key_reduction_worker::KeyReduction;
use crate::features::correctives::loss_worker::CorrectiveLoss;
use crate::features::file_dialogs::worker::FileJobs;
use crate::features::judging::worker::Judgment;
use crate::features::learn::numbers::FigureNumbers;
use crate::features::motion_in::map_keeper::MapKeeper;
use crate::features::motion_in::worker::MotionReading;
use crate::features::opening::loading::Loading;
use crate::features::painting::paint_engine::PaintEngine;
use crate::features::playback::motion::MotionOverlays;
use crate::features::problems::asymmetry::Asymmetry;
use crate::features::problems::checker::Checker;
use crate::features::projects::saving::Saver;
use crate::features::props::worker::PropReading;
use crate::features::reference::picture_worker::PictureReading;
use crate::features::reference::sound_worker::SoundReading;
use crate::features::skeleton::skeleton_reading::SkeletonReading;
use crate::features::skin_over_time::worker::SkinOverTime;
use crate::features::timeline::euler_worker::EulerJobs;
use crate::features::transfer::preview::TransferPreview;
use crate::features::view::View;
use crate::features::viewport::contact::Contact;
use crate::features::viewport::pose_heat::PoseHeats;
use crate::features::viewport::surface::SurfacePicker;
use crate::features::volume::worker::VolumeCheck;
use crate::features::weight_operations::worker::WeightJobs;
use crate::files::builtin;
use crate::files::watch::FileWatch;
use crate::files::working_folder::whole_source;
use crate::session::{Request, Session, WorkSoFar};
use crate::settings::{Presence, SettingsStore};
use crate::shown::ShownPanes;
use crate::state::comparing::PaneLayout;
use crate::state::opening::open_request::OpenRequest;
use crate::state::pose_library::PoseFolder;
use crate::tasks::Spawner;

mod all_weights;
pub mod file_dialog;
mod file_workers;
pub mod folder_dialog;
mod follow;
mod frame;
mod fulfill;
mod keymaps;
mod library;
mod pictures;
mod projects;
mod settings;
mod world;

pub use frame::{Input, Output, WindowEffect};
pub use pictures::PictureTask;
pub use world::{DialogWait, Host, NoHost, World};

use file_dialog::FileDialog;
use folder_dialog::FolderDialog;

/// The document, the session, and all work in the background on them.
#[derive(Debug)]
pub struct Editor {
    document: Document,
    history: History,
    session: Session,
    shown: ShownPanes,
    surface: SurfacePicker,
    contact: Contact,
    motion: MotionOverlays,
    asymmetry: Asymmetry,
    heats: PoseHeats,
    judgment: Judgment,
    advice: AdviceSearch,
    figure_numbers: FigureNumbers,
    paint_engine: PaintEngine,
    checker: Checker,
    volume: VolumeCheck,
    corrective_loss: CorrectiveLoss,
    skin_over_time: SkinOverTime,
    sound: SoundReading,
    reference: PictureReading,
    props: PropReading,
    key_reduction: KeyReduction,
    loading: Loading,
    /// The work that may be lost to what is being opened.
    given_up: Option<WorkSoFar>,
    weight_jobs: WeightJobs,
    euler_jobs: EulerJobs,
    transfer_preview: TransferPreview,
    skeleton_reading: SkeletonReading,
    motion_reading: MotionReading,
    motion_maps: MapKeeper,
    file_dialog: FileDialog,
    folder_dialog: FolderDialog,
    poses: PoseFolder,
    clip_library: ClipLibraryWork,
    watch: Option<FileWatch>,
    settings_store: SettingsStore,
    presence: Presence,
    saver: Saver,
    files: FileJobs,
    /// Layout and number of the panes at the end of the last frame.
    arranged: Option<(PaneLayout, usize)>,
    /// Whether layout or number of the panes has changed since the camera was framed to them.
    rearranged: bool,
    /// Time at which notices were aged last.
    aged: Option<f64>,
    /// Time of the oldest change that no recovery file holds.
    changed_since: Option<f64>,
    /// The shipped map that the current keys are based on; `None` before the first read.
    keymap_read: Option<Preset>,
    spawner: Spawner,
    world: World,
}

impl Editor {
    /// An editor that begins to read `file`, a path or `builtin:NAME`; the default character if there is none.
    ///
    /// Reads the settings of the world's folder first. With `welcome`, the welcome card is shown unless a file is named or the
    /// settings do without it.
    #[must_use]
    pub fn new(world: World, file: Option<&str>, welcome: bool) -> Self {
        let mut editor = Self::empty(world);
        editor.open_settings();
        editor.look_for_left_work();
        if welcome && file.is_none() && editor.session.settings.welcome {
            editor.apply(Intent::Show(Panel::Welcome));
        }
        editor.load(OpenRequest {
            file: whole_source(file.unwrap_or(builtin::DEFAULT)),
            ..OpenRequest::default()
        });
        editor
    }

    /// With nothing open, and with the default settings.
    fn empty(world: World) -> Self {
        let spawner = Spawner::new(world.threads.clone(), world.waker.clone());
        let files = &world.files;
        Self {
            document: Document::empty(),
            history: History::default(),
            session: Session {
                files: files.clone(),
                ..Session::default()
            },
            shown: ShownPanes::with_spawner(spawner.clone()),
            surface: SurfacePicker::default(),
            contact: Contact::default(),
            motion: MotionOverlays::default(),
            asymmetry: Asymmetry::default(),
            heats: PoseHeats::default(),
            judgment: Judgment::default(),
            advice: AdviceSearch::default(),
            figure_numbers: FigureNumbers::default(),
            paint_engine: PaintEngine::default(),
            checker: Checker::default(),
            volume: VolumeCheck::default(),
            corrective_loss: CorrectiveLoss::default(),
            skin_over_time: SkinOverTime::default(),
            sound: SoundReading::default(),
            reference: PictureReading::default(),
            props: PropReading::default(),
            key_reduction: KeyReduction::default(),
            loading: Loading::new(world.loader.clone(), files.clone()),
            given_up: None,
            weight_jobs: WeightJobs::default(),
            euler_jobs: EulerJobs::default(),
            transfer_preview: TransferPreview::default(),
            skeleton_reading: SkeletonReading::default(),
            motion_reading: MotionReading::default(),
            motion_maps: MapKeeper::new(files.clone()),
            file_dialog: FileDialog::default(),
            folder_dialog: FolderDialog::default(),
            poses: PoseFolder::new(files.clone()),
            clip_library: ClipLibraryWork::default(),
            watch: None,
            settings_store: SettingsStore::default(),
            presence: Presence::new(files.clone()),
            saver: Saver::new(files.clone()),
            files: FileJobs::new(files.clone()),
            arranged: None,
            rearranged: false,
            aged: None,
            changed_since: None,
            keymap_read: None,
            spawner,
            world,
        }
    }

    /// All that may be read of the editor, with what is known of the device that draws it.
    #[must_use]
    pub fn view<'a>(&'a self, graphics: GraphicsFacts<'a>, skinned_by: &'a SkinnedBy) -> View<'a> {
        View {
            document: &self.document,
            history: &self.history,
            session: &self.session,
            shown: &self.shown,
            surface: &self.surface,
            contact: &self.contact,
            motion: &self.motion,
            asymmetry: &self.asymmetry,
            heats: &self.heats,
            corrective_loss: &self.corrective_loss,
            judgment: &self.judgment,
            advice: &self.advice,
            figure_numbers: &self.figure_numbers,
            skin_over_time: &self.skin_over_time,
            sound: &self.sound,
            reference: &self.reference,
            key_reduction: &self.key_reduction,
            checker: &self.checker,
            paint_engine: &self.paint_engine,
            graphics,
            spawner: &self.spawner,
            skinned_by,
            opening: self.loading.opening(),
            working: self
                .weight_jobs
                .working()
                .or_else(|| self.euler_jobs.working()),
        }
    }

    /// What a program without a graphics device may read of the editor.
    #[must_use]
    pub fn view_undrawn(&self) -> View<'_> {
        self.view(GraphicsFacts::default(), &SkinnedBy::Nothing)
    }

    /// Carries out a command at once, outside of a frame; what it asks for is done by the next one.
    pub fn apply(&mut self, command: impl Into<Command>) {
        apply(
            command,
            &mut self.document,
            &mut self.history,
            &mut self.session,
        );
    }

    fn apply_each<C: Into<Command>>(&mut self, commands: impl IntoIterator<Item = C>) {
        commands.into_iter().for_each(|command| self.apply(command));
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

    /// Requests of commands that were applied since the last call.
    fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.session.requests)
    }
}
