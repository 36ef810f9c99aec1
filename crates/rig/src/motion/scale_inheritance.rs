//! How a joint's stretch is inherited by the joints below it.

use std::str::FromStr;

use thiserror::Error;

/// How a joint's stretch is inherited by the joints below it; set on the joint that is stretched.
///
/// With `S_p` the stretch of parent p, the child's frame before its own stretch is
///
/// ```text
/// Children:  E_i = W_p R_i T_i                                plain hierarchy, what glTF means
/// Joint:     E_i = E_p R'_i T_i,  R'_i = (rot R_i, S_p r_i)   the stretch only moves the child's head
/// ```
///
/// All joints on `Joint` is the local scale of Kavan et al. 2008, section 4.2. On a leaf the flag has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ScaleInheritance {
    /// This joint alone: its children are moved, not stretched.
    Joint,
    /// This joint and everything below it.
    #[default]
    Children,
}

impl ScaleInheritance {
    /// Both, in the order of their definition.
    pub const ALL: [Self; 2] = [Self::Joint, Self::Children];

    /// The name on a command line: `joint` or `children`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Joint => "joint",
            Self::Children => "children",
        }
    }
}

/// Reads a [`name`](ScaleInheritance::name), letter for letter.
impl FromStr for ScaleInheritance {
    type Err = UnknownScaleInheritance;

    fn from_str(name: &str) -> Result<Self, UnknownScaleInheritance> {
        let found = Self::ALL.into_iter().find(|other| other.name() == name);
        found.ok_or(UnknownScaleInheritance)
    }
}

/// The name is of no [`ScaleInheritance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a scale inheritance: joint or children")]
pub struct UnknownScaleInheritance;
