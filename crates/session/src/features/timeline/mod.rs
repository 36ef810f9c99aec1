//! The dope sheet and the curves: keys selected, dragged and copied.

pub(crate) mod actions;
mod curve_drag;
mod curve_view;
pub(crate) mod euler_curves;
pub mod euler_worker;
mod key_copies;
mod key_numbers;
mod landing;
pub mod neighbor_keys;
mod repeated_keys;
mod sheet;
