//! Strokes that shape a corrective: the pointer takes the surface along, evens it out or leads it back.

use std::sync::Arc;

use glam::Vec3;
use weights::{Falloffs, Footprint, PointValue, StrokePath, Symmetry};

use super::overlap::{at_depth_of, dab_at};
use super::paint_engine::{BrushPlace, PaintEngine, falloff, view_of};
use super::strokes::{BUSY, SPACING};
use crate::session::Session;
use crate::settings::BrushSettings;
use crate::state::painting::brush_work::{Sample, StrokeEdits, StrokeWork};
use crate::state::painting::sculpt::{
    SculptPose, SculptStroke, SculptTool, Sculpting, with_counts,
};
use crate::state::painting::{Mask, PaintMesh};

/// The largest number of dabs per frame; the others follow in the next frames.
const MOST_DABS: usize = 8;

const OTHER_MESH: &str = "The chosen corrective is of another mesh than the one under the brush. Choose one of this mesh, or make a new one.";
const NO_MIRROR_YET: &str =
    "Mirror images are still being found. Try again in a moment, or turn “Live mirror” off.";

/// A running stroke on a corrective.
#[derive(Debug)]
pub(crate) struct RunningSculpt {
    number: u64,
    /// The index of the surface.
    mesh: usize,
    stroke: SculptStroke,
    path: StrokePath,
    /// The number of samples that are done.
    handled: usize,
    under: BrushPlace,
    footprint: Footprint,
    symmetry: Option<Arc<Symmetry>>,
    /// Where the surface was grabbed.
    grabbed: Vec3,
    has_hit: bool,
}

impl PaintEngine {
    /// Continues a stroke that shapes a corrective; its surfaces are ready.
    pub(super) fn sculpt(
        &mut self,
        work: &StrokeWork,
        sculpting: &Sculpting,
        session: &Session,
    ) -> Option<StrokeEdits> {
        let number = work.number;
        if self.sculpting.as_ref().map(|running| running.number) != Some(number) {
            match self.begin_sculpt(work, sculpting, session) {
                Ok(running) => self.sculpting = Some(running),
                Err(refused) => {
                    return Some(StrokeEdits {
                        stroke: number,
                        refused: Some(refused),
                        is_last: true,
                        ..StrokeEdits::default()
                    });
                }
            }
        }
        let mut running = self.sculpting.take()?;
        let is_done = self.go_on_sculpting(&mut running, work, &session.settings.brush);
        let mesh = self.meshes().get(running.mesh)?;
        let shape = running.stroke.shape(&sculpting.before, mesh);
        let character = &work.before.character;
        let shape = with_counts(shape, character, sculpting.corrective.mesh);
        let edits = StrokeEdits {
            stroke: number,
            shape: Some(shape),
            missing: running.stroke.missing(),
            has_hit: running.has_hit,
            is_last: work.is_over && is_done,
            ..StrokeEdits::default()
        };
        self.sculpting = (!edits.is_last).then_some(running);
        Some(edits)
    }

