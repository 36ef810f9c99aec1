//! The surface to paint on: all primitives of one skin as one welded mesh.

use std::collections::HashMap;

use character::{Character, Primitive, WeightEdit};
use glam::{Affine3A, Vec3};
use mesh::{Adjacency, PointIndex, cotangents};
use rig::{BindPose, InfluenceRow, Influences, MapKind, Skeleton, VertexMap};
use scene::combined_surface::{CombinedSurface, VertexRanges};
use scene::placed::placed_primitives;
use weights::{Edit, NeighborWeights, Numbers, PointValue, Rows};

use crate::state::painting::alike_skins::alike;

/// All primitives that one skin moves, or skins of the same joints with the same binds, concatenated and welded.
///
/// A seam between two materials is none here, nor one between two meshes that exporters gave a skin each.
/// A mesh that the scene shows several times is in it once.
#[derive(Clone, Debug)]
pub struct PaintMesh {
    /// The index of the skin among the rig's binds, of the first where several are alike.
    pub skin: usize,
    pieces: Vec<Piece>,
    /// The range of vertices of each primitive.
    ranges: VertexRanges,
    surface: Adjacency,
    cotangents: Vec<f32>,
}

/// One primitive of the surface.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    mesh: usize,
    primitive: usize,
    /// Indices of [`placed_primitives`] that show it with this skin or one alike; never empty.
    placed: Vec<usize>,
}

impl PaintMesh {
    /// The surface of each skin that moves a vertex, in their order; skins of the same joints with the same binds have one together. Takes
    /// about a second for a million vertices.
    #[must_use]
    pub fn all(character: &Character) -> Vec<Self> {
        Self::since(character, 0)
    }

    /// The surfaces of the skins from this one on, as [`all`](Self::all) has them; those before count as other skins.
    #[must_use]
    pub fn since(character: &Character, first: usize) -> Vec<Self> {
        let groups = alike(&character.rig.binds, first);
        let surfaces = groups
            .iter()
            .filter_map(|skins| Self::of_skins(character, skins));
        surfaces.collect()
    }

    /// The surface of one skin, without what skins alike move; none if it moves no vertex.
    #[must_use]
    pub fn of(character: &Character, skin: usize) -> Option<Self> {
        Self::of_skins(character, &[skin])
    }

    /// The surface of skins that are alike, in rising order.
    fn of_skins(character: &Character, skins: &[usize]) -> Option<Self> {
        let skin = *skins.first()?;
        let is_meant =
            |skin: Option<usize>| skin.is_some_and(|it| skins.binary_search(&it).is_ok());
        let mut pieces: Vec<Piece> = Vec::new();
        let mut known: HashMap<(usize, usize), usize> = HashMap::new();
        let mut primitives: Vec<&Primitive> = Vec::new();
        for (index, placed) in placed_primitives(character).enumerate() {
            let (mesh, primitive) = (placed.instance.mesh, placed.primitive_index);
            if placed.primitive.influences.is_none() || !is_meant(placed.instance.skin) {
                continue;
            }
            // By mesh and primitive: a mesh that nodes show again has one set of weights.
            let place = *known.entry((mesh, primitive)).or_insert(pieces.len());
            if let Some(piece) = pieces.get_mut(place) {
                piece.placed.push(index);
                continue;
            }
            primitives.push(placed.primitive);
            pieces.push(Piece {
                mesh,
                primitive,
                placed: vec![index],
            });
        }
        if pieces.is_empty() {
            return None;
        }
        let (surface, ranges) = weld_primitives(&primitives)?;
        let cotangents = cotangents(&surface);
        Some(Self {
            skin,
            pieces,
            ranges,
            surface,
            cotangents,
        })
    }

    /// The neighborhoods of points; vertices are counted through all primitives.
    #[must_use]
    pub const fn surface(&self) -> &Adjacency {
        &self.surface
    }

