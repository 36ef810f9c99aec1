//! Settings as text, and text as settings, with the place of what cannot be understood.

use ron::ser::PrettyConfig;
use serde::de::{Error as _, IgnoredAny};
use serde::{Deserialize as _, Deserializer};
use text_files::{Format, TextFault};

use super::{SCALES, Settings, VERSION};
use crate::files::window_layout::WindowLayout;

/// What a text says.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    /// What could be understood.
    pub settings: Settings,
    /// Why the layout is the default one, where it is.
    pub layout: Option<TextFault>,
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

const FORMAT: Format = Format {
    name: "Settings",
    version: VERSION,
    // Far more than any settings have.
    longest: 1 << 17,
    ..Format::PLAIN
};

/// What a file says. A layout that cannot be understood is no reason to lose the rest.
///
/// # Errors
///
/// The first thing that cannot be understood, or another version.
pub fn from_text(text: &str) -> Result<Read, TextFault> {
    let fault = match FORMAT.read(text) {
        Ok(settings) => {
            return Ok(Read {
                settings,
                layout: None,
            });
        }
        Err(fault) => fault,
    };
    let others: Settings<IgnoredAny> = FORMAT.read(text)?;
    Ok(Read {
        settings: others.with_layout(WindowLayout::default()),
        layout: Some(fault),
    })
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
