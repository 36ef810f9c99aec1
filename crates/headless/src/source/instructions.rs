//! Which instructions of the processor skin: the fastest, or those that somebody asks for to compare or to find a fault.

use skin_cpu::SimdPath;

use crate::Failure;

/// Names the instructions: `scalar`, `sse`, `avx2`, `avx512`, `neon` or `simd128`.
pub const VARIABLE: &str = "DUALSKIN_SIMD";

/// Skins by what the environment variable [`VARIABLE`] names, in the whole process. For the beginning of a program.
///
/// # Errors
///
/// A word that names nothing this processor has.
pub fn prefer_from_environment() -> Result<(), Failure> {
    let Some(word) = std::env::var_os(VARIABLE) else {
        return Ok(());
    };
    let path: Result<SimdPath, _> = word.to_string_lossy().parse();
    let path = path.map_err(|error| {
        Failure::Usage(format!(
            "the environment variable {VARIABLE}: {error}. Name one of these, or unset it."
        ))
    })?;
    // Said before, it stays as it was said.
    let _said_before = path.prefer();
    Ok(())
}
