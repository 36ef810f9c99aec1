//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{
    InstancePose, MeshData, MorphTarget, PoseLists, SkinGpuError, SkinInstances, SkinMesh,
    SkinVertex, SkinnedVertices, Skinner, VertexSkin,
};

const fn assert_send_sync<T: Send + Sync>() {}

const _: () = {
    assert_send_sync::<InstancePose<'static>>();
    assert_send_sync::<MeshData>();
    assert_send_sync::<MorphTarget<'static>>();
    assert_send_sync::<PoseLists>();
    assert_send_sync::<SkinGpuError>();
    assert_send_sync::<SkinInstances>();
    assert_send_sync::<SkinMesh>();
    assert_send_sync::<SkinVertex>();
    assert_send_sync::<SkinnedVertices>();
    assert_send_sync::<Skinner>();
    assert_send_sync::<VertexSkin>();
};
