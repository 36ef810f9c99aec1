//! Plain calls for bindings to other languages: open a character, pose it, skin it, and what else commands do.
//!
//! A binding is a thin skin over this crate: it turns its own arrays into slices and its own objects into the handles here, and has no rules
//! of its own. Everything is a number, a slice of numbers, a text or a handle that owns what it needs; handles are cheap to clone.
//!
//! ```
//! use bindings::{Character, Meshes, Method, Skinner};
//!
//! # #[cfg(feature = "session")] {
//! let arm = Character::open("builtin:arm")?;
//! let mut pose = arm.pose();
//! pose.rotate(arm.joint("forearm")?, "x", 60.0)?;
//! let mut skinner = Skinner::new(&arm, "two-phase".parse()?);
//! let skinned = skinner.skin(&pose, Meshes::All)?;
//! assert_eq!(skinned.positions.len(), 3 * arm.vertex_count());
//! # }
//! # Ok::<(), bindings::Error>(())
//! ```
//!
//! # Conventions
//!
//! - Those of glTF: right-handed, Y up, meters, seconds; column vectors. Angles are degrees. Quaternions are `x, y, z, w`. Matrices are
//!   column by column.
//! - Positions are three numbers a vertex, one vertex after another, triangles three vertices each. At rest they are in the mesh's own
//!   space, skinned they are in the space of the scene.
//! - A **mesh** is what the scene shows at one place with one material: what glTF calls a primitive. Joints are those of the skeleton, for all
//!   meshes the same, parents before children.
//! - Words for methods and purposes are those of the command line.
//! - Every failure is an [`Error`] with a kind, a place and a remedy; its sentence is that of the command line where there is one. Nothing
//!   panics on data, and nothing is written into the caller's memory before everything was checked.
//! - Long work asks a [`GoOn`] whether to go on. There is no clock here, no thread that outlives a call but those of a
//!   [`Skinner`] that was asked for more than one, and no file but the path that [`Character::open`] and [`Character::save`] are given.
//!
//! # Features
//!
//! `automatic` brings [`automatic_weights`]; `session` the built-in characters, other formats than glTF, [`Character::check`],
//! [`Character::bake`] and [`Character::retarget`]. Both are on unless they are turned off.
#![forbid(unsafe_code)]

// In suggested reading order.
mod error;

mod opened;

mod shown_mesh;

mod method;

mod pose;

mod skinner;

mod numbers;

#[cfg(feature = "automatic")]
mod automatic;

#[cfg(feature = "session")]
mod baked;
#[cfg(feature = "session")]
mod brought;
#[cfg(feature = "session")]
mod checked;

#[cfg(feature = "automatic")]
pub use automatic::{AutomaticBones, Weights, automatic_weights};
pub use error::{Error, ErrorKind};
pub use method::Method;
pub use opened::Character;
pub use pose::Pose;
/// What long work asks whether to go on, with the share that is done: `0 … 1`, NaN where that is not known.
pub use rig::GoOn;
pub use shown_mesh::Mesh;
pub use skinner::{Meshes, SkinOut, Skinned, Skinner};

#[cfg(feature = "session")]
pub use baked::{BakeOptions, Baked};
#[cfg(feature = "session")]
pub use brought::{RetargetOptions, Retargeted};
#[cfg(feature = "session")]
pub use checked::CheckOptions;
