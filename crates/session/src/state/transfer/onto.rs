//! Applying a source to its targets, and the messages about that.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use character::{Character, WeightEdit};
use mesh::PointIndex;
use rig::JointSlot;
use scene::vertex_facts::VertexPlace;
use weights::{
    Confidence, Edit, Report, Rows, Rules, Transfer, TransferEdit, TransferSource, Welded,
};

use super::places::places_at_rest;
use super::poke::Dressed;
use super::sight::any_joint_matches;
use super::source::SourceSurface;
use super::{Source, TransferRefused};
use crate::settings::Units;
use crate::state::painting::{Mask, PaintMesh};
use crate::state::transfer::transfer_work::{
    JointMap, SEVERAL_HAVE_THE_NAME, TransferHow, list_names, match_joint,
};
use crate::state::weight_files::BoundMesh;
use crate::state::weight_operations::weight_changes::OperationNotes;
use crate::state::weight_operations::weight_request::OnPhase;
use crate::state::weight_table::weights_work::WeightsWork;

/// Points between two checks for cancellation.
const AT_ONCE: usize = 1024;
/// The name of no joint, for joints of the source that go to none.
const NOBODY: &str = "\u{0}";
/// Distances below this, in meters, count as zero.
const ROUNDING: f32 = 1e-6;

/// Which vertices take weights.
#[derive(Clone, Copy, Debug)]
pub enum Which<'a> {
    /// All vertices of the target meshes.
    All,
    /// Those that no joint moves.
    Unbound,
    /// Of the target meshes' vertices these alone.
    These(&'a BTreeSet<VertexPlace>),
}

/// The target of a transfer and its options.
#[derive(Clone, Copy, Debug)]
pub struct TransferRequest<'a> {
    /// The mesh that takes weights, by its index in the character's file; none for all except the source.
    pub onto: Option<usize>,
    /// Which vertices of the target take weights.
    pub which: Which<'a>,
    /// How corresponding places are found.
    pub how: TransferHow,
    /// Joints that are matched by hand.
    pub joints: &'a JointMap,
    /// The locked joints, whose weights stay, and the selected vertices: if there are any, no other changes.
    pub locks: &'a WeightsWork,
    /// The largest number of joints per vertex; none for no limit.
    pub limit: Option<usize>,
}

/// The result of a transfer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transferred {
    /// Rows to be set, by primitive.
    pub edits: Vec<WeightEdit>,
    /// What was changed, and what was skipped and why.
    pub report: Report,
    /// The largest distance from a vertex to its source place, in meters; none if no vertex took weights.
    pub farthest: Option<f32>,
    /// Joints of the source that the target does not have.
    pub missing: Vec<String>,
    /// Joints of the source whose names the target has too, but of several joints, here or there, so that none was found by it.
    pub ambiguous: Vec<String>,
    /// The number of points that should take weights.
    pub meant: usize,
    /// Where clothes were bound with a body: how many points lie surely on it, and how many were filled in.
    pub matched: Option<Matched>,
    /// Where both are of one character: the body, and the clothes that took its weights.
    pub dressed: Option<Dressed>,
}

/// How points of clothes got their weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Matched {
    /// Those that took what they lie over.
    pub sure: usize,
    /// Those that were filled in from the others.
    pub filled: usize,
}

impl Transferred {
    /// What is said of it beside what comes of comparing before with after.
    #[must_use]
    pub fn notes(&self) -> OperationNotes {
        OperationNotes::new(self.meant, "they have the weights of the source already")
    }

