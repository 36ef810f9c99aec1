//! Which instructions work.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use fearless_simd::Level;
use thiserror::Error;

/// Instructions that skinning and posing may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SimdPath {
    /// None of the others: the readable reference for skinning, one vertex after another; arrays of four for posing.
    Scalar,
    /// SSE 4.2, four numbers at once.
    Sse,
    /// AVX2 and FMA, eight numbers at once.
    Avx2,
    /// AVX-512 as since Ice Lake, sixteen numbers at once.
    Avx512,
    /// NEON, four numbers at once.
    Neon,
    /// The 128 bits of WebAssembly, four numbers at once. They are there if the module was compiled for them (`-C target-feature=+simd128`).
    Simd128,
}

static PREFERRED: OnceLock<SimdPath> = OnceLock::new();

impl SimdPath {
    /// Every path, on this machine or not.
    pub const ALL: [Self; 6] = [
        Self::Scalar,
        Self::Sse,
        Self::Avx2,
        Self::Avx512,
        Self::Neon,
        Self::Simd128,
    ];

    /// The fastest path of this machine. What the machine has is looked up once.
    #[must_use]
    pub fn best() -> Self {
        let mut best = Self::Scalar;
        for path in [
            Self::Simd128,
            Self::Neon,
            Self::Sse,
            Self::Avx2,
            Self::Avx512,
        ] {
            if path.is_available() {
                best = path;
            }
        }
        best
    }

    /// The paths of this machine, the slowest first.
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|path| path.is_available())
    }

    /// Whether this machine has it. One that it lacks falls back to [`Scalar`](Self::Scalar) wherever it is asked for.
    #[must_use]
    pub fn is_available(self) -> bool {
        // Cheap after the first call, which asks the processor and keeps the answer.
        let level = Level::new();
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Self::Sse => level.as_sse4_2().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => level.as_avx2().is_some(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => level.as_avx512().is_some(),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => level.as_neon().is_some(),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => level.as_wasm_simd128().is_some(),
            // Paths of other processors.
            _ => false,
        }
    }

    /// Makes this path the default of the whole process; a program does so when it starts, a library does not. Only the first call counts.
    ///
    /// # Errors
    ///
    /// The path that was preferred before.
    pub fn prefer(self) -> Result<(), Self> {
        PREFERRED.set(self).map_err(|_refused| Self::default())
    }

    /// Vertices that its vectors hold; none without vectors.
    #[must_use]
    pub const fn lanes(self) -> usize {
        match self {
            Self::Scalar => 0,
            Self::Sse | Self::Neon | Self::Simd128 => 4,
            Self::Avx2 => 8,
            Self::Avx512 => 16,
        }
    }

    /// The name on a command line: `scalar`, `sse`, `avx2`, `avx512`, `neon`, `simd128`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Sse => "sse",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Neon => "neon",
            Self::Simd128 => "simd128",
        }
    }
}

/// The one that the program has [preferred](SimdPath::prefer), or else the fastest of this machine.
impl Default for SimdPath {
    fn default() -> Self {
        PREFERRED.get().copied().unwrap_or_else(Self::best)
    }
}

/// Writes the [`name`](SimdPath::name) of the path, padded as the format asks.
impl fmt::Display for SimdPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a [`name`](SimdPath::name), letter for letter, of a path that this machine has.
impl FromStr for SimdPath {
    type Err = UnknownSimdPath;

    fn from_str(name: &str) -> Result<Self, UnknownSimdPath> {
        Self::available()
            .find(|path| path.name() == name)
            .ok_or_else(|| UnknownSimdPath {
                found: name.to_owned(),
            })
    }
}

/// The name is of no [`SimdPath`] that this machine has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{found:?} is no path of this processor; it has {}",
    SimdPath::available().map(SimdPath::name).collect::<Vec<_>>().join(", ")
)]
pub struct UnknownSimdPath {
    /// The name that was asked for, as it was given.
    pub found: String,
}
