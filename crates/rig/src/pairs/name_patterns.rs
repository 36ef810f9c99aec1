//! How names tell left from right.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// Most pairs a list may have; every name is looked through for each.
const MOST_PAIRS: usize = 64;

/// An ordered list of pairs of marks, as `.L` and `.R`, that tell the names of left joints from those of right ones.
///
/// A mark counts where it stands as a whole: at each of its ends there is the end of the name, a sign that is neither letter nor
/// digit (which may belong to the mark itself), a digit, a small letter before a capital, or a capital before a capital that
/// a small letter follows. So `Left` is in `LeftArm`, `mixamorig:LeftArm`, `arm_Left` and `armLeft2`, not in `Leftover`; `.L` is in
/// `arm.L` and `arm.L.001`, not in `arm.Lower`; `L` is in `Bip01 L Hand`, `ArmL` and `LArm`, not in `Leg` and `LOD`.
/// Names are case-sensitive. The first pair that is found in a name decides, and of several places the last.
///
/// A mark may stand in several pairs of one side, as `gauche/droite` and `gauche/droit`. [`JointPairs`](crate::JointPairs) tries all
/// of them, and marks that do not stand as a whole too, since there the other joint has to exist.
///
/// Behind every list that has any pair stand marks that hardly mean anything else: 左/右, ひだり/みぎ and ヒダリ/ミギ,
/// `vänster/höger` and `stânga/dreapta`, the last two with a capital and without accents, too.
///
/// As text: the two sides of a pair with a stroke between, pairs with commas or line ends between: `.L/.R, Left/Right`.
///
/// # Examples
///
/// ```
/// use rig::NamePatterns;
///
/// let patterns = NamePatterns::default();
/// assert_eq!(patterns.mirror_name("hand.L").as_deref(), Some("hand.R"));
/// assert_eq!(patterns.mirror_name("mixamorig:RightFoot").as_deref(), Some("mixamorig:LeftFoot"));
/// assert_eq!(patterns.mirror_name("Leftover"), None);
/// let own: NamePatterns = "sx/dx, gauche/droite".parse()?;
/// assert_eq!(own.mirror_name("braccio_sx").as_deref(), Some("braccio_dx"));
/// # Ok::<(), rig::NamePatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePatterns {
    pairs: Vec<(String, String)>,
}

/// A list of marks that cannot tell left from right.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NamePatternError {
    /// No stroke, or more than one.
    #[error("`{text}` is no pair: write the left mark, a stroke and the right mark, as `.L/.R`")]
    NoPair {
        /// The entry as it stands in the text.
        text: String,
    },
    /// One side is empty.
    #[error("`{left}/{right}` has an empty side: every name would match it")]
    Empty {
        /// The left mark, which may be empty.
        left: String,
        /// The right mark, which may be empty.
        right: String,
    },
    /// Left and right are the same.
    #[error("`{mark}` stands for left and for right: the two must differ")]
    Same {
        /// The mark that stands on both sides.
        mark: String,
    },
    /// A pair that stands in the list twice.
    #[error("`{left}/{right}` is given twice: leave one of them out")]
    Twice {
        /// The left mark of the pair that is repeated.
        left: String,
        /// The right mark of the pair that is repeated.
        right: String,
    },
    /// A mark that the text form cannot hold: with a stroke, a comma or a line end, or with blanks around it.
    #[error(
        "`{mark}` has a stroke, a comma, a line end or blanks around it, which no mark may have"
    )]
    Sign {
        /// The mark that the text form cannot hold.
        mark: String,
    },
    /// More pairs than names are looked through for.
    #[error("{found} pairs are too many: at most {MOST_PAIRS} are looked for")]
    TooMany {
        /// How many there are.
        found: usize,
    },
}

