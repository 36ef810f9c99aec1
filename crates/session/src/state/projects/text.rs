//! Text of projects and of files for recovery: writing and parsing.

use ron::Options;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;
use text_files::{Format, TextFault, text_of, without_mark};

use super::{Project, VERSION};

const HEAD: &str = "\
// A project of Dualskin: what was done to the character that `source` names. The character's own file is not changed by it.
// Positions are in meters, angles in degrees, and all of a joint is relative to its rest. What is left out is as the
// character has it. docs/projects.md says what may stand here; edit it while the project is not open.
";

/// The text of a project's file.
///
/// # Errors
///
/// No case is known; the text is that of the RON library.
pub fn write(project: &Project) -> Result<String, String> {
    write_text(HEAD, project)
}

pub(super) fn write_text<T: Serialize>(head: &str, content: &T) -> Result<String, String> {
    // Everything below the second level is on one line, so that a joint takes one line.
    let style = PrettyConfig::new().struct_names(false).depth_limit(2);
    let options = Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let body = options
        .to_string_pretty(content, style)
        .map_err(|error| error.to_string())?;
    let text = format!("{head}{body}\n");
    if text.len() > LONGEST {
        let (size, most) = (text.len() >> 20, LONGEST >> 20);
        return Err(format!(
            "with {size} MiB it would be larger than the {most} MiB that can be opened again; export the character, and go on from that file"
        ));
    }
    Ok(text)
}

/// Parses the content of a project's file.
///
/// # Errors
///
/// The first error, with its place. Another version is reported before any other error.
pub fn read(bytes: &[u8]) -> Result<Project, TextFault> {
    parse("Project", bytes)
}

/// Limit on a file's size in bytes, of what is written too: a million painted vertices take a tenth of it.
const LONGEST: usize = 1 << 29;
/// The same for those who read the file.
pub const MOST_BYTES: u64 = LONGEST as u64;

pub(super) fn parse<T: DeserializeOwned>(name: &'static str, bytes: &[u8]) -> Result<T, TextFault> {
    let format = Format {
        name,
        version: VERSION,
        longest: LONGEST,
        implicit_some: true,
        hint: newer,
    };
    format.read(without_mark(text_of(bytes)?))
}

const fn newer(fault: &ron::Error) -> Option<&'static str> {
    match fault {
        ron::Error::NoSuchStructField { .. } => {
            Some("; if a newer Dualskin wrote the file, open it with that one")
        }
        _ => None,
    }
}
