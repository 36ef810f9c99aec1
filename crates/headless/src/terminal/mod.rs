//! What commands read from standard input, and print: text that is safe, progress, reports, files named by `--output`.

pub(crate) mod baked;
pub(crate) mod clip_time;
pub mod console;
pub mod destination;
pub(crate) mod failure;
pub(crate) mod living;
pub mod printable;
pub mod progress;
pub mod report;
pub mod several;
pub mod sources;
pub mod stdin;
