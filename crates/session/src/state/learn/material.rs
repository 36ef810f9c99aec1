//! The built-in characters and shipped poses that items of the figure book are measured on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use character::Character;
use figures::error::FigureError;
use figures::material::Material;
use rig::Pose;
use scene::deform::base_pose;

use crate::files::builtin;
use crate::state::presets::{PresetFile, find_shipped};

/// Built-in characters, opened once each, and shipped poses.
#[derive(Debug, Default)]
pub struct BuiltinMaterial {
    opened: Mutex<BTreeMap<String, Arc<Character>>>,
}

impl Material for BuiltinMaterial {
    fn character(&self, name: &str) -> Result<Arc<Character>, FigureError> {
        // A map that a panic left is whole: entries go in at once.
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(character) = opened.get(name) {
            return Ok(Arc::clone(character));
        }
        let failed = |reason: String| FigureError::Character {
            name: name.to_owned(),
            reason,
        };
        let found = name.strip_prefix(builtin::PREFIX).and_then(builtin::find);
        let found =
            found.ok_or_else(|| failed("no built-in character is called that".to_owned()))?;
        let character = found.open().map_err(|error| failed(error.to_string()))?;
        let character = Arc::new(character);
        opened.insert(name.to_owned(), Arc::clone(&character));
        Ok(character)
    }

    fn pose(&self, character: &Character, preset: &str, amount: f32) -> Result<Pose, FigureError> {
        let skeleton = &character.rig.skeleton;
        let fits = |file: &PresetFile| file.preset.match_joints(skeleton).is_whole();
        let found = find_shipped(preset, fits).ok_or_else(|| FigureError::Preset {
            preset: preset.to_owned(),
            reason: format!("no shipped pose of that name fits {}", character.name),
        })?;
        Ok(found
            .preset
            .apply_to(skeleton, &base_pose(character), amount, None))
    }
}
