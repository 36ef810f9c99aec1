//! What one poses with: the tools, the spaces they work in, and what of a tool is taken hold of.

use glam::Vec3;

/// What a drag on the gizmo does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tool {
    /// Nothing: the pointer selects.
    Select,
    /// Moves joints.
    Move,
    /// Turns joints: what posing begins with.
    #[default]
    Rotate,
    /// Scales joints.
    Scale,
    /// Shears joints.
    Shear,
    /// Drags hands and feet.
    Limb,
}

impl Tool {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 6] = [
        Self::Select,
        Self::Move,
        Self::Rotate,
        Self::Scale,
        Self::Shear,
        Self::Limb,
    ];

    /// Its name on its button, and what a step with it is called.
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

/// Whose axes a tool works along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Space {
    /// The joint's own, as it is posed.
    #[default]
    Local,
    /// Those of the joint's parent, as it is posed; the model's for a root.
    Parent,
    /// The model's.
    Global,
}

impl Space {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Local, Self::Parent, Self::Global];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Local => "Local",
            Self::Parent => "Parent",
            Self::Global => "Global",
        }
    }

    /// The next one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Local => Self::Parent,
            Self::Parent => Self::Global,
            Self::Global => Self::Local,
        }
    }

    /// Where the same axis key leads when it is pressed again: to the model's axes, and from them to the joint's.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Local | Self::Parent => Self::Global,
            Self::Global => Self::Local,
        }
    }
}

/// One of three: X, Y, Z, or of shears XY, YZ, ZX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// X, or XY.
    X,
    /// Y, or YZ.
    Y,
    /// Z, or ZX.
    Z,
}

impl Axis {
    /// All three.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// Its place among the three.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::Z => 2,
        }
    }

    /// Its unit vector.
    #[must_use]
    pub const fn unit(self) -> Vec3 {
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        }
    }

    /// X, Y, Z, X …
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::Z,
            Self::Z => Self::X,
        }
    }

    /// Its letter.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::X => "X",
            Self::Y => "Y",
            Self::Z => "Z",
        }
    }

    /// The letters of a shear.
    #[must_use]
    pub const fn shear_name(self) -> &'static str {
        match self {
            Self::X => "XY",
            Self::Y => "YZ",
            Self::Z => "ZX",
        }
    }
}

/// What of a tool is taken hold of, and so what a drag may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// Everything: moves in the plane of the picture, turns about the line of sight, scales all axes alike.
    Free,
    /// One axis, or one shear.
    Axis(Axis),
    /// The two axes across this one.
    Plane(Axis),
}

impl Part {
    /// What a tool has of them: rings and shears have no planes, and there is no shear of everything.
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

    /// The first of them.
    #[must_use]
    pub const fn first(self) -> Axis {
        match self {
            Self::Axis(axis) => axis,
            Self::Plane(Axis::X) => Axis::Y,
            Self::Plane(_) | Self::Free => Axis::X,
        }
    }
}
