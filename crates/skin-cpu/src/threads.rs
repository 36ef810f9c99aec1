//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{
    Mesh, NormalTransform, PreparedSkin, RowMaps, SimdPath, SkinError, SkinOutput, Skinner,
    Vertices, Weighting,
};

const fn assert_send_sync<T: Send + Sync>() {}

const _: () = {
    assert_send_sync::<Mesh<'static>>();
    assert_send_sync::<NormalTransform<'static>>();
    assert_send_sync::<PreparedSkin<'static>>();
    assert_send_sync::<RowMaps<'static>>();
    assert_send_sync::<SimdPath>();
    assert_send_sync::<SkinError>();
    assert_send_sync::<SkinOutput<'static>>();
    assert_send_sync::<Skinner>();
    assert_send_sync::<Vertices<'static>>();
    assert_send_sync::<Weighting<'static>>();
};