    /// The message about the transfer, which changed as much as `changes` says.
    #[must_use]
    pub fn words(&self, changes: &str, units: Units) -> String {
        let mut text = changes.to_owned();
        match self.farthest {
            Some(farthest) if farthest > ROUNDING => {
                text += &format!("; the farthest was {} away", units.length(farthest));
            }
            Some(_) => text += "; all lie on the source",
            None => {}
        }
        if let Some(Matched { sure, filled }) = self.matched {
            text += &format!("; {sure} surely over it, {filled} filled in between");
        }
        if !self.missing.is_empty() {
            let names = list_names(&self.missing);
            text += &format!("; not here, so that others got their weights: {names}");
        }
        if !self.ambiguous.is_empty() {
            let names = list_names(&self.ambiguous);
            text += &format!(
                "; {SEVERAL_HAVE_THE_NAME}, so that others got the weights of these: {names}"
            );
        }
        text
    }

    /// Takes those that are here by name apart from those that are missing.
    fn tell_ambiguous(&mut self, source: &Source, target: &Character, meshes: &[BoundMesh]) {
        if self.missing.is_empty() {
            return;
        }
        let ambiguous = source.ambiguous_joints(target, meshes);
        let missing = std::mem::take(&mut self.missing).into_iter();
        (self.ambiguous, self.missing) = missing.partition(|name| ambiguous.contains_key(name));
    }
}

/// The meshes that take weights: the chosen one, or all except the source.
pub(super) fn targets(
    source: &Source,
    character: &Arc<Character>,
    onto: Option<usize>,
) -> Result<Vec<BoundMesh>, TransferRefused> {
    let mut all = BoundMesh::all(character);
    if all.is_empty() {
        return Err(TransferRefused::NothingBound);
    }
    all.retain(|bound| {
        onto.is_none_or(|onto| bound.mesh == onto) && !is_of(source, character, bound.mesh)
    });
    if all.is_empty() {
        let mesh = source.name.clone();
        return Err(TransferRefused::SameMesh { mesh });
    }
    Ok(all)
}

/// Whether this mesh of a character is part of the source.
fn is_of(source: &Source, character: &Arc<Character>, mesh: usize) -> bool {
    let mut meshes = source.meshes.iter();
    Arc::ptr_eq(&source.character, character) && meshes.any(|bound| bound.mesh == mesh)
}

/// Transfers weights; none if `go_on` breaks off.
///
/// # Errors
///
/// Why no weights can be taken.
pub fn transfer_weights(
    source: &Source,
    character: &Arc<Character>,
    request: &TransferRequest<'_>,
    go_on: &OnPhase<'_>,
) -> Option<Result<Transferred, TransferRefused>> {
    let targets = targets(source, character, request.onto).and_then(|targets| {
        any_joint_matches(source, character, &targets, request.joints)?;
        Ok(targets)
    });
    let targets = match targets {
        Ok(targets) => targets,
        Err(refused) => return Some(Err(refused)),
    };
    let mut skins: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for bound in &targets {
        // Skin by skin: slots of rows are those of one list of joints.
        skins.entry(bound.skin).or_default().insert(bound.mesh);
    }
    let mut all = Transferred::default();
    let count = skins.len();
    for (place, (skin, meshes)) in skins.into_iter().enumerate() {
        let work = TransferRun {
            source,
            character,
            request,
            go_on: &|phase, done| {
                go_on(
                    phase,
                    (share(place, count) + share(1, count) * done).min(1.0),
                )
            },
        };
        match work.skin(skin, &meshes)? {
            Ok(None) => {}
            Ok(Some(done)) => all.add(done),
            Err(refused) => return Some(Err(refused)),
        }
    }
    let is_dressed = request.how.clothes && Arc::ptr_eq(&source.character, character);
    all.dressed = is_dressed.then(|| Dressed {
        body: source.meshes.iter().map(|bound| bound.mesh).collect(),
        clothes: targets.iter().map(|bound| bound.mesh).collect(),
    });
    if all.meant == 0 {
        return Some(Err(TransferRefused::NoVertices(match request.which {
            Which::All => "There is no vertex that could take weights.",
            Which::Unbound => {
                "Every vertex is moved by a joint already: there is none to give weights to."
            }
            Which::These(_) => "None of the selected vertices is of a mesh that takes weights.",
        })));
    }
    all.tell_ambiguous(source, character, &targets);
    Some(Ok(all))
}

