//! What the ending of a name asks for: in one file or in several, and by which specification.

use std::path::Path;

use super::save::SaveError;
use crate::model::character::Character;
use crate::model::humanoid::HumanoidFormat;

/// The formats that a character is saved in, by the endings of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// `.glb`: one file, a container with all that it holds.
    Glb,
    /// `.gltf`: text, and files beside it.
    Gltf,
    /// `.vrm`: one file, of an avatar.
    Vrm,
    /// `.vrma`: one file, of clips for avatars.
    VrmAnimation,
}

impl Ending {
    /// What a path asks for.
    ///
    /// # Errors
    ///
    /// [`SaveError::OtherFormat`] for all other endings.
    pub(super) fn of(path: &Path) -> Result<Self, SaveError> {
        let named = [
            ("glb", Self::Glb),
            ("gltf", Self::Gltf),
            ("vrm", Self::Vrm),
            ("vrma", Self::VrmAnimation),
        ];
        let ending = path.extension().unwrap_or_default();
        let found = named
            .into_iter()
            .find(|(name, _)| ending.eq_ignore_ascii_case(name));
        let reason =
            "characters are saved as glTF; give a name that ends in .glb for one file, or in .gltf";
        found
            .map(|(_, found)| found)
            .ok_or_else(|| other(path, reason))
    }

    /// Whether it is one file, a GLB container.
    pub(super) fn is_glb(self) -> bool {
        self != Self::Gltf
    }

    /// The extensions of which files of this ending have one, where the character's file has none: nothing here makes one.
    pub(super) fn missing_extension(self, character: &Character) -> Option<&'static str> {
        use HumanoidFormat::{Vrm0, Vrm1, VrmAnimation};
        let format = character.humanoid.as_ref().map(|of| of.format);
        match (self, format) {
            (Self::Glb | Self::Gltf, _)
            | (Self::Vrm, Some(Vrm0 | Vrm1))
            | (Self::VrmAnimation, Some(VrmAnimation)) => None,
            (Self::Vrm, _) => Some("VRM or VRMC_vrm"),
            (Self::VrmAnimation, _) => Some("VRMC_vrm_animation"),
        }
    }
}

fn other(path: &Path, reason: &'static str) -> SaveError {
    SaveError::OtherFormat {
        path: path.to_owned(),
        reason,
    }
}
