//! Everything the window can ask for.
//!
//! Panels read and send [`Command`]s into a [`Sink`]; `apply.rs` alone carries them out. What the user asks for is an
//! [`Intent`]; what has none but fixed arguments is an [`Action`], and stands in one table that menus, shortcuts and the palette share.

use character::{Character, SkeletonEdit, WeightEdit};
use glam::Vec2;
use rig::{JointIndex, Rigid, ScaleInheritance};

pub use crate::commands::actions::{Action, ActionInfo, Menu, actions};
use crate::commands::compare_command::CompareIntent;
pub use crate::commands::external_state::ExternalState;
use crate::commands::pose_command::PoseIntent;
use crate::commands::project_command::{ProjectIntent, ProjectOutcome};
use crate::commands::weight_command::WeightCommand;
use crate::files::export_work::{ExportIntent, ExportOutcome};
use crate::files::pose_library::{LibraryIntent, LibraryOutcome};
use crate::files::settings::Change;
use crate::files::strip::StripEvent;
use crate::files::weight_file_work::{WeightFileIntent, WeightFileOutcome};
use crate::notices::Severity;
use crate::tools::brush_work::BrushEvent;
use crate::tools::limb::LimbEvent;
use crate::tools::operation;
use crate::tools::pointing::{Aim, Pick, Pointed};
use crate::tools::selection::{Boxing, Choose, HoveredIn};
use crate::tools::skeleton_work::{Renaming, RestChoice};
use crate::weighting::problem_list::{ProblemIntent, ProblemOutcome};
use crate::weighting::transfer_work::{TransferIntent, TransferOutcome};
use crate::weighting::weight_request::{Finished, RigCommand};
use scene::vertex_facts::VertexPlace;

/// One of the four channels of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Channel {
    /// Turns about X first, then Y, then Z; shown in degrees.
    Rotation,
    /// In the joint's rest frame, metres.
    Translation,
    /// Factors along the joint's axes.
    Scale,
    /// Off-diagonal elements of the symmetric stretch.
    Shear,
}

impl Channel {
    /// All channels in the inspector's order.
    pub const ALL: [Self; 4] = [Self::Rotation, Self::Translation, Self::Scale, Self::Shear];

    /// Its name in the inspector.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rotation => "Rotation",
            Self::Translation => "Translation",
            Self::Scale => "Scale",
            Self::Shear => "Shear",
        }
    }

    /// What a step on it is called in the history.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Rotation => "Rotate",
            Self::Translation => "Move",
            Self::Scale => "Scale",
            Self::Shear => "Shear",
        }
    }

    /// The names of its three numbers.
    #[must_use]
    pub const fn axes(self) -> [&'static str; 3] {
        match self {
            Self::Shear => ["XY", "YZ", "ZX"],
            Self::Rotation | Self::Translation | Self::Scale => ["X", "Y", "Z"],
        }
    }
}

/// One number of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The joint.
    pub joint: JointIndex,
    /// The channel.
    pub channel: Channel,
    /// 0, 1 or 2.
    pub axis: usize,
}

/// What one drag changes: as long as it is the same, its changes are one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gesture {
    /// A number of a joint.
    Field(Field),
    /// The weight of a morph target, by its place in the pose's weights.
    Morph(usize),
    /// How much of a pose of the library is put on.
    PoseAmount,
    /// The amount of a test pose.
    TestPose,
    /// A tool that poses: its drags are told apart by a number of their own.
    Tool(u64),
    /// A stroke of a brush, or another drag that changes weights: told apart by a number of their own.
    Weights(u64),
}

/// A movement of the camera that all panes share; pixels count from the pane's upper left corner, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CameraMove {
    /// Around the target.
    Orbit {
        /// The pointer's way in pixels.
        drag: Vec2,
        /// The pane's height in pixels.
        height: f32,
    },
    /// The target's plane with the pointer.
    Pan {
        /// The pointer's way in pixels.
        drag: Vec2,
        /// The pane's height in pixels.
        height: f32,
    },
    /// Nearer or farther, keeping what is under the pointer.
    Zoom {
        /// Of the distance; below 1 comes nearer.
        factor: f32,
        /// The pointer.
        cursor: Vec2,
        /// The pane's size.
        viewport: Vec2,
    },
}

