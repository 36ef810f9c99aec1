//! What is measured of a character in one pose after another.

use std::sync::Arc;

use character::Character;
use glam::Vec3;
use rig::{ForwardError, JointIndex, Pose, forward};

use super::concerned::ConcernedJoints;
use super::motion::pose_of;
use super::tally::Tally;
use super::{Judging, Measure, PoseSource, WorstPlace};
use crate::measure::joint_volume::{JointZone, joint_zones, zone_centers};
use crate::measure::normal_error::normal_angles;
use crate::measure::valid_signs::signs_of_vertices;
use crate::pose::deform::{DeformError, DeformedPrimitive, base_pose, deform_posed};
use crate::pose::helper_rows::with_helper_rows;
use crate::pose::parallel::{Work, do_all};
use crate::pose::placed::placed_primitives;
use crate::pose::posed_character::{Look, PosedCharacter};
use crate::pose::smoothed::SmoothSurfaces;
use crate::pose::weight_gradients::CharacterGradients;
use crate::surface::combined_surface::{CombinedSurface, join_positions};
use crate::surface::vertex_facts::{VertexPlace, alone};

/// Edges shorter than this share of the character are not looked at: their ratio is rounding.
const SHORT_EDGE: f32 = 1e-5;
/// Lengths and heights up to this share of the largest coordinate are rounding.
const ROUNDING: f32 = 1e-5;

/// What does not change with the pose.
pub(super) struct JudgeContext<'a> {
    judging: &'a Judging<'a>,
    zones: Vec<JointZone>,
    gradients: Option<CharacterGradients>,
    /// The first vertex of each placed primitive in lists of all.
    firsts: Vec<usize>,
    /// Of each edge of the surface its ends.
    edges: Vec<[u32; 2]>,
    /// One for each method, in the order of the looks.
    at_rest: Vec<AtRest>,
    base: Pose,
    /// One for each method, in the order of the looks: what it smooths.
    smooth: Vec<Option<Arc<SmoothSurfaces>>>,
    /// Which joints concern a vertex; none where no two movements are posed at once.
    concerned: Option<ConcernedJoints>,
}

/// A character at rest by one method.
struct AtRest {
    lengths: Vec<f32>,
    /// Edges up to this length are not looked at.
    short: f32,
    volumes: Vec<Option<f64>>,
    /// Whether a triangle that a skin moves has an area.
    has_area: bool,
}

