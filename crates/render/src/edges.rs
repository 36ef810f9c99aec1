//! The edges of triangles, for wireframes.

use glam::Vec3;

/// Every edge once, as a sorted pair of vertices; triangles that name a vertex twice have fewer edges.
///
/// A counting sort by the smaller vertex, then a sort within each: linear in the triangles unless one vertex belongs to
/// most of them. Vertices not below `n_vertices` have no edges.
pub(super) fn edges(triangles: &[[u32; 3]], n_vertices: usize) -> Vec<[u32; 2]> {
    // Shifted by one place: the sums below are then beginnings, and filling in turns them into ends.
    let mut ends = vec![0_usize; n_vertices + 1];
    for [from, _] in triangles.iter().flat_map(sides) {
        if let Some(count) = ends.get_mut(from as usize + 1) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for end in &mut ends {
        sum += *end;
        *end = sum;
    }
    // Each vertex's sides begin where its predecessor's end, and are filled in from there.
    let mut dealt = vec![0_u32; sum];
    for [from, to] in triangles.iter().flat_map(sides) {
        if (from as usize) < n_vertices
            && let Some(place) = ends.get_mut(from as usize)
            && let Some(slot) = dealt.get_mut(*place)
        {
            *slot = to;
            *place += 1;
        }
    }
    let mut edges = Vec::with_capacity(sum / 2 + 1);
    let mut start = 0;
    for (vertex, &end) in (0_u32..).zip(ends.iter().take(n_vertices)) {
        let others = dealt.get_mut(start..end).unwrap_or_default();
        others.sort_unstable();
        let mut last = None;
        for &mut to in others {
            if last.replace(to) != Some(to) {
                edges.push([vertex, to]);
            }
        }
        start = end;
    }
    edges
}

/// Per vertex, the mean length of its edges; 0 without edges and where the mean is not finite.
pub(super) fn lengths_about(positions: &[Vec3], edges: &[[u32; 2]]) -> Vec<f32> {
    let mut sums = vec![(0.0_f32, 0.0_f32); positions.len()];
    for &[from, to] in edges {
        let [from, to] = [from, to].map(|end| end as usize);
        let (Some(start), Some(end)) = (positions.get(from), positions.get(to)) else {
            continue;
        };
        let length = start.distance(*end);
        for vertex in [from, to] {
            if let Some((sum, n)) = sums.get_mut(vertex) {
                *sum += length;
                *n += 1.0;
            }
        }
    }
    let mean = |(sum, n): (f32, f32)| if n > 0.0 { sum / n } else { 0.0 };
    let finite = |mean: f32| if mean.is_finite() { mean } else { 0.0 };
    sums.into_iter().map(|sum| finite(mean(sum))).collect()
}

fn sides(&[a, b, c]: &[u32; 3]) -> impl Iterator<Item = [u32; 2]> {
    [[a, b], [b, c], [c, a]]
        .into_iter()
        .filter(|[from, to]| from != to)
        .map(|[from, to]| [from.min(to), from.max(to)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edge_once() {
        let quad = [[0, 1, 2], [2, 1, 3], [3, 3, 1]];
        let expected = [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]];
        assert_eq!(edges(&quad, 4), expected);
        assert_eq!(edges(&quad, 9), expected);
        assert!(edges(&[[7, 7, 7]], 8).is_empty());
        assert!(edges(&[], 0).is_empty());
        assert!(edges(&quad, 0).is_empty());
    }

    #[test]
    fn edges_of_any_triangles_are_those_that_sorting_finds() {
        // Numbers without an order, of Weyl's kind.
        let number = |k: u32| k.wrapping_mul(2_654_435_769) >> 25;
        let triangles: Vec<[u32; 3]> = (0..300)
            .map(|k| [3 * k, 3 * k + 1, 3 * k + 2].map(number))
            .collect();
        let mut sorted: Vec<[u32; 2]> = triangles.iter().flat_map(sides).collect();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(edges(&triangles, 128), sorted);
    }

    #[test]
    fn lengths_are_finite() {
        let points = [Vec3::ZERO, Vec3::X, 4.0 * Vec3::X, Vec3::NAN, Vec3::Y];
        let edges = [[0, 1], [1, 2], [2, 3], [0, 9]];
        assert_eq!(lengths_about(&points, &edges), [1.0, 2.0, 0.0, 0.0, 0.0]);
    }
}
