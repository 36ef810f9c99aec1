//! Transfer of weights between meshes in the same place: from another mesh of the character, or from another file.
//!
//! Source and target are compared at rest in model space; every vertex takes the weights that `weights::Transfer` finds
//! there. Joints are matched by address, which is the name where names are unique. Knows no window.

mod onto;
mod places;
pub mod poke;
mod refused;
mod sight;
mod source;
pub mod transfer_work;

pub use onto::{Matched, TransferRequest, Transferred, Which, transfer_weights};
pub use refused::TransferRefused;
pub use sight::sight;
pub use source::Source;