impl Transferred {
    fn add(&mut self, done: SkinDone) {
        self.meant += done.points;
        self.edits.extend(done.edits);
        self.report.add(&done.report);
        self.farthest = farther(self.farthest, done.farthest);
        if let Some(done) = done.matched {
            let all = self.matched.get_or_insert_default();
            all.sure += done.sure;
            all.filled += done.filled;
        }
        for name in done.missing {
            if !self.missing.contains(&name) {
                self.missing.push(name);
            }
        }
    }
}

/// The result for one skin's meshes.
struct SkinDone {
    edits: Vec<WeightEdit>,
    report: Report,
    farthest: Option<f32>,
    missing: Vec<String>,
    matched: Option<Matched>,
    /// The number of points that should take weights.
    points: usize,
}

struct TransferRun<'a> {
    source: &'a Source,
    character: &'a Arc<Character>,
    request: &'a TransferRequest<'a>,
    go_on: &'a OnPhase<'a>,
}

impl TransferRun<'_> {
    /// The result for one skin; the inner value is none where no vertex of the skin is meant.
    fn skin(
        &self,
        skin: usize,
        meshes: &BTreeSet<usize>,
    ) -> Option<Result<Option<SkinDone>, TransferRefused>> {
        if (self.go_on)("looking at the surfaces", 0.0).is_break() {
            return None;
        }
        let Some(mesh) = PaintMesh::of(self.character, skin) else {
            return Some(Ok(None));
        };
        let points = self.points(&mesh, meshes);
        if points.is_empty() {
            return Some(Ok(None));
        }
        // Meshes of one skin are compared as they were bound: elsewhere at rest, vertices without weights would stay
        // behind.
        let is_same = Arc::ptr_eq(&self.source.character, self.character);
        let has_skin = |bound: &BoundMesh| bound.skin == skin;
        let together = (is_same && self.source.meshes.iter().all(has_skin)).then_some(skin);
        let stood = self.source.surface(together).and_then(|surface| {
            let places = places_at_rest(self.character, together)?;
            Ok((surface, places))
        });
        let (surface, places) = match stood {
            Ok(stood) => stood,
            Err(refused) => return Some(Err(refused)),
        };
        let at_rest = mesh.all_points().map(|point| {
            let place = mesh.place_of(point);
            let found = place.and_then(|(placed, vertex)| places.get(placed)?.get(vertex as usize));
            found.copied().unwrap_or(glam::Vec3::NAN)
        });
        let Some(target) = mesh.surface().with_positions(at_rest.collect()) else {
            return Some(Ok(None));
        };
        let done = self.transfer_skin(&mesh, &target, &surface, &points)?;
        Some(Ok(Some(done)))
    }

    fn transfer_skin(
        &self,
        mesh: &PaintMesh,
        target: &mesh::Adjacency,
        source: &SourceSurface,
        points: &[PointIndex],
    ) -> Option<SkinDone> {
        let rig = &self.character.rig;
        let bind = rig.binds.get(mesh.skin)?;
        let addresses = rig::Addresses::new(&rig.skeleton);
        let own: Vec<String> = bind
            .joints()
            .iter()
            .map(|&joint| addresses.of(joint))
            .collect();
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        let names = source.names.iter();
        let names: Vec<&str> = names
            .map(|name| match_joint(self.request.joints, name).unwrap_or(NOBODY))
            .collect();
        let from = TransferSource {
            surface: &source.surface,
            rows: &Welded::new(&source.surface, &source.rows),
            joints: &names,
        };
        let transfer = Transfer::new(from, target, &own, self.request.how.options());
        let locks = self.request.locks.locks_of(&rig.skeleton, bind.joints());
        let rules = Rules {
            locks: &locks,
            limit: self.request.limit,
            ..Rules::default()
        };
        let rows = mesh.rows(self.character);
        let (all, matched) = match self.request.how.clothes {
            true => self.take_sure(&transfer, points, &rows, &rules)?,
            false => (self.take_each(&transfer, points, &rows, &rules)?, None),
        };
        let mut edits = mesh.pieces_of(&all.edit);
        // The source itself is not edited: a target vertex at the same place has its weights up to rounding.
        edits.retain(|edit| !is_of(self.source, self.character, edit.mesh));
        let name = |&place: &JointSlot| source.names.get(usize::from(place)).cloned();
        Some(SkinDone {
            edits,
            report: all.edit.report,
            farthest: all.farthest,
            missing: all.missing.iter().filter_map(name).collect(),
            matched,
            points: points.len(),
        })
    }

    /// The weights of the nearest places.
    fn take_each(
        &self,
        transfer: &Transfer<'_>,
        points: &[PointIndex],
        rows: &dyn Rows,
        rules: &Rules<'_>,
    ) -> Option<TransferEdit> {
        let (mut all, mut edits) = (TransferEdit::default(), Vec::new());
        for (chunk, at_once) in points.chunks(AT_ONCE).enumerate() {
            let done = share(chunk * AT_ONCE, points.len());
            if (self.go_on)("going over the vertices", done).is_break() {
                return None;
            }
            let taken = transfer.rows_with_report(at_once, rows, rules);
            edits.push(taken.edit);
            all.farthest = farther(all.farthest, taken.farthest);
            all.missing.extend(taken.missing);
        }
        all.edit = Edit::in_turn(edits);
        Some(all)
    }

    /// The weights of a body for the clothes over it.
    fn take_sure(
        &self,
        transfer: &Transfer<'_>,
        points: &[PointIndex],
        rows: &dyn Rows,
        rules: &Rules<'_>,
    ) -> Option<(TransferEdit, Option<Matched>)> {
        // As a whole, since every point may take from every other one.
        let go_on = |share| (self.go_on)("going over the vertices", share);
        let taken = transfer.confident_rows(points, rows, rules, &Confidence::default(), &go_on)?;
        let matched = Matched {
            sure: taken.sure,
            filled: taken.filled,
        };
        let edit = TransferEdit {
            edit: taken.edit,
            farthest: taken.farthest,
            missing: taken.missing,
        };
        Some((edit, Some(matched)))
    }

    /// The points that take weights, ascending.
    fn points(&self, mesh: &PaintMesh, meshes: &BTreeSet<usize>) -> Vec<PointIndex> {
        let of_meshes = |point: PointIndex| {
            let mut places = mesh.primitives_at(point);
            places.any(|(of, _)| meshes.contains(&of))
        };
        let mask = Mask::of(mesh, &self.request.locks.vertices);
        let points = mesh
            .all_points()
            .filter(|&point| mask.has(point) && of_meshes(point));
        match self.request.which {
            Which::All => points.collect(),
            Which::Unbound => {
                let rows = mesh.rows(self.character);
                points
                    .filter(|&point| rows.row(point).is_unbound())
                    .collect()
            }
            Which::These(places) => {
                let chosen = places.iter().filter_map(|place| {
                    mesh.point_at(place.primitive, u32::try_from(place.vertex).ok()?)
                });
                let chosen: BTreeSet<PointIndex> = chosen.collect();
                points.filter(|point| chosen.contains(point)).collect()
            }
        }
    }
}

/// The larger of two optional lengths.
fn farther(one: Option<f32>, other: Option<f32>) -> Option<f32> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.max(other)),
        (one, other) => one.or(other),
    }
}

#[expect(clippy::cast_precision_loss, reason = "how full a bar is drawn")]
fn share(done: usize, of: usize) -> f32 {
    (done as f32 / of.max(1) as f32).min(1.0)
}
