//! Placed primitives: each primitive of a mesh at each place where the scene shows the mesh, in the order of deforming
//! and drawing.

use character::{Character, MeshInstance, Primitive};

/// A primitive of a mesh instance.
#[derive(Clone, Copy, Debug)]
pub struct PlacedPrimitive<'a> {
    /// The instance that shows it, as an index into [`Character::instances`].
    pub instance_index: usize,
    /// The instance: node and skin.
    pub instance: &'a MeshInstance,
    /// Index into the primitives of the instance's mesh.
    pub primitive_index: usize,
    /// The primitive in mesh space.
    pub primitive: &'a Primitive,
}

/// Every primitive of every instance, instance by instance, in the order of deforming and drawing.
pub fn placed_primitives(character: &Character) -> impl Iterator<Item = PlacedPrimitive<'_>> {
    let instances = character.instances.iter().enumerate();
    instances.flat_map(|(instance_index, instance)| {
        let mesh = character.meshes.get(instance.mesh);
        let primitives = mesh.map_or(&[][..], |mesh| &mesh.primitives);
        let primitives = primitives.iter().enumerate();
        primitives.map(move |(primitive_index, primitive)| PlacedPrimitive {
            instance_index,
            instance,
            primitive_index,
            primitive,
        })
    })
}
