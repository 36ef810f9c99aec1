//! What the tests of every crate share: golden vectors, reference renderings, biased generators and an oracle in f64.
//!
//! For `[dev-dependencies]` only. It knows `whole-file` alone, for the disk in memory, so that every crate's tests may use it. It panics on anything unexpected, with the file, the case and the key it was reading:
//! that is how a test fails.
//!
//! | module | what for |
//! |---|---|
//! | [`folders`] | find the folders of test data, and the files in them |
//! | [`field`](mod@field) | small files of the field, with what a command must do with each |
//! | [`disk`] | a small disk that a test may fill |
//! | [`memory_disk`] | files in memory, with faults: a full disk, a read-only folder, a file that changes, a slow write |
//! | [`glb`] | glTF files with another text in them |
//! | [`animation_player`] | play the animations of a file in f64, by the specification |
//! | [`golden`] | run a check on every case of a golden topic, and fail on keys nobody looked at |
//! | [`layouts`] | hold Rust structs against those of shaders |
//! | [`json`] | read the numbers, motions, skeletons and vertices of such files |
//! | [`schemas`] | hold JSON documents against the schemas of docs |
//! | [`reference`](mod@reference) | what three.js and Blender made of real models and of a cylinder |
//! | [`arbitrary`] | proptest strategies biased to trouble |
//! | [`oracle`] | blends in f64 by plain matrices, sharing no code and no formula with `dq-math` |
//!
//! # Examples
//!
//! ```no_run
//! use testkit::golden;
//!
//! golden::run("quaternions", &["slerp", "qlerp"], |case| {
//!     let (a, b) = (case.input().get("a").quat(), case.input().get("b").quat());
//!     case.check("mul_ab", &(a * b));
//! });
//! ```

#![forbid(unsafe_code)]
#![expect(
    clippy::panic,
    clippy::unwrap_used,
    clippy::missing_panics_doc,
    reason = "this crate is part of tests: a panic with a clear message is its way to report"
)]

pub mod animation_player;
pub mod disk;
pub mod field;
pub mod folders;
pub mod glb;
pub mod golden;
pub mod json;
pub mod layouts;
pub mod memory_disk;
pub mod reference;
pub mod schemas;

pub mod arbitrary;
pub mod oracle;

mod answer;
mod blender;
mod compare;
mod cylinder;
mod report;

pub use answer::{Answer, Got};
pub use report::{Report, say};
