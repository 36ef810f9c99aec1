//! What a stroke paints: weights of a joint, or a map.

use character::{Character, WeightEdit};
use mesh::PointIndex;
use rig::{ByMap, JointSlot, MapKind};
use weights::{
    Edit, Effect, Falloffs, NumberStroke, Operation, PointValue, Report, Smear, Sources, Stroke,
    Touched,
};

use crate::state::painting::PaintMesh;

/// Smaller changes of a weight are not listed.
/// Weights are shown with three decimals, so that these would read as 0.
const UNREAD: f32 = 5e-4;

/// A running stroke, by what it paints.
#[derive(Debug)]
pub(crate) enum StrokeKind {
    /// Weights of a joint.
    Weights(Box<Stroke>),
    /// Numbers of a map.
    Numbers(MapKind, Box<NumberStroke>),
}

/// Edits of the last steps that are not in the document yet.
#[derive(Debug, Default)]
pub(crate) struct PendingEdits {
    edits: Vec<Edit>,
    /// By kind of map.
    numbers: ByMap<Vec<PointValue>>,
}

impl StrokeKind {
    pub(crate) fn weights(stroke: Stroke) -> Self {
        Self::Weights(Box::new(stroke))
    }

    pub(crate) fn numbers(kind: MapKind, effect: Effect, mesh: &PaintMesh) -> Self {
        let points = mesh.surface().point_count();
        Self::Numbers(kind, Box::new(NumberStroke::new(effect, points)))
    }

    /// One step of the brush, and of its mirror image.
    pub(crate) fn step(
        &mut self,
        (mesh, character): (&PaintMesh, &Character),
        (touched, image): (Falloffs<'_>, Falloffs<'_>),
        pending: &mut PendingEdits,
    ) {
        self.drag((mesh, character), (touched, image), None, pending);
    }

    /// The same for a brush that drags weights along, from these sources.
    pub(crate) fn drag(
        &mut self,
        (mesh, character): (&PaintMesh, &Character),
        falloffs: (Falloffs<'_>, Falloffs<'_>),
        sources: Option<&Sources<'_>>,
        pending: &mut PendingEdits,
    ) {
        let neighbor_weights = mesh.neighbor_weights();
        let smear = sources.map(|sources| Smear {
            falloffs: falloffs.0,
            mirrored: falloffs.1,
            sources,
        });
        match self {
            Self::Weights(stroke) => {
                let rows = mesh.rows(character);
                let edit = match smear {
                    Some(smear) => stroke.drag(&rows, &neighbor_weights, &smear),
                    None => stroke.step(&rows, &neighbor_weights, falloffs.0, falloffs.1),
                };
                pending.edits.push(edit);
            }
            Self::Numbers(kind, stroke) => {
                let numbers = mesh.numbers(character, *kind);
                let edit = match smear {
                    Some(smear) => stroke.drag(&numbers, &neighbor_weights, &smear),
                    None => stroke.step(&numbers, &neighbor_weights, falloffs.0, falloffs.1),
                };
                pending.numbers[*kind].extend(edit.numbers);
            }
        }
    }

    /// What the brush does.
    pub(crate) fn operation(&self) -> Operation {
        match self {
            Self::Weights(stroke) => stroke.effect().operation,
            Self::Numbers(_, stroke) => stroke.effect().operation,
        }
    }

    /// What the whole stroke has changed and skipped so far.
    pub(crate) fn report(&self) -> Report {
        match self {
            Self::Weights(stroke) => stroke.report(),
            Self::Numbers(_, stroke) => stroke.report(),
        }
    }

    /// A point's number before the stroke and now; none for weights.
    pub(crate) fn number(&self, point: PointIndex) -> Option<Touched<f32>> {
        match self {
            Self::Weights(_) => None,
            Self::Numbers(_, stroke) => stroke.at(point),
        }
    }

    /// The joint that has lost most over the whole stroke, as an index into the skin, and the loss at each point.
    pub(crate) fn losses(&self) -> Option<(JointSlot, Vec<PointValue>)> {
        let Self::Weights(stroke) = self else {
            return None;
        };
        let loser = stroke.balance().donors().first()?.joint;
        let lost = stroke.touched_points().filter_map(|touched| {
            let lost = touched.before.weight(loser) - touched.now.weight(loser);
            (lost > UNREAD).then_some(PointValue::new(touched.point, lost))
        });
        Some((loser, lost.collect()))
    }

    /// Changes of joints at a point, as indices into the skin, largest first; none if all are too small to read.
    pub(crate) fn gains(&self, point: PointIndex) -> Vec<(JointSlot, f32)> {
        let rows = match self {
            Self::Weights(stroke) => stroke.at(point),
            Self::Numbers(..) => None,
        };
        let Some(Touched { before, now, .. }) = rows else {
            return Vec::new();
        };
        let is_new = |joint: &JointSlot| before.weight(*joint) == 0.0;
        let known = before.pairs().map(|(joint, _)| joint);
        let new = now.pairs().map(|(joint, _)| joint).filter(is_new);
        let gain = |joint: JointSlot| (joint, now.weight(joint) - before.weight(joint));
        let mut gains: Vec<(JointSlot, f32)> = known.chain(new).map(gain).collect();
        if gains.iter().all(|(_, gain)| gain.abs() <= UNREAD) {
            return Vec::new();
        }
        gains.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        gains
    }
}

impl PendingEdits {
    /// The edits per primitive of a mesh; for a point written twice the last value counts.
    pub(crate) fn pieces(self, mesh: &PaintMesh) -> Vec<WeightEdit> {
        if self.edits.is_empty() {
            let of_map = |(kind, numbers): (MapKind, &Vec<_>)| mesh.number_pieces_of(numbers, kind);
            return self.numbers.iter().flat_map(of_map).collect();
        }
        mesh.pieces_of(&Edit::in_turn(self.edits))
    }
}
