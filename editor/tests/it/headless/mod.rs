//! The commands without a window, run as a person runs them, and the modules behind them.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be broken or replaced need no care"
)]

mod advise;
mod bake;
mod bench;
mod bench_frame;
mod check;
mod check_limits;
mod clip_commands;
mod clips;
mod convert;
mod export;
mod field_reader;
mod figures;
mod folder_script;
mod inspect;
mod new_export;
mod pictures;
mod pose_presets;
mod projects;
mod reference;
mod retarget;
mod scales;
mod schemas;
mod skeleton_commands;
mod skin;
mod support;
mod usage;
mod weights;
