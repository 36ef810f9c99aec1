//! Which side of each triangle is seen from outside of a mesh.

use std::collections::{HashMap, HashSet};
use std::f32::consts::TAU;

use glam::{Quat, Vec3};

use crate::weld::key;
use crate::{Bvh, bounds, vertex_normals, weld};

/// What of a triangle is seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum VisibleSide {
    /// Its front, from which its corners run counter-clockwise: it belongs to the outer surface.
    Front,
    /// Its back alone: it belongs to the outer surface and is turned inside out.
    Back,
    /// Neither: the inner wall of a shell, a body under clothes, the inside of a mouth.
    #[default]
    Hidden,
}

/// Directions that a vertex is looked at along, on one side; of dense meshes fewer.
const RAYS: [u16; 2] = [4, 16];
/// Rays of a mesh, so many as would be cast if every vertex were hidden.
const MOST_RAYS: usize = 1 << 20;
/// Boxes of the tree that are looked into for all rays at most, and for each vertex that is asked, where that is more: rays along sheets that
/// lie close together come by nearly all of them.
const MOST_BOXES: usize = 1 << 25;
const BOXES_PER_VERTEX: usize = 512;
/// Of the mesh's size, how far above the surface a ray begins.
const LIFT: f32 = 1e-4;
/// The golden angle, as a share of a turn.
const GOLDEN: f32 = 0.381_966;

/// For each triangle which side is seen from outside of the whole mesh; only the triangles that `is_asked` names are looked at, the others
/// are hidden.
///
/// A vertex is seen from a side if one of the rays that leave it on that side, along a spiral that fills the half ball about its normal,
/// hits nothing. A triangle is what two of its three corners are. Two walls, one inside the other, are told apart by that, whichever
/// way the inner one is turned; by the winding number they are not, for a shell is a solid as any. Through holes of a wall the other one
/// is seen, in part.
///
/// What lies twice in the same place, such as primitives with the same vertices, or a skinned mesh at many nodes, is looked at once.
///
/// A triangle with a vertex that is not there or not finite is hidden. Rays are bounded: of a mesh of many vertices each is looked at along
/// 4 to 16 directions on either side. So is what they look into: of a mesh so entangled that it takes far more than others, the vertices that
/// come last are not looked at and count as seen from the front. The same mesh gives the same answer, whatever the machine.
///
/// # Examples
///
/// ```
/// use glam::Vec3;
/// use mesh::{VisibleSide, visible_sides};
///
/// // A tetrahedron within a larger one.
/// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// let inner = corners.map(|at| 0.2 * at + Vec3::splat(0.1));
/// let positions: Vec<Vec3> = corners.into_iter().chain(inner).collect();
/// let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let both: Vec<[u32; 3]> = faces.into_iter().chain(faces.map(|face| face.map(|at| at + 4))).collect();
/// let sides = visible_sides(&positions, &both, |_| true);
/// assert_eq!(sides[..4], [VisibleSide::Front; 4]);
/// assert_eq!(sides[4..], [VisibleSide::Hidden; 4]);
/// ```
#[must_use]
pub fn visible_sides(
    positions: &[Vec3],
    triangles: &[[u32; 3]],
    is_asked: impl Fn(usize) -> bool,
) -> Vec<VisibleSide> {
    let mut is_corner = vec![false; positions.len()];
    let asked = triangles.iter().enumerate();
    for (_, triangle) in asked.filter(|(place, _)| is_asked(*place)) {
        for vertex in triangle {
            if let Some(is_corner) = is_corner.get_mut(*vertex as usize) {
                *is_corner = true;
            }
        }
    }
    let count = is_corner.iter().filter(|is_corner| **is_corner).count();
    let welded = weld(positions);
    let mut outside = Outside::new(positions, &once(triangles, &welded), count);
    let normals = vertex_normals(positions, triangles);
    let vertices = positions.iter().zip(&normals).zip(&is_corner);
    let mut known: HashMap<(u32, [u32; 3]), VisibleSide> = HashMap::new();
    let sides: Vec<VisibleSide> = vertices
        .zip(&welded)
        .zip(0_u32..)
        .map(|((((&at, &normal), &is_corner), &place), turn)| {
            if is_corner {
                // Vertices of one place and normal see the same: split along a texture seam they cast their rays once.
                let side = known.entry((place, key(normal)));
                *side.or_insert_with(|| outside.side(at, normal, turn))
            } else {
                VisibleSide::Hidden
            }
        })
        .collect();
    let side = |vertex: u32| sides.get(vertex as usize).copied().unwrap_or_default();
    let seen = |(place, triangle): (usize, &[u32; 3])| match is_asked(place) {
        true => majority(triangle.map(side)),
        false => VisibleSide::Hidden,
    };
    triangles.iter().enumerate().map(seen).collect()
}

