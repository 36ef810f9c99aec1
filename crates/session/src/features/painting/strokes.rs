//! Running strokes: pointer samples become edits of weights.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use glam::Vec3;
use mesh::PointIndex;
use rig::{JointIndex, JointSlot};
use scene::names::{joint_name, joint_named};
use weights::{
    Dab, Effect, Falloff, Footprint, Normalize, Operation, PointValue, Rows, Rules, Stroke,
    StrokePath, SurfacePose, Symmetry, View, came_from, parents, partners,
};

use super::overlap::dab_at;
use super::paint_engine::{PaintEngine, falloff, view_of};
use super::posed::place_on;
use super::stroke_kind::{PendingEdits, StrokeKind};
use crate::document::Document;
use crate::features::painting::paint_engine::BrushPlace;
use crate::features::painting::posed::PosedMeshes;
use crate::session::Session;
use crate::settings::{BrushSettings, BrushTool, Sharing};
use crate::state::painting::brush_work::{Sample, StrokeEdits, StrokeWork, operation_of};
use crate::state::painting::sculpt::Sculpting;
use crate::state::painting::{Mask, PaintMesh};

/// The largest number of dabs per frame; the others follow in the next frames.
/// A fast stroke over a large mesh would else hold up the frame.
const MOST_DABS: usize = 24;
/// The distance from one dab to the next, as a share of the radius.
/// Some 13 dabs overlap within the diameter of the brush, so that a stroke shows no single ones.
pub(super) const SPACING: f32 = 0.15;

pub(crate) const BUSY: &str = "The surface is still being made ready. Try again in a moment.";
pub(crate) const NO_SKIN: &str = "Nothing here is bound to a skeleton, so that there are no weights to paint. Bind the mesh first: “Bind mesh to skeleton” in the menu Skeleton.";

/// A stroke from the press of the button to its release; all its dabs are one step of the history.
#[derive(Debug)]
pub(crate) struct RunningStroke {
    number: u64,
    /// The index of the surface.
    mesh: usize,
    stroke_kind: StrokeKind,
    path: StrokePath,
    /// The number of samples that the path contains already.
    handled: usize,
    /// The brush at the last dab that met the surface, or where the stroke began.
    under: BrushPlace,
    footprint: Footprint,
    /// The points that may change.
    mask: Mask,
    /// Whether both sides are painted.
    mirrors: bool,
    /// The mirror image of each point, once known.
    symmetry: Option<Arc<Symmetry>>,
    /// Falloffs of dabs to be mirrored once mirror images are known.
    pending_mirror: Vec<Vec<PointValue>>,
    has_hit: bool,
    /// The point nearest to the pointer.
    nearest: Option<PointIndex>,
    /// Where the last dab met the surface, for a brush that drags.
    dragged_from: Option<Vec3>,
}

/// The joint that a stroke takes most weight from, to show it in the pane.
#[derive(Clone, Debug, PartialEq)]
pub struct Ghost {
    /// Index in the skeleton of the joint that loses weight.
    pub joint: JointIndex,
    /// Positions of the points that lose weight, each with its loss.
    pub lost: Vec<(Vec3, f32)>,
}

/// The data of a skin that paint operations need.
#[derive(Clone, Debug)]
pub(crate) struct PaintSkin {
    locks: Vec<bool>,
    parents: Vec<Option<JointSlot>>,
    pub(crate) partners: Vec<Option<JointSlot>>,
    normalize: Normalize,
    limit: Option<usize>,
    /// The index of the painted joint in the skin.
    pub(crate) joint: JointSlot,
    /// The joints that are painted as one with it, itself among them; none where it is painted alone.
    group: Vec<JointSlot>,
}

