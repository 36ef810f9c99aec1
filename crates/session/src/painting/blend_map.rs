//! What is done to the whole blend map at once, or to a part of it: a task that knows all it needs, so that a thread can do it.

use std::ops::ControlFlow;
use std::sync::Arc;

use character::Character;
use weights::{
    Direction, Effect, Flood, NumberEdit, Numbers as _, Region, Report, Skip, Symmetry,
    flood_numbers,
};

use super::paint_engine::{PaintEngine, symmetry_of};
use super::posed::place_on;
use super::strokes::{BUSY, NO_SKIN};
use super::visited::VisitedPrimitives;
use super::whole::{NO_HIT, WholeDone, effect_of};
use super::{PaintMesh, PosedMeshes};
use crate::session::Session;
use crate::tools::brush_work::{Sample, Whole};

const NO_JOINTS: &str = "The blend map has one number a vertex and no joints, so that nothing can be pruned or limited. Paint joint weights for that.";

/// Something to be done to many numbers of the blend map.
#[derive(Debug)]
pub struct BlendTask {
    whole: Whole,
    character: Arc<Character>,
    /// What a brush does in it, if it does anything of that kind.
    effect: Option<Effect>,
    by_topology: bool,
    parts: Vec<MeshPart>,
}

/// A surface, or the connected part of it that holds a point.
#[derive(Debug)]
struct MeshPart {
    mesh: Arc<PaintMesh>,
    point: Option<u32>,
    /// What parts before it have done already.
    before: VisitedPrimitives,
    /// Which point is whose mirror image, if that is known already.
    symmetry: Option<Arc<Symmetry>>,
}

impl PaintEngine {
    /// What there is to do: to every skin's surface, or to the part that is meant.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy, where it cannot be done.
    pub fn whole_blend(
        &self,
        whole: Whole,
        character: &Arc<Character>,
        session: &Session,
    ) -> Result<BlendTask, String> {
        if self.meshes().is_empty() {
            let why = if self.is_building() { BUSY } else { NO_SKIN };
            return Err(why.to_owned());
        }
        let brush = &session.settings.brush;
        let effect = effect_of(whole, brush)?;
        let parts = match whole {
            Whole::FillPart(sample) => {
                let posed = self.posed().ok_or(BUSY)?;
                vec![self.part_at(&sample, posed).ok_or(NO_HIT)?]
            }
            Whole::Prune | Whole::Limit => return Err(NO_JOINTS.to_owned()),
            _ => {
                let mut visited = VisitedPrimitives::default();
                let part = |(place, mesh): (usize, &Arc<PaintMesh>)| {
                    Some(MeshPart {
                        mesh: Arc::clone(mesh),
                        point: None,
                        before: visited.visit(mesh)?,
                        symmetry: self.known_symmetry(place, brush.topology),
                    })
                };
                self.meshes().iter().enumerate().filter_map(part).collect()
            }
        };
        Ok(BlendTask {
            whole,
            character: Arc::clone(character),
            effect,
            by_topology: brush.topology,
            parts,
        })
    }

    /// The connected part of a surface that is seen there.
    fn part_at(&self, sample: &Sample, posed: &PosedMeshes) -> Option<MeshPart> {
        let hit = posed.ray(sample.camera.ray(sample.pixel, sample.viewport))?;
        let mesh = self.meshes().get(self.hit_mesh(&hit)?)?;
        let on = place_on(&hit, mesh)?;
        Some(MeshPart {
            mesh: Arc::clone(mesh),
            point: Some(on.corners[0]),
            before: VisitedPrimitives::default(),
            symmetry: None,
        })
    }
}

impl BlendTask {
    /// Does it. `go_on` hears how much is done, 0 to 1, and is asked whether to go on; nothing is returned if not.
    #[must_use]
    pub fn run(&self, go_on: &dyn Fn(f32) -> ControlFlow<()>) -> Option<WholeDone> {
        let mut done = WholeDone::default();
        for part in &self.parts {
            if go_on(0.0).is_break() {
                return None;
            }
            let edit = match (self.whole, self.effect) {
                (Whole::Mirror(direction), _) => self.mirrored(part, direction),
                (_, Some(effect)) => self.flooded(part, effect),
                (_, None) => NumberEdit::default(),
            };
            done.report.add(&edit.report);
            done.edits.extend(part.mesh.blend_pieces_of(&edit.numbers));
        }
        Some(done)
    }

    fn flooded(&self, part: &MeshPart, effect: Effect) -> NumberEdit {
        let new = match part.point {
            None if !part.before.is_empty() => part.before.others(&part.mesh),
            _ => Vec::new(),
        };
        let region = match part.point {
            Some(point) => Region::PartOf(point),
            None if part.before.is_empty() => Region::All,
            None => Region::Points(&new),
        };
        let flood = Flood {
            operation: effect.operation,
            strength: effect.strength,
            joint: 0,
            region,
        };
        let mesh = &part.mesh;
        flood_numbers(
            &mesh.blend(&self.character),
            &mesh.neighbor_weights(),
            &flood,
        )
    }

    /// The numbers of one side, brought to the other; those of the middle stay.
    fn mirrored(&self, part: &MeshPart, direction: Direction) -> NumberEdit {
        let mesh = &part.mesh;
        let find = || {
            let found = symmetry_of(mesh, &self.character, self.by_topology);
            Arc::new(found.unwrap_or_default())
        };
        let symmetry = part.symmetry.clone().unwrap_or_else(find);
        let numbers = mesh.blend(&self.character);
        let mut edit = NumberEdit::default();
        let all = part.before.others(mesh).into_iter();
        let to_write = all.filter(|&point| symmetry.side(point) == direction.to());
        let mut without = 0;
        for point in to_write {
            let Some(partner) = symmetry.partner(point) else {
                without += 1;
                continue;
            };
            let number = numbers.number(partner);
            if numbers.is_seam_split(point) || number != numbers.number(point) {
                edit.numbers.push((point, number));
            }
        }
        edit.report = Report::of_changed(edit.numbers.len());
        edit.report.skip(Skip::NoPartner, without);
        edit
    }
}
