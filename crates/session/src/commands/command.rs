//! Commands: everything that changes document or session.
//!
//! Panels read the state and send [`Command`]s into a [`Sink`]; `features/` alone applies them. What the user asks for is
//! an [`Intent`]; one without free arguments is an [`Action`], a row of the table that menus, shortcuts and the palette
//! share.

use std::path::PathBuf;

use character::{Character, MeshSkinning, SkeletonEdit, WeightEdit};
use glam::Vec2;
use rig::{ClipId, JointIndex, Rigid, ScaleInheritance};
use scene::vertex_facts::VertexPlace;

use crate::commands::keymap::KeysIntent;
pub use crate::commands::panel::Panel;
use crate::document::gesture::Gesture;
use crate::notices::Severity;
use crate::settings::SettingChange;
use crate::settings::window_layout::Tile;
use crate::state::advice::{AdviceIntent, AdviceOutcome};
use crate::state::bake::dialog::BakeIntent;
use crate::state::clip_library::{ClipLibraryIntent, ClipLibraryOutcome};
use crate::state::clips::command::ClipIntent;
use crate::state::comparing::AsymmetricSpots;
use crate::state::comparing::command::CompareIntent;
use crate::state::correctives::command::CorrectiveIntent;
use crate::state::file_dialogs::dialog::FileDialogIntent;
use crate::state::file_dialogs::list::{FileDone, FileIntent, Listed};
use crate::state::fitting::{FitEvent, FitIntent};
use crate::state::gizmo::operation;
use crate::state::judging::{JudgingIntent, JudgingOutcome};
use crate::state::motion_in::dialog::{MotionIntent, MotionOutcome};
use crate::state::opening::reread::Reread;
use crate::state::painting::brush_work::BrushEvent;
use crate::state::playback::trail_drag::TrailEvent;
use crate::state::pose_library::{LibraryIntent, LibraryOutcome};
use crate::state::posing::command::PoseIntent;
use crate::state::posing::driven::DrivenIntent;
use crate::state::posing::limb::LimbEvent;
use crate::state::problems::problem_list::{ProblemIntent, ProblemOutcome};
use crate::state::projects::command::{ProjectIntent, ProjectOutcome};
use crate::state::props::command::{PropIntent, PropRead};
use crate::state::reference::command::ReferenceIntent;
use crate::state::selection::{Boxing, Choose, HoveredIn};
use crate::state::skeleton::joint_work::JointIntent;
use crate::state::skeleton::skeleton_source::SkeletonRead;
use crate::state::skeleton::skeleton_work::{Renaming, RestChoice};
use crate::state::test_poses::strip::StripEvent;
use crate::state::timeline::command::{SheetInput, SheetIntent};
use crate::state::timeline::euler_work::EulerDone;
use crate::state::transfer::transfer_work::{TransferIntent, TransferOutcome};
use crate::state::viewport::pointing::{Aim, Pick, Pointed};
use crate::state::volume::volume_list::{VolumeIntent, VolumeOutcome};
use crate::state::weight_operations::weight_request::{Finished, RigCommand};
use crate::state::weight_table::command::WeightCommand;

pub use crate::commands::actions::Action;
pub use crate::commands::external_state::ExternalState;

/// A movement of a pane's camera. Pixels count from the pane's upper left corner, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CameraMove {
    /// Turns the camera around its target.
    Orbit {
        /// Movement of the pointer in pixels.
        drag: Vec2,
        /// Height of the pane in pixels.
        height: f32,
    },
    /// Moves the camera so that the plane of its target follows the pointer.
    Pan {
        /// Movement of the pointer in pixels.
        drag: Vec2,
        /// Height of the pane in pixels.
        height: f32,
    },
    /// Moves the camera nearer or farther; what is under the pointer stays there.
    Zoom {
        /// Factor on the distance; below 1 comes nearer.
        factor: f32,
        /// Position of the pointer in pixels.
        cursor: Vec2,
        /// Size of the pane in pixels.
        viewport: Vec2,
    },
}

/// A change of document or session, by its origin, which decides what happens to a running drag, stroke or tool.
///
/// An intent ends it and keeps its result. Input leaves it running or is part of it. For an outcome [`Outcome::effect`]
/// decides.
#[derive(Debug)]
pub enum Command {
    /// A request of the user.
    Intent(Intent),
    /// The pointer, the camera, and the events of a running gesture.
    Input(Input),
    /// A result of a worker, or of the window itself.
    Outcome(Outcome),
}

