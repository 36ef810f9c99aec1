//! Projects as text, and text as projects, with the place of what cannot be understood.

use std::fmt;

use ron::Options;
use ron::error::SpannedError;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Deserialize;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Project, VERSION};

/// What cannot be understood, and where; lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectFault {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong and what to do, without a full stop.
    pub what: String,
}

impl fmt::Display for ProjectFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, what } = self;
        write!(out, "line {line}, column {column}: {what}")
    }
}

impl From<SpannedError> for ProjectFault {
    fn from(error: SpannedError) -> Self {
        Self {
            line: error.span.start.line,
            column: error.span.start.col,
            what: error.code.to_string().trim_end_matches('.').to_owned(),
        }
    }
}

const HEAD: &str = "\
// A project of Dualskin: what was done to the character that `source` names. The character's own file is not changed by it.
// Positions are in metres, angles in degrees, and all of a joint is relative to its rest. What is left out is as the
// character has it. docs/projects.md says what may stand here; edit it while the project is not open.
";

fn options() -> Options {
    Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

/// The project as its file has it.
///
/// # Errors
///
/// None that is known; the words are the library's.
pub fn write(project: &Project) -> Result<String, String> {
    written(HEAD, project)
}

pub(super) fn written<T: Serialize>(head: &str, content: &T) -> Result<String, String> {
    let style = PrettyConfig::new().struct_names(false).depth_limit(2);
    let body = options()
        .to_string_pretty(content, style)
        .map_err(|error| error.to_string())?;
    Ok(format!("{head}{body}\n"))
}

/// What a file says.
///
/// # Errors
///
/// The first thing that cannot be understood, with its place; another version is told before anything else.
pub fn read(bytes: &[u8]) -> Result<Project, ProjectFault> {
    parsed(bytes)
}

/// Far more than any project has; what is longer could take long to be refused.
const LONGEST: usize = 1 << 26;

/// Only what tells whether the rest can be understood.
#[derive(Deserialize)]
struct Stamp {
    version: u64,
}

pub(super) fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ProjectFault> {
    if bytes.len() > LONGEST {
        return Err(ProjectFault {
            line: 1,
            column: 1,
            what: format!("the file has more than {LONGEST} bytes, which projects never have"),
        });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| not_text(bytes, error.valid_up_to()))?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if let Ok(Stamp { version }) = options().from_str(text)
        && version != u64::from(VERSION)
    {
        let (line, column) = place_of(text, "version");
        let remedy = if version > u64::from(VERSION) {
            "open it with a newer Dualskin"
        } else {
            "there never was such a version; write the number of this one"
        };
        let what = format!(
            "this is version {version} of the project file, and this program reads version {VERSION}; {remedy}"
        );
        return Err(ProjectFault { line, column, what });
    }
    options().from_str(text).map_err(|error: SpannedError| {
        let unknown = matches!(error.code, ron::Error::NoSuchStructField { .. });
        let mut fault = ProjectFault::from(error);
        if unknown {
            fault.what.push_str(
                "; if a newer Dualskin wrote it, open it with that one, else mend the word",
            );
        }
        fault
    })
}

/// Where a field of the outermost level stands.
fn place_of(text: &str, field: &str) -> (usize, usize) {
    let found = text.lines().enumerate().find_map(|(line, content)| {
        let column = content.find(field)?;
        (!content.trim_start().starts_with("//")).then_some((line + 1, column + 1))
    });
    found.unwrap_or((1, 1))
}

fn not_text(bytes: &[u8], valid: usize) -> ProjectFault {
    let before = bytes.get(..valid).unwrap_or_default();
    let newline = |byte: &u8| *byte == b'\n';
    let start = before
        .iter()
        .rposition(newline)
        .map_or(0, |place| place + 1);
    ProjectFault {
        line: 1 + before.iter().filter(|byte| newline(byte)).count(),
        column: valid - start + 1,
        what: "this is no UTF-8 text, and so no project".to_owned(),
    }
}
