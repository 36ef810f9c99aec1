//! Other weights on the same surface.

use rig::{BlendMap, InfluenceError, RowList};
use thiserror::Error;

use crate::character::{Character, Primitive};

/// New rows and blend numbers for some vertices of one primitive.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WeightEdit {
    /// Index into [`Character::meshes`].
    pub mesh: usize,
    /// Index into the mesh's primitives.
    pub primitive: usize,
    /// New rows, whose joints are places in the joint list of the mesh's skin.
    pub rows: RowList,
    /// New numbers of the [blend map](Primitive::blend), by vertex; where there was none yet, all other vertices have 1. A map
    /// that has come back to 1 everywhere is none.
    pub blend: Vec<(u32, f32)>,
}

/// Why weights cannot be taken. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightError {
    /// A mesh or a primitive that there is not.
    #[error("there is no primitive {primitive} of mesh {mesh}")]
    NoPrimitive {
        /// The mesh.
        mesh: usize,
        /// The primitive.
        primitive: usize,
    },
    /// A mesh that no joint moves.
    #[error("{name} has no skin; bind it to joints first")]
    NoSkin {
        /// The mesh's name.
        name: String,
    },
    /// A row that is none.
    #[error("{name}: {source}")]
    Row {
        /// The mesh's name.
        name: String,
        /// Why.
        source: InfluenceError,
    },
}

impl Character {
    /// The character with other weights: everything else, and every page of weights that is not touched, is shared.
    ///
    /// Rows that sum to one keep their bits (see [`rig::Influences::with_rows`]), so that the same edits give the same character, bit for bit.
    ///
    /// # Errors
    ///
    /// See [`WeightError`].
    pub fn with_weights(&self, edits: &[WeightEdit]) -> Result<Self, WeightError> {
        let mut character = self.clone();
        for edit in edits {
            let name = self.mesh_name(edit.mesh);
            let primitives = character.meshes.get_mut(edit.mesh);
            let primitive = primitives.and_then(|mesh| mesh.primitives.get_mut(edit.primitive));
            let primitive = primitive.ok_or(WeightError::NoPrimitive {
                mesh: edit.mesh,
                primitive: edit.primitive,
            })?;
            primitive.take_weights(edit, name)?;
        }
        Ok(character)
    }

    pub(super) fn mesh_name(&self, mesh: usize) -> String {
        let name = self.meshes.get(mesh).and_then(|mesh| mesh.name.clone());
        name.unwrap_or_else(|| format!("mesh {mesh}"))
    }
}

impl Primitive {
    fn take_weights(&mut self, edit: &WeightEdit, name: String) -> Result<(), WeightError> {
        let Some(influences) = &self.influences else {
            return Err(WeightError::NoSkin { name });
        };
        let row = |source| WeightError::Row {
            name: name.clone(),
            source,
        };
        let rows = influences.with_rows(edit.rows.iter()).map_err(row)?;
        let blend = match (&self.blend, edit.blend.is_empty()) {
            (known, true) => known.clone(),
            (Some(known), false) => Some(with_values(known, edit).map_err(row)?),
            (None, false) => Some(with_values(&BlendMap::ones(influences), edit).map_err(row)?),
        };
        let may_be_gone = !edit.blend.is_empty() && edit.blend.iter().all(|pair| pair.1 == 1.0);
        let is_gone = |map: &BlendMap| may_be_gone && map.values().all(|value| value == 1.0);
        (self.influences, self.blend) = (Some(rows), blend.filter(|map| !is_gone(map)));
        Ok(())
    }
}

fn with_values(known: &BlendMap, edit: &WeightEdit) -> Result<BlendMap, InfluenceError> {
    known.with_values(edit.blend.iter().copied())
}
