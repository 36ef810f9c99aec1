//! What a stroke writes: weights of a joint, or the blend map.

use character::{Character, WeightEdit};
use weights::{Edit, Effect, NumberStroke, Report, Stroke};

use super::PaintMesh;

/// A smaller change of a weight is none that anybody reads.
const UNREAD: f32 = 5e-4;

/// A stroke, of whatever it paints.
#[derive(Debug)]
pub(super) enum StrokeKind {
    /// Weights of a joint.
    Weights(Box<Stroke>),
    /// The blend map.
    Blend(Box<NumberStroke>),
}

/// Points with how much a brush touches them.
type Falloffs<'a> = &'a [(u32, f32)];

/// What steps have made that is not in the document yet.
#[derive(Debug, Default)]
pub(super) struct PendingEdits {
    edits: Vec<Edit>,
    numbers: Vec<(u32, f32)>,
}

impl StrokeKind {
    pub(super) fn weights(stroke: Stroke) -> Self {
        Self::Weights(Box::new(stroke))
    }

    pub(super) fn blend(effect: Effect, mesh: &PaintMesh) -> Self {
        let points = mesh.surface().point_count();
        Self::Blend(Box::new(NumberStroke::new(effect, points)))
    }

    /// One step of the brush and its mirror image.
    pub(super) fn step(
        &mut self,
        (mesh, character): (&PaintMesh, &Character),
        (touched, image): (Falloffs<'_>, Falloffs<'_>),
        pending: &mut PendingEdits,
    ) {
        let neighbor_weights = mesh.neighbor_weights();
        match self {
            Self::Weights(stroke) => {
                let edit = stroke.step(&mesh.rows(character), &neighbor_weights, touched, image);
                pending.edits.push(edit);
            }
            Self::Blend(stroke) => {
                let edit = stroke.step(&mesh.blend(character), &neighbor_weights, touched, image);
                pending.numbers.extend(edit.numbers);
            }
        }
    }

    /// What the whole stroke did so far.
    pub(super) fn report(&self) -> Report {
        match self {
            Self::Weights(stroke) => stroke.report(),
            Self::Blend(stroke) => stroke.report(),
        }
    }

    /// Of the blend map, a point's number before the stroke and now.
    pub(super) fn number(&self, point: u32) -> Option<(f32, f32)> {
        match self {
            Self::Weights(_) => None,
            Self::Blend(stroke) => stroke.at(point),
        }
    }

    /// The joint that has lost most over the whole stroke, by its place in the skin, and what points lost of it.
    pub(super) fn losses(&self) -> Option<(u16, Vec<(u32, f32)>)> {
        let Self::Weights(stroke) = self else {
            return None;
        };
        let &(loser, _) = stroke.balance().donors().first()?;
        let lost = stroke.touched().filter_map(|(point, before, now)| {
            let lost = before.weight(loser) - now.weight(loser);
            (lost > UNREAD).then_some((point, lost))
        });
        Some((loser, lost.collect()))
    }

    /// What joints have gained or lost at a point, by their places in the skin, the largest change first; nothing where nobody would
    /// read a change.
    pub(super) fn gains(&self, point: u32) -> Vec<(u16, f32)> {
        let rows = match self {
            Self::Weights(stroke) => stroke.at(point),
            Self::Blend(_) => None,
        };
        let Some((before, now)) = rows else {
            return Vec::new();
        };
        let is_new = |joint: &u16| before.weight(*joint) == 0.0;
        let known = before.pairs().map(|(joint, _)| joint);
        let new = now.pairs().map(|(joint, _)| joint).filter(is_new);
        let gain = |joint: u16| (joint, now.weight(joint) - before.weight(joint));
        let mut gains: Vec<(u16, f32)> = known.chain(new).map(gain).collect();
        if gains.iter().all(|(_, gain)| gain.abs() <= UNREAD) {
            return Vec::new();
        }
        gains.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        gains
    }
}

impl PendingEdits {
    /// What it means for the primitives of a mesh; of a point written twice the last counts.
    pub(super) fn pieces(self, mesh: &PaintMesh) -> Vec<WeightEdit> {
        if self.edits.is_empty() {
            return mesh.blend_pieces_of(&self.numbers);
        }
        mesh.pieces_of(&Edit::in_turn(self.edits))
    }
}
