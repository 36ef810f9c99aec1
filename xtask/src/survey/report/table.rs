//! Tables that print as text for people and as JSON for programs.

use std::fmt;

use serde_json::{Map, Value, json};

/// Most places of the longest that a table lists.
pub(super) const NAMED: usize = 10;

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Text, aligned to the left.
    Text(String),
    /// A number, aligned to the right.
    Count(usize),
    /// A percentage with one decimal, aligned to the right.
    Percent(f64),
}

/// A line of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// A cell for every column.
    pub cells: Vec<Cell>,
    /// Whether it is worse than the figure it is compared with, or than this project's own rule.
    pub worse: bool,
}

/// A figure for every folder, or a list of places.
#[derive(Clone, Debug)]
pub struct Table {
    /// Name of the figure.
    pub title: &'static str,
    /// How it is measured, and what it is compared with.
    pub note: &'static str,
    /// Headings of the columns.
    pub columns: &'static [&'static str],
    /// The rows in the order in which they are shown.
    pub rows: Vec<Row>,
}

/// All tables of a survey. Prints as text.
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
    fn from(percent: f64) -> Self {
        Self::Percent(percent)
    }
}

impl Row {
    /// A row that is compared with nothing.
    pub(super) fn new<const N: usize>(cells: [Cell; N]) -> Self {
        Self::judged(cells, false)
    }

    /// A row with the result of its comparison.
    pub(super) fn judged<const N: usize>(cells: [Cell; N], worse: bool) -> Self {
        Self {
            cells: cells.into(),
            worse,
        }
    }
}

impl Report {
    /// The same tables as one JSON object: a list of tables, each with its rows as objects by column.
    pub fn to_json(&self) -> Value {
        let tables: Vec<Value> = self.tables.iter().map(Table::to_json).collect();
        json!({ "tables": tables })
    }
}

impl Table {
    fn to_json(&self) -> Value {
        let rows: Vec<Value> = self
            .rows
            .iter()
            .map(|row| {
                let named = self.columns.iter().zip(&row.cells);
                let mut object: Map<String, Value> = named
                    .map(|(column, cell)| ((*column).to_owned(), cell.to_json()))
                    .collect();
                object.insert("worse".to_owned(), row.worse.into());
                object.into()
            })
            .collect();
        json!({ "title": self.title, "note": self.note, "rows": rows })
    }
}

impl Cell {
    fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => text.as_str().into(),
            Self::Count(count) => (*count).into(),
            Self::Percent(percent) => (*percent).into(),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.pad(text),
            Self::Count(count) => f.pad(&count.to_string()),
            Self::Percent(percent) => f.pad(&format!("{percent:.1} %")),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for table in &self.tables {
            writeln!(f, "{table}")?;
        }
        writeln!(f, "Worse than the anchor or our own rule")?;
        for table in &self.tables {
            let worse = table.rows.iter().filter(|row| row.worse).count();
            if worse > 0 {
                writeln!(f, "  {}: {worse} of {} rows", table.title, table.rows.len())?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n  {}", self.title, self.note)?;
        if self.rows.is_empty() {
            return writeln!(f, "  none");
        }
        let head: Vec<Cell> = self.columns.iter().map(|&name| name.into()).collect();
        self.line(f, &head, "")?;
        for row in &self.rows {
            self.line(f, &row.cells, if row.worse { "worse" } else { "" })?;
        }
        Ok(())
    }
}

impl Table {
    fn line(&self, f: &mut fmt::Formatter<'_>, cells: &[Cell], mark: &str) -> fmt::Result {
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
        writeln!(f, "{}", format!("{line}  {mark}").trim_end())
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().filter_map(|row| row.cells.get(column));
        let widest = cells.map(|cell| cell.to_string().chars().count()).max();
        let head = self.columns.get(column).map_or(0, |name| name.len());
        head.max(widest.unwrap_or(0))
    }

    fn is_text(&self, column: usize) -> bool {
        let first = self.rows.first().and_then(|row| row.cells.get(column));
        matches!(first, Some(Cell::Text(_)))
    }
}
