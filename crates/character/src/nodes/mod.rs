//! Reading of nodes: the skeleton, skins, and the bones of a person.

pub(crate) mod forest;
pub(crate) mod humanoid_map;
pub(crate) mod kept_keys;
pub(crate) mod skeleton;
pub(crate) mod skins;
pub(crate) mod two_nodes;
