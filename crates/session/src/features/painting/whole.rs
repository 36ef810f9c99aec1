//! Operations on all points of a skin or a connected part of it, as tasks with a snapshot of their input, so that a
//! thread can run them.

use std::sync::Arc;

use character::Character;
use mesh::PointIndex;
use rig::{GoOn, JointPairs, JointSlot, NamePatterns};
use weights::{
    Edit, Effect, MirrorMap, Operation, PointValue, Report, Rows as _, Rules, Smoothing, Symmetry,
    limit_influences, make_rigid, mirror_weights, move_weights, prune, set_weights, swap_weights,
};

use super::paint_engine::PaintEngine;
use super::posed::place_on;
use super::strokes::{NO_SKIN, PaintSkin};
use crate::document::Document;
use crate::session::Session;
use crate::settings::{BrushSettings, CheckSettings};
use crate::state::painting::brush_work::{BrushModifiers, Whole, operation_of};
use crate::state::painting::mesh_sides::symmetry_of;
use crate::state::painting::mirror_report::{MirrorReport, MirroredPart, ToMirror, refusal_of};
use crate::state::painting::visited::VisitedPrimitives;
use crate::state::painting::whole_done::{CheckedBy, WholeDone};
use crate::state::painting::{Mask, PaintMesh};
use crate::state::weight_operations::weight_changes::{Counted, OperationNotes, number};
use crate::state::weight_table::weights_work::CopiedInfluence;

pub(crate) const NO_HIT: &str =
    "The pointer is not over a bound surface. Hold it over the part that is meant, and try again.";
const NO_BRUSH: &str = "Flood and Fill part do what a brush does, and the tool in use is none. Choose a brush, and try again.";
const NO_DRAG: &str = "The Smear brush drags weights along a stroke, and Flood and Fill part have none. Choose another brush, and try again.";
/// The influences per vertex that most engines support.
const USUAL_LIMIT: usize = 4;
/// Points between two checks for cancellation.
const AT_ONCE: usize = 4096;

/// An operation on many points, with a snapshot of its input.
#[derive(Debug)]
pub struct WholeTask {
    whole: Whole,
    /// The brush effect that it applies; none for operations that are not a brush's.
    effect: Option<Effect>,
    character: Arc<Character>,
    by_topology: bool,
    /// The marks of sides in names, which tell the left.
    patterns: NamePatterns,
    /// What is counted before and after where open seams are smoothed.
    checks: CheckSettings,
    /// Pruning removes smaller weights.
    threshold: f32,
    /// The copied weights of a joint, for pasting them.
    influence: Option<Arc<CopiedInfluence>>,
    parts: Vec<SkinPart>,
    /// The remark that only selected vertices were to change; none if none was selected.
    mask_words: Option<String>,
    /// Which joint is whose mirror image.
    pairs: Arc<JointPairs>,
}

/// The surface of a skin, or the connected part of it that contains a point.
#[derive(Debug)]
struct SkinPart {
    mesh: Arc<PaintMesh>,
    skin: PaintSkin,
    /// The selected joints but the active one, as indices into the skin.
    others: Vec<JointSlot>,
    /// The points that may change.
    mask: Mask,
    point: Option<PointIndex>,
    /// The primitives that earlier parts have changed already.
    before: VisitedPrimitives,
    /// The mirror image of each point, if it is known already.
    symmetry: Option<Arc<Symmetry>>,
}

