//! The names that the other joint of a pair may have.

use crate::NamePatterns;
use crate::name_patterns::stands_whole;

/// Letters of a mark from which on it is looked for inside of words and in small letters and capitals alike.
const WORD: usize = 4;
/// Groups of digits that are taken from the end of a name, at most.
pub(super) const MOST_COUNTERS: usize = 3;

/// How a mark may stand in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// As a whole, see [`NamePatterns`].
    Whole,
    /// A word anywhere, in small letters or capitals, as in `leftarm`; a single letter at either end, as in `upperarml`.
    Inside,
}

/// The names that those on the other side of `name` may have, by all marks in all places, each once.
pub(super) fn images(patterns: &NamePatterns, name: &str, how: Mark) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (left, right) in patterns.marks() {
        for (mark, other) in [(left, right), (right, left)] {
            let places = name.char_indices().map(|(place, _)| place);
            for place in places {
                let image = swapped(name, place, (mark, other), how);
                found.extend(image.filter(|image| image != name && !found.contains(image)));
            }
        }
    }
    found
}

/// The name with one mark in the place of the other; none where the mark is not, or may not stand.
fn swapped(name: &str, place: usize, (mark, other): (&str, &str), how: Mark) -> Option<String> {
    let end = place + mark.len();
    let there = name.get(place..end)?;
    let (head, tail) = (name.get(..place)?, name.get(end..)?);
    let is_whole = there == mark && stands_whole(name, place, mark);
    let other = match how {
        Mark::Whole => is_whole.then(|| other.to_owned()),
        Mark::Inside if is_whole => None,
        Mark::Inside => inside(there, (mark, other), head.is_empty() || tail.is_empty()),
    };
    Some(format!("{head}{}{tail}", other?))
}

/// What takes the place of a mark that does not stand as a whole.
fn inside(there: &str, (mark, other): (&str, &str), is_at_end: bool) -> Option<String> {
    let is_word = mark.chars().count() >= WORD && mark.chars().all(char::is_alphabetic);
    let is_letter = mark.chars().count() == 1 && mark.is_ascii();
    if is_word && there.eq_ignore_ascii_case(mark) {
        return Some(in_case_of(there, other));
    }
    (is_letter && is_at_end && there == mark).then(|| other.to_owned())
}

/// A word in capitals or small letters, as the one whose place it takes.
fn in_case_of(pattern: &str, word: &str) -> String {
    let mut letters = pattern.chars();
    let first = letters.next().is_some_and(char::is_uppercase);
    let others = letters.any(char::is_uppercase);
    match (first, others) {
        (true, true) => word.to_uppercase(),
        (true, false) => {
            let small = word.to_lowercase();
            let mut letters = small.chars();
            let first = letters.next().map(|first| first.to_uppercase().to_string());
            first.unwrap_or_default() + letters.as_str()
        }
        (false, _) => word.to_lowercase(),
    }
}

/// A name without so many counters at its end: a sign and digits, as exporters add them to make names differ (`_07`, `.003_6`).
/// What would leave nothing stays.
pub(super) fn without_counters(name: &str, most: usize) -> &str {
    let mut left = name;
    for _ in 0..most {
        let head = left.trim_end_matches(|c: char| c.is_ascii_digit());
        let Some(shorter) = head
            .strip_suffix(['_', '.', '-', ' ', '#'])
            .filter(|shorter| head.len() < left.len() && !shorter.is_empty())
        else {
            break;
        };
        left = shorter;
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_taken_from_the_end_alone() {
        let cases = [
            ("LeftArm_07", 1, "LeftArm"),
            ("b_Arm_L.003_6", 1, "b_Arm_L.003"),
            ("b_Arm_L.003_6", 3, "b_Arm_L"),
            ("UpperArm_L_end_014", 3, "UpperArm_L_end"),
            ("Spine1", 3, "Spine1"),
            ("_07", 3, "_07"),
            ("左腕_3", 1, "左腕"),
            ("", 3, ""),
        ];
        for (name, most, left) in cases {
            assert_eq!(without_counters(name, most), left, "{name}");
        }
    }

    #[test]
    fn words_keep_their_case() {
        let patterns = NamePatterns::default();
        let cases = [
            ("leftarm", "rightarm"),
            ("LEFTARM", "RIGHTARM"),
            ("Leftarm", "Rightarm"),
            ("brazoizquierdo", "brazoderecho"),
            ("upperarml", "upperarmr"),
        ];
        for (name, other) in cases {
            let found = images(&patterns, name, Mark::Inside);
            assert!(found.contains(&other.to_owned()), "{name}: {found:?}");
        }
    }
}
