//! The report as one JSON document, described in `docs/inspect.md`.

use std::fmt::Write as _;

use serde::Serialize;

use super::CharacterReport;
use crate::printable::is_treacherous;

/// The version for readers to check. A new number means that members were removed or changed their meaning; added
/// members do not change it.
pub const FORMAT: &str = "dualskin-inspect/1";

#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    #[serde(flatten)]
    report: &'a CharacterReport,
}

/// One line of JSON with complete and exact names. Characters that could act on a terminal are written as `\u…`, which
/// JSON readers decode.
///
/// # Errors
///
/// None in practice: every member can be serialised.
pub fn document(report: &CharacterReport) -> serde_json::Result<String> {
    let plain = serde_json::to_string(&Document {
        format: FORMAT,
        report,
    })?;
    let mut json = String::with_capacity(plain.len());
    for c in plain.chars() {
        // Such characters occur only inside strings: the rest of the document is plain ASCII.
        if is_treacherous(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                // Writing to a string cannot fail.
                let _ = write!(json, "\\u{unit:04x}");
            }
        } else {
            json.push(c);
        }
    }
    Ok(json)
}
