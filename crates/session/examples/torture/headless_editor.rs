//! The editor without its window: document, session and the background work that a frame of the window polls.
//!
//! Follows `editor/src/app.rs`: what is received, fulfilled and followed, in that order. What only a window has is left
//! out: docking, pictures, dialogs of the system. A request for such a dialog is answered with a path in the work folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use scene::view::graphics::{GraphicsFacts, SkinnedBy};
use session::apply::apply;
use session::apply::project_capture::capture;
use session::commands::actions::Action;
use session::commands::command::{Command, Input, Intent, Outcome};
use session::commands::compare_command::CompareIntent;
use session::commands::project_command::{ProjectIntent, ProjectOutcome};
use session::commands::view::View;
use session::commands::weight_command::WeightCommand;
use session::document::Document;
use session::document::history::History;
use session::files::export_work::ExportIntent;
use session::files::picture_work::PictureIntent;
use session::files::pose_library::{
    LibraryIntent, LibraryJob, LibraryOutcome, News, PresetIndex, Standing,
};
use session::files::project::OnDisk;
use session::files::share_work::ShareIntent;
use session::files::version_file_work::VersionFileIntent;
use session::files::weight_file_work::{Direction, WeightFileIntent};
use session::jobs::asymmetry::Asymmetry;
use session::jobs::checker::Checker;
use session::jobs::contact::Contact;
use session::jobs::export_jobs::Exports;
use session::jobs::judging::Judgment;
use session::jobs::key_reduction::KeyReduction;
use session::jobs::loading::{Loader, Loading, OpenRequest};
use session::jobs::motion::Motion;
use session::jobs::pose_heat::PoseHeats;
use session::jobs::saving::{Keep, Save, Saver};
use session::jobs::shown::Shown;
use session::jobs::skeleton_reading::SkeletonReading;
use session::jobs::skin_over_time::SkinOverTime;
use session::jobs::surface::Surface;
use session::jobs::transfer_preview::TransferPreview;
use session::jobs::version_jobs::VersionFiles;
use session::jobs::weight_file_jobs::WeightFiles;
use session::jobs::weight_jobs::{
    AutomaticTask, BulgeTask, FitTask, PullTask, Run, TransferTask, WeightJobs, Work, layer_work,
    mask_work, remedy_work, whole_work,
};
use session::jobs::{Spawner, Threads, Waker};
use session::painting::PaintEngine;
use session::session::{DialogFor, Expected, Request, SaveOrder, Session};
use session::tools::brush_work::BrushEvent;
use session::tools::joint_work::{JointIntent, SourceIntent};
use session::tools::selection::Choose;
use session::weighting::transfer_work::{TransferIntent, TransferOutcome};
use session::weighting::weight_request::WeightRequest;
use session::weighting::weights_work::MaskChange;
use whole_file::Access;

/// Document, session and background work.
#[derive(Debug)]
pub(crate) struct HeadlessEditor {
    pub(crate) document: Document,
    pub(crate) history: History,
    pub(crate) session: Session,
    shown: Shown,
    surface: Surface,
    contact: Contact,
    motion: Motion,
    asymmetry: Asymmetry,
    heats: PoseHeats,
    judgment: Judgment,
    skin_over_time: SkinOverTime,
    key_reduction: KeyReduction,
    paint_engine: PaintEngine,
    checker: Checker,
    loading: Loading,
    jobs: WeightJobs,
    transfer_preview: TransferPreview,
    skeleton_reading: SkeletonReading,
    saver: Saver,
    weight_files: WeightFiles,
    exports: Exports,
    version_files: VersionFiles,
    poses: Option<PresetIndex>,
    spawner: Spawner,
    /// Where files are written; none writes no files.
    folder: Option<PathBuf>,
    began: Instant,
    /// Seconds of the editor's clock: the wall's, or frames.
    now: f64,
    in_line: bool,
    changed_since: Option<f64>,
}

/// Seconds from a change until it is kept for recovery, where the time is the wall's.
pub(crate) const AUTOSAVE: f64 = 0.4;