/// Something to carry out, by who has it said and what that does to a drag, a stroke or a tool at work.
///
/// An intent ends it, and what it has done stays; input leaves it be, or is what it lives on; of an outcome
/// [`Outcome::effect`] says which.
#[derive(Debug)]
pub enum Command {
    /// What the user asks for.
    Intent(Intent),
    /// Where the pointer is, what moves the camera, and what goes on in a gesture.
    Input(Input),
    /// What a worker, or the window itself, has found.
    Outcome(Outcome),
}

impl From<Intent> for Command {
    fn from(intent: Intent) -> Self {
        Self::Intent(intent)
    }
}

impl From<Input> for Command {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

impl From<Outcome> for Command {
    fn from(outcome: Outcome) -> Self {
        Self::Outcome(outcome)
    }
}

/// What the user asks for. It ends a gesture: what that has done stays.
#[derive(Debug)]
pub enum Intent {
    /// A row of the table.
    Run(Action),
    /// Begins to open a file or `builtin:NAME`.
    Open(String),
    /// Selects a joint, or none.
    Select(Option<JointIndex>),
    /// Selects several joints, or some more.
    SelectAll(Vec<JointIndex>, Choose),
    /// Selecting with a box: begins, goes on, or ends.
    Box(Option<Boxing>),
    /// A click on the surface: to be answered when the vertex there is known.
    Pick(Aim, Pick),
    /// Keeps a vertex in the inspector, or lets it go.
    PinVertex(Option<VertexPlace>),
    /// Brings a vertex to the middle of the panes.
    FrameVertex(VertexPlace),
    /// Leaves a joint out of the panes, or shows it; with all that is under it, or alone.
    SetHidden {
        /// The joint.
        joint: JointIndex,
        /// Whether it is left out.
        hidden: bool,
        /// Whether all under it are too.
        with_children: bool,
    },
    /// Asks something of weights.
    Weights(WeightCommand),
    /// Asks something about problems of weights.
    Problems(ProblemIntent),
    /// Asks something about files of weights.
    WeightFile(WeightFileIntent),
    /// Asks something about the export of the character.
    Export(ExportIntent),
    /// Folds or unfolds a joint's children in the tree.
    ToggleFold(JointIndex),
    /// Narrows the tree to names that hold these words.
    Search(String),
    /// Asks something of the pose.
    Pose(PoseIntent),
    /// Something done with the strip of test poses.
    TestPose(StripEvent),
    /// Types a joint's name, or stops.
    Rename(Option<Renaming>),
    /// Moves the rest of a joint to a frame in the model, as the choice for it says.
    SetRest(JointIndex, Rigid),
    /// What moving a joint's rest means.
    ChooseRest(RestChoice),
    /// Hangs joints on another, or makes them roots.
    Reparent(Vec<JointIndex>, Option<JointIndex>),
    /// Edits the skeleton, as one step.
    EditSkeleton(SkeletonEdit),
    /// Takes other weights, as one step; as long as a gesture lasts, all of it is one.
    EditWeights {
        /// What the step is called in the history.
        name: String,
        /// The stroke it belongs to, if more of the same may come.
        gesture: Option<Gesture>,
        /// New rows, primitive by primitive.
        edits: Vec<WeightEdit>,
    },
    /// Text from the system's clipboard: if it is a pose, it counts as copied.
    TakeText(String),
    /// Sets how much of a copied pose is pasted, 1 the whole.
    SetPasteAmount(f32),
    /// Something asked about automatic weights and binding.
    Rig(RigCommand),
    /// Asks something about weights of another mesh.
    Transfer(TransferIntent),
    /// Sets whom a joint's scale reaches.
    SetScaleInheritance(JointIndex, ScaleInheritance),
    /// Asks something about panes and how they are compared.
    Compare(CompareIntent),
    /// Shows a clip, or the user's own pose.
    ShowClip(Option<usize>),
    /// Moves to a time of the clip.
    Seek(f32),
    /// Sets the speed of playback.
    SetSpeed(f32),
    /// Sets what was typed into the palette; none closes it.
    Palette(Option<String>),
    /// Runs an action from the palette, which closes.
    RunFromPalette(Action),
    /// Sets what was typed into the search of the list of keys.
    SearchKeys(String),
    /// Sets what was typed into the path dialog; none closes it.
    PathDialog(Option<String>),
    /// Empties the list of notices.
    ClearNotices,
    /// Opens or closes a window.
    Toggle(Panel),
    /// Opens a window, if it is not open.
    Show(Panel),
    /// Asks something of the library of poses.
    Library(LibraryIntent),
    /// Puts the library of poses into another folder; empty is the usual one.
    SetPosesFolder(String),
    /// Sets what the user prefers.
    Set(Change),
    /// Asks something about projects.
    Project(ProjectIntent),
}

/// Pointer, camera, and what goes on in a gesture. It ends none.
#[derive(Debug)]
pub enum Input {
    /// Marks the joint under the pointer. That there is none counts only where there was one.
    Hover(Option<JointIndex>, HoveredIn),
    /// Says where the pointer is in a pane while no bone is under it.
    PointAt(Option<Aim>),
    /// Something that a tool at work hears.
    Tool(operation::Event),
    /// What a drag of a limb hears.
    Limb(LimbEvent),
    /// Something that the brush hears.
    Brush(BrushEvent),
    /// Ends a drag.
    EndGesture,
    /// Makes a pane the active one.
    ActivatePane(usize),
    /// Moves the camera of all panes.
    Camera(CameraMove),
    /// Closes a toast.
    Dismiss(u64),
}

/// What a worker, or the window itself, has found. It may come at any time.
#[derive(Debug)]
pub enum Outcome {
    /// A character has been read: shows it in place of the one before.
    Opened {
        /// What it was opened as.
        file: String,
        /// The character.
        character: Box<Character>,
    },
    /// The file shown has been read again: shows it as it is now, with all that was done to it.
    Reloaded(Box<Character>),
    /// Offers to reload the file that is shown, or stops to.
    OfferReload(bool),
    /// Tells the user something.
    Notify(Severity, String),
    /// Tells the user something that needs doing: it stands until it is closed.
    NotifyLasting(Severity, String),
    /// The joint that moves the place of a click most, which answers it.
    PickJoint(Option<JointIndex>, Choose),
    /// The vertex under the pointer.
    Pointed(Option<Pointed>),
    /// Puts a joint into the middle of the volume that was found, if any was.
    PlaceJoint(Option<Pointed>),
    /// A job on all weights has come to its end.
    WeightsDone(Box<Finished>),
    /// Brings a character that was just opened into all panes.
    FrameOpened,
    /// The panes have another form: frames again what was framed last, unless the camera has been moved since.
    FrameAgain,
    /// Takes note of what was found outside.
    External(ExternalState),
    /// Something became of problems of weights.
    Problems(ProblemOutcome),
    /// Something became of files of weights.
    WeightFile(WeightFileOutcome),
    /// The character was written, or not.
    Export(ExportOutcome),
    /// Something was found out about weights of another mesh.
    Transfer(TransferOutcome),
    /// Something became of the library of poses.
    Library(LibraryOutcome),
    /// Something became of a project.
    Project(ProjectOutcome),
}

/// What an outcome does to a drag, a stroke or a tool at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// It goes on.
    Leaves,
    /// It ends, and what it has done stays: the outcome changes the document or what is selected.
    Ends,
    /// It ends, and what it has done is taken back: its character is replaced.
    TakesBack,
}

