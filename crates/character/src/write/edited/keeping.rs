//! What glTF has no place for, in `extras`: see [`kept`](crate::kept).

use std::collections::BTreeMap;

use rig::{ClipMarker, Repeat, ScaleInheritance};
use serde_json::Value;

use super::Writing;
use crate::kept::{Kept, clip_members, is_at_rest, keep, pose_value, skinning_members};

/// Members of the file's extras.
const OF_FILE: [&str; 4] = ["version", "method", "signs", "normals"];
/// Members of a clip's.
const OF_CLIP: [&str; 2] = ["repeat", "markers"];

impl Writing<'_> {
    /// Scale inheritance where it is another than in the file, and what is asked to be kept.
    pub(super) fn write_kept(&mut self, kept: Option<&Kept>) {
        self.write_scale_inheritance();
        let Some(kept) = kept else { return };
        let came = &self.character.source.kept;
        if kept.skinning != came.skinning {
            let members = skinning_members(kept.skinning.as_ref());
            let is_kept = keep(&mut self.json, &OF_FILE, members);
            self.report.not_kept += usize::from(!is_kept);
        }
        let mut poses: BTreeMap<u32, Value> = BTreeMap::new();
        for posed in kept.pose.iter().filter(|posed| !is_at_rest(posed)) {
            poses.insert(posed.joint, pose_value(posed));
        }
        let mut nodes = self.take("nodes");
        for (key, joint) in &self.nodes.by_key {
            let Some(node) = nodes.get_mut(self.nodes.of(*joint)) else {
                continue;
            };
            let pose = poses.remove(key).map(|pose| ("pose".to_owned(), pose));
            let weights = kept.morph_weights.get(key);
            let weights = weights.map(|of| ("morph_weights".to_owned(), of.as_slice().into()));
            let members = pose.into_iter().chain(weights);
            let is_kept = keep(node, &["pose", "morph_weights"], members.collect());
            self.report.not_kept += usize::from(!is_kept);
        }
        self.put("nodes", nodes);
    }

    fn write_scale_inheritance(&mut self) {
        let rig = &self.character.rig;
        let mut nodes = self.take("nodes");
        for (joint, inheritance) in rig.skeleton.joints().zip(&rig.scale_inheritance) {
            let Some(node) = nodes.get_mut(self.nodes.of(joint)) else {
                continue;
            };
            let own = match inheritance {
                ScaleInheritance::Joint => Some(("scale_inheritance".to_owned(), "joint".into())),
                ScaleInheritance::Children => None,
            };
            let is_kept = keep(node, &["scale_inheritance"], own.into_iter().collect());
            self.report.not_kept += usize::from(!is_kept);
        }
        self.put("nodes", nodes);
    }

    /// What happens at a clip's end, and its markers.
    pub(super) fn keep_clip(
        &mut self,
        animation: &mut Value,
        (repeat, markers): (Repeat, &[ClipMarker]),
    ) {
        let is_kept = keep(animation, &OF_CLIP, clip_members(repeat, markers));
        self.report.not_kept += usize::from(!is_kept);
    }
}