impl From<Intent> for Command {
    fn from(intent: Intent) -> Self {
        Self::Intent(intent)
    }
}

impl<O: Listed> From<FileDialogIntent<O>> for Command {
    fn from(intent: FileDialogIntent<O>) -> Self {
        Self::Intent(Intent::File(O::intent(intent)))
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

/// A request of the user. It ends a running gesture and keeps its result.
#[derive(Debug)]
pub enum Intent {
    /// Runs an action: a row of the table.
    Run(Action),
    /// Begins to open a file, or the built-in character of `builtin:NAME`.
    Open(String),
    /// Selects one joint alone, or none.
    Select(Option<JointIndex>),
    /// Selects joints, alone or together with the current selection.
    SelectAll(Vec<JointIndex>, Choose),
    /// State of the box selection; none ends it.
    Box(Option<Boxing>),
    /// A click on the surface; it is answered when the vertex under it is found.
    Pick(Aim, Pick),
    /// Pins a vertex in the inspector, or none.
    PinVertex(Option<VertexPlace>),
    /// Frames a vertex in the panes.
    FrameVertex(VertexPlace),
    /// Hides a joint in the panes, or shows it.
    SetHidden {
        /// The joint to hide or show.
        joint: JointIndex,
        /// True hides, false shows.
        hidden: bool,
        /// Whether all descendants are hidden or shown with it.
        with_children: bool,
    },
    /// Changes of weights, locks and selected vertices.
    Weights(WeightCommand),
    /// Visits and repairs of problems of weights.
    Problems(ProblemIntent),
    /// Visits and remedies of places where test poses change volumes.
    Volume(VolumeIntent),
    /// The report on the open character.
    Judging(JudgingIntent),
    /// The advice on the open character.
    Advice(AdviceIntent),
    /// Asks something of a dialog for a file.
    File(FileIntent),
    /// Baking of the character.
    Bake(BakeIntent),
    /// Folds or unfolds the children of a joint in the tree.
    ToggleFold(JointIndex),
    /// Filters the tree by names that contain these words.
    Search(String),
    /// Asks something of the pose.
    Pose(PoseIntent),
    /// What follows the angles of joints.
    Driven(DrivenIntent),
    /// About correctives.
    Corrective(CorrectiveIntent),
    /// Something done with the strip of test poses.
    TestPose(StripEvent),
    /// The name being typed for a joint; none ends typing.
    Rename(Option<Renaming>),
    /// Moves the rest frame of a joint to a frame in the model, in the way last chosen.
    SetRest(JointIndex, Rigid),
    /// Chooses what moving a rest frame does to children and skin.
    ChooseRest(RestChoice),
    /// Makes joints children of another one, or roots if it is none.
    Reparent(Vec<JointIndex>, Option<JointIndex>),
    /// Asks something of the ready skeleton that is being fitted.
    Fit(FitIntent),
    /// Axes and names of many joints, and selection sets.
    Joints(JointIntent),
    /// Edits the skeleton, as one step.
    EditSkeleton(SkeletonEdit),
    /// Replaces weights; all edits of one gesture are one step.
    EditWeights {
        /// Name of the step in the history.
        name: String,
        /// The stroke that the edit is part of, if more may follow.
        gesture: Option<Gesture>,
        /// New rows of weights, by primitive.
        edits: Vec<WeightEdit>,
    },
    /// Text from the system's clipboard; if it is a pose, it becomes the copied pose.
    TakeText(String),
    /// Sets the amount of a copied pose that is pasted; 1 is the whole.
    SetPasteAmount(f32),
    /// Choices for automatic weights and binding, and their begin.
    Rig(RigCommand),
    /// Transfer of weights from another mesh.
    Transfer(TransferIntent),
    /// Motion of another file.
    Motion(MotionIntent),
    /// Gives a mesh a method of its own, or none.
    SetMeshSkinning(usize, Option<MeshSkinning>),
    /// Chooses a mesh in the inspector, whose method commands and keys change.
    ChooseMesh(usize),
    /// Sets whom a joint's scale reaches.
    SetScaleInheritance(JointIndex, ScaleInheritance),
    /// Asks something about panes and how they are compared.
    Compare(CompareIntent),
    /// Edits clips, or selects keys.
    Clip(ClipIntent),
    /// Shows a clip, or the user's own pose.
    ShowClip(Option<ClipId>),
    /// Moves to a time of the clip, in seconds.
    Seek(f32),
    /// Sets the speed of playback; 1 is the clip's own.
    SetSpeed(f32),
    /// Asks something of the dope sheet.
    Sheet(SheetIntent),
    /// The text typed into the palette; none closes it.
    Palette(Option<String>),
    /// Runs an action from the palette, which closes.
    RunFromPalette(Action),
    /// The text typed into the search of the list of keys.
    SearchKeys(String),
    /// Changes a key in the list of keys.
    Keys(KeysIntent),
    /// The text typed into the path dialog; none closes it.
    PathDialog(Option<String>),
    /// A file was dropped on the window: motion comes to the open character, all else is opened.
    Dropped(String),
    /// Empties the list of notices.
    ClearNotices,
    /// Opens or closes a window over the panes.
    Toggle(Panel),
    /// Opens a window over the panes, if it is not open.
    Show(Panel),
    /// Closes a panel beside the panes, whether its tab is in front or not.
    CloseTile(Tile),
    /// Search, choice, application and saving of library poses.
    Library(LibraryIntent),
    /// Search, choice and clips of the clip library.
    ClipLibrary(ClipLibraryIntent),
    /// Moves the pose library to another folder; empty is the usual one.
    SetPosesFolder(String),
    /// Changes one entry of the settings.
    Set(SettingChange),
    /// Opening and saving of projects, and answers to their questions.
    Project(ProjectIntent),
    /// Sound and pictures that the user works from.
    Reference(ReferenceIntent),
    /// Other files that are shown with the character.
    Prop(PropIntent),
}

/// The pointer, the camera, and the events of a running gesture. It ends no gesture.
#[derive(Debug)]
pub enum Input {
    /// The joint under the pointer; none counts only from the place that reported one before.
    Hover(Option<JointIndex>, HoveredIn),
    /// The pointer in a pane, while no bone is under it.
    PointAt(Option<Aim>),
    /// An event for a transform tool.
    Tool(operation::Event),
    /// An event for a drag of a limb.
    Limb(LimbEvent),
    /// An event for a drag of a motion trail.
    Trail(TrailEvent),
    /// An event for a marker of a ready skeleton.
    Fit(FitEvent),
    /// An event for the brush.
    Brush(BrushEvent),
    /// Ends the running drag, so that its result is kept.
    EndGesture,
    /// Makes a pane the active one, by its index.
    ActivatePane(usize),
    /// Moves the camera of a pane, by its index: its own, or the one that panes share.
    Camera(usize, CameraMove),
    /// Pointer and view of the dope sheet.
    Sheet(SheetInput),
    /// Closes the toast of this number.
    Dismiss(u64),
    /// The files of the clip library whose cards are in sight.
    SeeClips(Vec<PathBuf>),
    /// How many members the crowd has.
    Crowd(u16),
}

/// A result of a worker, or of the window itself. It may come at any time.
#[derive(Debug)]
pub enum Outcome {
    /// A character was read; it takes the place of the one before.
    Opened {
        /// The path, or `builtin:NAME`, that it was opened as.
        file: String,
        /// The character as the file has it.
        character: Box<Character>,
    },
    /// A dropped file without a mesh was read: its motion is for the open character.
    MotionDropped(String),
    /// The character of a figure was read; it is shown in place of the user's work, which is put aside.
    Figure {
        /// The figure, as `k08-04`.
        id: &'static str,
        /// Its character.
        character: Box<Character>,
    },
    /// The character's file was read again; edits made on the character are kept.
    Reloaded(Box<Reread>),
    /// Whether to offer to reload the character's file.
    OfferReload(bool),
    /// Tells the user something.
    Notify(Severity, String),
    /// Tells the user something that needs action: the toast stays until it is closed.
    NotifyLasting(Severity, String),
    /// The joint with the largest weight at a click, or none there.
    PickJoint(Option<JointIndex>, Choose),
    /// The vertex under the pointer.
    Pointed(Option<Pointed>),
    /// Adds a joint in the middle of the volume under a click; none if the click hit nothing.
    PlaceJoint(Option<Pointed>),
    /// A job on all weights has finished.
    WeightsDone(Box<Finished>),
    /// Rotations were made Euler curves, or not.
    EulerCurves(Box<EulerDone>),
    /// Frames a character that was just opened.
    FrameOpened,
    /// Other panes are shown: frames again what was framed last, unless the camera was moved since.
    FrameAgain,
    /// External state that was read: settings, keys, the system.
    External(ExternalState),
    /// Results on problems of weights.
    Problems(ProblemOutcome),
    /// Results of the check of volume in test poses.
    Volume(VolumeOutcome),
    /// What came of judging the open character.
    Judging(JudgingOutcome),
    /// What came of looking for advice on the open character.
    Advice(AdviceOutcome),
    /// A file that a dialog asked for was written or read, or not.
    File(Box<FileDone>),
    /// Places where weights differ most from those of the mirror image.
    AsymmetricSpots(AsymmetricSpots),
    /// The skeleton of another file that was read.
    SkeletonRead(SkeletonRead),
    /// Sources read for a transfer of weights.
    Transfer(TransferOutcome),
    /// What was read of a file with motion, and what came of it.
    Motion(Box<MotionOutcome>),
    /// Results on the pose library.
    Library(LibraryOutcome),
    /// What is known of the clip library.
    ClipLibrary(ClipLibraryOutcome),
    /// What came of opening, saving or recovering a project.
    Project(ProjectOutcome),
    /// The file of a prop was read, or could not be.
    Prop(PropRead),
}

/// What an outcome does to a running drag, stroke or tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragEffect {
    /// It goes on: the outcome does not concern it.
    Leaves,
    /// It ends and its result is kept: the outcome changes the document or the selection.
    Ends,
    /// It is canceled: its character is replaced.
    TakesBack,
}

impl Outcome {
    /// What the outcome does to a running gesture.
    #[must_use]
    pub const fn effect(&self) -> DragEffect {
        match self {
            Self::Opened { .. } | Self::Reloaded(_) | Self::Project(ProjectOutcome::Opened(_)) => {
                DragEffect::TakesBack
            }
            Self::PickJoint(..)
            | Self::PlaceJoint(_)
            | Self::Figure { .. }
            | Self::MotionDropped(_)
            | Self::WeightsDone(_)
            | Self::EulerCurves(_)
            | Self::Problems(ProblemOutcome::Fixed(_))
            | Self::Project(
                ProjectOutcome::NoSource { .. }
                | ProjectOutcome::HiddenFile { .. }
                | ProjectOutcome::MoreWork(_),
            ) => DragEffect::Ends,
            Self::File(done) => match **done {
                FileDone::ImportWeights(_) => DragEffect::Ends,
                _ => DragEffect::Leaves,
            },
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
            | Self::Volume(_)
            | Self::Judging(_)
            | Self::Advice(_)
            | Self::AsymmetricSpots(_)
            | Self::SkeletonRead(_)
            | Self::Transfer(TransferOutcome::Looked(_))
            | Self::Motion(_)
            | Self::Library(LibraryOutcome::News(_))
            | Self::ClipLibrary(_)
            | Self::Prop(_)
            | Self::Project(
                ProjectOutcome::SourceRead(_)
                | ProjectOutcome::Saved(_)
                | ProjectOutcome::InTheWay(..)
                | ProjectOutcome::NotSaved(_)
                | ProjectOutcome::Kept(..)
                | ProjectOutcome::NotKept(_)
                | ProjectOutcome::NothingKept
                | ProjectOutcome::LetGo
                | ProjectOutcome::Left(_),
            ) => DragEffect::Leaves,
        }
    }
}

impl Intent {
    /// Calls `name` for each joint that it names; one that the skeleton lacks makes it stale.
    #[expect(clippy::too_many_lines, reason = "a table: a line for each intent")]
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        match self {
            Self::Clip(intent) => intent.each_joint(name),
            Self::Select(joint) => joint.iter().for_each(name),
            Self::SelectAll(joints, _) => joints.iter().for_each(name),
            Self::Reparent(joints, parent) => joints.iter().chain(parent).for_each(name),
            Self::Rename(renaming) => renaming.iter().for_each(|it| name(&it.joint)),
            Self::SetHidden { joint, .. }
            | Self::ToggleFold(joint)
            | Self::SetRest(joint, _)
            | Self::SetScaleInheritance(joint, _) => name(joint),
            Self::Pose(intent) => intent.joint().into_iter().for_each(name),
            Self::Driven(intent) => intent.each_joint(name),
            Self::Compare(intent) => intent.joint().into_iter().for_each(name),
            Self::Weights(command) => command.each_joint(name),
            Self::Joints(intent) => intent.each_joint(name),
            Self::Motion(intent) => intent.target_joint().into_iter().for_each(name),
            Self::Prop(intent) => intent.joint().into_iter().for_each(name),
            Self::Run(_)
            | Self::Open(_)
            | Self::Box(_)
            | Self::Pick(..)
            | Self::PinVertex(_)
            | Self::FrameVertex(_)
            | Self::Corrective(_)
            | Self::Problems(_)
            | Self::Volume(_)
            | Self::Judging(_)
            | Self::Advice(_)
            | Self::File(_)
            | Self::Bake(_)
            | Self::Search(_)
            | Self::TestPose(_)
            | Self::ChooseRest(_)
            | Self::Fit(_)
            | Self::EditSkeleton(_)
            | Self::EditWeights { .. }
            | Self::TakeText(_)
            | Self::SetPasteAmount(_)
            | Self::SetMeshSkinning(..)
            | Self::ChooseMesh(_)
            | Self::Rig(_)
            | Self::Transfer(_)
            | Self::ShowClip(_)
            | Self::Seek(_)
            | Self::SetSpeed(_)
            | Self::Sheet(_)
            | Self::Palette(_)
            | Self::RunFromPalette(_)
            | Self::SearchKeys(_)
            | Self::Keys(_)
            | Self::PathDialog(_)
            | Self::Dropped(_)
            | Self::ClearNotices
            | Self::Toggle(_)
            | Self::Show(_)
            | Self::CloseTile(_)
            | Self::Library(_)
            | Self::SetPosesFolder(_)
            | Self::ClipLibrary(_)
            | Self::Set(_)
            | Self::Reference(_)
            | Self::Project(_) => {}
        }
    }
}

