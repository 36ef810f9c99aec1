//! A character's file that was read again, with the user's work done again on it. It takes as long as there is work, and so is made
//! where the file is read.

use std::sync::Arc;

use character::{Character, OtherKeys as _};
use scene::facts::Facts;

use crate::document::Document;
use crate::document::joint_mapping::JointMapping;
use crate::document::journal::Edit;
use crate::state::carry_over::{
    CarryReport, CharacterShape, MeshMap, WorkBeside, base_as_in_file, carry_over,
};

/// The work of a document on its file as it is now.
#[derive(Debug)]
pub struct Reread {
    /// The document that had the work.
    began: Document,
    /// The character as its file has it, with the work; its pose is that of the file.
    pub(crate) document: Document,
    /// What is counted of that character.
    pub(crate) facts: Facts,
    /// What came over, and what did not.
    pub(crate) report: CarryReport,
    /// Which joint of the character with the work is which now.
    pub(crate) joints: JointMapping,
    /// Which mesh is which now.
    pub(crate) meshes: MeshMap,
}

impl Reread {
    /// Does the work of a document again on its file as it is now: edits of skeleton, weights and clips, and layers of weights. Joints,
    /// vertices and clips are found again as [`carry_over`] says.
    #[must_use]
    pub fn new(character: Arc<Character>, began: Document) -> Self {
        let layers = (!began.layers.is_empty()).then(|| began.layers.to_kept(&began.character));
        let base = layers.as_ref().map(|kept| base_as_in_file(kept, &began));
        let beside = WorkBeside {
            layers,
            base_as_file: base.unwrap_or_default(),
            ..WorkBeside::default()
        };
        let old = CharacterShape::of(&began.original);
        let work = began.journal.edits().iter().map(Edit::work);
        let carried = carry_over(&old, work, beside, Document::new(character));
        let document = carried.document;
        let skeletons = [&began, &document].map(|of| &of.character.rig.skeleton);
        Self {
            joints: JointMapping::from_keys(skeletons[0], skeletons[1], |key| carried.keys.of(key)),
            facts: Facts::of(&document.character),
            report: carried.report,
            meshes: carried.meshes,
            document,
            began,
        }
    }

    /// The work as it is on the new file.
    #[must_use]
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// The character as its file has it.
    #[must_use]
    pub const fn original(&self) -> &Arc<Character> {
        &self.document.original
    }

    /// Whether a document still has the work that was done again; its pose and which of its layers is active count for nothing.
    #[must_use]
    pub fn is_of(&self, document: &Document) -> bool {
        Arc::ptr_eq(&self.began.original, &document.original)
            && Arc::ptr_eq(&self.began.character, &document.character)
            && self.began.journal == document.journal
            && self.began.has_same_layers(document)
    }
}
