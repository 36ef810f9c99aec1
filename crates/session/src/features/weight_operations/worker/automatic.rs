//! Automatic weights as a job, for existing skins or with a new one.

use std::collections::BTreeSet;

use character::{SkeletonEdit, WeightEdit};
use mesh::PointIndex;
use rig::{JointIndex, NamePatterns};
use scene::names::joint_name;
use weights::{Automatic, Bone, Movers, Report, Rows, Rules, SkinInUse, automatic_weights};

use super::JobFn;
use crate::document::Document;
use crate::features::problems::checker::repair_from;
use crate::features::skeleton::hinge_helpers::{is_hinge_helper, with_helper_weights};
use crate::session::Session;
use crate::settings::CheckSettings;
use crate::state::painting::{Mask, PaintMesh, VisitedPrimitives, unbound_points};
use crate::state::weight_operations::weight_changes::{Counted, OperationNotes};
use crate::state::weight_operations::weight_request::{
    AutomaticRequest, BindRequest, BoundJoints, OnPhase, WeighedJoints, WeightResult, has_skin,
    meshes_without_skin, moved_without_joints, select_bind_joints,
};
use crate::state::weight_table::weights_work::WeightsWork;

/// The name of the step in the history.
const AUTOMATIC: &str = "Automatic weights";
/// Joints that a message names.
const MOST_NAMED: usize = 4;
/// How joints that got no weight are included.
pub const INCLUDE: &str =
    "to include them, choose “All joints of the skin”, or select them and choose “Selected joints”";
/// How parts that should keep their shape are made to.
pub const KEEP_SHAPE: &str = "choose “Small ones follow one joint”";
/// How joints are chosen that are of a skin.
pub const OTHER_JOINTS: &str = "Select others, or choose all joints.";
/// How all joints of a skin get weights.
pub const ALL_JOINTS: &str = "choose all joints";
/// How locked joints get weights where all are locked.
pub const UNLOCK: &str = "Unlock some in the list of joints, or all with “Unlock all joints”.";
/// How locked joints get weights where others are free.
pub const UNLOCK_TOO: &str = "unlock joints that are locked";
/// How clothes are made to follow the body.
pub const FOLLOW_BODY: &str = "choose “Follow the body below them”";
const NO_SKIN: &str = "Automatic weights: nothing here is bound to a skeleton. Bind the mesh first: “Bind mesh to skeleton” in the menu Skeleton.";
const NO_JOINTS: &str = "Bind mesh to skeleton: there is no joint to bind to. Add joints in Skeleton mode first: “Add joint…” in the menu Skeleton, and a click on the mesh.";
const NONE_SELECTED: &str = "No joint of the skeleton is selected. Select some in the list of joints, or choose all joints.";
const ALL_BOUND: &str = "Bind mesh to skeleton: every mesh has a skin already. Paint its weights, or make automatic ones.";

/// The input of the job, taken as a snapshot.
#[derive(Debug)]
pub struct AutomaticTask {
    document: Document,
    /// The locks, and the selected vertices if only these are to change.
    locks: WeightsWork,
    /// The joints whose bones count; none for all of the skin.
    chosen: Option<BTreeSet<JointIndex>>,
    request: AutomaticRequest,
    /// The skin to make first.
    bind: Option<Binding>,
    /// Whether weights are computed at all.
    weighs: bool,
}

/// Weights of all skins, before they are taken.
struct NewWeights {
    all: Automatic,
    edits: Vec<WeightEdit>,
    /// The names of the joints that the choice leaves out.
    left_out: BTreeSet<String>,
    /// The number of points that should get weights.
    meant: usize,
    /// By skin the points of parts that keep their shape, which repairs leave alone: they would tear them.
    rigid: Vec<(usize, Vec<PointIndex>)>,
}

/// Weights that were made.
struct WeighedDocument {
    after: Document,
    report: Report,
    said: String,
}

#[derive(Debug)]
struct Binding {
    edit: SkeletonEdit,
    name: String,
    joints: usize,
    /// The names of the joints if each of them was chosen, and so gets weights whatever its name says; else none.
    chosen: Vec<String>,
    /// The names of nodes that moved the meshes in clips, and move them no longer.
    left: Vec<String>,
    /// What the new weights are checked for, and repaired.
    checks: CheckSettings,
    patterns: NamePatterns,
}

