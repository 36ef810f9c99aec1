//! The solids that a skeleton is drawn with.

use glam::Vec3;
use scene::view::bone_geometry::WAIST;

use super::layouts::SolidVertex;

/// A bone from the origin to (0, 1, 0), with the corners of its waist at distance 1 from the axis; 8 flat faces with
/// edges.
pub(super) fn octahedron() -> Vec<SolidVertex> {
    let (head, tail) = (Vec3::ZERO, Vec3::Y);
    let waist = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z].map(|corner| corner + WAIST * Vec3::Y);
    let mut vertices = Vec::with_capacity(24);
    for (corner, next) in around(waist) {
        vertices.extend(flat_face([head, corner, next]));
        vertices.extend(flat_face([tail, next, corner]));
    }
    vertices
}

/// A stick from the origin to (0, 1, 0), with corners at distance 1 from the axis; without edges.
pub(super) fn stick() -> Vec<SolidVertex> {
    let foot = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z];
    let mut faces = Vec::new();
    for (corner, next) in around(foot) {
        let (corner_above, next_above) = (corner + Vec3::Y, next + Vec3::Y);
        faces.push([corner, corner_above, next_above]);
        faces.push([corner, next_above, next]);
        faces.push([Vec3::ZERO, corner, next]);
        faces.push([Vec3::Y, next_above, corner_above]);
    }
    let unmarked = |vertex: SolidVertex| SolidVertex {
        edge: [1.0; 3],
        ..vertex
    };
    faces
        .into_iter()
        .flat_map(flat_face)
        .map(unmarked)
        .collect()
}

/// The unit ball about the origin: an octahedron subdivided `n_splits` times; 8 · 4ⁿ smooth faces, without edges.
pub(super) fn ball(n_splits: u32) -> Vec<SolidVertex> {
    let equator = [Vec3::X, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Z];
    let mut faces = Vec::new();
    for (corner, next) in around(equator) {
        faces.push([Vec3::NEG_Y, corner, next]);
        faces.push([Vec3::Y, next, corner]);
    }
    for _ in 0..n_splits {
        faces = faces.into_iter().flat_map(subdivide).collect();
    }
    faces.into_iter().flatten().map(on_ball).collect()
}

/// Each corner with the next one, the last with the first.
fn around(corners: [Vec3; 4]) -> impl Iterator<Item = (Vec3, Vec3)> {
    let next = corners.into_iter().cycle().skip(1);
    corners.into_iter().zip(next)
}

fn subdivide([a, b, c]: [Vec3; 3]) -> [[Vec3; 3]; 4] {
    // On the ball from the first split on: faces come out more even than those pushed out at the end.
    let middle = |p: Vec3, q: Vec3| (p + q).normalize();
    let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
    [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]
}

fn on_ball(point: Vec3) -> SolidVertex {
    SolidVertex {
        position: point.to_array(),
        normal: point.to_array(),
        edge: [1.0; 3],
    }
}

fn flat_face([a, b, c]: [Vec3; 3]) -> [SolidVertex; 3] {
    let normal = (b - a).cross(c - a).normalize().to_array();
    let vertex = |position: Vec3, edge: Vec3| SolidVertex {
        position: position.to_array(),
        normal,
        edge: edge.to_array(),
    };
    [vertex(a, Vec3::X), vertex(b, Vec3::Y), vertex(c, Vec3::Z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Back faces are culled: a face with the wrong winding would be a hole.
    #[test]
    fn faces_look_outward() {
        let solids = [
            (octahedron(), WAIST * Vec3::Y),
            (stick(), 0.5 * Vec3::Y),
            (ball(2), Vec3::ZERO),
        ];
        for (solid, inside) in solids {
            for face in solid.chunks_exact(3) {
                let [a, b, c] = [0, 1, 2].map(|corner: usize| Vec3::from(face[corner].position));
                let outward = (b - a).cross(c - a);
                assert!(outward.dot((a + b + c) / 3.0 - inside) > 0.0, "{a} {b} {c}");
                assert!(
                    outward.dot(face[0].normal.into()) > 0.0,
                    "normal of {a} {b} {c}"
                );
            }
        }
    }
}