impl PaintEngine {
    /// The task for an operation with a snapshot of its input, on every skin's surface or on the connected part that is
    /// meant. An operation on one joint applies to every skin in which that joint moves a vertex.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy, where it is not possible.
    pub fn whole(
        &self,
        whole: Whole,
        document: &Document,
        session: &Session,
    ) -> Result<WholeTask, String> {
        let character = &document.character;
        let brush = &session.settings.brush;
        let effect = effect_of(whole, brush)?;
        let why_not = || self.why_not(character, session.character.selection.active());
        let part = |place| self.skin_part(place, whole, (character, session));
        let parts = match whole {
            Whole::FillPart(sample) => {
                let ray = sample.camera.ray(sample.pixel, sample.viewport);
                let hit = self.posed_meshes().and_then(|posed| posed.ray(ray));
                let hit_mesh = hit.and_then(|hit| Some((hit, self.hit_mesh(&hit)?)));
                if self.meshes().is_empty() {
                    return Err(why_not());
                }
                let (hit, place) = hit_mesh.ok_or(NO_HIT)?;
                let part = part(place).ok_or_else(why_not)?;
                let on = place_on(&hit, &part.mesh).ok_or(NO_HIT)?;
                // Any corner will do: all three are of the same connected part.
                let point = Some(on.corners[0]);
                vec![SkinPart { point, ..part }]
            }
            _ => once_each((0..self.meshes().len()).filter_map(part)),
        };
        if parts.is_empty() {
            return Err(why_not());
        }
        Ok(WholeTask::of_parts(
            whole, effect, parts, character, session,
        ))
    }

    fn skin_part(
        &self,
        place: usize,
        whole: Whole,
        of: (&Character, &Session),
    ) -> Option<SkinPart> {
        let symmetry = self.known_symmetry(place, of.1.settings.brush.topology);
        SkinPart::of((self.meshes().get(place)?, symmetry), whole, of)
    }
}

impl SkinPart {
    /// A skin's surface if the painted joint is in the skin; any skin's where all joints are meant.
    fn of(
        (mesh, symmetry): (&Arc<PaintMesh>, Option<Arc<Symmetry>>),
        whole: Whole,
        (character, session): (&Character, &Session),
    ) -> Option<Self> {
        let brush = &session.settings.brush;
        let of_one_joint = match whole {
            Whole::Flood | Whole::FillPart(_) => !brush.tool.is_of_all_joints(),
            Whole::Move | Whole::Swap | Whole::PasteInfluence | Whole::MakeRigidTo => true,
            Whole::Smooth | Whole::Prune | Whole::Limit | Whole::Mirror(_) | Whole::MakeRigid => {
                false
            }
        };
        let bind = character.rig.binds.get(mesh.skin)?;
        let joints = bind.joints();
        let active = session.character.selection.active();
        let active = active.filter(|joint| joints.contains(joint));
        // Where all joints are meant, the skin is looked up by any of them: the operation does not ask which one is painted.
        let any = || joints.first().copied().filter(|_| !of_one_joint);
        let selected = session.character.selection.joints().iter();
        let others = selected.filter(|joint| Some(**joint) != active);
        let others = others.filter_map(|&joint| bind.slot_of(joint));
        Some(Self {
            mesh: Arc::clone(mesh),
            skin: PaintSkin::of(mesh, character, session, active.or_else(any)?)?,
            others: others.collect(),
            mask: Mask::of(mesh, &session.character.weights.vertices),
            point: None,
            before: VisitedPrimitives::default(),
            symmetry,
        })
    }
}

/// The brush effect of an operation; none where it is not a brush's.
///
/// # Errors
///
/// One sentence with a remedy, where the operation applies the brush and the tool in use is no brush.
pub(crate) fn effect_of(whole: Whole, brush: &BrushSettings) -> Result<Option<Effect>, String> {
    match whole {
        Whole::Flood | Whole::FillPart(_) => {
            let operation = operation_of(brush, BrushModifiers::default()).ok_or(NO_BRUSH)?;
            if operation == Operation::Smear {
                return Err(NO_DRAG.to_owned());
            }
            Ok(Some(Effect::new(operation, brush.strength)))
        }
        Whole::Smooth => {
            let operation = Operation::Smooth(Smoothing::default());
            Ok(Some(Effect::new(operation, 1.0)))
        }
        Whole::Prune
        | Whole::Limit
        | Whole::Mirror(_)
        | Whole::Move
        | Whole::Swap
        | Whole::PasteInfluence
        | Whole::MakeRigid
        | Whole::MakeRigidTo => Ok(None),
    }
}

