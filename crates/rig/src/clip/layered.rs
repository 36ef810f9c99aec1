//! A clip with the layers over it: seen, keyed through, merged.

use super::baked::{MergeError, PosesInTime, channels_of};
use super::{AnimationLayer, Clip, ClipId, ClipLayer, SAME_KEY};
use crate::{JointIndex, LayerMode, LayeredJoint, Pose, PoseLayer, Skeleton};
use std::collections::BTreeSet;

/// A clip and the layers over it, from the bottom to the top.
#[derive(Clone, Debug)]
pub struct LayeredClip<'a> {
    below: &'a Clip,
    layers: Vec<LayerOver<'a>>,
}

#[derive(Clone, Debug)]
struct LayerOver<'a> {
    clip: &'a Clip,
    layer: &'a AnimationLayer,
}

/// The pose that one clip of several must have, for all of them to show another.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnPose {
    /// The pose.
    pub pose: Pose,
    /// Joints that it cannot show as asked: layers hide them, or the clip has no weight there. They have the pose that the clip has.
    pub hidden: BTreeSet<JointIndex>,
}

/// A layer at one time: its pose, and that to which it adds.
struct LayerPose {
    pose: Pose,
    reference: Option<Pose>,
    weight: f32,
    mask: Vec<f32>,
    morphs: bool,
}

impl LayerPose {
    fn as_layer(&self) -> PoseLayer<'_> {
        PoseLayer {
            mode: (self.reference.as_ref()).map_or(LayerMode::Override, LayerMode::Additive),
            pose: &self.pose,
            weight: self.weight,
            mask: &self.mask,
            morphs: self.morphs,
        }
    }
}

impl LayerOver<'_> {
    /// The layer at a time over a pose. What a layer that takes the place has no tracks for is as it lies below, and of one that adds as
    /// in that to which it adds: neither changes it.
    fn at(&self, skeleton: &Skeleton, below: &Pose, time: f32) -> LayerPose {
        let (clip, layer) = (self.clip, self.layer);
        let base = base_over(layer.kind, skeleton, below);
        let pose = clip.sample(skeleton, &base, clip.time_within(time));
        let reference = match layer.kind {
            ClipLayer::Over => None,
            ClipLayer::AddedToBeginning => Some(clip.sample(skeleton, &base, 0.0)),
            ClipLayer::AddedToRest => Some(base),
        };
        let mask = layer.joints.as_ref().map(|joints| {
            let all = skeleton.joints();
            all.map(|joint| f32::from(u8::from(joints.contains(&joint))))
                .collect()
        });
        LayerPose {
            pose,
            reference,
            weight: layer.weight.at(time),
            mask: mask.unwrap_or_default(),
            morphs: layer.joints.is_none(),
        }
    }
}

/// What a layer has no tracks for: what lies below it, or for one that is added the rest pose.
fn base_over(kind: ClipLayer, skeleton: &Skeleton, below: &Pose) -> Pose {
    match kind {
        ClipLayer::Over => below.clone(),
        ClipLayer::AddedToRest | ClipLayer::AddedToBeginning => {
            let mut rest = Pose::rest(skeleton);
            rest.morph_weights = vec![0.0; below.morph_weights.len()];
            rest
        }
    }
}

impl<'a> LayeredClip<'a> {
    /// A clip as it is seen among others: with the layers over it, and if it is a layer with what lies below it and the other layers there.
    /// Muted layers take no part, but for the clip itself.
    ///
    /// Degenerate: a layer over a clip that is gone, or that is a layer itself, is seen by itself.
    #[must_use]
    pub fn of(shown: &'a Clip, clips: &'a [Clip]) -> Self {
        let below = shown.layer().and_then(|layer| {
            let mut others = clips.iter();
            others.find(|other| other.id() == layer.over && other.layer().is_none())
        });
        let below = below.unwrap_or(shown);
        let layers = clips.iter().filter_map(|clip| {
            let layer = clip.layer().filter(|layer| layer.over == below.id())?;
            let is_seen = !layer.muted || clip.id() == shown.id();
            is_seen.then_some(LayerOver { clip, layer })
        });
        let layers = if below.layer().is_none() {
            layers.collect()
        } else {
            Vec::new()
        };
        Self { below, layers }
    }