impl Outcome {
    /// What it does to a gesture.
    #[must_use]
    pub const fn effect(&self) -> Effect {
        match self {
            Self::Opened { .. } | Self::Reloaded(_) | Self::Project(ProjectOutcome::Opened(_)) => {
                Effect::TakesBack
            }
            Self::PickJoint(..)
            | Self::PlaceJoint(_)
            | Self::WeightsDone(_)
            | Self::Problems(ProblemOutcome::Fixed(_))
            | Self::WeightFile(WeightFileOutcome::Read(_))
            | Self::Project(ProjectOutcome::NoSource { .. }) => Effect::Ends,
            Self::OfferReload(_)
            | Self::Notify(..)
            | Self::NotifyLasting(..)
            | Self::Pointed(_)
            | Self::FrameOpened
            | Self::FrameAgain
            | Self::External(_)
            | Self::Problems(
                ProblemOutcome::Found(_) | ProblemOutcome::GiveUpFix(_) | ProblemOutcome::Seen(..),
            )
            | Self::WeightFile(WeightFileOutcome::Wrote(_))
            | Self::Export(ExportOutcome::Done(_))
            | Self::Transfer(TransferOutcome::Looked(_))
            | Self::Library(LibraryOutcome::News(_))
            | Self::Project(
                ProjectOutcome::SourceRead(_)
                | ProjectOutcome::Saved(_)
                | ProjectOutcome::InTheWay(..)
                | ProjectOutcome::NotSaved(_)
                | ProjectOutcome::Kept(..)
                | ProjectOutcome::NothingKept
                | ProjectOutcome::LetGo
                | ProjectOutcome::Left(_),
            ) => Effect::Leaves,
        }
    }
}

