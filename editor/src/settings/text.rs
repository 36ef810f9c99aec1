//! Settings as text, and text as settings, with the place of what cannot be understood.

use std::fmt;

use ron::error::SpannedError;
use ron::ser::PrettyConfig;
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize, Deserializer};

use super::{SCALES, Settings, VERSION};
use crate::ron_words::in_words;
use crate::window_layout::WindowLayout;

/// What a text says.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// What could be understood.
    pub settings: Settings,
    /// Why the layout is the default one, where it is.
    pub layout: Option<TextFault>,
}

/// What cannot be understood, and where; lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextFault {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
    /// What is wrong, without a full stop.
    pub what: String,
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.what
        )
    }
}

impl From<SpannedError> for TextFault {
    fn from(error: SpannedError) -> Self {
        Self {
            line: error.span.start.line,
            column: error.span.start.col,
            what: in_words(&error.code),
        }
    }
}

const HEAD: &str = "// Settings of Dualskin. The program writes this file whenever they change; edit it while it is closed.\n";

/// The settings as a file has them.
///
/// # Errors
///
/// None with settings that hold finite numbers; the words are the library's.
pub fn to_text(settings: &Settings) -> Result<String, String> {
    let style = PrettyConfig::new().struct_names(false).depth_limit(9);
    let body = ron::ser::to_string_pretty(settings, style).map_err(|error| error.to_string())?;
    Ok(format!("{HEAD}{body}\n"))
}

/// Far more than any settings have; what is longer could take long to be refused.
const LONGEST: usize = 1 << 17;

/// Only what tells whether the rest can be understood.
#[derive(Deserialize)]
struct Stamp {
    version: u32,
}

/// What a file says. A layout that cannot be understood is no reason to lose the rest.
///
/// # Errors
///
/// The first thing that cannot be understood, or another version.
pub fn from_text(text: &str) -> Result<Read, TextFault> {
    if text.len() > LONGEST {
        return Err(TextFault {
            line: 1,
            column: 1,
            what: format!("the file has more than {LONGEST} bytes, which settings never have"),
        });
    }
    if let Ok(Stamp { version }) = ron::from_str(text)
        && version != VERSION
    {
        let what = format!(
            "this is version {version} of the settings; this program reads version {VERSION}"
        );
        return Err(TextFault {
            what,
            ..place_of(text, "version")
        });
    }
    let error = match ron::from_str::<Settings>(text) {
        Ok(settings) => {
            return Ok(Read {
                settings,
                layout: None,
            });
        }
        Err(error) => error,
    };
    match ron::from_str::<Settings<IgnoredAny>>(text) {
        Ok(others) => Ok(Read {
            settings: others.with_layout(WindowLayout::default()),
            layout: Some(error.into()),
        }),
        Err(error) => Err(error.into()),
    }
}

/// Where a field of the outermost level stands.
fn place_of(text: &str, field: &str) -> TextFault {
    let found = text.lines().enumerate().find_map(|(line, content)| {
        let column = content.find(field)?;
        (!content.trim_start().starts_with("//")).then_some((line + 1, column + 1))
    });
    let (line, column) = found.unwrap_or((1, 1));
    TextFault {
        line,
        column,
        what: String::new(),
    }
}

/// A size of the interface that can be shown.
pub(super) fn scale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    let scale = f32::deserialize(deserializer)?;
    if SCALES.contains(&scale) {
        return Ok(scale);
    }
    let (least, most) = (SCALES.start(), SCALES.end());
    Err(D::Error::custom(format!(
        "ui_scale is {scale}; expected a number from {least} to {most}"
    )))
}
