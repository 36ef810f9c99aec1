//! Vertices with what moves them.

use glam::{Vec2, Vec3};

use super::bytes::{Bytes, IndexSize, Refused};

/// A vertex in the units and axes of the file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PmxVertex {
    pub(super) position: Vec3,
    pub(super) normal: Vec3,
    pub(super) tex_coord: Vec2,
    pub(super) deform: Deform,
}

/// How bones move a vertex.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Deform {
    pub(super) kind: DeformKind,
    /// Bones with weights as the file has them.
    pub(super) row: Vec<BoneWeight>,
}

/// The bone that an influence names, and its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BoneWeight {
    pub(super) bone: usize,
    pub(super) weight: f32,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum DeformKind {
    /// BDEF1, BDEF2, BDEF4: linear.
    Linear,
    /// SDEF: about a center of its own.
    Spherical(SphericalCenter),
    /// QDEF: by dual quaternions.
    DualQuaternion,
}

/// C, R0 and R1 of a vertex with spherical deform.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SphericalCenter {
    pub(super) center: Vec3,
    pub(super) sides: [Vec3; 2],
}

/// What the head of a file says of vertices.
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexLayout {
    /// Vectors of four numbers behind the texture coordinate.
    pub(super) n_more: u8,
    pub(super) bone: IndexSize,
}

impl VertexLayout {
    /// Bytes of the shortest vertex.
    pub(super) fn least(self) -> usize {
        const PLACE: usize = 8 * 4;
        const KIND_AND_EDGE: usize = 1 + 4;
        PLACE + KIND_AND_EDGE + usize::from(self.n_more) * 16 + self.bone.bytes()
    }

    pub(super) fn read(self, from: &mut Bytes<'_>) -> Result<PmxVertex, Refused> {
        let (position, normal, tex_coord) = (from.vec3()?, from.vec3()?, from.vec2()?);
        for _ in 0..self.n_more {
            from.vec4()?;
        }
        let deform = self.deform(from)?;
        let _edge = from.f32()?;
        Ok(PmxVertex {
            position,
            normal,
            tex_coord,
            deform,
        })
    }

    fn deform(self, from: &mut Bytes<'_>) -> Result<Deform, Refused> {
        let number = from.u8()?;
        let mut kind = match number {
            0..=2 => DeformKind::Linear,
            // Its vectors follow below.
            3 => DeformKind::Spherical(SphericalCenter {
                center: Vec3::ZERO,
                sides: [Vec3::ZERO; 2],
            }),
            4 => DeformKind::DualQuaternion,
            other => {
                return Err(from.refused(&format!(
                    "deform {other} is none of BDEF1, BDEF2, BDEF4, SDEF and QDEF; export the file anew"
                )));
            }
        };
        let row = match number {
            0 => vec![(from.index(self.bone)?, 1.0)],
            1 | 3 => {
                let bones = [from.index(self.bone)?, from.index(self.bone)?];
                let weight = from.f32()?;
                vec![(bones[0], weight), (bones[1], 1.0 - weight)]
            }
            _ => {
                let mut row = Vec::new();
                for _ in 0..4 {
                    row.push((from.index(self.bone)?, 0.0));
                }
                for of in &mut row {
                    of.1 = from.f32()?;
                }
                row
            }
        };
        if let DeformKind::Spherical(own) = &mut kind {
            own.center = from.vec3()?;
            own.sides = [from.vec3()?, from.vec3()?];
        }
        let row = row.into_iter().filter_map(|(bone, weight)| {
            let bone = bone?;
            Some(BoneWeight { bone, weight })
        });
        Ok(Deform {
            kind,
            row: row.collect(),
        })
    }
}
