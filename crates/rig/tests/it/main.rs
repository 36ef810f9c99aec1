//! Tests of the crate `rig`: a module a topic.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]

mod support;

mod golden;

mod binds;
mod blends;
mod bones;
mod clip_edits;
mod clip_ends;
mod clip_tools;
mod driven;
mod file_frames;
mod gradient_batches;
mod influence_pages;
mod influences;
mod kept_memory;
mod limb_end;
mod methods;
mod mirror;
mod mixes;
mod orient;
mod pair_conventions;
mod pair_figures;
mod pair_names;
mod pairs;
mod polar;
mod presets;
mod reduce;
mod role_conventions;
mod signs;
mod skeletons;
mod splits;
mod templates;
mod test_poses;
mod tracks;
mod two_bone;
