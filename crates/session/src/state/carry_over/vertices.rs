//! Where the vertices of a new primitive were in the old file.

use std::cell::OnceCell;
use std::ops::Range;

use glam::Vec3;
use mesh::{Bvh, vertex_normals};

use super::meshes::place_bits;
use super::shape::{CharacterShape, PrimitiveShape};

/// A vertex takes from the old surface if it is no farther from it than this share of the old mesh's size, and than its edges are long on
/// average.
const REACH: f32 = 0.1;

/// Where a vertex was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum VertexOrigin {
    /// Nowhere: it is new.
    Nowhere,
    /// It was this vertex of the pool.
    At(u32),
    /// It is on a triangle of the pool.
    OnSurface {
        /// The corners.
        corners: [u32; 3],
        /// Their shares of it.
        shares: [f32; 3],
        /// How far it is from there, as a share of the old mesh's size.
        distance: f32,
    },
}

/// Where all vertices of a primitive were.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum VertexMap {
    /// They are those of an old primitive, which begins at this vertex of the pool, in their order.
    Same {
        /// That vertex.
        first: u32,
        /// Whether they have moved.
        has_moved: bool,
    },
    /// Each by itself.
    Each(Vec<VertexOrigin>),
}

impl VertexMap {
    /// Where a vertex was.
    pub(super) fn origin(&self, vertex: usize) -> VertexOrigin {
        match self {
            Self::Same { first, .. } => {
                let vertex = u32::try_from(vertex).unwrap_or(u32::MAX);
                VertexOrigin::At(first.saturating_add(vertex))
            }
            Self::Each(origins) => {
                let origin = origins.get(vertex).copied();
                origin.unwrap_or(VertexOrigin::Nowhere)
            }
        }
    }
}

/// The vertices of old meshes that one new mesh takes from, primitive after primitive.
pub(super) struct Pool<'a> {
    /// Each primitive by its place with the number of its first vertex.
    parts: Vec<((usize, usize), &'a PrimitiveShape, u32)>,
    surface: OnceCell<Surface>,
}

/// What is needed where vertices are not what they were.
struct Surface {
    positions: Vec<Vec3>,
    normals: Vec<Vec3>,
    triangles: Vec<[u32; 3]>,
    /// All vertices by their places, sorted.
    at: Vec<([u32; 3], u32)>,
    /// Made where a vertex is at no place of another one.
    tree: OnceCell<Bvh>,
    /// The extent of the vertices; not zero.
    size: f32,
    reach: f32,
}

impl<'a> Pool<'a> {
    /// The primitives of these old meshes, for that new one. Of one whose vertices are not known only the number counts, and only where
    /// the new mesh has as many there: whatever a file says takes no memory.
    pub(super) fn new(
        old: &'a CharacterShape,
        new: &CharacterShape,
        mesh: usize,
        sources: &[usize],
    ) -> Self {
        let now = new
            .meshes
            .get(mesh)
            .map_or(&[][..], |mesh| &mesh.primitives);
        let is_usable = |place: usize, primitive: &PrimitiveShape| {
            let now = now.get(place);
            !primitive.positions.is_empty()
                || now.is_some_and(|now| now.vertices == primitive.vertices)
        };
        let mut parts = Vec::new();
        let mut first = 0_u32;
        for &mesh in sources {
            let primitives = old
                .meshes
                .get(mesh)
                .map_or(&[][..], |mesh| &mesh.primitives);
            let usable = primitives.iter().enumerate();
            for (place, primitive) in
                usable.filter(|(place, primitive)| is_usable(*place, primitive))
            {
                parts.push(((mesh, place), primitive, first));
                let count = u32::try_from(primitive.vertices).unwrap_or(u32::MAX);
                first = first.saturating_add(count);
            }
        }
        Self {
            parts,
            surface: OnceCell::new(),
        }
    }

    /// The primitives with their first vertices.
    pub(super) fn parts(&self) -> impl Iterator<Item = ((usize, usize), u32)> {
        self.parts.iter().map(|&(place, _, first)| (place, first))
    }

    /// The number of the part that a vertex is of.
    pub(super) fn part_of(&self, vertex: u32) -> usize {
        let after = self.parts.partition_point(|&(_, _, first)| first <= vertex);
        after.saturating_sub(1)
    }

