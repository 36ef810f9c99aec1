//! Tables that people read as text and programs as JSON.

use std::fmt;

use serde_json::{Map, Value, json};

/// How many of the longest a table names.
pub(super) const NAMED: usize = 10;

/// One entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words, set to the left.
    Text(String),
    /// A number, set to the right.
    Count(usize),
    /// So many of a hundred, with one decimal, set to the right.
    Percent(f64),
}

/// A line of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// One for every column.
    pub cells: Vec<Cell>,
    /// Whether it is worse than its anchor, or than our own rule.
    pub worse: bool,
}

/// A figure, room by room, or a list of places.
#[derive(Clone, Debug)]
pub struct Table {
    /// What is measured.
    pub title: &'static str,
    /// How, and what it is held against.
    pub note: &'static str,
    /// Names of the columns.
    pub columns: &'static [&'static str],
    /// The entries.
    pub rows: Vec<Row>,
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
    fn from(percent: f64) -> Self {
        Self::Percent(percent)
    }
}

impl Row {
    /// A row that no anchor judges.
    pub(super) fn new<const N: usize>(cells: [Cell; N]) -> Self {
        Self::judged(cells, false)
    }

    /// A row that is `worse` than its anchor, or not.
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
