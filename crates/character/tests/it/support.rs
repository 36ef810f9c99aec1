//! Folders of test data, JSON, and files made on the spot.

use std::fs;
use std::path::{Path, PathBuf};

use character::Character;
use glam::Vec3;
use serde_json::Value;
pub(crate) use testkit::folders::{files_in, folder_named, own_synthetic, synthetic, workspace};
pub(crate) use testkit::say;

/// Files with compressed buffer views.
pub(crate) fn compressed() -> PathBuf {
    workspace().join("testdata/compressed")
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

pub(crate) fn write_file(path: &Path, bytes: &[u8]) {
    #[expect(
        clippy::disallowed_methods,
        reason = "a temporary file that nobody misses"
    )]
    fs::write(path, bytes).unwrap();
}

pub(crate) fn read_json(path: &Path) -> Value {
    let bytes = fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_slice(&bytes).unwrap()
}

/// Opens JSON that needs no other file.
pub(crate) fn open_json(json: &Value) -> Result<Character, character::CharacterError> {
    character::open_bytes("made.gltf", json.to_string().as_bytes())
}

/// Codes of the warnings, in order.
pub(crate) fn codes(character: &Character) -> Vec<&'static str> {
    character.warnings.iter().map(|w| w.code()).collect()
}

pub(crate) fn list(json: &Value) -> &[Value] {
    json.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn index(json: &Value) -> usize {
    usize::try_from(json.as_u64().unwrap()).unwrap()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
pub(crate) fn float(json: &Value) -> f32 {
    json.as_f64().unwrap() as f32
}

pub(crate) fn floats(json: &Value) -> Vec<f32> {
    list(json).iter().map(float).collect()
}

pub(crate) fn vec3(json: &Value) -> Vec3 {
    Vec3::from_slice(&floats(json))
}
