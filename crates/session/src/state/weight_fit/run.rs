//! The search itself, over all skins, on several threads.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Mutex;

use character::Character;
use glam::{DVec3, Vec3};
use mesh::PointIndex;
use rig::{ForwardError, GoOn, InfluenceRow, JointSlot};
use scene::deform::{DeformError, deform_posed, posed_character};
use scene::parallel::{for_each_parallel, processors};
use scene::placed::placed_primitives;
use scene::posed_character::PosedCharacter;
use scene::vertex_facts::VertexPlace;
use scene::weighted_poses::WeightedPoses;
use weights::{
    Edit, Fit, FitJoints, Fitting, PosedPoint, Rows as _, Rules, SkinnedPoints, Skip, Target,
    USUAL_RIDGE, fit, parents, refit,
};

use super::poses::places;
use super::shared::SharedPrimitives;
use super::{FitCandidates, FitChoice, FitSource, Fitted, PoseTargets, VertexFit, without_bulge};
use crate::document::Document;
use crate::state::painting::{Mask, PaintMesh, VisitedPrimitives};
use crate::state::weight_table::weights_work::WeightsWork;

/// Points of one piece of work.
const AT_ONCE: usize = 24;
/// Pieces of work for each thread between two checks for cancellation.
const PIECES: usize = 4;

/// Finds weights with which vertices come nearest to their targets.
///
/// `go_on` gets the share that is done, 0 to 1, and decides whether to
/// continue; none if it breaks off. Locked joints keep their weights; where vertices are selected, these alone change.
///
/// # Errors
///
/// One sentence: a pose does not fit, or nothing is bound.
pub fn fit_weights(
    document: &Document,
    choice: &FitChoice,
    poses: &[PoseTargets],
    locks: &WeightsWork,
    go_on: &GoOn<'_>,
) -> Option<Result<Fitted, String>> {
    let document = &*without_bulge(document);
    let character = &*document.character;
    let posed = poses.iter().map(|of| {
        posed_character(
            character,
            &of.pose,
            &document.scale_inheritance,
            choice.look,
        )
    });
    let posed: Vec<PosedCharacter> = match posed.collect::<Result<_, ForwardError>>() {
        Ok(posed) => posed,
        Err(error) => return Some(Err(format!("a pose does not fit: {error}."))),
    };
    let places = match target_places(character, choice, poses.iter().zip(&posed)) {
        Ok(places) => places,
        Err(error) => return Some(Err(format!("a pose does not fit: {error}."))),
    };
    let meshes = PaintMesh::all(character);
    let work = FitRun {
        document,
        choice,
        posed: &posed,
        places: &places,
        shares: poses.iter().map(|of| of.share).collect(),
        locks,
        shared: SharedPrimitives::of(&meshes),
    };
    let mut all = Fitted {
        poses: poses.len(),
        ..Fitted::default()
    };
    let (mut visited, count) = (VisitedPrimitives::default(), meshes.len());
    for (place, mesh) in meshes.iter().enumerate() {
        let Some(before) = visited.visit(mesh) else {
            continue;
        };
        let within = |done: f32| go_on((share(place, count) + done * share(1, count)).min(1.0));
        work.skin(mesh, &before, &mut all, &within)?;
    }
    let worst = |of: &VertexFit| of.after.maximum();
    all.vertices
        .sort_by(|one, other| worst(other).total_cmp(&worst(one)));
    Some(Ok(all))
}

/// Where vertices should be in each pose: where they are, if nothing else is said.
fn target_places<'a>(
    character: &Character,
    choice: &FitChoice,
    poses: impl Iterator<Item = (&'a PoseTargets, &'a PosedCharacter)>,
) -> Result<Vec<Cow<'a, [Vec3]>>, DeformError> {
    let own = |(of, posed): (&'a PoseTargets, &PosedCharacter)| match &of.places {
        Some(places) => Ok(Cow::Borrowed(&places[..])),
        // Whoever fits to itself takes them from the method.
        None if choice.source == FitSource::Itself => Ok(Cow::Borrowed(&[][..])),
        None => {
            let mut deformed = Vec::new();
            deform_posed(character, posed, &mut deformed)?;
            Ok(Cow::Owned(places(deformed)))
        }
    };
    poses.map(own).collect()
}

impl Fitted {
    /// Adds what was found for points of a surface.
    fn add(&mut self, mesh: &PaintMesh, found: Vec<Fit>) {
        let mut edits = Vec::new();
        for piece in found {
            for point in piece.points {
                self.errors[0].add(&point.before);
                self.errors[1].add(&point.after);
                let place = mesh.place_of(point.point);
                self.vertices
                    .extend(place.map(|(primitive, vertex)| VertexFit {
                        place: VertexPlace {
                            primitive,
                            vertex: vertex as usize,
                        },
                        before: point.before,
                        after: point.after,
                    }));
            }
            edits.push(piece.edit);
        }
        let edit = Edit::in_turn(edits);
        self.edits.extend(mesh.pieces_of(&edit));
        self.report.add(&edit.report);
    }
}

