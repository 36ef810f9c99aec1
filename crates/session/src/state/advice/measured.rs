//! How far a set-up is from the reference, mesh by mesh.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use glam::Vec3;
use rig::{GoOn, Pose};
use scene::deform::{DeformedPrimitive, base_pose, deform_posed, posed_character};
use scene::parallel::for_each_parallel;
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::Look;
use scene::smoothed::SmoothSurfaces;
use scene::vertex_facts::VertexPlace;

use super::motion::AdviceMotion;
use super::zones::{AdviceZones, ZoneLoss};
use crate::document::Document;

/// Vertices that are noted of a primitive in a pose, so that many that are far off take no memory: of more nothing is fitted.
const MOST_NOTED: usize = 2000;

/// A document as something skins it.
#[derive(Clone, Copy, Debug)]
pub struct SkinnedDocument<'a> {
    /// Skeleton, weights, what drives joints, and methods of meshes.
    pub document: &'a Document,
    /// What skins it; methods of meshes count where it says so.
    pub look: Look,
}

/// How far the vertices of a mesh are from where the reference has them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshErrors {
    /// The largest distance over all poses, in percent of the diagonal of the character's box at rest.
    pub maximum: f32,
    /// The same over random poses alone, to which nothing was fitted; not a number where no pose but those of clips was looked at.
    pub random: f32,
    /// The root of the mean square of the distances, in the same unit; none where it is known of the whole character alone.
    pub rms: Option<f32>,
    /// The largest angle between normals, in degrees; none where it is known of the whole character alone.
    pub normals: Option<f32>,
    /// The pose in which a vertex is farthest off, by its place; none where none is, or no pose of these.
    pub pose: Option<usize>,
    /// The largest loss of volume around a joint, as `check` measures it; none where the surface is closed around none, or nothing was
    /// measured in these poses.
    pub loss: Option<ZoneLoss>,
}

/// What a measurement gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// By mesh; zero for one that no joint moves.
    pub meshes: Vec<MeshErrors>,
    /// Vertices that are farther off than was asked to be noted, at most 2,000 of a primitive in a pose.
    pub beyond: BTreeSet<VertexPlace>,
}

/// What set-ups are measured against, and how.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredBy<'a> {
    /// What is right.
    pub reference: SkinnedDocument<'a>,
    /// The poses.
    pub motion: &'a AdviceMotion,
    /// One hundred percent, in scene units; see [`size_of`].
    pub size: f32,
    /// Where volume is measured.
    pub zones: &'a AdviceZones,
    /// Vertices farther off than this are noted, in percent.
    pub noted: f32,
    /// Threads to use; the result is the same with any number.
    pub threads: usize,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAdvice {
    /// It was told to stop.
    Canceled,
    /// One sentence with a remedy.
    Refused(String),
}

impl From<String> for NoAdvice {
    fn from(why: String) -> Self {
        Self::Refused(why)
    }
}

/// What a pose adds.
#[derive(Clone, Debug, Default)]
struct PoseTally {
    meshes: Vec<MeshTally>,
    beyond: Vec<VertexPlace>,
}

#[derive(Clone, Copy, Debug, Default)]
struct MeshTally {
    maximum: f32,
    squares: f64,
    count: f64,
    angle: f32,
    loss: Option<ZoneLoss>,
}

