//! Operations on a whole map or a connected part of it, as tasks with a snapshot of their input, so that a
//! thread can run them.

use std::sync::Arc;

use character::Character;
use mesh::PointIndex;
use rig::{GoOn, JointPairs, JointSlot, MapKind, NamePatterns};
use weights::{
    Direction, Effect, Flood, NumberEdit, Numbers as _, PointValue, Region, Report, Skip, Symmetry,
    flood_numbers,
};

use super::paint_engine::PaintEngine;
use super::posed::place_on;
use super::strokes::{BUSY, NO_SKIN};
use super::whole::{NO_HIT, effect_of, join_remarks};
use crate::features::painting::posed::PosedMeshes;
use crate::session::Session;
use crate::state::painting::brush_work::{Sample, Whole};
use crate::state::painting::mesh_sides::symmetry_of;
use crate::state::painting::mirror_report::{ToMirror, refusal_of};
use crate::state::painting::visited::VisitedPrimitives;
use crate::state::painting::whole_done::WholeDone;
use crate::state::painting::{Mask, PaintMesh};
use crate::state::weight_operations::weight_changes::{Counted, OperationNotes};

const NO_JOINTS: &str = "A map, or a mask, has one number a vertex and no joints, so that nothing can be pruned, limited or moved between them. Paint joint weights for that.";

/// An operation on a map, with a snapshot of its input.
#[derive(Debug)]
pub struct NumberTask {
    whole: Whole,
    character: Arc<Character>,
    kind: MapKind,
    /// The brush effect that it applies; none for operations that are not a brush's.
    effect: Option<Effect>,
    by_topology: bool,
    /// The marks of sides in names, and the pairs, which tell the left; pairs are found for a mirror alone.
    patterns: NamePatterns,
    pairs: JointPairs,
    parts: Vec<MeshPart>,
    /// The remark that only selected vertices were to change; none if none was selected.
    mask_words: Option<String>,
}

/// A surface, or the connected part of it that contains a point.
#[derive(Debug)]
struct MeshPart {
    mesh: Arc<PaintMesh>,
    /// The points that may change.
    mask: Mask,
    point: Option<PointIndex>,
    /// The primitives that earlier parts have changed already.
    before: VisitedPrimitives,
    /// The mirror image of each point, if it is known already.
    symmetry: Option<Arc<Symmetry>>,
}

impl PaintEngine {
    /// The task for an operation, on every skin's surface or on the connected part that is meant.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy, where it is not possible.
    pub fn whole_numbers(
        &self,
        whole: Whole,
        character: &Arc<Character>,
        session: &Session,
    ) -> Result<NumberTask, String> {
        if self.meshes().is_empty() {
            let why = if self.is_building() { BUSY } else { NO_SKIN };
            return Err(why.to_owned());
        }
        let brush = &session.settings.brush;
        let effect = effect_of(whole, brush)?;
        let selection = &session.character.weights.vertices;
        let parts = match whole {
            Whole::FillPart(sample) => {
                let posed = self.posed_meshes().ok_or(BUSY)?;
                let part = self.part_at(&sample, posed).ok_or(NO_HIT)?;
                let mask = Mask::of(&part.mesh, selection);
                vec![MeshPart { mask, ..part }]
            }
            Whole::Prune
            | Whole::Limit
            | Whole::Move
            | Whole::Swap
            | Whole::PasteInfluence
            | Whole::MakeRigid
            | Whole::MakeRigidTo => {
                return Err(NO_JOINTS.to_owned());
            }
            _ => {
                let mut visited = VisitedPrimitives::default();
                let part = |(place, mesh): (usize, &Arc<PaintMesh>)| {
                    Some(MeshPart {
                        mesh: Arc::clone(mesh),
                        mask: Mask::of(mesh, selection),
                        point: None,
                        before: visited.visit(mesh)?,
                        symmetry: self.known_symmetry(place, brush.topology),
                    })
                };
                self.meshes().iter().enumerate().filter_map(part).collect()
            }
        };
        let patterns = session.settings.mirror.patterns();
        Ok(NumberTask {
            whole,
            character: Arc::clone(character),
            kind: session.painted_map(),
            effect,
            by_topology: brush.topology,
            patterns: patterns.clone(),
            pairs: match whole {
                Whole::Mirror(_) => character.joint_pairs(patterns),
                _ => JointPairs::default(),
            },
            parts,
            mask_words: selection.mask_words(),
        })
    }