impl Intent {
    /// Hands over every joint that it names: one that the skeleton lacks makes it stale.
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        match self {
            Self::Select(joint) => joint.iter().for_each(name),
            Self::SelectAll(joints, _) => joints.iter().for_each(name),
            Self::Reparent(joints, parent) => joints.iter().chain(parent).for_each(name),
            Self::Rename(renaming) => renaming.iter().for_each(|it| name(&it.joint)),
            Self::SetHidden { joint, .. }
            | Self::ToggleFold(joint)
            | Self::SetRest(joint, _)
            | Self::SetScaleInheritance(joint, _) => name(joint),
            Self::Pose(intent) => intent.joint().into_iter().for_each(name),
            Self::Run(_)
            | Self::Open(_)
            | Self::Box(_)
            | Self::Pick(..)
            | Self::PinVertex(_)
            | Self::FrameVertex(_)
            | Self::Weights(_)
            | Self::Problems(_)
            | Self::WeightFile(_)
            | Self::Export(_)
            | Self::Search(_)
            | Self::TestPose(_)
            | Self::ChooseRest(_)
            | Self::EditSkeleton(_)
            | Self::EditWeights { .. }
            | Self::TakeText(_)
            | Self::SetPasteAmount(_)
            | Self::Rig(_)
            | Self::Transfer(_)
            | Self::Compare(_)
            | Self::ShowClip(_)
            | Self::Seek(_)
            | Self::SetSpeed(_)
            | Self::Palette(_)
            | Self::RunFromPalette(_)
            | Self::SearchKeys(_)
            | Self::PathDialog(_)
            | Self::ClearNotices
            | Self::Toggle(_)
            | Self::Show(_)
            | Self::Library(_)
            | Self::SetPosesFolder(_)
            | Self::Set(_)
            | Self::Project(_) => {}
        }
    }
}

impl Input {
    /// Hands over every joint that it names: one that the skeleton lacks makes it stale.
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        match self {
            Self::Hover(joint, _) => joint.iter().for_each(name),
            Self::Limb(LimbEvent::Take(joint, ..)) => name(joint),
            Self::Limb(LimbEvent::Follow(_) | LimbEvent::Release | LimbEvent::Cancel)
            | Self::PointAt(_)
            | Self::Tool(_)
            | Self::Brush(_)
            | Self::EndGesture
            | Self::ActivatePane(_)
            | Self::Camera(_)
            | Self::Dismiss(_) => {}
        }
    }
}

impl Outcome {
    /// Hands over every joint that it names: one that the skeleton lacks makes it stale.
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        match self {
            Self::PickJoint(joint, _) => joint.iter().for_each(name),
            Self::Opened { .. }
            | Self::Reloaded(_)
            | Self::OfferReload(_)
            | Self::Notify(..)
            | Self::NotifyLasting(..)
            | Self::Pointed(_)
            | Self::PlaceJoint(_)
            | Self::WeightsDone(_)
            | Self::FrameOpened
            | Self::FrameAgain
            | Self::External(_)
            | Self::Problems(_)
            | Self::WeightFile(_)
            | Self::Export(_)
            | Self::Transfer(_)
            | Self::Library(_)
            | Self::Project(_) => {}
        }
    }
}

/// A window over the panes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panel {
    /// The list of notices.
    Notices,
    /// Keyboard shortcuts.
    Shortcuts,
    /// About the program.
    About,
    /// What the user prefers.
    Preferences,
    /// How much of a copied pose is pasted.
    PasteAmount,
    /// What to begin with.
    Welcome,
}

/// Where panels put what is asked of them.
#[derive(Debug, Default)]
pub struct Sink {
    commands: Vec<Command>,
}

impl Sink {
    /// Asks for something.
    pub fn send(&mut self, command: impl Into<Command>) {
        self.commands.push(command.into());
    }

    /// Asks for a row of the table.
    pub fn run(&mut self, action: impl Into<Action>) {
        self.send(Intent::Run(action.into()));
    }

    /// The same, before a stroke that begins in this frame: the key came first.
    pub fn run_before_stroke(&mut self, action: Action) {
        let begins = |command: &Command| {
            matches!(command, Command::Input(Input::Brush(BrushEvent::Press(..))))
        };
        let place = self.commands.iter().position(begins);
        let place = place.unwrap_or(self.commands.len());
        self.commands.insert(place, Intent::Run(action).into());
    }

    /// What was asked for, in order.
    pub fn take(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    /// Whether nothing was asked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }
}
