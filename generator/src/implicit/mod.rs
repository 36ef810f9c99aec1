//! Characters from implicit surfaces: blended solids, an even triangle mesh of their surface, and skin weights by heat
//! diffusion.

mod body;
mod borders;
mod heat;
mod nets;
mod remesh;
mod skin;
mod solid;
mod trimesh;

pub(super) use body::{Body, Group, Join, NO_ZONE, ramp};
pub(super) use borders::Region;
pub(super) use skin::{Mirror, SkinPlan, Territory, skin};
pub(super) use solid::{Solid, ball, cone, ellipsoid, plate, turned_ellipsoid};