impl Binding {
    /// What the meshes are bound to; by name if that was chosen.
    fn said(&self) -> String {
        let joints = match self.joints {
            1 => "1 joint".to_owned(),
            count => format!("{count} joints"),
        };
        let chosen = few_of(&self.chosen).map(|few| format!(", as selected: {few}"));
        let chosen = chosen.unwrap_or_default();
        let left = few_of(&self.left).map(|few| {
            let on = match self.left.len() {
                1 => few.as_str(),
                _ => "these nodes",
            };
            format!(
                " Keys of {few} no longer move what is bound, since a skin follows its joints alone: hang the joints on {on}, or key the joints."
            )
        });
        let left = left.unwrap_or_default();
        format!("{}: bound to {joints}{chosen}.{left}", self.name)
    }
}

impl AutomaticTask {
    /// Weights for existing skins.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy, where no weights can be made.
    pub fn new(
        request: AutomaticRequest,
        document: &Document,
        session: &Session,
    ) -> Result<Self, String> {
        if !has_skin(&document.character) {
            return Err(NO_SKIN.to_owned());
        }
        let chosen = match request.joints {
            WeighedJoints::Used | WeighedJoints::Deform | WeighedJoints::All => None,
            WeighedJoints::Selected => {
                let selected = session.character.selection.joints().iter().copied();
                Some(selected.collect::<BTreeSet<_>>())
            }
        };
        if chosen.as_ref().is_some_and(BTreeSet::is_empty) {
            return Err(format!("{AUTOMATIC}: {NONE_SELECTED}"));
        }
        Ok(Self {
            document: document.clone(),
            locks: WeightsWork {
                vertices: session.character.weights.vertices.clone(),
                ..locks_of(session)
            },
            chosen,
            request,
            bind: None,
            weighs: true,
        })
    }

    /// A skin for meshes that have none, with automatic weights if requested.
    ///
    /// # Errors
    ///
    /// One sentence with a remedy, where nothing can be bound.
    pub fn binding(
        (bind, request): (BindRequest, AutomaticRequest),
        document: &Document,
        session: &Session,
    ) -> Result<Self, String> {
        let mut meshes = meshes_without_skin(&document.character);
        if let Some(node) = bind.node {
            meshes.retain(|(key, _)| *key == node);
        }
        if meshes.is_empty() {
            return Err(ALL_BOUND.to_owned());
        }
        let skeleton = &document.character.rig.skeleton;
        let selected = session.character.selection.joints();
        let ready = session.character.skeleton.ready_joints(skeleton);
        let joints = select_bind_joints(document, bind.joints, selected, &ready);
        if joints.is_empty() {
            return Err(match bind.joints {
                BoundJoints::All | BoundJoints::Ready => NO_JOINTS.to_owned(),
                BoundJoints::Selected | BoundJoints::Added => {
                    format!("Bind mesh to skeleton: {NONE_SELECTED}")
                }
            });
        }
        let name = match meshes.as_slice() {
            [(_, name)] => format!("Bind {name}"),
            _ => format!("Bind {} meshes", meshes.len()),
        };
        Ok(Self {
            document: document.clone(),
            locks: locks_of(session),
            chosen: None,
            request: AutomaticRequest {
                joints: bind.joints.weighed_joints(),
                // A new skin has no weights to keep.
                only_unbound: false,
                ..request
            },
            bind: Some(Binding {
                edit: SkeletonEdit::Bind {
                    nodes: meshes.iter().map(|(key, _)| *key).collect(),
                    joints: joints.iter().map(|&joint| skeleton.key(joint)).collect(),
                },
                name,
                joints: joints.len(),
                chosen: match bind.joints {
                    BoundJoints::All | BoundJoints::Added | BoundJoints::Ready => Vec::new(),
                    BoundJoints::Selected => {
                        let names = joints.iter().map(|&joint| joint_name(skeleton, joint));
                        names.collect()
                    }
                },
                left: moved_without_joints(&document.character, &meshes, &joints),
                checks: CheckSettings {
                    // The limit that the weights are made with, whatever the checks have.
                    limit: request.limit.max(1),
                    ..session.settings.checks.clone()
                },
                patterns: session.settings.mirror.patterns().clone(),
            }),
            weighs: bind.automatic,
        })
    }

    /// The name to show while it runs.
    #[must_use]
    pub fn title(&self) -> String {
        let name = self.bind.as_ref().map(|bind| bind.name.clone());
        name.unwrap_or_else(|| AUTOMATIC.to_owned())
    }

    /// Converts it to the work of a job.
    #[must_use]
    pub fn work(self) -> Box<JobFn> {
        Box::new(move |watch| self.run(&|phase, share| watch.progress((phase, share))))
    }

