//! Session state: what is neither saved with the document nor undone, such as camera, panes, selection, playback and
//! open windows. One part belongs to one character and is replaced with it.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use scene::facts::Facts;
use scene::surface_cache::SurfaceCache;
use scene::vertex_facts::VertexPlace;
use scene::view::bone_display::BoneDisplay;
use scene::view::camera::Camera;
use scene::view::joint_mark::BoneStyle;
use scene::view::shading::Shading;
use whole_file::Files;

use crate::commands::keymap::{KeyMap, Preset};
use crate::document::Document;
use crate::mode::Mode;
use crate::notices::Notices;
use crate::settings::Settings;
use crate::state::bake::baking::BakeFound;
use crate::state::clip_library::ClipLibrary;
use crate::state::clips::clip_tools::ClipTools;
use crate::state::comparing::Comparing;
use crate::state::file_dialogs::list::FileDialogs;
use crate::state::fitting::Fitting;
use crate::state::gizmo::operation::Operation;
use crate::state::gizmo::tool::{Space, Tool};
use crate::state::motion_in::dialog::MotionWork;
use crate::state::painting::brush_work::Painting;
use crate::state::playback::clock::Playback;
use crate::state::playback::motion::MotionShown;
use crate::state::pose_library::Library;
use crate::state::posing::limb::LimbDrag;
use crate::state::posing::pose_clipboard::PoseClipboard;
use crate::state::posing::pose_slider::PoseSlider;
use crate::state::projects::ProjectState;
use crate::state::props::model::PropModels;
use crate::state::reference::opened::ReferenceReads;
use crate::state::selection::HoveredIn;
use crate::state::skeleton::joint_work::JointWork;
use crate::state::skeleton::rest_drag::Ghost;
use crate::state::skeleton::skeleton_work::RestTools;
use crate::state::test_poses::strip::Strip;
use crate::state::timeline::clipboard::KeyClipboard;
use crate::state::transfer::transfer_work::TransferWork;
use crate::state::weight_operations::weight_request::Rigging;

mod character_session;
mod motion;
mod names;
mod painted;
mod requests;
mod switches;
mod windows;
mod work_aside;

pub use character_session::{CharacterSession, Tree, TypedAngles};
pub use requests::{DialogFor, ExpectedFile, FolderFor, Request, SaveOrder};
pub use switches::Switches;
pub use windows::Windows;
pub use work_aside::{Work, WorkAside, WorkSoFar};

/// What the camera was framed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CameraFraming {
    /// A character that was opened, with space for its clips.
    Opened,
    /// The character in its pose at that time.
    All,
}

