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
}

impl From<ScaleInheritance> for StoredInheritance {
    fn from(scale_inheritance: ScaleInheritance) -> Self {
        match scale_inheritance {
            ScaleInheritance::Joint => Self::Joint,
            ScaleInheritance::Children => Self::Children,
        }
    }
}

impl From<StoredInheritance> for ScaleInheritance {
    fn from(scale_inheritance: StoredInheritance) -> Self {
        match scale_inheritance {
            StoredInheritance::Joint => Self::Joint,
            StoredInheritance::Children => Self::Children,
        }
    }
}