    /// A clip with one other over it.
    pub(super) fn with_one(below: &'a Clip, clip: &'a Clip, layer: &'a AnimationLayer) -> Self {
        Self {
            below,
            layers: vec![LayerOver { clip, layer }],
        }
    }

    /// The clip at the bottom.
    #[must_use]
    pub const fn below(&self) -> &'a Clip {
        self.below
    }

    /// Whether nothing lies over it.
    #[must_use]
    pub const fn is_bare(&self) -> bool {
        self.layers.is_empty()
    }

    /// The clips over it, from the bottom to the top.
    pub fn layers(&self) -> impl Iterator<Item = &'a Clip> + '_ {
        self.layers.iter().map(|over| over.clip)
    }

    /// What is seen at a time: the pose of the clip at the bottom with its layers ([`Pose::with_layers`]). Clips that are shorter go on as
    /// they repeat.
    ///
    /// `base` is what no clip moves, as for [`Clip::sample`].
    #[must_use]
    pub fn sample(&self, skeleton: &Skeleton, base: &Pose, time: f32) -> Pose {
        let within = self.below.time_within(time);
        let mut pose = self.below.sample(skeleton, base, within);
        for over in &self.layers {
            let layer = over.at(skeleton, &pose, time);
            pose = pose.with_layers(&[layer.as_layer()]);
        }
        pose
    }

    /// What one of the clips is sampled over at a time, as for [`Clip::sample`]: `base` for the one at the bottom, what lies below it for one
    /// that takes the place, the rest pose for one that is added.
    #[must_use]
    pub fn base_of(&self, of: ClipId, skeleton: &Skeleton, base: &Pose, time: f32) -> Pose {
        let over = self.layers.iter().find(|over| over.clip.id() == of);
        over.map_or_else(
            || base.clone(),
            |over| {
                let below = self.sample_below(of, skeleton, base, time);
                base_over(over.layer.kind, skeleton, &below)
            },
        )
    }

    /// What lies below one of the layers at a time; all of it for a clip that is none of them.
    fn sample_below(&self, of: ClipId, skeleton: &Skeleton, base: &Pose, time: f32) -> Pose {
        let place = self.layers.iter().position(|over| over.clip.id() == of);
        let under = Self {
            below: self.below,
            layers: self.layers[..place.unwrap_or(self.layers.len())].to_vec(),
        };
        under.sample(skeleton, base, time)
    }

    /// The pose that one of the clips must have at a time, for all of them together to show `shown`: the way back through the layers above
    /// it ([`PoseLayer::below`]), then, unless it is the one at the bottom, through its own ([`PoseLayer::own`]).
    ///
    /// Morph weights go the same way; what is hidden of them stays as it is. A clip that is none of these gets `shown`.
    #[must_use]
    pub fn own_pose(
        &self,
        of: ClipId,
        skeleton: &Skeleton,
        base: &Pose,
        time: f32,
        shown: &Pose,
    ) -> OwnPose {
        let place = self.layers.iter().position(|over| over.clip.id() == of);
        let mut own = OwnPose {
            pose: shown.clone(),
            hidden: BTreeSet::new(),
        };
        if place.is_none() && self.below.id() != of {
            return own;
        }
        let above = place.map_or(0, |place| place + 1);
        for over in self.layers.iter().skip(above).rev() {
            // What a layer above has no tracks for is as it is seen.
            let layer = over.at(skeleton, &own.pose, time);
            let layer = layer.as_layer();
            own.take(|joint, shown| layer.below(joint, shown));
            own.take_morphs(|place, shown| layer.morph_below(place, shown));
        }
        let clip = place
            .and_then(|place| self.layers.get(place))
            .map_or(self.below, |over| over.clip);
        if let Some(over) = place.and_then(|place| self.layers.get(place)) {
            let under = self.sample_below(of, skeleton, base, time);
            if over.is_beginning(time) {
                own.hide_changes(&under);
            }
            let layer = over.at(skeleton, &own.pose, time);
            let layer = layer.as_layer();
            own.take(|joint, shown| layer.own(joint, motion(&under, joint)?, shown));
            own.take_morphs(|place, shown| {
                layer.morph_own(place, *under.morph_weights.get(place)?, shown)
            });
        }
        let as_is = clip.sample(skeleton, base, clip.time_within(time));
        for joint in &own.hidden {
            let place = joint.index();
            if let Some(is) = motion(&as_is, place) {
                set(&mut own.pose, place, is);
            }
        }
        own
    }

    /// All of it in one clip: of the joints that layers move all channels have a key on every frame, straight between them. All other
    /// tracks, the name, the length, markers and repeat are those of the clip at the bottom.
    ///
    /// # Errors
    ///
    /// Keys that are not finite, and more frames than are kept at once.
    pub fn merged(&self, skeleton: &Skeleton, base: &Pose, rate: f64) -> Result<Clip, MergeError> {
        let below = self.below;
        let pose = |time: f32| self.sample(skeleton, base, time);
        let poses = PosesInTime::sampled(skeleton, [0.0, below.duration()], rate, pose)?;
        let mut clips = vec![below];
        clips.extend(self.layers());
        let (mut tracks, mut morphs) = (below.tracks().to_vec(), below.morphs().to_vec());
        for (joint, kinds) in channels_of(&clips) {
            if joint.index() < skeleton.len()
                && self.layers.iter().any(|over| over.moves(Some(joint)))
            {
                tracks.extend(poses.tracks_of_mean(joint, kinds)?);
            }
        }
        for over in self.layers.iter().filter(|over| over.moves(None)) {
            for morph in over.clip.morphs() {
                morphs.push(poses.morph(morph.weight)?);
            }
        }
        let duration = below.duration();
        Ok(below
            .clone()
            .with_tracks(tracks, morphs)
            .with_duration(duration))
    }
}

