//! What a file may hold: what is read, repaired, refused, and how much it may cost.

mod accessors;
mod amplification;
mod animation_pointer;
mod blend_map;
mod compressed;
mod corrupted;
mod expressions;
mod extensions;
mod folder;
mod humanoid;
mod idle_binds;
mod images;
mod json_text;
mod keys;
mod limits;
mod nodes;
mod progress;
mod ranges;
mod reference;
mod skin_method;
mod synthetic_invalid;
mod synthetic_valid;
mod texture_coordinates;
mod threejs;
mod triangles;
mod warnings;
