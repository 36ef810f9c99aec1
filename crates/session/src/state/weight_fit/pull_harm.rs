//! What a pull makes worse in other poses: volumes around joints, lengths of edges, vertices that follow a joint far away.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use glam::Vec3;
use rig::{GoOn, Pose, Skeleton};
use scene::combined_surface::CombinedSurface;
use scene::names::{count, decimal, joint_name};
use scene::posed_character::Look;
use scene::vertex_facts::VertexPlace;
use weights::{Bone, Checks, ProblemKind, problems_watched};

use super::pull::{Prepared, Pull, PullBy, placed_positions};
use super::run::share;
use crate::document::Document;
use crate::state::painting::PaintMesh;
use crate::state::volume::harm::{HARMLESS, WatchedZones, WorstHarm};
use crate::state::volume::volume_list::{VolumeChanges, VolumeTest, percent};

/// What gets worse in another pose than the one that is pulled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PullHarm {
    /// What and where, as “the volume at forearm in “Twist””.
    pub place: String,
    /// The figures before and after, with their unit.
    pub figures: [String; 2],
    /// Whether it is more than what is gained in the pulled pose: volume beside volume, length beside length; any more stray vertices are.
    pub outweighs: bool,
}

impl PullHarm {
    /// As “the volume at forearm in “Twist” gets worse, from −30 % to −36 %”.
    pub(super) fn words(&self, verb: &str) -> String {
        let [before, after] = &self.figures;
        format!("{} {verb}, from {before} to {after}", self.place)
    }
}

/// What a pull gains in its own pose.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PullGain {
    /// By how much the farthest vertex comes nearer, in meters.
    pub(super) length: f64,
    /// The volume by which the surface comes nearer, in cubic meters.
    pub(super) volume: f64,
}

/// What is measured of other poses, with its figures before the pull. Only poses that scale no joint count.
pub(super) struct HarmTest {
    look: Look,
    surface: Arc<CombinedSurface>,
    poses: Vec<(usize, Pose)>,
    /// The names of all other poses, by the numbers of `poses`.
    names: Vec<String>,
    /// Which vertices go along, by their places in lists of all placed ones.
    goes_along: Vec<bool>,
    zones: WatchedZones,
    changes: VolumeChanges,
    /// Edges at vertices that go along and are in no zone whose volume can be judged, by their ends in lists of all placed vertices.
    edges: BTreeSet<[u32; 2]>,
    /// The surfaces of all skins, and how many vertices were stray; none where weights stay.
    strays: Option<(Vec<PaintMesh>, usize)>,
}

/// An edge whose length is farther from that at rest than it was.
struct LongerEdge {
    pose: usize,
    /// The length as a multiple of that at rest.
    before: f64,
    after: f64,
    /// By how much it is farther off, in meters.
    size: f64,
}

impl HarmTest {
    /// Measures what there is before; none if `go_on` breaks off.
    pub(super) fn new(
        before: &Document,
        pull: &Pull<'_>,
        prepared: &Prepared,
        go_on: &GoOn<'_>,
    ) -> Option<Self> {
        let character = &before.character;
        let rest = character.file_pose();
        let others = prepared.poses.iter().skip(1).enumerate();
        // A pose that scales is meant to change volumes and lengths.
        let turning = others.filter(|(_, of)| of.pose.stretch == rest.stretch);
        let surface = Arc::new(CombinedSurface::of(character));
        let vertices = usize::try_from(surface.ranges().vertex_count()).unwrap_or(0);
        let mut goes_along = vec![false; vertices];
        for of in &prepared.affected {
            if let Some(goes) = goes_along.get_mut(of.listed) {
                *goes = true;
            }
        }
        let mut test = Self {
            look: pull.look,
            surface,
            poses: turning
                .map(|(number, of)| (number, of.pose.clone()))
                .collect(),
            names: prepared.names.clone(),
            goes_along,
            zones: WatchedZones::default(),
            changes: VolumeChanges::new(),
            edges: BTreeSet::new(),
            strays: None,
        };
        if test.names.is_empty() {
            return Some(test);
        }
        if pull.change == PullBy::Weights {
            let meshes = PaintMesh::all(character);
            let known = strays(&meshes, character, &|done| go_on(0.5 * done))?;
            test.strays = Some((meshes, known));
        }
        if !test.poses.is_empty() {
            let places: BTreeSet<VertexPlace> =
                prepared.affected.iter().map(|of| of.place).collect();
            let volumes = test.volumes(before);
            test.zones = WatchedZones::new(&volumes, &|at| places.contains(&at));
            let within = |done: f32| go_on(0.5 + 0.5 * done);
            test.changes = test.zones.changes(&volumes, &test.poses, &within)?;
            test.edges = test.edges_beside(prepared);
        }
        Some(test)
    }