impl<'a> JudgeContext<'a> {
    pub(super) fn new(judging: &'a Judging<'a>) -> Result<Self, DeformError> {
        let character = &**judging.character;
        let surface = CombinedSurface::of(character);
        let wants = |measure| judging.measures.contains(&measure);
        let mut firsts = Vec::new();
        let mut next = 0;
        for placed in placed_primitives(character) {
            firsts.push(next);
            next += placed.primitive.positions.len();
        }
        let merges = judging.motion.pose_count() < judging.motion.sources.len();
        let (mut zones, mut gradients, mut all_edges, mut concerned) = (None, None, None, None);
        let works: Vec<Work<'_>> = vec![
            Box::new(|| {
                zones = wants(Measure::VolumeLoss).then(|| joint_zones(character, &surface));
            }),
            Box::new(|| {
                let is_wanted = wants(Measure::NormalError);
                gradients = is_wanted.then(|| CharacterGradients::new(character));
            }),
            Box::new(|| {
                all_edges = wants(Measure::Stretch).then(|| edges(surface.triangles()));
            }),
            Box::new(|| concerned = merges.then(|| ConcernedJoints::new(character, &surface))),
        ];
        do_all(works, judging.threads);
        let mut ground = Self {
            judging,
            zones: zones.unwrap_or_default(),
            gradients,
            firsts,
            edges: all_edges.unwrap_or_default(),
            at_rest: Vec::new(),
            base: base_pose(character),
            smooth: (judging.looks.iter())
                .map(|look| prepared(character, *look))
                .collect(),
            concerned,
        };
        let rest = ground.base.clone();
        for &look in judging.looks {
            let at_rest = ground.measure_at_rest(&rest, look)?;
            ground.at_rest.push(at_rest);
        }
        Ok(ground)
    }

    /// What later poses are compared with.
    fn measure_at_rest(&self, rest: &Pose, look: Look) -> Result<AtRest, DeformError> {
        let character = &**self.judging.character;
        let mut deformed = Vec::new();
        let posed = self.deform_pose(rest, look, &mut deformed)?;
        let positions = join_positions(&deformed);
        let rounding = ROUNDING * reach(character, &positions);
        let has_area = has_area(character, &deformed, rounding);
        let centers = zone_centers(&self.zones, &posed).into_iter();
        let of_zone = |(zone, center): (&JointZone, Option<Vec3>)| {
            let volume = zone.rest_volume(&positions, center?);
            volume.filter(|_| has_area)
        };
        let volumes = self.zones.iter().zip(centers).map(of_zone).collect();
        let edges = self.edges.iter();
        let lengths: Vec<f32> = edges.map(|edge| length(&positions, *edge)).collect();
        let longest = lengths.iter().copied().fold(0.0, f32::max);
        Ok(AtRest {
            lengths,
            short: match longest > rounding {
                true => SHORT_EDGE * longest,
                // Where all edges are rounding, none is looked at.
                false => f32::INFINITY,
            },
            volumes,
            has_area,
        })
    }

    /// Whether there is nothing to measure by a method: no zone with a volume, no edge with a length, no triangle with an area.
    pub(super) fn is_blind(&self, measure: Measure, look: Look) -> bool {
        let looks = self.judging.looks.iter().zip(&self.at_rest);
        let mut of = looks.filter(|(other, _)| **other == look);
        of.all(|(_, rest)| match measure {
            Measure::VolumeLoss => rest.volumes.iter().all(Option::is_none),
            Measure::Stretch => rest.lengths.iter().all(|length| *length <= rest.short),
            Measure::NormalError => !rest.has_area,
            Measure::Flips | Measure::Difference => false,
        })
    }

    /// The character in a pose.
    fn deform_pose(
        &self,
        pose: &Pose,
        look: Look,
        deformed: &mut Vec<DeformedPrimitive>,
    ) -> Result<PosedCharacter, DeformError> {
        self.deform_character(self.judging.character, pose, look, deformed)
    }

    /// The same of a character with the same rig.
    fn deform_character(
        &self,
        character: &Character,
        pose: &Pose,
        look: Look,
        deformed: &mut Vec<DeformedPrimitive>,
    ) -> Result<PosedCharacter, DeformError> {
        let pose = &*with_helper_rows(character, pose, self.judging.scale_inheritance)?;
        let posed = forward(
            &character.rig.skeleton,
            pose.user_transforms(),
            self.judging.scale_inheritance,
        );
        let posed = posed.map_err(DeformError::from)?;
        let skinned: Result<PosedCharacter, ForwardError> =
            PosedCharacter::new(character, pose, &posed, look);
        let skinned = skinned?.smoothed_on(self.surfaces(look));
        deform_posed(character, &skinned, deformed)?;
        Ok(skinned)
    }

    /// What a method smooths.
    fn surfaces(&self, look: Look) -> Option<Arc<SmoothSurfaces>> {
        let mut looks = self.judging.looks.iter().zip(&self.smooth);
        let (_, surfaces) = looks.find(|(other, _)| **other == look)?;
        surfaces.clone()
    }

    /// Places that were found in poses of several movements at once, each in that of the movement which it is due to.
    ///
    /// # Errors
    ///
    /// A pose does not fit the character.
    pub(super) fn in_own_poses(
        &self,
        mut places: Vec<WorstPlace>,
        (measure, look): (Measure, Look),
    ) -> Result<Vec<WorstPlace>, DeformError> {
        let motion = self.judging.motion;
        for place in &mut places {
            let batch: Vec<(usize, &PoseSource)> = motion.batch(place.pose).collect();
            let Some((source, posed)) = self.cause(&batch, place, measure) else {
                continue;
            };
            place.pose = source;
            if batch.len() > 1 && place.at.is_finite() {
                place.at = self.place_in(posed, place.vertex, look)?;
            }
        }
        Ok(places)
    }

    /// Of the sources of a pose the one that a place is due to: that which turns the joint of a volume, else one that concerns the vertex.
    fn cause<'s>(
        &self,
        batch: &[(usize, &'s PoseSource)],
        place: &WorstPlace,
        measure: Measure,
    ) -> Option<(usize, &'s PoseSource)> {
        let vertex = self.firsts.get(place.vertex.primitive);
        let vertex = vertex.map(|first| first + place.vertex.vertex);
        let concerned = self.concerned.as_ref().zip(vertex);
        let near: &[JointIndex] = concerned.map_or(&[], |(of, vertex)| of.at(vertex));
        let driven = &self.judging.motion.driven;
        let is_due = |source: &PoseSource| match (measure, place.joint) {
            (Measure::VolumeLoss, Some(joint)) => source.turns(joint),
            _ => near.iter().any(|joint| source.moves(*joint, driven)),
        };
        let mut all = batch.iter().copied();
        let found = all.find(|(_, source)| is_due(source));
        found.or_else(|| batch.first().copied())
    }

    fn pose_of<'s>(&self, sources: impl IntoIterator<Item = &'s PoseSource>) -> Pose {
        let judging = self.judging;
        pose_of(
            sources,
            judging.character,
            &self.base,
            &judging.motion.driven,
        )
    }

    /// Where a vertex is in a pose.
    fn place_in(
        &self,
        source: &PoseSource,
        place: VertexPlace,
        look: Look,
    ) -> Result<Vec3, DeformError> {
        let pose = self.pose_of([source]);
        let mut deformed = Vec::new();
        let vertex = match look.smooth {
            // That vertex alone, for nothing else of the pose is asked for.
            None => {
                let character = alone(self.judging.character, place);
                self.deform_character(&character, &pose, look, &mut deformed)?;
                0
            }
            // With its neighbors, which it is smoothed by.
            Some(_) => {
                self.deform_pose(&pose, look, &mut deformed)?;
                place.vertex
            }
        };
        let found = deformed.get(place.primitive);
        let at = found.and_then(|found| found.positions.get(vertex));
        Ok(at.copied().unwrap_or(Vec3::NAN))
    }

    /// Adds a pose to the tallies, which stand by measure, then by method.
    pub(super) fn take_pose(
        &self,
        index: usize,
        memory: &mut [Vec<DeformedPrimitive>],
        tallies: &mut [Tally],
    ) -> Result<(), DeformError> {
        let (looks, motion) = (self.judging.looks, self.judging.motion);
        let sources: Vec<&PoseSource> = motion.batch(index).map(|(_, source)| source).collect();
        let pose = self.pose_of(sources.iter().copied());
        let mut first: Vec<Vec3> = Vec::new();
        for (method, (&look, deformed)) in looks.iter().zip(memory).enumerate() {
            let posed = self.deform_pose(&pose, look, deformed)?;
            let positions = join_positions(deformed);
            let of_method = tallies.iter_mut().skip(method).step_by(looks.len());
            for (&measure, tally) in self.judging.measures.iter().zip(of_method) {
                let mut found = PoseTally {
                    index,
                    positions: &positions,
                    tally,
                };
                match measure {
                    Measure::VolumeLoss => self.volumes(method, &posed, &sources, &mut found),
                    Measure::Stretch => self.stretches(method, &mut found),
                    Measure::NormalError => self.normals(method, &posed, &mut found)?,
                    Measure::Flips => self.flips(&posed, &mut found),
                    Measure::Difference => found.distances(&first),
                }
                // For every measure: a vertex beyond the range of numbers is the worst by each.
                found.nowhere();
            }
            // Differences of all others are from it.
            if method == 0 {
                first = positions;
            }
        }
        Ok(())
    }

    /// The cone of a zone stands on its joint: of a range of motion only zones of joints that are turned are looked at, since what turns
    /// beside a joint carries the zone past it.
    fn volumes(
        &self,
        method: usize,
        posed: &PosedCharacter,
        sources: &[&PoseSource],
        found: &mut PoseTally<'_>,
    ) {
        let Some(rest) = self.at_rest.get(method) else {
            return;
        };
        let is_turned = |joint| sources.iter().any(|source| source.turns(joint));
        let centers = zone_centers(&self.zones, posed);
        let zones = self.zones.iter().zip(&rest.volumes).zip(centers);
        for ((zone, volume), center) in zones.filter(|((zone, _), _)| is_turned(zone.joint)) {
            let (Some(before), Some(center)) = (*volume, center) else {
                continue;
            };
            let loss = 1.0 - zone.volume(found.positions, center) / before;
            // The vertex that is most in the zone stands for it.
            let midst =
                |one: &&(VertexPlace, f32), other: &&(VertexPlace, f32)| one.1.total_cmp(&other.1);
            let Some((place, _)) = zone.vertices.iter().max_by(midst) else {
                continue;
            };
            let first = self.firsts.get(place.primitive);
            if let Some(vertex) = first.map(|first| first + place.vertex) {
                found.add_of_joint(Some(zone.joint), vertex, narrow(loss));
            }
        }
    }

    fn stretches(&self, method: usize, found: &mut PoseTally<'_>) {
        let Some(rest) = self.at_rest.get(method) else {
            return;
        };
        for (edge, &before) in self.edges.iter().zip(&rest.lengths) {
            if before > rest.short {
                found.add(edge[0] as usize, length(found.positions, *edge) / before);
            }
        }
    }

    /// Nothing where no triangle has an area: normals of the file are those of no surface then.
    fn normals(
        &self,
        method: usize,
        posed: &PosedCharacter,
        found: &mut PoseTally<'_>,
    ) -> Result<(), DeformError> {
        let has_area = self.at_rest.get(method).is_some_and(|rest| rest.has_area);
        let Some(gradients) = self.gradients.as_ref().filter(|_| has_area) else {
            return Ok(());
        };
        let angles = normal_angles(self.judging.character, posed, gradients)?;
        for (angles, &first) in angles.iter().zip(&self.firsts) {
            for (vertex, angle) in angles.iter().flatten().enumerate() {
                found.add(first + vertex, angle.to_degrees());
            }
        }
        Ok(())
    }

    /// By joint: how many vertices are not valid, at the one that is furthest from it.
    fn flips(&self, posed: &PosedCharacter, found: &mut PoseTally<'_>) {
        let signs = signs_of_vertices(self.judging.character, posed);
        let mut of_joints = found.tally.counts();
        for (signs, &first) in signs.iter().zip(&self.firsts) {
            let margins = signs.iter().map(|of| of.map_or(0.0, |of| of.margin));
            for (vertex, margin) in margins.enumerate().filter(|(_, margin)| *margin < 0.0) {
                of_joints.add(first + vertex, -margin);
            }
        }
        for (joint, vertex, count) in of_joints.worst_by_joint() {
            found.add_of_joint(joint, vertex, count);
        }
    }
}

