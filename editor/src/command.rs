//! Everything the window can ask for.
//!
//! Panels read and send [`Command`]s into a [`Sink`]; `apply.rs` alone carries them out. Commands without arguments are
//! [`Action`]s, and stand in one table that menus, shortcuts and the palette share.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use character::{Character, SkeletonEdit, WeightEdit};
use glam::{Quat, Vec2};
use rig::{JointIndex, Pose, Rigid, ScaleInheritance};

pub use crate::actions::{Action, ActionInfo, Menu, actions};
use crate::brush_work::BrushEvent;
use crate::export_work::ExportCommand;
use crate::keymap::KeyMap;
use crate::limb::LimbEvent;
use crate::notices::Severity;
use crate::operation;
use crate::pane_shows::PaneShows;
use crate::pointing::{Aim, Pick, Pointed};
use crate::pose_library::LibraryCommand;
use crate::problem_list::ProblemCommand;
use crate::project_command::ProjectCommand;
use crate::selection::{Boxing, Choose, HoveredIn};
use crate::settings::{Change, Settings};
use crate::skeleton_work::{Renaming, RestChoice};
use crate::strip::StripEvent;
use crate::transfer_work::TransferCommand;
use crate::vertex_facts::VertexPlace;
use crate::weight_command::WeightCommand;
use crate::weight_file_work::WeightFileCommand;
use crate::weight_wish::{Finished, RigCommand};

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

/// Something asked for.
#[derive(Debug)]
pub enum Command {
    /// A row of the table.
    Run(Action),
    /// Begins to open a file or `builtin:NAME`.
    Open(String),
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
    /// Selects a joint, or none.
    Select(Option<JointIndex>),
    /// Selects several joints, or some more.
    SelectAll(Vec<JointIndex>, Choose),
    /// Selecting with a box: begins, goes on, or ends.
    Box(Option<Boxing>),
    /// Marks the joint under the pointer. That there is none counts only where there was one.
    Hover(Option<JointIndex>, HoveredIn),
    /// Says where the pointer is in a pane while no bone is under it.
    PointAt(Option<Aim>),
    /// A click on the surface: to be answered when the vertex there is known.
    Pick(Aim, Pick),
    /// The joint that moves the place of a click most, which answers it.
    PickJoint(Option<JointIndex>, Choose),
    /// The vertex under the pointer.
    Pointed(Option<Pointed>),
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
    /// Something about problems of weights.
    Problems(ProblemCommand),
    /// Something about files of weights.
    WeightFile(WeightFileCommand),
    /// Something about the export of the character.
    Export(ExportCommand),
    /// Folds or unfolds a joint's children in the tree.
    ToggleFold(JointIndex),
    /// Narrows the tree to names that hold these words.
    Search(String),
    /// Sets one number of a joint; `dragging` while a drag lasts, which makes its changes one step.
    SetField {
        /// Which number.
        field: Field,
        /// Its value in the inspector's units.
        value: f32,
        /// Whether more of the same is to come.
        dragging: bool,
    },
    /// Turns a joint from rest by a quaternion.
    SetRotation(JointIndex, Quat),
    /// Makes a pose the user's own, as tools and presets do.
    TakePose {
        /// What the step is called in the history.
        name: String,
        /// The drag it belongs to, if more of the same may come.
        gesture: Option<Gesture>,
        /// As long as the skeleton.
        pose: Arc<Pose>,
    },
    /// Something done with the strip of test poses.
    TestPose(StripEvent),
    /// Something that a tool at work hears.
    Tool(operation::Event),
    /// Puts a joint into the middle of the volume that was found, if any was.
    PlaceJoint(Option<Pointed>),
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
    /// What a drag of a limb hears.
    Limb(LimbEvent),
    /// Something that the brush hears.
    Brush(BrushEvent),
    /// Something asked about automatic weights and binding.
    Rig(RigCommand),
    /// Something asked about weights of another mesh.
    Transfer(TransferCommand),
    /// A job on all weights has come to its end.
    WeightsDone(Box<Finished>),
    /// Ends a drag.
    EndGesture,
    /// Puts one channel of all selected joints back to rest.
    ResetChannel(Channel),
    /// Sets whom a joint's scale reaches.
    SetReach(JointIndex, ScaleInheritance),
    /// Sets the weight of a morph target.
    SetMorph {
        /// Place in the pose's weights.
        weight: usize,
        /// The value.
        value: f32,
        /// Whether more of the same is to come.
        dragging: bool,
    },
    /// Sets what a pane shows, A 0.
    SetPane(usize, PaneShows),
    /// Makes a pane the active one.
    ActivatePane(usize),
    /// Takes a pane away, unless it is the last.
    RemovePane(usize),
    /// Moves the line of the wipe, to a share of the picture's width.
    SetWipe(f32),
    /// Sets the opacity of the ghost, 0 … 1.
    SetGhost(f32),
    /// Pins the range of the difference's colours, in metres, or has it span what there is.
    PinRange(Option<f32>),
    /// Shows a clip, or the user's own pose.
    ShowClip(Option<usize>),
    /// Moves to a time of the clip.
    Seek(f32),
    /// Sets the speed of playback.
    SetSpeed(f32),
    /// Brings a character that was just opened into all panes.
    FrameOpened,
    /// The panes have another form: frames again what was framed last, unless the camera has been moved since.
    FrameAgain,
    /// Moves the camera of all panes.
    Camera(CameraMove),
    /// Sets what was typed into the palette; none closes it.
    Palette(Option<String>),
    /// Runs an action from the palette, which closes.
    RunFromPalette(Action),
    /// Sets what was typed into the search of the list of keys.
    SearchKeys(String),
    /// Sets what was typed into the path dialog; none closes it.
    PathDialog(Option<String>),
    /// Closes a toast.
    Dismiss(u64),
    /// Empties the list of notices.
    ClearNotices,
    /// Opens or closes a window.
    Toggle(Panel),
    /// Opens a window, if it is not open.
    Show(Panel),
    /// Asks something of the library of poses.
    Library(LibraryCommand),
    /// Puts the library of poses into another folder; empty is the usual one.
    SetPosesFolder(String),
    /// Sets what the user prefers.
    Set(Change),
    /// Takes note of what was found outside.
    Learn(Learnt),
    /// Something about projects.
    Project(ProjectCommand),
}

/// What the window finds out about the world around it.
#[derive(Debug)]
pub enum Learnt {
    /// What the user prefers, as it was kept.
    Settings {
        /// The settings.
        settings: Box<Settings>,
        /// Where they are kept, if anywhere.
        folder: Option<PathBuf>,
    },
    /// What keys do.
    Keys(Arc<KeyMap>),
    /// Whether the window is a light one, by the settings and the system.
    IsLight(bool),
    /// The recent files that are not there.
    Missing(BTreeSet<String>),
    /// Width over height of a pane.
    PaneAspect(f32),
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
    pub fn send(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Asks for a row of the table.
    pub fn run(&mut self, action: Action) {
        self.send(Command::Run(action));
    }

    /// The same, before a stroke that begins in this frame: the key came first.
    pub fn run_before_stroke(&mut self, action: Action) {
        let begins = |command: &Command| matches!(command, Command::Brush(BrushEvent::Press(..)));
        let place = self.commands.iter().position(begins);
        let place = place.unwrap_or(self.commands.len());
        self.commands.insert(place, Command::Run(action));
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