    /// What is measured, in words; empty for nothing.
    pub(super) fn measure_words(&self) -> &'static str {
        match (self.zones.is_empty(), self.edges.is_empty()) {
            (false, false) => "volumes around joints and lengths of edges",
            (false, true) => "volumes around joints",
            (true, false) => "lengths of edges, since no volume around a joint can be measured",
            (true, true) => "",
        }
    }

    /// The volume by which the surface comes nearer to where it is wanted, of vertices that go along, in cubic meters: `Σ A (d₀ − d₁)` with a
    /// third of the area around each, before.
    pub(super) fn nearer(&self, was: &[Vec3], is: &[Vec3], wanted: &[Vec3]) -> f64 {
        let mut sum = 0.0;
        for triangle in self.surface.triangles() {
            let corners = triangle.map(|vertex| was.get(vertex as usize).copied());
            let [Some(a), Some(b), Some(c)] = corners else {
                continue;
            };
            let third = 0.5 * (b - a).cross(c - a).length() / 3.0;
            let nearer = triangle
                .iter()
                .filter_map(|&vertex| self.nearer_at(vertex as usize, [was, is, wanted]));
            sum += f64::from(third) * nearer.sum::<f64>();
        }
        sum
    }

    /// By how much a vertex that goes along comes nearer.
    fn nearer_at(&self, vertex: usize, lists: [&[Vec3]; 3]) -> Option<f64> {
        let [was, is, wanted] = lists.map(|list| list.get(vertex).copied());
        let (was, is, wanted) = (was?, is?, wanted?);
        let goes = self.goes_along.get(vertex) == Some(&true);
        goes.then(|| f64::from(was.distance(wanted) - is.distance(wanted)))
    }

    /// What gets worse most by each measure, stray vertices first, then volumes; none if `go_on` breaks off.
    pub(super) fn worst(
        &self,
        before: &Document,
        after: &Document,
        gain: PullGain,
        go_on: &GoOn<'_>,
    ) -> Option<Vec<PullHarm>> {
        let mut found = Vec::new();
        if let Some((meshes, known)) = &self.strays {
            let now = strays(meshes, &after.character, &|done| go_on(0.5 * done))?;
            found.extend(more_strays(*known, now));
        }
        let volumes = self.volumes(after);
        let within = |done: f32| go_on(0.5 + 0.5 * done);
        let changes = self.zones.changes(&volumes, &self.poses, &within)?;
        let worst = self
            .zones
            .worst(&self.changes, &changes, &|_| gain.volume.max(0.0));
        let skeleton = &after.character.rig.skeleton;
        found.extend(worst.and_then(|worst| self.volume_harm(&worst, skeleton)));
        let edge = self.longest_edge(before, after);
        found.extend(edge.map(|edge| self.edge_harm(&edge, gain)));
        Some(found)
    }

    fn volumes(&self, document: &Document) -> VolumeTest {
        VolumeTest {
            of: Arc::clone(&document.character),
            surface: Arc::clone(&self.surface),
            poses: Arc::default(),
            look: self.look,
            scale_inheritance: Arc::clone(&document.scale_inheritance),
            driven: Arc::default(),
        }
    }

    fn volume_harm(&self, worst: &WorstHarm, skeleton: &Skeleton) -> Option<PullHarm> {
        let harm = worst.harm;
        let joint = joint_name(skeleton, self.zones.joint(harm.zone)?);
        Some(PullHarm {
            place: format!("the volume at {joint} in “{}”", self.name(harm.pose)),
            figures: [harm.before, harm.after].map(percent),
            outweighs: worst.outweighs,
        })
    }

    fn edge_harm(&self, edge: &LongerEdge, gain: PullGain) -> PullHarm {
        PullHarm {
            place: format!("the length of an edge in “{}”", self.name(edge.pose)),
            figures: [edge.before, edge.after]
                .map(|ratio| format!("{} × that at rest", decimal(super::narrow(ratio), 2))),
            outweighs: edge.size > gain.length.max(0.0),
        }
    }

    fn name(&self, pose: usize) -> &str {
        self.names.get(pose).map_or("", |name| name)
    }

    /// The edges of vertices that go along and are in no watched zone.
    fn edges_beside(&self, prepared: &Prepared) -> BTreeSet<[u32; 2]> {
        let judged = self.zones.vertices();
        let beside = prepared.affected.iter();
        let beside = beside.filter(|of| !judged.contains(&of.place));
        let beside: BTreeSet<u32> = beside
            .filter_map(|of| u32::try_from(of.listed).ok())
            .collect();
        let triangles = self.surface.triangles().iter();
        let edges = triangles.flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        let edges = edges.filter(|edge| edge.iter().any(|end| beside.contains(end)));
        edges
            // In rising order, so that an edge of two triangles is one.
            .map(|[one, other]| [one.min(other), one.max(other)])
            .collect()
    }

    /// The edge whose length gets farthest from that at rest, of those that change by more than is harmless.
    fn longest_edge(&self, before: &Document, after: &Document) -> Option<LongerEdge> {
        if self.edges.is_empty() {
            return None;
        }
        let at_rest = placed_positions(before, &before.character.file_pose(), self.look).ok()?;
        let mut worst: Option<LongerEdge> = None;
        for (number, pose) in &self.poses {
            let posed = [before, after].map(|document| placed_positions(document, pose, self.look));
            let [Ok(was), Ok(is)] = posed else {
                continue;
            };
            let longer = self.edges.iter().filter_map(|edge| {
                let [rest, was, is] = [&at_rest, &was, &is].map(|list| length(list, edge));
                LongerEdge::of(*number, [rest?, was?, is?])
            });
            worst = longer
                .chain(worst)
                .max_by(|one, other| one.size.total_cmp(&other.size));
        }
        worst
    }
}

