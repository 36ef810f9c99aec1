//! A C library: open a rigged glTF file, pose it, skin it into memory of the caller, bake it. `include/dualskin.h` is its header.
//!
//! | module | what for |
//! |---|---|
//! | `status` | what calls return, and the last error of a thread |
//! | `table` | handles: numbers, not addresses |
//! | `memory` | what C hands in: texts, arrays, places for results |
//! | `characters`, `poses`, `skinning` | the functions |
//!
//! # Rationale
//!
//! - Handles are numbers of a table, and no number is given twice. A handle that was freed, made up, or of another kind is an error with a
//!   name, never an address that is followed.
//! - No panic crosses into C: each function catches it and returns [`Status::Panicked`]. The handles that took part stay as they were, or
//!   are refused from then on.
//! - Addresses are looked at in `memory` alone, and before anything is computed: null, alignment, counts, strides. What cannot be checked
//!   is that an array is as long as its count says. That is the caller's part, and stands above each function as its contract.
#![expect(
    unsafe_code,
    reason = "C hands in addresses, and finds functions by names that are not mangled; no other crate has any"
)]

mod characters;
mod memory;
mod poses;
mod skinning;
mod status;
mod table;

pub use characters::{
    MeshInfo, dualskin_bake, dualskin_character_free, dualskin_clip_count, dualskin_clip_find,
    dualskin_clip_name, dualskin_clip_seconds, dualskin_joint_count, dualskin_joint_find,
    dualskin_joint_name, dualskin_joint_parent, dualskin_joint_rest, dualskin_mesh_count,
    dualskin_mesh_info, dualskin_mesh_name, dualskin_mesh_positions, dualskin_mesh_triangles,
    dualskin_open, dualskin_open_bytes, dualskin_save,
};
pub use poses::{
    dualskin_pose_free, dualskin_pose_from_clip, dualskin_pose_new, dualskin_pose_reset,
    dualskin_pose_rotate, dualskin_pose_rotation, dualskin_pose_scale,
    dualskin_pose_set_morph_weight, dualskin_pose_set_rotation, dualskin_pose_shear,
    dualskin_pose_translate,
};
pub use skinning::{
    ALL_MESHES, Vertices, dualskin_skin, dualskin_skinner_free, dualskin_skinner_new,
    dualskin_skinner_vertex_count,
};
pub use status::{LastError, Status, dualskin_last_error};
pub use table::{CharacterHandle, PoseHandle, SkinnerHandle};