    /// Does the work on the calling thread. `go_on` gets the name of the phase and the share that is done, 0 to 1, and
    /// decides whether to continue; none if it breaks off. Else the result, or one sentence why there is none.
    #[must_use]
    pub fn run(&self, go_on: &OnPhase<'_>) -> Option<Result<WeightResult, String>> {
        let Some(bind) = &self.bind else {
            let made = self.weigh(&self.document, 0, go_on)?;
            return Some(made.map(|weighed| WeightResult {
                name: AUTOMATIC.to_owned(),
                after: weighed.after,
                report: weighed.report,
                said: weighed.said,
                is_fresh: true,
                is_compared: false,
                shows: None,
            }));
        };
        let bound = match self.document.with_skeleton_edit(&bind.edit) {
            Ok((bound, _)) => bound,
            Err(error) => return Some(Err(format!("{}: {error}.", bind.name))),
        };
        let said = bind.said();
        if !self.weighs {
            return Some(Ok(WeightResult {
                name: bind.name.clone(),
                after: bound,
                report: Report::default(),
                said: format!(
                    "{said} No vertex has weights yet: paint them in Weights mode, or make automatic ones."
                ),
                is_fresh: false,
                is_compared: false,
                shows: None,
            }));
        }
        let first = self.document.character.rig.binds.len();
        let weighed = match self.weigh(&bound, first, go_on)? {
            Ok(weighed) => weighed,
            Err(why) => return Some(Err(why)),
        };
        Some(Ok(WeightResult {
            name: bind.name.clone(),
            after: weighed.after,
            report: weighed.report,
            said: format!("{said} {}", weighed.said),
            is_fresh: true,
            is_compared: false,
            shows: None,
        }))
    }

    /// Weights for all skins from this one on, and the messages about them.
    fn weigh(
        &self,
        document: &Document,
        first: usize,
        go_on: &OnPhase<'_>,
    ) -> Option<Result<WeighedDocument, String>> {
        if go_on("looking at the surface", 0.0).is_break() {
            return None;
        }
        let mut all: Option<Automatic> = None;
        let (mut edits, mut meant, mut rigid) = (Vec::new(), 0, Vec::new());
        let mut left_out = BTreeSet::new();
        let mut why_not = no_bones();
        let mut visited = VisitedPrimitives::default();
        let meshes = PaintMesh::since(&document.character, first);
        for (place, mesh) in meshes.iter().enumerate() {
            let rows = mesh.rows(&document.character);
            let bones = match self.bones(document, mesh, &rows, &mut left_out) {
                Ok(bones) => bones,
                Err(why) => {
                    // Other skins may have bones: the reason counts only if none has.
                    why_not = why;
                    continue;
                }
            };
            // Primitives that several skins show get weights once.
            let Some(before) = visited.visit(mesh) else {
                continue;
            };
            let made = self.compute(document, mesh, &before, &bones, &|phase, share| {
                go_on(phase, of_all((place, meshes.len()), share))
            })?;
            edits.extend(mesh.pieces_of(&made.edit));
            rigid.push((mesh.skin, made.points_of_rigid_parts().to_vec()));
            meant += self.count_points(mesh, &before, &rows);
            match &mut all {
                None => all = Some(made),
                Some(all) => {
                    all.edit.report.add(&made.edit.report);
                    all.parts.extend(made.parts);
                    // None unless only unbound points were to be filled, and then it is set for every skin.
                    all.filled = all.filled.zip(made.filled).map(|(one, other)| one + other);
                }
            }
        }
        let Some(all) = all else {
            return Some(Err(why_not));
        };
        let made = NewWeights {
            all,
            edits,
            left_out,
            meant,
            rigid,
        };
        self.finish(document, first, &made, go_on)
    }

    /// The number of points that should get weights.
    fn count_points(&self, mesh: &PaintMesh, before: &VisitedPrimitives, rows: &dyn Rows) -> usize {
        let mask = Mask::of(mesh, &self.locks.vertices);
        let keeps = |point| self.request.only_unbound && !rows.row(point).is_unbound();
        let points = before.others(mesh).into_iter();
        points
            .filter(|&point| mask.has(point) && !keeps(point))
            .count()
    }

