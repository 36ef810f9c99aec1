//! The matrices of entries and points in the poses that are fitted to.

use std::borrow::Cow;

use character::Character;
use glam::{Affine3A, Vec3};
use rig::{Clip, Pose, PosedSkeleton, ScaleInheritance, forward};
use scene::deform::base_pose;
use scene::helper_rows::with_helper_rows;
use scene::parallel::for_each_parallel;
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::posed_character::{Look, Mover, PosedCharacter};
use skin_cpu::RowMaps;

use crate::points::{Point, Points};
use crate::{BakeError, Moment};

/// An affine map in 48 bytes: three columns and the translation.
pub(crate) type Columns = [f32; 12];

/// A character whose poses are looked at, by a method.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MethodCharacter<'a> {
    pub(crate) character: &'a Character,
    pub(crate) scale_inheritance: &'a [ScaleInheritance],
    pub(crate) look: Look,
    pub(crate) threads: usize,
}

impl<'a> MethodCharacter<'a> {
    /// The pose at a moment, with helpers that follow every pose where they are shown.
    pub(crate) fn pose(&self, moment: Moment) -> Pose {
        let pose = self.keyed_pose(moment);
        let moved = with_helper_rows(self.character, &pose, self.scale_inheritance).ok();
        let moved = moved.and_then(|moved| match moved {
            Cow::Owned(moved) => Some(moved),
            Cow::Borrowed(_) => None,
        });
        moved.unwrap_or(pose)
    }

    /// The pose that keys say at a moment.
    fn keyed_pose(&self, moment: Moment) -> Pose {
        let base = base_pose(self.character);
        let clip: Option<&Clip> = moment.clip.and_then(|clip| self.character.clips.get(clip));
        clip.map_or_else(
            || base.clone(),
            |clip| clip.sample(&self.character.rig.skeleton, &base, moment.time),
        )
    }

    /// The skeleton in a pose.
    ///
    /// # Errors
    ///
    /// Scale inheritances of another skeleton.
    pub(crate) fn skeleton(&self, pose: &Pose) -> Result<PosedSkeleton<'a>, BakeError> {
        let skeleton = &self.character.rig.skeleton;
        Ok(forward(
            skeleton,
            pose.user_transforms(),
            self.scale_inheritance,
        )?)
    }

    /// # Errors
    ///
    /// As [`skeleton`](Self::skeleton).
    pub(crate) fn posed_character(
        &self,
        pose: &Pose,
        look: Look,
    ) -> Result<PosedCharacter, BakeError> {
        let posed = self.skeleton(pose)?;
        Ok(PosedCharacter::new(self.character, pose, &posed, look)?)
    }

    pub(crate) fn placed_primitives(&self) -> Vec<PlacedPrimitive<'a>> {
        placed_primitives(self.character).collect()
    }

    /// The maps of points in a pose, as the method has them.
    pub(crate) fn maps(&self, posed: &PosedCharacter, points: &[&Point]) -> Vec<Affine3A> {
        let placed = self.placed_primitives();
        let mut rows: Vec<Option<RowMaps<'_>>> = vec![None; placed.len()];
        let map = |point: &&Point| {
            let (primitive, vertex) = point.source;
            let (of, slot) = (placed.get(primitive)?, rows.get_mut(primitive)?);
            // Made for the first point of a primitive, and kept for the others of the chunk.
            if slot.is_none() {
                *slot = match posed.mover(of) {
                    Mover::Skin(palette, weighting) => Some(RowMaps::new(palette, weighting)),
                    Mover::Node(_) => None,
                };
            }
            Some(slot.as_ref()?.of(vertex, point.position))
        };
        let maps = points.iter().map(map);
        maps.map(|map| map.unwrap_or(Affine3A::IDENTITY)).collect()
    }

    /// The matrices of entries in a pose: what linear blending blends.
    ///
    /// # Errors
    ///
    /// As [`skeleton`](Self::skeleton).
    fn entries(&self, points: &Points, pose: &Pose) -> Result<Vec<Affine3A>, BakeError> {
        let skeleton = self.skeleton(pose)?;
        let binds = &self.character.rig.binds;
        let entries = points.entries.iter().map(|entry| {
            let bind = binds.get(entry.skin);
            let matrix = bind.map(|bind| bind.joint_from_bind(entry.place));
            skeleton.model_from_posed_joint(entry.joint) * matrix.unwrap_or(Affine3A::IDENTITY)
        });
        Ok(entries.collect())
    }
}

