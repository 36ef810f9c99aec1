//! An item of the book: one figure, table, theorem or open question, with what it claims and what it comes to.

use core::fmt;

use crate::diagram::Diagram;
use crate::error::FigureError;
use crate::material::Material;
use crate::number::Number;

/// One figure, table, theorem or open question.
///
/// Whatever this crate cannot measure, as times, a crate above keeps as items of the same type, and puts them among those of
/// [`ALL`](crate::book::ALL) by their [`place`](Self::place).
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// What it is called for good, as `k08-16`: commands and links name it.
    pub id: &'static str,
    /// A few words, as `The candy wrapper`.
    pub title: &'static str,
    /// Where it stands.
    pub source: Source,
    /// What is claimed there, in one sentence; of an open question the question.
    pub claim: &'static str,
    /// What is seen and measured here, for the page and the card beside the picture.
    pub caption: &'static str,
    /// Of an open question the answer, in a paragraph of Markdown; else empty.
    pub answer: &'static str,
    /// How long it takes.
    pub cost: Cost,
    /// What is known about the claim.
    pub expected: Expected,
    /// Measures its numbers, at least one.
    pub measure: Measure,
    /// Draws its diagram, if it has one.
    pub draw: Option<Draw>,
}

/// Measures the numbers of an item, on what is handed in.
pub type Measure = fn(&dyn Material) -> Result<Vec<Number>, FigureError>;

/// Draws the diagram of an item, whose numbers are given.
pub type Draw = fn(&[Number]) -> Result<Diagram, FigureError>;

impl Item {
    /// What the numbers say about the claim.
    #[must_use]
    pub fn judge(&self, numbers: &[Number]) -> Verdict {
        if numbers.is_empty() || !numbers.iter().all(Number::holds) {
            return Verdict::Changed;
        }
        match self.expected {
            Expected::Holds => Verdict::Holds,
            Expected::Fails(_) => Verdict::Fails,
            Expected::Differs(_) => Verdict::Differs,
        }
    }

    /// By what items are put in order: paper after paper, and by id in each.
    #[must_use]
    pub const fn place(&self) -> Place {
        Place {
            paper: self.source.paper,
            id: self.id,
        }
    }
}

/// The place of an item in the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    paper: Paper,
    id: &'static str,
}

/// Where something is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// The text.
    pub paper: Paper,
    /// The place in it, as `figure 16`; of open questions what they are about.
    pub at: &'static str,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.paper.name(), self.at)
    }
}

/// The texts that the program stands on, in the order of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Paper {
    /// Kavan, Collins, Žára and O'Sullivan 2008, *Geometric Skinning with Approximate Dual Quaternion Blending*.
    K08,
    /// Kavan and Žára 2005, *Spherical Blend Skinning*.
    K05,
    /// Vaillant, *Dual Quaternion Skinning with scale*.
    V16,
    /// The slides of a course on skinning.
    Lecture,
    /// The notes on K08 by one of its readers.
    Notes,
    /// What none of them answers.
    Open,
}

impl Paper {
    /// All, in the order of the book.
    pub const ALL: [Self; 6] = [
        Self::K08,
        Self::K05,
        Self::V16,
        Self::Lecture,
        Self::Notes,
        Self::Open,
    ];

    /// How documents cite it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::K08 => "K08",
            Self::K05 => "K05",
            Self::V16 => "V16",
            Self::Lecture => "the lecture",
            Self::Notes => "the reading notes",
            Self::Open => "open question",
        }
    }

    /// Authors, year and title.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::K08 => {
                "L. Kavan, S. Collins, J. Žára, C. O'Sullivan 2008, Geometric Skinning with Approximate Dual Quaternion Blending"
            }
            Self::K05 => "L. Kavan, J. Žára 2005, Spherical Blend Skinning",
            Self::V16 => "R. Vaillant, Dual Quaternion Skinning with scale",
            Self::Lecture => {
                "Slides of a course on skinning, from linear blending to dual quaternions"
            }
            Self::Notes => "Notes on K08 by one of its readers",
            Self::Open => "Questions that none of the papers answers",
        }
    }
}

/// How long the numbers of an item take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Seconds at most, in a build that is not optimized: every run of CI measures it.
    Cheap,
    /// Longer, or of use on a quiet machine only: measured when asked for.
    Dear,
}

/// What is known about a claim, as long as the numbers stay as they are pinned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// It holds; an open question has its answer.
    Holds,
    /// It is wrong, for this reason.
    Fails(&'static str),
    /// The program has another number, for this reason.
    Differs(&'static str),
}

impl Expected {
    /// Why it does not simply hold; empty where it does.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Holds => "",
            Self::Fails(reason) | Self::Differs(reason) => reason,
        }
    }
}

/// What measured numbers say about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds, as expected.
    Holds,
    /// It does not, as expected.
    Fails,
    /// The program has another number, as expected.
    Differs,
    /// Some number is not what it was: of a claim that held, it no longer does; else somebody has to look.
    Changed,
}

impl Verdict {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Holds, Self::Fails, Self::Differs, Self::Changed];

    /// As pages and documents name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "does not hold",
            Self::Differs => "differs",
            Self::Changed => "changed",
        }
    }
}
