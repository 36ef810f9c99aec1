//! What items are measured on, handed in by whoever can open files.

use std::sync::Arc;

use character::Character;
use rig::Pose;

use crate::error::FigureError;

/// Characters and poses by name. This crate opens no file: the program's built-in ones are handed in.
pub trait Material {
    /// The character of a name, as `builtin:biped`.
    ///
    /// # Errors
    ///
    /// [`FigureError::Character`] where there is none of that name, or it cannot be read.
    fn character(&self, name: &str) -> Result<Arc<Character>, FigureError>;

    /// The pose of a preset at an amount: 0 at rest, 1 as it was saved, and by its screws beyond and between.
    ///
    /// # Errors
    ///
    /// [`FigureError::Preset`] where there is none of that name, or it does not fit the character.
    fn pose(&self, character: &Character, preset: &str, amount: f32) -> Result<Pose, FigureError>;
}

/// No character and no pose at all: enough for the items of pure mathematics.
#[derive(Clone, Copy, Debug)]
pub struct NoMaterial;

impl Material for NoMaterial {
    fn character(&self, name: &str) -> Result<Arc<Character>, FigureError> {
        Err(FigureError::Character {
            name: name.to_owned(),
            reason: "none is handed in".to_owned(),
        })
    }

    fn pose(&self, _: &Character, preset: &str, _: f32) -> Result<Pose, FigureError> {
        Err(FigureError::Preset {
            preset: preset.to_owned(),
            reason: "none is handed in".to_owned(),
        })
    }
}