impl Input {
    /// Calls `name` for each joint that it names; one that the skeleton lacks makes it stale.
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        match self {
            Self::Hover(joint, _) => joint.iter().for_each(name),
            Self::Limb(LimbEvent::Take(joint, ..)) => name(joint),
            Self::Trail(TrailEvent::Drag(drag)) => name(&drag.joint),
            Self::Limb(LimbEvent::Follow(_) | LimbEvent::Release | LimbEvent::Cancel)
            | Self::Trail(TrailEvent::Release | TrailEvent::Cancel)
            | Self::PointAt(_)
            | Self::Tool(_)
            | Self::Fit(_)
            | Self::Brush(_)
            | Self::EndGesture
            | Self::ActivatePane(_)
            | Self::Camera(..)
            | Self::Sheet(_)
            | Self::Dismiss(_)
            | Self::SeeClips(_)
            | Self::Crowd(_) => {}
        }
    }
}

impl Outcome {
    /// Calls `name` for each joint that it names; one that the skeleton lacks makes it stale.
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        match self {
            Self::PickJoint(joint, _) => joint.iter().for_each(name),
            Self::Opened { .. }
            | Self::Figure { .. }
            | Self::MotionDropped(_)
            | Self::Reloaded(_)
            | Self::OfferReload(_)
            | Self::Notify(..)
            | Self::NotifyLasting(..)
            | Self::Pointed(_)
            | Self::PlaceJoint(_)
            | Self::WeightsDone(_)
            | Self::EulerCurves(_)
            | Self::FrameOpened
            | Self::FrameAgain
            | Self::External(_)
            | Self::Problems(_)
            | Self::Volume(_)
            | Self::Judging(_)
            | Self::Advice(_)
            | Self::File(_)
            | Self::AsymmetricSpots(_)
            | Self::SkeletonRead(_)
            | Self::Transfer(_)
            | Self::Motion(_)
            | Self::Library(_)
            | Self::ClipLibrary(_)
            | Self::Prop(_)
            | Self::Project(_) => {}
        }
    }
}

/// The commands of one frame, in the order that panels sent them.
#[derive(Debug, Default)]
pub struct Sink {
    commands: Vec<Command>,
}

impl Sink {
    /// Appends a command; commands are applied in the order in which they are sent.
    pub fn send(&mut self, command: impl Into<Command>) {
        self.commands.push(command.into());
    }

    /// Appends an action, as a menu or a shortcut would run it.
    pub fn run(&mut self, action: impl Into<Action>) {
        self.send(Intent::Run(action.into()));
    }

    /// The commands in order; the sink is empty afterwards.
    pub fn take(&mut self) -> Vec<Command> {
        std::mem::take(&mut self.commands)
    }

    /// Whether no command was sent since they were last taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }
}
