//! A mesh in the words of the shaders, before any device is asked.

use glam::{Vec3, Vec4};
use rig::{ByMap, InfluenceRow, MapKind, VertexMap, Vertices, Weighting};

use crate::error::{SkinGpuError, expect_length};
use crate::packing::Packing;

/// A morph target: what its weight multiplies and adds to the rest shape, before skinning.
#[derive(Clone, Copy, Debug, Default)]
pub struct MorphTarget<'a> {
    /// Displacements of positions: one per vertex, or none, which displaces nothing.
    pub positions: &'a [Vec3],
    /// Displacements of normals: one per vertex, or none.
    pub normals: &'a [Vec3],
}

/// How many of everything a mesh has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MeshSizes {
    pub vertices: u32,
    /// That the influences count.
    pub joints: usize,
    /// That a palette must have: gradients may name joints that neighbors in another mesh have.
    pub palette: usize,
    pub targets: u32,
    /// Where in the numbers of the rest shape the tangents begin; 0 without.
    pub tangents: u32,
    /// Where in the words of the influences the pairs begin: behind the numbers of the maps.
    pub pairs: u32,
    /// Where in them the numbers of each map begin; 0 without it.
    pub maps: ByMap<u32>,
    /// Where in them the rows of gradients begin, and the gradients; 0 without.
    pub gradients: u32,
    pub gradient_rows: u32,
    /// In what formats it lies; in full before it is on a device.
    pub packing: Packing,
}

impl MeshSizes {
    /// Whether the mesh has a map.
    pub(crate) fn has_map(self, kind: MapKind) -> bool {
        self.maps[kind] != 0
    }

    /// Whether the mesh has tangents.
    pub(crate) const fn has_tangents(self) -> bool {
        self.tangents != 0
    }

    /// Whether it has any.
    pub(crate) fn has_maps(self) -> bool {
        self.maps != ByMap::default()
    }
}

/// A mesh as the shaders read it: checked and packed, not yet on a device.
///
/// Memory: 24 bytes a vertex, 24 more per morph target, 16 for a tangent, 4 for its row, 4 for its number of each map and 8 per influence; on a
/// device as much again.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshData {
    pub(crate) shape: MeshSizes,
    pub(crate) rest: Vec<f32>,
    pub(crate) influences: Vec<u32>,
}

impl MeshData {
    /// Packs a mesh. One without vertices is fine, and skins nothing. Without normals the skinned ones are zero, and so are the
    /// tangents. Morph targets do not displace tangents. `&influences` is
    /// a weighting without maps, at which linear blending does not look. Bones come with each pose.
    ///
    /// Lengths: as many influence rows as positions, as many numbers of the map; normals, tangents and displacements as many as
    /// positions, or none.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::Length`] for the first list that does not fit, [`SkinGpuError::TooLarge`] for more numbers than a
    /// shader can count.
    pub fn new<'w>(
        vertices: Vertices<'_>,
        weighting: impl Into<Weighting<'w>>,
        targets: &[MorphTarget<'_>],
    ) -> Result<Self, SkinGpuError> {
        let weighting = weighting.into();
        let n_vertices = vertices.positions.len();
        let positions = ("vertex positions", n_vertices);
        check_weighting(weighting, positions)?;
        expect_length_or_none(("normals", vertices.normals.len()), positions)?;
        expect_length_or_none(("tangents", vertices.tangents.len()), positions)?;
        for target in targets {
            let displaced = ("morph displacements of positions", target.positions.len());
            expect_length_or_none(displaced, positions)?;
            let displaced = ("morph displacements of normals", target.normals.len());
            expect_length_or_none(displaced, positions)?;
        }
        let mut rest = Vec::with_capacity(6 * n_vertices * (1 + targets.len()));
        append_vertices(&mut rest, n_vertices, vertices.positions, vertices.normals);
        for target in targets {
            append_vertices(&mut rest, n_vertices, target.positions, target.normals);
        }
        let tangents = if vertices.tangents.is_empty() {
            0
        } else {
            count("the rest shape with its morph targets", rest.len())?
        };
        append_tangents(&mut rest, vertices.tangents);
        let (influence_words, starts) = weighting_words(weighting);
        let n_rest = count("the rest shape with its morph targets", rest.len())?;
        count("the list of influences", influence_words.len())?;
        Ok(Self {
            shape: MeshSizes {
                // There are at least six numbers a vertex, and these fit: so does the number of vertices.
                vertices: u32::try_from(n_vertices).unwrap_or(n_rest),
                joints: weighting.influences.joint_count(),
                palette: weighting.influences.joint_count(),
                targets: count("the list of morph targets", targets.len())?,
                tangents,
                pairs: count("the list of influences", starts.pairs)?,
                maps: ByMap {
                    blend: count("the list of influences", starts.maps.blend)?,
                    bulge: count("the list of influences", starts.maps.bulge)?,
                },
                gradients: 0,
                gradient_rows: 0,
                packing: Packing::default(),
            },
            rest,
            influences: influence_words,
        })
    }

