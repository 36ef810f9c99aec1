//! Dialogs about many joints at once: their axes, their names, and selections kept under a name.

use std::path::PathBuf;

use glam::Vec3;
use rig::{Axis, BendAxis, JointIndex, Orientation};

use crate::state::selection::selection_sets::SetIntent;
use crate::state::skeleton::joint_names::ReplaceChoice;
use crate::state::skeleton::skeleton_source::SkeletonSource;
use crate::state::weight_operations::weight_request::WhichJoints;

/// Which of the dialogs about joints is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JointDialog {
    /// Turns the axes of joints along their bones.
    Orient,
    /// Search and replace in names.
    Names,
    /// A skeleton from another file.
    FromFile,
    /// Puts helper joints on limbs or a head.
    Helpers,
    /// The name under which the selection is kept, as it is typed.
    SaveSet(String),
}

/// Where the bend axis points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bend {
    /// Across the plane that the limb bends in.
    #[default]
    Limb,
    /// As near as possible to an axis of the model.
    World(Axis),
}

impl Bend {
    /// All choices, in the order of the list.
    pub const ALL: [Self; 4] = [
        Self::Limb,
        Self::World(Axis::X),
        Self::World(Axis::Y),
        Self::World(Axis::Z),
    ];

    /// The name in the dialog's list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Limb => "Across the bend of the limb",
            Self::World(Axis::X) => "Towards +X of the model",
            Self::World(Axis::Y) => "Towards +Y of the model",
            Self::World(Axis::Z) => "Towards +Z of the model",
        }
    }
}

/// The choices of *Orient joints*; kept while the window is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OrientChoice {
    /// The joints that are turned.
    pub joints: WhichJoints,
    /// The axis along the bone.
    pub along: Axis,
    /// The axis that the joint bends about.
    pub bend: Axis,
    /// Where that axis points.
    pub towards: Bend,
    /// The axis of the model that it is nearest to in straight limbs.
    pub straight: Axis,
    /// Whether partners of the other side are turned too, as mirror images.
    pub mirrored: bool,
}

impl Default for OrientChoice {
    fn default() -> Self {
        Self {
            joints: WhichJoints::All,
            along: Axis::Y,
            bend: Axis::X,
            towards: Bend::Limb,
            straight: Axis::X,
            mirrored: true,
        }
    }
}

impl OrientChoice {
    /// As crate `rig` takes it.
    #[must_use]
    pub const fn orientation(&self) -> Orientation {
        let towards = match self.towards {
            Bend::Limb => BendAxis::OfLimb {
                straight: direction(self.straight),
            },
            Bend::World(axis) => BendAxis::Towards(direction(axis)),
        };
        Orientation {
            along: self.along,
            bend: self.bend,
            towards,
            mirrored: self.mirrored,
        }
    }
}

const fn direction(axis: Axis) -> Vec3 {
    match axis {
        Axis::X => Vec3::X,
        Axis::Y => Vec3::Y,
        Axis::Z => Vec3::Z,
    }
}

/// How many twist joints each limb gets: 1 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwistCount(u8);

impl TwistCount {
    /// The nearest number that can be.
    #[must_use]
    pub fn new(count: u8) -> Self {
        Self(count.clamp(1, 4))
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Default for TwistCount {
    fn default() -> Self {
        Self(2)
    }
}

/// Which helper joints are inserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum HelperKind {
    /// Joints along limbs, which share a twist.
    #[default]
    Twist,
    /// Joints at elbows and knees that keep the volume.
    Pushers,
    /// Joints that swell as elbows and knees bend.
    Muscles,
    /// Eyes and jaw.
    Face,
}

impl HelperKind {
    /// All kinds, in the order of the list.
    pub const ALL: [Self; 4] = [Self::Twist, Self::Pushers, Self::Muscles, Self::Face];

    /// The name in the dialog's list.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Twist => "Twist joints",
            Self::Pushers => "Pushers at elbows and knees",
            Self::Muscles => "Muscles",
            Self::Face => "Eyes and jaw",
        }
    }
}

/// The choices of *Insert helper joints*; kept while the window is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HelperChoice {
    /// Which of them.
    pub kind: HelperKind,
    /// How many twist joints each limb gets.
    pub twist: TwistCount,
    /// How far pushers move out, percent of what linear blending loses.
    pub push: u8,
    /// By how much muscles swell, percent.
    pub swell: u8,
    /// Whether muscles of the other side get thinner.
    pub stretched: bool,
    /// Whether eyes are asked for.
    pub eyes: bool,
    /// Whether a jaw is asked for.
    pub jaw: bool,
}

impl HelperChoice {
    /// The most percent of a push.
    pub const MOST_PUSH: u8 = 200;
    /// The most percent of a swell.
    pub const MOST_SWELL: u8 = 100;
}

impl Default for HelperChoice {
    fn default() -> Self {
        Self {
            kind: HelperKind::default(),
            twist: TwistCount::default(),
            push: 50,
            swell: 25,
            stretched: true,
            eyes: true,
            jaw: true,
        }
    }
}

/// The open dialog and the choices made in dialogs about joints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointWork {
    /// The open dialog, if any.
    pub dialog: Option<JointDialog>,
    /// The choices of *Orient joints*.
    pub orient: OrientChoice,
    /// The choices of *Insert helper joints*.
    pub helpers: HelperChoice,
    /// The choices of *Replace in names*.
    pub replace: ReplaceChoice,
    /// Whether a joint that is renamed takes its partner of the other side along.
    pub in_pairs: bool,
    /// The file that a skeleton is taken from.
    pub source: SkeletonSource,
}

/// What these dialogs ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JointIntent {
    /// Opens a dialog, or closes it.
    Ask(Option<JointDialog>),
    /// Changes the choices of *Orient joints*.
    Orient(OrientChoice),
    /// Changes the choices of *Insert helper joints*.
    Helpers(HelperChoice),
    /// Changes the choices of *Replace in names*.
    Replace(ReplaceChoice),
    /// Gives a joint another name, and where that is switched on its partner too.
    Rename(JointIndex, String),
    /// Something done in the dialog for a skeleton from another file.
    Source(SourceIntent),
    /// Something done with a selection set.
    Set(SetIntent),
    /// Does what the open dialog is about, and closes it.
    Begin,
}

/// What the dialog for a skeleton from another file asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceIntent {
    /// The text typed into the field for the file.
    Type(String),
    /// Reads the file that is typed.
    Read,
    /// Asks for a file with the system's dialog.
    Browse,
    /// Reads a file that was chosen there.
    Chosen(PathBuf),
    /// Whether the skeleton is scaled and moved to the mesh.
    Fit(bool),
}

impl JointIntent {
    /// Calls `name` for each joint that it names.
    pub(crate) fn each_joint(&self, name: &mut impl FnMut(&JointIndex)) {
        match self {
            Self::Rename(joint, _) => name(joint),
            Self::Ask(_)
            | Self::Orient(_)
            | Self::Helpers(_)
            | Self::Replace(_)
            | Self::Source(_)
            | Self::Set(_)
            | Self::Begin => {}
        }
    }
}
