//! Where a mesh goes through itself.

use glam::{DVec2, DVec3, Vec3, Vec3Swizzles as _};

use crate::triangle::{corners, normal_and_angles};
use crate::{Bvh, weld};

/// Pairs of triangles that have more in common than the vertices and edges they share, smaller index first, sorted.
///
/// Vertices are the same where their positions are (see [`weld`]). Two triangles without a common vertex cross when they
/// have a point in common, touching included; two with one common vertex when the side of one that faces it intersects the
/// other; two with a common edge when one is folded flat onto the other; two with all three vertices always.
///
/// Computed in f64: a tetrahedron whose volume is less than its rounding counts as flat, so triangles in one plane are
/// compared within it. Triangles without area, with corners that are not finite or with vertices out of range cross
/// nothing; [`check_closed_manifold`](crate::check_closed_manifold) names them.
///
/// Takes n log n for a surface that crosses itself in few places; a mesh of n triangles on one heap takes n².
///
/// # Examples
///
/// ```
/// use glam::vec3;
/// let floor = [vec3(0.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0), vec3(0.0, 1.0, 0.0)];
/// let blade = [vec3(0.2, 0.2, -1.0), vec3(0.3, 0.2, -1.0), vec3(0.2, 0.2, 1.0)];
/// let positions = [floor, blade].concat();
/// assert_eq!(mesh::self_crossings(&positions, &[[0, 1, 2], [3, 4, 5]]), [[0, 1]]);
/// ```
///
/// Reference: C. Ericson, "Real-Time Collision Detection", 2005, sections 5.2.10 and 6.3; J. R. Shewchuk, "Adaptive
/// Precision Floating-Point Arithmetic and Fast Robust Geometric Predicates", 1997, for the bound on rounding.
#[must_use]
pub fn self_crossings(positions: &[Vec3], triangles: &[[u32; 3]]) -> Vec<[usize; 2]> {
    let welded = weld(positions);
    let solid: Vec<Option<Face>> = triangles
        .iter()
        .map(|&triangle| Face::new(positions, &welded, triangle))
        .collect();
    let face = |triangle: usize| solid.get(triangle).and_then(Option::as_ref);
    let mut found = Vec::new();
    Bvh::new(positions, triangles).each_near_pair(|a, b| {
        if let (Some(one), Some(other)) = (face(a), face(b))
            && one.crosses(other)
        {
            found.push([a.min(b), a.max(b)]);
        }
    });
    found.sort_unstable();
    found
}

/// A triangle with an area.
struct Face {
    vertices: [u32; 3],
    corners: [DVec3; 3],
}

impl Face {
    fn new(positions: &[Vec3], welded: &[u32], triangle: [u32; 3]) -> Option<Self> {
        let corners = corners(positions, triangle)?;
        normal_and_angles(corners)?;
        let [a, b, c] = triangle.map(|vertex| welded.get(vertex as usize).copied());
        Some(Self {
            vertices: [a?, b?, c?],
            corners,
        })
    }

    fn crosses(&self, other: &Self) -> bool {
        let (mine, its) = (self.not_shared(other), other.not_shared(self));
        match (mine.as_slice(), its.as_slice()) {
            ([], _) | (_, []) => true,
            (&[k], &[m]) => self.is_folded_onto(k, other.corners[m]),
            // Of two with one vertex in common only the sides that face it are asked, else of each all three.
            (mine, its) => {
                let sides = |face: &Self, unshared: &[usize]| match unshared {
                    &[k, m] => vec![[face.corners[k], face.corners[m]]],
                    _ => face.sides().to_vec(),
                };
                // Triangles that have a point in common have one on a side of either.
                sides(self, mine).iter().any(|side| other.meets(*side))
                    || sides(other, its).iter().any(|side| self.meets(*side))
            }
        }
    }

    /// Which corners the other does not have.
    fn not_shared(&self, other: &Self) -> Vec<usize> {
        let is_not_shared = |k: &usize| !other.vertices.contains(&self.vertices[*k]);
        (0..3).filter(is_not_shared).collect()
    }