/// Parts with what earlier ones have changed already; those without anything new are left out.
fn once_each(all: impl Iterator<Item = SkinPart>) -> Vec<SkinPart> {
    let mut visited = VisitedPrimitives::default();
    let new = all.filter_map(|part| {
        let before = visited.visit(&part.mesh)?;
        Some(SkinPart { before, ..part })
    });
    new.collect()
}

impl WholeTask {
    /// The task on every skin of a document, for callers that have no [`PaintEngine`]. The brush's settings of the session
    /// count, its locks, its selected vertices and its copied weights.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy: nothing is bound, or the operation needs a pointer or a selected joint.
    pub fn of_document(
        whole: Whole,
        document: &Document,
        session: &Session,
    ) -> Result<Self, String> {
        let character = &document.character;
        let brush = &session.settings.brush;
        if matches!(whole, Whole::FillPart(_)) {
            return Err(NO_HIT.to_owned());
        }
        let effect = effect_of(whole, brush)?;
        let meshes = PaintMesh::all(character).into_iter().map(Arc::new);
        let part = |mesh| SkinPart::of((&mesh, None), whole, (character, session));
        let parts = once_each(meshes.filter_map(part));
        if parts.is_empty() {
            return Err(NO_SKIN.to_owned());
        }
        Ok(Self::of_parts(whole, effect, parts, character, session))
    }

    fn of_parts(
        whole: Whole,
        effect: Option<Effect>,
        parts: Vec<SkinPart>,
        character: &Arc<Character>,
        session: &Session,
    ) -> Self {
        let brush = &session.settings.brush;
        Self {
            whole,
            effect,
            character: Arc::clone(character),
            by_topology: brush.topology,
            patterns: session.settings.mirror.patterns().clone(),
            checks: session.settings.checks.clone(),
            threshold: brush.prune,
            influence: session.character.weights.influence.clone(),
            parts,
            mask_words: session.character.weights.vertices.mask_words(),
            pairs: Arc::new(character.joint_pairs(session.settings.mirror.patterns())),
        }
    }

    /// The task, removing weights below this by [`Whole::Prune`] instead of those below the brush's threshold.
    #[must_use]
    pub fn pruning_below(self, threshold: f32) -> Self {
        Self { threshold, ..self }
    }

    /// Runs the task. `go_on` gets the share that is done, 0 to 1, and decides whether to continue; none if it breaks
    /// off.
    #[must_use]
    pub fn run(&self, go_on: &GoOn<'_>) -> Option<WholeDone> {
        let mut done = WholeDone::default();
        let count = self.parts.len();
        let symmetries = self.symmetries();
        done.refused = self.mirror_refusal(&symmetries);
        if done.refused.is_some() {
            return Some(done);
        }
        let points = self.parts.iter().map(|part| part.points().len());
        done.told = self.summary(points.sum());
        for (place, part) in self.parts.iter().enumerate() {
            let within = |done: f32| go_on(share(place, count) + done * share(1, count));
            let edit = self.edit_of(part, symmetries.get(place), &within)?;
            done.edits.extend(part.mesh.pieces_of(&edit));
            done.report.add(&edit.report);
        }
        if let Whole::Mirror(_) = self.whole {
            done.mirror = Some(self.mirror_report(&symmetries, &done));
        }
        done.checked_by = self.find_checks(&done.report);
        let mirrored = done.mirror.as_ref().map(MirrorReport::words);
        done.remark = join_remarks([mirrored, self.mask_words.clone()]);
        Some(done)
    }

    fn find_checks(&self, report: &Report) -> Option<CheckedBy> {
        let is_smooth = |effect: Effect| matches!(effect.operation, Operation::Smooth(_));
        let closes_seams = self.effect.is_some_and(is_smooth) && report.averaged > 0;
        closes_seams.then(|| CheckedBy {
            checks: self.checks.clone(),
            patterns: self.patterns.clone(),
        })
    }

