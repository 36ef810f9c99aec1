//! Compiles WGSL into shader modules and pipelines. An error in the text is returned with its place and never ends the
//! process.

use std::error::Error;

use shaders::{ImportError, Resolved, Shader, SourceLine, Sources};
use thiserror::Error as ThisError;
use wgpu::naga;
use wgpu::naga::ResourceBinding;
use wgpu::wgc::pipeline::{
    CreateComputePipelineError, CreateRenderPipelineError, CreateShaderModuleError,
};
use wgpu::wgc::validation::StageError;

/// Why a shader cannot be used. Files are named by their paths in the folder `shaders/wgsl`.
#[derive(Clone, Debug, PartialEq, Eq, ThisError)]
pub enum ShaderError {
    /// An `#import` names no include.
    #[error(transparent)]
    Import(#[from] ImportError),
    /// An error at a line: invalid WGSL, or code that does not fit the pipeline.
    #[error("{place}: {reason}")]
    Line {
        /// The line in its own file, not in the resolved text.
        place: SourceLine,
        /// The compiler's message with its causes, as one sentence without a full stop.
        reason: String,
    },
    /// An error without a line, such as a missing entry point.
    #[error("{file}: {reason}")]
    File {
        /// The file of the shader.
        file: String,
        /// The compiler's message with its causes, as one sentence without a full stop.
        reason: String,
    },
}

/// Compiles one shader and calls `make`, which creates pipelines of any kind; an error in the text is returned.
///
/// # Errors
///
/// The first error of the device while `make` runs, with its place in the shader's file or an include.
pub fn compile_shader<T>(
    device: &wgpu::Device,
    sources: &Sources,
    program: &Shader,
    make: impl FnOnce() -> T,
) -> Result<T, ShaderError> {
    let resolved = sources.resolve(program)?;
    catch_error(device, make).map_err(|error| explain(&error, program.path, &resolved))
}

/// A compiled shader, from which pipelines can be made.
#[derive(Debug)]
pub(super) struct Program {
    pub label: &'static str,
    pub module: wgpu::ShaderModule,
    path: &'static str,
    resolved: Resolved,
}

impl Program {
    pub(super) fn compile(
        device: &wgpu::Device,
        sources: &Sources,
        shader: &Shader,
    ) -> Result<Self, ShaderError> {
        let resolved = sources.resolve(shader)?;
        let descriptor = wgpu::ShaderModuleDescriptor {
            label: Some(shader.name),
            source: wgpu::ShaderSource::Wgsl(resolved.text.as_str().into()),
        };
        let module = catch_error(device, || device.create_shader_module(descriptor))
            .map_err(|error| explain(&error, shader.path, &resolved))?;
        Ok(Self {
            label: shader.name,
            module,
            path: shader.path,
            resolved,
        })
    }

