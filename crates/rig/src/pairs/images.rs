//! The names that the other joint of a pair may have.

use crate::NamePatterns;
use crate::name_patterns::stands_whole;

/// Letters of a mark from which on it is looked for inside of words and in small letters and capitals alike.
const WORD: usize = 4;
/// Groups of digits that are taken from the end of a name, at most.
pub(super) const MOST_COUNTERS: usize = 3;
/// Bytes of the longest name that is read; that of no joint is longer, and a file may be one name.
pub(super) const LONGEST_NAME: usize = 256;
/// Names on the other side that one name may have, at most.
const MOST_IMAGES: usize = 64;

/// How a mark may stand in a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// As a whole, see [`NamePatterns`].
    Whole,
    /// A word anywhere, in small letters or capitals, as in `leftarm`; a single letter at either end, as in `upperarml`.
    Inside,
}

/// The names that those on the other side of `name` may have, by all marks in all places, each once: the first 64, and none of a name
/// above 256 bytes.
pub(super) fn images(patterns: &NamePatterns, name: &str, how: Mark) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    if name.len() > LONGEST_NAME {
        return found;
    }
    let sides = patterns
        .marks()
        .flat_map(|(left, right)| [(left, right), (right, left)]);
    for image in sides.flat_map(|side| Swap::new(side, how).images(name)) {
        if found.len() == MOST_IMAGES {
            break;
        }
        if image != name && !found.contains(&image) {
            found.push(image);
        }
    }
    found
}

/// A mark that another one takes the place of.
#[derive(Clone, Copy)]
struct Swap<'a> {
    mark: &'a str,
    other: &'a str,
    how: Mark,
    /// Whether it may stand inside of words.
    is_word: bool,
    /// Whether it may stand at either end of a name.
    is_letter: bool,
}

impl<'a> Swap<'a> {
    fn new((mark, other): (&'a str, &'a str), how: Mark) -> Self {
        let letters = mark.chars().count();
        Self {
            mark,
            other,
            how,
            is_word: letters >= WORD && mark.chars().all(char::is_alphabetic),
            is_letter: letters == 1 && mark.is_ascii(),
        }
    }

    /// The name with the other mark, once for each place where this one is and may stand.
    fn images(self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        // Nearly all places are passed over by their first byte.
        let first = self.mark.as_bytes().first();
        let may_begin =
            move |byte: u8| first.is_some_and(|first| first.eq_ignore_ascii_case(&byte));
        let places = name.bytes().enumerate();
        let places = places.filter(move |(_, byte)| may_begin(*byte));
        places.filter_map(move |(place, _)| self.swapped(name, place))
    }

    fn swapped(self, name: &str, place: usize) -> Option<String> {
        let end = place + self.mark.len();
        let there = name.get(place..end)?;
        let is_whole = there == self.mark && stands_whole(name, place, self.mark);
        let other = match self.how {
            Mark::Whole => is_whole.then(|| self.other.to_owned()),
            Mark::Inside if is_whole => None,
            Mark::Inside => self.inside(there, place == 0 || end == name.len()),
        };
        let other = other?;
        let (head, tail) = (name.get(..place)?, name.get(end..)?);
        Some(format!("{head}{other}{tail}"))
    }

    /// What takes the place of a mark that does not stand as a whole.
    fn inside(self, there: &str, is_at_end: bool) -> Option<String> {
        if self.is_word && there.eq_ignore_ascii_case(self.mark) {
            return Some(in_case_of(there, self.other));
        }
        (self.is_letter && is_at_end && there == self.mark).then(|| self.other.to_owned())
    }
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
    #[test]
    fn long_names_have_no_images_and_short_ones_few() {
        let patterns = NamePatterns::default();
        let of = |marks: usize| images(&patterns, &"L_".repeat(marks), Mark::Whole);
        assert!(of(4).contains(&"L_L_R_L_".to_owned()));
        assert_eq!(of(LONGEST_NAME / 2).len(), MOST_IMAGES);
        assert_eq!(of(LONGEST_NAME / 2 + 1), Vec::<String>::new());
    }
}