    /// Weights of each point's neighbors for averages, as smoothing takes them.
    #[must_use]
    pub fn neighbor_weights(&self) -> NeighborWeights<'_> {
        let weighted = NeighborWeights::with_strengths(&self.surface, &self.cotangents);
        weighted.unwrap_or_else(|_| NeighborWeights::uniform(&self.surface))
    }

    /// The point of a vertex of a placed primitive, as [`placed_primitives`] counts; none where this skin moves no
    /// vertex.
    #[must_use]
    pub fn point_at(&self, placed: usize, vertex: u32) -> Option<PointIndex> {
        let mut pieces = self.pieces.iter();
        let piece = pieces.position(|piece| piece.placed.contains(&placed))?;
        let vertex = self.ranges.vertex(piece, vertex)?;
        Some(self.surface.point_of(vertex))
    }

    /// The first placement of a point: placed primitive and vertex.
    #[must_use]
    pub fn place_of(&self, point: PointIndex) -> Option<(usize, u32)> {
        self.places_of(point).next()
    }

    /// All placements of each vertex of a point: placed primitive and vertex.
    pub fn placements_of(&self, point: PointIndex) -> impl Iterator<Item = (usize, u32)> {
        let vertices = self.surface.vertices_of(point).iter();
        let placed = vertices.filter_map(|&vertex| {
            let (piece, vertex) = self.ranges.place(vertex)?;
            Some((self.pieces.get(piece)?, vertex))
        });
        placed.flat_map(|(piece, vertex)| piece.placed.iter().map(move |&placed| (placed, vertex)))
    }

    /// The first placement of each vertex of a point: placed primitive and vertex.
    pub fn places_of(&self, point: PointIndex) -> impl Iterator<Item = (usize, u32)> {
        let vertices = self.surface.vertices_of(point).iter();
        vertices.filter_map(|&vertex| {
            let (piece, vertex) = self.ranges.place(vertex)?;
            Some((*self.pieces.get(piece)?.placed.first()?, vertex))
        })
    }

    /// The primitive of each vertex of a point, as mesh and index in the mesh.
    pub fn primitives_at(&self, point: PointIndex) -> impl Iterator<Item = (usize, usize)> {
        let vertices = self.surface.vertices_of(point).iter();
        vertices.filter_map(|&vertex| {
            let piece = self.pieces.get(self.ranges.place(vertex)?.0)?;
            Some((piece.mesh, piece.primitive))
        })
    }

    /// The vertices of a point, each with its primitive as mesh and index in the mesh.
    pub fn vertices_at(&self, point: PointIndex) -> impl Iterator<Item = ((usize, usize), u32)> {
        let vertices = self.surface.vertices_of(point).iter();
        vertices.filter_map(|&vertex| {
            let (piece, vertex) = self.ranges.place(vertex)?;
            let piece = self.pieces.get(piece)?;
            Some(((piece.mesh, piece.primitive), vertex))
        })
    }

    /// All primitives of the surface, each as mesh and index in the mesh.
    pub fn primitives(&self) -> impl Iterator<Item = (usize, usize)> {
        self.pieces
            .iter()
            .map(|piece| (piece.mesh, piece.primitive))
    }

    /// The first vertex of a primitive in the joined list; none if this skin does not move it.
    #[must_use]
    pub fn first_of(&self, mesh: usize, primitive: usize) -> Option<u32> {
        let mut pieces = self.pieces.iter();
        let is_meant = |piece: &Piece| (piece.mesh, piece.primitive) == (mesh, primitive);
        self.ranges.first(pieces.position(is_meant)?)
    }

    /// All points, in order.
    pub fn all_points(&self) -> impl DoubleEndedIterator<Item = PointIndex> + Clone + use<> {
        self.surface.all_points()
    }

    /// The number of points.
    #[must_use]
    pub fn point_count(&self) -> u32 {
        u32::try_from(self.surface.point_count()).unwrap_or(u32::MAX)
    }

    /// The weights of a character by points. Vertices welded into one point should have equal rows; [`Rows::copy`]
    /// shows those that differ.
    #[must_use]
    pub fn rows<'a>(&'a self, character: &'a Character) -> MeshRows<'a> {
        let of = |piece: &Piece| {
            let primitive = primitive_of(character, piece.mesh, piece.primitive)?;
            primitive.influences.as_ref()
        };
        let bind = character.rig.binds.get(self.skin);
        MeshRows {
            mesh: self,
            influences: self.pieces.iter().map(of).collect(),
            joint_count: bind.map_or(0, |bind| bind.joints().len()),
        }
    }

    /// The edits per primitive for an edit of points: every vertex of a point gets its row, or its own where the rows
    /// differ.
    #[must_use]
    pub fn pieces_of(&self, edit: &Edit) -> Vec<WeightEdit> {
        let mut edits = self.no_edits();
        for (vertex, row) in edit.vertex_rows(&self.surface) {
            let Some((piece, vertex)) = self.ranges.place(vertex) else {
                continue;
            };
            if let Some(edit) = edits.get_mut(piece) {
                edit.rows.push(vertex, row.pairs());
            }
        }
        edits.retain(|edit| !edit.rows.is_empty());
        edits
    }

    /// A map of a character by points; [unpainted](MapKind::default_value) where there is none. Vertices welded into one point should have
    /// equal values; otherwise their mean is read, and one value is written to all of them.
    #[must_use]
    pub fn numbers<'a>(&'a self, character: &'a Character, kind: MapKind) -> MeshNumbers<'a> {
        let of = |piece: &Piece| {
            let primitive = primitive_of(character, piece.mesh, piece.primitive)?;
            primitive.maps[kind].as_ref()
        };
        MeshNumbers {
            mesh: self,
            unpainted: kind.default_value(),
            maps: self.pieces.iter().map(of).collect(),
        }
    }

    /// The edits per primitive for new numbers of points in a map: every vertex of a point gets its number.
    #[must_use]
    pub fn number_pieces_of(&self, numbers: &[PointValue], kind: MapKind) -> Vec<WeightEdit> {
        let mut edits = self.no_edits();
        let numbered = numbers.iter().flat_map(|of| {
            let vertices = self.surface.vertices_of(of.point).iter();
            let places = vertices.filter_map(|&vertex| self.ranges.place(vertex));
            places.map(move |place| (place, of.value))
        });
        for ((piece, vertex), number) in numbered {
            if let Some(edit) = edits.get_mut(piece) {
                edit.maps[kind].push((vertex, number));
            }
        }
        edits.retain(|edit| !edit.has_no_numbers());
        edits
    }

    /// One empty edit per primitive.
    fn no_edits(&self) -> Vec<WeightEdit> {
        let none = |piece: &Piece| WeightEdit {
            mesh: piece.mesh,
            primitive: piece.primitive,
            ..WeightEdit::default()
        };
        self.pieces.iter().map(none).collect()
    }
}

