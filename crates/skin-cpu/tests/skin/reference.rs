//! Against Blender.