impl MeasuredBy<'_> {
    /// Measures a set-up whose vertices are those of the reference, in their order.
    ///
    /// A vertex that is not finite is infinitely far off. Positions count in scene space, with morph targets.
    ///
    /// # Errors
    ///
    /// Canceled by `go_on`, which gets the share that is done; or a pose that does not fit.
    pub fn measure(
        &self,
        subject: SkinnedDocument<'_>,
        go_on: &GoOn<'_>,
    ) -> Result<Measured, NoAdvice> {
        let poses = &self.motion.poses;
        let mut found: Vec<Option<Result<PoseTally, String>>> = vec![None; poses.len()];
        let [right, own] = [self.reference, subject].map(|of| self.motion.carrier(of.document));
        let surfaces = subject.surfaces();
        let (stopped, done) = (AtomicBool::new(false), AtomicUsize::new(0));
        let jobs = poses.iter().zip(&mut found);
        for_each_parallel(jobs, self.threads, |((_, pose), slot)| {
            if stopped.load(Ordering::Relaxed) {
                return;
            }
            let poses = [&right, &own].map(|carrier| carrier.pose(pose));
            *slot = Some(self.tally(&subject, surfaces.as_ref(), &poses));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if go_on(share(done, poses.len())).is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
        });
        if stopped.load(Ordering::Relaxed) {
            return Err(NoAdvice::Canceled);
        }
        let mut sums = Sums::new(self.reference.document.character.meshes.len());
        for (pose, tally) in found.into_iter().enumerate() {
            let Some(tally) = tally else {
                continue;
            };
            sums.add(pose, self.motion.is_random(pose), &tally?);
        }
        Ok(sums.finish(self.size))
    }

    /// What a pose adds, as the reference and as the set-up shows it.
    fn tally(
        &self,
        subject: &SkinnedDocument<'_>,
        surfaces: Option<&Arc<SmoothSurfaces>>,
        [reference, own]: &[Pose; 2],
    ) -> Result<PoseTally, String> {
        let right = self.reference.skin(reference)?;
        let other = subject.skin_on(surfaces, own)?;
        let character = &self.reference.document.character;
        let mut tally = PoseTally {
            meshes: vec![MeshTally::default(); character.meshes.len()],
            beyond: Vec::new(),
        };
        let noted = self.noted / 100.0 * self.size;
        let pairs = right.iter().zip(&other);
        for (primitive, (placed, pair)) in placed_primitives(character).zip(pairs).enumerate() {
            if let Some(mesh) = tally.meshes.get_mut(placed.instance.mesh)
                && is_skinned(&placed)
            {
                let beyond = mesh.add(pair.0, pair.1, noted);
                let places = beyond.into_iter();
                tally
                    .beyond
                    .extend(places.map(|vertex| VertexPlace { primitive, vertex }));
            }
        }
        for (mesh, loss) in self.zones.losses(self.reference, reference, &other)? {
            if let Some(mesh) = tally.meshes.get_mut(mesh) {
                mesh.loss = larger(mesh.loss, Some(loss));
            }
        }
        Ok(tally)
    }
}

/// The larger of two losses; of equal ones the first.
fn larger(one: Option<ZoneLoss>, other: Option<ZoneLoss>) -> Option<ZoneLoss> {
    match (one, other) {
        (Some(first), Some(second)) if second.share > first.share => Some(second),
        (one, other) => one.or(other),
    }
}

impl SkinnedDocument<'_> {
    /// The skin in a pose of the document, with all that follows the angles of joints, in the order of placed primitives.
    ///
    /// # Errors
    ///
    /// A sentence: the pose does not fit.
    pub fn skin(&self, pose: &Pose) -> Result<Vec<DeformedPrimitive>, String> {
        self.skin_on(None, pose)
    }

    /// The same on surfaces that are prepared for what smooths.
    fn skin_on(
        &self,
        surfaces: Option<&Arc<SmoothSurfaces>>,
        pose: &Pose,
    ) -> Result<Vec<DeformedPrimitive>, String> {
        let Document {
            character,
            scale_inheritance,
            ..
        } = self.document;
        let posed = posed_character(character, pose, scale_inheritance, self.look);
        let posed = posed.map_err(|error| format!("a pose does not fit: {error}."))?;
        let posed = posed.smoothed_on(surfaces.cloned());
        let mut skin = Vec::new();
        deform_posed(character, &posed, &mut skin)
            .map_err(|error| format!("a pose does not fit: {error}."))?;
        Ok(skin)
    }

    /// The surfaces of what smooths, prepared once for all poses.
    fn surfaces(&self) -> Option<Arc<SmoothSurfaces>> {
        let smooth = self.look.smooth?;
        let surfaces = SmoothSurfaces::new(&self.document.character, smooth);
        Some(Arc::new(surfaces))
    }
}

