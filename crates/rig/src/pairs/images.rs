//! The names that the other joint of a pair may have.

use crate::NamePatterns;
use crate::pairs::name_patterns::stands_whole;

/// Letters of a mark from which on it is looked for inside of words and in small letters and capitals alike.
pub(super) const WORD: usize = 4;
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
    /// The same, and each other mark of its side with it, as in `NPC L Thigh [LThg]`.
    Every,
    /// A word anywhere, in small letters or capitals, as in `leftarm`; a single letter where a word begins or ends, as in `upperarml` and
    /// `hero:LUArm`. Marks that stand as a whole may be exchanged with it.
    Inside,
    /// One of [`LETTERS`] or [`RARE`] as a whole.
    Rare,
}

/// Rare marks that tell the left only where most pairs have such ones: single letters of other languages, and French `ga` and `dr`.
const LETTERS: [(&str, &str); 16] = [
    ("_g", "_d"),
    (".g", ".d"),
    ("-g", "-d"),
    ("G", "D"),
    ("_i", "_d"),
    (".i", ".d"),
    ("I", "D"),
    ("_e", "_d"),
    (".e", ".d"),
    ("E", "D"),
    ("_s", "_d"),
    (".s", ".d"),
    ("-s", "-d"),
    ("S", "D"),
    ("ga", "dr"),
    ("Ga", "Dr"),
];

/// Marks that say something else too often to decide before places do: short forms of other languages, and words of languages that
/// [`NamePatterns::default`] does not have.
const RARE: [(&str, &str); 24] = [
    ("li", "re"),
    ("Li", "Re"),
    ("LI", "RE"),
    ("Esq", "Dir"),
    ("ESQ", "DIR"),
    ("IZQ", "DER"),
    ("SX", "DX"),
    ("LF", "RT"),
    ("Lt", "Rt"),
    ("lt", "rt"),
    ("LT", "RT"),
    ("Lft", "Rgt"),
    ("lft", "rgt"),
    ("hidari", "migi"),
    ("Hidari", "Migi"),
    ("lewa", "prawa"),
    ("lewy", "prawy"),
    ("левая", "правая"),
    ("Левая", "Правая"),
    ("левый", "правый"),
    ("Левый", "Правый"),
    ("Л", "П"),
    ("л", "п"),
    ("왼", "오른"),
];

/// The names that those on the other side of `name` may have, by all marks in all places, each once: the first 64, and none of a name
/// above 256 bytes.
pub(super) fn images(patterns: &NamePatterns, name: &str, how: Mark) -> Vec<String> {
    if name.len() > LONGEST_NAME {
        return Vec::new();
    }
    let marks: Vec<(&str, &str)> = match how {
        Mark::Rare => LETTERS.into_iter().chain(RARE).collect(),
        Mark::Whole | Mark::Every | Mark::Inside => patterns.marks().collect(),
    };
    let sides = marks
        .iter()
        .flat_map(|&(left, right)| [(left, right), (right, left)]);
    let one = sides.flat_map(|side| Swap::new(side, how).images(name));
    match how {
        Mark::Whole | Mark::Rare => each_once(name, one),
        Mark::Every => {
            let every = [true, false].map(|is_left| exchange_marks(&marks, name, is_left));
            // One mark alone was tried as a whole one.
            let several = every.into_iter().filter(|every| every.count > 1);
            each_once(name, several.map(|every| every.image))
        }
        Mark::Inside => each_once(name, one.chain(inside_besides(&marks, name))),
    }
}

/// Whether a joint is the left one of a pair (true) or the right one, by the mark that makes its partner's name of its own: one inside of a
/// word, as of `arml` and `armr`, or a rare one, of these none of [`LETTERS`] unless `letters` tell. Counters are not looked at. Nothing where
/// no mark does.
pub(super) fn is_left_of(
    patterns: &NamePatterns,
    [name, partner]: [&str; 2],
    letters: bool,
) -> Option<bool> {
    let [name, partner] = [name, partner].map(|name| without_counters(name, MOST_COUNTERS));
    if name == partner || name.len() > LONGEST_NAME {
        return None;
    }
    let letters = LETTERS.into_iter().filter(|_| letters);
    let rare = RARE.into_iter().chain(letters);
    let rare = rare.filter(|_| !patterns.pairs().is_empty());
    let marks = patterns.marks().map(|side| (side, Mark::Inside));
    let mut marks = marks.chain(rare.map(|side| (side, Mark::Rare)));
    marks.find_map(|((left, right), how)| {
        let leads = |side| {
            let mut images = Swap::new(side, how).images(name);
            images.any(|image| image == partner)
        };
        match (leads((left, right)), leads((right, left))) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    })
}

