//! A crowd on the device: one mesh, a palette for each member, drawn straight from the skinned buffer.

use rig::{Influences, Palette};
use scene::crowd::CrowdMesh;
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
    influences: Influences,
    /// All members, as far as a buffer of the device holds so many: mostly one.
    blocks: Vec<SkinInstances>,
    /// One per member, drawn from its part of a block.
    members: Vec<MeshBuffers>,
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
        let (device, queue) = (machine.device, machine.queue);
        let vertices = Vertices {
            positions: &mesh.positions,
            normals: &mesh.normals,
            ..Vertices::default()
        };
        let data = SkinMeshData::new(vertices, &mesh.influences, &[])?;
        let skinned = SkinMesh::new(device, queue, &data)?;
        let most = SkinInstances::capacity_within(device, &skinned, u64::MAX);
        let mut blocks = Vec::new();
        let mut left = count;
        while left > 0 {
            let held = left.min(most);
            blocks.push(SkinInstances::new(machine.skinner, device, &skinned, held)?);
            left -= held;
        }
        let drawn = MeshData {
            positions: &mesh.positions,
            normals: &mesh.normals,
            tex_coords: &[],
            triangles: &mesh.triangles,
        };
        let drawn = MeshBuffers::new(renderer, device, queue, &drawn, &Material::CLAY)?;
        let part = |number: usize| {
            let block = blocks
                .get(number / most)
                .ok_or(SkinGpuError::TooManyInstances {
                    found: count,
                    capacity: 0,
                })?;
            let mut member = drawn.clone();
            member.draw_from(block.buffer(), block.bytes_of(number % most))?;
            Ok(member)
        };
        Ok(Self {
            members: (0..count).map(part).collect::<Result<_, CrowdError>>()?,
            influences: mesh.influences.clone(),
            blocks,
            triangle_count: mesh.triangles.len(),
        })
    }

    /// Writes a palette for each member, all by one method. Takes effect at the next submission.
    ///
    /// # Errors
    ///
    /// Palettes of another skin, of several methods, or not finite.
    pub fn write(&mut self, queue: &wgpu::Queue, palettes: &[Palette]) -> Result<(), SkinGpuError> {
        let influences = &self.influences;
        let pose = |palette| InstancePose {
            influences: Some(influences),
            ..InstancePose::from(palette)
        };
        let most = self.blocks.first().map_or(1, SkinInstances::capacity);
        for (block, palettes) in self.blocks.iter_mut().zip(palettes.chunks(most.max(1))) {
            let poses: Vec<InstancePose<'_>> = palettes.iter().map(pose).collect();
            block.write(queue, &poses)?;
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

    /// The members, to be drawn.
    #[must_use]
    pub fn members(&self) -> Vec<&MeshBuffers> {
        self.members.iter().collect()
    }

    /// Vertices of all members.
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.members.len() * self.influences.vertex_count()
    }

    /// Triangles of all members.
    #[must_use]
    pub const fn triangle_count(&self) -> usize {
        self.members.len() * self.triangle_count
    }
}
