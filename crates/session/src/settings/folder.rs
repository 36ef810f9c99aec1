//! Folder of the settings file.

use std::path::{Path, PathBuf};

use crate::files::working_folder::whole;

/// Environment variable that names another folder.
pub const VARIABLE: &str = "DUALSKIN_CONFIG";

/// Name of the settings file in the folder.
pub const FILE: &str = "settings.ron";

/// The folder named by [`VARIABLE`], else that of this program in the user's configuration folder; none if the system
/// has no such folder.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
    let usual = || Some(dirs::config_dir()?.join("dualskin"));
    named.map(|named| whole(Path::new(&named))).or_else(usual)
}