/// The first 64 of these images that are not the name itself.
fn each_once(name: &str, images: impl Iterator<Item = String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for image in images {
        // Each image is looked up among the names of all joints.
        if found.len() == MOST_IMAGES {
            break;
        }
        if image != name && !found.contains(&image) {
            found.push(image);
        }
    }
    found
}

/// A name with the marks of the other side.
struct ExchangedName {
    image: String,
    /// How many marks took the place of another.
    count: usize,
}

/// A name in which each mark of the left, or of the right, that stands as a whole has become that of the other side. Of several marks that
/// begin at one place it is the longest, of those the first.
fn exchange_marks(marks: &[(&str, &str)], name: &str, is_left: bool) -> ExchangedName {
    let mut found = ExchangedName {
        image: String::with_capacity(name.len()),
        count: 0,
    };
    let mut place = 0;
    while let Some(rest) = name.get(place..)
        && let Some(letter) = rest.chars().next()
    {
        let sides = of_side(marks, is_left);
        let here = sides
            .filter(|&(mark, _)| rest.starts_with(mark) && stands_whole(name, place, mark))
            .reduce(|best, next| {
                if next.0.len() > best.0.len() {
                    next
                } else {
                    best
                }
            });
        if let Some((mark, other)) = here {
            found.image.push_str(other);
            found.count += 1;
            place += mark.len();
        } else {
            found.image.push(letter);
            place += letter.len_utf8();
        }
    }
    found
}

/// Each mark of a side with its opposite.
fn of_side<'a>(
    marks: &'a [(&'a str, &'a str)],
    is_left: bool,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    marks.iter().map(move |&(left, right)| match is_left {
        true => (left, right),
        false => (right, left),
    })
}

