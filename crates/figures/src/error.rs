//! Why an item cannot be measured or drawn.

use core::fmt::Display;

use thiserror::Error;

/// What keeps an item from being measured or drawn. Nothing is said about its claim then.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FigureError {
    /// The character is not handed in.
    #[error("the character {name} is missing: {reason}")]
    Character {
        /// As the item names it.
        name: String,
        /// Why, in the words of the material.
        reason: String,
    },
    /// The pose is not handed in, or does not fit the character.
    #[error("the pose {preset} is missing: {reason}")]
    Preset {
        /// As the item names it.
        preset: String,
        /// Why, in the words of the material.
        reason: String,
    },
    /// Character, pose and method do not go together.
    #[error("the character cannot be skinned in this pose: {reason}")]
    Mismatch {
        /// The error of the crate that found it.
        reason: String,
    },
}

impl FigureError {
    /// [`Mismatch`](Self::Mismatch) for this reason: mostly the error of the crate that found it.
    #[must_use]
    pub fn mismatch(reason: impl Display) -> Self {
        Self::Mismatch {
            reason: reason.to_string(),
        }
    }
}