    pub(super) fn pipeline(
        &self,
        device: &wgpu::Device,
        descriptor: &wgpu::RenderPipelineDescriptor<'_>,
    ) -> Result<wgpu::RenderPipeline, ShaderError> {
        catch_error(device, || device.create_render_pipeline(descriptor))
            .map_err(|error| explain(&error, self.path, &self.resolved))
    }
}

/// Calls `make` and returns any error of the device, which would otherwise end the process.
fn catch_error<T>(device: &wgpu::Device, make: impl FnOnce() -> T) -> Result<T, wgpu::Error> {
    use wgpu::ErrorFilter::{Internal, OutOfMemory, Validation};
    let scopes = [Validation, Internal, OutOfMemory].map(|filter| device.push_error_scope(filter));
    let made = make();
    // Innermost scope first, and all of them: a scope left on the stack would catch later errors.
    let errors: Vec<wgpu::Error> = scopes
        .into_iter()
        .rev()
        .filter_map(|scope| pollster::block_on(scope.pop()))
        .collect();
    errors.into_iter().next().map_or(Ok(made), Err)
}

/// An error and its line in the resolved text.
struct Fault {
    line: Option<usize>,
    reason: String,
}

fn explain(error: &wgpu::Error, file: &str, resolved: &Resolved) -> ShaderError {
    let fault = if let Some(error) = find::<CreateShaderModuleError>(error) {
        fault_of_text(error, &resolved.text)
    } else if let Some((stage, error)) = stage_error(error) {
        fault_of_stage(stage, error, &resolved.text)
    } else {
        Fault {
            line: None,
            reason: sentence(error),
        }
    };
    let reason = fault.reason;
    match fault.line.and_then(|line| resolved.place(line)) {
        Some(place) => ShaderError::Line { place, reason },
        None => ShaderError::File {
            file: file.to_owned(),
            reason,
        },
    }
}

fn fault_of_text(error: &CreateShaderModuleError, text: &str) -> Fault {
    match error {
        CreateShaderModuleError::Parsing(error) => {
            let labels = error.inner.labels().map(|(_, label)| label);
            let parts = std::iter::once(error.inner.message())
                .chain(labels)
                .chain(error.inner.notes());
            Fault {
                line: error.inner.location(text).map(line_of),
                reason: join_parts(parts.map(str::to_owned)),
            }
        }
        CreateShaderModuleError::Validation(error) => Fault {
            line: error.inner.location(text).map(line_of),
            reason: sentence(error.inner.as_inner()),
        },
        CreateShaderModuleError::InvalidGroupIndex { bind, .. } => Fault {
            line: line_of_binding(text, *bind),
            reason: sentence(error),
        },
        _ => Fault {
            line: None,
            reason: sentence(error),
        },
    }
}

/// The error of a shader that does not fit its pipeline, and the stage.
fn stage_error<'a>(
    error: &'a (dyn Error + 'static),
) -> Option<(wgpu::ShaderStages, &'a StageError)> {
    if let Some(CreateRenderPipelineError::Stage { stage, error }) = find(error) {
        return Some((*stage, error));
    }
    match find(error)? {
        CreateComputePipelineError::Stage(error) => Some((wgpu::ShaderStages::COMPUTE, error)),
        _ => None,
    }
}

fn fault_of_stage(stage: wgpu::ShaderStages, error: &StageError, text: &str) -> Fault {
    let line = match error {
        StageError::MissingEntryPoint(_) => None,
        StageError::Binding(binding, _) => line_of_binding(text, *binding),
        _ => line_of_stage(text, stage),
    };
    Fault {
        line,
        reason: sentence(error),
    }
}

/// The line that declares the variable of a binding.
fn line_of_binding(text: &str, binding: ResourceBinding) -> Option<usize> {
    // Parsed again, for the device keeps no module; only after an error, so it may take its time.
    let module = naga::front::wgsl::parse_str(text).ok()?;
    let (handle, _) = module
        .global_variables
        .iter()
        .find(|(_, variable)| variable.binding == Some(binding))?;
    Some(line_of(
        module.global_variables.get_span(handle).location(text),
    ))
}

/// The line of a stage's entry point; none for compute, since a file has several kernels.
fn line_of_stage(text: &str, stage: wgpu::ShaderStages) -> Option<usize> {
    let attribute = match stage {
        wgpu::ShaderStages::VERTEX => "@vertex",
        wgpu::ShaderStages::FRAGMENT => "@fragment",
        _ => return None,
    };
    let index = text
        .lines()
        .position(|line| line.trim_start().starts_with(attribute))?;
    Some(index + 1)
}

fn line_of(location: naga::SourceLocation) -> usize {
    usize::try_from(location.line_number).unwrap_or(usize::MAX)
}

/// The first error of this type in a chain of causes.
fn find<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    causes(error).find_map(|cause| cause.downcast_ref())
}

/// An error and its causes as one sentence.
fn sentence(error: &(dyn Error + 'static)) -> String {
    join_parts(causes(error).map(ToString::to_string))
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error| error.source())
}

/// Joins parts by colons, leaving out repeated ones and full stops, since the sentence may go on.
fn join_parts(parts: impl Iterator<Item = String>) -> String {
    let mut said: Vec<String> = Vec::new();
    for part in parts {
        let part = part.trim().trim_end_matches('.');
        // A cause often repeats what the error above it has said.
        if !part.is_empty() && !said.iter().any(|earlier| earlier.contains(part)) {
            said.push(part.to_owned());
        }
    }
    said.join(": ")
}
