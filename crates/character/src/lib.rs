//! Characters from and to glTF 2.0: the only crate that knows a file format.
//!
//! [`open`] reads a `.glb` or `.gltf` file into a [`Character`]: meshes, a rig, clips, materials, pictures, and
//! the file itself ([`Source`]), which [`save`] writes back. [`open_with`] tells how far it is, and can be stopped. [`write_glb`]
//! writes characters of our own.
//!
//! # What opening promises
//!
//! - Nothing panics, recurses or allocates by what a file merely claims: lengths and counts are checked against the bytes
//!   that are there, in 128 bits, before anything is decoded. All decoded data together, and what is later made of every
//!   primitive at every node that shows it, may take 64 MiB and 16 bytes per byte of the file and the side files of its
//!   buffers. Where these hold compressed numbers, each of their bytes counts as what they decompress to, at most as nine. The JSON takes at most eight times its text, and so does what a save takes beside it.
//! - Of pictures only the sizes are read. Their pixels are decoded when they are asked for ([`Pixels`], [`open_decoded`]), equal
//!   ones once; they may take 64 MiB and 128 bytes per byte of the file and its side files, and never more than 1 GiB.
//! - A file is refused with one sentence ([`CharacterError`]), or opened with a list of what was repaired or left out
//!   ([`Warning`]).
//! - Numbers that place, turn, color or weigh something are finite and at most [`LARGEST`], times of keys are finite, and
//!   neither the rest pose nor a clip (looked at in five moments) carries a vertex farther than that from the origin, so that
//!   squares of distances are finite too. Only what has no field of its own ([`Attribute`]) is as the file has it.
//! - Members of JSON objects are unique; half surrogate pairs are repaired.
//! - Files beside the glTF file are read from its folder and below, never from elsewhere.
//! - An extension that a file requires is followed (`KHR_animation_pointer` at nodes, `KHR_mesh_quantization`,
//!   `EXT_meshopt_compression` and `KHR_meshopt_compression`, `KHR_draco_mesh_compression` with the feature `draco`,
//!   `KHR_texture_transform`, `EXT_texture_webp`, `VRMC_node_constraint` at joints), passed over with a warning where it moves no vertex (materials, lights, sounds, physics, metadata), or
//!   named in the refusal.
//! - Pictures beside the file that nothing shows are kept as bytes, 1 GiB of them, so that a save can take them along.
//! - Limits: 65,535 nodes in the skeleton, 256 influences a vertex, JSON nested 128 deep, pictures of 8192 pixels a side, side
//!   files of 2 GiB.
//!
//! # Conventions
//!
//! As in glTF: right-handed, Y up, meters, radians, seconds; counter-clockwise triangles; texture coordinates from the top
//! left. Matrices act on column vectors. Colors of factors are linear, those of pictures sRGB.
//!
//! # How it reads
//!
//! ```text
//! bytes ─ bytes::glb, json::text ─► JSON + chunks ─ bytes::decompress ─► the same without compressed views
//! JSON + chunks ─ bytes::{asset, buffers, uri} ─► Reader ─ bytes::{accessor, decode} ─► numbers
//! Reader ─ nodes ─► Rig   ─ meshes ─► Mesh
//!        ─ clips ─► Clip  ─ looks ─► Material, Image
//! Character ─ bytes::range ─► Character whose rest and clips stay finite
//! ```
#![forbid(unsafe_code)]

// In suggested reading order: what a file holds, the way it is read, edited and written.
mod model;

mod open;

mod fault;

mod json;

mod bytes;

mod nodes;

mod clips;

mod looks;

mod meshes;

mod edit;

mod write;

mod threads;

pub use bytes::uri::HiddenFiles;
pub use clips::driven::DrivenOfFile;
pub use edit::{
    ApproximatedKeys, DroppedTracks, EditError, EditReport, EditWithOtherKeys, Edited, EditsError,
    HelperJoint, HelperParent, JointAxes, JointConstraint, MirrorPlane, MorphChange, MorphError,
    MorphGround, MorphPart, MorphPlace, MorphShape, MovedWeights, OtherKeys, PassedOver, RestFrame,
    SkeletonEdit, TreeJoint, UnusedJoints, WeightEdit, WeightError,
};
pub use fault::error::{CharacterError, Fault, FilePlace};
pub use fault::largest::LARGEST;
pub use fault::progress::{OnProgress, Progress, Stage};
pub use fault::warning::{Warning, WarningKind};
/// The vectors of the public functions: whoever takes this crate needs no version of its own.
pub use glam;
pub use model::camera::{CameraLens, FileCamera};
pub use model::character::{
    Attribute, Character, Mesh, MeshInstance, MeshSkinning, MorphTarget, Primitive,
};
pub use model::constraint::KeyedConstraint;
pub use model::expression::{Expression, ExpressionOverride, ExpressionOverrides, MorphShare};
pub use model::helper_rows::HelperRow;
pub use model::humanoid::{Humanoid, HumanoidBone, HumanoidFormat, SidePair};
pub use model::image::{Image, Pixels};
pub use model::kept::{
    KeptDriven, KeptInterpolatedPose, KeptInterpolator, KeptPin, KeptPinRange, KeptRow,
    KeptSkinning, KeptUnkeyed, NO_JOINT, PosedJoint, SavedState,
};
pub use model::material::{AlphaMode, Material, Wrap};
pub use model::sides::{PairsByHand, Partner};
pub use model::source::{Chunk, SideFile, Source};
pub use open::{
    open, open_allowing, open_as_others_do, open_bytes, open_bytes_with, open_decoded, open_with,
};
/// The bones that a humanoid map names, by [`HumanoidBone::role`].
pub use rig::HumanBone;
pub use write::{
    AttachedProp, Authored, AuthoredClip, AuthoredError, AuthoredImage, AuthoredJoint,
    AuthoredMaterial, AuthoredMesh, AuthoredMorph, AuthoredNode, AuthoredPrimitive, AuthoredScene,
    AuthoredSkin, AuthoredVectors, AuthoredWeights, JointNumbers, MorphedPrimitive,
    PicturedMaterial, PropTrack, Resampled, SaveError, SaveOptions, SaveReport, SceneClip,
    UnboundVertices, WeightNumbers, check_ending, save, save_with, save_within, to_bytes, to_glb,
    to_glb_with, write_glb, write_scene_glb,
};

/// The examples of this crate's README, which run with the tests of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
