//! Other weights on the same surface.

use rig::{ByMap, InfluenceError, Influences, MapKind, RowList, VertexMap};
use thiserror::Error;

use crate::model::character::{Character, Primitive};

/// New rows and numbers of maps for some vertices of one primitive.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct WeightEdit {
    /// Index of the mesh in [`Character::meshes`].
    pub mesh: usize,
    /// Index into the mesh's primitives.
    pub primitive: usize,
    /// New rows, whose joints are places in the joint list of the mesh's skin.
    pub rows: RowList,
    /// New numbers of the [maps](Primitive::maps), by vertex; where there was none yet, all other vertices are
    /// [unpainted](MapKind::default_value). A map that has come back to that everywhere is none.
    pub maps: ByMap<Vec<(u32, f32)>>,
}

impl WeightEdit {
    /// Whether it names no number of any map.
    #[must_use]
    pub fn has_no_numbers(&self) -> bool {
        self.maps.iter().all(|(_, numbers)| numbers.is_empty())
    }
}

/// Why weights cannot be taken. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum WeightError {
    /// A mesh or a primitive that there is not.
    #[error("there is no primitive {primitive} of mesh {mesh}")]
    NoPrimitive {
        /// The index that names no mesh, or a mesh without this primitive.
        mesh: usize,
        /// The index of the primitive that was asked for.
        primitive: usize,
    },
    /// A mesh that no joint moves.
    #[error("{name} has no skin; bind it to joints first")]
    NoSkin {
        /// The name of the mesh, or its number where it has none.
        name: String,
    },
    /// A row that is none.
    #[error("{name}: {source}")]
    Row {
        /// The name of the mesh, or its number where it has none.
        name: String,
        /// What is wrong with the row: no such joint or vertex, or weights that are none.
        source: InfluenceError,
    },
}

impl Character {
    /// The character with other weights: everything else, and every page of weights that is not touched, is shared.
    ///
    /// A joint that moved nothing of what its skin moves, and gets weight now, is bound where it rests
    /// ([`rig::BindPose::with_idle_at_rest`]): whatever its inverse bind matrix was, the vertex stays where it is at rest.
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
        character.bind_first_weights(self, edits);
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
        // A row of zeros is unbound already: an edit that leaves it so leaves what it is drawn with.
        let is_zero = |vertex: u32| influences.zero_rows().binary_search(&vertex).is_ok();
        let given = edit.rows.iter();
        let given = given.filter(|(vertex, row)| !row.is_empty() || !is_zero(*vertex));
        let rows = influences.with_rows(given).map_err(row)?;
        let mut maps = ByMap::default();
        for kind in MapKind::ALL {
            let numbers = &edit.maps[kind];
            maps[kind] =
                with_numbers(kind, &rows, self.maps[kind].as_ref(), numbers).map_err(row)?;
        }
        (self.influences, self.maps) = (Some(rows), maps);
        Ok(())
    }
}

/// A map with other numbers; none that is unpainted everywhere.
fn with_numbers(
    kind: MapKind,
    influences: &Influences,
    known: Option<&VertexMap>,
    numbers: &[(u32, f32)],
) -> Result<Option<VertexMap>, InfluenceError> {
    if numbers.is_empty() {
        return Ok(known.cloned());
    }
    let unpainted = kind.default_value();
    let new;
    let known = match known {
        Some(known) => known,
        None => {
            new = VertexMap::default_for(influences, kind);
            &new
        }
    };
    let map = known.with_values(numbers.iter().copied())?;
    // Looking through the whole map is put off until the edit itself gives no reason for it to stay.
    let may_be_gone = numbers.iter().all(|pair| pair.1 == unpainted);
    let is_gone = may_be_gone && map.values().all(|value| value == unpainted);
    Ok((!is_gone).then_some(map))
}