/// The images by a mark inside of a name whose whole marks are exchanged besides, as of `NPC L Finger00 [LF00]`.
fn inside_besides(marks: &[(&str, &str)], name: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for is_left in [true, false] {
        let ExchangedName { image, count } = exchange_marks(marks, name, is_left);
        if count == 0 {
            continue;
        }
        for side in of_side(marks, is_left) {
            let left = MOST_IMAGES.saturating_sub(found.len());
            let images = Swap::new(side, Mark::Inside).images(&image);
            found.extend(images.take(left));
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
    /// Whether it may stand where a word begins or ends.
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
        places.filter_map(move |(place, _)| self.swap_at(name, place))
    }

    fn swap_at(self, name: &str, place: usize) -> Option<String> {
        let end = place + self.mark.len();
        // Nothing where that cuts a letter of several bytes.
        let there = name.get(place..end)?;
        let is_whole = there == self.mark && stands_whole(name, place, self.mark);
        let (head, tail) = (name.get(..place)?, name.get(end..)?);
        let other = match self.how {
            Mark::Whole | Mark::Every | Mark::Rare => is_whole.then(|| self.other.to_owned()),
            // Those were tried as whole marks.
            Mark::Inside if is_whole => None,
            Mark::Inside => self.inside(there, head, tail),
        };
        Some(format!("{head}{}{tail}", other?))
    }

    /// What takes the place of a mark that does not stand as a whole, between what is before it and behind it.
    fn inside(self, there: &str, head: &str, tail: &str) -> Option<String> {
        if self.is_word && is_same_word(there, self.mark) {
            return Some(in_case_of(there, self.other));
        }
        let is_edge = |beside: Option<char>| beside.is_none_or(|sign| !sign.is_alphanumeric());
        let is_at_edge = || is_edge(head.chars().next_back()) || is_edge(tail.chars().next());
        (self.is_letter && there == self.mark && is_at_edge()).then(|| self.other.to_owned())
    }
}

/// Whether two words differ in capitals and small letters alone.
fn is_same_word(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(|word| word.chars().flat_map(char::to_lowercase));
    one.eq(other)
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
            ("vänsterarm", "högerarm"),
            ("VÄNSTERARM", "HÖGERARM"),
        ];
        for (name, other) in cases {
            let found = images(&patterns, name, Mark::Inside);
            assert!(found.contains(&other.to_owned()), "{name}: {found:?}");
        }
    }

    #[test]
    fn letters_stand_where_words_begin_or_end() {
        let patterns = NamePatterns::default();
        for (name, other) in [
            ("Skeleton_LUArm", "Skeleton_RUArm"),
            ("hero:LUArm", "hero:RUArm"),
            ("FL_paw", "FR_paw"),
            ("upperlegl_jnt", "upperlegr_jnt"),
        ] {
            assert_eq!(images(&patterns, name, Mark::Inside), [other]);
            assert_eq!(images(&patterns, name, Mark::Whole), Vec::<String>::new());
        }
        let none = images(&patterns, "Hallo", Mark::Inside);
        assert_eq!(none, Vec::<String>::new());
    }

    #[test]
    fn several_marks_of_a_name_change_together() {
        let patterns = NamePatterns::default();
        for (name, other, how) in [
            ("NPC L Thigh [LThg]", "NPC R Thigh [RThg]", Mark::Every),
            ("Bone_R.001_R", "Bone_L.001_L", Mark::Every),
            ("Left_arm_L", "Right_arm_R", Mark::Every),
            (
                "NPC L Finger00 [LF00]",
                "NPC R Finger00 [RF00]",
                Mark::Inside,
            ),
        ] {
            let found = images(&patterns, name, how);
            assert!(found.contains(&other.to_owned()), "{name}: {found:?}");
        }
        let one = images(&patterns, "Arm_L", Mark::Every);
        assert_eq!(one, Vec::<String>::new(), "a single mark is no several");
    }

    #[test]
    fn a_partner_s_name_says_which_one_is_the_left() {
        let patterns = NamePatterns::default();
        for [left, right] in [
            ["arml", "armr"],
            ["balll_1_10", "ballr_1_17"],
            ["upperarml_end_014", "upperarmr_end_021"],
            ["Arm_LF", "Arm_RT"],
            ["PiernaEsq", "PiernaDir"],
            ["왼팔", "오른팔"],
            ["vänsterlår", "högerlår"],
        ] {
            for letters in [false, true] {
                let is_left = |names| is_left_of(&patterns, names, letters);
                assert_eq!(is_left([left, right]), Some(true), "{left}");
                assert_eq!(is_left([right, left]), Some(false), "{right}");
            }
        }
        let none: NamePatterns = "".parse().unwrap();
        assert_eq!(is_left_of(&none, ["Arm_LF", "Arm_RT"], true), None);
        for names in [
            ["toe_e", "toe_d"],
            ["toe_s", "toe_d"],
            ["bras_ga", "bras_dr"],
            ["Bone_1", "Bone_2"],
            ["cell", "wall"],
        ] {
            assert_eq!(is_left_of(&patterns, names, false), None, "{names:?}");
        }
        for names in [
            ["bras_g", "bras_d"],
            ["mao_e_3", "mao_d_7"],
            ["PieI", "PieD"],
            ["braccio_s", "braccio_d"],
            ["bras_ga_3", "bras_dr_7"],
        ] {
            let [one, other] = names;
            assert_eq!(is_left_of(&patterns, names, true), Some(true));
            assert_eq!(is_left_of(&patterns, [other, one], true), Some(false));
        }
    }

    #[test]
    fn rare_marks_are_no_usual_ones() {
        let patterns = NamePatterns::default();
        for [left, right] in [
            ["bras_g", "bras_d"],
            ["MainG", "MainD"],
            ["Arm_li", "Arm_re"],
            ["왼팔", "오른팔"],
        ] {
            assert_eq!(images(&patterns, left, Mark::Whole), Vec::<String>::new());
            for (name, other) in [(left, right), (right, left)] {
                let found = images(&patterns, name, Mark::Rare);
                assert!(found.contains(&other.to_owned()), "{name}: {found:?}");
            }
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
