//! The report as one JSON document, described in `docs/inspect.md`.

use serde::Serialize;

use super::CharacterReport;
use crate::terminal::printable::json_for_terminals;

/// The version for readers to check. A new number means that members were removed or changed their meaning; added
/// members do not change it.
pub const FORMAT: &str = "dualskin-inspect/1";

/// The same for a list of several files.
pub const LIST_FORMAT: &str = "dualskin-inspect-list/1";

#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    #[serde(flatten)]
    report: &'a CharacterReport,
}

/// The report as one line of JSON with complete and exact names.
///
/// # Errors
///
/// None in practice: every member can be serialized.
pub fn document(report: &CharacterReport) -> serde_json::Result<String> {
    let plain = serde_json::to_string(&Document {
        format: FORMAT,
        report,
    })?;
    Ok(json_for_terminals(&plain))
}
