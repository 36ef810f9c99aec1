//! What a brush does: its reach, strokes, floods and gradients, over weights and over other numbers.

pub(crate) mod balance;
mod blur;
mod canvas;
pub(crate) mod falloff;
pub(crate) mod flood;
pub(crate) mod gradient;
mod mixing;
pub(crate) mod neighbor_weights;
pub(crate) mod numbers;
pub(crate) mod operation;
pub(crate) mod region;
pub(crate) mod smear;
pub(crate) mod stroke;
pub(crate) mod touches;
