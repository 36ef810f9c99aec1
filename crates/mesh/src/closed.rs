//! Whether a surface is closed, without a list of where it is not.

use glam::Vec3;

use crate::adjacency::rows::Rows;
use crate::triangle::corners;

/// Whether a mesh is closed and turned one way: every edge belongs to exactly two triangles, which run along it in opposite directions.
///
/// It is what [`check_closed_manifold`](crate::check_closed_manifold) tells by empty lists of open, crowded and flipped edges, in a
/// fraction of the time and memory. The same triangles are passed over: those with a vertex out of range or a corner that is not finite,
/// and those whose corners are welded into one another. A mesh without any other triangle is closed.
///
/// `welded[v]` is the vertex that stands for `v`, as [`weld`](crate::weld()) gives it for `positions`.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let welded = mesh::weld(&corners);
/// assert!(mesh::is_closed_across(&corners, &faces, &welded));
/// assert!(!mesh::is_closed_across(&corners, &faces[1..], &welded));
/// ```
#[must_use]
pub fn is_closed_across(positions: &[Vec3], triangles: &[[u32; 3]], welded: &[u32]) -> bool {
    // A number that stands for none of the points is passed over as one that is missing.
    let is_point = |&point: &u32| (point as usize) < welded.len();
    let standing = |vertex: u32| welded.get(vertex as usize).copied().filter(is_point);
    let sides = || {
        let sound = triangles.iter().filter_map(|&triangle| {
            corners(positions, triangle)?;
            let [a, b, c] = triangle.map(standing);
            let [a, b, c] = [a?, b?, c?];
            (a != b && b != c && c != a).then_some([(a, b), (b, c), (c, a)])
        });
        sound.flatten()
    };
    // Of each vertex the other ends of its edges to later ones, once as triangles run along them from it, and once towards it.
    let away = Rows::new(welded.len(), || sides().filter(|(from, to)| from < to));
    let towards = sides().filter(|(from, to)| to < from);
    let towards = Rows::new(welded.len(), || {
        towards.clone().map(|(from, to)| (to, from))
    });
    if away.total() != towards.total() {
        return false;
    }
    let mut ends = [Vec::new(), Vec::new()];
    away.rows().zip(towards.rows()).all(|rows| {
        for (sorted, row) in ends.iter_mut().zip([rows.0, rows.1]) {
            sorted.clear();
            sorted.extend_from_slice(row);
            sorted.sort_unstable();
        }
        let [away, towards] = &ends;
        away == towards && away.is_sorted_by(|one, next| one < next)
    })
}
