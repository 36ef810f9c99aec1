//! Gradients drawn with the pointer: a segment becomes new weights, always computed from those before the drag.

use std::sync::Arc;

use character::Character;
use glam::Vec3;
use weights::Symmetry;

use super::gradient_job::{GradientField, GradientJob, GradientTask};
use super::gradient_region::GradientRegion;
use super::paint_engine::PaintEngine;
use super::posed::place_on;
use super::strokes::PaintSkin;
use crate::document::Document;
use crate::session::Session;
use crate::state::painting::PaintMesh;
use crate::state::painting::brush_work::{GradientDrag, StrokeEdits, StrokeWork};
use crate::tasks::JobError;

/// A shorter drag, in points, counts as a click.
const SHORTEST: f32 = 3.0;
/// A surface with fewer points is evaluated at once: a thread would cost a frame.
const SMALL: u32 = 20_000;

const TOO_SHORT: &str = "A gradient runs from where you press to where you let go: drag from one place of the surface to another.";

/// A gradient that is being drawn.
#[derive(Debug)]
pub(crate) struct GradientStroke {
    number: u64,
    /// The index of the surface.
    mesh: usize,
    /// Where the button went down, in the scene.
    start: Vec3,
    /// The character of before the drag; while a mask is painted, that is its blend map.
    seen: Arc<Character>,
    /// The mesh at that time; none while a thread has it.
    field: Option<Box<GradientField>>,
    /// The running job and its state.
    away: Option<(GradientTask, GradientState)>,
    /// The end of the gradient, and the number of samples that it was computed from.
    end: Option<(Vec3, usize)>,
    /// The state that was evaluated last.
    done: Option<GradientState>,
}

/// The number of samples, whether both sides are drawn, and whether the stroke is over.
type GradientState = (usize, bool, bool);

impl PaintEngine {
    /// Continues a gradient; none if nothing has changed or the job is still running.
    ///
    /// On a large mesh the newest state is evaluated in the background and shown when it is done: frames do not wait
    /// for it.
    pub(crate) fn grade(
        &mut self,
        work: &StrokeWork,
        document: &Document,
        session: &Session,
    ) -> Option<StrokeEdits> {
        let number = work.number;
        let refused = |refused| StrokeEdits {
            stroke: number,
            refused: Some(refused),
            is_last: true,
            ..StrokeEdits::default()
        };
        let known = self.grading.take();
        let mut grading = match known.filter(|grading| grading.number == work.number) {
            Some(grading) => grading,
            None => match self.begin_grading(work, document, session) {
                Ok(grading) => grading,
                Err(why) => return Some(refused(why)),
            },
        };
        let brush = &session.settings.brush;
        let symmetry = self.known_symmetry(grading.mesh, brush.topology);
        let symmetry = symmetry.filter(|_| brush.mirror);
        // At the release the mirrored side waits for mirror images; while the button is down one side is drawn without
        // them.
        let pending_mirror = brush.mirror && symmetry.is_none();
        let state = (
            work.samples.len(),
            symmetry.is_some(),
            work.is_over && !pending_mirror,
        );
        let painted = match grading.take_result() {
            Err(error) => {
                return Some(refused(format!(
                    "The gradient could not be computed, for {error}; nothing has changed. Save your work, and try again."
                )));
            }
            Ok(Some(painted)) => Some(painted),
            Ok(None) if grading.away.is_some() || grading.done == Some(state) => None,
            Ok(None) => {
                let painted = self.apply_gradient(&mut grading, work, symmetry, session, state);
                if grading.away.is_none() {
                    grading.done = Some(state);
                }
                painted
            }
        };
        let is_away = grading.away.is_some();
        let is_last = !is_away && grading.done.is_some_and(|(.., is_last)| is_last);
        self.grading = (!is_last).then_some(grading);
        let painted = painted.or_else(|| is_last.then(StrokeEdits::default))?;
        Some(StrokeEdits {
            stroke: number,
            is_last,
            from_before: true,
            pending_mirror,
            ..painted
        })
    }

