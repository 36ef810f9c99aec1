//! Suggestions for misspelt words.

use crate::words::LONGEST;

/// "; did you mean `NAME`?" if a name is similar to the word, else "; there are NAMES", unless `there_are` is empty.
pub fn did_you_mean<'a>(
    word: &str,
    names: impl Iterator<Item = &'a str>,
    there_are: &str,
) -> String {
    match nearest(word, names) {
        Some(name) => format!("; did you mean `{name}`?"),
        None if there_are.is_empty() => String::new(),
        None => format!("; there are {there_are}"),
    }
}

/// The most similar name, if at most a third of the letters differ.
fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A word may be as long as a file, and comparing takes its length times that of each name.
    if word.chars().nth(LONGEST).is_some() {
        return None;
    }
    // In a word of one or two letters one may differ, or no short word would have a suggestion.
    let most = (word.chars().count() / 3).max(1);
    let distances = names.map(|name| (distance(word, name), name));
    distances
        .filter(|(distance, _)| *distance <= most)
        // Of equally near names the first in the caller's order.
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The number of letters to insert, remove, replace or exchange with their neighbor, ignoring case.
fn distance(from: &str, to: &str) -> usize {
    strsim::osa_distance(&from.to_lowercase(), &to.to_lowercase())
}
