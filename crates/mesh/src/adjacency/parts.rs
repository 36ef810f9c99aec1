//! What hangs together.

use super::rows::Rows;
use crate::PointIndex;

/// The number of no part.
const NONE: u32 = u32::MAX;

/// The part of each point, numbered in the order of their first points, and how many there are.
pub(super) fn of(neighbors: &Rows<PointIndex>, point_count: usize) -> (Vec<u32>, usize) {
    let mut parts = vec![NONE; point_count];
    let mut count = 0;
    for (first, place) in PointIndex::all().zip(0..point_count) {
        if parts[place] == NONE {
            parts[place] = count;
            mark_part(first, neighbors, &mut parts);
            count += 1;
        }
    }
    (parts, count as usize)
}

/// Gives all that hangs together with a point its part.
fn mark_part(first: PointIndex, neighbors: &Rows<PointIndex>, parts: &mut [u32]) {
    let part = parts[first.index()];
    // A list instead of recursion: a part may have millions of points.
    let mut open = vec![first];
    while let Some(point) = open.pop() {
        for &next in neighbors.row(point.0) {
            if parts[next.index()] == NONE {
                parts[next.index()] = part;
                open.push(next);
            }
        }
    }
}