    /// The primitives with the ranges of their vertices.
    pub(super) fn ranges(&self) -> impl Iterator<Item = ((usize, usize), Range<usize>)> {
        self.parts.iter().map(|&(place, primitive, first)| {
            let first = first as usize;
            (place, first..first.saturating_add(primitive.vertices))
        })
    }

    /// All vertices at the place of one of a primitive, itself among them, by their primitives; none where places were not needed.
    pub(super) fn copies(
        &self,
        of: (usize, usize),
        vertex: u32,
    ) -> impl Iterator<Item = ((usize, usize), u32)> {
        let mut parts = self.parts();
        let first = parts
            .find(|(place, _)| *place == of)
            .map(|(_, first)| first);
        let surface = self.surface.get();
        let here = surface.zip(first).map(|(surface, first)| {
            let number = first.saturating_add(vertex) as usize;
            let position = surface.positions.get(number).copied();
            surface.at(position.unwrap_or(Vec3::NAN))
        });
        let here = here.unwrap_or_default().iter();
        here.filter_map(|&(_, copy)| {
            let &(place, _, first) = self.parts.get(self.part_of(copy))?;
            Some((place, copy - first))
        })
    }

    /// The number of all vertices.
    pub(super) fn len(&self) -> usize {
        let parts = self.parts.iter();
        parts.map(|(_, primitive, _)| primitive.vertices).sum()
    }

    /// Where the vertices of a primitive were. `like` is the old primitive that stands where it does; its vertices are these if they are at
    /// the same places in the same order, or joined by the same triangles while most have moved. Others are found by their place, then on
    /// the surface.
    pub(super) fn find(&self, new: &PrimitiveShape, like: Option<(usize, usize)>) -> VertexMap {
        let like = self.parts.iter().find(|(place, ..)| Some(*place) == like);
        let same =
            |has_moved: bool| like.map(|&(_, _, first)| VertexMap::Same { first, has_moved });
        // Of what is not known only the number tells.
        let is_same = like.is_some_and(|(_, like, _)| {
            let is_unknown = like.positions.is_empty() && like.vertices == new.vertices;
            is_unknown || like.has_same_vertices(new)
        });
        if let Some(same) = same(false).filter(|_| is_same) {
            return same;
        }
        let surface = self.surface();
        let by_place: Vec<Option<u32>> = (0..new.positions.len())
            .map(|vertex| surface.at_place(new, vertex))
            .collect();
        let has_order = like.is_some_and(|&(_, like, first)| {
            like.has_same_triangles(new) && !is_reordered(&by_place, first)
        });
        if let Some(same) = same(true).filter(|_| has_order) {
            return same;
        }
        let origins = by_place.iter().zip(new.positions.iter());
        let origins = origins.map(|(found, &position)| match found {
            Some(vertex) => VertexOrigin::At(*vertex),
            None => surface.on_surface(position),
        });
        VertexMap::Each(origins.collect())
    }

    fn surface(&self) -> &Surface {
        self.surface.get_or_init(|| Surface::of(&self.parts))
    }
}

/// Whether most of the vertices that are at places of the pool are at those of others than their own.
fn is_reordered(by_place: &[Option<u32>], first: u32) -> bool {
    let own = (first..).zip(by_place);
    let found = own.filter_map(|(own, found)| Some((own, (*found)?)));
    let (mut same, mut other) = (0_usize, 0_usize);
    for (own, found) in found {
        if own == found {
            same += 1;
        } else {
            other += 1;
        }
    }
    other > same
}

impl Surface {
    fn of(parts: &[((usize, usize), &PrimitiveShape, u32)]) -> Self {
        let (mut positions, mut normals) = (Vec::new(), Vec::new());
        let mut triangles = Vec::new();
        for &(_, primitive, first) in parts {
            positions.extend_from_slice(&primitive.positions);
            // Unknown positions keep their numbers, and are nowhere.
            positions.resize(
                usize::try_from(first)
                    .unwrap_or(usize::MAX)
                    .saturating_add(primitive.vertices),
                Vec3::NAN,
            );
            if primitive.normals.len() == primitive.positions.len() {
                normals.extend_from_slice(&primitive.normals);
            } else {
                normals.extend(vertex_normals(&primitive.positions, &primitive.triangles));
            }
            normals.resize(positions.len(), Vec3::ZERO);
            let shifted = primitive.triangles.iter();
            triangles
                .extend(shifted.map(|corners| corners.map(|corner| corner.saturating_add(first))));
        }
        let numbered = positions.iter().zip(0_u32..);
        let finite = numbered.filter(|(position, _)| position.is_finite());
        let mut at: Vec<([u32; 3], u32)> = finite
            .map(|(position, vertex)| (place_bits(*position), vertex))
            .collect();
        at.sort_unstable();
        let known: Vec<Vec3> = positions
            .iter()
            .copied()
            .filter(|at| at.is_finite())
            .collect();
        let size = mesh::bounds(&known).map_or(0.0, mesh::Bounds::diagonal);
        Self {
            size: size.max(f32::MIN_POSITIVE),
            reach: (REACH * size).min(mean_edge(&positions, &triangles)),
            tree: OnceCell::new(),
            positions,
            normals,
            triangles,
            at,
        }
    }