/// Where a pose's measures go.
struct PoseTally<'a> {
    index: usize,
    positions: &'a [Vec3],
    tally: &'a mut Tally,
}

impl PoseTally<'_> {
    /// Notes a value at a vertex, for the joint that moves it most.
    fn add(&mut self, vertex: usize, value: f32) {
        let joint = self.tally.joint_of(vertex);
        // Nearly all are: then it need not be looked up where the vertex is. One that is nowhere is noted for every measure anyway.
        if !self.tally.is_better(joint, value) {
            self.add_of_joint(joint, vertex, value);
        }
    }

    fn add_of_joint(&mut self, joint: Option<JointIndex>, vertex: usize, value: f32) {
        let at = self.positions.get(vertex).copied().unwrap_or(Vec3::NAN);
        self.tally.add(joint, (self.index, vertex), (value, at));
    }

    /// Vertices that are not finite, which not every measure looks at.
    fn nowhere(&mut self) {
        let positions = self.positions.iter().enumerate();
        for (vertex, _) in positions.filter(|(_, at)| !at.is_finite()) {
            self.add(vertex, f32::INFINITY);
        }
    }

    fn distances(&mut self, first: &[Vec3]) {
        let positions = self.positions;
        for (vertex, (one, other)) in first.iter().zip(positions).enumerate() {
            self.add(vertex, one.distance(*other));
        }
    }
}

