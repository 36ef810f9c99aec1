//! The choice of instructions at run time.

use fearless_simd::{Fallback, Level};

use crate::{Lanes, SimdPath};

/// Work that is compiled once for each instruction set.
pub trait OnLanes {
    /// What comes of it.
    type Output;

    /// Does it by the instructions that the token stands for. To be inlined, and all that it calls: what is not is compiled without them.
    fn run<S: Lanes>(self, simd: S) -> Self::Output;
}

/// Does the work by the instructions of a path; by the same code on arrays for [`SimdPath::Scalar`], and where the machine lacks the path.
pub fn run_on<W: OnLanes>(path: SimdPath, work: W) -> W::Output {
    let level = Level::new();
    match path {
        #[cfg(target_arch = "x86_64")]
        SimdPath::Avx512 if let Some(avx512) = level.as_avx512() => compiled(avx512, work),
        #[cfg(target_arch = "x86_64")]
        SimdPath::Avx2 if let Some(avx2) = level.as_avx2() => compiled(avx2, work),
        #[cfg(target_arch = "x86_64")]
        SimdPath::Sse if let Some(sse) = level.as_sse4_2() => compiled(sse, work),
        #[cfg(target_arch = "aarch64")]
        SimdPath::Neon if let Some(neon) = level.as_neon() => compiled(neon, work),
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        SimdPath::Simd128 if let Some(simd128) = level.as_wasm_simd128() => compiled(simd128, work),
        _ => compiled(Fallback::new(), work),
    }
}

#[inline(never)]
fn compiled<S: Lanes, W: OnLanes>(simd: S, work: W) -> W::Output {
    simd.vectorize(
        #[inline(always)]
        || work.run(simd),
    )
}
