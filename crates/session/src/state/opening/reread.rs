//! A character's file that was read again, with the user's work done again on it. It takes as long as there is work, and so is made
//! where the file is read.

use std::sync::Arc;

use character::Character;
use rig::Skeleton;
use scene::facts::Facts;

use crate::document::Document;
use crate::document::journal::Edit;
use crate::document::replay::ReplayProblem;

/// The work of a document on its file as it is now.
#[derive(Debug)]
pub struct Reread {
    /// The document that had the work.
    began: Document,
    /// The character as its file has it, with the work; its pose is that of the file.
    pub(crate) document: Document,
    /// What is counted of that character.
    pub(crate) facts: Facts,
    /// What of the work does not fit, each as a sentence with a remedy.
    pub(crate) problems: Vec<String>,
}

impl Reread {
    /// Does the work of a document again on its file: edits of skeleton, weights and clips, and layers of weights. If the file's
    /// joints changed, only edits of clips are done, which find theirs by name.
    #[must_use]
    pub fn new(character: Arc<Character>, began: Document) -> Self {
        let mut problems = Vec::new();
        let fresh = Document::new(character);
        let document = with_edits(fresh, &began, &mut problems);
        let document = with_layers(document, &began, &mut problems);
        Self {
            began,
            facts: Facts::of(&document.character),
            document,
            problems,
        }
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

fn with_edits(fresh: Document, before: &Document, problems: &mut Vec<String>) -> Document {
    let has_joints = has_same_joints(before, &fresh);
    let name = fresh.character.name.clone();
    let fits = |edit: &&Edit| has_joints || matches!(edit, Edit::Clips(_));
    let journal = &before.journal;
    let fitting = journal.edits().iter().filter(fits);
    let lost = journal.len() - fitting.clone().count();
    if lost > 0 {
        let edits = pluralize_edits(lost);
        problems.push(with_remedy(&format!(
            "{name}: the joints of the file have changed, so that {edits} of skeleton and weights cannot be applied to it"
        )));
    }
    let (document, unfit) = fresh.with_work(fitting.map(Edit::work));
    let (mut failed, mut why) = (0, None);
    for unfit in unfit {
        match unfit {
            ReplayProblem::Skeleton(_, error) => {
                failed += 1;
                why = why.or(Some(error));
            }
            ReplayProblem::LeftOut(more) => failed += more,
            ReplayProblem::Weights(problem) | ReplayProblem::Clips(problem) => {
                problems.push(with_remedy(&format!("{name}: {problem}")));
            }
        }
    }
    if let Some(why) = why {
        let edits = pluralize_edits(failed);
        problems.push(with_remedy(&format!(
            "{name}: {edits} of skeleton and weights cannot be made on the file as it is now: {why}"
        )));
    }
    document
}

/// With the layers of the document before, as far as they fit.
fn with_layers(fresh: Document, before: &Document, problems: &mut Vec<String>) -> Document {
    if before.layers.is_empty() || !has_same_joints(before, &fresh) {
        return fresh;
    }
    let kept = before.layers.to_kept(&before.character);
    let (layers, unfit) = kept.fit_to(&fresh.character);
    let after = fresh.with_layers(layers).unwrap_or(fresh);
    let name = &after.character.name;
    let unfit = unfit.iter();
    problems.extend(unfit.map(|problem| with_remedy(&format!("{name}: {problem}"))));
    after
}

fn with_remedy(problem: &str) -> String {
    format!("{problem}. Undo brings the older file back.")
}

fn pluralize_edits(edits: usize) -> String {
    if edits == 1 {
        "one edit".to_owned()
    } else {
        format!("{edits} edits")
    }
}

/// Keys are indices in a file: they mean the same joints only if names and parents are the same.
fn has_same_joints(before: &Document, fresh: &Document) -> bool {
    let [old, new]: [&Skeleton; 2] = [before, fresh].map(|of| &of.original.rig.skeleton);
    old.len() == new.len()
        && old.joints().all(|joint| {
            old.key(joint) == new.key(joint)
                && old.name(joint) == new.name(joint)
                && old.parent(joint) == new.parent(joint)
        })
}
