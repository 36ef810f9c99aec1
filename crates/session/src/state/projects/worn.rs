//! Clothes and the body below them, as projects keep them.

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::state::carry_over::MeshMap;

/// A mesh of clothes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WornShape {
    /// Its place among the character's meshes.
    pub cloth: usize,
    /// That of the body that it was bound with.
    pub body: usize,
}

/// All clothes of a document.
pub(super) fn worn_of(document: &Document) -> Vec<WornShape> {
    let worn = document.worn.iter();
    worn.map(|(&cloth, &body)| WornShape { cloth, body })
        .collect()
}

/// The document with those of a project, for a character whose meshes may have other places now. What it has no more is left out: it would
/// follow nothing.
pub(super) fn with_worn(mut document: Document, worn: &[WornShape], meshes: &MeshMap) -> Document {
    for shape in worn {
        if let [Some(cloth), Some(body)] = [shape.cloth, shape.body].map(|mesh| meshes.of(mesh)) {
            document = document.with_worn(&[cloth], body);
        }
    }
    document
}
