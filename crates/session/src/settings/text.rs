//! Text of the settings file: writing and parsing.

use ron::ser::PrettyConfig;
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize as _, Deserializer};
use text_files::{Format, TextFault};

use super::{SCALES, Settings, VERSION};
use crate::settings::window_layout::WindowLayout;

/// Result of parsing a settings file.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedSettings {
    /// The settings, with the default layout if that of the file is faulty.
    pub settings: Settings,
    /// Why the layout is the default one; none if it is that of the file.
    pub layout: Option<TextFault>,
}

const HEAD: &str = "// Settings of Dualskin. The program writes this file whenever they change; edit it while it is closed.\n";

/// The text of a settings file.
///
/// # Errors
///
/// None for finite numbers; the text is that of the RON library.
pub fn to_text(settings: &Settings) -> Result<String, String> {
    let style = PrettyConfig::new().struct_names(false).depth_limit(9);
    let body = ron::ser::to_string_pretty(settings, style).map_err(|error| error.to_string())?;
    Ok(format!("{HEAD}{body}\n"))
}

const FORMAT: Format = Format {
    name: "Settings",
    version: VERSION,
    // Limit in bytes, far above the size of any settings.
    longest: 1 << 17,
    ..Format::PLAIN
};

/// Parses the content of a settings file. A faulty layout does not prevent the rest from being read.
///
/// # Errors
///
/// The first error with its place, or another version.
pub fn from_text(text: &str) -> Result<ParsedSettings, TextFault> {
    let fault = match FORMAT.read(text) {
        Ok(settings) => {
            return Ok(ParsedSettings {
                settings,
                layout: None,
            });
        }
        Err(fault) => fault,
    };
    // Parsed again without the layout: an error elsewhere is returned.
    let others: Settings<IgnoredAny> = FORMAT.read(text)?;
    Ok(ParsedSettings {
        settings: others.with_layout(WindowLayout::default()),
        layout: Some(fault),
    })
}

/// Deserializes an interface scale; one outside of [`SCALES`] is an error.
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
