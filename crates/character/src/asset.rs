//! What the file says about itself: glTF version and required extensions.

use crate::error::{Fault, Read};
use crate::json::At;

/// Extensions that a file may require.
const SUPPORTED: [&str; 2] = ["KHR_mesh_quantization", "KHR_texture_transform"];

/// Refuses other versions than 2.x that asks for no more than 2.0, and files that require what is not supported.
pub(crate) fn check_asset(root: &At<'_>) -> Read<()> {
    root.object()?;
    let asset = root.require("asset")?;
    let version = asset.require("version")?;
    if version.string()?.split('.').next() != Some("2") {
        return Err(version.flaw(Fault::AssetVersion {
            found: crate::json::shorten(version.string()?),
        }));
    }
    if let Some(minimum) = asset.get("minVersion") {
        let found = minimum.string()?;
        if found != "2.0" {
            return Err(minimum.flaw(Fault::AssetVersion {
                found: crate::json::shorten(found),
            }));
        }
    }
    for at in root.items("extensionsRequired")? {
        let name = at.string()?;
        if !SUPPORTED.contains(&name) {
            return Err(at.flaw(Fault::Extension {
                name: crate::json::shorten(name),
            }));
        }
    }
    Ok(())
}
