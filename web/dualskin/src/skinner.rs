//! From poses to vertices.

use bindings::{Character, Meshes, Method, SkinOut, Skinner};
use js_sys::Float32Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::thrown;
use crate::pose::PoseHandle;

/// Skins one character by one method, in memory that it keeps.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SkinnerHandle {
    skinner: Skinner,
    positions: Vec<f32>,
    normals: Vec<f32>,
}

impl SkinnerHandle {
    pub(crate) fn of(character: &Character, method: &str) -> Result<Self, JsValue> {
        let method: Method = method.parse().map_err(thrown)?;
        Ok(Self {
            skinner: Skinner::new(character, method),
            positions: Vec::new(),
            normals: Vec::new(),
        })
    }
}

#[wasm_bindgen]
impl SkinnerHandle {
    /// Skins a mesh, or all for none, into arrays of three numbers a vertex. Normals are skinned if there is an array for them.
    ///
    /// # Errors
    ///
    /// There is no such mesh, an array has another length, or the pose is of another character; nothing is written then.
    pub fn skin(
        &mut self,
        pose: &PoseHandle,
        mesh: Option<usize>,
        positions: &Float32Array,
        normals: Option<Float32Array>,
    ) -> Result<(), JsValue> {
        let wanted = normals.as_ref().map_or(0, Float32Array::length);
        self.positions.resize(positions.length() as usize, 0.0);
        self.normals.resize(wanted as usize, 0.0);
        let out = SkinOut {
            positions: &mut self.positions,
            normals: &mut self.normals,
        };
        let meshes = mesh.map_or(Meshes::All, Meshes::One);
        self.skinner
            .skin_into(&pose.0, meshes, out)
            .map_err(thrown)?;
        positions.copy_from(&self.positions);
        if let Some(normals) = normals {
            normals.copy_from(&self.normals);
        }
        Ok(())
    }
}
