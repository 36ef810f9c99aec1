//! What features keep, one folder or file a feature: the state in the session, intents and outcomes as data, pure functions,
//! and the formats of its files.
//!
//! Nothing here knows the session or a command. What commands do is in `features/`, under the same names.

pub mod advice;
pub mod bake;
pub mod carry_over;
pub mod clip_library;
pub mod clips;
pub mod comparing;
pub mod correctives;
pub mod export;
pub mod file_dialogs;
pub mod fitting;
pub mod gizmo;
pub mod judging;
pub mod layers;
pub mod learn;
pub mod motion_in;
pub mod opening;
pub mod painting;
pub mod pictures;
pub mod playback;
pub mod pose_library;
pub mod posing;
pub mod presets;
pub mod problems;
pub mod projects;
pub mod props;
pub mod reference;
pub mod selection;
pub mod share;
pub mod skeleton;
pub mod skin_over_time;
pub mod test_poses;
pub mod timeline;
pub mod transfer;
pub mod versions;
pub mod viewport;
pub mod volume;
pub mod weight_files;
pub mod weight_fit;
pub mod weight_operations;
pub mod weight_table;
