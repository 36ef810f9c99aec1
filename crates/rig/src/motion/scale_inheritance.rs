//! How a joint's stretch is inherited by the joints below it.

use std::str::FromStr;

use thiserror::Error;

/// How a joint's stretch is inherited by the joints below it; set on the joint that is stretched.
///
/// With `S_p` the stretch of parent p, `(rot, τ)` rotation and translation of `R_i T_i`, `τ = r_i + rot(R_i) t_i`, and the polar parts `lin W_p = Q H`, the child's
/// frame before its own stretch is
///
/// | kind | `lin E_i` | head | elsewhere |
/// |---|---|---|---|
/// | `Children` | `lin W_p rot` | `W_p τ` | glTF; *Full* of Blender |
/// | `Joint` | `lin E_p rot` | `E_p (S_p r_i + rot(R_i) t_i)` | Kavan et al. 2008, section 4.2 |
/// | `Segment` | `lin E_p rot` | `E_p S_p τ` | segment scale compensate of Maya |
/// | `Unscaled` | `Q rot` | `W_p τ` | *None* of Blender |
/// | `Average` | `∛\|det W_p\| Q rot` | `W_p τ` | *Average* of Blender |
/// | `Aligned` | `Q rot H` | `W_p τ` | *Aligned* of Blender |
///
/// So `Joint` and `Segment` hand on what the joint has inherited itself, `Unscaled` nothing, `Average` the change of volume, the same in all directions,
/// and `Aligned` the stretch along x to the child's own x. All joints on `Joint` is the local scale of Kavan et al. 2008. Where everything above is scaled evenly, `Children`,
/// `Average` and `Aligned` are one. On a leaf the flag has no effect. A mirrored or sheared parent is taken apart by the polar decomposition, where
/// Blender has a way of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ScaleInheritance {
    /// This joint alone: its children are moved, not stretched.
    Joint,
    /// This joint and everything below it.
    #[default]
    Children,
    /// This joint alone, as `Joint`; places that children are taken to are stretched with their heads.
    Segment,
    /// Children are moved, and have no stretch at all, whatever is inherited from above.
    Unscaled,
    /// Children have the change of volume, the same in all directions.
    Average,
    /// Children have the stretch in their own axes.
    Aligned,
}

impl ScaleInheritance {
    /// All, in the order of their definition.
    pub const ALL: [Self; 6] = [
        Self::Joint,
        Self::Children,
        Self::Segment,
        Self::Unscaled,
        Self::Average,
        Self::Aligned,
    ];

    /// The name on a command line: `joint`, `children`, `segment`, `none`, `average` or `aligned`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Joint => "joint",
            Self::Children => "children",
            Self::Segment => "segment",
            Self::Unscaled => "none",
            Self::Average => "average",
            Self::Aligned => "aligned",
        }
    }

    /// Whether the frames below are products of those above with matrices that do not depend on them, so that what moves a frame moves all below it.
    #[must_use]
    pub const fn is_linear(self) -> bool {
        match self {
            Self::Joint | Self::Children | Self::Segment => true,
            Self::Unscaled | Self::Average | Self::Aligned => false,
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
#[error("expected a scale inheritance: joint, children, segment, none, average or aligned")]
pub struct UnknownScaleInheritance;
