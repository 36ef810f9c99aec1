//! What an editor of characters does without a window and without pixels.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on fails"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "a test reads what it has written"
)]

mod alike_skins;
mod angles;
mod asymmetry;
mod axis_locks;
mod background;
mod bake;
mod bare_parts;
mod brush_work;
mod bulge;
mod clip_tools;
mod clips;
mod commands;
mod contact;
mod dialogs;
mod document;
mod engine;
mod export;
mod figures;
mod fingers;
mod first_weights;
mod fit;
mod fitting;
mod frames_shown;
mod gestures;
mod gizmo;
mod gradient;
#[cfg(target_os = "linux")]
mod hostile_files;
mod hostile_weights;
mod jobs;
mod jobs_of_meshes;
mod joints;
mod judging;
mod judging_field;
mod kept_clips;
mod key_reduction;
mod keymaps;
mod keymaps_timeline;
mod layer_speed;
mod layers;
mod limb;
mod marker_file;
mod markers;
mod mesh_methods;
mod mirror_plane;
mod motion;
mod number_text;
mod palette;
mod panes;
mod partners;
mod pending;
mod picture;
mod pose_library;
mod posing;
mod presets;
mod project;
mod reduced_joints;
mod remedies;
mod report_rows;
mod rest_drag;
mod save_path;
mod settings;
mod settings_background;
mod skin_over_time;
mod stale;
mod strip;
mod support;
mod timeline;
mod turned;
mod turned_figures;
mod unbind;
mod unbound;
mod unit_names;
mod versions;
mod volume;
mod weight_changes;
mod weight_file_work;
mod weight_transfer;
