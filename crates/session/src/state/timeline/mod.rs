//! The dope sheet as data: what stands where, what the pointer hits, and which edit a drag means.
//!
//! Nothing here draws, and nothing changes a document: the panel draws what [`quads`] makes of [`rows`] and [`columns`]
//! along an [`axis`]; `features/timeline/sheet.rs` carries out the edits that [`drag`], [`snap`] and [`clipboard`] name.

pub mod axis;
pub mod clipboard;
pub mod columns;
pub mod command;
pub mod curve_cache;
pub mod curve_edits;
pub mod curve_list;
pub mod curve_view;
pub mod curves;
pub mod drag;
pub mod drag_way;
pub mod euler_work;
pub mod extrapolation;
pub mod frames;
pub mod handles;
pub mod hit;
pub mod key_fields;
mod numbers;
pub mod quads;
pub mod rows;
pub mod select;
pub mod sheet;
pub mod snap;
pub mod ticks;
pub mod values;