    /// The document with weights that were made, repaired if they are those of a new skin, and the messages about them.
    fn finish(
        &self,
        document: &Document,
        first: usize,
        made: &NewWeights,
        go_on: &OnPhase<'_>,
    ) -> Option<Result<WeighedDocument, String>> {
        let report = &made.all.edit.report;
        let after = match document.with_weight_edits(&made.edits) {
            Ok(after) if self.request.only_unbound || self.locks.vertices.is_mask() => after,
            Ok(after) => with_helper_weights(after, first, &self.locks),
            Err(error) => return Some(Err(format!("The weights cannot be changed: {error}."))),
        };
        let left = unbound_points(&after.character, first);
        // Nothing was done of what could be: a refusal, with the remedies.
        if left > 0 && report.changed == 0 {
            let said = self.said_of(made, &report.to_string());
            return Some(Err(format!("{said} {}", self.still_unbound(left))));
        }
        let after = match &self.bind {
            None => after,
            Some(_) if go_on("looking for problems", 1.0).is_break() => return None,
            Some(bind) => {
                let checks = (&bind.checks, &bind.patterns);
                repair_from(first, after, checks, &self.locks, &made.rigid)
            }
        };
        let why_nothing = match self.request.only_unbound {
            true => "no vertex is unbound",
            false => "they have these weights already",
        };
        let told = OperationNotes {
            counted: Counted::Bound,
            ..OperationNotes::new(made.meant, why_nothing)
        };
        let mut report = report.clone();
        let (after, changes) = told.of(document, after, &mut report);
        let said = self.said_of(made, &changes);
        let left = (left > 0 && self.request.only_unbound).then(|| self.still_unbound(left));
        Some(Ok(WeighedDocument {
            after,
            report,
            said: left.map_or_else(|| said.clone(), |left| format!("{said} {left}")),
        }))
    }

    /// Why the work is not whole, and what of it can be done about it that was not.
    fn still_unbound(&self, points: usize) -> String {
        let (points, are) = match points {
            1 => ("1 vertex".to_owned(), "is"),
            count => (format!("{count} vertices"), "are"),
        };
        let takes_all = self.chosen.is_none() && self.request.joints == WeighedJoints::All;
        let remedies = [
            (!self.locks.locked.is_empty(), UNLOCK_TOO),
            (
                self.locks.vertices.is_mask(),
                "clear the selection of vertices",
            ),
            (!takes_all, ALL_JOINTS),
        ];
        let remedies = remedies.into_iter().filter(|(helps, _)| *helps);
        let remedies: Vec<&str> = remedies.map(|(_, remedy)| remedy).collect();
        let remedy = match remedies.as_slice() {
            [] => "transfer weights to them, or paint them".to_owned(),
            remedies => format!("{}, and try again", remedies.join(", or ")),
        };
        format!("{points} {are} still unbound: {remedy}.")
    }

    /// The message about weights that were made, which changed this much, and about joints that the choice left out.
    fn said_of(&self, made: &NewWeights, changes: &str) -> String {
        let only = self.locks.vertices.mask_words();
        let only = only.map_or_else(String::new, |words| format!("; {words}"));
        let without = words_of_left_out(&made.left_out);
        let rigid = words_of_rigid(&made.all);
        // Where weights are only filled in, parts may have others than those that were made.
        let clothes = match self.request.only_unbound {
            true => String::new(),
            false => words_of_clothes(&made.all),
        };
        let ways = &made.all;
        format!("{AUTOMATIC}: {changes}; {ways}{only}.{without}{rigid}{clothes}")
    }

    /// The bones of joints that are chosen and not locked, and those of chosen ones that are; the names of those that the choice leaves out
    /// go to `left_out`.
    fn bones(
        &self,
        document: &Document,
        mesh: &PaintMesh,
        rows: &dyn Rows,
        left_out: &mut BTreeSet<String>,
    ) -> Result<[Vec<Bone>; 2], String> {
        let rig = &document.character.rig;
        // Where joints that move nothing will be bound: their own bind matrices say nothing of the mesh.
        let Some(bind) = &document.character.bind_with_idle_at_rest(mesh.skin) else {
            return Err(no_bones());
        };
        let is_chosen = |bone: &Bone| {
            let joint = bind.joint_at(bone.joint);
            let joint = joint.filter(|&joint| !is_hinge_helper(document, joint));
            let chosen = self.chosen.as_ref();
            joint.is_some_and(|joint| chosen.is_none_or(|chosen| chosen.contains(&joint)))
        };
        let locks = self.locks.locks_of(&rig.skeleton, bind.joints());
        let movers = Movers::from_choice(
            self.request.joints.choice(),
            &SkinInUse {
                skeleton: &rig.skeleton,
                bind,
                surface: mesh.surface(),
                rows,
                only_unbound: self.request.only_unbound,
            },
        );
        let joints = bind.joints();
        // What is locked gets no weight by any choice.
        let is_free_slot = |slot: usize| !locks.get(slot).is_some_and(|&lock| lock);
        let others = movers.left_out.iter().map(|&slot| usize::from(slot));
        let others = others.filter(|&slot| is_free_slot(slot));
        let others = others.filter_map(|slot| joints.get(slot));
        left_out.extend(others.map(|&joint| joint_name(&rig.skeleton, joint)));
        let mut bones = movers.bones;
        bones.retain(is_chosen);
        if bones.is_empty() {
            return Err(no_bones());
        }
        let is_free = |bone: &Bone| is_free_slot(usize::from(bone.joint));
        let (free, locked): (Vec<Bone>, Vec<Bone>) = bones.into_iter().partition(is_free);
        if free.is_empty() {
            return Err(format!(
                "{AUTOMATIC}: all joints that may get weight are locked. {UNLOCK}"
            ));
        }
        Ok([free, locked])
    }

