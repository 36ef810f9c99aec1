//! Reading of nodes: the skeleton, what follows what, skins, and the bones of a person.

pub(crate) mod constraints;
pub(crate) mod forest;
pub(crate) mod humanoid_map;
pub(crate) mod kept_keys;
pub(crate) mod skeleton;
pub(crate) mod skins;
pub(crate) mod two_nodes;