/// Meters of the model at rest for each unit of a skin's meshes: the mean over the three axes; 1 where that cannot be said.
#[must_use]
pub fn meters_per_unit(skeleton: &Skeleton, bind: &BindPose) -> f32 {
    let Some(&joint) = bind.joints().first() else {
        return 1.0;
    };
    let rest = skeleton.rest_model_from_joint(joint);
    let model_from_joint = Affine3A::from_rotation_translation(rest.rotation, rest.translation);
    let volume = (model_from_joint * bind.joint_from_bind(0))
        .matrix3
        .determinant();
    // The factor of volume is the product of those along three axes: its cube root is their mean.
    let scale = volume.abs().cbrt();
    if scale.is_finite() && scale > 0.0 {
        scale
    } else {
        1.0
    }
}

/// Primitives joined and welded, in mesh space; none where there are more vertices than `u32` can count.
fn weld_primitives(primitives: &[&Primitive]) -> Option<(Adjacency, VertexRanges)> {
    let combined = CombinedSurface::new(primitives);
    let positions = primitives.iter().flat_map(|one| one.positions.iter());
    let positions: Vec<Vec3> = positions.copied().collect();
    let is_counted = u32::try_from(positions.len()) == Ok(combined.ranges().vertex_count());
    is_counted.then(|| {
        let surface = Adjacency::new(&positions, combined.triangles());
        (surface, combined.into_ranges())
    })
}

/// Weights of a character by the points of a [`PaintMesh`].
#[derive(Debug)]
pub struct MeshRows<'a> {
    mesh: &'a PaintMesh,
    influences: Vec<Option<&'a Influences>>,
    joint_count: usize,
}

impl Rows for MeshRows<'_> {
    fn point_count(&self) -> usize {
        self.mesh.surface.point_count()
    }

    fn joint_count(&self) -> usize {
        self.joint_count
    }

    fn slices(&self, point: PointIndex) -> InfluenceRow<'_> {
        self.copy(point, 0)
    }

    fn copies(&self, point: PointIndex) -> usize {
        // One at least: a point without a vertex reads as one that nothing binds.
        self.mesh.surface.vertices_of(point).len().max(1)
    }

    fn copy(&self, point: PointIndex, vertex: usize) -> InfluenceRow<'_> {
        let row = || {
            let vertex = *self.mesh.surface.vertices_of(point).get(vertex)?;
            let (piece, local) = self.mesh.ranges.place(vertex)?;
            let (influences, local) = ((*self.influences.get(piece)?)?, local as usize);
            (local < influences.vertex_count()).then(|| influences.bound_row(local))
        };
        row().unwrap_or_default()
    }
}

/// A map of a character by the points of a [`PaintMesh`].
#[derive(Debug)]
pub struct MeshNumbers<'a> {
    mesh: &'a PaintMesh,
    /// Where there is no map.
    unpainted: f32,
    maps: Vec<Option<&'a VertexMap>>,
}

impl MeshNumbers<'_> {
    /// The numbers of a point's vertices.
    fn copies(&self, point: PointIndex) -> impl Iterator<Item = f32> {
        let vertices = self.mesh.surface.vertices_of(point).iter();
        vertices.map(|&vertex| self.of_vertex(vertex).unwrap_or(self.unpainted))
    }

    /// The number of a vertex; none where the primitive has no map.
    fn of_vertex(&self, vertex: u32) -> Option<f32> {
        let (piece, vertex) = self.mesh.ranges.place(vertex)?;
        Some((*self.maps.get(piece)?)?.value(vertex as usize))
    }
}

impl Numbers for MeshNumbers<'_> {
    fn number(&self, point: PointIndex) -> f32 {
        let mut copies = self.copies(point);
        let Some(first) = copies.next() else {
            return self.unpainted;
        };
        // A running mean, so that equal values keep their bits.
        let (mean, _) = copies.fold((first, 1.0_f32), |(mean, count), number| {
            (mean + (number - mean) / (count + 1.0), count + 1.0)
        });
        mean
    }

    fn is_seam_split(&self, point: PointIndex) -> bool {
        let mut copies = self.copies(point);
        let first = copies.next();
        copies.any(|number| Some(number) != first)
    }
}

fn primitive_of(character: &Character, mesh: usize, primitive: usize) -> Option<&Primitive> {
    character.meshes.get(mesh)?.primitives.get(primitive)
}
