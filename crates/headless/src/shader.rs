//! `dualskin shader`: a skinning method as a vertex shader for other programs, or the conversions that fill its palettes.

use dq_math::SignRule;
use rig::Method;
use shader_text::{CONVERSIONS, Target, operations, snippet};
use whole_file::Access;

use super::Failure;
use crate::terminal::destination::Destination;
use crate::terminal::report::Report;

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShaderOutput {
    /// A method in a language of shaders.
    Shader(Target, Method, SignRule),
    /// The conversions of the processor's side, in C.
    Conversions,
}

/// The options of the command.
#[derive(Clone, Debug, PartialEq)]
pub struct ShaderJob {
    /// What is asked for.
    pub wanted: ShaderOutput,
    /// The file to write, or stdout.
    pub output: Destination,
    /// Whether to report as JSON what was written.
    pub json: bool,
}

/// Writes the text.
///
/// # Errors
///
/// See [`Failure`]; nothing is written then.
pub fn run(job: &ShaderJob) -> Result<(), Failure> {
    let ShaderJob {
        wanted,
        output,
        json,
    } = job;
    output.check(&[])?;
    let text = match *wanted {
        ShaderOutput::Shader(target, method, signs) => snippet(method, signs, target)
            .map_err(|error| Failure::Data(format!("{method} as {target}: {error}.")))?,
        ShaderOutput::Conversions => CONVERSIONS.to_owned(),
    };
    output.write(text.as_bytes(), Access::ANY)?;
    if *json {
        let report = match *wanted {
            ShaderOutput::Shader(target, method, signs) => {
                let counted = operations(method, signs)
                    .map_err(|error| Failure::Data(format!("{method} as {target}: {error}.")))?;
                Report::new("shader", method.name()).with_operations(counted)
            }
            ShaderOutput::Conversions => Report::new("shader", "conversions"),
        };
        return report
            .wrote(output, Some(text.len()))
            .print(Some(output), true);
    }
    Ok(())
}
