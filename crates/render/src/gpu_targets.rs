//! The morph targets of a primitive on the graphics device.

use std::sync::Arc;

use character::Primitive;
use skin_gpu::MorphTarget;

/// The targets that were uploaded, to see whether others have taken their places.
#[derive(Debug)]
pub(crate) struct UploadedTargets(Vec<character::MorphTarget>);

impl UploadedTargets {
    /// Cheap: the lists are shared.
    pub(crate) fn of(primitive: &Primitive) -> Self {
        Self(primitive.morph_targets.clone())
    }

    /// Whether they are those of a primitive: the same lists in memory.
    pub(crate) fn are_those_of(&self, primitive: &Primitive) -> bool {
        let pairs = self.0.iter().zip(&primitive.morph_targets);
        let mut pairs = pairs.map(|(one, other)| {
            Arc::ptr_eq(&one.positions, &other.positions)
                && Arc::ptr_eq(&one.normals, &other.normals)
        });
        self.0.len() == primitive.morph_targets.len() && pairs.all(|same| same)
    }
}

/// A target as kernels take it.
pub(crate) fn of_device(target: &character::MorphTarget) -> MorphTarget<'_> {
    MorphTarget {
        positions: &target.positions,
        normals: &target.normals,
    }
}
