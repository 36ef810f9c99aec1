//! One method as a vertex shader in the language of another program.

use std::fmt;
use std::str::FromStr;

use dq_math::SignRule;
use rig::Method;

use crate::comments::Comments;
use crate::header::header;
use crate::module::{Parsed, ShaderTextError};
use crate::written;

/// A language, with its version where that makes a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// WGSL, for WebGPU and wgpu.
    Wgsl,
    /// GLSL ES 3.00, for WebGL 2, OpenGL ES 3 and engines that translate it.
    GlslEs,
    /// GLSL 4.50 core, for OpenGL on the desktop.
    Glsl,
    /// HLSL for shader model 5.1, for Direct3D.
    Hlsl,
    /// The Metal shading language 2.0.
    Msl,
}

impl Target {
    /// Every language, in the order in which they are listed to users.
    pub const ALL: [Self; 5] = [Self::Wgsl, Self::Glsl, Self::GlslEs, Self::Hlsl, Self::Msl];

    /// The word for it on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "wgsl",
            Self::GlslEs => "glsl-es",
            Self::Glsl => "glsl",
            Self::Hlsl => "hlsl",
            Self::Msl => "msl",
        }
    }

    /// What the text at the head of a snippet calls it.
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Wgsl => "WGSL",
            Self::GlslEs => "GLSL ES 3.00",
            Self::Glsl => "GLSL 4.50",
            Self::Hlsl => "HLSL, shader model 5.1",
            Self::Msl => "Metal shading language 2.0",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Target {
    type Err = ShaderTextError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|target| target.name() == name);
        found.ok_or_else(|| ShaderTextError::UnknownTarget(name.to_owned()))
    }
}

/// A vertex shader that skins by a method, up to four influences a vertex: its text, with a head that says what it reads.
///
/// The rule of signs is fixed in it; linear blending has none. [`SignRule::Hierarchical`] and [`SignRule::Followed`] are decided
/// in the palette, and give the same text.
///
/// # Errors
///
/// [`ShaderTextError::Write`] if naga cannot express it in the target; the tests hold that it always can.
pub fn snippet(method: Method, signs: SignRule, target: Target) -> Result<String, ShaderTextError> {
    let source = source(signs)?;
    let parsed = Parsed::with_folded_branches(&source, &method.entry_point())?;
    let text = written::write(&parsed, target)?;
    // Behind naga, which drops all comments.
    let text = Comments::of(&source).with_comments(&text);
    Ok(with_header(&header(method, signs, target), &text, target))
}

/// The text of all snippets, with a rule of signs.
pub(crate) fn source(signs: SignRule) -> Result<String, ShaderTextError> {
    let source = shaders::SNIPPET.source()?;
    // In the text, before it is parsed: a constant lets branches of other rules be folded away, which a uniform would not.
    let rule = format!("const SIGNS = {};", signs_constant(signs));
    Ok(source.replace("const SIGNS = SIGNS_FIRST;", &rule))
}

const fn signs_constant(signs: SignRule) -> &'static str {
    match signs {
        SignRule::First => "SIGNS_FIRST",
        SignRule::Largest => "SIGNS_LARGEST",
        SignRule::Hierarchical | SignRule::Followed => "SIGNS_HIERARCHICAL",
        SignRule::Running => "SIGNS_RUNNING",
    }
}

/// GLSL wants its version before everything else.
fn with_header(header: &str, text: &str, target: Target) -> String {
    match (target, text.split_once('\n')) {
        (Target::Glsl | Target::GlslEs, Some((version, rest))) => {
            format!("{version}\n\n{header}\n{}", rest.trim_start())
        }
        _ => format!("{header}\n{}", text.trim_start()),
    }
}