/// State of the window that is neither saved with the document nor undone.
#[derive(Clone, Debug)]
pub struct Session {
    /// State that belongs to the open character.
    pub character: CharacterSession,
    /// State of the project: its file, and what is saved.
    pub project: ProjectState,
    /// Whether weights changed since facts were counted: they are not counted during a gesture.
    pub facts_are_old: bool,
    /// All primitives of the character as one surface; built when it is first asked for.
    pub surface: SurfaceCache,
    /// The camera that panes share, unless they have one of their own.
    pub camera: Camera,
    /// Looks of the panes, their layout and comparison.
    pub comparing: Comparing,
    /// Shading of surfaces, the same in all panes.
    pub shading: Shading,
    /// Shading of before Weights mode; none in other modes.
    pub shading_before_weights: Option<Shading>,
    /// How bones are drawn, the same in all panes.
    pub bones: BoneDisplay,
    /// How many members the crowd has; none before the user has chosen, when the device decides.
    pub crowd: Option<u16>,
    /// Mode of the window.
    pub mode: Mode,
    /// The tool of the viewport, whose gizmo is shown.
    pub tool: Tool,
    /// The tool of Skeleton mode and its switches.
    pub rest_tools: RestTools,
    /// Axes that tools work along.
    pub space: Space,
    /// The test pose applied last, and the amount.
    pub strip: Strip,
    /// The running transform tool, if any.
    pub operation: Option<Operation>,
    /// The running pose slider, if any.
    pub slider: Option<PoseSlider>,
    /// Whether posing a joint poses its partner on the other side too.
    pub mirror_posing: bool,
    /// The key map in use.
    pub keymap: Arc<KeyMap>,
    /// Dialogs for files that are written or read, with their jobs.
    pub file_dialogs: FileDialogs,
    /// What was baked last, while its dialog is open.
    pub baked: Option<BakeFound>,
    /// The brush stroke in progress, and adjustments of the brush.
    pub painting: Painting,
    /// Dialogs about joints, and the choices made in them.
    pub joints: JointWork,
    /// Choices for automatic weights and binding.
    pub rigging: Rigging,
    /// Choices for the transfer of weights from another mesh.
    pub transfer: TransferWork,
    /// Motion that is brought in from another file.
    pub motion_in: MotionWork,
    /// The dialog about the clip that is shown, and its choices.
    pub clip_tools: ClipTools,
    /// The copied pose, and the amount that is pasted.
    pub pose_clipboard: PoseClipboard,
    /// The keys copied last in this window; empty before that.
    pub key_clipboard: KeyClipboard,
    /// The limb drag in progress, if any.
    pub limb: Option<LimbDrag>,
    /// Where the hovered joint was reported from; none if no joint is hovered.
    pub hovered_in: Option<HoveredIn>,
    /// Clip, time and speed of playback.
    pub playback: Playback,
    /// What panes show of other times than the current one.
    pub motion: MotionShown,
    /// Switches of the view menu.
    pub switches: Switches,
    /// Windows over the panes.
    pub windows: Windows,
    /// Errors, warnings and notes.
    pub notices: Notices,
    /// Whether it was told that channels get a first key at the beginning of their clip.
    pub first_key_told: bool,
    /// Settings of the user, kept between sessions.
    pub settings: Settings,
    /// Folder of the settings; none if they are not kept.
    pub settings_folder: Option<PathBuf>,
    /// Recent files that do not exist any more.
    pub missing: BTreeSet<String>,
    /// State of the pose library.
    pub library: Library,
    /// State of the clip library.
    pub clip_library: ClipLibrary,
    /// Number of the character that is shown, among all that were: 0 for none.
    pub opened: u64,
    /// The largest of these numbers so far; the next character gets the next one.
    pub last_opened: u64,
    /// The user's work while a figure is shown in its place.
    pub work_aside: Option<Box<WorkAside>>,
    /// Whether the camera still has to frame the character.
    pub frame_all: bool,
    /// What was framed last, and the resulting camera.
    pub framed: Option<(CameraFraming, Camera)>,
    /// Width over height of a pane.
    pub pane_aspect: f32,
    /// Sounds and pictures to work from that were opened: what is opened again is read again.
    pub reference_reads: ReferenceReads,
    /// What the files of props show, as they were read.
    pub props: PropModels,
    /// The files that commands look at, and what follows them in the background.
    pub files: Files,
    /// Work for the application, in order.
    pub requests: Vec<Request>,
}

impl Default for Session {
    fn default() -> Self {
        Self {
            character: CharacterSession::default(),
            project: ProjectState::default(),
            facts_are_old: false,
            surface: SurfaceCache::default(),
            camera: Camera::default(),
            comparing: Comparing::default(),
            shading: Shading::default(),
            shading_before_weights: None,
            bones: BoneDisplay::default(),
            crowd: None,
            mode: Mode::default(),
            tool: Tool::default(),
            rest_tools: RestTools::default(),
            space: Space::default(),
            strip: Strip::default(),
            operation: None,
            slider: None,
            mirror_posing: false,
            keymap: Preset::default().keymap(),
            file_dialogs: FileDialogs::default(),
            baked: None,
            painting: Painting::default(),
            joints: JointWork::default(),
            rigging: Rigging::default(),
            transfer: TransferWork::default(),
            motion_in: MotionWork::default(),
            clip_tools: ClipTools::default(),
            pose_clipboard: PoseClipboard::default(),
            key_clipboard: KeyClipboard::default(),
            limb: None,
            hovered_in: None,
            playback: Playback::default(),
            motion: MotionShown::default(),
            switches: Switches::default(),
            windows: Windows::default(),
            notices: Notices::default(),
            first_key_told: false,
            settings: Settings::default(),
            settings_folder: None,
            missing: BTreeSet::new(),
            library: Library::default(),
            clip_library: ClipLibrary::default(),
            opened: 0,
            last_opened: 0,
            work_aside: None,
            frame_all: true,
            framed: None,
            pane_aspect: 1.0,
            reference_reads: ReferenceReads::default(),
            props: PropModels::default(),
            files: Files::default(),
            requests: Vec::new(),
        }
    }
}

