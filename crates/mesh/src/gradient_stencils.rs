//! Gradients at the vertices of what is given at vertices.

use std::collections::HashMap;

use glam::{DVec3, Vec3};

use crate::triangle::corners;
use crate::weld;

/// A triangle whose double area is less than this part of the square of its longest side has no gradient worth a share.
const SLIVER: f64 = 1e-6;

/// For each vertex of a surface the numbers by which the gradient there follows from values at vertices: `∇f = Σ g_i f_i`.
///
/// It is the mean of the gradients in the triangles around, by their areas, each of a function linear between its corners:
/// `∇f = Σ_T Σ_i f_i (n_T × e_i) / 2 / Σ_T A_T`, with `e_i` the side of T opposite to its corner i, along the way around, `n_T` the unit normal and
/// `A_T` the area. Around a vertex are the triangles of all vertices of its position (see [`weld`](crate::weld())), each with the
/// values of its own corners, so a texture seam is none here. In units of the values a unit of length.
///
/// `Σ g_i = 0` but for rounding, so what is the same everywhere has no gradient. Left out are triangles that name a vertex out of
/// range, have a corner that is not finite, or no area to speak of; a vertex that no triangle is left for has none.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use mesh::GradientStencils;
///
/// let square = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X + Vec3::Y];
/// let stencils = GradientStencils::new(&square, &[[0, 1, 2], [1, 3, 2]]);
/// let heights = square.map(|position| 2.0 * position.x - position.y);
/// let gradient: Vec3 = stencils.of(1).iter().map(|term| term.factor * heights[term.vertex as usize]).sum();
/// assert!(gradient.abs_diff_eq(Vec3::new(2.0, -1.0, 0.0), 1e-6));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GradientStencils {
    /// The stencil of each vertex, by its number: vertices of one place share one.
    places: Vec<u32>,
    /// Where each stencil begins in `entries`, and the end of the last.
    starts: Vec<u32>,
    entries: Vec<StencilTerm>,
}

impl GradientStencils {
    /// Finds the stencils of a mesh; a triangle lists vertices. Never fails; what is left out the type says.
    #[must_use]
    pub fn new(positions: &[Vec3], triangles: &[[u32; 3]]) -> Self {
        let places = weld(positions);
        let mut around = vec![StencilBuilder::default(); positions.len()];
        for &triangle in triangles {
            let Some((turned, area)) = corners(positions, triangle).and_then(turned_sides) else {
                continue;
            };
            // What has an area has its corners at three places.
            for first in triangle.map(|vertex| places[vertex as usize]) {
                let around = &mut around[first as usize];
                around.area += area;
                around.sides.extend(triangle.into_iter().zip(turned));
            }
        }
        let mut stencils = Self {
            places,
            starts: vec![0],
            entries: Vec::new(),
        };
        // One map for all places, cleared between them: its memory is made once.
        let mut known = HashMap::new();
        for around in around {
            around.append(&mut stencils.entries, &mut known);
            let end = u32::try_from(stencils.entries.len()).unwrap_or(u32::MAX);
            stencils.starts.push(end);
        }
        stencils
    }

    /// The number of vertices.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.places.len()
    }

    /// The first vertex at the place of a vertex: all vertices there have one stencil. None out of range.
    #[must_use]
    pub fn first_at_place(&self, vertex: u32) -> Option<u32> {
        self.places.get(vertex as usize).copied()
    }

    /// The terms of the gradient at a vertex; none for a vertex without triangles, or out of range.
    #[must_use]
    pub fn of(&self, vertex: u32) -> &[StencilTerm] {
        let found = || {
            let first = *self.places.get(vertex as usize)? as usize;
            let (start, end) = (*self.starts.get(first)?, *self.starts.get(first + 1)?);
            self.entries.get(start as usize..end as usize)
        };
        found().unwrap_or(&[])
    }
}

/// One term of a stencil: a vertex, and the number that its value is multiplied with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StencilTerm {
    /// The vertex of the mesh whose value is multiplied.
    pub vertex: u32,
    /// Its number, in one over the unit of the positions.
    pub factor: Vec3,
}

/// What the triangles around a place add up to.
#[derive(Clone, Debug, Default)]
struct StencilBuilder {
    area: f64,
    sides: Vec<(u32, DVec3)>,
}

impl StencilBuilder {
    /// Adds what is of one vertex together, in the order in which triangles name it.
    fn append(self, entries: &mut Vec<StencilTerm>, known: &mut HashMap<u32, usize>) {
        known.clear();
        let mut sums: Vec<(u32, DVec3)> = Vec::new();
        for (vertex, side) in self.sides {
            let place = *known.entry(vertex).or_insert(sums.len());
            match sums.get_mut(place) {
                Some((_, sum)) => *sum += side,
                None => sums.push((vertex, side)),
            }
        }
        let means = sums.into_iter().map(|(vertex, sum)| StencilTerm {
            vertex,
            factor: (sum / self.area).as_vec3(),
        });
        entries.extend(means.filter(|term| term.factor.is_finite()));
    }
}

/// `(n × e_i) / 2` of each corner, and the area; nothing for a triangle without one.
fn turned_sides([a, b, c]: [DVec3; 3]) -> Option<([DVec3; 3], f64)> {
    let sides = [c - b, a - c, b - a];
    let twice_area = (b - a).cross(c - a);
    let longest = sides
        .map(DVec3::length_squared)
        .into_iter()
        .fold(0.0, f64::max);
    let length = twice_area.length();
    (length > SLIVER * longest && length.is_finite()).then(|| {
        let normal = twice_area / length;
        (sides.map(|side| normal.cross(side) * 0.5), 0.5 * length)
    })
}