impl HeadlessEditor {
    /// Work in the background is done at once, on the caller's thread: a run repeats itself.
    pub(crate) fn in_line(folder: &Path) -> Self {
        let threads = Threads::new(|_, body| {
            body();
            Ok(())
        });
        let spawner = Spawner::new(threads, Waker::default());
        Self::new(Some(folder.to_owned()), spawner, true)
    }

    /// Work in the background is done by threads, and the clock is the wall's.
    pub(crate) fn with_threads(folder: &Path) -> Self {
        Self::new(Some(folder.to_owned()), Spawner::default(), false)
    }

    /// Writes no files.
    pub(crate) fn without_files() -> Self {
        Self::new(None, Spawner::default(), true)
    }

    fn new(folder: Option<PathBuf>, spawner: Spawner, in_line: bool) -> Self {
        Self {
            document: Document::empty(),
            history: History::default(),
            session: Session {
                settings_folder: folder.clone(),
                ..Session::default()
            },
            shown: Shown::with_spawner(spawner.clone()),
            surface: Surface::default(),
            contact: Contact::default(),
            motion: Motion::default(),
            asymmetry: Asymmetry::default(),
            heats: PoseHeats::default(),
            judgment: Judgment::default(),
            skin_over_time: SkinOverTime::default(),
            key_reduction: KeyReduction::default(),
            paint_engine: PaintEngine::default(),
            checker: Checker::default(),
            loading: Loading::new(Loader::default()),
            jobs: WeightJobs::default(),
            transfer_preview: TransferPreview::default(),
            skeleton_reading: SkeletonReading::default(),
            saver: Saver::default(),
            weight_files: WeightFiles::default(),
            exports: Exports::default(),
            version_files: VersionFiles::default(),
            poses: None,
            spawner,
            folder,
            began: Instant::now(),
            now: 0.0,
            in_line,
            changed_since: None,
        }
    }

    /// Opens a file or a built-in character, and waits for it.
    ///
    /// # Errors
    ///
    /// Why it was not opened.
    pub(crate) fn open(&mut self, file: &str) -> Result<(), String> {
        let character = session::files::load::load(file).map_err(|error| error.to_string())?;
        self.send(Outcome::Opened {
            file: file.to_owned(),
            character: Box::new(character),
        });
        Ok(())
    }

    /// Opens a project or work kept for recovery, and waits for it.
    ///
    /// # Errors
    ///
    /// Why it was not opened.
    pub(crate) fn open_project(&mut self, file: &Path, recovery: bool) -> Result<(), String> {
        self.load(OpenRequest {
            file: file.to_string_lossy().into_owned(),
            recovery,
            ..OpenRequest::default()
        });
        let before = self.session.opened;
        while self.loading.opening().is_some() {
            std::thread::sleep(std::time::Duration::from_millis(2));
            if let Some(command) = self.loading.receive(&self.spawner) {
                self.send(command);
            }
        }
        if self.session.opened == before {
            let said = self.session.notices.all().last();
            return Err(said.map_or_else(String::new, |notice| notice.text.clone()));
        }
        Ok(())
    }

    pub(crate) fn send(&mut self, command: impl Into<Command>) {
        apply(
            command,
            &mut self.document,
            &mut self.history,
            &mut self.session,
        );
    }

    /// Whether an action can be done now.
    pub(crate) fn allows(&self, action: Action) -> bool {
        action.why_not(&self.view()).is_none()
    }

