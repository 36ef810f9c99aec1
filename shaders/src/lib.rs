//! The WGSL of Dualskin: text only, no device.
//!
//! Every program is in `wgsl/NAME.wgsl`, every shared part in `wgsl/include/NAME.wgsl`. A line `#import NAME` stands
//! for the text of that include, and lines between `#each_method` and `#end` stand once for every skinning method; see [`resolve`]
//! for the exact rules. [`Sources`] holds all texts, built in or replaced
//! by those on disk.
//!
//! Conventions of all programs: right-handed, Y up, column vectors, matrices named `to_from`; clip space has reversed
//! depth (1 at the near plane, 0 infinitely far); colors are linear unless a name says `encoded`, which means the sRGB
//! transfer curve. The ramps of `ramps.wgsl` and `weight_ramps.wgsl` are all encoded. World space is the space of the
//! camera: the model, posed.
#![forbid(unsafe_code)]

// In suggested reading order.
mod sources;

mod import;

mod resolved;

pub use import::{ImportError, resolve};
pub use resolved::{Resolved, SourceLine};
pub use sources::Sources;

/// The folder of the WGSL files on the machine that built the program, from which a developer's changes can be
/// reloaded. This crate does not read it.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/wgsl");

/// A WGSL file at the time of the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shader {
    /// The file's name without its ending, for labels and messages.
    pub name: &'static str,
    /// The file's path in the folder `wgsl`: `mesh.wgsl`, `include/frame.wgsl`.
    pub path: &'static str,
    /// The file's text, `#import` lines unresolved.
    pub text: &'static str,
}

impl Shader {
    /// The built-in text with all imports replaced, ready to compile. [`Sources::resolve`] does the same with other
    /// texts.
    ///
    /// # Errors
    ///
    /// The first import with an unknown name.
    pub fn source(&self) -> Result<String, ImportError> {
        resolve(self.path, self.text)
    }
}

macro_rules! shader {
    ($name:literal, $folder:literal) => {
        Shader {
            name: $name,
            path: concat!($folder, $name, ".wgsl"),
            text: include_str!(concat!("../wgsl/", $folder, $name, ".wgsl")),
        }
    };
}

/// The vertical gradient behind everything.
pub const BACKGROUND: Shader = shader!("background", "");
/// Octahedral bones and the balls of their joints.
pub const BONES: Shader = shader!("bones", "");
/// Draws a texture onto the whole viewport, for mip levels.
pub const COPY: Shader = shader!("copy", "");
/// A dot at every vertex, or at marked vertices only.
pub const DOTS: Shader = shader!("dots", "");
/// Lines and soft shadow of the ground plane y = 0.
pub const GRID: Shader = shader!("grid", "");
/// The skinned surface: studio light, matcaps, normals, heat maps.
pub const MESH: Shader = shader!("mesh", "");
/// A silhouette of the character at another time.
pub const ONION: Shader = shader!("onion", "");
/// How far one skinned surface lies outside of another, for web pages.
pub const PAGE_DIFFERENCE: Shader = shader!("page_difference", "");
/// Skinning in vertex shaders whose results are captured, for web pages: one entry point per method.
pub const PAGE_SKIN: Shader = shader!("page_skin", "");
/// Great circles of a ball, and of the ellipsoid into which a stretch turns it.
pub const RINGS: Shader = shader!("rings", "");
/// Skinning, one compute kernel per method.
pub const SKIN: Shader = shader!("skin", "");
/// The same with exact normals and tangents, which take the gradients of the weights.
pub const SKIN_EXACT: Shader = shader!("skin_exact", "");
/// Vertex shaders for other programs: one entry point per method.
pub const SNIPPET: Shader = shader!("snippet", "");
/// Edges of triangles as lines over the surface, one pixel wide.
pub const WIRE: Shader = shader!("wire", "");

/// A skinning method in the lines that stand once for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MethodNames {
    /// In the place of `METHOD`: the entry points of programs.
    pub entry_point: &'static str,
    /// In the place of `BLEND`: what its functions begin with, `BLEND_vertex` and `BLEND_exact_vertex`, as their counterparts in Rust
    /// do.
    pub blend: &'static str,
}

macro_rules! methods {
    ($($entry_point:literal: $blend:literal),* $(,)?) => {
        &[$(MethodNames { entry_point: $entry_point, blend: $blend }),*]
    };
}

/// All that blend differently, in the order of the methods of crate `rig`, which a test there holds.
pub const METHODS: &[MethodNames] = methods![
    "linear": "linear",
    "dual_quaternion": "dual_quat",
    "two_phase": "two_phase",
    "affine": "affine",
    "spherical": "spherical",
    "spherical_average": "spherical_average",
    "log_matrix": "log_matrix",
    "direct_quaternion": "direct_quaternion",
    "iterative": "iterative",
    "quaternion_translation": "quaternion_translation",
];

/// Every program, in alphabetical order; a test holds them against the folder.
pub const PROGRAMS: &[Shader] = &[
    BACKGROUND,
    BONES,
    COPY,
    DOTS,
    GRID,
    MESH,
    ONION,
    PAGE_DIFFERENCE,
    PAGE_SKIN,
    RINGS,
    SKIN,
    SKIN_EXACT,
    SNIPPET,
    WIRE,
];

/// Every include that `#import` can name.
pub const INCLUDES: &[Shader] = &[
    shader!("color", "include/"),
    shader!("frame", "include/"),
    shader!("kernel", "include/"),
    shader!("matcap", "include/"),
    shader!("material", "include/"),
    shader!("ramps", "include/"),
    shader!("shape", "include/"),
    shader!("skin_attributes", "include/"),
    shader!("skin_average", "include/"),
    shader!("skin_exact_vertex", "include/"),
    shader!("skin_jacobian", "include/"),
    shader!("skin_jacobian_rigid", "include/"),
    shader!("skin_layout", "include/"),
    shader!("skin_lists", "include/"),
    shader!("skin_maps", "include/"),
    shader!("skin_math", "include/"),
    shader!("skin_methods", "include/"),
    shader!("skin_motion", "include/"),
    shader!("skin_moved", "include/"),
    shader!("skin_packed", "include/"),
    shader!("skin_rigid", "include/"),
    shader!("skin_rows", "include/"),
    shader!("skin_signs", "include/"),
    shader!("skin_slopes", "include/"),
    shader!("skin_storage", "include/"),
    shader!("skin_textures", "include/"),
    shader!("skin_vertex", "include/"),
    shader!("studio", "include/"),
    shader!("viewport", "include/"),
    shader!("weight_ramps", "include/"),
];
