//! The report for people.

use std::fmt::Write as _;

use scene::report::pluralize;
use session::state::judging::{Checked, Verdict};

use super::{File, in_none};
use crate::terminal::printable::printable;

/// Places of a check that are named.
const NAMED: usize = 3;

pub(super) fn text(files: &[File<'_>]) -> String {
    let nowhere = files.first().map(|file| &file.nowhere[..]);
    let nowhere = nowhere.filter(|names| !names.is_empty());
    let told = nowhere.map(|names| format!("limits: {}", printable(&in_none(names))));
    let pages: Vec<String> = told.into_iter().chain(files.iter().map(page)).collect();
    pages.join("\n\n")
}

fn page(file: &File<'_>) -> String {
    let verdict = match &file.verdict {
        Ok(verdict) => verdict,
        Err(failure) => return format!("{}\n  cannot be judged: {failure}", file.source),
    };
    if let Some(no_skin) = verdict.no_skin {
        return format!(
            "{}: not judged: {}",
            printable(file.source),
            no_skin.words()
        );
    }
    let blind = verdict.not_judged().count();
    let state = if file.is_good() && blind > 0 {
        format!("good, {} not judged", pluralize(blind, "limit"))
    } else if file.is_good() {
        "good".to_owned()
    } else if verdict.over().next().is_some() {
        "beyond its limits".to_owned()
    } else {
        "not judged by all limits".to_owned()
    };
    let mut text = format!("{}: {state}, in {}", printable(file.source), poses(verdict));
    let title = |checked: &Checked| checked.title().chars().count();
    let width = verdict.checks.iter().map(title).max().unwrap_or(0);
    let values: Vec<String> = verdict.checks.iter().map(Checked::value_words).collect();
    let value_width = values.iter().map(|value| value.chars().count()).max();
    let value_width = value_width.unwrap_or(0);
    for (checked, value) in verdict.checks.iter().zip(values) {
        let mark = if checked.is_over() { "✗" } else { " " };
        let limit = checked.limit_words();
        let limit = limit.map_or_else(String::new, |limit| format!("limit {limit}"));
        let note = checked
            .not_judged
            .map_or(limit, |why| why.words().to_owned());
        let title = checked.title();
        // Writing to a string cannot fail.
        let line = format!("{mark} {title:width$}  {value:>value_width$}  {note}");
        let _written = write!(text, "\n{}", line.trim_end());
        let shown = if checked.is_over() { NAMED } else { 0 };
        for place in checked.places.iter().take(shown) {
            let value = checked.check.words(place.value);
            let _written = write!(text, "\n    {value} at {}", printable(&place.words()));
        }
    }
    if !verdict.unknown.is_empty() {
        let names = verdict.unknown.join(", ");
        let _written = write!(text, "\n  Not in this file: {}", printable(&names));
    }
    text
}

/// `312 poses`, or `1,000 of 4,212 poses`.
pub(super) fn poses(verdict: &Verdict) -> String {
    let [looked_at, all] = verdict.poses.map(scene::names::count);
    let poses = match verdict.poses {
        [1, 1] => "1 pose".to_owned(),
        [one, other] if one == other => format!("{all} poses"),
        _ => format!("{looked_at} of {all} poses"),
    };
    match verdict.limited {
        0 => poses,
        limited => format!(
            "{poses}, {} kept back by joint limits",
            pluralize(limited, "turn")
        ),
    }
}
