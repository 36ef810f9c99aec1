//! The window, driven as a person would: by pointer and keys, on what has a name.
//!
//! It has no graphics device: its panes are laid out and stay empty. What looks at pixels, or at what the device does, is in
//! `pixels`.

mod blend_map;
mod brush_keys;
mod cesium;
mod clipboard;
mod compare;
mod contact;
mod crash;
mod cursor;
mod dock;
mod donor;
mod export;
mod failed_jobs;
mod files;
mod gizmo;
mod gradient;
mod graphics;
mod hints;
mod history;
#[cfg(target_os = "linux")]
mod hostile;
mod inspect;
mod joint_weights;
mod keys;
mod library;
mod library_faults;
mod library_follow;
mod limb;
mod looks;
mod manners;
mod mask;
mod opening;
mod paint;
mod pixels;
mod playback;
mod pose;
mod problems;
mod project;
mod recovery;
mod reload;
mod report;
mod rig;
mod select;
mod settings;
mod skeleton;
mod strip;
mod support;
mod tiles;
mod transfer;
mod versions;
mod weight_files;
mod weight_problems;
mod weights_list;
mod weights_table;
