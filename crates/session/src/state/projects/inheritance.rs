//! Scale inheritance of joints, as project data.

use rig::ScaleInheritance;
use serde::{Deserialize, Serialize};

/// Scale inheritance of a joint, as the file writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoredInheritance {
    /// Scale acts on this joint only.
    Joint,
    /// Children inherit the scale.
    Children,
    /// Scale acts on this joint only, and on the places that children are taken to.
    Segment,
    /// Children have no scale at all.
    None,
    /// Children inherit the change of volume.
    Average,
    /// Children inherit the scale in their own axes.
    Aligned,
}

impl From<ScaleInheritance> for StoredInheritance {
    fn from(scale_inheritance: ScaleInheritance) -> Self {
        match scale_inheritance {
            ScaleInheritance::Joint => Self::Joint,
            ScaleInheritance::Children => Self::Children,
            ScaleInheritance::Segment => Self::Segment,
            ScaleInheritance::Unscaled => Self::None,
            ScaleInheritance::Average => Self::Average,
            ScaleInheritance::Aligned => Self::Aligned,
        }
    }
}

impl From<StoredInheritance> for ScaleInheritance {
    fn from(scale_inheritance: StoredInheritance) -> Self {
        match scale_inheritance {
            StoredInheritance::Joint => Self::Joint,
            StoredInheritance::Children => Self::Children,
            StoredInheritance::Segment => Self::Segment,
            StoredInheritance::None => Self::Unscaled,
            StoredInheritance::Average => Self::Average,
            StoredInheritance::Aligned => Self::Aligned,
        }
    }
}
