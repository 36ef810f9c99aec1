//! The skinned primitives as one surface, and its vertices by number.

pub mod combined_surface;
pub mod covered;
pub mod distinct;
pub mod hidden;
pub mod surface_cache;
pub mod vertex_facts;
pub mod winding;
