//! Weights that were kept to compare with, in projects: as what differs from the project's own weights.

use std::sync::Arc;

use character::{Character, Primitive};

use super::shape::{KeptShape, PaintedShape};
use crate::document::Document;
use crate::document::journal::{Edit, Journal, KeptWeights, MeshJoints, PaintedPrimitive};

/// Weights as a project keeps them; `version` shares everything but weights with the document's character.
#[must_use]
pub fn kept_shape(name: &str, version: &Character, document: &Document) -> KeptShape {
    let now = &*document.character;
    let places = now.meshes.iter().enumerate().flat_map(|(mesh, found)| {
        let primitives = found.primitives.iter().enumerate();
        let bound = primitives.filter(|(_, primitive)| has_weights(primitive));
        bound.map(move |(primitive, _)| (mesh, primitive))
    });
    let journal = Journal::default().with_weights(now, version, places);
    let mut weights = Vec::new();
    for edit in journal.edits() {
        if let Edit::Weights(work) = edit {
            let kept = work.primitives().iter().map(PaintedPrimitive::to_kept);
            weights.extend(kept.map(|kept| PaintedShape::new(0, kept)));
        }
    }
    KeptShape {
        name: name.to_owned(),
        weights,
    }
}

impl KeptShape {
    /// The same with other weights.
    pub(super) fn with_weights(&self, kept: Vec<KeptWeights>) -> Self {
        let weights = kept.into_iter();
        Self {
            name: self.name.clone(),
            weights: weights.map(|kept| PaintedShape::new(0, kept)).collect(),
        }
    }
}

fn has_weights(primitive: &Primitive) -> bool {
    primitive.influences.is_some()
}

/// The document with kept weights of its project.
///
/// # Errors
///
/// Why they do not fit, a clause without a full stop.
pub fn with_kept(document: &Document, shape: &KeptShape) -> Result<Document, String> {
    let joints = MeshJoints::new(&document.character);
    let mut edits = Vec::with_capacity(shape.weights.len());
    for painted in &shape.weights {
        edits.push(painted.to_kept().to_edit(&joints)?);
    }
    let character = document.character.with_weights(&edits);
    let character = character.map_err(|error| error.to_string())?;
    Ok(Document {
        character: Arc::new(character),
        ..document.clone()
    })
}
