//! Weights of whole meshes: bound, unbound, filled, fitted, transferred, kept in files.

mod alike_skins;
mod asymmetry;
mod bare_parts;
mod clothes;
mod first_weights;
mod fit;
mod hostile_weights;
mod unbind;
mod unbound;
mod volume;
mod weight_changes;
mod weight_file_work;
mod weight_transfer;
