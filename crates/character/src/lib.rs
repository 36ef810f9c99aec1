//! Characters from and to glTF 2.0: the only room that knows a file format.
//!
//! [`open`] reads a `.glb` or `.gltf` file into a [`Character`]: meshes, a rig, clips, materials, decoded pictures, and
//! the file itself ([`Source`]), which [`save`] writes back. [`open_with`] tells how far it is, and can be stopped. [`write_glb`]
//! writes characters of our own.
//!
//! # What the door promises
//!
//! - Nothing panics, recurses or allocates by what a file merely claims: lengths and counts are checked against the bytes
//!   that are there, in 128 bits, before anything is decoded; all decoded data together may take 64 MiB and 16 bytes per
//!   byte of the file and its side files, pictures 1 GiB.
//! - A file is refused with one sentence ([`CharacterError`]), or opened with a list of what was mended or left out
//!   ([`Warning`]).
//! - Numbers are finite and at most [`LARGEST`], and neither the rest pose nor a clip (looked at in five moments) carries a
//!   vertex farther than that from the origin, so that squares of distances are finite too.
//! - Members of JSON objects are unique; half surrogate pairs are mended.
//! - Files beside the glTF file are read from its folder and below, never from elsewhere.
//! - An extension that a file requires is followed (`KHR_mesh_quantization`, `KHR_texture_transform`), ignored with a
//!   warning where it moves no vertex (materials, lights, formats of pictures), or named in the refusal.
//! - Limits: 65,535 nodes in the skeleton, 256 influences a vertex, JSON nested 128 deep, pictures of 8192 pixels a side.
//!
//! # Conventions
//!
//! As in glTF: right-handed, Y up, metres, radians, seconds; counter-clockwise triangles; texture coordinates from the top
//! left. Matrices act on column vectors. Colours of factors are linear, those of pictures sRGB.
//!
//! # How it reads
//!
//! ```text
//! bytes ─ glb, text ─► JSON + chunks ─ asset, buffers, uri ─► Reader ─ accessor, decode ─► numbers
//! Reader ─ nodes, skeleton, skins ─► Rig    ─ meshes, triangles, influences, morph ─► Mesh
//!        ─ animation, keys ─► Clip          ─ material, image ─► Material, Image
//! Character ─ range ─► Character whose rest and clips stay finite
//! ```
#![forbid(unsafe_code)]

// In suggested reading order.
mod accessor;
mod animation;
mod asset;
mod buffers;
mod character;
mod decode;
mod error;
mod glb;
mod image;
mod influences;
mod instances;
mod json;
mod keys;
mod material;
mod meshes;
mod morph;
mod nodes;
mod open;
mod progress;
mod range;
mod reader;
mod skeleton;
mod skins;
mod source;
mod text;
mod triangles;
mod uri;
mod warning;
mod write;

pub use character::{Attribute, Character, Mesh, MeshInstance, MorphTarget, Primitive};
pub use error::{CharacterError, Fault, Place};
pub use image::Image;
pub use material::{AlphaMode, Material, Wrap};
pub use open::{open, open_bytes, open_with};
pub use progress::{Progress, Stage};
pub use range::LARGEST;
pub use source::{Chunk, SideFile, Source};
pub use warning::{Warning, WarningKind};
pub use write::{
    Authored, AuthoredClip, AuthoredJoint, AuthoredMaterial, AuthoredPrimitive, SaveError,
    WriteError, save, to_bytes, write_glb,
};