    /// What is said of it, on so many points.
    fn summary(&self, meant: usize) -> OperationNotes {
        let why_nothing = match self.whole {
            Whole::Prune => return self.prune_summary(meant),
            Whole::Limit => return self.limit_summary(meant),
            Whole::Flood | Whole::FillPart(_) => "they have what the brush would give them already",
            Whole::Smooth => "they have the mean of their neighbors already",
            Whole::Mirror(_) => "both sides are each other's image already",
            Whole::Move => "the other selected joints have no weight there",
            Whole::Swap => "neither of the two joints has weight there",
            Whole::PasteInfluence => "they have the copied weights already",
            Whole::MakeRigid | Whole::MakeRigidTo => "their parts follow one joint already",
        };
        OperationNotes::new(meant, why_nothing)
    }

    fn prune_summary(&self, meant: usize) -> OperationNotes {
        let threshold = number(self.threshold);
        let why_nothing = format!("no weight that may go is below {threshold}");
        OperationNotes {
            counted: Counted::Pruned(self.threshold),
            ..OperationNotes::new(meant, &why_nothing)
        }
    }

    fn limit_summary(&self, meant: usize) -> OperationNotes {
        let first = self.parts.first();
        let limit = first.and_then(|part| part.skin.rules().limit);
        let limit = limit.unwrap_or(USUAL_LIMIT);
        let noun = if limit == 1 { "joint" } else { "joints" };
        let why_nothing = format!("none has more than {limit} {noun}");
        OperationNotes {
            counted: Counted::Limited(limit),
            ..OperationNotes::new(meant, &why_nothing)
        }
    }

    /// The mirror images of each part's points; none but for mirroring.
    fn symmetries(&self) -> Vec<Arc<Symmetry>> {
        match self.whole {
            Whole::Mirror(_) => self.parts.iter().map(|part| self.symmetry(part)).collect(),
            _ => Vec::new(),
        }
    }

    /// Why mirroring would make little sense.
    fn mirror_refusal(&self, symmetries: &[Arc<Symmetry>]) -> Option<String> {
        let Whole::Mirror(_) = self.whole else {
            return None;
        };
        let parts = self.parts.iter().zip(symmetries);
        let parts = parts.map(|(part, symmetry)| ToMirror {
            mesh: &part.mesh,
            symmetry,
            points: part.points(),
        });
        refusal_of((&*self.character, &*self.pairs), parts, self.by_topology)
    }

    fn edit_of(
        &self,
        part: &SkinPart,
        symmetry: Option<&Arc<Symmetry>>,
        go_on: &GoOn<'_>,
    ) -> Option<Edit> {
        let rows = part.mesh.rows(&self.character);
        let points = part.points();
        let mut stroke = self.effect.map(|effect| part.skin.stroke(effect, &rows));
        let mut all = Vec::new();
        // One mean for all needs all at once.
        let is_mean = |effect: Effect| effect.operation == Operation::Average;
        // Where images lie between vertices, points of both sides hang together.
        let is_whole = self.effect.is_some_and(is_mean) || symmetry.is_some();
        let at_most = match is_whole {
            true => points.len().max(1),
            false => AT_ONCE,
        };
        for (chunk, at_once) in points.chunks(at_most).enumerate() {
            if go_on(share(chunk * AT_ONCE, points.len())).is_break() {
                return None;
            }
            let edit = match (&mut stroke, symmetry) {
                (Some(stroke), _) => {
                    let touched: Vec<PointValue> = at_once
                        .iter()
                        .map(|&point| PointValue::new(point, 1.0))
                        .collect();
                    stroke.step(&rows, &part.mesh.neighbor_weights(), &touched, &[])
                }
                (None, Some(symmetry)) => self.mirror(part, symmetry, at_once),
                (None, None) => self.by_points(part, at_once),
            };
            all.push(edit);
        }
        Some(Edit::in_turn(all))
    }

