//! Checks of the arrows between crates, from `cargo metadata`.
//!
//! A new arrow is the rarest and most serious change to the workspace: it is made in these tables and in
//! `docs/architecture.md` in one commit, or not at all.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::report::Failure;

/// Which of our crates each of our crates may name in `[dependencies]`. What is not listed may not be named.
const ALLOWED: &[(&str, &[&str])] = &[
    ("dq-math", &[]),
    ("mesh", &[]),
    ("shaders", &[]),
    ("rig", &["dq-math"]),
    ("shader-text", &["rig", "dq-math", "shaders"]),
    ("retarget", &["rig", "text-files"]),
    ("lanes", &[]),
    ("bvh", &[]),
    ("skin-cpu", &["rig", "dq-math", "lanes"]),
    ("pose-lanes", &["rig", "dq-math", "lanes"]),
    ("skin-gpu", &["rig", "dq-math", "shaders"]),
    ("character", &["rig", "mesh", "whole-file"]),
    ("formats", &["bvh", "character", "rig", "whole-file"]),
    ("weights", &["rig", "dq-math", "mesh", "text-files"]),
    ("text-files", &[]),
    ("whole-file", &[]),
    (
        "scene",
        &["character", "dq-math", "mesh", "rig", "skin-cpu"],
    ),
    ("bake", &["character", "rig", "scene", "skin-cpu"]),
    (
        "figures",
        &["character", "dq-math", "rig", "scene", "skin-cpu"],
    ),
    (
        "render",
        &["character", "rig", "scene", "shaders", "skin-gpu"],
    ),
    (
        "session",
        &[
            "bake",
            "character",
            "dq-math",
            "figures",
            "formats",
            "mesh",
            "retarget",
            "rig",
            "scene",
            "text-files",
            "weights",
            "whole-file",
        ],
    ),
    ("c-api", &["bindings"]),
    (
        "bindings",
        &[
            "bake",
            "character",
            "mesh",
            "rig",
            "scene",
            "session",
            "skin-cpu",
            "text-files",
            "weights",
        ],
    ),
    (
        "headless",
        &[
            "bake",
            "character",
            "dq-math",
            "bvh",
            "figures",
            "formats",
            "mesh",
            "render",
            "pose-lanes",
            "retarget",
            "rig",
            "scene",
            "session",
            "shader-text",
            "shaders",
            "skin-cpu",
            "skin-gpu",
            "weights",
            "whole-file",
        ],
    ),
    (
        "editor",
        &[
            "headless",
            "render",
            "session",
            "scene",
            "character",
            "dq-math",
            "figures",
            "formats",
            "mesh",
            "retarget",
            "rig",
            "shader-text",
            "shaders",
            "skin-gpu",
            "text-files",
            "weights",
            "whole-file",
        ],
    ),
    ("generator", &["character", "rig"]),
    ("xtask", &[]),
    ("testkit", &["whole-file"]),
];

/// Arrows for tests only, besides those allowed above and the test kit, which every test may use.
const ALLOWED_IN_TESTS: &[(&str, &[&str])] = &[
    ("skin-cpu", &["character"]),
    ("skin-gpu", &["skin-cpu", "character"]),
    ("shader-text", &["skin-cpu", "skin-gpu"]),
    ("weights", &["skin-cpu", "character"]),
    ("scene", &["shaders"]),
    ("render", &["session", "weights"]),
    ("session", &["skin-cpu"]),
    ("generator", &["mesh"]),
];

/// The crate that exists for tests only.
const TEST_KIT: &str = "testkit";

/// Crates of others that few of ours may name, with those few.
const OWNED_EXTERNALS: &[(&str, &[&str])] = &[
    ("egui", &["editor"]),
    ("eframe", &["editor"]),
    ("winit", &["editor"]),
    ("rfd", &["editor"]),
    // shader-text only runs what it wrote, in its tests.
    (
        "wgpu",
        &["editor", "headless", "render", "shader-text", "skin-gpu"],
    ),
    ("gltf", &["character"]),
    (
        "naga",
        &["render", "scene", "shader-text", "shaders", "skin-gpu"],
    ),
];

/// Crates that need nothing but these crates of others, in `[dependencies]`; serde only where its feature is asked for.
const FRUGAL: &[(&str, &[&str])] = &[
    ("dq-math", &["glam", "serde"]),
    ("figures", &["glam", "thiserror"]),
    ("mesh", &["glam"]),
    ("rig", &["bytemuck", "glam", "serde", "thiserror"]),
    ("bvh", &["glam", "thiserror"]),
    ("retarget", &["glam", "ron", "serde", "thiserror"]),
    ("lanes", &["bytemuck", "fearless_simd", "thiserror"]),
    ("pose-lanes", &["fearless_simd", "glam", "thiserror"]),
    (
        "skin-cpu",
        &[
            "bytemuck",
            "fearless_simd",
            "glam",
            "rayon-core",
            "thiserror",
        ],
    ),
    ("skin-gpu", &["glam", "thiserror", "bytemuck", "wgpu"]),
    ("text-files", &["ron", "serde", "strsim", "thiserror"]),
    ("whole-file", &["libc", "thiserror", "web-time"]),
    ("shader-text", &["naga", "thiserror"]),
    ("shaders", &[]),
    ("scene", &["glam", "serde", "thiserror"]),
    (
        "render",
        &["bytemuck", "glam", "image", "pollster", "thiserror", "wgpu"],
    ),
    (
        "session",
        &[
            "base64",
            "dirs",
            "gif",
            "glam",
            "hound",
            "image",
            "notify",
            "ron",
            "serde",
            "serde_json",
            "thiserror",
            "web-time",
        ],
    ),
];