    /// The number of vertices.
    #[must_use]
    pub const fn vertex_count(&self) -> usize {
        self.shape.vertices as usize
    }

    /// The number of entries that a palette for it must have at least.
    #[must_use]
    pub const fn joint_count(&self) -> usize {
        self.shape.palette
    }

    /// The number of morph targets.
    #[must_use]
    pub const fn target_count(&self) -> usize {
        self.shape.targets as usize
    }
}

pub(crate) fn count(what: &'static str, needed: usize) -> Result<u32, SkinGpuError> {
    u32::try_from(needed).map_err(|_too_large| SkinGpuError::TooLarge {
        what,
        needed,
        most: u32::MAX as usize,
    })
}

pub(crate) fn expect_length_or_none(
    list: (&'static str, usize),
    expected: (&'static str, usize),
) -> Result<(), SkinGpuError> {
    if list.1 == 0 {
        return Ok(());
    }
    expect_length(list, expected)
}

/// Position and normal in turns; zero where a list is empty.
pub(crate) fn append_vertices(
    out: &mut Vec<f32>,
    n_vertices: usize,
    positions: &[Vec3],
    normals: &[Vec3],
) {
    let at = |list: &[Vec3], vertex: usize| list.get(vertex).copied().unwrap_or_default();
    for vertex in 0..n_vertices {
        out.extend(at(positions, vertex).to_array());
        out.extend(at(normals, vertex).to_array());
    }
}

pub(crate) fn append_tangents(out: &mut Vec<f32>, tangents: &[Vec4]) {
    out.extend(tangents.iter().flat_map(Vec4::to_array));
}

/// Fails on influences or maps of another mesh.
pub(crate) fn check_weighting(
    weighting: Weighting<'_>,
    expected: (&'static str, usize),
) -> Result<(), SkinGpuError> {
    let influences = weighting.influences;
    expect_length(("rows of influences", influences.vertex_count()), expected)?;
    for (kind, map) in weighting.maps().iter() {
        let what = match kind {
            MapKind::Blend => "numbers of the blend map",
            MapKind::Bulge => "numbers of the bulge map",
        };
        if let Some(map) = map {
            expect_length((what, map.vertex_count()), expected)?;
        }
    }
    Ok(())
}

/// Where what begins among the words of the influences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Starts {
    /// The numbers of each map; 0 without it.
    pub maps: ByMap<usize>,
    /// The pairs of joint and weight.
    pub pairs: usize,
}

impl Starts {
    /// Of so many vertices with these maps.
    pub(crate) fn new(n_vertices: usize, maps: ByMap<Option<&VertexMap>>) -> Self {
        // Behind the ends of rows, of which there is one more than vertices. So 0 is never a place, and says that there is no map.
        let mut next = n_vertices + 1;
        let mut starts = ByMap::default();
        for kind in MapKind::ALL {
            if maps[kind].is_some() {
                starts[kind] = next;
                next += n_vertices;
            }
        }
        Self {
            maps: starts,
            pairs: next,
        }
    }
}

/// Where each row begins and the last ends, then the numbers of the maps, then the pairs of joint and weight; and where these begin.
pub(crate) fn weighting_words(weighting: Weighting<'_>) -> (Vec<u32>, Starts) {
    let (influences, maps) = (weighting.influences, weighting.maps());
    let starts = Starts::new(influences.vertex_count(), maps);
    let mut words = Vec::with_capacity(starts.pairs + 2 * influences.pair_count());
    let mut end = 0_u32;
    words.push(end);
    for InfluenceRow { joints, .. } in influences.rows() {
        // Influences count their pairs in 32 bits.
        end = end.saturating_add(u32::try_from(joints.len()).unwrap_or(u32::MAX));
        words.push(end);
    }
    for (_, map) in maps.iter() {
        words.extend(map.iter().flat_map(|map| map.values().map(f32::to_bits)));
    }
    for InfluenceRow { joints, weights } in influences.rows() {
        for (&joint, weight) in joints.iter().zip(weights) {
            words.extend([u32::from(joint), weight.to_bits()]);
        }
    }
    (words, starts)
}
