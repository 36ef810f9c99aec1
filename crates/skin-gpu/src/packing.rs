//! Meshes and skinned vertices in fewer bytes, which is what skinning on a device costs.

use bytemuck::cast_slice;
use glam::Vec3;
use rig::{InfluenceRow, Influences, InfluencesBuilder};

use crate::error::SkinGpuError;
use crate::mesh_data::{MeshData, MeshSizes, count};
use crate::packed_normal::{NormalFormat, octahedral_from_normal};

/// How a mesh lies on the device, and its skinned vertices; all in full by default. For
/// [`SkinMesh::with_packing`](crate::SkinMesh::with_packing).
///
/// Packed influences round weights to parts of 65,535 that sum to one, which carries a vertex off by at most
/// `n / 131 070` of the distance between the images of its n joints; joints keep their numbers. Octahedral normals are at most 0.0037°
/// off. What that makes in the tests' models is in `docs/performance.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Packing {
    /// Format of the pairs of joint and weight: 8, 4 or 3 bytes each.
    pub influences: InfluenceFormat,
    /// Normals at rest: 16 bytes a vertex with its position, in full 24. Displacements of morph targets stay in full.
    pub rest_normals: NormalFormat,
    /// Skinned normals, in the buffer that is drawn from: [`SkinInstances::layout`](crate::SkinInstances::layout).
    pub skinned_normals: NormalFormat,
}

impl Packing {
    /// Everything as small as it goes for a mesh of so many joints.
    #[must_use]
    pub const fn smallest(joint_count: usize) -> Self {
        Self {
            influences: if joint_count <= 256 {
                InfluenceFormat::Unorm16Joint8
            } else {
                InfluenceFormat::Unorm16Joint16
            },
            rest_normals: NormalFormat::Octahedral,
            skinned_normals: NormalFormat::Octahedral,
        }
    }
}

/// Joint and weight of an influence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InfluenceFormat {
    /// 8 bytes: 32 bits each.
    #[default]
    Full,
    /// 4 bytes: 16 bits each.
    Unorm16Joint16,
    /// 3 bytes: a weight of 16 bits, a joint of 8. For meshes of up to 256 joints.
    Unorm16Joint8,
}

impl InfluenceFormat {
    /// The influences as a device has them in this format: weights that sum to one, each a part of 65,535; in full, they themselves.
    /// What comes to zero stays in its row.
    ///
    /// # Errors
    ///
    /// [`SkinGpuError::NotPackable`] for the first weight below zero or above one; weights that sum to nothing.
    pub fn round_influences(self, influences: &Influences) -> Result<Influences, SkinGpuError> {
        if self == Self::Full {
            return Ok(influences.clone());
        }
        let mut builder = InfluencesBuilder::new(influences.joint_count());
        for (vertex, InfluenceRow { joints, weights }) in influences.rows().enumerate() {
            let parts = parts(vertex, weights)?;
            let row = joints.iter().copied().zip(parts.into_iter().map(f32::from));
            if joints.is_empty() || builder.vertex(row).is_err() {
                builder.unbound();
            }
        }
        Ok(builder.build())
    }

    /// The words of the pairs of joint and weight, of which `pairs` are those in full.
    fn words(self, n_vertices: usize, words: &[u32]) -> Result<Vec<u32>, SkinGpuError> {
        let (ends, pairs) = words.split_at(n_vertices + 1);
        let mut packed = Vec::with_capacity(pairs.len());
        let mut row = Vec::new();
        for (vertex, ends) in ends.windows(2).enumerate() {
            let own = &pairs[2 * ends[0] as usize..2 * ends[1] as usize];
            row.clear();
            row.extend(own.chunks_exact(2).map(|pair| f32::from_bits(pair[1])));
            let parts = parts(vertex, &row)?;
            let joints = own.chunks_exact(2).map(|pair| pair[0]);
            packed.extend(joints.zip(parts));
        }
        Ok(match self {
            Self::Full => pairs.to_vec(),
            Self::Unorm16Joint16 => {
                let word = |&(joint, part): &(u32, u16)| joint | u32::from(part) << 16;
                packed.iter().map(word).collect()
            }
            Self::Unorm16Joint8 => packed.chunks(4).flat_map(group).collect(),
        })
    }
}

/// Three words of up to four pairs.
fn group(pairs: &[(u32, u16)]) -> [u32; 3] {
    let pair = |place: usize| pairs.get(place).copied().unwrap_or_default();
    let weight = |place: usize| u32::from(pair(place).1);
    let joints = [0, 1, 2, 3].map(|place| (pair(place).0 & 0xff) << (8 * place));
    [
        weight(0) | weight(1) << 16,
        weight(2) | weight(3) << 16,
        joints.into_iter().fold(0, |all, joint| all | joint),
    ]
}

