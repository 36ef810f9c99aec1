//! How well a motion came over.

use super::hands::HandDistance;
use super::pins::{Footage, Sampler};
use super::stands::{ContactOptions, Span};
use crate::transfer::clip::RetargetError;
use crate::transfer::retargeter::{Retargeter, leg_length};
use crate::transfer::source_tracks::SourceTracks;
use glam::DVec3;
use rig::{BodySide, Clip, GoOn, HumanBone, JointIndex};
use std::collections::BTreeSet;

/// The ends of limbs.
const ENDS: [HumanBone; 5] = [
    HumanBone::Head,
    HumanBone::LeftFoot,
    HumanBone::RightFoot,
    HumanBone::LeftHand,
    HumanBone::RightHand,
];
/// Samples that are measured, at most.
const MOST_SAMPLES: usize = 4096;

/// How far the end of a limb is from where that of the source is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LimbError {
    /// Head, hand or foot.
    pub bone: HumanBone,
    /// The largest distance, in heights of the target's body: both seen from where the hips are in the reference pose, the source as large
    /// as hip heights say.
    pub distance: f32,
    /// The same in the reference poses, where nothing but other proportions makes a difference.
    pub at_rest: f32,
    /// When, in seconds.
    pub time: f32,
    /// The mean distance over the times that are looked at, in the same unit.
    pub mean: f32,
}

/// Distances of one limb while they are gathered.
struct LimbDistances {
    bone: HumanBone,
    source: usize,
    target: usize,
    at_rest: f64,
    most: f64,
    at: f32,
    sum: f64,
}

impl LimbDistances {
    fn take(&mut self, distance: f64, time: f32) {
        self.sum += distance;
        if distance > self.most {
            (self.most, self.at) = (distance, time);
        }
    }

    fn error(&self, count: f64) -> LimbError {
        LimbError {
            bone: self.bone,
            distance: narrow(self.most),
            at_rest: narrow(self.at_rest),
            time: self.at,
            mean: narrow(self.sum / count.max(1.0)),
        }
    }
}

/// How far a foot slides while that of the source stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FootSlide {
    /// Whose foot.
    pub side: BodySide,
    /// Whether it is a front paw.
    pub is_front: bool,
    /// The largest way between two places of one stand, as a share of the foot's longest stride; of a foot that makes none, of its leg.
    pub of_stride: f32,
    /// That way, in the units of the target.
    pub distance: f32,
}

/// What is left of a source's motion in that of the target.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The angle about the vertical by which the source was turned, as [`Retargeter::facing`] has it.
    pub facing: f32,
    /// For each end that both maps have, in the order of the body.
    pub limbs: Vec<LimbError>,
    /// For each foot whose source stands at all, left first, front paws last.
    pub slides: Vec<FootSlide>,
    /// For each hand whose source touches anything, left first: how far it is from where it should be.
    pub hands: Vec<HandDistance>,
    /// Joints of the source whose motion is not taken.
    pub unmapped_source: Vec<JointIndex>,
    /// Joints of the target that keep their rest relative to their parents.
    pub unmapped_target: Vec<JointIndex>,
}

