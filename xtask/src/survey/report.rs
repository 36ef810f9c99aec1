//! Sets out a survey as tables, with a figure to compare beside every figure that has one.

mod content;
mod files;
mod functions;
mod places;
mod table;

pub use table::{Cell, Report, Row, Table};

use super::Survey;

impl Report {
    /// The tables of `survey`.
    pub fn of(survey: &Survey) -> Self {
        let mut tables = files::tables(survey);
        tables.extend(functions::tables(survey));
        tables.extend(content::tables(survey));
        tables.extend(places::tables(survey));
        Self { tables }
    }
}