impl NamePatterns {
    /// These pairs, left mark first, in this order. None at all is allowed: then no name has a side.
    ///
    /// # Errors
    ///
    /// Empty marks, marks that stand for both sides, pairs that stand twice, marks with a stroke, a comma, a line end or blanks
    /// around them, and more than 64 pairs.
    pub fn new(
        pairs: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Self, NamePatternError> {
        let pairs: Vec<(String, String)> = pairs.into_iter().collect();
        if pairs.len() > MOST_PAIRS {
            return Err(NamePatternError::TooMany { found: pairs.len() });
        }
        for (left, right) in &pairs {
            check_pair(left, right)?;
        }
        // A mark of both sides would say left and right at once.
        let lefts: HashSet<&String> = pairs.iter().map(|(left, _)| left).collect();
        if let Some((_, mark)) = pairs.iter().find(|(_, right)| lefts.contains(right)) {
            return Err(NamePatternError::Same { mark: mark.clone() });
        }
        let mut seen = HashSet::new();
        if let Some((left, right)) = pairs.iter().find(|pair| !seen.insert(*pair)) {
            let (left, right) = (left.clone(), right.clone());
            return Err(NamePatternError::Twice { left, right });
        }
        Ok(Self { pairs })
    }

    /// The pairs, left mark first.
    #[must_use]
    pub fn pairs(&self) -> &[(String, String)] {
        &self.pairs
    }

    /// The pairs with the marks that stand behind every list, as 左/右.
    pub(crate) fn marks(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = self.pairs.iter();
        let own = own.map(|(left, right)| (left.as_str(), right.as_str()));
        // An empty list says that no name has a side.
        let behind = (!self.pairs.is_empty()).then_some(OF_EVERY_LIST);
        own.chain(behind.into_iter().flatten())
    }

    /// The name of the joint on the other side; nothing for a name without a mark.
    ///
    /// The mirrored name of a mirrored name is the name, but for odd lists whose marks hold one another; pairs of joints are
    /// therefore made only where it is so.
    #[must_use]
    pub fn mirror_name(&self, name: &str) -> Option<String> {
        let found = self.mark_in(name)?;
        let head = name.get(..found.place)?;
        let tail = name.get(found.place + found.mark.len()..)?;
        Some(format!("{head}{}{tail}", found.other))
    }

    /// Whether a name is that of a joint on the left (true) or on the right (false), by the mark that [`mirror_name`](Self::mirror_name)
    /// exchanges; nothing for a name without a mark.
    #[must_use]
    pub fn is_left(&self, name: &str) -> Option<bool> {
        Some(self.mark_in(name)?.is_left)
    }

    /// A name with one word more, for a joint that belongs to the one of this name: `arm.twist1.L` of `arm.L`, `arm_twist1_l` of `arm_l`.
    ///
    /// The word goes before a mark of the side that ends the name, behind the sign that parts that; else at the end, behind a dot.
    #[must_use]
    pub fn with_word(&self, name: &str, word: &str) -> String {
        let end = self.ending_mark(name);
        let (before, mark) = name
            .split_at_checked(end.unwrap_or(name.len()))
            .unwrap_or((name, ""));
        // The sign that parts the mark parts the word too.
        let sign = mark.chars().next().unwrap_or('.');
        format!("{before}{sign}{word}{mark}")
    }

    /// Where the mark that tells the side begins, in bytes, if the name ends with it and a sign that is neither letter nor digit parts
    /// it from what stands before; that sign belongs to it.
    pub(crate) fn ending_mark(&self, name: &str) -> Option<usize> {
        let found = self.mark_in(name)?;
        let is_end = found.place + found.mark.len() == name.len();
        let parts = |sign: char| !sign.is_alphanumeric();
        let (before, mark) = name.split_at_checked(found.place).filter(|_| is_end)?;
        if mark.starts_with(parts) {
            return Some(found.place);
        }
        let sign = before.chars().next_back().filter(|&sign| parts(sign))?;
        Some(found.place - sign.len_utf8())
    }

    fn mark_in<'a>(&'a self, name: &str) -> Option<MarkInName<'a>> {
        let find = |(left, right): (&'a str, &'a str)| {
            let sides = [(left, right, true), (right, left, false)];
            let found = sides.into_iter().filter_map(|(mark, other, is_left)| {
                Some(MarkInName {
                    place: last_whole(name, mark)?,
                    mark,
                    other,
                    is_left,
                })
            });
            // Of two marks at one place the longer.
            found.max_by_key(|found| (found.place, found.mark.len()))
        };
        self.marks().find_map(find)
    }
}

/// The mark that decides on which side a joint of this name is.
struct MarkInName<'a> {
    /// Where it begins, in bytes.
    place: usize,
    mark: &'a str,
    /// The one of the other side.
    other: &'a str,
    is_left: bool,
}

impl Default for NamePatterns {
    /// What Blender, Maya, Mixamo, 3ds Max, DAZ, MMD and Unreal write, and words of Spanish, French, German, Portuguese and Italian.
    fn default() -> Self {
        let pairs = USUAL
            .iter()
            .map(|&(left, right)| (left.to_owned(), right.to_owned()));
        Self {
            pairs: pairs.collect(),
        }
    }
}

/// Marks that stand behind every list with any pairs, and in none: fonts of lists need not have them.
const OF_EVERY_LIST: [(&str, &str); 11] = [
    ("左", "右"),
    ("ひだり", "みぎ"),
    ("ヒダリ", "ミギ"),
    ("vänster", "höger"),
    ("Vänster", "Höger"),
    ("vanster", "hoger"),
    ("Vanster", "Hoger"),
    ("stânga", "dreapta"),
    ("Stânga", "Dreapta"),
    ("stanga", "dreapta"),
    ("Stanga", "Dreapta"),
];

