//! The text of a file.

use std::fs;
use std::path::Path;

use text_files::{FileFault, TextFault};
use weights::WeightFormat;

use super::Refused;

/// A file of weights is larger than this only by mistake: a hundred million vertices.
const MOST_BYTES: u64 = 8 << 30;

/// The kind of a file by the end of its name.
///
/// # Errors
///
/// One sentence, where it is neither.
pub fn format_of(file: &Path) -> Result<WeightFormat, Refused> {
    let extension = file.extension().and_then(|extension| extension.to_str());
    let format = extension.and_then(WeightFormat::of_extension);
    format.ok_or_else(|| {
        Refused::Unreadable(format!(
            "{}: files of weights end in .csv or .ron; choose such a name.",
            file.display()
        ))
    })
}

/// What is in a file; never waits for a pipe.
///
/// # Errors
///
/// One sentence with a remedy: a file that is not there, may not be read, or is no text.
pub fn text_of(file: &Path) -> Result<String, Refused> {
    let refused = |what: &str| Refused::Unreadable(format!("{}: {what}", file.display()));
    let found = fs::metadata(file).map_err(|error| {
        refused(&format!(
            "it cannot be read ({error}); check the name and the file's permissions."
        ))
    })?;
    if found.is_dir() {
        return Err(refused("this is a folder; choose a file of weights in it."));
    }
    if !found.is_file() {
        return Err(refused("this is no file; choose a file of weights."));
    }
    if found.len() > MOST_BYTES {
        return Err(refused(
            "it is larger than any file of weights; choose another.",
        ));
    }
    let bytes = fs::read(file).map_err(|error| {
        refused(&format!(
            "it cannot be read ({error}); check the file's permissions."
        ))
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let fault = text_files::text_of(error.as_bytes()).err();
        let fault = fault.unwrap_or_else(|| TextFault::of_all(error.to_string()));
        Refused::Fault(FileFault::new(file.display().to_string(), fault))
    })
}