    /// The vertices at a place, the first one first.
    fn at(&self, position: Vec3) -> &[([u32; 3], u32)] {
        let place = place_bits(position);
        let begin = self.at.partition_point(|(other, _)| *other < place);
        let rest = self.at.get(begin..).unwrap_or_default();
        let count = rest.iter().take_while(|(other, _)| *other == place).count();
        rest.get(..count).unwrap_or_default()
    }

    /// The old vertex at the place of a new one; of several the one whose normal is nearest, of those the first.
    fn at_place(&self, new: &PrimitiveShape, vertex: usize) -> Option<u32> {
        let position = *new.positions.get(vertex)?;
        let here = self.at(position);
        let normal = new.normals.get(vertex).copied().unwrap_or(Vec3::ZERO);
        let alike = |vertex: u32| {
            let own = self.normals.get(vertex as usize).copied();
            own.unwrap_or(Vec3::ZERO).dot(normal)
        };
        let mut best: Option<(u32, f32)> = None;
        for &(_, vertex) in here {
            let alike = alike(vertex);
            if best.is_none_or(|(_, most)| alike > most + 1e-4) {
                best = Some((vertex, alike));
            }
        }
        best.map(|(vertex, _)| vertex)
    }

    fn on_surface(&self, position: Vec3) -> VertexOrigin {
        let make = || Bvh::new(&self.positions, &self.triangles);
        let tree = self.tree.get_or_init(make);
        let nearest = tree.nearest_of_within(position, self.reach, |_| true);
        let corners = nearest.and_then(|nearest| self.triangles.get(nearest.triangle));
        nearest
            .zip(corners)
            .map_or(VertexOrigin::Nowhere, |(nearest, &corners)| {
                VertexOrigin::OnSurface {
                    corners,
                    shares: nearest.barycentric.to_array(),
                    distance: nearest.distance / self.size,
                }
            })
    }
}

/// The surface of a mesh of the new file.
pub(super) struct Standing {
    tree: Bvh,
    near: f32,
}

impl Standing {
    pub(super) fn of(new: &CharacterShape, mesh: usize) -> Self {
        let primitives = new
            .meshes
            .get(mesh)
            .map_or(&[][..], |mesh| &mesh.primitives);
        let (mut positions, mut triangles) = (Vec::new(), Vec::new());
        for primitive in primitives {
            let first = u32::try_from(positions.len()).unwrap_or(u32::MAX);
            positions.extend_from_slice(&primitive.positions);
            let own = primitive.triangles.iter();
            triangles.extend(own.map(|corners| corners.map(|corner| corner.saturating_add(first))));
        }
        Self {
            // Rounding and smoothing aside, what is still there is on it.
            near: 0.5 * mean_edge(&positions, &triangles),
            tree: Bvh::new(&positions, &triangles),
        }
    }

    /// Whether a place is on the surface, but for half the length of its edges.
    pub(super) fn is_near(&self, place: Vec3) -> bool {
        let nearest = self.tree.nearest_of_within(place, self.near, |_| true);
        nearest.is_some()
    }
}

/// The mean length of the triangles' edges.
fn mean_edge(positions: &[Vec3], triangles: &[[u32; 3]]) -> f32 {
    let place = |corner: u32| positions.get(corner as usize).copied().unwrap_or(Vec3::NAN);
    let (mut sum, mut count) = (0.0_f64, 0.0_f64);
    for corners in triangles {
        let [a, b, c] = corners.map(place);
        for length in [a.distance(b), b.distance(c), c.distance(a)] {
            if length.is_finite() {
                sum += f64::from(length);
                count += 1.0;
            }
        }
    }
    #[expect(clippy::cast_possible_truncation, reason = "a mean of f32")]
    let mean = (sum / count.max(1.0)) as f32;
    mean
}