impl PaintSkin {
    pub(crate) fn of(
        mesh: &PaintMesh,
        character: &Character,
        session: &Session,
        joint: JointIndex,
    ) -> Option<Self> {
        let bind = character.rig.binds.get(mesh.skin)?;
        let skeleton = &character.rig.skeleton;
        let place = |wanted: JointIndex| bind.slot_of(wanted);
        let brush = &session.settings.brush;
        let selected = session.character.selection.joints();
        let group: Vec<JointSlot> = match brush.group && selected.contains(&joint) {
            true => selected.iter().filter_map(|&joint| place(joint)).collect(),
            false => Vec::new(),
        };
        // A partner that the character or the skin lacks is as none: all joints share, as `Sharing::Proportional` says.
        let picked = joint_named(skeleton, &brush.partner).and_then(place);
        let pairs = character.joint_pairs(session.settings.mirror.patterns());
        Some(Self {
            locks: session.character.weights.locks_of(skeleton, bind.joints()),
            parents: parents(skeleton, bind),
            partners: partners(skeleton, bind, &pairs),
            normalize: match (brush.sharing, picked) {
                (Sharing::Parent, _) => Normalize::ToParent,
                (Sharing::Picked, Some(picked)) => Normalize::ToJoint(picked),
                (Sharing::Proportional | Sharing::Picked, _) => Normalize::Proportional,
            },
            limit: (brush.limit > 0).then_some(usize::from(brush.limit)),
            joint: place(joint)?,
            group,
        })
    }

    /// The slot of that joint's mirror partner.
    pub(crate) fn partner(&self) -> Option<JointSlot> {
        let partner = self.partners.get(usize::from(self.joint));
        partner.copied().flatten()
    }

    /// A stroke of the painted joint, or of all that are painted as one.
    pub(crate) fn stroke(&self, effect: Effect, rows: &dyn Rows) -> Stroke {
        let stroke = Stroke::new(effect, self.joint, &self.rules(), rows);
        let image = |joint: &JointSlot| self.partners.get(usize::from(*joint)).copied().flatten();
        let images: Vec<JointSlot> = self.group.iter().filter_map(image).collect();
        stroke.group(&self.group, &images)
    }

    pub(crate) fn rules(&self) -> Rules<'_> {
        Rules {
            normalize: self.normalize,
            locks: &self.locks,
            limit: self.limit,
            parents: &self.parents,
        }
    }
}

impl PaintEngine {
    /// Continues the running stroke.
    pub fn work(&mut self, document: &Document, session: &Session) -> Option<StrokeEdits> {
        if let Some(work) = &session.painting.stroke {
            if let Some(sculpting) = work.sculpting.clone() {
                return self.go_on_with_shape(work, &sculpting, session);
            }
            // A gradient starts from the mask of before the drag.
            if session.paints_mask() && work.tool != BrushTool::Gradient {
                return self.go_on(work, &document.with_mask_as_map(), session);
            }
            return self.go_on(work, document, session);
        }
        (self.running, self.grading, self.sculpting) = (None, None, None);
        None
    }

    fn go_on_with_shape(
        &mut self,
        work: &StrokeWork,
        sculpting: &Sculpting,
        session: &Session,
    ) -> Option<StrokeEdits> {
        let first = work.samples.first()?;
        self.want(first.pane);
        match self.is_ready_for(first.pane) {
            true => self.sculpt(work, sculpting, session),
            false => None,
        }
    }

