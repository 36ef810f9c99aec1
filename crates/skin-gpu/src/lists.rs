//! The lists that the shaders read, for programs that bind them by themselves, as web pages do.

use crate::error::SkinGpuError;
use crate::layouts::{SkinParams, Word};
use crate::mesh_data::MeshData;
use crate::pose_data::{InstancePose, PoseData};

/// What a shader reads beside the lists of a [`MeshData`], laid out as `shaders/wgsl/include/skin_layout.wgsl` says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PoseLists {
    /// The uniform `SkinParams`, as 32-bit words.
    pub params: [u32; 16],
    /// The list `poses`: per instance what comes before the joints, the joints' entries, morph weights, and what maps and centers
    /// ask for.
    pub poses: Vec<Word>,
}

impl MeshData {
    /// The list `rest`: position and normal of each vertex, then those of each morph target, then tangents.
    #[must_use]
    pub fn rest(&self) -> &[f32] {
        &self.rest
    }

    /// The list `influences`: ends of rows, numbers of the maps, pairs of joint and weight, gradients.
    #[must_use]
    pub fn influences(&self) -> &[u32] {
        &self.influences
    }

    /// The poses of instances of this mesh: what [`VertexSkin::write`](crate::VertexSkin::write) writes.
    ///
    /// # Errors
    ///
    /// As [`SkinInstances::write`](crate::SkinInstances::write), but for the number of instances, which is not limited.
    pub fn pose_lists(&self, instances: &[InstancePose<'_>]) -> Result<PoseLists, SkinGpuError> {
        let mut data = PoseData::default();
        data.pack(self.shape, instances.len(), instances)?;
        Ok(PoseLists {
            params: words(data.params),
            poses: data.words,
        })
    }
}

fn words(params: SkinParams) -> [u32; 16] {
    bytemuck::cast(params)
}
