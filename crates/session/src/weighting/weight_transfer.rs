//! Weights of meshes for others that stand in the same place: on another mesh of a character, or from another file.
//!
//! Both sides stand where they are seen at rest, in the model; every vertex takes what `weights::Transfer` finds for it there.
//! Joints are matched by their addresses, which are their names where these are told apart. Knows no window.

mod onto;
mod places;
mod refused;
mod sight;
mod source;

pub use onto::{TransferRequest, Transferred, Which, transferred};
pub use refused::TransferRefused;
pub use sight::sight;
pub use source::Source;
