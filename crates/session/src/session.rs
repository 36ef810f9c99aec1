//! What is never undone: camera, panes, selection, playback, and what windows are open.

use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use glam::{Quat, Vec3};
use rig::JointIndex;

use crate::commands::command::Panel;
use crate::commands::keymap::{KeyMap, Preset};
use crate::document::Document;
use crate::files::export::{ending_of, export_file_for};
use crate::files::export_work::{ExportJob, ExportWork};
use crate::files::pose_library::{Library, LibraryJob};
use crate::files::project::{ProjectState, project_name_for};
use crate::files::settings::Settings;
use crate::files::strip::Strip;
use crate::files::weight_file_work::{Direction, WeightFileJob, WeightFileWork};
use crate::jobs::loading::OpenRequest;
use crate::mode::Mode;
use crate::notices::Notices;
use crate::tools::brush_work::Painting;
use crate::tools::comparing::Comparing;
use crate::tools::limb::LimbDrag;
use crate::tools::operation::Operation;
use crate::tools::playback::Playback;
use crate::tools::pointing::Pointing;
use crate::tools::pose_clipboard::PoseClipboard;
use crate::tools::selection::{Boxing, FormerSelections, HoveredIn, Selection};
use crate::tools::skeleton_work::SkeletonWork;
use crate::tools::tool::{Space, Tool};
use crate::weighting::problem_list::ProblemWork;
use crate::weighting::transfer_work::TransferWork;
use crate::weighting::weight_request::{Rigging, WeightRequest};
use crate::weighting::weights_work::{PaintLayer, WeightsWork};
use scene::facts::Facts;
use scene::surface_cache::SurfaceCache;
use scene::vertex_facts::VertexPlace;
use scene::view::bone_display::BoneDisplay;
use scene::view::camera::Camera;
use scene::view::shading::Shading;

/// Switches of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in the view menu"
)]
pub struct Switches {
    /// The floor grid.
    pub grid: bool,
    /// The skeleton.
    pub bones: bool,
    /// Panes in colours of their difference from A.
    pub heatmap: bool,
    /// The rest pose, whatever the pose.
    pub rest: bool,
    /// Light windows.
    pub light: bool,
    /// Skinning on the graphics device, where it can.
    pub skin_on_device: bool,
    /// What moves the vertex under the pointer.
    pub probe: bool,
    /// Edges of triangles.
    pub wireframe: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            grid: true,
            bones: true,
            heatmap: false,
            rest: false,
            light: false,
            skin_on_device: true,
            probe: true,
            wireframe: false,
        }
    }
}

/// What the joint tree shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Words that a name must hold.
    pub search: String,
    /// Joints whose children are hidden.
    pub folded: HashSet<JointIndex>,
}

/// Windows over the panes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Windows {
    /// What was typed into the palette, while it is open.
    pub palette: Option<String>,
    /// What was typed into the path dialog, while it is open.
    pub path: Option<String>,
    /// What was typed as the path to save a project under, while that dialog is open.
    pub save_path: Option<String>,
    /// What was typed into the search of the list of keys.
    pub keys_search: String,
    /// The others that are open.
    pub open: Vec<Panel>,
}

/// The angles that were typed last, and the rotation that they gave.
///
/// A rotation has many triples of angles; showing the ones that were entered keeps fields from jumping while one is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TypedAngles {
    /// The joint.
    pub joint: JointIndex,
    /// Degrees.
    pub degrees: Vec3,
    /// What they amount to.
    pub rotation: Quat,
}

/// What a camera shows the whole of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framed {
    /// A character that was opened, with what its clips do.
    Opened,
    /// The character as it stood.
    All,
}

/// Something the application has to do that is no change of state.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Read a file on a worker thread.
    Load(OpenRequest),
    /// Give up what is being read.
    CancelLoading,
    /// Begin to do something to all weights on a worker thread.
    Weights(WeightRequest),
    /// Give up what is being done to all weights.
    CancelWeights,
    /// Watch the files of the character that was just read.
    Watch,
    /// Ask for the folder of the library of poses with the system's dialog.
    PoseFolderDialog,
    /// Write in the folder of the library of poses.
    Poses(LibraryJob),
    /// Ask for a file with the system's dialog.
    Dialog(DialogFor),
    /// Save the project on a worker thread.
    Save(SaveOrder),
    /// Write or read a file of weights on a worker thread.
    WeightFile(WeightFileJob),
    /// Write the character on a worker thread.
    Export(ExportJob),
    /// Delete work that was left for recovery.
    Discard(PathBuf),
    /// Write a file for the user's own keys, unless there is one.
    WriteKeyMap,
    /// Read the user's own keys again.
    ReadKeyMap,
    /// Put text on the system's clipboard.
    CopyText(String),
    /// Get another graphics device.
    RestartGraphics,
    /// Close the window.
    Quit,
}

