//! The report as one JSON document, described in `docs/inspect.md`.

use std::fmt::Write as _;

use serde::Serialize;

use super::CharacterReport;
use crate::printable::is_treacherous;

/// What a reader checks before it reads on. A new number means that members went away or changed their meaning; members
/// that are added do not change it.
pub const FORMAT: &str = "dualskin-inspect/1";

#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    #[serde(flatten)]
    report: &'a CharacterReport,
}

/// One line of JSON with every name complete and exact. What could act on a terminal is written as `\u…`, which reads back as
/// the same character.
///
/// # Errors
///
/// None that can happen: every member has a form in JSON.
pub fn document(report: &CharacterReport) -> serde_json::Result<String> {
    let plain = serde_json::to_string(&Document {
        format: FORMAT,
        report,
    })?;
    let mut json = String::with_capacity(plain.len());
    for c in plain.chars() {
        // These occur inside strings only: the rest of the document is plain ASCII.
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
