//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{
    Mesh, NormalTransform, RowMaps, SimdPath, SkinError, Skinned, Skinner, Vertices, Weighting,
};

const fn shared<T: Send + Sync>() {}

const _: () = {
    shared::<Mesh<'static>>();
    shared::<NormalTransform<'static>>();
    shared::<RowMaps<'static>>();
    shared::<SimdPath>();
    shared::<SkinError>();
    shared::<Skinned<'static>>();
    shared::<Skinner>();
    shared::<Vertices<'static>>();
    shared::<Weighting<'static>>();
};
