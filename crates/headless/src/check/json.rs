//! The report as one JSON document.

use super::File;
use crate::terminal::printable::json_for_terminals;
use crate::terminal::report::{list_with_counts, refusal_json};

/// The version of the list of several files for readers to check. A new number means that members were removed or changed their meaning;
/// added members do not change it.
const LIST_FORMAT: &str = "dualskin-check-list/1";

pub(super) fn document(files: &[File<'_>], is_list: bool) -> String {
    let documents: Vec<String> = files.iter().map(of_file).collect();
    match &documents[..] {
        [only] if !is_list => only.clone(),
        all => {
            let failed = files.iter().filter(|file| !file.is_good()).count();
            list_with_counts(LIST_FORMAT, (failed, 0), all)
        }
    }
}

fn of_file(file: &File<'_>) -> String {
    match &file.verdict {
        Ok(verdict) => json_for_terminals(&verdict.to_json(file.source, file.is_good())),
        Err(failure) => refusal_json(file.source, failure),
    }
}
