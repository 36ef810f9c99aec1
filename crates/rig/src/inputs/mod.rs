//! What kernels take beside palettes: vertices, painted maps, rules of normals, gradients of weights.

mod gradient_batches;
pub(crate) mod map_kind;
pub(crate) mod normal_rule;
pub(crate) mod vertex_map;
pub(crate) mod vertices;
pub(crate) mod weight_gradients;
pub(crate) mod weighting;
