//! What the pointer is on.

use super::axis::Axis;
use super::columns::Column;

/// How far from a key the pointer may be, in points.
pub const REACH: f32 = 7.0;

/// The column of a row nearest to a place, within reach.
#[must_use]
pub fn column_at(columns: &[Column], axis: &Axis, x: f32) -> Option<Column> {
    let place = |column: &Column| axis.x_of(f64::from(column.time));
    let after = columns.partition_point(|column| place(column) < x);
    let near = columns.get(after.saturating_sub(1)..).unwrap_or_default();
    let near = near.iter().take(2).map(|column| {
        let away = (place(column) - x).abs();
        (away, *column)
    });
    let nearest = near.min_by(|one, other| one.0.total_cmp(&other.0));
    nearest
        .filter(|(away, _)| *away <= REACH)
        .map(|(_, column)| column)
}
