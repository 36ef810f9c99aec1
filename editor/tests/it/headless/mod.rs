//! The commands without a window, run as a person runs them, and the modules behind them.

#![expect(
    clippy::disallowed_methods,
    reason = "files made to be broken or replaced need no care"
)]

mod bake;
mod bench;
mod bench_frame;
mod check;
mod check_limits;
mod clips;
mod defaults;
mod export;
mod field_reader;
mod field_weights;
mod fit;
mod gpu;
mod hostile;
mod inspect;
mod mirror_sides;
mod moving;
mod no_network;
mod pictures;
mod pipelines;
mod pose_presets;
mod projects;
mod reference;
mod render;
mod rig;
mod saved_pictures;
mod scales;
mod share;
mod skeleton;
mod skin;
mod statuses;
mod support;
mod terminal;
mod texts;
mod transfer;
mod weights;
mod wrong_usage;
