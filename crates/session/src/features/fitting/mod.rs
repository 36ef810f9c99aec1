//! Ready skeletons fitted to a mesh.

mod apply;