    /// What is done to each point by itself.
    fn by_points(&self, part: &SkinPart, points: &[PointIndex]) -> Edit {
        let (rows, rules) = (part.mesh.rows(&self.character), part.skin.rules());
        let joint = part.skin.joint;
        match self.whole {
            Whole::Prune => prune(&rows, points, self.threshold, &rules),
            Whole::Limit => {
                let limit = Some(rules.limit.unwrap_or(USUAL_LIMIT));
                limit_influences(&rows, points, &Rules { limit, ..rules })
            }
            Whole::Move => move_weights(&rows, points, &part.others, joint, &rules),
            Whole::Swap => match part.others.as_slice() {
                &[other] => swap_weights(&rows, points, [other, joint], &rules),
                _ => Edit::default(),
            },
            Whole::PasteInfluence => self.paste(part, points),
            Whole::MakeRigid => make_rigid(part.mesh.surface(), &rows, points, None, &rules),
            Whole::MakeRigidTo => {
                make_rigid(part.mesh.surface(), &rows, points, Some(joint), &rules)
            }
            Whole::Flood | Whole::FillPart(_) | Whole::Smooth | Whole::Mirror(_) => Edit::default(),
        }
    }

    /// The copied weights, given to the painted joint. Points that have them keep their bits.
    fn paste(&self, part: &SkinPart, points: &[PointIndex]) -> Edit {
        let Some(influence) = &self.influence else {
            return Edit::default();
        };
        let (rows, joint) = (part.mesh.rows(&self.character), part.skin.joint);
        let copied = |point: PointIndex| {
            let mut vertices = part.mesh.vertices_at(point);
            vertices.find_map(|(primitive, vertex)| influence.weight(primitive, vertex))
        };
        let wanted = points.iter().filter_map(|&point| {
            let weight = copied(point)?;
            (weight != rows.weight(point, joint)).then_some(PointValue::new(point, weight))
        });
        let wanted: Vec<PointValue> = wanted.collect();
        let neighbor_weights = part.mesh.neighbor_weights();
        set_weights(&rows, &neighbor_weights, &part.skin.rules(), joint, &wanted)
    }

    fn mirror(&self, part: &SkinPart, symmetry: &Symmetry, points: &[PointIndex]) -> Edit {
        let Whole::Mirror(direction) = self.whole else {
            return Edit::default();
        };
        let across = MirrorMap {
            symmetry,
            partners: &part.skin.partners,
            direction,
        };
        let rows = part.mesh.rows(&self.character);
        mirror_weights(&rows, points, &across, &part.skin.rules())
    }

    fn symmetry(&self, part: &SkinPart) -> Arc<Symmetry> {
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

    /// What was found of both sides.
    fn mirror_report(&self, symmetries: &[Arc<Symmetry>], done: &WholeDone) -> MirrorReport {
        let parts = self.parts.iter().zip(symmetries);
        let sides = parts.map(|(part, symmetry)| MirroredPart {
            mesh: &part.mesh,
            symmetry,
            partners: &part.skin.partners,
            limit: part.skin.rules().limit,
        });
        let sides: Vec<MirroredPart<'_>> = sides.collect();
        let of = (&*self.character, &*self.pairs);
        MirrorReport::new(of, &sides, done, self.by_topology)
    }
}

impl SkinPart {
    /// The points to change: those of the mask, in the part that is meant.
    fn points(&self) -> Vec<PointIndex> {
        let mut points = self.points_of_part();
        points.retain(|&point| self.mask.has(point));
        points
    }

    fn points_of_part(&self) -> Vec<PointIndex> {
        let Some(point) = self.point else {
            return self.before.others(&self.mesh);
        };
        let all = self.mesh.all_points();
        let parts = self.mesh.surface().parts();
        let part_of = |point: PointIndex| parts.get(point.index()).copied();
        all.filter(|&other| part_of(other) == part_of(point))
            .collect()
    }
}

/// All remarks that there are as one; none without any.
pub(crate) fn join_remarks(remarks: [Option<String>; 2]) -> Option<String> {
    let remarks: Vec<String> = remarks.into_iter().flatten().collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

#[expect(clippy::cast_precision_loss, reason = "how full a bar is drawn")]
fn share(done: usize, of: usize) -> f32 {
    (done as f32 / of.max(1) as f32).min(1.0)
}
