//! Check of the counterparts: what a skinning shader computes, Rust computes under the same name.
//!
//! The Rust function is what a reader understands and what the tests hold the shader against. A WGSL function without one
//! is a formula that nobody can check by hand.

use std::collections::BTreeSet;

use crate::report::Failure;
use crate::source::SourceFile;

/// How the path of a WGSL file begins whose functions need counterparts.
const SHADERS: &str = "shaders/wgsl/include/skin";

/// Where a counterpart is looked for.
const COUNTERPART_FOLDERS: &[&str] = &[
    "crates/dq-math/src",
    "crates/rig/src",
    "crates/skin-cpu/src",
    "crates/skin-gpu/src",
];

/// The crate that runs these shaders: a workspace that has it has them.
const USER: &str = "crates/skin-gpu";

/// How the names begin of functions that only read the GPU's memory. Rust reads a slice.
const READS_MEMORY: &str = "load_";

/// How the names end of functions that are one turn of the loop `skin_each` of skin-cpu, behind the name of a method: `affine_vertex` is
/// that of `affine_blend_vertex`, and has none of its own.
const OF_LOOP: [&str; 2] = ["_exact_vertex", "_vertex"];
/// What the blend of a method ends with, which has a counterpart.
const BLEND: &str = "_blend_vertex";

/// WGSL functions without a counterpart, each with the reason: mostly what WGSL lacks and glam has.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("quaternion_product", "glam's `Quat * Quat`"),
    ("move_point", "glam's `Affine3A::transform_point3`"),
    (
        "tangent_across",
        "`BlendedMap::tangent` of skin-cpu, which a trait's default names",
    ),
    (
        "motion_product",
        "`DualQuat * DualQuat` of dq-math, an operator",
    ),
    (
        "unit_motion",
        "`DualQuat::normalize` of dq-math; `normalize` is WGSL's own",
    ),
    (
        "quaternion_exp",
        "`quaternion::exp` of dq-math; `exp` is WGSL's own",
    ),
    (
        "quaternion_log",
        "`quaternion::log` of dq-math; `log` is WGSL's own",
    ),
    (
        "motion_exp",
        "`DualQuat::exp` of dq-math; `exp` is WGSL's own",
    ),
    (
        "motion_log",
        "`DualQuat::log` of dq-math; `log` is WGSL's own",
    ),
    (
        "sin_cos",
        "`f32::sin` and `f32::cos`; WGSL's may be off by 1/2048",
    ),
    (
        "half_angle",
        "`f32::atan2`; WGSL's may be off by thousands of roundings",
    ),
    ("row_after", "a row of glam's `Affine3A * Affine3A`"),
    (
        "vertex_at",
        "what the closures of `skin_by` of skin-cpu are given",
    ),
    ("mapped_by_both", "`Maps::map` of skin-cpu"),
    ("without_bulge", "`Drawn` of skin-cpu"),
    ("moved_by_affine", "`VertexMap for Affine3A` of skin-cpu"),
    ("moved_by_motion", "`VertexMap for DualQuat` of skin-cpu"),
    ("moved_by_both", "`VertexMap for TwoPhase` of skin-cpu"),
    (
        "morphed_vertex",
        "the editor adds morph targets to whole meshes",
    ),
    ("blend_turns", "`Turns::new` of skin-cpu"),
    (
        "rigid_blend_at",
        "what `two_phase_jacobian_vertex` of skin-cpu begins with",
    ),
    ("rigid_at", "arguments of the function above"),
    (
        "about_pivot_jacobian_vertex",
        "`add_second_phase` of skin-cpu, for blends about a pivot",
    ),
    ("log_matrix_jacobian_vertex", "`add_log_matrix` of skin-cpu"),
    (
        "spherical_average_jacobian_vertex",
        "`add_second_phase` of skin-cpu, for spherical averages",
    ),
    (
        "iterative_jacobian_vertex",
        "`add_second_phase` of skin-cpu, for iterative blending",
    ),
    ("average_at", "`Average::new` of skin-cpu"),
    ("step_of", "`Average::step` of skin-cpu"),
    ("moved_exactly", "`Exact` of skin-cpu"),
    ("exact_by_maps", "`Maps::exact` of skin-cpu"),
    (
        "exact_by_both",
        "`Maps::exact` of skin-cpu, for a map in two phases",
    ),
];

/// Every skinning function in WGSL has a Rust function of the same name.
pub fn check_counterparts(files: &[SourceFile]) -> Vec<Failure> {
    check_counterparts_except(files, EXCEPTIONS)
}

/// [`check_counterparts`] with a list of its own of functions that need no counterpart, and why.
///
/// An exception that no function needs is a failure too, and so is a crate that skins without any shader.
pub fn check_counterparts_except(
    files: &[SourceFile],
    exceptions: &[(&str, &str)],
) -> Vec<Failure> {
    let rust = counterparts(files);
    let mut failures = Vec::new();
    let mut excepted = BTreeSet::new();
    let shaders = shader_functions(files);
    if shaders.is_empty() && files.iter().any(|file| file.is_in(USER)) {
        let message = format!("no file `{SHADERS}*.wgsl` declares a function: nothing to check");
        failures.push(Failure::of_file(USER, message));
    }
    for (path, line, name) in shaders {
        if name.starts_with(READS_MEMORY) || rust.contains(&name) || is_of_loop(&name, &rust) {
            continue;
        }
        if exceptions.iter().any(|(listed, _)| *listed == name) {
            excepted.insert(name);
        } else {
            failures.push(Failure::at_line(path, line, missing_counterpart(&name)));
        }
    }
    let unused = exceptions
        .iter()
        .filter(|(name, _)| !excepted.contains(*name));
    failures.extend(unused.map(|(name, reason)| {
        let message =
            format!("`{name}` ({reason}) is an exception, but no shader function needs it");
        Failure::of_file(file!(), message)
    }));
    failures
}

fn is_of_loop(name: &str, rust: &BTreeSet<String>) -> bool {
    let mut methods = OF_LOOP.iter().filter_map(|end| name.strip_suffix(end));
    methods.any(|method| rust.contains(&format!("{method}{BLEND}")))
}

fn missing_counterpart(name: &str) -> String {
    format!(
        "`fn {name}` has no counterpart: expected a Rust function of that name in {}",
        COUNTERPART_FOLDERS.join(", ")
    )
}

/// Path, line and name of every function that needs a counterpart.
fn shader_functions(files: &[SourceFile]) -> Vec<(&str, usize, String)> {
    let mut found = Vec::new();
    for file in files {
        if file.path.starts_with(SHADERS) && file.has_extension("wgsl") {
            let here = functions(file.code()).into_iter();
            found.extend(here.map(|(line, name)| (file.path.as_str(), line, name)));
        }
    }
    found
}

/// The name of every function in the folders of counterparts.
fn counterparts(files: &[SourceFile]) -> BTreeSet<String> {
    let may_have_some = |file: &&SourceFile| {
        file.has_extension("rs") && COUNTERPART_FOLDERS.iter().any(|folder| file.is_in(folder))
    };
    let searched = files.iter().filter(may_have_some);
    searched
        .flat_map(|file| functions(file.code()))
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
