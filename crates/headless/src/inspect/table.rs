//! Aligned columns for a terminal.

use scene::report::thousands;
use unicode_width::UnicodeWidthStr as _;

use crate::terminal::printable::{fit, pad_end, pad_start};

/// The width of a line in columns: what every terminal has.
pub(super) const WIDTH: usize = 80;
/// The largest number of rows; JSON has all of them.
const ROWS: usize = 32;
/// Tables that are only this much longer are printed completely.
const FEW: usize = 8;
/// Blank columns at the beginning of a line.
pub(super) const INDENT: usize = 2;
/// Columns between two cells.
pub(super) const GAP: usize = 2;

/// Rows under a heading. The last column is left-aligned and takes the remaining width, so that names of any script and
/// length cannot move other columns. All other columns are right-aligned.
pub(super) struct Table {
    head: Vec<&'static str>,
    /// The first rows; a file may have a million.
    rows: Vec<Vec<String>>,
    /// The number of all.
    n_rows: usize,
    /// The largest number of rows that are printed.
    most: usize,
    /// Whether a column says something in any of all rows.
    is_used: Vec<bool>,
}

impl Table {
    pub(super) fn new(head: &[&'static str]) -> Self {
        Self::with_most(ROWS, head)
    }

    /// A table that is printed completely, for rows of which there are few in any file.
    pub(super) fn with_all_rows(head: &[&'static str]) -> Self {
        // Less by what is added to it elsewhere, so that the sum does not wrap around.
        Self::with_most(usize::MAX - FEW, head)
    }

    fn with_most(most: usize, head: &[&'static str]) -> Self {
        Self {
            most,
            head: head.to_vec(),
            rows: Vec::new(),
            n_rows: 0,
            is_used: vec![false; head.len()],
        }
    }

    /// Adds a row with one cell per column.
    pub(super) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        for (is_used, cell) in self.is_used.iter_mut().zip(&cells) {
            *is_used |= !matches!(cell.as_str(), "" | "-");
        }
        self.n_rows += 1;
        if self.rows.len() < self.most + FEW {
            self.rows.push(cells);
        }
    }

    /// The lines; columns that are empty in every row are left out, and rows beyond the limit are only counted.
    pub(super) fn lines(&self) -> Vec<String> {
        let columns: Vec<usize> = (0..self.head.len())
            .filter(|&column| self.says_something(column))
            .collect();
        let head: Vec<String> = self.head.iter().map(|&title| title.to_owned()).collect();
        let n_shown = match self.n_rows {
            n if n <= self.most + FEW => n,
            _ => self.most,
        };
        let shown = || self.rows.iter().take(n_shown);
        let widths: Vec<usize> = columns
            .iter()
            .map(|&column| {
                let cells = shown().chain([&head]);
                cells
                    .map(|row| cell(row, column).width())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        let mut lines = vec![line(&head, &columns, &widths)];
        lines.extend(shown().map(|row| line(row, &columns, &widths)));
        let left = self.n_rows - n_shown;
        if left > 0 {
            let left = thousands(left);
            lines.push(format!("{:INDENT$}… and {left} more; --json lists all", ""));
        }
        lines
    }

    fn says_something(&self, column: usize) -> bool {
        let is_last = column + 1 == self.head.len();
        is_last || self.is_used.get(column).copied().unwrap_or(false)
    }
}

/// A cell of a row; empty beyond its end.
fn cell(row: &[String], column: usize) -> &str {
    row.get(column).map_or("", String::as_str)
}

fn line(row: &[String], columns: &[usize], widths: &[usize]) -> String {
    let mut line = " ".repeat(INDENT);
    let Some((&last, others)) = columns.split_last() else {
        return line;
    };
    for (&column, &width) in others.iter().zip(widths) {
        line.push_str(&pad_start(cell(row, column), width));
        line.push_str(&" ".repeat(GAP));
    }
    line.push_str(&fit(cell(row, last), WIDTH.saturating_sub(line.width())));
    line.trim_end().to_owned()
}

/// Lines of a label, a right-aligned number, and a remark.
pub(super) fn facts(facts: &[(&str, String, String)]) -> Vec<String> {
    let label = facts.iter().map(|fact| fact.0.width()).max().unwrap_or(0);
    let number = facts.iter().map(|fact| fact.1.width()).max().unwrap_or(0);
    let line = |(name, count, remark): &(&str, String, String)| {
        let (name, count) = (pad_end(name, label), pad_start(count, number));
        let line = format!("{:INDENT$}{name}{:GAP$}{count}{:GAP$}{remark}", "", "", "");
        line.trim_end().to_owned()
    };
    facts.iter().map(line).collect()
}
