//! The WGSL of Dualskin: text only, no device.
//!
//! Every program lives in `wgsl/NAME.wgsl`, every shared piece in `wgsl/include/NAME.wgsl`. A line `#import NAME`
//! stands for the text of that include; see [`resolve`] for the exact rule.
//!
//! Conventions of all programs: right-handed, Y up, column vectors, matrices named `to_from`; clip space has reversed
//! depth (1 at the near plane, 0 infinitely far); colours are linear unless a name says `encoded`, which means the sRGB
//! transfer curve.
#![forbid(unsafe_code)]

mod import;

pub use import::{ImportError, resolve};

/// A WGSL file as it was when the program was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shader {
    /// The file's name without its ending, for labels and messages.
    pub name: &'static str,
    /// The file's text, `#import` lines unresolved.
    pub text: &'static str,
}

impl Shader {
    /// The text a device can compile: all imports replaced.
    ///
    /// # Errors
    ///
    /// An import that names no include.
    pub fn source(&self) -> Result<String, ImportError> {
        resolve(self.name, self.text)
    }
}

macro_rules! shader {
    ($name:literal, $folder:literal) => {
        Shader {
            name: $name,
            text: include_str!(concat!("../wgsl/", $folder, $name, ".wgsl")),
        }
    };
}

/// The vertical gradient behind everything.
pub const BACKGROUND: Shader = shader!("background", "");
/// Octahedral bones and the balls of their joints.
pub const BONES: Shader = shader!("bones", "");
/// A texture onto the whole viewport: mip levels.
pub const COPY: Shader = shader!("copy", "");
/// The ground grid.
pub const GRID: Shader = shader!("grid", "");
/// The skinned surface: studio light, heat maps.
pub const MESH: Shader = shader!("mesh", "");

/// Every program.
pub const PROGRAMS: &[Shader] = &[BACKGROUND, BONES, COPY, GRID, MESH];

/// Every piece that `#import` can name.
pub const INCLUDES: &[Shader] = &[
    shader!("color", "include/"),
    shader!("frame", "include/"),
    shader!("ramps", "include/"),
    shader!("studio", "include/"),
    shader!("viewport", "include/"),
];