/// The triangles without those that have the places of an earlier one, whichever way they are turned.
fn once(triangles: &[[u32; 3]], welded: &[u32]) -> Vec<[u32; 3]> {
    let mut known = HashSet::new();
    let is_first = |triangle: &&[u32; 3]| {
        let mut places =
            triangle.map(|vertex| welded.get(vertex as usize).copied().unwrap_or(vertex));
        places.sort_unstable();
        known.insert(places)
    };
    triangles.iter().filter(is_first).copied().collect()
}

/// Rays of a vertex on one side, where so many vertices are asked.
fn rays(vertices: usize) -> u16 {
    let [least, most] = RAYS;
    let affordable = MOST_RAYS / (2 * vertices.max(1));
    u16::try_from(affordable).unwrap_or(most).clamp(least, most)
}

/// What two of three are; of three that differ the front.
fn majority([a, b, c]: [VisibleSide; 3]) -> VisibleSide {
    if a == b || a == c {
        a
    } else if b == c {
        b
    } else {
        VisibleSide::Front
    }
}

/// A mesh to be looked at from outside.
struct Outside {
    tree: Bvh,
    lift: f32,
    rays: u16,
    /// Boxes of the tree that may still be looked into.
    left: usize,
}

impl Outside {
    /// `asked`: how many vertices are to be looked at.
    fn new(positions: &[Vec3], triangles: &[[u32; 3]], asked: usize) -> Self {
        let size = bounds(positions).map_or(0.0, |bounds| bounds.diagonal());
        Self {
            tree: Bvh::new(positions, triangles),
            lift: LIFT * size,
            rays: rays(asked),
            left: MOST_BOXES.max(BOXES_PER_VERTEX.saturating_mul(asked)),
        }
    }

    fn side(&mut self, at: Vec3, normal: Vec3, turn: u32) -> VisibleSide {
        if !(at.is_finite() && normal.is_normalized()) {
            return VisibleSide::Hidden;
        }
        // Nothing is left to look with: the front is what triangles are drawn from.
        if self.left == 0 || self.is_seen(at, normal, turn) {
            VisibleSide::Front
        } else if self.is_seen(at, -normal, turn) {
            VisibleSide::Back
        } else {
            VisibleSide::Hidden
        }
    }

    fn is_seen(&mut self, at: Vec3, normal: Vec3, turn: u32) -> bool {
        let out = Quat::from_rotation_arc(Vec3::Z, normal);
        let origin = at + normal * self.lift;
        let (tree, rays, left) = (&self.tree, self.rays, &mut self.left);
        (0..rays).any(|ray| {
            let towards = out * direction(ray, rays, turn);
            !tree.is_hit(origin, towards, f32::INFINITY, left)
        })
    }
}

/// About +Z, the first along it: a spiral that reaches nearly to the rim of the half ball.
fn direction(ray: u16, rays: u16, turn: u32) -> Vec3 {
    let squared = 0.95 * f32::from(ray) / f32::from(rays);
    // Turned from vertex to vertex, so that neighbors do not look along the same ways; whole turns are left out.
    let about = (f32::from(ray) + turn_to_f32(turn)) * GOLDEN;
    let (sine, cosine) = (TAU * about.fract()).sin_cos();
    let radius = squared.sqrt();
    Vec3::new(radius * cosine, radius * sine, (1.0 - squared).sqrt())
}

/// A small number from the number of a vertex.
fn turn_to_f32(turn: u32) -> f32 {
    u8::try_from(turn % 64).map_or(0.0, f32::from)
}
