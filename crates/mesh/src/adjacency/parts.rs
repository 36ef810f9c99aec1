//! What hangs together.

use super::rows::Rows;

/// The number of no part.
const NONE: u32 = u32::MAX;

/// The part of each point, numbered in the order of their first points, and how many there are.
pub(super) fn of(neighbours: &Rows, point_count: usize) -> (Vec<u32>, usize) {
    let mut parts = vec![NONE; point_count];
    let mut count = 0;
    for (first, place) in (0..).zip(0..point_count) {
        if parts[place] == NONE {
            parts[place] = count;
            spread(first, neighbours, &mut parts);
            count += 1;
        }
    }
    (parts, count as usize)
}

/// Gives all that hangs together with a point its part.
fn spread(first: u32, neighbours: &Rows, parts: &mut [u32]) {
    let part = parts[first as usize];
    let mut open = vec![first];
    while let Some(point) = open.pop() {
        for &next in neighbours.row(point) {
            if parts[next as usize] == NONE {
                parts[next as usize] = part;
                open.push(next);
            }
        }
    }
}
