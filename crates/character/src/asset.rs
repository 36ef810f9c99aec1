//! What the file says about itself: glTF version and required extensions.

use crate::error::{Fault, Read};
use crate::json::{At, shorten};
use crate::warning::{Warning, WarningKind, Warnings};

/// Extensions that a file may require because they are followed.
const SUPPORTED: [&str; 2] = ["KHR_mesh_quantization", "KHR_texture_transform"];

/// Extensions that move no vertex and whose absence leaves something to look at: a file that requires them opens with a
/// warning. An entry that ends with an underscore stands for all that begin so.
const HARMLESS: [&str; 13] = [
    // How surfaces look; all that begin so change shading only.
    "KHR_materials_",
    "ADOBE_materials_",
    "MSFT_packing_",
    // Pictures in other formats: the surface keeps its colour.
    "KHR_texture_basisu",
    "EXT_texture_",
    "MSFT_texture_dds",
    // Lights, sounds, texts, and what avatars mean and carry beside their joints.
    "KHR_lights_punctual",
    "EXT_lights_",
    "KHR_audio",
    "KHR_xmp",
    "KHR_xmp_json_ld",
    "VRM",
    "VRMC_",
];

/// Extensions that store geometry in another way than accessors do.
const COMPRESSIONS: [&str; 3] = [
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
];

/// Refuses other versions than 2.x that asks for no more than 2.0, and files that require what would change the geometry
/// or its motion and is not supported.
pub(crate) fn check_asset(root: &At<'_>, warnings: &mut Warnings) -> Read<()> {
    root.object()?;
    let asset = root.require("asset")?;
    let version = asset.require("version")?;
    if version.string()?.split('.').next() != Some("2") {
        return Err(unsupported_version(&version)?);
    }
    if let Some(minimum) = asset.get("minVersion")
        && minimum.string()? != "2.0"
    {
        return Err(unsupported_version(&minimum)?);
    }
    for at in root.items("extensionsRequired")? {
        let name = at.string()?;
        if SUPPORTED.contains(&name) {
            continue;
        }
        if !is_harmless(name) {
            return Err(at.flaw(Fault::Extension {
                name: shorten(name),
            }));
        }
        let mut warning = Warning::new(WarningKind::ExtensionIgnored, at.place(), 1);
        warning.detail = shorten(name);
        warnings.push(warning);
    }
    Ok(())
}

/// The extension of this primitive that hides its geometry from us, whether the file admits that it is required or not:
/// then the accessors are there but empty.
pub(crate) fn compression_of(primitive: &At<'_>) -> Option<&'static str> {
    let extensions = primitive.get("extensions")?;
    COMPRESSIONS
        .into_iter()
        .find(|name| extensions.get(name).is_some())
}

pub(crate) fn is_compression(name: &str) -> bool {
    COMPRESSIONS.contains(&name)
}

fn is_harmless(name: &str) -> bool {
    HARMLESS.into_iter().any(|entry| {
        if entry.ends_with('_') {
            name.starts_with(entry)
        } else {
            name == entry
        }
    })
}

fn unsupported_version(at: &At<'_>) -> Read<crate::error::Flaw> {
    let found = shorten(at.string()?);
    Ok(at.flaw(Fault::AssetVersion { found }))
}