impl LayerOver<'_> {
    /// Whether it adds nothing at a time whatever its pose is: to what it adds since its beginning there.
    fn is_beginning(&self, time: f32) -> bool {
        let is_since = self.layer.kind == ClipLayer::AddedToBeginning;
        is_since && self.clip.time_within(time) <= SAME_KEY
    }

    /// Whether it moves a joint, or without one whether its morph weights take part.
    fn moves(&self, joint: Option<JointIndex>) -> bool {
        let joints = self.layer.joints.as_ref();
        match joint {
            None => joints.is_none(),
            Some(joint) => {
                let is_meant = joints.is_none_or(|joints| joints.contains(&joint));
                is_meant && self.clip.tracks().iter().any(|track| track.joint == joint)
            }
        }
    }
}

impl OwnPose {
    /// Each joint as a layer has it come out; those that it hides are noted.
    fn take(&mut self, back: impl Fn(usize, LayeredJoint) -> Option<LayeredJoint>) {
        for place in 0..self.pose.rigid.len() {
            let shown = u16::try_from(place).ok().and_then(|place| {
                let joint = JointIndex(place);
                let is_seen = !self.hidden.contains(&joint);
                Some((joint, motion(&self.pose, joint.index())?)).filter(|_| is_seen)
            });
            let Some((joint, shown)) = shown else {
                continue;
            };
            match back(place, shown) {
                Some(motion) => set(&mut self.pose, place, motion),
                None => {
                    self.hidden.insert(joint);
                }
            }
        }
    }

    /// Notes the joints that are to be seen otherwise than below, and weights stay as they are there.
    fn hide_changes(&mut self, below: &Pose) {
        for place in 0..self.pose.rigid.len() {
            let is_changed = motion(&self.pose, place) != motion(below, place);
            let joint = u16::try_from(place).ok().filter(|_| is_changed);
            self.hidden.extend(joint.map(JointIndex));
        }
    }

    fn take_morphs(&mut self, back: impl Fn(usize, f32) -> Option<f32>) {
        for (place, weight) in self.pose.morph_weights.iter_mut().enumerate() {
            *weight = back(place, *weight).unwrap_or(*weight);
        }
    }
}

fn motion(pose: &Pose, joint: usize) -> Option<LayeredJoint> {
    Some(LayeredJoint {
        rigid: *pose.rigid.get(joint)?,
        stretch: *pose.stretch.get(joint)?,
    })
}

fn set(pose: &mut Pose, joint: usize, motion: LayeredJoint) {
    if let (Some(rigid), Some(stretch)) = (pose.rigid.get_mut(joint), pose.stretch.get_mut(joint)) {
        (*rigid, *stretch) = (motion.rigid, motion.stretch);
    }
}
