//! Layers after an edit of the skeleton: each is treated as the weights of the character are.

use std::sync::Arc;

use character::{Character, SkeletonEdit};

use super::{WeightLayer, WeightLayers, blank, influences_of, primitive_of, skinned_primitives};
use crate::document::journal::MeshJoints;

impl WeightLayers {
    /// The layers after an edit that made another character of the one that they lie on; none if they need not change.
    pub(crate) fn after_edit(
        &self,
        (before, after): (&Character, &Character),
        edit: &SkeletonEdit,
    ) -> Option<Self> {
        if self.is_empty() || has_same_lists(before, after) {
            return None;
        }
        let layers = self.layers.iter();
        let layers = layers.map(|layer| layer.after_edit((before, after), edit));
        Some(Self {
            layers: layers.collect(),
            ..self.clone()
        })
    }
}

impl WeightLayer {
    /// The layer after an edit: that of a character that has its rows for weights.
    fn after_edit(&self, (before, after): (&Character, &Character), edit: &SkeletonEdit) -> Self {
        let mut layer = Self {
            rows: std::collections::BTreeMap::new(),
            ..self.clone()
        };
        layer.masks.retain(|&place, _| {
            let count = |of| influences_of(of, place).map(rig::Influences::vertex_count);
            count(before) == count(after)
        });
        // The layer's rows take the place of the weights, and the edit itself maps them: one rule for both, and no
        // second one to keep in step.
        let mut stand_in = before.clone();
        for (mesh, of) in stand_in.meshes.iter_mut().enumerate() {
            for (primitive, of) in of.primitives.iter_mut().enumerate() {
                let rows = self.rows((mesh, primitive)).cloned();
                let influences = of.influences.take();
                of.influences = influences.map(|seen| rows.unwrap_or_else(|| blank(&seen)));
            }
        }
        // What could be done to the character can be done to one that has other weights.
        if let Ok(edited) = stand_in.apply_edit(edit) {
            let fits = |place| primitive_of(after, place).is_some();
            let rows = skinned_primitives(&edited.character);
            let rows = rows.filter(|&(place, rows)| fits(place) && rows.pair_count() > 0);
            layer.rows = rows.map(|(place, rows)| (place, rows.clone())).collect();
        }
        layer
    }
}

/// Whether rows mean the same joints of the same meshes.
fn has_same_lists(before: &Character, after: &Character) -> bool {
    if Arc::ptr_eq(&before.rig, &after.rig) {
        return true;
    }
    let counts = |of: &Character| -> Vec<usize> {
        skinned_primitives(of)
            .map(|(_, rows)| rows.joint_count())
            .collect()
    };
    let joints = [before, after].map(MeshJoints::new);
    let has_same_keys = |mesh| {
        let [before, after] = joints.each_ref().map(|of| of.keys(mesh));
        before == after
    };
    before.meshes.len() == after.meshes.len()
        && counts(before) == counts(after)
        && (0..before.meshes.len()).all(has_same_keys)
}
