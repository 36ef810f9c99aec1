//! Finds repeated code: runs of lines of the same shape in two places.
//!
//! Names and values do not count, so a copy with other names is found too. A pair is worth a look, and not always a
//! fault.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::place::{Part, Place};
use super::rust_file::RustFile;
use super::shapes::{ShapedLine, shaped_lines};
use super::tokens::lex;
use crate::source::SourceFile;

/// Least lines of a pair.
const LEAST: usize = 6;

/// Least lines with an action: fewer are a declaration with little around it.
const LEAST_ACTING: usize = 4;

/// Least different lines: fewer are a list, whose entries look alike everywhere.
const LEAST_SHAPES: usize = 4;

/// A run in more places is an idiom of this project, not a copy.
const MOST_PLACES: usize = 8;

/// Two runs of lines of the same shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// The earlier place.
    pub first: Place,
    /// The last line of the earlier place.
    pub first_end: usize,
    /// The later place.
    pub second: Place,
    /// The last line of the later place.
    pub second_end: usize,
    /// Lines of code of the same shape.
    pub lines: usize,
    /// Lines of these that are exactly equal.
    pub same: usize,
}

/// Every pair in `files`, the longest first; sources are compared with sources, tests and examples with each other.
pub fn find_repeats(files: &[RustFile]) -> Vec<Repeat> {
    let (mut sources, mut others) = (Vec::new(), Vec::new());
    for file in files {
        let lines = shaped_lines(&file.tokens).into_iter();
        let placed = lines.map(|line| (file.place(line.number), line));
        let (source, other): (Vec<_>, Vec<_>) =
            placed.partition(|(place, _)| place.part == Part::Source);
        sources.push(source);
        others.push(other);
    }
    let mut found = Texts(sources).repeats();
    found.extend(Texts(others).repeats());
    found
}

/// The same for WGSL. A text that Rust's lexer cannot read is skipped.
pub(super) fn shader_repeats(files: &[&SourceFile]) -> Vec<Repeat> {
    let texts = files.iter().filter_map(|file| {
        let lexed = lex(&file.text).ok()?;
        let place = |line: &ShapedLine| Place {
            path: file.path.clone(),
            line: line.number,
            part: Part::Source,
        };
        let lines = shaped_lines(&lexed.tokens).into_iter();
        Some(lines.map(|line| (place(&line), line)).collect())
    });
    Texts(texts.collect()).repeats()
}

/// The lines of every file, with their places.
struct Texts(Vec<Vec<(Place, ShapedLine)>>);

/// A line by the index of its text and its index in the text.
type At = (usize, usize);

/// A run of lines in two places.
#[derive(Clone, Copy)]
struct Run {
    first: At,
    second: At,
    lines: usize,
}

impl Texts {
    fn repeats(&self) -> Vec<Repeat> {
        let mut runs: Vec<Run> = self
            .runs()
            .into_iter()
            .map(Run::without_overlap)
            .filter(|run| run.lines >= LEAST && self.counts(run))
            .collect();
        runs.sort_by_key(|run| (Reverse(run.lines), run.first, run.second));
        let mut kept: Vec<Run> = Vec::new();
        // By the two texts: runs of others do not touch.
        let mut longer: BTreeMap<(usize, usize), Vec<Run>> = BTreeMap::new();
        for run in runs {
            let beside = longer.entry((run.first.0, run.second.0)).or_default();
            if !beside.iter().any(|longer| run.touches(longer)) {
                beside.push(run);
                kept.push(run);
            }
        }
        kept.iter().map(|run| self.repeat(run)).collect()
    }

    /// Every pair of equal windows, with neighboring pairs joined.
    fn runs(&self) -> Vec<Run> {
        // By the two texts and the distance of the lines: all runs found so far.
        let mut joined: BTreeMap<(usize, usize, isize), Vec<Run>> = BTreeMap::new();
        for (first, second) in self.equal_windows() {
            let offset = second.1.wrapping_sub(first.1).cast_signed();
            let runs = joined.entry((first.0, second.0, offset)).or_default();
            match runs.last_mut() {
                Some(run) if first.1 <= run.first.1 + run.lines => {
                    run.lines = first.1 + LEAST - run.first.1;
                }
                _ => runs.push(Run {
                    first,
                    second,
                    lines: LEAST,
                }),
            }
        }
        joined.into_values().flatten().collect()
    }

    fn equal_windows(&self) -> Vec<(At, At)> {
        // Shapes by numbers, so that each is compared once and not in six windows.
        let mut numbers: HashMap<&str, usize> = HashMap::new();
        let mut places: HashMap<Vec<usize>, Vec<At>> = HashMap::new();
        for (text, lines) in self.0.iter().enumerate() {
            let shapes = lines.iter().map(|(_, line)| {
                let next = numbers.len();
                *numbers.entry(line.shape.as_str()).or_insert(next)
            });
            let shapes: Vec<usize> = shapes.collect();
            for (at, window) in shapes.windows(LEAST).enumerate() {
                places.entry(window.to_vec()).or_default().push((text, at));
            }
        }
        let mut pairs = Vec::new();
        for places in places.values().filter(|all| all.len() <= MOST_PLACES) {
            for (i, &first) in places.iter().enumerate() {
                pairs.extend(places[i + 1..].iter().map(|&second| (first, second)));
            }
        }
        pairs.sort_unstable();
        pairs
    }

    /// Whether a run is long enough and not only declarations or tables, which look alike everywhere.
    fn counts(&self, run: &Run) -> bool {
        let acting = self.pairs(run).filter(|(line, _)| line.acts).count();
        let shapes: BTreeSet<&str> = self
            .pairs(run)
            .map(|(line, _)| line.shape.as_str())
            .collect();
        let is_code = acting >= LEAST_ACTING && shapes.len() >= LEAST_SHAPES;
        self.same(run) >= LEAST || is_code
    }

    fn same(&self, run: &Run) -> usize {
        self.pairs(run)
            .filter(|(a, b)| a.letters == b.letters)
            .count()
    }

    fn pairs(&self, run: &Run) -> impl Iterator<Item = (&ShapedLine, &ShapedLine)> {
        let lines = |at: At| self.0[at.0][at.1..][..run.lines].iter();
        lines(run.first)
            .zip(lines(run.second))
            .map(|((_, a), (_, b))| (a, b))
    }

    fn repeat(&self, run: &Run) -> Repeat {
        let place = |at: At| self.0[at.0][at.1].0.clone();
        let end = |at: At| self.0[at.0][at.1 + run.lines - 1].0.line;
        Repeat {
            first: place(run.first),
            first_end: end(run.first),
            second: place(run.second),
            second_end: end(run.second),
            lines: run.lines,
            same: self.same(run),
        }
    }
}

impl Run {
    /// Ends a run within one text where its second place begins.
    fn without_overlap(self) -> Self {
        let gap = if self.first.0 == self.second.0 {
            self.second.1 - self.first.1
        } else {
            self.lines
        };
        Self {
            lines: self.lines.min(gap),
            ..self
        }
    }

    /// Whether both places share lines with those of `other`.
    fn touches(&self, other: &Self) -> bool {
        let overlap = |mine: At, its: At| {
            mine.0 == its.0 && its.1 < mine.1 + self.lines && mine.1 < its.1 + other.lines
        };
        overlap(self.first, other.first) && overlap(self.second, other.second)
    }
}