/// Weights as parts of 65,535 that sum to as much as they did, to a part; the remainders that are lost most are made up for.
fn parts(vertex: usize, weights: &[f32]) -> Result<Vec<u16>, SkinGpuError> {
    if let Some(&weight) = weights.iter().find(|weight| !(0.0..=1.0).contains(*weight)) {
        return Err(SkinGpuError::NotPackable { vertex, weight });
    }
    let wholes = weights.iter().map(|weight| f64::from(*weight) * 65_535.0);
    // In f64: parts of 65,535 leave an f32 sum too few digits to tell which remainder is lost most.
    let wanted = wholes.clone().sum::<f64>().round().min(65_535.0);
    let mut parts: Vec<f64> = wholes.clone().map(f64::floor).collect();
    let mut by_loss: Vec<(f64, usize)> = wholes.map(f64::fract).zip(0..).collect();
    // Largest remainders first, and the first place of several: the same row always rounds alike.
    by_loss.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut missing = wanted - parts.iter().sum::<f64>();
    for (_, place) in by_loss {
        if missing < 1.0 {
            break;
        }
        parts[place] += 1.0;
        missing -= 1.0;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 65,535"
    )]
    let whole = |part: f64| part.min(65_535.0) as u16;
    Ok(parts.into_iter().map(whole).collect())
}

/// A mesh's words in a packing, and where what lies in them.
pub(crate) struct PackedWords {
    pub(crate) shape: MeshSizes,
    pub(crate) rest: Vec<u32>,
    pub(crate) influences: Vec<u32>,
}

impl PackedWords {
    pub(crate) fn new(data: &MeshData, packing: Packing) -> Result<Self, SkinGpuError> {
        let shape = MeshSizes {
            packing,
            ..data.shape
        };
        if packing.influences == InfluenceFormat::Unorm16Joint8 && shape.palette > 256 {
            return Err(SkinGpuError::TooLarge {
                what: "joints of eight bits",
                needed: shape.palette,
                most: 256,
            });
        }
        let mut packed = Self {
            shape,
            rest: rest_words(shape, &data.rest),
            influences: weighting_words(shape, packing, &data.influences)?,
        };
        if shape.has_tangents() {
            // Packed vertices take four words instead of six, so all that lies behind moves to the front.
            let saved = data.rest.len() - packed.rest.len();
            packed.shape.tangents = count("tangents", shape.tangents as usize - saved)?;
        }
        if shape.gradients != 0 {
            let own = &data.influences[shape.gradients as usize..];
            let start = packed.influences.len() + packed.influences.len() / 4 + 256;
            packed.influences.resize(start, 0);
            packed.influences.extend_from_slice(own);
            let rows = shape.gradient_rows - shape.gradients;
            packed.shape.gradients = count("the list of influences with gradients", start)?;
            packed.shape.gradient_rows = packed.shape.gradients + rows;
        }
        Ok(packed)
    }
}

/// Row starts, numbers of maps and pairs, in a packing; from those in full, of which what lies behind the pairs is not taken.
pub(crate) fn weighting_words(
    shape: MeshSizes,
    packing: Packing,
    full: &[u32],
) -> Result<Vec<u32>, SkinGpuError> {
    let (n_vertices, pairs) = (shape.vertices as usize, shape.pairs as usize);
    let end = pairs + 2 * full[n_vertices] as usize;
    if packing.influences == InfluenceFormat::Full {
        return Ok(full[..end].to_vec());
    }
    let mut rows = full[..=n_vertices].to_vec();
    rows.extend_from_slice(&full[pairs..end]);
    let mut words = full[..pairs].to_vec();
    words.extend(packing.influences.words(n_vertices, &rows)?);
    Ok(words)
}

/// The rest shape, with what lies behind it.
fn rest_words(shape: MeshSizes, full: &[f32]) -> Vec<u32> {
    if !shape.packing.rest_normals.is_octahedral() {
        return cast_slice(full).to_vec();
    }
    let (vertices, behind) = full.split_at(6 * shape.vertices as usize);
    let mut words = packed_vertices(vertices);
    words.extend_from_slice(cast_slice(behind));
    words
}

/// Vertices in full as position and octahedral normal.
pub(crate) fn packed_vertices(full: &[f32]) -> Vec<u32> {
    let packed = |vertex: &[f32]| {
        let normal = octahedral_from_normal(Vec3::from_slice(&vertex[3..]));
        let position = [vertex[0], vertex[1], vertex[2]].map(f32::to_bits);
        [position[0], position[1], position[2], normal]
    };
    full.chunks_exact(6).flat_map(packed).collect()
}
