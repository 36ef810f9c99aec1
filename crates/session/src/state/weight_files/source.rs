//! Names, format and text of a weight file on disk.

use std::path::{Path, PathBuf};

use text_files::{FileFault, TextFault};
use weights::WeightFormat;
use whole_file::Files;

use super::Refused;
use crate::files::builtin;

/// Limit in bytes: enough for twenty-five million vertices.
const MOST_BYTES: u64 = 2 << 30;

/// The format of a file by its ending.
///
/// # Errors
///
/// One sentence if it is neither .csv nor .ron.
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

/// The text of a file. Pipes, devices and what is larger than any such file are refused at once.
///
/// # Errors
///
/// One sentence with a remedy: a file that does not exist, may not be read, or is no text.
pub fn text_of(file: &Path, files: &Files) -> Result<String, Refused> {
    let bytes = files.read_regular(file, MOST_BYTES);
    let bytes = bytes.map_err(|error| {
        Refused::Unreadable(format!(
            "{}: the weights cannot be read ({error}); {}.",
            file.display(),
            error.remedy()
        ))
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let fault = text_files::text_of(error.as_bytes()).err();
        let fault = fault.unwrap_or_else(|| TextFault::of_all(error.to_string()));
        Refused::Fault(FileFault::new(file.display().to_string(), fault))
    })
}

/// Whether a path has the ending of a weight file.
#[must_use]
pub fn is_weight_file(path: &str) -> bool {
    let extension = Path::new(path).extension();
    let extension = extension.and_then(|extension| extension.to_str());
    extension.and_then(WeightFormat::of_extension).is_some()
}

/// Suggested path of a weight file: beside the character's file; for a built-in character in the current folder.
#[must_use]
pub fn weight_file_for(source: &str) -> PathBuf {
    match source.strip_prefix(builtin::PREFIX) {
        Some(name) => PathBuf::from(format!("{name}.weights.csv")),
        None => Path::new(source).with_extension("weights.csv"),
    }
}