    fn sides(&self) -> [[DVec3; 2]; 3] {
        let [a, b, c] = self.corners;
        [[a, b], [b, c], [c, a]]
    }

    /// Whether a triangle on the edge opposite to corner `k`, with its third corner at `tip`, lies on this one.
    fn is_folded_onto(&self, k: usize, tip: DVec3) -> bool {
        let [a, b, c] = [k, (k + 1) % 3, (k + 2) % 3].map(|corner| self.corners[corner]);
        let flat = self.plane();
        side_of_plane([a, b, c], tip) == 0
            && side_of_line([flat(b), flat(c)], flat(a))
                == side_of_line([flat(b), flat(c)], flat(tip))
    }

    /// Whether the triangle and the segment have a point in common.
    fn meets(&self, [p, q]: [DVec3; 2]) -> bool {
        let sides = [p, q].map(|end| side_of_plane(self.corners, end));
        if sides == [0, 0] {
            return self.meets_within(p, q);
        }
        if sides[0] == sides[1] {
            return false;
        }
        // The line passes outside of a triangle that has sides turned both ways about it.
        let turns = self.sides().map(|[a, b]| side_of_plane([p, q, a], b));
        !(turns.contains(&1) && turns.contains(&-1))
    }

    /// The same of a segment in the triangle's plane: they are disjoint if one line along a side or along the segment separates them.
    fn meets_within(&self, p: DVec3, q: DVec3) -> bool {
        let flat = self.plane();
        let (corners, ends) = (self.corners.map(&flat), [flat(p), flat(q)]);
        let mut parts = (0..3).map(|k| {
            let side = [corners[k], corners[(k + 1) % 3]];
            let inside = side_of_line(side, corners[(k + 2) % 3]);
            ends.iter().all(|end| side_of_line(side, *end) == -inside)
        });
        let along = corners.map(|corner| side_of_line(ends, corner));
        let is_parted_along = along == [1; 3] || along == [-1; 3];
        !parts.any(|is_parted| is_parted) && !is_parted_along
    }

    /// What drops the coordinate in which the triangle extends least: no two of its points become one.
    fn plane(&self) -> impl Fn(DVec3) -> DVec2 + use<> {
        let [a, b, c] = self.corners;
        let axis = (b - a).cross(c - a).abs().max_position();
        move |p| match axis {
            0 => p.yz(),
            1 => p.xz(),
            _ => p.xy(),
        }
    }
}

/// The sign of the volume of a tetrahedron; 0 where rounding could have made it.
///
/// Differences of f32 numbers are exact in f64 unless their sizes differ by a factor of 2²⁹. What is left are five roundings, each
/// of 2⁻⁵³ of the sum of all products taken positively; eight are granted.
fn side_of_plane([a, b, c]: [DVec3; 3], d: DVec3) -> i8 {
    let (u, v, w) = (a - d, b - d, c - d);
    let volume = u.dot(v.cross(w));
    let (ua, va, wa) = (u.abs(), v.abs(), w.abs());
    let products = ua.x * (va.y * wa.z + va.z * wa.y)
        + ua.y * (va.z * wa.x + va.x * wa.z)
        + ua.z * (va.x * wa.y + va.y * wa.x);
    sign(volume, products)
}

/// The sign of a triangle's area in the plane; 0 where rounding could have made it.
fn side_of_line([a, b]: [DVec2; 2], c: DVec2) -> i8 {
    let (u, v) = (a - c, b - c);
    sign(u.perp_dot(v), u.x.abs() * v.y.abs() + u.y.abs() * v.x.abs())
}

fn sign(value: f64, products: f64) -> i8 {
    // Eight roundings of 2⁻⁵³: EPSILON is 2⁻⁵².
    let rounding = 4.0 * f64::EPSILON * products;
    i8::from(rounding < value) - i8::from(value < -rounding)
}