/// What the system's dialog is to ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DialogFor {
    /// A file to open.
    Open,
    /// A name to save the project under.
    Save,
    /// The character of the project that is being opened.
    Source,
    /// A file of weights.
    Weights(Direction),
    /// A name to write the character under.
    Export,
    /// A file to take weights from.
    Transfer,
}

/// Where to save the project, and what may be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SaveOrder {
    /// Where.
    pub file: PathBuf,
    /// What may be replaced.
    pub expected: Expected,
    /// Whether another window may work on it.
    pub whoever: bool,
}

/// What may be replaced without asking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// What this window has read or written there.
    AsKnown,
    /// Nothing.
    Nothing,
    /// Whatever is there.
    Anything,
}

/// What belongs to one character: replaced as a whole when another is opened. Reading the same file again keeps it, and
/// points it to the joints of the same names.
#[derive(Clone, Debug, Default)]
pub struct CharacterSession {
    /// What was opened: a path, or `builtin:NAME`.
    pub file: String,
    /// Whether the file has changed on disk, and reloading it is offered.
    pub reload_offered: bool,
    /// Counts of the character.
    pub facts: Facts,
    /// What of editing the skeleton is no part of the document.
    pub skeleton: SkeletonWork,
    /// What of working at weights is no part of the document.
    pub weights: WeightsWork,
    /// What is wrong with the weights.
    pub problems: ProblemWork,
    /// The selected joints.
    pub selection: Selection,
    /// What was selected before.
    pub former: FormerSelections,
    /// The box that selects, while it is asked for or drawn.
    pub boxing: Option<Boxing>,
    /// The joint under the pointer.
    pub hovered: Option<JointIndex>,
    /// Joints that the panes leave out.
    pub hidden: HashSet<JointIndex>,
    /// The vertex under the pointer, and the one that is kept.
    pub pointing: Pointing,
    /// The joint tree.
    pub tree: Tree,
    /// The angles typed last.
    pub typed_angles: Option<TypedAngles>,
}

/// The state of the window.
#[derive(Clone, Debug)]
pub struct Session {
    /// What belongs to the character that is open.
    pub character: CharacterSession,
    /// The project: where it is saved, and what is.
    pub project: ProjectState,
    /// Whether weights have changed since it was counted: while a stroke lasts nobody counts.
    pub facts_are_old: bool,
    /// All primitives of the character as one surface.
    pub surface: SurfaceCache,
    /// The camera of all panes.
    pub camera: Camera,
    /// What the panes show, and how they are compared.
    pub comparing: Comparing,
    /// What surfaces show.
    pub shading: Shading,
    /// What they showed before weights mode, while that lasts.
    pub shading_before_weights: Option<Shading>,
    /// How the skeleton is drawn.
    pub bones: BoneDisplay,
    /// What one works at.
    pub mode: Mode,
    /// What a drag on the gizmo does.
    pub tool: Tool,
    /// Whose axes tools work along.
    pub space: Space,
    /// The test pose that was taken last, and how much of it.
    pub strip: Strip,
    /// The tool that is at work, if one is.
    pub operation: Option<Operation>,
    /// Which keys and drags do what.
    pub keymap: Arc<KeyMap>,
    /// Files of weights.
    pub weight_files: WeightFileWork,
    /// The export of the character.
    pub export: ExportWork,
    /// Strokes of the brush.
    pub painting: Painting,
    /// What is chosen for automatic weights and for binding.
    pub rigging: Rigging,
    /// What is chosen for taking weights from another mesh.
    pub transfer: TransferWork,
    /// The pose that was copied, and how much of it is pasted.
    pub pose_clipboard: PoseClipboard,
    /// The limb that is dragged.
    pub limb: Option<LimbDrag>,
    /// Where the pointer is while a joint is under it.
    pub hovered_in: Option<HoveredIn>,
    /// Clip, time and speed.
    pub playback: Playback,
    /// Switches of the view.
    pub switches: Switches,
    /// Windows over the panes.
    pub windows: Windows,
    /// Errors, warnings and notes.
    pub notices: Notices,
    /// What the user prefers; kept from one session to the next.
    pub settings: Settings,
    /// Where the settings are kept, if they are.
    pub settings_folder: Option<PathBuf>,
    /// Recent files that are no longer there.
    pub missing: BTreeSet<String>,
    /// The library of poses.
    pub library: Library,
    /// Counts up whenever another character is shown.
    pub opened: u64,
    /// Whether the camera has yet to find the character.
    pub frame_all: bool,
    /// What was framed last, and the camera that this gave.
    pub framed: Option<(Framed, Camera)>,
    /// Width / height of a pane.
    pub pane_aspect: f32,
    /// What the application has to do.
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
            mode: Mode::default(),
            tool: Tool::default(),
            space: Space::default(),
            strip: Strip::default(),
            operation: None,
            keymap: Preset::default().keymap(),
            weight_files: WeightFileWork::default(),
            export: ExportWork::default(),
            painting: Painting::default(),
            rigging: Rigging::default(),
            transfer: TransferWork::default(),
            pose_clipboard: PoseClipboard::default(),
            limb: None,
            hovered_in: None,
            playback: Playback::default(),
            switches: Switches::default(),
            windows: Windows::default(),
            notices: Notices::default(),
            settings: Settings::default(),
            settings_folder: None,
            missing: BTreeSet::new(),
            library: Library::default(),
            opened: 0,
            frame_all: true,
            framed: None,
            pane_aspect: 1.0,
            requests: Vec::new(),
        }
    }
}