impl MeshTally {
    /// Adds a primitive, and gives the vertices that are farther off than `noted`.
    fn add(
        &mut self,
        right: &DeformedPrimitive,
        other: &DeformedPrimitive,
        noted: f32,
    ) -> Vec<usize> {
        let mut beyond = Vec::new();
        for (vertex, (from, to)) in right.positions.iter().zip(&other.positions).enumerate() {
            let distance = from.distance(*to);
            let distance = match distance.is_nan() {
                true => f32::INFINITY,
                false => distance,
            };
            self.maximum = self.maximum.max(distance);
            self.squares += f64::from(distance).powi(2);
            self.count += 1.0;
            if distance > noted && beyond.len() < MOST_NOTED {
                beyond.push(vertex);
            }
        }
        for (from, to) in right.normals.iter().zip(&other.normals) {
            // By `atan2`: an arc cosine of f32 has no digits left for small angles.
            let angle = from.cross(*to).length().atan2(from.dot(*to));
            self.angle = self.angle.max(angle);
        }
        beyond
    }
}

/// All poses so far, those with lower places first, so that threads change no digit.
struct Sums {
    meshes: Vec<(MeshTally, MeshErrors)>,
    beyond: BTreeSet<VertexPlace>,
}

impl Sums {
    fn new(meshes: usize) -> Self {
        Self {
            meshes: vec![(MeshTally::default(), MeshErrors::default()); meshes],
            beyond: BTreeSet::new(),
        }
    }

    fn add(&mut self, pose: usize, is_random: bool, tally: &PoseTally) {
        for ((sum, errors), new) in self.meshes.iter_mut().zip(&tally.meshes) {
            if new.maximum > sum.maximum {
                sum.maximum = new.maximum;
                errors.pose = Some(pose);
            }
            if is_random {
                errors.random = errors.random.max(new.maximum);
            }
            sum.squares += new.squares;
            sum.count += new.count;
            sum.angle = sum.angle.max(new.angle);
            sum.loss = larger(sum.loss, new.loss);
        }
        self.beyond.extend(&tally.beyond);
    }

    fn finish(self, size: f32) -> Measured {
        let percent = 100.0 / size.max(f32::MIN_POSITIVE);
        let meshes = self.meshes.into_iter().map(|(sum, errors)| MeshErrors {
            maximum: sum.maximum * percent,
            random: errors.random * percent,
            rms: Some(narrow((sum.squares / sum.count.max(1.0)).sqrt()) * percent),
            normals: Some(sum.angle.to_degrees()),
            pose: errors.pose,
            loss: sum.loss,
        });
        Measured {
            meshes: meshes.collect(),
            beyond: self.beyond,
        }
    }
}

/// The diagonal of the character's box at rest, in scene units: one hundred percent. One unit for a character of a single point.
///
/// # Errors
///
/// A sentence: scale inheritances of another skeleton.
pub fn size_of(subject: SkinnedDocument<'_>) -> Result<f32, String> {
    let skin = subject.skin(&base_pose(&subject.document.character))?;
    let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    for position in skin.iter().flat_map(|of| &of.positions) {
        (low, high) = (low.min(*position), high.max(*position));
    }
    let size = (high - low).length();
    Ok(match size > 0.0 && size.is_finite() {
        true => size,
        false => 1.0,
    })
}

/// Whether joints move a placed primitive.
#[must_use]
pub fn is_skinned(placed: &PlacedPrimitive<'_>) -> bool {
    placed.instance.skin.is_some() && placed.primitive.influences.is_some()
}

#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
fn share(done: usize, of: usize) -> f32 {
    done as f32 / of.max(1) as f32
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
const fn narrow(value: f64) -> f32 {
    value as f32
}