    fn begin_grading(
        &self,
        work: &StrokeWork,
        document: &Document,
        session: &Session,
    ) -> Result<GradientStroke, String> {
        let character = &document.character;
        let why_not = || self.why_not(character, work.joint);
        let first = work.samples.first().ok_or_else(why_not)?;
        let ray = first.camera.ray(first.pixel, first.viewport);
        let hit = self.posed_meshes().and_then(|posed| posed.ray(ray));
        let hit_mesh = hit.and_then(|hit| self.hit_mesh(&hit));
        let mesh = self
            .mesh_of(character, work.joint, hit_mesh)
            .ok_or_else(why_not)?;
        let own = self.meshes().get(mesh).ok_or_else(why_not)?;
        let posed = self.posed_meshes().ok_or_else(why_not)?;
        let on = hit.and_then(|hit| place_on(&hit, own));
        let limb = GradientDrag::is_of_limb(&session.settings.brush, work.held);
        let field = GradientField {
            places: posed.posed_mesh(mesh, own).positions.to_vec(),
            region: GradientRegion::new(own, session, (on.map(|place| place.corners), limb)),
        };
        Ok(GradientStroke {
            number: work.number,
            mesh,
            start: hit.map_or_else(|| self.at_depth_of_target(first), |hit| hit.position),
            seen: match session.paints_mask() {
                true => work.before.with_mask_as_map().character,
                false => Arc::clone(&work.before.character),
            },
            field: Some(Box::new(field)),
            away: None,
            end: None,
            done: None,
        })
    }

    /// The evaluation of the newest state; none while a job is running.
    fn apply_gradient(
        &self,
        grading: &mut GradientStroke,
        work: &StrokeWork,
        symmetry: Option<Arc<Symmetry>>,
        session: &Session,
        state: GradientState,
    ) -> Option<StrokeEdits> {
        let mesh = self.meshes().get(grading.mesh)?;
        let (first, last) = work.samples.first().zip(work.samples.last())?;
        if first.pixel.distance(last.pixel) < SHORTEST {
            return Some(StrokeEdits {
                has_hit: true,
                refused: work.is_over.then(|| TOO_SHORT.to_owned()),
                ..StrokeEdits::default()
            });
        }
        let to = self.end(grading, mesh, work)?;
        let skin = match work.joint {
            Some(joint) => Some(PaintSkin::of(mesh, &grading.seen, session, joint)?),
            None => None,
        };
        let job = GradientJob {
            mesh: Arc::clone(mesh),
            before: work.before.clone(),
            seen: Arc::clone(&grading.seen),
            is_mask: session.paints_mask(),
            skin,
            kind: session.painted_map(),
            symmetry,
            drag: GradientDrag::new(&session.settings.brush, work.held, [grading.start, to]),
        };
        let mut field = grading.field.take()?;
        if mesh.point_count() < SMALL {
            let painted = job.compute(&mut field);
            grading.field = Some(field);
            return Some(painted);
        }
        grading.away = Some((job.start(field, &self.spawner), state));
        None
    }

    /// The end of the gradient: the surface point under the pointer, at its position when the button went down.
    fn end(
        &self,
        grading: &mut GradientStroke,
        mesh: &PaintMesh,
        work: &StrokeWork,
    ) -> Option<Vec3> {
        let count = work.samples.len();
        // Without a new sample the end stays, although the gradient itself may move the surface under the pointer.
        if let Some((end, _)) = grading.end.filter(|(_, handled)| *handled == count) {
            return Some(end);
        }
        let last = work.samples.last()?;
        let ray = last.camera.ray(last.pixel, last.viewport);
        let hit = self.posed_meshes().and_then(|posed| posed.ray(ray));
        let on = hit.and_then(|hit| place_on(&hit, mesh));
        let places = &grading.field.as_ref()?.places;
        let then = on.and_then(|place| {
            let corners = place.corners.map(|corner| places.get(corner.index()));
            let [Some(&a), Some(&b), Some(&c)] = corners else {
                return None;
            };
            let share = place.barycentric;
            Some(a * share.x + b * share.y + c * share.z)
        });
        let beside = || {
            // Beside the surface: at the depth of the start.
            let middle = last.camera.ray(0.5 * last.viewport, last.viewport);
            let depth = (grading.start - ray.origin).dot(middle.direction);
            let along = ray.direction.dot(middle.direction).max(1e-3);
            ray.origin + ray.direction * (depth / along)
        };
        let end = then
            .or_else(|| hit.map(|hit| hit.position))
            .unwrap_or_else(beside);
        grading.end = Some((end, count));
        Some(end)
    }
}

impl GradientStroke {
    /// The result of the running job, once it is there.
    fn take_result(&mut self) -> Result<Option<StrokeEdits>, JobError> {
        let Some((away, state)) = &mut self.away else {
            return Ok(None);
        };
        let Some((field, painted)) = away.back()? else {
            return Ok(None);
        };
        self.done = Some(*state);
        self.field = Some(field);
        self.away = None;
        Ok(Some(painted))
    }
}