    fn begin_sculpt(
        &self,
        work: &StrokeWork,
        sculpting: &Sculpting,
        session: &Session,
    ) -> Result<RunningSculpt, String> {
        let brush = &session.settings.brush;
        let sample = work.samples.first().ok_or(BUSY)?;
        let ray = sample.camera.ray(sample.pixel, sample.viewport);
        let hit = self.posed_meshes().and_then(|posed| posed.ray(ray));
        let of_hit = hit.as_ref().and_then(|hit| self.hit_mesh(hit));
        let is_of_corrective = |mesh: &Arc<PaintMesh>| {
            let mut primitives = mesh.primitives();
            primitives.any(|(mesh, _)| mesh == sculpting.corrective.mesh)
        };
        let own = || self.meshes().iter().position(is_of_corrective);
        let place = of_hit.or_else(own).ok_or(BUSY)?;
        let mesh = self.meshes().get(place).ok_or(BUSY)?;
        let pose = SculptPose {
            character: &work.before.character,
            posed: &sculpting.posed,
            corrective: sculpting.corrective,
            share: sculpting.share,
            size: self.size(),
        };
        let mask = Mask::of(mesh, &session.character.weights.vertices)
            .without(mesh, &session.character.hidden_surfaces);
        let stroke = SculptStroke::new(sculpting.tool, &pose, mesh, mask).ok_or(OTHER_MESH)?;
        let symmetry = match brush.mirror {
            false => None,
            true => Some(
                self.known_symmetry(place, brush.topology)
                    .ok_or(NO_MIRROR_YET)?,
            ),
        };
        let under = self.under(sample, brush);
        Ok(RunningSculpt {
            number: work.number,
            mesh: place,
            stroke,
            path: StrokePath::default(),
            handled: 0,
            under,
            footprint: Footprint::new(),
            symmetry,
            grabbed: under.position,
            has_hit: false,
        })
    }

    /// The next steps; whether none is left.
    fn go_on_sculpting(
        &self,
        running: &mut RunningSculpt,
        work: &StrokeWork,
        brush: &BrushSettings,
    ) -> bool {
        match running.stroke.tool() {
            SculptTool::Grab => {
                self.drag_surface(running, work, brush);
                true
            }
            SculptTool::Smooth | SculptTool::Erase => self.dab_surface(running, work, brush),
        }
    }

    /// Takes what was grabbed to where the pointer is, at the depth at which it was grabbed.
    fn drag_surface(&self, running: &mut RunningSculpt, work: &StrokeWork, brush: &BrushSettings) {
        let Some((first, last)) = work.samples.first().zip(work.samples.last()) else {
            return;
        };
        if running.handled == 0 {
            let touched = self.touched(running, first, brush).unwrap_or_default();
            running.has_hit = !touched.is_empty();
            running.stroke.grab(&touched);
        }
        if running.handled == work.samples.len() {
            return;
        }
        running.handled = work.samples.len();
        let [from, to] = [first, last].map(|sample| at_depth_of(running.grabbed, sample));
        running.stroke.drag(to - from, running.symmetry.as_deref());
    }

    fn dab_surface(
        &self,
        running: &mut RunningSculpt,
        work: &StrokeWork,
        brush: &BrushSettings,
    ) -> bool {
        for sample in work.samples.get(running.handled..).unwrap_or_default() {
            running.path.go_to(sample.pixel);
        }
        running.handled = work.samples.len();
        let found = self.meshes().get(running.mesh).zip(work.samples.last());
        let Some((mesh, sample)) = found else {
            return true;
        };
        for _ in 0..MOST_DABS {
            let Some(pixel) = running.path.next_dab(SPACING * running.under.pixels) else {
                return true;
            };
            let here = Sample { pixel, ..*sample };
            running.under = self.under(&here, brush);
            let mut touched = self.touched(running, &here, brush).unwrap_or_default();
            running.has_hit |= !touched.is_empty();
            for own in &mut touched {
                own.value *= brush.strength;
            }
            let symmetry = running.symmetry.clone();
            running.stroke.dab(&touched, mesh, symmetry.as_deref());
        }
        false
    }

    /// The points under the brush that may change, with the falloff.
    fn touched(
        &self,
        running: &mut RunningSculpt,
        sample: &Sample,
        brush: &BrushSettings,
    ) -> Option<Vec<PointValue>> {
        let posed = self.posed_meshes()?;
        let mesh = self.meshes().get(running.mesh)?;
        let surface = posed.posed_mesh(running.mesh, mesh);
        let with = (brush.reach.measure(), running.under.pixels);
        let dab = dab_at(posed, mesh, sample, with);
        let falloff = falloff(brush, &running.under);
        let touched: Falloffs<'_> =
            running
                .footprint
                .of(&falloff, surface, &view_of(sample), &[dab]);
        Some(running.stroke.changeable(touched))
    }
}
