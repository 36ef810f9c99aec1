//! The figures of the papers: what they are measured on and shown with.

pub mod figure_view;
pub mod material;
