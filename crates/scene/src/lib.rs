//! A character in a pose, for everything that shows or measures it.
//!
//! A [`character::Character`] and a [`rig::Pose`] become a [`pose::posed_character::PosedCharacter`] (one palette per skin,
//! one frame per mesh), which becomes skinned vertices ([`deform`], or pose after pose [`deformer`]); these are compared ([`compare`]), searched
//! ([`posed_surface`]), counted ([`facts`], [`mesh_facts`], [`report`]) or shown ([`view`]).
//!
//! Plain data and functions on it: no document, no window, no graphics device.

#![forbid(unsafe_code)]

// Rooms, in suggested reading order; their modules are public at the root.
mod pose;
mod text;

mod surface;

mod measure;

pub mod view;

pub mod asked_method;
pub mod compare;
pub mod crowd;
pub mod facts;
pub mod posed_surface;

pub mod factors;
pub mod judge;
pub mod mesh_facts;
pub mod reduced_clip;
pub mod report;

pub use measure::{
    blend_counts, bulges, joint_volume, normal_error, valid_signs, vertex_maps, weight_channel,
};
pub use pose::{
    constraints, corrective_smooth, deform, deformer, drawn_joints, helper_rows, parallel, placed,
    posed_character, posed_twist, probe, rest_deltas, same_surface, smoothed, vertex_layout,
    weight_gradients, weighted_poses,
};
pub use surface::{
    combined_surface, covered, distinct, hidden, surface_cache, vertex_facts, winding,
};
pub use text::{method_choice, names};

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
