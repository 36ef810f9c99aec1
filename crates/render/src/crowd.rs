//! A crowd on the device: a mesh for each method, a palette of it for each member, drawn straight from the skinned buffers.

use rig::{Influences, Palette};
use scene::crowd::{CrowdMesh, CrowdPart};
use skin_gpu::{
    InstancePose, MeshData as SkinMeshData, SkinGpuError, SkinInstances, SkinMesh, Skinner,
    Vertices,
};
use thiserror::Error;

use crate::gpu_character::SkinMachine;
use crate::{Material, MeshBuffers, MeshData, MeshError, Renderer};

/// Why a crowd cannot be shown.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CrowdError {
    /// The device cannot skin it.
    #[error(transparent)]
    Skin(#[from] SkinGpuError),
    /// The device cannot draw it.
    #[error(transparent)]
    Draw(#[from] MeshError),
}

/// The buffers of a crowd.
#[derive(Debug)]
pub struct CrowdBuffers {
    parts: Vec<PartBuffers>,
    /// All blocks of all parts, in their order.
    blocks: Vec<SkinInstances>,
    /// One per part and member, drawn from its place in a block.
    members: Vec<MeshBuffers>,
    count: usize,
}

/// What is skinned by one method.
#[derive(Debug)]
struct PartBuffers {
    influences: Influences,
    /// Blocks that hold its members: mostly one, as far as a buffer of the device holds so many.
    blocks: usize,
    triangle_count: usize,
}

impl CrowdBuffers {
    /// Memory for so many members of a mesh: 24 bytes for each vertex of each. The mesh itself is there once.
    ///
    /// # Errors
    ///
    /// The device has no memory for them.
    pub fn new(
        machine: SkinMachine<'_>,
        renderer: &Renderer,
        mesh: &CrowdMesh,
        count: usize,
    ) -> Result<Self, CrowdError> {
        let mut made = Self {
            parts: Vec::new(),
            blocks: Vec::new(),
            members: Vec::new(),
            count,
        };
        for part in &mesh.parts {
            made.add(machine, renderer, part)?;
        }
        Ok(made)
    }

    fn add(
        &mut self,
        machine: SkinMachine<'_>,
        renderer: &Renderer,
        part: &CrowdPart,
    ) -> Result<(), CrowdError> {
        let (device, queue) = (machine.device, machine.queue);
        let vertices = Vertices {
            positions: &part.positions,
            normals: &part.normals,
            ..Vertices::default()
        };
        let data = SkinMeshData::new(vertices, &part.influences, &[])?;
        let skinned = SkinMesh::new(device, queue, &data)?;
        // As many as the device's limits allow: blocks are few, and each is one dispatch.
        let most = SkinInstances::capacity_within(device, &skinned, u64::MAX);
        let mut blocks = Vec::new();
        let mut left = self.count;
        while left > 0 {
            let held = left.min(most);
            blocks.push(SkinInstances::new(machine.skinner, device, &skinned, held)?);
            left -= held;
        }
        let drawn = MeshData {
            positions: &part.positions,
            normals: &part.normals,
            tex_coords: &[],
            triangles: &part.triangles,
        };
        let drawn = MeshBuffers::new(renderer, device, queue, &drawn, &Material::CLAY)?;
        for number in 0..self.count {
            let block = blocks.get(number / most);
            let block = block.ok_or(SkinGpuError::TooManyInstances {
                found: self.count,
                capacity: 0,
            })?;
            // Shares triangles and material; only where its vertices are read differs.
            let mut member = drawn.clone();
            member.draw_from(block.buffer(), block.bytes_of(number % most))?;
            self.members.push(member);
        }
        self.parts.push(PartBuffers {
            influences: part.influences.clone(),
            blocks: blocks.len(),
            triangle_count: part.triangles.len(),
        });
        self.blocks.extend(blocks);
        Ok(())
    }

    /// Writes a palette for each member of each part, all of a part by one method. Takes effect at the next submission.
    ///
    /// # Errors
    ///
    /// Palettes of another skin, of several methods, or not finite.
    pub fn write(
        &mut self,
        queue: &wgpu::Queue,
        palettes: &[Vec<Palette>],
    ) -> Result<(), SkinGpuError> {
        let mut blocks = self.blocks.iter_mut();
        for (part, palettes) in self.parts.iter().zip(palettes) {
            let pose = |palette| InstancePose {
                influences: Some(&part.influences),
                ..InstancePose::from(palette)
            };
            let mut left = &palettes[..];
            for block in blocks.by_ref().take(part.blocks) {
                let (own, rest) = left.split_at(block.capacity().min(left.len()));
                let poses: Vec<InstancePose<'_>> = own.iter().map(pose).collect();
                block.write(queue, &poses)?;
                left = rest;
            }
        }
        Ok(())
    }

    /// Records the skinning of all members: a dispatch a block.
    pub fn skin(&self, skinner: &Skinner, encoder: &mut wgpu::CommandEncoder) {
        skinner.skin(encoder, &self.blocks);
    }

    /// What is skinned, for passes of the caller's own.
    #[must_use]
    pub fn instances(&self) -> &[SkinInstances] {
        &self.blocks
    }

    /// The parts of all members, to be drawn.
    #[must_use]
    pub fn members(&self) -> Vec<&MeshBuffers> {
        self.members.iter().collect()
    }

    /// Vertices of all members.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        let parts = self.parts.iter();
        let own = parts.map(|part| part.influences.vertex_count());
        self.count * own.sum::<usize>()
    }

    /// Triangles of all members.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        let own = self.parts.iter().map(|part| part.triangle_count);
        self.count * own.sum::<usize>()
    }
}