/// The largest coordinate of vertices and joints at rest, of those within the range of numbers.
fn reach(character: &Character, positions: &[Vec3]) -> f32 {
    let skeleton = &character.rig.skeleton;
    let joints = skeleton.joints();
    let joints = joints.map(|joint| skeleton.rest_model_from_joint(joint).translation);
    let all = positions.iter().copied().chain(joints);
    let coordinates = all.map(|at| at.abs().max_element());
    coordinates
        .filter(|coordinate| coordinate.is_finite())
        .fold(0.0, f32::max)
}

/// Whether a triangle of a skin is higher over its longest side than `rounding`.
fn has_area(character: &Character, at_rest: &[DeformedPrimitive], rounding: f32) -> bool {
    let placed = placed_primitives(character).zip(at_rest);
    let mut skinned = placed.filter(|(placed, _)| {
        placed.instance.skin.is_some() && placed.primitive.influences.is_some()
    });
    skinned.any(|(placed, deformed)| {
        let mut triangles = placed.primitive.triangles.iter();
        triangles.any(|triangle| height(&deformed.positions, *triangle) > rounding)
    })
}

/// The height of a triangle over its longest side; no number where all corners are at one place.
fn height(positions: &[Vec3], triangle: [u32; 3]) -> f32 {
    let corner = |vertex: u32| positions.get(vertex as usize).map(|at| at.as_dvec3());
    let [Some(a), Some(b), Some(c)] = triangle.map(corner) else {
        return 0.0;
    };
    // In f64, for the product of nearly parallel sides cancels.
    let (one, other) = (b - a, c - a);
    let longest = one.length().max(other.length()).max((c - b).length());
    narrow(one.cross(other).length() / longest)
}

fn length(positions: &[Vec3], edge: [u32; 2]) -> f32 {
    let [a, b] = edge.map(|vertex| positions.get(vertex as usize).copied());
    a.zip(b).map_or(0.0, |(a, b)| a.distance(b))
}

/// Each edge of triangles once.
fn edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let of = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
    let mut edges: Vec<[u32; 2]> = triangles.iter().flat_map(of).collect();
    for edge in &mut edges {
        edge.sort_unstable();
    }
    edges.sort_unstable();
    edges.dedup();
    edges
}

#[expect(clippy::cast_possible_truncation, reason = "a measure to be compared")]
const fn narrow(value: f64) -> f32 {
    value as f32
}

/// The surfaces that a look smooths, once for all poses.
fn prepared(character: &Character, look: Look) -> Option<Arc<SmoothSurfaces>> {
    let smooth = look.smooth?;
    Some(Arc::new(SmoothSurfaces::new(character, smooth)))
}
