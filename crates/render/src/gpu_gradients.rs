//! The gradients of a character's weights on the device, for panes with exact normals.

use std::sync::Arc;

use character::Character;
use rig::WeightGradients;
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::weight_gradients::CharacterGradients;
use skin_gpu::SkinGpuError;

use crate::gpu_character::{
    BufferChange, GpuCharacter, GpuFault, GpuPose, GpuPrimitive, SkinMachine,
};

impl GpuCharacter {
    /// Writes the gradients of the character's weights, which [`GpuPose::use_exact_normals`] asks for: all the first time, later what
    /// changed. To be called after [`reweigh`](Self::reweigh), and before shapes and poses are written. Returns the indices, as the
    /// device counts, of primitives that had to be uploaded again: existing poses have to take them up ([`GpuPose::renew`]).
    ///
    /// # Errors
    ///
    /// The character is not the uploaded one, or does not fit on the device any more.
    pub fn take_gradients(
        &mut self,
        machine: SkinMachine<'_>,
        character: &Character,
        gradients: &Arc<CharacterGradients>,
    ) -> Result<Vec<usize>, GpuFault> {
        let mut renewed = Vec::new();
        let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
        for (place, uploaded) in self.primitives.iter_mut().enumerate() {
            let Some(placed) = uploaded.first(&placed) else {
                continue;
            };
            let change = uploaded.take_gradients(machine, &placed, gradients);
            match change.map_err(|source| GpuFault::of(&placed, source))? {
                BufferChange::Anew => renewed.push(place),
                BufferChange::None | BufferChange::Written => {}
            }
        }
        Ok(renewed)
    }
}

impl GpuPrimitive {
    fn take_gradients(
        &mut self,
        machine: SkinMachine<'_>,
        placed: &PlacedPrimitive<'_>,
        all: &Arc<CharacterGradients>,
    ) -> Result<BufferChange, SkinGpuError> {
        // A primitive that follows its node has none: its usual normals are exact.
        let (Some(_), Some(now)) = (&self.weights, all.of(placed)) else {
            return Ok(BufferChange::None);
        };
        if let Some(before) = &self.gradients {
            if Arc::ptr_eq(before, all) {
                return Ok(BufferChange::None);
            }
            let none = WeightGradients::default();
            let before = before.of(placed).unwrap_or(&none);
            if self.mesh.write_gradients(machine.queue, before, now)? {
                self.gradients = Some(Arc::clone(all));
                return Ok(BufferChange::Written);
            }
        }
        let places = std::mem::take(&mut self.placed);
        *self = Self::new(machine, placed, places, Some(all))?;
        Ok(BufferChange::Anew)
    }
}

impl GpuPose {
    /// Whether normals are exact in the next submission, for a character that has its gradients
    /// ([`GpuCharacter::take_gradients`]); where a primitive has none, because its node moves it, the usual ones are.
    pub fn use_exact_normals(&mut self, meshes: &GpuCharacter, is_exact: bool) {
        for (instances, uploaded) in self.primitives.iter_mut().zip(&meshes.primitives) {
            let has_gradients = uploaded.mesh.has_gradients();
            // Cannot fail for a mesh with gradients.
            let _done = instances.use_exact_normals(is_exact && has_gradients);
        }
    }
}