struct FitRun<'a> {
    document: &'a Document,
    choice: &'a FitChoice,
    posed: &'a [PosedCharacter],
    places: &'a [Cow<'a, [Vec3]>],
    shares: Vec<f64>,
    locks: &'a WeightsWork,
    shared: SharedPrimitives,
}

impl FitRun<'_> {
    /// Adds one skin's meshes; none if canceled.
    fn skin(
        &self,
        mesh: &PaintMesh,
        before: &VisitedPrimitives,
        all: &mut Fitted,
        go_on: &GoOn<'_>,
    ) -> Option<()> {
        let character = &*self.document.character;
        let Some(bind) = character.rig.binds.get(mesh.skin) else {
            return Some(());
        };
        let (points, unbound) = self.points(mesh, before);
        all.report.skip(Skip::Unbound, unbound);
        let of = (mesh, self.choice.mesh);
        let shared = self.shared.meshes_at(character, of, &points);
        all.shared.extend(shared);
        let targets = self.targets();
        let (vertices, listed) = self.choose_vertices(mesh);
        let skinned = SkinPoses(WeightedPoses::new(character, self.posed, &vertices));
        let locks = self.locks.locks_of(&character.rig.skeleton, bind.joints());
        let rules = Rules {
            locks: &locks,
            limit: (self.choice.limit > 0).then_some(usize::from(self.choice.limit)),
            ..Rules::default()
        };
        let rows = mesh.rows(character);
        let region = match self.choice.joints {
            FitCandidates::Region => {
                let own = points.iter().flat_map(|&point| rows.slices(point).joints);
                with_neighbors(
                    &own.copied().collect(),
                    &parents(&character.rig.skeleton, bind),
                )
            }
            FitCandidates::All | FitCandidates::Own => BTreeSet::new(),
        };
        // A joint comes to where it is, or next to it: elsewhere it would be stray.
        let of_region = |point| {
            let surface = mesh.surface();
            let beside = surface.neighbors(point).iter();
            let around = beside.flat_map(|beside| surface.neighbors(*beside));
            let near: BTreeSet<JointSlot> = around
                .chain(std::iter::once(&point))
                .flat_map(|point| rows.slices(*point).joints)
                .copied()
                .collect();
            region
                .intersection(&near)
                .copied()
                .collect::<Vec<JointSlot>>()
        };
        let how = Fitting {
            skinned: &skinned,
            targets: &targets,
            listed: Some(&listed),
            joints: match self.choice.joints {
                FitCandidates::All => FitJoints::All,
                FitCandidates::Own => FitJoints::Own,
                FitCandidates::Region => FitJoints::Listed(&of_region),
            },
            is_signed: self.choice.is_signed,
            ridge: USUAL_RIDGE,
        };
        let found = self.search(mesh, &points, &how, &rules, go_on)?;
        all.add(mesh, found);
        Some(())
    }

    /// The targets with what their poses count.
    fn targets(&self) -> Vec<Target<'_>> {
        let with_shares = self.places.iter().zip(&self.shares).enumerate();
        with_shares
            .map(|(pose, (places, &share))| Target {
                pose,
                places,
                share,
            })
            .collect()
    }

    /// The fit of all points, in their order; none if canceled.
    fn search(
        &self,
        mesh: &PaintMesh,
        points: &[PointIndex],
        how: &Fitting<'_>,
        rules: &Rules<'_>,
        go_on: &GoOn<'_>,
    ) -> Option<Vec<Fit>> {
        let rows = mesh.rows(&self.document.character);
        let threads = processors();
        // Several pieces a thread: those that end early take more, and canceling is heard soon.
        let at_most = AT_ONCE * PIECES * threads;
        let piece = |points: &[PointIndex]| match self.choice.source {
            FitSource::Itself => {
                let fit = refit(&rows, points, how.skinned, self.posed.len(), rules);
                Fit {
                    edit: fit.edit,
                    points: fit.points,
                }
            }
            _ => fit(&rows, points, how, rules),
        };
        let mut all = Vec::new();
        for (batch, at_once) in points.chunks(at_most).enumerate() {
            go_on(share(batch * at_most, points.len())).continue_value()?;
            let done: Mutex<Vec<(usize, Fit)>> = Mutex::default();
            let pieces = at_once.chunks(AT_ONCE).enumerate();
            for_each_parallel(pieces, threads, |(place, points)| {
                let fit = piece(points);
                // A lock is poisoned where a thread has panicked, which goes on in this one.
                let _kept = done.lock().map(|mut done| done.push((place, fit)));
            });
            let mut done = done.into_inner().unwrap_or_default();
            // Threads end in any order; the fit comes in that of the points.
            done.sort_by_key(|(place, _)| *place);
            all.extend(done.into_iter().map(|(_, fit)| fit));
        }
        Some(all)
    }

    /// The points that may change, ascending, and how many are left out since nothing binds them: a method says nothing of where these
    /// should be.
    fn points(&self, mesh: &PaintMesh, before: &VisitedPrimitives) -> (Vec<PointIndex>, usize) {
        let mask = Mask::of(mesh, &self.locks.vertices);
        let is_meant = |point: &PointIndex| {
            let mut own = mesh.primitives_at(*point);
            let of_mesh = own.any(|(of, _)| self.choice.mesh.is_none_or(|asked| asked == of));
            of_mesh && mask.has(*point) && !before.has(mesh, *point)
        };
        let meant: Vec<PointIndex> = mesh.all_points().filter(is_meant).collect();
        if !matches!(self.choice.source, FitSource::Method(_)) {
            return (meant, 0);
        }
        let rows = mesh.rows(&self.document.character);
        let is_bound = |point: &PointIndex| {
            let mut copies = 0..rows.copies(*point);
            copies.any(|copy| !rows.copy(*point, copy).joints.is_empty())
        };
        let count = meant.len();
        let bound: Vec<PointIndex> = meant.into_iter().filter(is_bound).collect();
        let unbound = count - bound.len();
        (bound, unbound)
    }

    /// The vertex of each point that its weights are found for, and where that stands in the lists of targets: the first of the mesh
    /// that is meant with a target in the first pose, else the first of them.
    fn choose_vertices(&self, mesh: &PaintMesh) -> (Vec<Option<(usize, u32)>>, Vec<u32>) {
        let placed = placed_primitives(&self.document.character);
        let pieces: Vec<(usize, usize)> = placed
            .scan(0, |next, placed| {
                let first = *next;
                *next += placed.primitive.positions.len();
                Some((placed.instance.mesh, first))
            })
            .collect();
        let first_pose = self.places.first().map_or(&[][..], |places| places);
        let is_target = |at: usize| first_pose.get(at).is_some_and(|place| place.is_finite());
        let of = |point| {
            let own = mesh.places_of(point).filter_map(|(placed, vertex)| {
                let (of, first) = *pieces.get(placed)?;
                let is_meant = self.choice.mesh.is_none_or(|asked| asked == of);
                let at = first + vertex as usize;
                Some((!is_meant, !is_target(at), (placed, vertex), at))
            });
            own.min_by_key(|(is_other, has_none, ..)| (*is_other, *has_none))
        };
        let found = mesh.all_points().map(|point| match of(point) {
            Some((.., vertex, at)) => (Some(vertex), u32::try_from(at).unwrap_or(u32::MAX)),
            // No list is so long: the point has no target.
            None => (None, u32::MAX),
        });
        found.unzip()
    }
}

