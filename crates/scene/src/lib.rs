//! A character in a pose, for everything that shows or measures it.
//!
//! A [`character::Character`] and a [`rig::Pose`] become a [`posed_character::PosedCharacter`] (one palette per skin,
//! one frame per mesh), which becomes skinned vertices ([`deform`], or pose after pose [`deformer`]); these are compared ([`compare`]), searched
//! ([`posed_surface`]), counted ([`facts`], [`mesh_facts`], [`report`]) or shown ([`view`]).
//!
//! Plain data and functions on it: no document, no window, no graphics device.

#![forbid(unsafe_code)]

pub mod asked_method;
pub mod blend_counts;
pub mod bulges;
pub mod combined_surface;
pub mod compare;
pub mod crowd;
pub mod deform;
pub mod deformer;
pub mod distinct;
pub mod drawn_joints;
pub mod factors;
pub mod facts;
pub mod joint_volume;
pub mod judge;
pub mod mesh_facts;
pub mod method_choice;
pub mod names;
pub mod normal_error;
pub mod parallel;
pub mod placed;
pub mod posed_character;
pub mod posed_surface;
pub mod probe;
pub mod reduced_clip;
pub mod report;
pub mod same_surface;
pub mod surface_cache;
pub mod valid_signs;
pub mod vertex_facts;
pub mod vertex_layout;
pub mod vertex_maps;
pub mod view;
pub mod weight_channel;
pub mod weight_gradients;
pub mod weighted_poses;
pub mod winding;

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
