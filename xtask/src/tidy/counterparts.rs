//! Check of the twins: what a skinning shader computes, Rust computes under the same name.
//!
//! The Rust function is what a reader understands and what the tests hold the shader against. A WGSL function without one
//! is a formula that nobody can check by hand.

use std::collections::BTreeSet;

use crate::report::Failure;
use crate::source::SourceFile;

/// How the path of a WGSL file begins whose functions need twins.
const SHADERS: &str = "shaders/wgsl/include/skin";

/// Where a twin may live.
const COUNTERPART_FOLDERS: &[&str] = &[
    "crates/dq-math/src",
    "crates/rig/src",
    "crates/skin-cpu/src",
    "crates/skin-gpu/src",
];

/// The room whose work the shaders do: where it is, they are.
const USER: &str = "crates/skin-gpu";

/// How the names begin of functions that only read the GPU's memory. Rust reads a slice.
const READS_MEMORY: &str = "load_";

/// WGSL functions without a twin, each with the reason: mostly what WGSL lacks and glam has.
const TWINLESS: &[(&str, &str)] = &[
    ("quaternion_product", "glam's `Quat * Quat`"),
    ("move_point", "glam's `Affine3A::transform_point3`"),
    ("moved_by_affine", "`VertexMap for Affine3A` of skin-cpu"),
    ("moved_by_motion", "`VertexMap for DualQuat` of skin-cpu"),
    (
        "morphed_vertex",
        "the editor adds morph targets to whole meshes",
    ),
    (
        "linear_vertex",
        "the loop `skin_each` of skin-cpu, with `linear_blend`",
    ),
    (
        "dual_quat_vertex",
        "the loop `skin_each` of skin-cpu, with `dual_quat_blend`",
    ),
    (
        "two_phase_vertex",
        "the loop `skin_each` of skin-cpu, with `two_phase_blend`",
    ),
    (
        "affine_vertex",
        "the loop `skin_each` of skin-cpu, with `affine_blend`",
    ),
];

/// Every skinning function in WGSL has a Rust function of the same name.
pub fn check_counterparts(files: &[SourceFile]) -> Vec<Failure> {
    check_counterparts_except(files, TWINLESS)
}

/// [`check_counterparts`] with a list of its own of functions that need no twin, and why.
///
/// An entry that excuses nothing is a failure too, and so is a room that skins with no shader to be found.
pub fn check_counterparts_except(files: &[SourceFile], twinless: &[(&str, &str)]) -> Vec<Failure> {
    let rust = counterparts(files);
    let mut failures = Vec::new();
    let mut excused = BTreeSet::new();
    let shaders = shader_functions(files);
    if shaders.is_empty() && files.iter().any(|file| file.is_in(USER)) {
        let message = format!("no file `{SHADERS}*.wgsl` declares a function: nothing to check");
        failures.push(Failure::of_file(USER, message));
    }
    for (path, line, name) in shaders {
        if name.starts_with(READS_MEMORY) || rust.contains(&name) {
            continue;
        }
        if twinless.iter().any(|(listed, _)| *listed == name) {
            excused.insert(name);
        } else {
            failures.push(Failure::at_line(path, line, missing_counterpart(&name)));
        }
    }
    let idle = twinless.iter().filter(|(name, _)| !excused.contains(*name));
    failures.extend(idle.map(|(name, reason)| {
        let message = format!("`{name}` ({reason}) is excused, but no shader function needs it");
        Failure::of_file(file!(), message)
    }));
    failures
}

fn missing_counterpart(name: &str) -> String {
    format!(
        "`fn {name}` has no twin: expected a Rust function of that name in {}",
        COUNTERPART_FOLDERS.join(", ")
    )
}

/// Path, line and name of every function that needs a twin.
fn shader_functions(files: &[SourceFile]) -> Vec<(&str, usize, String)> {
    let mut found = Vec::new();
    for file in files {
        if file.path.starts_with(SHADERS) && file.has_extension("wgsl") {
            let here = functions(&file.code()).into_iter();
            found.extend(here.map(|(line, name)| (file.path.as_str(), line, name)));
        }
    }
    found
}

/// The name of every function in the folders of twins.
fn counterparts(files: &[SourceFile]) -> BTreeSet<String> {
    let is_home = |file: &&SourceFile| {
        file.has_extension("rs") && COUNTERPART_FOLDERS.iter().any(|folder| file.is_in(folder))
    };
    let homes = files.iter().filter(is_home);
    homes
        .flat_map(|file| functions(&file.code()))
        .map(|(_, name)| name)
        .collect()
}

/// Line and name of every function that `code` declares; Rust and WGSL agree on the keyword.
fn functions(code: &str) -> Vec<(usize, String)> {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (number, line) in (1..).zip(code.lines()) {
        for (at, keyword) in line.match_indices("fn") {
            let rest = &line[at + keyword.len()..];
            let declares =
                !line[..at].ends_with(is_of_word) && rest.starts_with(char::is_whitespace);
            let name: String = rest
                .trim_start()
                .chars()
                .take_while(|&c| is_of_word(c))
                .collect();
            if declares && !name.is_empty() {
                found.push((number, name));
            }
        }
    }
    found
}
