//! Clips that lie over other clips as layers.

use super::{Clip, ClipId, SAME_KEY};
use crate::JointIndex;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How a layer changes the clip below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClipLayer {
    /// It takes the place of what lies below, by its weight.
    Over,
    /// What it adds to the rest pose is added.
    AddedToRest,
    /// What it adds to its own beginning is added.
    AddedToBeginning,
}

/// The weight of a layer at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightKey {
    /// Seconds of the clip below, not negative.
    pub time: f32,
    /// The weight.
    pub weight: f32,
}

/// A weight over time, straight from key to key.
///
/// Valid however it came to be: at least one key, finite, in rising order of time.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightCurve {
    first: WeightKey,
    later: Vec<WeightKey>,
}

/// What makes a clip a layer over another one. It goes on having keys of its own, and is seen with what lies below it.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationLayer {
    /// The clip that it lies over, which is no layer itself. Several lie over one in the order of the clips.
    pub over: ClipId,
    /// How it changes what lies below.
    pub kind: ClipLayer,
    /// Its weight over the time of the clip below: 0 to 1 for one that takes the place, any number for one that is added; programs may
    /// offer less.
    pub weight: WeightCurve,
    /// The joints that it moves; none for all that it has tracks for, and for its morph weights.
    pub joints: Option<BTreeSet<JointIndex>>,
    /// Whether it is left out for now.
    pub muted: bool,
}

impl WeightCurve {
    /// One weight all the time; 1 for one that is not finite.
    #[must_use]
    pub fn steady(weight: f32) -> Self {
        let weight = if weight.is_finite() { weight } else { 1.0 };
        Self {
            first: WeightKey { time: 0.0, weight },
            later: Vec::new(),
        }
    }

    /// The curve through these keys, in order of time; of two at one time the later counts. None where one is not finite or before the
    /// beginning, or where there are none.
    #[must_use]
    pub fn new(mut keys: Vec<WeightKey>) -> Option<Self> {
        let is_good =
            |key: &WeightKey| key.time.is_finite() && key.time >= 0.0 && key.weight.is_finite();
        if !keys.iter().all(is_good) {
            return None;
        }
        keys.reverse();
        keys.sort_by(|one, other| one.time.total_cmp(&other.time));
        keys.dedup_by(|later, earlier| later.time - earlier.time <= SAME_KEY);
        let mut keys = keys.into_iter();
        Some(Self {
            first: keys.next()?,
            later: keys.collect(),
        })
    }

    /// Its keys, in order of time; at least one.
    pub fn keys(&self) -> impl Iterator<Item = WeightKey> + '_ {
        std::iter::once(self.first).chain(self.later.iter().copied())
    }

    /// Whether it is one weight all the time.
    #[must_use]
    pub const fn is_steady(&self) -> bool {
        self.later.is_empty()
    }

    /// The weight at a time: straight from key to key, held before the first and after the last.
    #[must_use]
    pub fn at(&self, time: f32) -> f32 {
        let mut before = self.first;
        for &after in &self.later {
            if time < after.time {
                let share = ((time - before.time) / (after.time - before.time)).clamp(0.0, 1.0);
                return before.weight + share * (after.weight - before.weight);
            }
            before = after;
        }
        before.weight
    }

    /// The curve with a key at a time, in place of one that is there. What is not finite, or before the beginning, changes nothing.
    #[must_use]
    pub fn with_key(&self, key: WeightKey) -> Self {
        let others = self.keys();
        let others = others.filter(|other| (other.time - key.time).abs() > SAME_KEY);
        Self::new(others.chain([key]).collect()).unwrap_or_else(|| self.clone())
    }

    /// The curve without the key at a time; the last one stays.
    #[must_use]
    pub fn without_key(&self, time: f32) -> Self {
        let others = self.keys();
        let others = others.filter(|other| (other.time - time).abs() > SAME_KEY);
        Self::new(others.collect()).unwrap_or_else(|| self.clone())
    }
}

impl AnimationLayer {
    /// A layer over a clip, of one weight all the time, for all joints.
    #[must_use]
    pub fn new(over: ClipId, kind: ClipLayer, weight: f32) -> Self {
        Self {
            over,
            kind,
            weight: WeightCurve::steady(weight),
            joints: None,
            muted: false,
        }
    }
}

impl Clip {
    /// The clip as a layer over another one, or as a clip of its own.
    #[must_use]
    pub fn with_layer(mut self, layer: Option<AnimationLayer>) -> Self {
        self.layer = layer.map(Arc::new);
        self
    }

    /// What makes it a layer over another clip; none for a clip of its own.
    #[must_use]
    pub fn layer(&self) -> Option<&AnimationLayer> {
        self.layer.as_deref()
    }
}
