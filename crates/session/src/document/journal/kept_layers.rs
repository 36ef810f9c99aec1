//! Clips that are layers, without the character that they were made for.

use rig::{AnimationLayer, ClipId, ClipLayer, WeightCurve};

use super::kept_tracks::{NodeName, NodeNames};

/// What became of a clip that is a layer, or was one.
#[derive(Clone, Debug, PartialEq)]
pub enum LayerChange {
    /// It is a clip of its own.
    Own,
    /// It lies over another one.
    Over(KeptLayer),
}

/// A layer without the character that it was made for.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptLayer {
    /// The clip that it lies over, by its number among the kept ones.
    pub over: ClipId,
    /// How it changes what lies below.
    pub kind: ClipLayer,
    /// Its weight over time.
    pub weight: WeightCurve,
    /// The joints that it moves; none for all.
    pub joints: Option<Vec<NodeName>>,
    /// Whether it is left out for now.
    pub muted: bool,
}

impl LayerChange {
    pub(super) fn of(layer: Option<&AnimationLayer>, nodes: &NodeNames<'_>) -> Self {
        let Some(layer) = layer else {
            return Self::Own;
        };
        let joints = layer.joints.as_ref();
        Self::Over(KeptLayer {
            over: layer.over,
            kind: layer.kind,
            weight: layer.weight.clone(),
            joints: joints.map(|joints| {
                let names = joints
                    .iter()
                    .filter_map(|&joint| nodes.name_of_joint(joint));
                names.collect()
            }),
            muted: layer.muted,
        })
    }
}
