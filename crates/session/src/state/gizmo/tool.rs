//! Posing tools, the spaces they work in, and the parts of their gizmo.

use glam::Vec3;

/// What the pointer does to joints: select them, or pose them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Changes no pose: clicks select joints.
    Select,
    /// Moves joints; in Skeleton mode their rest frames.
    Move,
    /// Rotates joints: the tool in use at the start.
    #[default]
    Rotate,
    /// Scales joints along their axes.
    Scale,
    /// Shears joints between two axes.
    Shear,
    /// Drags hands and feet with inverse kinematics.
    Limb,
}

impl Tool {
    /// All tools, in the order of their buttons.
    pub const ALL: [Self; 6] = [
        Self::Select,
        Self::Move,
        Self::Rotate,
        Self::Scale,
        Self::Shear,
        Self::Limb,
    ];

    /// Whether it is a tool of Skeleton mode too: rest frames are moved and turned only.
    #[must_use]
    pub const fn moves_rest(self) -> bool {
        matches!(self, Self::Select | Self::Move | Self::Rotate)
    }

    /// The label of its button, and the name of its steps in the history.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Select => "Select",
            Self::Move => "Move",
            Self::Rotate => "Rotate",
            Self::Scale => "Scale",
            Self::Shear => "Shear",
            Self::Limb => "Limb",
        }
    }
}

/// The space whose axes a tool works along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Space {
    /// The joint's own, in the present pose.
    #[default]
    Local,
    /// The joint's parent, in the present pose; the model for a root.
    Parent,
    /// The model's axes, the same for all joints.
    Global,
}

impl Space {
    /// All spaces, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Local, Self::Parent, Self::Global];

    /// Its name in the menu.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Local => "Local",
            Self::Parent => "Parent",
            Self::Global => "Global",
        }
    }

    /// The next one in the order of [`ALL`](Self::ALL).
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Local => Self::Parent,
            Self::Parent => Self::Global,
            Self::Global => Self::Local,
        }
    }

    /// The space for a second press of an axis key: global, or local if it is global already.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Local | Self::Parent => Self::Global,
            Self::Global => Self::Local,
        }
    }
}

/// One of three: X, Y, Z, or for shears XY, YZ, ZX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// The X axis; of shears, the one between X and Y.
    X,
    /// The Y axis; of shears, the one between Y and Z.
    Y,
    /// The Z axis; of shears, the one between Z and X.
    Z,
}

impl Axis {
    /// All three in the order of a vector's components.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// The index among the three, 0 to 2.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::Z => 2,
        }
    }

    /// The unit vector along it.
    #[must_use]
    pub const fn unit(self) -> Vec3 {
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        }
    }

    /// The next one, with X after Z.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::Z,
            Self::Z => Self::X,
        }
    }

    /// The letter of the axis.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::X => "X",
            Self::Y => "Y",
            Self::Z => "Z",
        }
    }

    /// The two letters of the shear.
    #[must_use]
    pub const fn shear_name(self) -> &'static str {
        match self {
            Self::X => "XY",
            Self::Y => "YZ",
            Self::Z => "ZX",
        }
    }
}

/// A part of the gizmo, and so the axes that a drag may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GizmoPart {
    /// All axes: moves in the picture plane, turns about the line of sight, scales uniformly.
    Free,
    /// One axis, or one shear.
    Axis(Axis),
    /// The plane across this axis.
    Plane(Axis),
}

impl GizmoPart {
    /// Whether a tool has this part: rings and shears have no planes, and there is no free shear.
    #[must_use]
    pub const fn of_tool(self, tool: Tool) -> bool {
        match self {
            Self::Axis(_) => !matches!(tool, Tool::Limb),
            Self::Free => !matches!(tool, Tool::Shear | Tool::Limb),
            Self::Plane(_) => matches!(tool, Tool::Move | Tool::Scale),
        }
    }

    /// Which of the three numbers it may change.
    #[must_use]
    pub fn axes(self) -> [bool; 3] {
        Axis::ALL.map(|axis| match self {
            Self::Free => true,
            Self::Axis(own) => own == axis,
            Self::Plane(across) => across != axis,
        })
    }

    /// The first axis that it may change.
    #[must_use]
    pub const fn first(self) -> Axis {
        match self {
            Self::Axis(axis) => axis,
            Self::Plane(Axis::X) => Axis::Y,
            Self::Plane(_) | Self::Free => Axis::X,
        }
    }
}
