//! Tests of the crate `character`: valid files skin as the references do, hostile ones are refused or repaired, nothing
//! else is read; and what edits and saving make of a character.
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "the helpers of tests report by panicking"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "a test reads what it has written"
)]

mod skinning;
mod support;
mod threejs;

mod reference;
mod synthetic_invalid;
mod synthetic_valid;

mod accessors;
mod amplification;
mod animation_pointer;
mod blend_map;
mod corrupted;
mod extensions;
mod folder;
mod humanoid;
mod idle_binds;
mod images;
mod json_text;
mod keys;
mod limits;
mod nodes;
mod other_scenes;
mod progress;
mod ranges;
mod texture_coordinates;
mod triangles;
mod warnings;

mod edited_file;
mod edits;
mod partners;
mod save;
mod save_chain;
mod save_clips;
mod save_edited;
mod save_options;
mod save_rules;
mod shear_keys;
mod side_numbers;
mod side_pictures;
mod write;
