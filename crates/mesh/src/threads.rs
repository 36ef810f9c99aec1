//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{Adjacency, Bounds, Bvh, Geodesics, GradientStencils, ManifoldReport, Openness};

const fn assert_send_sync<T: Send + Sync>() {}

const _: () = {
    assert_send_sync::<Adjacency>();
    assert_send_sync::<Bounds>();
    assert_send_sync::<Bvh>();
    assert_send_sync::<Geodesics>();
    assert_send_sync::<GradientStencils>();
    assert_send_sync::<ManifoldReport>();
    assert_send_sync::<Openness>();
};