impl Session {
    /// Changes to another character: the state of the one before and the dialogs about it are dropped. Choices of view
    /// and playback are kept.
    pub(crate) fn change_character(&mut self, file: String, facts: Facts) {
        self.character = CharacterSession {
            file,
            facts,
            ..CharacterSession::default()
        };
        self.comparing.visited = None;
        self.comparing.stop_looking_through();
        self.comparing.show_current_weights();
        self.library.applied = None;
        self.switches.rest = false;
        self.playback = self.playback.of_another_character();
        // The donor was a joint of the character before.
        self.settings.brush.forget_donor();
        (self.rigging.dialog, self.rigging.drag) = (None, None);
        self.joints.dialog = None;
        self.clip_tools.dialog = None;
        self.transfer.close();
        self.motion_in.dialog = None;
        self.file_dialogs.change_character();
        self.baked = None;
        self.count_character();
        self.frame_all = true;
    }

    /// Gives the character that is shown a number that none had before: all that is kept by it is made anew.
    pub(crate) const fn count_character(&mut self) {
        self.last_opened += 1;
        self.opened = self.last_opened;
    }

    /// The gizmo of the mode.
    #[must_use]
    pub const fn tool_in_use(&self) -> Tool {
        match self.mode {
            Mode::Skeleton => self.rest_tools.tool,
            Mode::Weights | Mode::Pose | Mode::Animate => self.tool,
        }
    }

    /// Whether a tool poses at this moment: what it makes of the pose is the document's, also over a clip.
    #[must_use]
    pub fn is_posing(&self) -> bool {
        let operates = (self.operation.as_ref()).is_some_and(|operation| operation.rest.is_none());
        operates || self.slider.is_some() || self.limb.as_ref().is_some_and(LimbDrag::is_at_work)
    }

    /// The bones to show while rest frames are dragged.
    #[must_use]
    pub fn ghost(&self) -> Option<&Ghost> {
        self.operation.as_ref()?.rest.as_ref()?.ghost.as_ref()
    }

    /// Has the surface under the pointer looked for while it moves, where a joint is placed by it.
    pub(crate) fn follow_closely(&mut self) {
        let operation = self.operation.as_ref();
        let is_placed = operation.is_some_and(Operation::centers);
        self.character.pointing.is_close = is_placed || self.character.skeleton.placing;
    }

    /// Whether bones are drawn; in Skeleton mode they always are.
    #[must_use]
    pub fn shows_bones(&self) -> bool {
        self.switches.bones || self.mode == Mode::Skeleton
    }

    /// Whether the worst spots are those of asymmetric weights: while surfaces show these.
    #[must_use]
    pub fn visits_asymmetry(&self) -> bool {
        self.shading == Shading::Asymmetry && !self.switches.heatmap
    }

    /// The camera of a pane.
    #[must_use]
    pub fn camera_of(&self, pane: usize) -> Camera {
        self.comparing.own_camera(pane).unwrap_or(self.camera)
    }

    /// The camera of the active pane, which keys and menus move.
    #[must_use]
    pub fn active_camera(&self) -> Camera {
        self.camera_of(self.comparing.active)
    }

