//! A program as naga knows it: parsed, reduced to one entry point, and valid.

use naga::compact::{KeepUnused, compact};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Constant, Expression, Handle, Module};
use thiserror::Error;

use crate::folded::fold_branches;

/// Why there is no text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShaderTextError {
    /// No language is called that.
    #[error(
        "`{0}` is no language of shaders that is known here; choose wgsl, glsl, glsl-es, hlsl or msl"
    )]
    UnknownTarget(String),
    /// A program of ours imports what there is not.
    #[error(transparent)]
    Import(#[from] shaders::ImportError),
    /// A program is no valid WGSL.
    #[error("the program is no valid WGSL: {0}")]
    Invalid(String),
    /// A program has no such entry point.
    #[error("the program has no entry point `{0}`")]
    NoEntryPoint(String),
    /// naga cannot write it in this language.
    #[error("the program cannot be written as {target}: {reason}")]
    Write {
        /// Name of the language, as the message writes it.
        target: &'static str,
        /// The reason that naga gives.
        reason: String,
    },
}

/// A valid module with a single entry point and what that needs.
pub(crate) struct Parsed {
    pub(crate) module: Module,
    pub(crate) info: ModuleInfo,
    /// Name of the one entry point that is left.
    pub(crate) entry: String,
}

impl Parsed {
    /// Of WGSL without imports.
    pub(crate) fn new(source: &str, entry: &str) -> Result<Self, ShaderTextError> {
        let module = parse(source, entry)?;
        validate(&module)?;
        Self::from_module(module, entry)
    }

    /// As [`new`](Self::new), without the branches that constants decide.
    pub(crate) fn with_folded_branches(source: &str, entry: &str) -> Result<Self, ShaderTextError> {
        let mut module = parse(source, entry)?;
        // Compaction asks for a valid module, which it is but for expressions that folding leaves for compaction.
        validate(&module)?;
        fold_branches(&mut module);
        Self::from_module(module, entry)
    }

    fn from_module(mut module: Module, entry: &str) -> Result<Self, ShaderTextError> {
        // Twice: which constants are used shows only once unused functions are gone, and those that lose their names go then.
        compact(&mut module, KeepUnused::No);
        unname_unused_constants(&mut module);
        compact(&mut module, KeepUnused::No);
        Ok(Self {
            info: validate(&module)?,
            module,
            entry: entry.to_owned(),
        })
    }
}

/// Compaction keeps what has a name.
fn unname_unused_constants(module: &mut Module) {
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    let functions = module.functions.iter().map(|(_, function)| function);
    let used: Vec<Handle<Constant>> = functions
        .chain(entries)
        .flat_map(|function| function.expressions.iter())
        .filter_map(|(_, expression)| match expression {
            Expression::Constant(constant) => Some(*constant),
            _ => None,
        })
        .collect();
    for (handle, constant) in module.constants.iter_mut() {
        if !used.contains(&handle) {
            constant.name = None;
        }
    }
}

/// The module of a text, with one of its entry points.
fn parse(source: &str, entry: &str) -> Result<Module, ShaderTextError> {
    let source = &without_overrides(source);
    let mut module = naga::front::wgsl::parse_str(source)
        .map_err(|error| ShaderTextError::Invalid(error.emit_to_string(source)))?;
    module.entry_points.retain(|found| found.name == entry);
    if module.entry_points.is_empty() {
        return Err(ShaderTextError::NoEntryPoint(entry.to_owned()));
    }
    Ok(module)
}

/// Constants that a pipeline may set are constants with their default values here: other languages have nothing like them.
fn without_overrides(source: &str) -> String {
    let lines = source
        .lines()
        .map(|line| match line.strip_prefix("override ") {
            Some(rest) => format!("const {rest}\n"),
            None => format!("{line}\n"),
        });
    lines.collect()
}

fn validate(module: &Module) -> Result<ModuleInfo, ShaderTextError> {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::empty());
    validator
        .validate(module)
        .map_err(|error| ShaderTextError::Invalid(with_causes(error.as_inner())))
}

/// What went wrong, and why.
fn with_causes(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    let causes: Vec<String> = causes.map(ToString::to_string).collect();
    causes.join(": ")
}