    /// The connected part of the surface under a sample of the pointer.
    fn part_at(&self, sample: &Sample, posed: &PosedMeshes) -> Option<MeshPart> {
        let hit = posed.ray(sample.camera.ray(sample.pixel, sample.viewport))?;
        let mesh = self.meshes().get(self.hit_mesh(&hit)?)?;
        let on = place_on(&hit, mesh)?;
        Some(MeshPart {
            mesh: Arc::clone(mesh),
            mask: Mask::default(),
            point: Some(on.corners[0]),
            before: VisitedPrimitives::default(),
            symmetry: None,
        })
    }
}

impl MeshPart {
    /// The points that are meant and may change.
    fn points(&self) -> Vec<PointIndex> {
        let mut points = match self.point {
            Some(point) => Region::PartOf(point).points(self.mesh.surface()),
            None => self.before.others(&self.mesh),
        };
        points.retain(|&point| self.mask.has(point));
        points
    }
}

impl NumberTask {
    /// Runs the task. `go_on` gets the share that is done, 0 to 1, and decides whether to continue; none if it breaks
    /// off.
    #[must_use]
    pub fn run(&self, go_on: &GoOn<'_>) -> Option<WholeDone> {
        let mut done = WholeDone::default();
        if let Whole::Mirror(_) = self.whole {
            let parts = self.parts.iter();
            let symmetries: Vec<Arc<Symmetry>> = parts.map(|part| self.symmetry(part)).collect();
            let parts = self.parts.iter().zip(&symmetries);
            let parts = parts.map(|(part, symmetry)| ToMirror {
                mesh: &part.mesh,
                symmetry,
                points: part.points(),
            });
            let of = (&*self.character, &self.pairs);
            done.refused = refusal_of(of, parts, self.by_topology);
            // Nothing of it is done then, rather than half of the parts.
            if done.refused.is_some() {
                return Some(done);
            }
        }
        let points = self.parts.iter().map(|part| part.points().len());
        done.told = self.summary(points.sum());
        for part in &self.parts {
            if go_on(0.0).is_break() {
                return None;
            }
            let edit = match (self.whole, self.effect) {
                (Whole::Mirror(direction), _) => self.mirror(part, direction),
                (_, Some(effect)) => self.flood(part, effect),
                (_, None) => NumberEdit::default(),
            };
            done.report.add(&edit.report);
            done.edits
                .extend(part.mesh.number_pieces_of(&edit.numbers, self.kind));
        }
        done.remark = join_remarks([self.mask_words.clone(), None]);
        Some(done)
    }

    /// What is said of it, on so many points.
    fn summary(&self, meant: usize) -> OperationNotes {
        let why_nothing = match self.whole {
            Whole::Mirror(_) => "both sides are each other's image already",
            _ => "they have what the brush would give them already",
        };
        OperationNotes {
            counted: Counted::Numbers(self.kind),
            ..OperationNotes::new(meant, why_nothing)
        }
    }

    fn flood(&self, part: &MeshPart, effect: Effect) -> NumberEdit {
        let points = part.points();
        let region = Region::Points(&points);
        let flood = Flood {
            operation: effect.operation,
            strength: effect.strength,
            // Any: numbers have no joints.
            joint: JointSlot(0),
            region,
        };
        let mesh = &part.mesh;
        flood_numbers(
            &mesh.numbers(&self.character, self.kind),
            &mesh.neighbor_weights(),
            &flood,
        )
    }

    fn symmetry(&self, part: &MeshPart) -> Arc<Symmetry> {
        let find = || {
            let found = symmetry_of(
                &part.mesh,
                &self.character,
                (&self.patterns, &self.pairs),
                self.by_topology,
            );
            Arc::new(found.unwrap_or_default())
        };
        part.symmetry.clone().unwrap_or_else(find)
    }

    /// The values of one side, copied to the other; those in the middle stay.
    fn mirror(&self, part: &MeshPart, direction: Direction) -> NumberEdit {
        let mesh = &part.mesh;
        let symmetry = self.symmetry(part);
        let numbers = mesh.numbers(&self.character, self.kind);
        let mut edit = NumberEdit::default();
        let all = part.before.others(mesh).into_iter();
        let to_write =
            all.filter(|&point| symmetry.side(point) == direction.to() && part.mask.has(point));
        let mut without = 0;
        for point in to_write {
            let Some(image) = symmetry.image(point) else {
                without += 1;
                continue;
            };
            let shares = image
                .iter()
                .map(|corner| corner.value * numbers.number(corner.point));
            let number: f32 = shares.sum();
            // A point whose vertices differ is written even with their mean, so that they agree.
            if numbers.is_seam_split(point) || number != numbers.number(point) {
                edit.numbers.push(PointValue::new(point, number));
            }
        }
        edit.report = Report::of_changed(edit.numbers.len());
        edit.report.skip(Skip::NoPartner, without);
        edit
    }
}
