//! Why an item cannot be measured or drawn.

use thiserror::Error;

/// What keeps an item from being measured or drawn. Nothing is said about its claim then.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FigureError {
    /// The character is not handed in.
    #[error("the character {name} is not there: {reason}")]
    Character {
        /// As the item names it.
        name: String,
        /// What the one says who hands in characters.
        reason: String,
    },
    /// The pose is not handed in, or does not fit the character.
    #[error("the pose {preset} is not there: {reason}")]
    Preset {
        /// As the item names it.
        preset: String,
        /// What the one says who hands in poses.
        reason: String,
    },
    /// Character, pose and method do not go together.
    #[error("it cannot be skinned: {reason}")]
    Mismatch {
        /// What the crate says that found it.
        reason: String,
    },
}
