//! Tables that print as text.

use std::fmt;

/// Most places of the longest that a table lists.
pub(super) const NAMED: usize = 10;

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Text, aligned to the left.
    Text(String),
    /// A number, aligned to the right.
    Count(usize),
    /// A number with one decimal, aligned to the right.
    Share(f64),
}

/// A figure for every folder, or a list of places.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name of the figure.
    pub title: &'static str,
    /// How it is measured, and what others have.
    pub note: &'static str,
    /// Headings of the columns.
    pub columns: &'static [&'static str],
    /// The rows in the order in which they are shown, each with a cell for every column.
    pub rows: Vec<Vec<Cell>>,
}

/// All tables. Prints as text.
#[derive(Debug)]
pub struct Report {
    /// In the order in which they are read.
    pub tables: Vec<Table>,
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<usize> for Cell {
    fn from(count: usize) -> Self {
        Self::Count(count)
    }
}

impl From<f64> for Cell {
    fn from(share: f64) -> Self {
        Self::Share(share)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.pad(text),
            Self::Count(count) => f.pad(&count.to_string()),
            Self::Share(share) => f.pad(&format!("{share:.1}")),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tables
            .iter()
            .try_for_each(|table| writeln!(f, "{table}"))
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n  {}", self.title, self.note)?;
        let head: Vec<Cell> = self.columns.iter().map(|&name| name.into()).collect();
        self.line(f, &head)?;
        self.rows.iter().try_for_each(|row| self.line(f, row))
    }
}

impl Table {
    fn line(&self, f: &mut fmt::Formatter<'_>, cells: &[Cell]) -> fmt::Result {
        let mut line = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let width = self.width(column);
            let padded = if self.is_text(column) {
                format!("  {cell:<width$}")
            } else {
                format!("  {cell:>width$}")
            };
            line.push_str(&padded);
        }
        writeln!(f, "{}", line.trim_end())
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.get(column));
        // Characters, not bytes: columns are for the eye.
        let widest = cells.map(|cell| cell.to_string().chars().count()).max();
        let head = self.columns.get(column).map_or(0, |name| name.len());
        head.max(widest.unwrap_or(0))
    }

    fn is_text(&self, column: usize) -> bool {
        let first = self.rows.first().and_then(|row| row.get(column));
        matches!(first, Some(Cell::Text(_)))
    }
}
