//! `dualskin clips list`: the clips of characters, one a line, or as a JSON document.

use scene::report::{ClipReport, clip_reports, pluralize};
use serde::Serialize;

use super::sections;
use crate::Failure;
use crate::source::opened::open;
use crate::terminal::printable::{json_for_terminals, printable};
use crate::terminal::report::{list_with_counts, refusal_json};
use crate::terminal::sources::Sources;
use crate::terminal::{console, stdin};

/// The version for readers to check. A new number means that members were removed or changed their meaning; added members do not
/// change it.
const FORMAT: &str = "dualskin-clips/1";
/// The same for several files.
const LIST_FORMAT: &str = "dualskin-clips-list/1";

#[derive(Serialize)]
struct Document<'a> {
    format: &'static str,
    source: &'a str,
    clips: &'a [ClipReport],
}

/// Prints the clips of characters. A file that is refused does not keep the others from being listed.
///
/// # Errors
///
/// The only file that is refused, and [`Failure::Findings`] where some of several are.
pub fn run(sources: &Sources, json: bool) -> Result<(), Failure> {
    let names: Vec<&str> = sources.names.iter().map(String::as_str).collect();
    stdin::at_most_once(&names)?;
    if let ([source], false) = (&names[..], sources.is_list) {
        return console::result(&described(source, json, false)?);
    }
    let (mut documents, mut failed) = (Vec::new(), 0);
    for source in names.iter().copied() {
        match described(source, json, true) {
            Ok(document) if json => documents.push(document),
            Ok(table) => console::result(&table)?,
            Err(failure) => {
                failed += 1;
                console::message(&failure.to_string());
                documents.push(refusal_json(source, &failure));
            }
        }
    }
    if json {
        console::result(&list_with_counts(LIST_FORMAT, (failed, 0), &documents))?;
    }
    match failed {
        0 => Ok(()),
        failed => Err(Failure::Findings(format!(
            "{failed} of {} cannot be opened.",
            pluralize(names.len(), "file")
        ))),
    }
}

/// The document or the table of one file; the table below its name, if there are others.
fn described(source: &str, json: bool, is_named: bool) -> Result<String, Failure> {
    let opened = open(source)?;
    let clips = clip_reports(&opened.character);
    if json {
        let document = Document {
            format: FORMAT,
            source,
            clips: &clips,
        };
        let text = serde_json::to_string(&document);
        let text = text.map_err(|error| Failure::Data(error.to_string()))?;
        return Ok(json_for_terminals(&text));
    }
    let mut lines = sections::clips(&clips);
    if lines.is_empty() {
        lines.push("There are no clips.".to_owned());
    }
    if is_named {
        lines.insert(0, printable(source));
        lines.push(String::new());
    }
    Ok(lines.join("\n"))
}
