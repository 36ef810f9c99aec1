//! Operations on whole rows: moved between joints, limited, layered, copied, taken from another mesh.

pub(crate) mod copy;
pub(crate) mod helper;
pub(crate) mod joints;
pub(crate) mod layers;
pub(crate) mod limit;
pub(crate) mod rigid;
pub(crate) mod spread;
pub(crate) mod transfer;