    /// Moves the camera of a pane: its own, or the one that panes share.
    pub(crate) fn set_camera_of(&mut self, pane: usize, camera: Camera) {
        // Who moves it looks around by himself from there on.
        self.comparing.through.take_if(|own| own.pane == pane);
        let has_own = self.comparing.own_camera(pane).is_some();
        match self.comparing.own_cameras.get_mut(pane) {
            Some(own) if has_own => *own = Some(camera),
            _ => self.camera = camera,
        }
    }

    /// Moves the camera of the active pane.
    pub(crate) fn set_active_camera(&mut self, camera: Camera) {
        self.set_camera_of(self.comparing.active, camera);
    }

    /// How bones are drawn: in Weights mode always as sticks, which leave the colors of the surface in sight.
    #[must_use]
    pub fn bone_display(&self) -> BoneDisplay {
        let style = if self.mode == Mode::Weights {
            BoneStyle::Stick
        } else {
            self.bones.style
        };
        BoneDisplay {
            style,
            ..self.bones
        }
    }

    /// Whether bones are drawn in front of surfaces; in Skeleton mode they always are.
    #[must_use]
    pub fn bones_in_front(&self) -> bool {
        self.bones.in_front || self.mode == Mode::Skeleton
    }

    /// The switch of the mode for the readout of the vertex under the pointer.
    #[must_use]
    pub const fn probe(&self) -> bool {
        match self.mode {
            Mode::Weights => self.switches.probe,
            _ => self.switches.probe_in_pose,
        }
    }

    /// Whether the readout of the vertex under the pointer is shown: while a clip plays it would only flicker.
    #[must_use]
    pub const fn shows_probe(&self) -> bool {
        self.probe() && !self.playback.playing
    }

    /// The ready skeleton that is being fitted, in the mode where its markers are shown.
    #[must_use]
    pub fn fitting(&self) -> Option<&Fitting> {
        let fitting = self.character.fitting.as_deref();
        fitting.filter(|_| self.mode == Mode::Skeleton)
    }

    /// Whether clicks and drags in panes select vertices.
    #[must_use]
    pub fn selects_vertices(&self) -> bool {
        self.mode == Mode::Weights && self.character.weights.selecting
    }

    /// Whether the next joint that is clicked becomes the one that the brush takes weight from.
    #[must_use]
    pub fn picks_donor(&self) -> bool {
        self.mode == Mode::Weights && self.character.weights.picks_donor && !self.paints_numbers()
    }

    /// The vertex selected last, else the pinned one.
    #[must_use]
    pub fn vertex_at_work(&self) -> Option<VertexPlace> {
        self.character
            .weights
            .vertices
            .active()
            .or(self.character.pointing.pinned)
    }

    /// Whether the user's work has unsaved changes; what is done to a figure in its place is none.
    #[must_use]
    pub fn has_changes(&self, document: &Document) -> bool {
        let Work { document, session } = self.work(document);
        let beside = session.character.beside();
        let is_dirty = self.project.is_dirty(document) || beside != self.project.saved_beside;
        session.opened > 0 && is_dirty
    }

    /// Whether a transform tool, a pose slider or keys of a clip follow the pointer and take the keyboard.
    #[must_use]
    pub const fn operates(&self) -> bool {
        self.operation.is_some() || self.slider.is_some() || self.character.sheet.is_free_drag()
    }

    /// Whether a dialog or a tool takes the keyboard, so that shortcuts do not run.
    #[must_use]
    pub const fn takes_keys(&self) -> bool {
        let windows = &self.windows;
        windows.palette.is_some()
            || windows.choosing_key.is_some()
            || windows.key_menu
            || windows.path.is_some()
            || windows.save_path.is_some()
            || self.project.asked.is_some()
            || self.operates()
            || self.painting.adjusting.is_some()
            || self.library.dialog.is_some()
            || self.rigging.dialog.is_some()
            || self.joints.dialog.is_some()
            || self.clip_tools.dialog.is_some()
            || self.transfer.dialog.is_some()
            || self.motion_in.dialog.is_some()
            || self.file_dialogs.is_any_seen()
            || self.character.reducing.is_some()
    }
}

/// The most members of a crowd.
pub const MOST_CROWD: u16 = 10_000;