    fn go_on(
        &mut self,
        work: &StrokeWork,
        document: &Document,
        session: &Session,
    ) -> Option<StrokeEdits> {
        let first = work.samples.first()?;
        self.want(first.pane);
        if !self.is_ready_for(first.pane) {
            return None;
        }
        if work.tool == BrushTool::Gradient {
            return self.grade(work, document, session);
        }
        let number = work.number;
        if self.running.as_ref().map(|running| running.number) != Some(number) {
            match self.begin(work, document, session) {
                Ok(running) => self.running = Some(running),
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
        let mut running = self.running.take()?;
        let (pending, is_done) = self.step(&mut running, work, (document, &session.settings.brush));
        let mesh = self.meshes().get(running.mesh)?;
        let painted = StrokeEdits {
            stroke: number,
            edits: pending.pieces(mesh),
            report: running.stroke_kind.report(),
            donors: running.donors(mesh, &document.character),
            blending: running
                .nearest
                .and_then(|point| running.stroke_kind.number(point))
                .map(|touched| (touched.before, touched.now)),
            has_hit: running.has_hit,
            is_last: work.is_over && is_done,
            pending_mirror: !running.pending_mirror.is_empty(),
            ..StrokeEdits::default()
        };
        self.running = (!painted.is_last).then_some(running);
        Some(painted)
    }

    /// The joint that loses most during a stroke in this pane, with the points that lose weight; none without a stroke
    /// there.
    #[must_use]
    pub fn ghost(&self, pane: usize, character: &Character) -> Option<Ghost> {
        let running = self.running.as_ref()?;
        let posed = self.posed_meshes().filter(|posed| posed.pane == pane)?;
        let mesh = self.meshes().get(running.mesh)?;
        let bind = character.rig.binds.get(mesh.skin)?;
        let (loser, lost) = running.stroke_kind.losses()?;
        let places = posed.posed_mesh(running.mesh, mesh).positions;
        let place = |PointValue { point, value: lost }: PointValue| {
            Some((*places.get(point.index())?, lost))
        };
        Some(Ghost {
            joint: bind.joint_at(loser)?,
            lost: lost.into_iter().filter_map(place).collect(),
        })
    }

    /// Why a joint has no surface to paint on, as one sentence.
    pub(crate) fn why_not(&self, character: &Character, joint: Option<JointIndex>) -> String {
        if self.is_building() {
            return BUSY.to_owned();
        }
        if let Some(fault) = self.fault() {
            return fault.to_owned();
        }
        let Some(joint) = joint.filter(|_| !self.meshes().is_empty()) else {
            return NO_SKIN.to_owned();
        };
        let name = joint_name(&character.rig.skeleton, joint);
        format!(
            "{name} is not among the joints of the skin, so that it can move no vertex. Select another joint, or bind the mesh again with this one."
        )
    }

    fn begin(
        &self,
        work: &StrokeWork,
        document: &Document,
        session: &Session,
    ) -> Result<RunningStroke, String> {
        let character = &document.character;
        let why_not = || self.why_not(character, work.joint);
        let sample = work.samples.first().ok_or_else(why_not)?;
        let brush = &session.settings.brush;
        let ray = sample.camera.ray(sample.pixel, sample.viewport);
        let hit = self.posed_meshes().and_then(|posed| posed.ray(ray));
        let hit_mesh = hit.and_then(|hit| self.hit_mesh(&hit));
        let place = self
            .mesh_of(character, work.joint, hit_mesh)
            .ok_or_else(why_not)?;
        let mesh = self.meshes().get(place).ok_or_else(why_not)?;
        let operation = operation_of(brush, work.held).ok_or_else(why_not)?;
        let effect = Effect {
            builds_up: brush.builds_up,
            ..Effect::new(operation, brush.strength)
        };
        let mut is_mirrored = true;
        let stroke_kind = match work.joint {
            None => StrokeKind::numbers(session.painted_map(), effect, mesh),
            Some(joint) => {
                let skin = PaintSkin::of(mesh, character, session, joint).ok_or_else(why_not)?;
                let rows = mesh.rows(character);
                let stroke = skin.stroke(effect, &rows);
                // Nobody is the mirror image of a joint without a partner: one side is painted.
                is_mirrored = work.tool.is_of_all_joints() || skin.partner().is_some();
                StrokeKind::weights(match skin.partner().filter(|_| brush.mirror) {
                    Some(partner) => stroke.with_mirror(partner),
                    None => stroke,
                })
            }
        };
        Ok(RunningStroke {
            number: work.number,
            mesh: place,
            stroke_kind,
            path: StrokePath::default(),
            handled: 0,
            under: self.under(sample, brush),
            footprint: Footprint::new(),
            mask: Mask::of(mesh, &session.character.weights.vertices)
                .without(mesh, &session.character.hidden_surfaces),
            mirrors: brush.mirror && is_mirrored,
            symmetry: None,
            pending_mirror: Vec::new(),
            has_hit: false,
            nearest: None,
            dragged_from: None,
        })
    }

    /// The edits of the next dabs, and whether no dab is left.
    fn step(
        &self,
        running: &mut RunningStroke,
        work: &StrokeWork,
        (document, brush): (&Document, &BrushSettings),
    ) -> (PendingEdits, bool) {
        let fresh = work.samples.get(running.handled..).unwrap_or_default();
        for sample in fresh {
            running.path.go_to(sample.pixel);
        }
        running.handled = work.samples.len();
        let found = self
            .meshes()
            .get(running.mesh)
            .zip(self.posed_meshes())
            .zip(work.samples.last());
        let Some(((mesh, posed), sample)) = found else {
            return (PendingEdits::default(), true);
        };
        let mut pending = PendingEdits::default();
        let known = self.known_symmetry(running.mesh, brush.topology);
        running.flush_mirror((&**mesh, &*document.character), known, &mut pending);
        let drags = running.stroke_kind.operation() == Operation::Smear;
        if drags && running.mirrors && running.symmetry.is_none() {
            // What is dragged on the other side cannot be made up for later.
            return (pending, false);
        }
        let (dabs, is_done) = self.next_dabs(running, posed, mesh, sample, brush);
        let falloff = falloff(brush, &running.under);
        let view = view_of(sample);
        // Where dabs build up, each has to see the result of the one before; and each has a mean of its own.
        let is_single = drags || running.stroke_kind.operation() == Operation::Average;
        let at_once = if brush.builds_up || is_single {
            1
        } else {
            MOST_DABS
        };
        for several in dabs.chunks(at_once) {
            let paper = (&**mesh, &*document.character);
            let surface = posed.posed_mesh(running.mesh, mesh);
            running.touch(several, (paper, surface), &falloff, &view, &mut pending);
        }
        (pending, is_done && running.pending_mirror.is_empty())
    }

    /// The next dabs, each with where its middle meets the surface, and whether no dab is left.
    fn next_dabs(
        &self,
        running: &mut RunningStroke,
        posed: &PosedMeshes,
        mesh: &PaintMesh,
        sample: &Sample,
        brush: &BrushSettings,
    ) -> (Vec<DabAt>, bool) {
        let mut dabs = Vec::new();
        while dabs.len() < MOST_DABS {
            let Some(pixel) = running.path.next_dab(SPACING * running.under.pixels) else {
                return (dabs, true);
            };
            let here = Sample { pixel, ..*sample };
            let hit = posed.ray(sample.camera.ray(pixel, sample.viewport));
            // A radius in scene units has another size in the picture at another depth; the spacing follows it.
            if hit.is_some() {
                running.under = self.under(&here, brush);
            }
            let place = hit.and_then(|hit| place_on(&hit, mesh));
            let with = (brush.reach.measure(), running.under.pixels);
            // The largest barycentric share marks the corner that the hit is most of.
            let nearest = place
                .and_then(|place| place.corners.get(place.barycentric.max_position()).copied());
            // Beside the surface the last point stays.
            running.nearest = nearest.or(running.nearest);
            let position = hit.map(|hit| hit.position);
            dabs.push((dab_at(posed, mesh, &here, with), position));
        }
        (dabs, false)
    }
}

/// A dab, and where its middle meets the surface.
type DabAt = (Dab, Option<Vec3>);

/// What each point takes while the brush goes along: its own side from where the brush came, the other side from the mirror images of
/// that.
fn sources_of<'a>(
    (surface, along): (SurfacePose<'a>, Vec3),
    own: &[PointValue],
    symmetry: Option<&'a Symmetry>,
) -> impl Fn(PointIndex) -> Vec<PointValue> + 'a {
    let own: BTreeSet<PointIndex> = own.iter().map(|of| of.point).collect();
    move |point: PointIndex| {
        let from = |point| came_from(surface.surface, surface.positions, along, point);
        if own.contains(&point) {
            return from(point);
        }
        let image = |point: PointIndex| symmetry?.nearest_image(point);
        let Some(original) = image(point) else {
            return Vec::new();
        };
        let mut sources = from(original);
        for source in &mut sources {
            match image(source.point) {
                Some(there) => source.point = there,
                None => source.value = 0.0,
            }
        }
        // Sources without an image drop out, and the others share the whole. With a sum of 0 none is left to be divided.
        let sum: f32 = sources.iter().map(|of| of.value).sum();
        sources.retain(|PointValue { value: share, .. }| *share > 0.0);
        for PointValue { value: share, .. } in &mut sources {
            *share /= sum;
        }
        sources
    }
}

impl RunningStroke {
    /// Some dabs at once, on both sides.
    fn touch(
        &mut self,
        several: &[DabAt],
        (paper, surface): ((&PaintMesh, &Character), SurfacePose<'_>),
        falloff: &Falloff,
        view: &View,
        pending: &mut PendingEdits,
    ) {
        let drags = self.stroke_kind.operation() == Operation::Smear;
        let position = several.last().and_then(|(_, position)| *position);
        let along = self.drag_to(position).filter(|_| drags);
        if drags && along.is_none() {
            self.has_hit |= position.is_some();
            return;
        }
        let dabs: Vec<Dab> = several.iter().map(|(dab, _)| *dab).collect();
        let touched = self.footprint.of(falloff, surface, view, &dabs);
        let image = match &self.symmetry {
            Some(symmetry) => self.mask.of_falloffs(&symmetry.mirror_values(touched)),
            None if self.mirrors => {
                self.pending_mirror.push(touched.to_vec());
                Vec::new()
            }
            None => Vec::new(),
        };
        let own = self.mask.of_falloffs(touched);
        self.has_hit |= !own.is_empty() || !image.is_empty();
        let Some(along) = along else {
            return self.stroke_kind.step(paper, (&own, &image), pending);
        };
        let sources = sources_of((surface, along), &own, self.symmetry.as_deref());
        let stroke = &mut self.stroke_kind;
        stroke.drag(paper, (&own, &image), Some(&sources), pending);
    }

    /// The way of the brush since its last dab on the surface; none at the first.
    fn drag_to(&mut self, position: Option<Vec3>) -> Option<Vec3> {
        let before = std::mem::replace(&mut self.dragged_from, position);
        Some(position? - before?)
    }

    /// Once mirror images are known, repeats on the mirrored side the dabs painted meanwhile.
    fn flush_mirror(
        &mut self,
        paper: (&PaintMesh, &Character),
        symmetry: Option<Arc<Symmetry>>,
        pending: &mut PendingEdits,
    ) {
        if !self.mirrors || self.symmetry.is_some() {
            return;
        }
        let Some(symmetry) = symmetry else { return };
        for touched in std::mem::take(&mut self.pending_mirror) {
            let image = self.mask.of_falloffs(&symmetry.mirror_values(&touched));
            self.has_hit |= !image.is_empty();
            self.stroke_kind.step(paper, (&[], &image), pending);
        }
        self.symmetry = Some(symmetry);
    }

    /// The joints that the stroke took weight from and gave it to at the point nearest to the pointer.
    fn donors(&self, mesh: &PaintMesh, character: &Character) -> Vec<(JointIndex, f32)> {
        let Some(bind) = character.rig.binds.get(mesh.skin) else {
            return Vec::new();
        };
        let gains = self.nearest.map(|point| self.stroke_kind.gains(point));
        let listed = |(joint, gain): (JointSlot, f32)| {
            let joint = bind.joint_at(joint)?;
            Some((joint, gain))
        };
        gains.into_iter().flatten().filter_map(listed).collect()
    }
}
