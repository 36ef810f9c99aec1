//! Work on weights besides strokes: typed rows, whole-mesh requests, transfer, problems, and the state of all that
//! which is no part of the document.

pub mod problem_list;
pub mod problem_sight;
pub mod transfer_work;
pub mod weight_edits;
pub mod weight_request;
pub mod weight_rows;
pub mod weight_transfer;
pub mod weights_work;