    fn compute(
        &self,
        document: &Document,
        mesh: &PaintMesh,
        before: &VisitedPrimitives,
        [bones, locked]: &[Vec<Bone>; 2],
        go_on: &OnPhase<'_>,
    ) -> Option<Automatic> {
        let options = self.request.options();
        let made = automatic_weights(mesh.surface(), bones, &options, &|phase, share| {
            go_on(phase.words(), share)
        });
        let rig = &document.character.rig;
        let joints = rig
            .binds
            .get(mesh.skin)
            .map_or(&[][..], |bind| bind.joints());
        let locks = self.locks.locks_of(&rig.skeleton, joints);
        let rules = Rules {
            locks: &locks,
            limit: options.limit,
            ..Rules::default()
        };
        let rows = mesh.rows(&document.character);
        let mut made = made.ok()?;
        let mask = Mask::of(mesh, &self.locks.vertices);
        let is_asked = |point| mask.has(point) && !before.has(mesh, point);
        if self.request.only_unbound {
            let made = made.beside_locked(mesh.surface(), bones, locked);
            return Some(made.fill(&rows, mesh.surface(), &is_asked, &rules));
        }
        made.edit.rows.retain(|&(point, _)| is_asked(point));
        Some(made.over(&rows, &rules))
    }
}

/// Why no joint of a skin gets weights.
fn no_bones() -> String {
    format!("{AUTOMATIC}: none of the selected joints is among those of a skin. {OTHER_JOINTS}")
}

/// The joints that got no weight because they are not there to move anything; nothing if there are none.
fn words_of_left_out(names: &BTreeSet<String>) -> String {
    let few = few_of(names);
    let words = few.map(|few| {
        format!(" No weights for {few}, which move nothing or are not meant to; {INCLUDE}.")
    });
    words.unwrap_or_default()
}

/// The first names in quotes, and how many more there are, as `“hip”, “knee” and 3 more`; none without names.
fn few_of<'a>(names: impl IntoIterator<Item = &'a String>) -> Option<String> {
    let mut names = names.into_iter();
    let few = names.by_ref().take(MOST_NAMED);
    let few: Vec<String> = few.map(|name| format!("“{name}”")).collect();
    let more = match names.count() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (!few.is_empty()).then(|| format!("{}{more}", few.join(", ")))
}

/// The parts that bend and probably should not; nothing if there are none.
fn words_of_rigid(made: &Automatic) -> String {
    match made.could_be_rigid() {
        0 => String::new(),
        1 => format!(
            " 1 small part, such as an eye or a plate, bends between joints; to let it keep its shape, {KEEP_SHAPE}."
        ),
        parts => format!(
            " {parts} small parts, such as eyes or plates, bend between joints; to let each keep its shape, {KEEP_SHAPE}."
        ),
    }
}

/// The parts that lie over a body as clothes do and could follow it; nothing if there are none.
fn words_of_clothes(made: &Automatic) -> String {
    match made.could_follow() {
        0 => String::new(),
        1 => format!(
            " 1 part lies over a larger one, as clothes do, with weights of its own; to keep the larger one from coming through it, {FOLLOW_BODY}."
        ),
        parts => format!(
            " {parts} parts lie over a larger one, as clothes do, with weights of their own; to keep the larger one from coming through them, {FOLLOW_BODY}."
        ),
    }
}

/// Only the locks: a new skin is of all vertices, whatever is selected.
fn locks_of(session: &Session) -> WeightsWork {
    WeightsWork {
        locked: session.character.weights.locked.clone(),
        ..WeightsWork::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "how full a bar is drawn")]
fn of_all((place, count): (usize, usize), share: f32) -> f32 {
    (place as f32 + share) / count.max(1) as f32
}