impl Session {
    /// Shows another character: what belonged to the one before goes, and questions about it are closed. What the user has
    /// chosen for the way things are shown and played stays.
    pub(crate) fn change_character(&mut self, file: String, facts: Facts) {
        self.character = CharacterSession {
            file,
            facts,
            ..CharacterSession::default()
        };
        self.comparing.visited = None;
        self.library.applied = None;
        self.switches.rest = false;
        let Playback { looping, speed, .. } = self.playback;
        self.playback = Playback {
            looping,
            speed,
            ..Playback::default()
        };
        self.rigging.dialog = None;
        self.transfer.close();
        self.weight_files.close();
        self.export.work.close();
        self.export.last = None;
        self.opened += 1;
        self.frame_all = true;
    }

    /// Whether a window over the panes is open.
    #[must_use]
    pub fn is_open(&self, panel: Panel) -> bool {
        self.windows.open.contains(&panel)
    }

    /// Whether bones are drawn: where one works at them, they always are.
    #[must_use]
    pub fn shows_bones(&self) -> bool {
        self.switches.bones || self.mode == Mode::Skeleton
    }

    /// Whether bones are drawn in front of surfaces: where one works at them, they always are.
    #[must_use]
    pub fn bones_in_front(&self) -> bool {
        self.bones.in_front || self.mode == Mode::Skeleton
    }

    /// Whether clicks and drags in panes select vertices.
    #[must_use]
    pub fn selects_vertices(&self) -> bool {
        self.mode == Mode::Weights && self.character.weights.selecting
    }

    /// Whether the next joint that is clicked is the one that the brush takes weight from.
    #[must_use]
    pub fn picks_donor(&self) -> bool {
        self.mode == Mode::Weights && self.character.weights.picks_donor && !self.paints_blend()
    }

    /// Whether the brush paints the blend map, and surfaces that show weights show it instead.
    #[must_use]
    pub fn paints_blend(&self) -> bool {
        self.mode == Mode::Weights && self.character.weights.layer == PaintLayer::Blend
    }

    /// The vertex that was chosen last, else the pinned one.
    #[must_use]
    pub fn vertex_at_work(&self) -> Option<VertexPlace> {
        self.character
            .weights
            .vertices
            .active()
            .or(self.character.pointing.pinned)
    }

    /// Whether something was done to the document that is not saved.
    #[must_use]
    pub fn has_changes(&self, document: &Document) -> bool {
        self.opened > 0 && self.project.is_dirty(document)
    }

    /// What people call the project: its file's name, else the character's.
    #[must_use]
    pub fn project_name(&self, document: &Document) -> String {
        let name = self.project.file.as_ref().and_then(|file| file.file_name());
        name.map_or_else(
            || document.character.name.clone(),
            |name| name.to_string_lossy().into_owned(),
        )
    }

    /// The name to save the project under that is offered.
    #[must_use]
    pub fn suggested_name(&self) -> String {
        let file = self.project.file.clone();
        let file = file.unwrap_or_else(|| project_name_for(&self.character.file));
        file.to_string_lossy().into_owned()
    }

    /// The name to write the character under that is offered: that of the last time, if there was one.
    #[must_use]
    pub fn export_name(&self, document: &Document) -> PathBuf {
        self.export.last.clone().unwrap_or_else(|| {
            let project = self.project.file.as_deref();
            export_file_for(
                &self.character.file,
                project,
                ending_of(&document.character),
            )
        })
    }

    /// Whether something is open, or at work, that takes the keyboard for itself.
    #[must_use]
    pub const fn takes_keys(&self) -> bool {
        let windows = &self.windows;
        windows.palette.is_some()
            || windows.path.is_some()
            || windows.save_path.is_some()
            || self.project.asked.is_some()
            || self.operation.is_some()
            || self.painting.adjusting.is_some()
            || self.library.dialog.is_some()
            || self.rigging.dialog.is_some()
            || self.transfer.dialog.is_some()
            || self.weight_files.dialog.is_some()
            || self.export.work.dialog.is_some()
    }
}
