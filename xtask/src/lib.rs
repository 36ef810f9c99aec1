//! The workspace's own chores: `cargo xtask tidy [--report]`, `cargo xtask ci`,
//! `cargo xtask assets [--check]`, `cargo xtask pictures`, `cargo xtask figures`, `cargo xtask torture`,
//! `cargo xtask deny`, `cargo xtask notices`, `cargo xtask packages`,
//! `cargo xtask semver`, `cargo xtask clients`, `cargo xtask conformance`, `cargo xtask tests`, `cargo xtask automatic-table`,
//! `cargo xtask wasm`.
//!
//! - [`tidy`] checks what neither the compiler nor clippy can see: the arrows between crates, names that only one
//!   crate may use, sizes of files, and the invariants that `docs/architecture.md` writes as absences.
//! - [`survey`] measures the workspace.
//! - [`ci`] runs every step of continuous integration on this machine; [`test_programs`] runs the tests, and [`reused_metadata`] spares
//!   compiling a crate twice.
//! - [`assets`] has the crate `generator` make the built-in characters, [`pictures`] makes what the documents show of them, and
//!   [`figures`] the figure book.
//! - [`supply`] holds crates of others against `deny.toml`, and writes the notice about them.
//! - [`clients`] has other programs look at the files that we write; [`conformance`] holds them and us against answers in f64.
//! - [`automatic_table`] measures automatic weights, made by the program, against those that files have.
//! - [`packages`] takes each library crate alone, as a stranger would, and [`semver`] compares it with what it was.
//! - [`wasm`] compiles, measures and tests the package for browsers and node.
//! - [`torture`] gives readers broken files, sessions random commands, and kills both.
//!
//! Every check returns its failures as data; only the binary prints and sets the exit status.

#![forbid(unsafe_code)]

pub mod assets;
pub mod automatic_table;
pub mod ci;
pub mod clients;
pub mod conformance;
pub mod figures;
pub mod functions;
pub mod packages;
pub mod pictures;
mod place;
pub mod python;
mod report;
pub mod reused_metadata;
pub mod semver;
mod source;
pub mod supply;
pub mod survey;
pub mod test_programs;
pub mod tidy;
pub mod torture;
pub mod wasm;

pub use report::{Failure, Reporter};
pub use source::{SourceFile, read_sources, workspace_root};
