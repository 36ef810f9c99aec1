//! What tests of several parts of the editor share: the graphics device, and what the session's tests make for themselves.

#[path = "../../../../crates/session/tests/it/support/clothes.rs"]
pub(crate) mod clothes;
mod device;
#[path = "../../../../crates/session/tests/it/support/fates.rs"]
#[expect(dead_code, reason = "tests of the session count what was woken")]
pub(crate) mod fates;
#[path = "../../../../crates/session/tests/it/support/tube.rs"]
pub(crate) mod tube;

pub(crate) use device::has_device;

use std::path::PathBuf;

use testkit::folders::{files_in, synthetic};

/// All valid files that can be opened, by name.
pub(crate) fn valid_files() -> Vec<PathBuf> {
    files_in(&synthetic().join("valid"), &["glb", "gltf"])
}
