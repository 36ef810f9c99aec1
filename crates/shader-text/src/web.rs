//! Programs of ours for WebGL 2.

use std::collections::BTreeMap;

use naga::back::glsl;
use naga::{GlobalVariable, Handle, ShaderStage, TypeInner};

use crate::module::{Parsed, ShaderTextError};
use crate::written::in_glsl;

/// The stage of an entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Attribute `@location(N)` is called `_p2vs_locationN`, output `@location(N)` `_vs2fs_locationN`.
    Vertex,
    /// Input `@location(N)` is called as the output of the vertex stage is.
    Fragment,
}

/// A shader for WebGL 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebGl {
    /// The shader in GLSL ES 3.00, with its version in the first line.
    pub text: String,
    /// The names of uniform blocks, by the names of the WGSL variables.
    pub blocks: BTreeMap<String, String>,
    /// The names of samplers, by the names of the WGSL textures.
    pub textures: BTreeMap<String, String>,
}

/// An entry point of a WGSL text without imports, with what it needs.
///
/// Clip space is that of the caller's matrices: nothing is turned over, and the depth is not stretched.
///
/// # Errors
///
/// The text is not valid, has no such entry point, or uses what WebGL 2 lacks.
pub fn webgl(source: &str, entry: &str, stage: Stage) -> Result<WebGl, ShaderTextError> {
    let parsed = Parsed::new(source, entry)?;
    let version = glsl::Version::Embedded {
        version: 300,
        is_webgl: true,
    };
    let stage = match stage {
        Stage::Vertex => ShaderStage::Vertex,
        Stage::Fragment => ShaderStage::Fragment,
    };
    let (text, names) = in_glsl(&parsed, version, stage)?;
    let globals = &parsed.module.global_variables;
    let name_of = |handle: Handle<GlobalVariable>| globals[handle].name.clone().unwrap_or_default();
    let mut blocks = BTreeMap::new();
    for (handle, _) in globals.iter() {
        if let Some(block) = names.uniforms.get(&handle) {
            blocks.insert(name_of(handle), block.clone());
        }
    }
    let mut textures = BTreeMap::new();
    // Sorted, since the map of names has no order: the same program gives the same list.
    let mut named: Vec<_> = names.texture_mapping.iter().collect();
    named.sort_by_key(|(name, _)| *name);
    for (name, mapping) in named {
        textures.insert(name_of(mapping.texture), name.clone());
    }
    Ok(WebGl {
        text,
        blocks,
        textures,
    })
}

/// The offset in bytes of each member of a structure of a WGSL text without imports, then its size under the name `""`.
///
/// # Errors
///
/// The text is not valid, or has no structure of this name.
pub fn layout(source: &str, structure: &str) -> Result<BTreeMap<String, u32>, ShaderTextError> {
    let module = naga::front::wgsl::parse_str(source)
        .map_err(|error| ShaderTextError::Invalid(error.emit_to_string(source)))?;
    let found = module
        .types
        .iter()
        .find(|(_, found)| found.name.as_deref() == Some(structure));
    match found.map(|(_, found)| &found.inner) {
        Some(TypeInner::Struct { members, span }) => {
            let offsets = members
                .iter()
                .map(|member| (member.name.clone().unwrap_or_default(), member.offset));
            Ok(offsets.chain([(String::new(), *span)]).collect())
        }
        _ => Err(ShaderTextError::Invalid(format!(
            "it has no structure {structure}"
        ))),
    }
}
