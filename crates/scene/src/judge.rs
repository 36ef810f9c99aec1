//! What a skin does over many poses: where it loses volume, stretches, has wrong normals, turns beyond its signs, and differs between
//! methods, with the worst places of each.

mod motion;
mod tally;

use std::sync::{Arc, Mutex, PoisonError};

use character::Character;
use glam::Vec3;
use rig::{ForwardError, GoOn, JointIndex, Pose, ScaleInheritance, forward};

use crate::combined_surface::{CombinedSurface, joined};
use crate::deform::{DeformError, DeformedPrimitive, base_pose, deform_posed};
use crate::joint_volume::{JointZone, joint_zones};
use crate::normal_error::normal_angles;
use crate::parallel::for_each_parallel;
use crate::placed::placed_primitives;
use crate::posed_character::{Look, PosedCharacter};
use crate::valid_signs::signs_of_vertices;
use crate::vertex_facts::VertexPlace;
use crate::weight_gradients::CharacterGradients;

pub use motion::{
    JudgedPose, LEAST_POSES, MOST_POSES, MOST_VERTICES, Motion, MotionChoice, PoseSource,
    judged_poses,
};
use tally::Tally;

/// Places that are named of each measure and method.
pub const MOST_PLACES: usize = 10;
/// Edges shorter than this share of the character are not looked at: their ratio is rounding.
const SHORT_EDGE: f32 = 1e-5;

/// What is measured in poses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// The share of the volume around a joint that is lost, `1 − V/V₀` of [`JointZone::volume`]; more than 1 where the zone turns inside
    /// out.
    VolumeLoss,
    /// The length of an edge beside what it is at rest, `ℓ/ℓ₀`.
    Stretch,
    /// The angle between usual and exact normals, in degrees.
    NormalError,
    /// The number of vertices around a joint whose signs are not valid in a pose; see [`valid_signs`](crate::valid_signs).
    Flips,
    /// The distance of a vertex from where the first method has it, in scene units.
    Difference,
}

impl Measure {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::VolumeLoss,
        Self::Stretch,
        Self::NormalError,
        Self::Flips,
        Self::Difference,
    ];
}

/// A place where a measure is large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorstPlace {
    /// How large; infinite where the vertex, or what is measured there, is beyond the range of numbers.
    pub value: f32,
    /// The pose, by its index.
    pub pose: usize,
    /// The joint that moves the place most, or whose volume it is; none where no joint does.
    pub joint: Option<JointIndex>,
    /// The vertex.
    pub vertex: VertexPlace,
    /// Where it is in that pose, in scene units; not finite where the pose carries it beyond the range of numbers.
    pub at: Vec3,
}

/// What was found for one measure and method.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// What was measured.
    pub measure: Measure,
    /// The method.
    pub look: Look,
    /// The worst place of each joint, worst first, at most [`MOST_PLACES`]; none where all is well.
    pub places: Vec<WorstPlace>,
}

/// What is judged, and how.
#[derive(Clone, Copy, Debug)]
pub struct Judging<'a> {
    /// The character.
    pub character: &'a Arc<Character>,
    /// The scale inheritance of each joint.
    pub scale_inheritance: &'a [ScaleInheritance],
    /// The poses.
    pub poses: &'a [JudgedPose],
    /// The methods; others are compared with the first.
    pub looks: &'a [Look],
    /// What is measured.
    pub measures: &'a [Measure],
    /// Threads to use; the result is the same with any number.
    pub threads: usize,
}