impl Retargeter<'_> {
    /// Measures a clip of the target, as [`clip`](Self::clip) or [`pin_feet`](Self::pin_feet) made it, against its source.
    ///
    /// # Errors
    ///
    /// `go_on` that said no.
    pub fn report(
        &self,
        source: &Clip,
        moved: &Clip,
        options: &ContactOptions,
        go_on: &GoOn<'_>,
    ) -> Result<Report, RetargetError> {
        let footage = self.footage(source, Some(moved), options, go_on)?;
        let is_taken = self.taken();
        let joints = self.source.skeleton.joints();
        let unmapped_source = joints.filter(|joint| is_taken.get(joint.index()) != Some(&true));
        let joints = self.target.skeleton.joints().zip(&self.links);
        let unmapped_target = joints.filter(|(_, link)| link.nodes().is_empty());
        Ok(Report {
            facing: self.facing(),
            limbs: self.limb_errors(source, moved, &footage.times),
            slides: self.slides(&footage),
            hands: self.hand_distances(source, moved, options, go_on)?,
            unmapped_source: unmapped_source.collect(),
            unmapped_target: unmapped_target.map(|(joint, _)| joint).collect(),
        })
    }

    /// Which joints of the source turn something.
    fn taken(&self) -> Vec<bool> {
        let [source, target] = self.maps;
        let nodes = self.links.iter().flat_map(|link| link.nodes()).flatten();
        // Chains and bones that twist are taken as wholes.
        let shared = source
            .slots()
            .filter(|(slot, _)| target.get(slot).is_some());
        let slots = shared.flat_map(|(_, mapped)| mapped.joints.iter().chain(&mapped.twists));
        let taken: BTreeSet<usize> = nodes.chain(slots.map(|joint| joint.index())).collect();
        (0..self.source.frames.len())
            .map(|joint| taken.contains(&joint))
            .collect()
    }

    fn limb_errors(&self, source: &Clip, moved: &Clip, times: &[f32]) -> Vec<LimbError> {
        let joint = |map: usize, bone: HumanBone| self.maps[map].joint(bone).map(JointIndex::index);
        let height = self.target.frames.heights(0, self.up()).body;
        let at_rest = |source: usize, target: usize| {
            let from = self.scaled(self.source.frames.place(source));
            from.distance(self.target.frames.place(target))
        };
        let mut limbs: Vec<LimbDistances> = ENDS
            .iter()
            .filter_map(|&bone| {
                let (source, target) = (joint(0, bone)?, joint(1, bone)?);
                Some(LimbDistances {
                    bone,
                    source,
                    target,
                    at_rest: at_rest(source, target) / height,
                    most: 0.0,
                    at: 0.0,
                    sum: 0.0,
                })
            })
            .collect();
        let tracks = SourceTracks::new(self.source.skeleton, &self.source.frames, source);
        let mut sampler = Sampler::new(self, moved);
        let mut count = 0.0;
        for &time in times.iter().step_by(times.len() / MOST_SAMPLES + 1) {
            let (from, to) = (
                self.source.frames.posed(&tracks.pose(time)),
                sampler.posed(time),
            );
            for limb in &mut limbs {
                let apart = self
                    .scaled(from.place(limb.source))
                    .distance(to.place(limb.target));
                limb.take(apart / height, time);
            }
            count += 1.0;
        }
        limbs.iter().map(|limb| limb.error(count)).collect()
    }

    /// A place of the source, as large as the target.
    fn scaled(&self, place: DVec3) -> DVec3 {
        let hips = self.hips.map_or((DVec3::ZERO, DVec3::ZERO), |hips| {
            (
                self.source.frames.place(hips.source),
                self.target.frames.place(hips.target),
            )
        });
        hips.1 + (place - hips.0) * self.ratio
    }

    pub(super) fn slides(&self, footage: &Footage) -> Vec<FootSlide> {
        let length = leg_length(&self.target.frames, self.maps[1]).unwrap_or(1.0);
        let legs = footage.legs.iter().filter(|leg| !leg.spans.is_empty());
        let slide = |leg: &super::pins::LegFootage| {
            let sole = &leg.target_path.sole;
            let within = |span: &Span| {
                let places = sole.iter().take(span.last + 1).skip(span.first);
                let (low, high) = places.fold(
                    (DVec3::INFINITY, DVec3::NEG_INFINITY),
                    |(low, high), place| (low.min(*place), high.max(*place)),
                );
                (high - low).length()
            };
            let starts = leg.spans.iter().filter_map(|span| sole.get(span.first));
            let starts: Vec<DVec3> = starts.copied().collect();
            let strides = starts.iter().zip(starts.iter().skip(1));
            let stride = strides
                .map(|(from, to)| from.distance(*to))
                .fold(0.0, f64::max);
            // Steps on the spot are none.
            let stride = if stride > 0.1 * length {
                stride
            } else {
                length
            };
            let most = leg.spans.iter().map(within).fold(0.0, f64::max);
            FootSlide {
                side: leg.target.side,
                is_front: leg.target.is_front,
                of_stride: narrow(most / stride),
                distance: narrow(most),
            }
        };
        legs.map(slide).collect()
    }
}

#[expect(clippy::cast_possible_truncation, reason = "rounded once, at the end")]
const fn narrow(number: f64) -> f32 {
    number as f32
}