/// For what a dependency is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The crate itself, in `[dependencies]`.
    Normal,
    /// Its tests, examples and benches.
    Dev,
    /// Its build script, in `[build-dependencies]`.
    Build,
}

/// One dependency: `from` names `to` in its manifest.
#[derive(Clone, Debug)]
pub struct Arrow {
    /// One of our crates.
    pub from: String,
    /// The crate that is needed: ours by its folder, others by their name on the registry.
    pub to: String,
    /// For what `from` needs `to`.
    pub kind: Kind,
    /// Whether `to` is a crate of this workspace.
    pub ours: bool,
}

/// Every dependency of every crate of the workspace at `root`.
///
/// # Errors
///
/// A sentence when cargo cannot be run, fails, or says something that this function does not understand.
pub fn read_arrows(root: &Path) -> Result<Vec<Arrow>, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--no-deps"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    parse_arrows(&metadata)
        .ok_or_else(|| "cargo metadata has another form than expected".to_owned())
}

fn parse_arrows(metadata: &Value) -> Option<Vec<Arrow>> {
    let mut arrows = Vec::new();
    for package in metadata["packages"].as_array()? {
        let from = folder(Path::new(package["manifest_path"].as_str()?).parent()?)?;
        for dependency in package["dependencies"].as_array()? {
            let ours = dependency["path"].as_str();
            arrows.push(Arrow {
                from: from.clone(),
                to: match ours {
                    Some(path) => folder(Path::new(path))?,
                    None => dependency["name"].as_str()?.to_owned(),
                },
                kind: match dependency["kind"].as_str() {
                    Some("dev") => Kind::Dev,
                    Some("build") => Kind::Build,
                    _ => Kind::Normal,
                },
                ours: ours.is_some(),
            });
        }
    }
    Some(arrows)
}

/// Our crates go by the names of their folders, which are those of their libraries; packages are called `dualskin-…`,
/// since short names are taken on the public registry.
fn folder(path: &Path) -> Option<String> {
    Some(path.file_name()?.to_str()?.to_owned())
}

/// Every arrow between two of our crates is in the table, and the test kit is needed by tests only.
pub fn check_arrows(arrows: &[Arrow]) -> Vec<Failure> {
    arrows
        .iter()
        .filter(|arrow| arrow.ours && !is_allowed(arrow))
        .map(|arrow| {
            let message = format!(
                "the arrow to `{}` is not allowed{}",
                arrow.to,
                section(arrow.kind)
            );
            Failure::of_file(&arrow.from, message)
        })
        .collect()
}

fn is_allowed(arrow: &Arrow) -> bool {
    if arrow.to == TEST_KIT {
        return arrow.kind == Kind::Dev;
    }
    lists(ALLOWED, arrow) || (arrow.kind == Kind::Dev && lists(ALLOWED_IN_TESTS, arrow))
}

fn lists(table: &[(&str, &[&str])], arrow: &Arrow) -> bool {
    table
        .iter()
        .any(|(from, to)| arrow.from == *from && to.contains(&arrow.to.as_str()))
}

fn section(kind: Kind) -> &'static str {
    match kind {
        Kind::Normal => " in [dependencies]",
        Kind::Dev => " in [dev-dependencies]",
        Kind::Build => " in [build-dependencies]",
    }
}

/// Crates of others stay in the crates they belong to.
pub fn check_externals(arrows: &[Arrow]) -> Vec<Failure> {
    arrows
        .iter()
        .filter(|arrow| !arrow.ours)
        .filter_map(|arrow| {
            let message = find_owner_conflict(arrow).or_else(|| not_frugal(arrow))?;
            Some(Failure::of_file(&arrow.from, message))
        })
        .collect()
}

/// Only the first part of a name counts: `egui_tiles` belongs to whom `egui` belongs.
fn find_owner_conflict(arrow: &Arrow) -> Option<String> {
    let first = arrow.to.split(['_', '-']).next()?;
    let (_, owners) = OWNED_EXTERNALS.iter().find(|(name, _)| *name == first)?;
    (!owners.contains(&arrow.from.as_str()))
        .then(|| format!("`{}` belongs to {}", arrow.to, owners.join(", ")))
}

fn not_frugal(arrow: &Arrow) -> Option<String> {
    let (_, needs) = FRUGAL.iter().find(|(from, _)| arrow.from == *from)?;
    // Tests may need what they like: users do not compile it.
    (arrow.kind != Kind::Dev && !needs.contains(&arrow.to.as_str()))
        .then(|| format!("`{}` is not among its few dependencies", arrow.to))
}

/// No crate reaches itself: not even through its tests.
///
/// The test kit's own arrows do not count, because a crate's tests under `tests/` see the same build of the crate
/// that the test kit sees.
pub fn check_cycles(arrows: &[Arrow]) -> Vec<Failure> {
    let between: Vec<&Arrow> = arrows
        .iter()
        .filter(|arrow| arrow.ours && arrow.from != TEST_KIT)
        .collect();
    let mut starts: Vec<&str> = between.iter().map(|arrow| arrow.from.as_str()).collect();
    // Arrows of one crate stand together, as cargo lists them.
    starts.dedup();
    starts
        .into_iter()
        .filter(|start| reaches_itself(&between, start))
        .map(|start| Failure::of_file(start, "reaches itself along the arrows: a cycle"))
        .collect()
}

fn reaches_itself(arrows: &[&Arrow], start: &str) -> bool {
    let mut reached = vec![start];
    let mut next = 0;
    while let Some(&from) = reached.get(next) {
        next += 1;
        for arrow in arrows.iter().filter(|arrow| arrow.from == from) {
            if arrow.to == start {
                return true;
            }
            if !reached.contains(&arrow.to.as_str()) {
                reached.push(&arrow.to);
            }
        }
    }
    false
}
