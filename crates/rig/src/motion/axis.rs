//! The three axes of a joint's own frame.

use glam::Vec3;

/// An axis of a joint's own frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// The first column of the joint's rotation.
    X,
    /// The second column of the joint's rotation.
    Y,
    /// The third column of the joint's rotation.
    Z,
}

impl Axis {
    /// All three, in order.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// 0, 1 or 2: the axis's place in a vector.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The axis after this one, X after Z.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::Z,
            Self::Z => Self::X,
        }
    }

    /// The axis as a direction of length one.
    #[must_use]
    pub const fn direction(self) -> Vec3 {
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        }
    }
}