/// Matrices by what they belong to, each with one for every pose.
#[derive(Clone, Debug, Default)]
pub(crate) struct Motions {
    pub(crate) entries: Vec<Vec<Columns>>,
    pub(crate) points: Vec<Vec<Columns>>,
}

impl Motions {
    /// `go_on` is told the share that is done; none if it breaks.
    ///
    /// # Errors
    ///
    /// A moment at which something is not finite.
    pub(crate) fn new(
        subject: &MethodCharacter<'_>,
        points: &Points,
        moments: &[Moment],
        go_on: &mut dyn FnMut(f32) -> bool,
    ) -> Result<Option<Self>, BakeError> {
        let list = |_: usize| Vec::with_capacity(moments.len());
        let mut motions = Self {
            entries: (0..points.entries.len()).map(list).collect(),
            points: (0..points.list.len()).map(list).collect(),
        };
        let threads = subject.threads.min(points.list.len().div_ceil(CHUNK));
        // One posed character at a time: those of all moments, of thousands of nodes, would be most of the memory.
        for (number, moment) in moments.iter().enumerate() {
            let pose = subject.pose(*moment);
            let entries = subject.entries(points, &pose)?;
            check_finite(subject.character, *moment, &entries)?;
            for (of, matrix) in motions.entries.iter_mut().zip(&entries) {
                of.push(matrix.to_cols_array());
            }
            let posed = subject.posed_character(&pose, subject.look)?;
            let chunks = points.list.chunks(CHUNK);
            let jobs = chunks.zip(motions.points.chunks_mut(CHUNK));
            for_each_parallel(jobs, threads, |(list, out)| {
                fill(subject, &posed, list, out);
            });
            if !go_on(ratio(number + 1, moments.len())) {
                return Ok(None);
            }
        }
        motions.check(subject, moments)?;
        Ok(Some(motions))
    }

    fn check(&self, subject: &MethodCharacter<'_>, moments: &[Moment]) -> Result<(), BakeError> {
        for of in &self.points {
            let place = of
                .iter()
                .position(|map| !map.iter().all(|it| it.is_finite()));
            if let Some(moment) = place.and_then(|place| moments.get(place)) {
                return Err(not_finite(subject.character, *moment));
            }
        }
        Ok(())
    }
}

/// Points whose maps one job computes: each job makes the tables of its primitives anew, so chunks are large.
const CHUNK: usize = 512;

fn fill(
    subject: &MethodCharacter<'_>,
    posed: &PosedCharacter,
    list: &[Point],
    out: &mut [Vec<Columns>],
) {
    let references: Vec<&Point> = list.iter().collect();
    let maps = subject.maps(posed, &references);
    for (of, map) in out.iter_mut().zip(maps) {
        of.push(map.to_cols_array());
    }
}

fn check_finite(character: &Character, moment: Moment, maps: &[Affine3A]) -> Result<(), BakeError> {
    if maps.iter().all(|map| map.is_finite()) {
        return Ok(());
    }
    Err(not_finite(character, moment))
}

fn not_finite(character: &Character, moment: Moment) -> BakeError {
    let clip = moment.clip.and_then(|clip| character.clips.get(clip));
    BakeError::NotFinite {
        clip: clip.map_or_else(|| "the rest pose".to_owned(), scene::names::clip_name),
        time: moment.time,
    }
}

/// Where a map takes a point.
pub(crate) fn point_by(map: &Columns, at: Vec3) -> Vec3 {
    let [a, b, c, d, e, f, g, h, i, x, y, z] = *map;
    Vec3::new(a, b, c) * at.x
        + Vec3::new(d, e, f) * at.y
        + Vec3::new(g, h, i) * at.z
        + Vec3::new(x, y, z)
}

#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
pub(crate) fn ratio(done: usize, of: usize) -> f32 {
    done as f32 / of.max(1) as f32
}
