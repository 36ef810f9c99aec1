//! A mesh in the words of the shaders, before any device is asked.

use glam::Vec3;
use rig::{Vertices, Weighting};

use crate::error::{SkinGpuError, expect_length};

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
pub(crate) struct Shape {
    pub vertices: u32,
    pub joints: usize,
    pub targets: u32,
    /// Where in the words of the influences the pairs begin: behind the numbers of the blend map, if there is one.
    pub pairs: u32,
}

impl Shape {
    /// Whether the mesh has a blend map.
    pub(crate) const fn has_map(self) -> bool {
        self.pairs > self.vertices + 1
    }
}

/// A mesh as the shaders read it: checked and packed, not yet on a device.
///
/// Memory: 24 bytes a vertex, 24 more per morph target, 4 for its row, 4 for its number of a blend map and 8 per influence; on a
/// device as much again.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshData {
    pub(crate) shape: Shape,
    pub(crate) rest: Vec<f32>,
    pub(crate) influences: Vec<u32>,
}

impl MeshData {
    /// Packs a mesh. One without vertices is fine, and skins nothing. Without normals the skinned ones are zero. `&influences` is
    /// a weighting without a blend map, at which only affine blending looks.
    ///
    /// Lengths: as many influence rows as positions, as many numbers of the map; normals and displacements as many as
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
        let (influence_words, pairs) = weighting_words(weighting);
        let n_rest = count("the rest shape with its morph targets", rest.len())?;
        count("the list of influences", influence_words.len())?;
        Ok(Self {
            shape: Shape {
                vertices: u32::try_from(n_vertices).unwrap_or(n_rest),
                joints: weighting.influences.joint_count(),
                targets: count("the list of morph targets", targets.len())?,
                pairs: count("the list of influences", pairs)?,
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
        self.shape.joints
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

/// Fails on influences or a blend map of another mesh.
pub(crate) fn check_weighting(
    Weighting { influences, blend }: Weighting<'_>,
    expected: (&'static str, usize),
) -> Result<(), SkinGpuError> {
    expect_length(("rows of influences", influences.vertex_count()), expected)?;
    match blend {
        None => Ok(()),
        Some(map) => expect_length(("numbers of the blend map", map.vertex_count()), expected),
    }
}

/// Where each row begins and the last ends, then the numbers of the blend map, then the pairs of joint and weight; and where the
/// pairs begin.
pub(crate) fn weighting_words(Weighting { influences, blend }: Weighting<'_>) -> (Vec<u32>, usize) {
    let n_vertices = influences.vertex_count();
    let pairs = n_vertices + 1 + blend.map_or(0, |_| n_vertices);
    let mut words = Vec::with_capacity(pairs + 2 * influences.pair_count());
    let mut end = 0_u32;
    words.push(end);
    for (joints, _) in influences.rows() {
        // Influences count their pairs in 32 bits.
        end = end.saturating_add(u32::try_from(joints.len()).unwrap_or(u32::MAX));
        words.push(end);
    }
    words.extend(blend.iter().flat_map(|map| map.values().map(f32::to_bits)));
    for (joints, weights) in influences.rows() {
        for (&joint, weight) in joints.iter().zip(weights) {
            words.extend([u32::from(joint), weight.to_bits()]);
        }
    }
    (words, pairs)
}
