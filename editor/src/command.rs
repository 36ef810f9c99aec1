//! Everything the window can ask for.
//!
//! Panels read and send [`Command`]s into a [`Sink`]; `apply.rs` alone carries them out. Commands without arguments are
//! [`Action`]s, and stand in one table that menus, shortcuts and the palette share.

use character::Character;
use eframe::egui::{self, Key};
use glam::Vec2;
use rig::{JointIndex, ScaleReach};

pub use crate::actions::{Action, ActionInfo, Menu, actions};
use crate::notices::Severity;
use crate::posed_character::Look;

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
}

/// A movement of the camera that both panes share; pixels count from the pane's upper left corner, y down.
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
    /// Selects a joint, or none.
    Select(Option<JointIndex>),
    /// Marks the joint under the pointer.
    Hover(Option<JointIndex>),
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
    /// Ends a drag.
    EndGesture,
    /// Puts one channel of the selected joint back to rest.
    ResetChannel(Channel),
    /// Sets whom a joint's scale reaches.
    SetReach(JointIndex, ScaleReach),
    /// Sets the weight of a morph target.
    SetMorph {
        /// Place in the pose's weights.
        weight: usize,
        /// The value.
        value: f32,
        /// Whether more of the same is to come.
        dragging: bool,
    },
    /// Sets what a pane shows, the left one 0, the right one 1.
    SetLook(usize, Look),
    /// Shows a clip, or the user's own pose.
    ShowClip(Option<usize>),
    /// Moves to a time of the clip.
    Seek(f32),
    /// Sets the speed of playback.
    SetSpeed(f32),
    /// Brings a character that was just opened into both panes.
    FrameOpened,
    /// Moves the camera of both panes.
    Camera(CameraMove),
    /// Sets what was typed into the palette; none closes it.
    Palette(Option<String>),
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

/// A shortcut as it is written in menus.
#[must_use]
pub fn shortcut_text(shortcut: &egui::KeyboardShortcut) -> String {
    let is_mac = cfg!(target_os = "macos");
    let modifiers = egui::ModifierNames::NAMES.format(&shortcut.modifiers, is_mac);
    let key = match shortcut.logical_key {
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::ArrowUp => "Up",
        Key::ArrowDown => "Down",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        Key::Period => ".",
        Key::OpenBracket => "[",
        Key::Questionmark => "?",
        key => key.name(),
    };
    if modifiers.is_empty() {
        key.to_owned()
    } else {
        format!("{modifiers}+{key}")
    }
}
