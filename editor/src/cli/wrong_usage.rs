//! What is said of a command line that cannot be understood.

use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use headless::printable::{cap_message, printable, printable_lines};
use headless::{Failure, console};
use text_files::{did_you_mean, shorten};

use super::looks_like_a_file;

/// The exit status of wrong usage.
const WRONG_USAGE: u8 = 2;

/// Whether a command line asks for JSON, even one that cannot be parsed.
pub(super) fn asks_for_json(words: &[String]) -> bool {
    let options = words.iter().take_while(|word| *word != "--");
    options.into_iter().any(|word| word == "--json")
}

/// The failure that the first word is neither a command nor a file, if that is so.
pub(super) fn misspelt(word: Option<&String>, commands: &clap::Command) -> Option<Failure> {
    let word = word.filter(|word| !word.starts_with('-') && !looks_like_a_file(word))?;
    let names: Vec<&str> = commands
        .get_subcommands()
        .map(clap::Command::get_name)
        .chain(["help"])
        .collect();
    if names.contains(&word.as_str()) {
        return None;
    }
    let meant = did_you_mean(word, names.iter().copied(), "");
    let rest = match meant.as_str() {
        "" => format!("; commands are {}. See dualskin --help.", names.join(", ")),
        meant => meant.to_owned(),
    };
    let word = shorten(word);
    Some(Failure::Usage(format!(
        "`{word}` is neither a file nor a command{rest}"
    )))
}

/// Prints a fault of clap's, and gives the exit status. Words of the command line may be names of files, which may hold
/// anything.
pub(super) fn print_fault(fault: &clap::Error, words: &[String], json: bool) -> ExitCode {
    let is_plain = words
        .iter()
        .all(|word| printable(word) == **word && cap_message(word) == **word);
    if json {
        let failure = Failure::Usage(in_one_sentence(fault));
        if let Some(document) = failure.document() {
            // Stdout may be closed; stderr says the same.
            let _unheard = console::result(&document);
        }
    }
    if is_plain {
        // With colors on a terminal; stderr may be closed.
        let _unheard = fault.print();
    } else {
        console::message(&in_one_sentence(fault));
    }
    ExitCode::from(WRONG_USAGE)
}

/// The fault without its usage, as one line: what is wrong, and the word that is.
fn in_one_sentence(fault: &clap::Error) -> String {
    let mut text = fault.render().to_string();
    for value in quoted_words(fault) {
        text = text.replace(&value, &printable(&shorten(&value)));
    }
    let lines = printable_lines(&text);
    let paragraphs = lines.split("\n\n").map(|paragraph| {
        let lines = paragraph.lines().map(str::trim);
        lines.collect::<Vec<_>>().join(" ")
    });
    let said: Vec<String> = paragraphs
        .take_while(|paragraph| !paragraph.starts_with("Usage:"))
        .collect();
    let said = said.join("; ");
    said.trim_start_matches("error: ").to_owned()
}

/// The words of the command line that a fault quotes.
fn quoted_words(fault: &clap::Error) -> Vec<String> {
    let kinds = [
        ContextKind::InvalidArg,
        ContextKind::InvalidValue,
        ContextKind::InvalidSubcommand,
    ];
    let values = kinds.into_iter().filter_map(|kind| fault.get(kind));
    let texts = values.flat_map(|value| match value {
        ContextValue::String(text) => vec![text.clone()],
        ContextValue::Strings(texts) => texts.clone(),
        _ => Vec::new(),
    });
    let mut texts: Vec<String> = texts.filter(|text| !text.is_empty()).collect();
    // The longest first: one may be part of another.
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    texts
}