/// Joints with those above and below them in the skeleton.
fn with_neighbors(own: &BTreeSet<JointSlot>, parents: &[Option<JointSlot>]) -> BTreeSet<JointSlot> {
    let mut all = own.clone();
    for (joint, parent) in JointSlot::all().zip(parents) {
        if let Some(parent) = *parent {
            if own.contains(&joint) {
                all.insert(parent);
            }
            if own.contains(&parent) {
                all.insert(joint);
            }
        }
    }
    all
}

/// The points of a skin in poses, for the search.
struct SkinPoses(WeightedPoses);

impl SkinnedPoints for SkinPoses {
    fn place(&self, at: PosedPoint, row: InfluenceRow<'_>) -> DVec3 {
        // Skinned in f32 as in panes; the equations that are made of it are in f64.
        self.0.place(at.pose, at.point.index(), row).as_dvec3()
    }

    fn slopes(
        &self,
        at: PosedPoint,
        row: InfluenceRow<'_>,
        joints: &[JointSlot],
        slopes: &mut [DVec3],
    ) -> DVec3 {
        let mut narrow = vec![Vec3::ZERO; joints.len()];
        let at = (at.pose, at.point.index());
        let place = self.0.slopes(at, row, joints, &mut narrow);
        for (slope, narrow) in slopes.iter_mut().zip(narrow) {
            *slope = narrow.as_dvec3();
        }
        place.as_dvec3()
    }
}

#[expect(clippy::cast_precision_loss, reason = "how full a bar is drawn")]
pub(super) fn share(done: usize, of: usize) -> f32 {
    (done as f32 / of.max(1) as f32).min(1.0)
}
