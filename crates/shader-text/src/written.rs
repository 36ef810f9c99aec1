//! naga's back ends, one for each language.

use naga::back::{glsl, hlsl, msl, wgsl};
use naga::proc::BoundsCheckPolicies;
use naga::{ResourceBinding, ShaderStage};

use crate::module::{Parsed, ShaderTextError};
use crate::snippet::Target;

/// Metal 2.0: the first version with what vertex shaders of today take for granted.
const METAL: (u8, u8) = (2, 0);

/// The text of a vertex shader, as naga writes it.
pub(crate) fn write(parsed: &Parsed, target: Target) -> Result<String, ShaderTextError> {
    match target {
        Target::Wgsl => in_wgsl(parsed),
        Target::GlslEs => {
            let version = glsl::Version::Embedded {
                version: 300,
                is_webgl: true,
            };
            Ok(in_glsl(parsed, version, ShaderStage::Vertex)?.0)
        }
        Target::Glsl => Ok(in_glsl(parsed, glsl::Version::Desktop(450), ShaderStage::Vertex)?.0),
        Target::Hlsl => in_hlsl(parsed),
        Target::Msl => in_msl(parsed),
    }
}

/// Text and names in a version of GLSL. Clip space stays as WGSL has it, but for the depth, which is GL's −1 … 1 in the
/// caller's projection.
pub(crate) fn in_glsl(
    parsed: &Parsed,
    version: glsl::Version,
    shader_stage: ShaderStage,
) -> Result<(String, glsl::ReflectionInfo), ShaderTextError> {
    let refused = |error: glsl::Error| write_error("GLSL", &error);
    let options = glsl::Options {
        version,
        binding_map: places(version),
        writer_flags: glsl::WriterFlags::empty(),
        ..glsl::Options::default()
    };
    let pipeline = glsl::PipelineOptions {
        shader_stage,
        entry_point: parsed.entry.clone(),
        multiview: None,
    };
    let mut text = String::new();
    let mut writer = glsl::Writer::new(
        &mut text,
        &parsed.module,
        &parsed.info,
        &options,
        &pipeline,
        BoundsCheckPolicies::default(),
    )
    .map_err(refused)?;
    let names = writer.write().map_err(refused)?;
    Ok((text, names))
}

/// The places of what a snippet binds, in the version that can name them.
fn places(version: glsl::Version) -> glsl::BindingMap {
    // GLSL ES 3.00 knows no `binding` in the text; WebGL binds by names.
    if version.is_es() {
        return glsl::BindingMap::default();
    }
    let place = |(binding, place)| (ResourceBinding { group: 0, binding }, place);
    [(0, 0), (1, 1)].map(place).into()
}

fn in_wgsl(parsed: &Parsed) -> Result<String, ShaderTextError> {
    wgsl::write_string(&parsed.module, &parsed.info, wgsl::WriterFlags::empty())
        .map_err(|error| write_error("WGSL", &error))
}

fn in_hlsl(parsed: &Parsed) -> Result<String, ShaderTextError> {
    let options = hlsl::Options {
        // Indices come from attributes and loops over four: there is nothing to be guarded.
        restrict_indexing: false,
        force_loop_bounding: false,
        ..hlsl::Options::default()
    };
    let pipeline = hlsl::PipelineOptions::default();
    let mut text = String::new();
    hlsl::Writer::new(&mut text, &options, &pipeline)
        .write(&parsed.module, &parsed.info, None)
        .map_err(|error| write_error("HLSL", &error))?;
    Ok(text)
}

fn in_msl(parsed: &Parsed) -> Result<String, ShaderTextError> {
    let slot = |buffer, texture| msl::BindTarget {
        buffer,
        texture,
        ..msl::BindTarget::default()
    };
    let binding = |binding| ResourceBinding { group: 0, binding };
    let resources = msl::EntryPointResources {
        resources: [
            (binding(0), slot(None, Some(0))),
            (binding(1), slot(Some(0), None)),
        ]
        .into(),
        ..msl::EntryPointResources::default()
    };
    let options = msl::Options {
        lang_version: METAL,
        per_entry_point_map: [(parsed.entry.clone(), resources)].into(),
        // A resource that is not named above is an error here, not a made-up slot that would be read wrongly.
        fake_missing_bindings: false,
        force_loop_bounding: false,
        emit_int_div_checks: false,
        ..msl::Options::default()
    };
    let pipeline = msl::PipelineOptions::default();
    let (text, _) = msl::write_string(&parsed.module, &parsed.info, &options, &pipeline)
        .map_err(|error| write_error("Metal", &error))?;
    Ok(text)
}

fn write_error(target: &'static str, error: &dyn std::error::Error) -> ShaderTextError {
    ShaderTextError::Write {
        target,
        reason: error.to_string(),
    }
}