/// Measures all poses by all methods; none if `go_on`, which gets the share that is done, breaks off.
///
/// Of each measure and method the worst place of each joint is kept, so that one bad elbow does not hide a bad knee; of equal ones the
/// first pose counts. A vertex that a pose carries beyond the range of numbers counts as infinitely bad by every measure.
///
/// # Errors
///
/// A pose or scale inheritance that does not fit the character.
pub fn judged(judging: &Judging<'_>, go_on: &GoOn<'_>) -> Option<Result<Vec<Worst>, DeformError>> {
    let ground = match Ground::new(judging) {
        Ok(ground) => ground,
        Err(error) => return Some(Err(error)),
    };
    let slots = judging.measures.len() * judging.looks.len();
    let empty = vec![Tally::new(judging.character); slots];
    let all = Mutex::new((empty.clone(), 0_usize));
    let (stopped, failed) = (Mutex::new(false), Mutex::new(None));
    let count = judging.poses.len();
    let chunk = count.div_ceil(judging.threads.max(1) * 4).max(1);
    let chunks = judging.poses.chunks(chunk).enumerate();
    for_each_parallel(chunks, judging.threads, |(place, poses)| {
        let mut own = empty.clone();
        let mut memory = vec![Vec::new(); judging.looks.len()];
        for (index, posed) in (place * chunk..).zip(poses) {
            if *locked(&stopped) {
                return;
            }
            if let Err(error) = ground.take_pose((index, posed), &mut memory, &mut own) {
                locked(&failed).get_or_insert(error);
                *locked(&stopped) = true;
                return;
            }
            let mut all = locked(&all);
            all.1 += 1;
            let done = share(all.1, count);
            drop(all);
            if go_on(done).is_break() {
                *locked(&stopped) = true;
            }
        }
        let mut all = locked(&all);
        all.0
            .iter_mut()
            .zip(own)
            .for_each(|(all, own)| all.merge(own));
    });
    if let Some(error) = locked(&failed).take() {
        return Some(Err(error));
    }
    if *locked(&stopped) {
        return None;
    }
    let tallies = std::mem::take(&mut locked(&all).0);
    let of = judging
        .measures
        .iter()
        .flat_map(|&measure| judging.looks.iter().map(move |&look| (measure, look)));
    let worst = of.zip(tallies).map(|((measure, look), tally)| Worst {
        measure,
        look,
        places: tally.worst(),
    });
    Some(Ok(worst.collect()))
}

/// A lock is poisoned where a thread has panicked, which goes on in this one.
fn locked<T>(of: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
fn share(done: usize, all: usize) -> f32 {
    done as f32 / all.max(1) as f32
}

/// What does not change with the pose.
struct Ground<'a> {
    judging: &'a Judging<'a>,
    zones: Vec<JointZone>,
    gradients: Option<CharacterGradients>,
    /// The first vertex of each placed primitive in lists of all.
    firsts: Vec<usize>,
    /// Of each edge of the surface its ends.
    edges: Vec<[u32; 2]>,
    /// By method.
    at_rest: Vec<AtRest>,
}

/// A character at rest by one method.
#[derive(Default)]
struct AtRest {
    lengths: Vec<f32>,
    volumes: Vec<Option<f64>>,
}

impl<'a> Ground<'a> {
    fn new(judging: &'a Judging<'a>) -> Result<Self, DeformError> {
        let character = &**judging.character;
        let surface = CombinedSurface::of(character);
        let wants = |measure| judging.measures.contains(&measure);
        let mut firsts = Vec::new();
        let mut next = 0;
        for placed in placed_primitives(character) {
            firsts.push(next);
            next += placed.primitive.positions.len();
        }
        let mut ground = Self {
            judging,
            zones: match wants(Measure::VolumeLoss) {
                true => joint_zones(character, &surface),
                false => Vec::new(),
            },
            gradients: wants(Measure::NormalError).then(|| CharacterGradients::new(character)),
            firsts,
            edges: match wants(Measure::Stretch) {
                true => edges(surface.triangles()),
                false => Vec::new(),
            },
            at_rest: Vec::new(),
        };
        let rest = base_pose(character);
        for &look in judging.looks {
            let mut deformed = Vec::new();
            let (_, centers) = ground.posed(&rest, look, &mut deformed)?;
            let positions = joined(&deformed);
            let of_zone = |zone: &JointZone| {
                let center = centers.get(zone.joint.index())?;
                zone.rest_volume(&positions, *center)
            };
            ground.at_rest.push(AtRest {
                lengths: ground
                    .edges
                    .iter()
                    .map(|edge| length(&positions, *edge))
                    .collect(),
                volumes: ground.zones.iter().map(of_zone).collect(),
            });
        }
        Ok(ground)
    }

