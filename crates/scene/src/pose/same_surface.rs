//! Tests whether two characters differ only in their weights and clips, so that everything known of the surface stays valid, and
//! whether their meshes are skinned alike.

use std::sync::Arc;

use character::{Character, MeshSkinning, MorphTarget, Primitive};

/// Whether one character was made from the other by edits of weights and clips: everything else is shared between them.
///
/// Cheap: it compares pointers. Equal characters that share nothing count as different.
#[must_use]
pub fn has_same_surface(one: &Arc<Character>, other: &Arc<Character>) -> bool {
    let is_same = |(one, other): (&Primitive, &Primitive)| {
        Arc::ptr_eq(&one.positions, &other.positions)
            && Arc::ptr_eq(&one.normals, &other.normals)
            && Arc::ptr_eq(&one.triangles, &other.triangles)
            && one.influences.is_some() == other.influences.is_some()
    };
    let has_same_rest = Arc::ptr_eq(&one.rig, &other.rig)
        && Arc::ptr_eq(&one.source, &other.source)
        && one.instances == other.instances
        && one.meshes.len() == other.meshes.len();
    let mut meshes = one.meshes.iter().zip(&other.meshes);
    Arc::ptr_eq(one, other)
        || (has_same_rest
            && meshes.all(|(one, other)| {
                let mut primitives = one.primitives.iter().zip(&other.primitives);
                one.primitives.len() == other.primitives.len() && primitives.all(is_same)
            }))
}

/// Whether the morph targets of both have the same displacements.
///
/// Cheap: it compares pointers. Equal displacements that are not shared count as different.
#[must_use]
pub fn has_same_shapes(one: &Arc<Character>, other: &Arc<Character>) -> bool {
    let same_target = |(one, other): (&MorphTarget, &MorphTarget)| {
        Arc::ptr_eq(&one.positions, &other.positions) && Arc::ptr_eq(&one.normals, &other.normals)
    };
    let is_same = |(one, other): (&Primitive, &Primitive)| {
        let mut targets = one.morph_targets.iter().zip(&other.morph_targets);
        one.morph_targets.len() == other.morph_targets.len() && targets.all(same_target)
    };
    let mut meshes = one.meshes.iter().zip(&other.meshes);
    Arc::ptr_eq(one, other)
        || meshes.all(|(one, other)| one.primitives.iter().zip(&other.primitives).all(is_same))
}

/// Whether the meshes of both have the same methods of their own.
#[must_use]
pub fn has_same_methods(one: &Arc<Character>, other: &Arc<Character>) -> bool {
    let of = |character: &Character| -> Vec<Option<MeshSkinning>> {
        let meshes = character.meshes.iter();
        meshes.map(|mesh| mesh.skinning).collect()
    };
    Arc::ptr_eq(one, other) || of(one) == of(other)
}
