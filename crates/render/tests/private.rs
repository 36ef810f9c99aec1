//! The tests that stand beside what is private: the modules they look into, compiled from their files without the rest. As unit
//! tests of the library they would have all of it compiled a second time.

#![expect(
    dead_code,
    unreachable_pub,
    reason = "parts of a library without the rest that uses them"
)]

use render::{BoneLook, Theme};

#[path = "../src/block_layout.rs"]
mod block_layout;
#[path = "../src/bone_shapes.rs"]
mod bone_shapes;
#[path = "../src/edges.rs"]
mod edges;
#[path = "../src/layouts.rs"]
mod layouts;
#[path = "../src/mark_spacing.rs"]
mod mark_spacing;
#[path = "../src/mesh_data.rs"]
mod mesh_data;
#[path = "../src/shader_colors.rs"]
mod shader_colors;
#[path = "../src/solids.rs"]
mod solids;
#[path = "../src/texture_image.rs"]
mod texture_image;
