//! Panes side by side: methods, versions of weights, maps, what was baked.

mod bake;
mod contact;
mod corrective_smooth;
mod first_phase;
mod mesh_methods;
mod panes;
mod versions;