impl LongerEdge {
    /// Of the lengths at rest, before and after; none where it is not farther off.
    fn of(pose: usize, [rest, was, is]: [f64; 3]) -> Option<Self> {
        let size = (is - rest).abs() - (was - rest).abs();
        let harms = (is - rest).abs() >= f64::from(HARMLESS) * rest;
        (rest > 0.0 && size > 0.0 && harms).then_some(Self {
            pose,
            before: was / rest,
            after: is / rest,
            size,
        })
    }
}

/// The length of an edge; none where an end is not there.
fn length(places: &[Vec3], [one, other]: &[u32; 2]) -> Option<f64> {
    let [one, other] = [one, other].map(|&end| places.get(end as usize));
    Some(f64::from(one?.distance(*other?)))
}

fn more_strays(before: usize, after: usize) -> Option<PullHarm> {
    (after > before).then(|| PullHarm {
        place: "the number of vertices with stray influence".to_owned(),
        figures: [before, after].map(count),
        outweighs: true,
    })
}

/// How many points have stray influence, over all skins; none if `go_on` breaks off.
fn strays(meshes: &[PaintMesh], character: &Character, go_on: &GoOn<'_>) -> Option<usize> {
    let rig = &character.rig;
    let part = share(1, meshes.len());
    let mut strays = 0;
    for (number, mesh) in meshes.iter().enumerate() {
        let Some(bind) = rig.binds.get(mesh.skin) else {
            continue;
        };
        let bones = Bone::of_skin(&rig.skeleton, bind);
        let checks = Checks {
            kinds: &[ProblemKind::Stray],
            bones: &bones,
            ..Checks::default()
        };
        let before = share(number, meshes.len());
        let within = |done: f32| go_on(before + part * done);
        let found = problems_watched(&mesh.rows(character), mesh.surface(), &checks, &within)?;
        strays += found.iter().map(|stray| stray.points.len()).sum::<usize>();
    }
    Some(strays)
}
