//! How a character is looked at, as plain data: cameras and rays, bounds, color ramps, and what a pane shows of
//! surface and skeleton. Drawing (pixels, textures, shaders) does not belong here.

pub mod bone_display;
pub mod bone_geometry;
pub mod bounds;
pub mod camera;
pub mod ellipsoid;
pub mod facing;
pub mod framing;
pub mod graphics;
pub mod joint_colors;
pub mod joint_mark;
pub mod pane_shows;
pub mod ramps;
pub mod shading;
pub mod sight;
pub mod stretch_mark;
pub mod surface_mode;
pub mod through;
pub mod weight_look;
pub mod weight_ramps;
