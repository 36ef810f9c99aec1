//! Files of other formats, opened as characters.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod bvh_files;
mod bvh_written;
mod fbx_files;
mod fbx_text;
mod folder;
mod formats;
mod pmx_bytes;
mod pmx_files;
