//! Clips that are layers, without the character that they were made for.

use rig::{AnimationLayer, Clip, ClipLayer, WeightCurve};

use super::kept_clips::ClipName;
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
    /// The clip that it lies over. Among the clips that are kept with it it is known by its number; where these are others, as of a layer that
    /// waits, by its name.
    pub over: ClipName,
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
    /// `clips` are all that are there.
    pub(super) fn of(
        layer: Option<&AnimationLayer>,
        clips: &[Clip],
        nodes: &NodeNames<'_>,
    ) -> Self {
        let Some(layer) = layer else {
            return Self::Own;
        };
        let joints = layer.joints.as_ref();
        Self::Over(KeptLayer {
            over: clips
                .iter()
                .find(|clip| clip.id() == layer.over)
                .map_or_else(
                    || ClipName {
                        id: layer.over,
                        ..ClipName::default()
                    },
                    ClipName::of,
                ),
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
