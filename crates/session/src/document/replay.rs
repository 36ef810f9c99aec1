//! Work on a character, done again on its file as it is now: for a file that is read again and for projects alike.

use std::sync::Arc;

use character::{EditError, SkeletonEdit};

use super::Document;
use rig::ClipId;

use super::journal::{ClipWork, Edit, KeptClips, KeptWeights, MeshJoints, PaintedPrimitive};

/// One piece of work without the character that it was done on.
#[derive(Clone, Debug)]
pub enum ReplayStep<'a> {
    /// An edit of the skeleton.
    Skeleton(&'a SkeletonEdit),
    /// Weights of primitives without the character that they were painted on.
    Weights(Vec<KeptWeights>),
    /// Changes of clips without the character that they were made on.
    Clips(KeptClips),
    /// The same with the clips before and after.
    ClipWork(&'a ClipWork),
}

/// What of the work could not be done, or was done otherwise.
#[derive(Clone, Debug)]
pub enum ReplayProblem {
    /// An edit of the skeleton, by its number among these.
    Skeleton(usize, EditError),
    /// So many edits of skeleton and weights after one that should have made joints: they may name those.
    LeftOut(usize),
    /// Weights of one primitive; a clause.
    Weights(String),
    /// A clip; a clause.
    Clips(String),
    /// A clip that the file has changed too: the changes that were made here stay.
    BothChanged(ClipId),
}

impl Edit {
    /// The edit without the character that it was made on.
    #[must_use]
    pub fn work(&self) -> ReplayStep<'_> {
        match self {
            Self::Skeleton(edit) => ReplayStep::Skeleton(edit),
            Self::Weights(work) => ReplayStep::Weights(
                work.primitives()
                    .iter()
                    .map(PaintedPrimitive::to_kept)
                    .collect(),
            ),
            Self::Clips(work) => ReplayStep::ClipWork(work),
        }
    }
}

impl Document {
    /// The document with work done again, in order, as far as it fits; and what does not. Clips come through whatever becomes of
    /// the edits around them: what finds no joint, or no clip, waits.
    #[must_use]
    pub fn with_work<'a>(
        self,
        work: impl IntoIterator<Item = ReplayStep<'a>>,
    ) -> (Self, Vec<ReplayProblem>) {
        let mut replay = Replay {
            document: self,
            unfit: Vec::new(),
            edits: 0,
            left_out: 0,
            lacks_joints: false,
        };
        for work in work {
            match work {
                ReplayStep::Skeleton(_) | ReplayStep::Weights(_) if replay.lacks_joints => {
                    replay.left_out += 1;
                }
                ReplayStep::Skeleton(edit) => replay.edit(edit),
                ReplayStep::Weights(kept) => replay.paint(&kept),
                ReplayStep::Clips(kept) => replay.animate(&kept),
                ReplayStep::ClipWork(work) => replay.animate(&work.to_kept()),
            }
        }
        if replay.left_out > 0 {
            replay.unfit.push(ReplayProblem::LeftOut(replay.left_out));
        }
        (replay.document, replay.unfit)
    }
}

struct Replay {
    document: Document,
    unfit: Vec<ReplayProblem>,
    /// Number of edits of the skeleton so far.
    edits: usize,
    left_out: usize,
    /// Whether a joint could not be made: the keys of later ones are others then.
    lacks_joints: bool,
}

impl Replay {
    fn edit(&mut self, edit: &SkeletonEdit) {
        match self.document.with_skeleton_edit(edit) {
            Ok((after, _)) => self.document = after,
            Err(error) => {
                // An edit that makes no joints fails alone: whatever later ones name is still there.
                self.lacks_joints = makes_joints(edit);
                self.unfit.push(ReplayProblem::Skeleton(self.edits, error));
            }
        }
        self.edits += 1;
    }

    /// All primitives at once, as long as all fit: each time the whole character is copied.
    fn paint(&mut self, kept: &[KeptWeights]) {
        let character = Arc::clone(&self.document.character);
        let joints = MeshJoints::new(&character);
        let mut edits = Vec::with_capacity(kept.len());
        for kept in kept {
            match kept.to_edit(&joints) {
                Ok(edit) => edits.push(edit),
                Err(problem) => self.unfit.push(ReplayProblem::Weights(problem)),
            }
        }
        if edits.is_empty() {
            return;
        }
        if let Ok(after) = self.document.with_weight_edits(&edits) {
            self.document = after;
            return;
        }
        // One does not fit: each alone then, so that the others come through.
        for edit in edits {
            match self.document.with_weight_edits(&[edit]) {
                Ok(after) => self.document = after,
                Err(error) => self.unfit.push(ReplayProblem::Weights(error.to_string())),
            }
        }
    }

    fn animate(&mut self, kept: &KeptClips) {
        let (after, fitted) = self.document.with_kept_clips(kept);
        self.document = after;
        let told = fitted.problems.into_iter().map(ReplayProblem::Clips);
        let changed = fitted.both_changed.into_iter();
        self.unfit
            .extend(told.chain(changed.map(ReplayProblem::BothChanged)));
    }
}

/// Whether later edits may name joints that this one makes.
const fn makes_joints(edit: &SkeletonEdit) -> bool {
    matches!(
        edit,
        SkeletonEdit::Add { .. }
            | SkeletonEdit::Extrude { .. }
            | SkeletonEdit::Insert { .. }
            | SkeletonEdit::Mirror { .. }
            | SkeletonEdit::AddTree { .. }
    )
}