    /// The character in a pose, and the places of its joints.
    fn posed(
        &self,
        pose: &Pose,
        look: Look,
        deformed: &mut Vec<DeformedPrimitive>,
    ) -> Result<(PosedCharacter, Vec<Vec3>), DeformError> {
        let character = &**self.judging.character;
        let skeleton = &character.rig.skeleton;
        let user = pose.user_transforms();
        let posed = forward(skeleton, user, self.judging.scale_inheritance);
        let posed = posed.map_err(DeformError::from)?;
        let skinned: Result<PosedCharacter, ForwardError> =
            PosedCharacter::new(character, pose, &posed, look);
        let skinned = skinned?;
        deform_posed(character, &skinned, deformed)?;
        let center = |joint| Vec3::from(posed.model_from_posed_joint(joint).translation);
        Ok((skinned, skeleton.joints().map(center).collect()))
    }

    /// Adds a pose to the tallies, which stand by measure, then by method.
    fn take_pose(
        &self,
        (index, judged): (usize, &JudgedPose),
        memory: &mut [Vec<DeformedPrimitive>],
        tallies: &mut [Tally],
    ) -> Result<(), DeformError> {
        let looks = self.judging.looks;
        let mut first: Vec<Vec3> = Vec::new();
        for (method, (&look, deformed)) in looks.iter().zip(memory).enumerate() {
            let (posed, centers) = self.posed(&judged.pose, look, deformed)?;
            let (positions, joints) = (joined(deformed), (judged.source, &centers[..]));
            let of_method = tallies.iter_mut().skip(method).step_by(looks.len());
            for (&measure, tally) in self.judging.measures.iter().zip(of_method) {
                let mut found = Found {
                    index,
                    positions: &positions,
                    tally,
                };
                match measure {
                    Measure::VolumeLoss => self.volumes(method, joints, &mut found),
                    Measure::Stretch => self.stretches(method, &mut found),
                    Measure::NormalError => self.normals(&posed, &mut found)?,
                    Measure::Flips => self.flips(&posed, &mut found),
                    Measure::Difference => found.distances(&first),
                }
                found.nowhere();
            }
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
        (source, centers): (PoseSource, &[Vec3]),
        found: &mut Found<'_>,
    ) {
        let Some(rest) = self.at_rest.get(method) else {
            return;
        };
        let skeleton = &self.judging.character.rig.skeleton;
        let zones = self.zones.iter().zip(&rest.volumes);
        for (zone, volume) in zones.filter(|(zone, _)| source.turns(skeleton, zone.joint)) {
            let (Some(before), Some(center)) = (*volume, centers.get(zone.joint.index())) else {
                continue;
            };
            let loss = 1.0 - zone.volume(found.positions, *center) / before;
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

    fn stretches(&self, method: usize, found: &mut Found<'_>) {
        let Some(rest) = self.at_rest.get(method) else {
            return;
        };
        let longest = rest.lengths.iter().copied().fold(0.0, f32::max);
        for (edge, &before) in self.edges.iter().zip(&rest.lengths) {
            if before > SHORT_EDGE * longest {
                found.add(edge[0] as usize, length(found.positions, *edge) / before);
            }
        }
    }

    fn normals(&self, posed: &PosedCharacter, found: &mut Found<'_>) -> Result<(), DeformError> {
        let Some(gradients) = &self.gradients else {
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
    fn flips(&self, posed: &PosedCharacter, found: &mut Found<'_>) {
        let signs = signs_of_vertices(self.judging.character, posed);
        let mut of_joints = found.tally.counts();
        for (signs, &first) in signs.iter().zip(&self.firsts) {
            let margins = signs.iter().map(|of| of.map_or(0.0, |of| of.margin));
            for (vertex, margin) in margins.enumerate().filter(|(_, margin)| *margin < 0.0) {
                of_joints.add(first + vertex, -margin);
            }
        }
        for (joint, vertex, count) in of_joints.found() {
            found.add_of_joint(joint, vertex, count);
        }
    }
}

/// Where a pose's measures go.
struct Found<'a> {
    index: usize,
    positions: &'a [Vec3],
    tally: &'a mut Tally,
}

impl Found<'_> {
    /// Notes a value at a vertex, for the joint that moves it most.
    fn add(&mut self, vertex: usize, value: f32) {
        let joint = self.tally.joint_of(vertex);
        self.add_of_joint(joint, vertex, value);
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

#[expect(clippy::cast_possible_truncation, reason = "a share to be compared")]
const fn narrow(value: f64) -> f32 {
    value as f32
}
