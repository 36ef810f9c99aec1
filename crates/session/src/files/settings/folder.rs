//! Where the settings are kept.

use std::path::PathBuf;

/// The environment variable that names another folder.
pub const VARIABLE: &str = "DUALSKIN_CONFIG";

/// The name of the file in the folder.
pub const FILE: &str = "settings.ron";

/// The folder named by [`VARIABLE`], else the one for this program in the user's configuration folder; none where the
/// system knows no such folder.
#[must_use]
pub fn folder() -> Option<PathBuf> {
    let named = std::env::var_os(VARIABLE).filter(|name| !name.is_empty());
    let usual = || Some(dirs::config_dir()?.join("dualskin"));
    named.map(PathBuf::from).or_else(usual)
}
