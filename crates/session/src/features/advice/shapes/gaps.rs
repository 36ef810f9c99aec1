//! What a set-up lacks in poses that shapes are fitted to, and by which maps its vertices go there.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use glam::{Mat3, Vec3};
use rig::Pose;
use scene::deform::{morph, posed_character};
use scene::parallel::for_each_parallel;
use scene::placed::placed_primitives;
use scene::posed_character::PosedCharacter;
use scene::rest_deltas::vertex_map;

use crate::document::Document;
use crate::features::advice::bench::{Bench, Part, own_methods};
use crate::features::advice::linear::linear;
use crate::state::advice::{AdviceMotion, NoAdvice, SkinnedDocument};

/// A vertex of a placed primitive.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) primitive: usize,
    pub(super) vertex: usize,
}

/// Poses, with what is lacking in each.
#[derive(Debug)]
pub(super) struct Gaps {
    /// As the document shows them.
    pub(super) poses: Vec<Pose>,
    /// By pose, placed primitive and vertex the way from where it is to where it should be.
    ways: Vec<Vec<Vec<Vec3>>>,
}

impl Gaps {
    /// Skins both in all poses.
    ///
    /// # Errors
    ///
    /// Canceled, or a pose that does not fit.
    pub(super) fn new(
        bench: &Bench<'_>,
        document: &Document,
        motion: &AdviceMotion,
        part: Part,
    ) -> Result<Self, NoAdvice> {
        let reference = SkinnedDocument {
            document: &bench.reference,
            look: own_methods(),
        };
        let own = SkinnedDocument {
            document,
            look: linear(),
        };
        let carriers = [&bench.reference, document].map(|of| motion.carrier(of));
        let [to_right, to_own] = &carriers;
        let poses: Vec<Pose> = motion
            .poses
            .iter()
            .map(|(_, pose)| to_own.pose(pose))
            .collect();
        let pairs: Vec<(&Pose, Pose)> = poses
            .iter()
            .zip(&motion.poses)
            .map(|(own, (_, pose))| (own, to_right.pose(pose)))
            .collect();
        let ways = by_pose(bench, &pairs, part, |(of_own, of_right)| {
            let (right, own) = (reference.skin(of_right)?, own.skin(of_own)?);
            let pairs = right.into_iter().zip(own);
            let ways = pairs.map(|(right, own)| {
                let places = right.positions.iter().zip(&own.positions);
                places.map(|(right, own)| *right - *own).collect()
            });
            Ok(ways.collect())
        })?;
        Ok(Self { poses, ways })
    }

    /// The way of a vertex in every pose.
    pub(super) fn of(&self, place: Place) -> Vec<Vec3> {
        let ways = self.ways.iter();
        let way = |of: &Vec<Vec<Vec3>>| of.get(place.primitive)?.get(place.vertex).copied();
        ways.map(|of| way(of).unwrap_or(Vec3::ZERO)).collect()
    }

    /// The longest way of each vertex of a placed primitive.
    pub(super) fn longest(&self, primitive: usize) -> Vec<f32> {
        let mut longest: Vec<f32> = Vec::new();
        for ways in self.ways.iter().filter_map(|of| of.get(primitive)) {
            longest.resize(ways.len(), 0.0);
            for (longest, way) in longest.iter_mut().zip(ways) {
                *longest = longest.max(way.length());
            }
        }
        longest
    }

    /// By pose and place the linear part of the map by which linear blending takes the vertex there.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub(super) fn maps(
        &self,
        bench: &Bench<'_>,
        document: &Document,
        places: &[Place],
        part: Part,
    ) -> Result<Vec<Vec<Mat3>>, NoAdvice> {
        by_pose(bench, &self.poses, part, |pose| {
            let posed = posed_character(
                &document.character,
                pose,
                &document.scale_inheritance,
                linear(),
            );
            let posed = posed.map_err(|error| format!("a pose does not fit: {error}."))?;
            Ok(maps_in(document, &posed, places))
        })
    }
}

fn maps_in(document: &Document, posed: &PosedCharacter, places: &[Place]) -> Vec<Mat3> {
    let placed: Vec<_> = placed_primitives(&document.character).collect();
    let shapes: Vec<Option<Vec<Vec3>>> = placed
        .iter()
        .map(|of| {
            let shape = morph(of.primitive, posed.morph_weights(of.instance));
            shape.map(|shape| shape.positions)
        })
        .collect();
    let map = |place: &Place| {
        let of = placed.get(place.primitive)?;
        let morphed = shapes.get(place.primitive)?.as_ref();
        let positions = morphed.map_or(&of.primitive.positions[..], Vec::as_slice);
        let position = *positions.get(place.vertex)?;
        Some(Mat3::from(
            vertex_map(posed, of, place.vertex, position).matrix3,
        ))
    };
    places
        .iter()
        .map(|place| map(place).unwrap_or(Mat3::ZERO))
        .collect()
}

/// Does something for each of many, on all threads.
///
/// # Errors
///
/// Canceled, or the first refusal.
pub(super) fn by_pose<Of: Sync, Found: Send>(
    bench: &Bench<'_>,
    all: &[Of],
    part: Part,
    work: impl Fn(&Of) -> Result<Found, String> + Sync,
) -> Result<Vec<Found>, NoAdvice> {
    let mut found: Vec<Option<Result<Found, String>>> = Vec::new();
    found.resize_with(all.len(), || None);
    let (stopped, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let jobs = all.iter().zip(&mut found);
    for_each_parallel(jobs, bench.job.threads, |(of, slot)| {
        if stopped.load(Ordering::Relaxed) {
            return;
        }
        *slot = Some(work(of));
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if let ControlFlow::Break(()) = bench.tell(part, share(done, all.len())) {
            stopped.store(true, Ordering::Relaxed);
        }
    });
    if stopped.load(Ordering::Relaxed) {
        return Err(NoAdvice::Canceled);
    }
    let found: Result<Vec<Found>, String> = found.into_iter().flatten().collect();
    Ok(found?)
}

#[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
fn share(done: usize, of: usize) -> f32 {
    done as f32 / of.max(1) as f32
}
