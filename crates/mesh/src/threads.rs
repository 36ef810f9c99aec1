//! That public types may go to other threads, and be shared with them: checked wherever this compiles.

use crate::{Adjacency, Bounds, Bvh, Geodesics, GradientStencils, ManifoldReport, Openness};

const fn shared<T: Send + Sync>() {}

const _: () = {
    shared::<Adjacency>();
    shared::<Bounds>();
    shared::<Bvh>();
    shared::<Geodesics>();
    shared::<GradientStencils>();
    shared::<ManifoldReport>();
    shared::<Openness>();
};