    fn view(&self) -> View<'_> {
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
            judgment: &self.judgment,
            skin_over_time: &self.skin_over_time,
            key_reduction: &self.key_reduction,
            checker: &self.checker,
            paint_engine: &self.paint_engine,
            graphics: GraphicsFacts::default(),
            spawner: &self.spawner,
            skinned_by: &SkinnedBy::Nothing,
            opening: self.loading.opening(),
            working: self.jobs.working(),
        }
    }

    /// Reads poses from a folder, and writes them there from now on.
    pub(crate) fn open_poses(&mut self, folder: &Path) {
        self.poses = Some(PresetIndex::new(folder.to_owned()));
        let opened = LibraryIntent::Opened(Some(folder.to_owned()));
        self.send(Intent::Library(opened));
        self.scan_poses();
    }

    fn scan_poses(&mut self) {
        let Some(index) = &mut self.poses else {
            return;
        };
        let _unread = index.scan(&BTreeSet::new(), &mut |_| true);
        let found = News::Found {
            folder: index.folder().to_owned(),
            standing: Standing::Read,
            entries: index.entries(),
        };
        self.send(Outcome::Library(LibraryOutcome::News(found)));
    }

    fn is_user_at_work(&self) -> bool {
        let session = &self.session;
        self.history.is_in_gesture()
            || session.operates()
            || session.limb.is_some()
            || session.painting.stroke.is_some()
    }

    /// What a window does once a frame.
    pub(crate) fn frame(&mut self) {
        self.now = if self.in_line {
            self.now + 0.1
        } else {
            self.began.elapsed().as_secs_f64()
        };
        self.session.notices.advance(0.1);
        let mut received: Vec<Command> = Vec::new();
        received.extend(self.loading.receive(&self.spawner));
        let is_at_work = self.is_user_at_work();
        let finished = self.jobs.receive(is_at_work, &self.spawner);
        received.extend(finished.map(|it| Outcome::WeightsDone(Box::new(it)).into()));
        received.extend(self.saver.receive(&self.spawner));
        received.extend(self.weight_files.receive(is_at_work, &self.spawner));
        received.extend(self.exports.receive(is_at_work, &self.spawner));
        received.extend(self.version_files.receive(is_at_work, &self.spawner));
        for command in received {
            self.send(command);
        }
        for request in std::mem::take(&mut self.session.requests) {
            self.fulfill(request);
        }
        self.follow();
        if !self.in_line {
            self.autosave();
        }
    }

    /// What follows the document.
    fn follow(&mut self) {
        if let Some(painted) = self.paint_engine.work(&self.document, &self.session) {
            self.send(Input::Brush(BrushEvent::Painted(Box::new(painted))));
        }
        let is_dragged = self.is_user_at_work();
        self.shown
            .refresh(&self.document, &self.session, is_dragged);
        self.paint_engine.want(0);
        let with = (&self.session, &self.shown);
        self.paint_engine
            .prepare(&self.document, with, &self.spawner);
        let with = (&self.session, &self.paint_engine);
        let commands = self
            .checker
            .follow(&self.document, with, is_dragged, &self.spawner);
        for command in commands {
            self.send(command);
        }
        let with = (self.loading.loader(), &self.spawner);
        let looked = self
            .transfer_preview
            .follow(&self.document, &self.session, with);
        if let Some(looked) = looked {
            self.send(Outcome::Transfer(TransferOutcome::Looked(Box::new(looked))));
        }
        let with = (self.loading.loader(), &self.spawner);
        if let Some(read) = self.skeleton_reading.follow(&self.session, with) {
            self.send(Outcome::SkeletonRead(read));
        }
        let (character, pointing) = (&self.document.character, &self.session.character.pointing);
        let with = (self.now, &self.spawner);
        for command in self.surface.follow(character, pointing, &self.shown, with) {
            self.send(command);
        }
    }

    fn fulfill(&mut self, request: Request) {
        match request {
            Request::Load(request) => self.load(request),
            Request::CancelLoading => drop(self.loading.cancel()),
            Request::Weights(request) => self.start_weights(request),
            Request::CancelWeights => self.jobs.cancel(),
            Request::ReviseMask(change) => self.revise_mask(change),
            Request::Watch => {
                let content = self.loading.content();
                self.send(Outcome::Project(ProjectOutcome::SourceRead(content)));
            }
            Request::Poses(job) => self.write_pose(job),
            Request::Dialog(wanted) => self.answer(wanted),
            Request::Save(order) => self.save(order),
            Request::WeightFile(job) => {
                let fault = self.weight_files.start(job, &self.spawner);
                fault.into_iter().for_each(|fault| self.send(fault));
            }
            Request::Version(job) => {
                let fault = self.version_files.start(job, &self.spawner);
                fault.into_iter().for_each(|fault| self.send(fault));
            }
            Request::Export(job) => {
                let fault = self.exports.start(job, &self.spawner);
                fault.into_iter().for_each(|fault| self.send(fault));
            }
            Request::Discard(file) => self.saver.remove(vec![file], &self.spawner),
            Request::PoseFolderDialog
            | Request::Bake(_)
            | Request::Share(_)
            | Request::Picture(_)
            | Request::AsymmetricSpots(_)
            | Request::WriteKeyMap
            | Request::SetOwnKey(..)
            | Request::ReadKeyMap
            | Request::CopyText(_)
            | Request::RestartGraphics
            | Request::Quit => {}
        }
    }

    fn revise_mask(&mut self, change: MaskChange) {
        let selection = &self.session.character.weights.vertices;
        match self.paint_engine.revised_mask(change, selection) {
            Ok(places) => {
                let chosen = WeightCommand::SelectVertices(places, Choose::Alone);
                self.send(Intent::Weights(chosen));
            }
            Err(why) => {
                let why = why.to_owned();
                self.send(Outcome::Notify(session::notices::Severity::Note, why));
            }
        }
    }

    fn load(&mut self, request: OpenRequest) {
        let _none = self.loading.cancel();
        if let Err(text) = self.loading.start(request, &self.spawner) {
            self.send(Outcome::Notify(session::notices::Severity::Error, text));
        }
    }

    /// The system's dialogs: a path in the work folder is chosen.
    fn answer(&mut self, wanted: DialogFor) {
        let Some(folder) = self.folder.clone() else {
            return;
        };
        let command: Intent = match wanted {
            DialogFor::Open | DialogFor::Source => return,
            DialogFor::Save => Intent::Project(ProjectIntent::SaveTo {
                file: folder.join("work.dualskin"),
                replaces: true,
            }),
            DialogFor::Weights(direction) => {
                let file = folder.join("weights.csv");
                if direction == Direction::Import && !file.exists() {
                    return;
                }
                Intent::WeightFile(WeightFileIntent::Chosen(direction, file))
            }
            DialogFor::Export => Intent::Export(ExportIntent::Chosen(folder.join("export.glb"))),
            DialogFor::Share => Intent::Share(ShareIntent::Chosen(folder.join("page.html"))),
            DialogFor::Picture => {
                Intent::Picture(PictureIntent::Chosen(folder.join("picture.png")))
            }
            DialogFor::Transfer => {
                Intent::Transfer(TransferIntent::Chosen(folder.join("export.glb")))
            }
            DialogFor::Skeleton => Intent::Joints(JointIntent::Source(SourceIntent::Chosen(
                folder.join("export.glb"),
            ))),
            DialogFor::Version => {
                let chosen = VersionFileIntent::Chosen(folder.join("export.glb"));
                Intent::Compare(CompareIntent::VersionFile(chosen))
            }
        };
        self.send(command);
    }

    fn save(&mut self, order: SaveOrder) {
        let SaveOrder {
            file,
            expected,
            whoever,
        } = order;
        let project = &self.session.project;
        let is_own = project.file.as_ref() == Some(&file);
        let expected = match expected {
            Expected::AsKnown => Some(project.on_disk),
            Expected::Nothing => Some(OnDisk::Nothing),
            Expected::Anything => None,
        };
        let save = Save {
            is_claimed: is_own && project.claim.is_some(),
            file,
            expected,
            whoever,
            capture: capture(&self.document, &self.session),
            document: self.document.clone(),
            beside: self.session.character.beside(),
            access: Access::ANY,
            time: self.now,
        };
        self.saver.save(save, &self.spawner);
    }

    fn write_pose(&mut self, job: LibraryJob) {
        let outcome = job.carry_out();
        let news = News::Written { job, outcome };
        self.send(Outcome::Library(LibraryOutcome::News(news)));
        self.scan_poses();
    }

    fn start_weights(&mut self, request: WeightRequest) {
        let started = self.weight_work(request).and_then(|(title, work)| {
            let locked = &self.session.character.weights.locked;
            let began = (title, &self.document, locked);
            self.jobs.start(began, work, &self.spawner)
        });
        if let Err(text) = started {
            self.session.character.weights.folding = None;
            self.send(Outcome::Notify(session::notices::Severity::Note, text));
        }
    }

    fn weight_work(&self, request: WeightRequest) -> Result<(String, Box<Work>), String> {
        let (document, session) = (&self.document, &self.session);
        let task = match request {
            WeightRequest::Whole(whole) => {
                if session.paints_mask() {
                    let seen = document.with_mask_as_map().character;
                    let task = self.paint_engine.whole_numbers(whole, &seen, session)?;
                    let run: Box<Run> = Box::new(move |go_on| task.run(go_on));
                    let name = whole.name("torture");
                    return Ok((name.clone(), mask_work(run, document.clone(), name)));
                }
                let run: Box<Run> = if session.paints_numbers() {
                    let character = &document.character;
                    let task = self.paint_engine.whole_numbers(whole, character, session)?;
                    Box::new(move |go_on| task.run(go_on))
                } else {
                    let task = self.paint_engine.whole(whole, document, session)?;
                    Box::new(move |go_on| task.run(go_on))
                };
                let name = whole.name("torture");
                return Ok((name.clone(), whole_work(run, document.clone(), name)));
            }
            WeightRequest::Transfer(order) => {
                let task = TransferTask::new(order, document, session);
                return Ok((TransferTask::TITLE.to_owned(), task.work()));
            }
            WeightRequest::Fit(choice) => {
                let task = FitTask::new(choice, document, session);
                return Ok((FitTask::TITLE.to_owned(), task.work()));
            }
            WeightRequest::Pull(choice) => {
                let task = PullTask::new(choice, document, session);
                return Ok((PullTask::TITLE.to_owned(), task.work()));
            }
            WeightRequest::Bulge(request) => {
                let task = BulgeTask::new(request, document, session)?;
                return Ok((BulgeTask::TITLE.to_owned(), task.work()));
            }
            WeightRequest::Remedy(order) => return remedy_work(&order, document, session),
            WeightRequest::Layers(order) => {
                let name = order.name.clone();
                return Ok((name, layer_work(order, document.clone())));
            }
            WeightRequest::Automatic(request) => AutomaticTask::new(request, document, session)?,
            WeightRequest::Bind(request) => {
                let requests = (request, session.rigging.automatic);
                AutomaticTask::binding(requests, document, session)?
            }
        };
        Ok((task.title(), task.work()))
    }

    /// Keeps unsaved work for recovery, as the window does, but sooner.
    fn autosave(&mut self) {
        let Some(folder) = self.folder.clone() else {
            return;
        };
        if !self.session.has_changes(&self.document) {
            self.changed_since = None;
            let recovered_from = self.session.project.recovered_from.clone();
            if self.saver.keeps() || recovered_from.is_some() {
                self.saver.forget_kept(&self.spawner);
                self.saver
                    .remove(recovered_from.into_iter().collect(), &self.spawner);
                self.send(Outcome::Project(ProjectOutcome::NothingKept));
            }
            return;
        }
        let project = &self.session.project;
        let beside = self.session.character.beside();
        let is_kept = |kept: &Document| {
            kept.is_same_work(&self.document) && project.autosaved_beside == beside
        };
        if project.autosaved.as_ref().is_some_and(is_kept) {
            self.changed_since = None;
            return;
        }
        let wait = if project.recovered_from.is_some() {
            0.0
        } else {
            AUTOSAVE
        };
        let since = *self.changed_since.get_or_insert(self.now);
        if self.now >= since + wait && !self.saver.is_busy() && !self.is_user_at_work() {
            self.changed_since = Some(self.now);
            let keep = self.what_to_keep(folder.join("recovery"));
            self.saver.keep(keep, &self.spawner);
        }
    }

    fn what_to_keep(&self, folder: PathBuf) -> Keep {
        let session = &self.session;
        let name = session.project_name(&self.document);
        let file = session.project.file.as_ref();
        Keep {
            folder,
            capture: capture(&self.document, session),
            name,
            file: file.map(|file| file.to_string_lossy().into_owned()),
            on_disk: match session.project.on_disk {
                OnDisk::Nothing => None,
                OnDisk::Content(hash) => Some(hash),
            },
            document: self.document.clone(),
            beside: self.session.character.beside(),
            replaces: session.project.recovered_from.clone(),
            picture: None,
            time: self.now,
        }
    }
}
