//! What the file says about itself: glTF version and required extensions.

use crate::fault::error::{Fault, ReadResult};
use crate::fault::extensions::{Missing, is_followed, missing, why_refused};
use crate::fault::warning::{Warning, WarningKind, Warnings};
use crate::json::value::{At, shorten};

/// Refuses other versions than 2.x that asks for no more than 2.0, and files that require what would change the geometry
/// or its motion and is not supported.
pub(crate) fn check_asset(root: &At<'_>, warnings: &mut Warnings) -> ReadResult<()> {
    root.object()?;
    let asset = root.require("asset")?;
    let version = asset.require("version")?;
    // Minor versions add only what readers may ignore; what a file cannot do without stands in `minVersion`.
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
        let passed_over = check_required(&at, name);
        let warning = passed_over.map_err(|_why| at.flaw(extension(name)))?;
        warning
            .into_iter()
            .for_each(|warning| warnings.push(warning));
    }
    Ok(())
}

/// What the file requires an extension for that is passed over; none for one that is followed.
///
/// # Errors
///
/// An extension that may move vertices, or is not known here: why it matters, as the end of a sentence.
fn check_required(at: &At<'_>, name: &str) -> Result<Option<Warning>, &'static str> {
    if is_followed(name) {
        return Ok(None);
    }
    let missing = missing(name).ok_or_else(|| why_refused(name))?;
    let kind = match missing {
        Missing::Looks => WarningKind::ExtensionIgnored,
        _ => WarningKind::ExtensionUnused,
    };
    let mut warning = Warning::new(kind, at.place(), 1);
    warning.detail = format!("{}: {}", shorten(name), missing.words());
    Ok(Some(warning))
}

/// The refusal of a file that requires an extension.
pub(crate) fn extension(name: &str) -> Fault {
    Fault::Extension {
        name: shorten(name),
    }
}

fn unsupported_version(at: &At<'_>) -> ReadResult<crate::fault::error::Flaw> {
    let found = shorten(at.string()?);
    Ok(at.flaw(Fault::AssetVersion { found }))
}
