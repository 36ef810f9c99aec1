//! Clips that are layers in a project: their shape, and the way from and to the document.

use rig::{ClipId, ClipLayer, WeightCurve, WeightKey};
use serde::{Deserialize, Serialize};

use crate::document::journal::{ClipName, KeptLayer, NodeName};

/// A clip over another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClipLayerShape {
    /// Number of the clip below in the document.
    pub over: u32,
    /// Its name, by which a layer that waits finds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_name: Option<String>,
    /// How it changes what lies below.
    pub kind: ClipLayerKind,
    /// Its weight: seconds of the clip below, and the weight there; 1 for all of it.
    pub weight: Vec<(f32, f32)>,
    /// Key and address of each joint that it moves; none for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub joints: Option<Vec<(u32, String)>>,
    /// Whether it is left out for now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub muted: bool,
}

/// How a layer changes what lies below, as the file writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClipLayerKind {
    /// In its place.
    Over,
    /// Added, since its first frame.
    Added,
    /// Added, since the rest pose.
    AddedToRest,
}

/// A layer as it was read.
pub(super) struct ReadLayer {
    pub(super) kept: KeptLayer,
    /// Whether its weights were such.
    pub(super) has_weight: bool,
}

impl ClipLayerShape {
    pub(super) fn new(kept: &KeptLayer) -> Self {
        let joints = kept.joints.as_ref();
        Self {
            over: kept.over.id.0,
            over_name: kept.over.name.clone(),
            kind: match kept.kind {
                ClipLayer::Over => ClipLayerKind::Over,
                ClipLayer::AddedToBeginning => ClipLayerKind::Added,
                ClipLayer::AddedToRest => ClipLayerKind::AddedToRest,
            },
            weight: kept
                .weight
                .keys()
                .map(|key| (key.time, key.weight))
                .collect(),
            joints: joints.map(|joints| {
                let names = joints.iter();
                names.map(|name| (name.key, name.address.clone())).collect()
            }),
            muted: kept.muted,
        }
    }

    pub(super) fn to_kept(&self) -> ReadLayer {
        let keys = self.weight.iter();
        let keys = keys.map(|&(time, weight)| WeightKey { time, weight });
        let weight = WeightCurve::new(keys.collect());
        let joints = self.joints.as_ref().map(|joints| {
            let names = joints.iter().map(|(key, address)| NodeName {
                key: *key,
                address: address.clone(),
            });
            names.collect()
        });
        ReadLayer {
            has_weight: weight.is_some(),
            kept: KeptLayer {
                over: ClipName {
                    id: ClipId(self.over),
                    place: None,
                    name: self.over_name.clone(),
                },
                kind: match self.kind {
                    ClipLayerKind::Over => ClipLayer::Over,
                    ClipLayerKind::Added => ClipLayer::AddedToBeginning,
                    ClipLayerKind::AddedToRest => ClipLayer::AddedToRest,
                },
                weight: weight.unwrap_or_else(|| WeightCurve::steady(1.0)),
                joints,
                muted: self.muted,
            },
        }
    }
}
