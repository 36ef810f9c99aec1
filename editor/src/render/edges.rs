//! Edges of triangles.

use glam::Vec3;

/// Every edge once, as a pair of vertices; triangles that name a vertex twice lack an edge.
pub(super) fn edges(triangles: &[[u32; 3]]) -> Vec<[u32; 2]> {
    let mut edges: Vec<[u32; 2]> = triangles.iter().flat_map(sides).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// Per vertex, the mean length of its edges; 0 without any, and where that is not finite.
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
        assert_eq!(edges(&quad), [[0, 1], [0, 2], [1, 2], [1, 3], [2, 3]]);
        assert!(edges(&[[7, 7, 7]]).is_empty());
    }

    #[test]
    fn lengths_are_finite() {
        let points = [Vec3::ZERO, Vec3::X, 4.0 * Vec3::X, Vec3::NAN, Vec3::Y];
        let edges = [[0, 1], [1, 2], [2, 3], [0, 9]];
        assert_eq!(lengths_about(&points, &edges), [1.0, 2.0, 0.0, 0.0, 0.0]);
    }
}
