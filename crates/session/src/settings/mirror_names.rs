//! Serde for the marks of left and right in joint names.

use rig::NamePatterns;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Marks of left and right in joint names; in the file a text such as `".L/.R, Left/Right"`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MirrorNames(NamePatterns);

impl MirrorNames {
    /// The marks as `rig` uses them.
    #[must_use]
    pub const fn patterns(&self) -> &NamePatterns {
        &self.0
    }

    /// Whether nobody chose others.
    #[must_use]
    pub fn are_usual(&self) -> bool {
        *self == Self::default()
    }
}

impl From<NamePatterns> for MirrorNames {
    fn from(patterns: NamePatterns) -> Self {
        Self(patterns)
    }
}

impl Serialize for MirrorNames {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.to_string())
    }
}

impl<'de> Deserialize<'de> for MirrorNames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(D::Error::custom)
    }
}
