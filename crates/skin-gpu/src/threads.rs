//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{
    InstancePose, MeshData, MorphTarget, PoseLists, SkinGpuError, SkinInstances, SkinMesh,
    SkinVertex, SkinnedVertices, Skinner, VertexSkin,
};

const fn shared<T: Send + Sync>() {}

const _: () = {
    shared::<InstancePose<'static>>();
    shared::<MeshData>();
    shared::<MorphTarget<'static>>();
    shared::<PoseLists>();
    shared::<SkinGpuError>();
    shared::<SkinInstances>();
    shared::<SkinMesh>();
    shared::<SkinVertex>();
    shared::<SkinnedVertices>();
    shared::<Skinner>();
    shared::<VertexSkin>();
};
