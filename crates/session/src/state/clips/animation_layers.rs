//! Layers over clips: what can be asked about them.

use std::collections::BTreeSet;

use rig::{AnimationLayer, Clip, ClipId, ClipLayer, JointIndex, WeightKey};

/// What is asked about a clip that is a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AnimationLayerIntent {
    /// The layer.
    pub clip: ClipId,
    /// What becomes of it.
    pub change: AnimationLayerChange,
}

/// What becomes of a layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnimationLayerChange {
    /// How it changes what lies below.
    Kind(ClipLayer),
    /// Its weight: at the time shown, if it changes over time, else all the time.
    Weight(f32),
    /// Sets or takes away a key of its weight at the time shown.
    ToggleWeightKey,
    /// Left out for now, or not.
    Muted(bool),
    /// It moves the selected joints alone, or all.
    OnlySelected(bool),
    /// A clip of its own.
    Free,
}

/// The layers over a clip, from the top to the bottom, as they are listed; muted ones too.
#[must_use]
pub fn layers_over(below: ClipId, clips: &[Clip]) -> Vec<&Clip> {
    let is_over = |clip: &&Clip| clip.layer().is_some_and(|layer| layer.over == below);
    clips.iter().rev().filter(is_over).collect()
}

/// Whether a weight has a key at a time, of several.
#[must_use]
pub fn has_weight_key(layer: &AnimationLayer, time: f32) -> bool {
    let mut keys = layer.weight.keys();
    !layer.weight.is_steady() && keys.any(|key| (key.time - time).abs() <= rig::SAME_KEY)
}

/// The least and the most weight that a layer can have here.
#[must_use]
pub const fn weights_of(kind: ClipLayer) -> [f32; 2] {
    match kind {
        ClipLayer::Over => [0.0, 1.0],
        ClipLayer::AddedToRest | ClipLayer::AddedToBeginning => [-2.0, 2.0],
    }
}

/// A layer after a change at a time, with these joints selected.
#[must_use]
pub fn changed(
    layer: &AnimationLayer,
    change: AnimationLayerChange,
    time: f32,
    selected: &[JointIndex],
) -> Option<AnimationLayer> {
    let mut after = layer.clone();
    match change {
        AnimationLayerChange::Kind(kind) => after.kind = kind,
        AnimationLayerChange::Weight(weight) => {
            let [least, most] = weights_of(layer.kind);
            let weight = weight.clamp(least, most);
            after.weight = if layer.weight.is_steady() {
                rig::WeightCurve::steady(weight)
            } else {
                layer.weight.with_key(WeightKey { time, weight })
            };
        }
        AnimationLayerChange::ToggleWeightKey => {
            let weight = layer.weight.at(time);
            after.weight = if has_weight_key(layer, time) {
                layer.weight.without_key(time)
            } else {
                layer.weight.with_key(WeightKey { time, weight })
            };
        }
        AnimationLayerChange::Muted(muted) => after.muted = muted,
        AnimationLayerChange::OnlySelected(only) => {
            let joints: BTreeSet<JointIndex> = selected.iter().copied().collect();
            after.joints = only.then_some(joints);
        }
        AnimationLayerChange::Free => return None,
    }
    Some(after)
}