/// The pairs of [`NamePatterns::default`]. The first one gives new joints their names.
const USUAL: [(&str, &str); 44] = [
    (".L", ".R"),
    (".l", ".r"),
    ("_L", "_R"),
    ("_l", "_r"),
    ("-L", "-R"),
    ("-l", "-r"),
    ("L_", "R_"),
    ("l_", "r_"),
    ("L-", "R-"),
    ("l-", "r-"),
    ("Left", "Right"),
    ("left", "right"),
    ("LEFT", "RIGHT"),
    ("Lf", "Rt"),
    ("lf", "rt"),
    ("L", "R"),
    ("l", "r"),
    ("Izquierda", "Derecha"),
    ("izquierda", "derecha"),
    ("Izquierdo", "Derecho"),
    ("izquierdo", "derecho"),
    ("Izq", "Der"),
    ("izq", "der"),
    ("Gauche", "Droite"),
    ("gauche", "droite"),
    ("Gauche", "Droit"),
    ("gauche", "droit"),
    ("Links", "Rechts"),
    ("links", "rechts"),
    ("Linke", "Rechte"),
    ("linke", "rechte"),
    ("Linker", "Rechter"),
    ("linker", "rechter"),
    ("Esquerda", "Direita"),
    ("esquerda", "direita"),
    ("Esquerdo", "Direito"),
    ("esquerdo", "direito"),
    ("esq", "dir"),
    ("Sinistra", "Destra"),
    ("sinistra", "destra"),
    ("Sinistro", "Destro"),
    ("sinistro", "destro"),
    ("Sx", "Dx"),
    ("sx", "dx"),
];

impl fmt::Display for NamePatterns {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (left, right)) in self.pairs.iter().enumerate() {
            let comma = if place == 0 { "" } else { ", " };
            write!(out, "{comma}{left}/{right}")?;
        }
        Ok(())
    }
}

impl FromStr for NamePatterns {
    type Err = NamePatternError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split([',', '\n', '\r']).map(str::trim);
        let pairs = parts.filter(|part| !part.is_empty()).map(pair);
        Self::new(pairs.collect::<Result<Vec<_>, _>>()?)
    }
}

fn pair(text: &str) -> Result<(String, String), NamePatternError> {
    let mut sides = text.split('/').map(str::trim);
    match (sides.next(), sides.next(), sides.next()) {
        (Some(left), Some(right), None) => Ok((left.to_owned(), right.to_owned())),
        _ => Err(NamePatternError::NoPair {
            text: text.to_owned(),
        }),
    }
}

fn check_pair(left: &str, right: &str) -> Result<(), NamePatternError> {
    if left.is_empty() || right.is_empty() {
        return Err(NamePatternError::Empty {
            left: left.to_owned(),
            right: right.to_owned(),
        });
    }
    let is_bad = |mark: &&str| mark.trim() != *mark || mark.contains(['/', ',', '\n', '\r']);
    if let Some(mark) = [left, right].into_iter().find(is_bad) {
        return Err(NamePatternError::Sign {
            mark: mark.to_owned(),
        });
    }
    if left == right {
        return Err(NamePatternError::Same {
            mark: left.to_owned(),
        });
    }
    Ok(())
}

/// Where a mark stands as a whole, the last such place.
fn last_whole(name: &str, mark: &str) -> Option<usize> {
    // Places may overlap, so every one is tried.
    let places = name.char_indices().map(|(place, _)| place).rev();
    places
        .filter(|&place| name.get(place..).is_some_and(|tail| tail.starts_with(mark)))
        .find(|&place| stands_whole(name, place, mark))
}

/// Whether a mark that is in a name at this place ends at both ends where a word may.
pub(crate) fn stands_whole(name: &str, place: usize, mark: &str) -> bool {
    is_border(name, place) && is_border(name, place + mark.len())
}

/// Whether a word may end at a place of a name: at its ends, beside a sign, between letter and digit, and where a capital begins.
fn is_border(name: &str, place: usize) -> bool {
    let (head, tail) = (name.get(..place), name.get(place..));
    let before = head.and_then(|head| head.chars().next_back());
    let mut after = tail.unwrap_or_default().chars();
    let (Some(before), Some(first)) = (before, after.next()) else {
        return true;
    };
    let begins_word = first.is_uppercase()
        && (before.is_lowercase()
            || before.is_uppercase() && after.next().is_some_and(char::is_lowercase));
    let is_sign = |c: char| !c.is_alphanumeric();
    // Of scripts without capitals, where words are not set apart, every sign is a word.
    let is_ideograph = |c: char| c.is_alphabetic() && !c.is_lowercase() && !c.is_uppercase();
    is_sign(before)
        || is_sign(first)
        || before.is_numeric() != first.is_numeric()
        || begins_word
        || is_ideograph(before)
        || is_ideograph(first)
}
