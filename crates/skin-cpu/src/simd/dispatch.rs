//! Which kernel skins, by which instructions.

use fearless_simd::Level;
use lanes::SimdPath;
use rig::{InfluenceBatches, PackedInfluences, RigidBlend};

use super::behind::{
    Centers, DirectQuaternion, FirstPhase, Iterative, LogMatrix, NoStretch, PhasePair,
    QuaternionTranslation, Spherical, SphericalAverage, Stretched,
};
use super::beside::MapInputs;
use super::blend::Entries;
use super::method::{Affine, DualQuaternion, Linear, Method, TwoPhase};
use super::pose::{Kind, PosedRows};
use super::run::{Reference, SkinWork, run, skin_each_by};

/// A mesh as the kernels read it.
#[derive(Clone, Copy)]
pub(super) struct PosedMesh<'a> {
    pub(super) packed: &'a PackedInfluences,
    pub(super) batches: Option<&'a InfluenceBatches>,
    /// The set of each vertex's joints, for blends that ask for it.
    pub(super) sets: &'a [u32],
    pub(super) beside: Option<&'a MapInputs<'a>>,
}

impl PosedRows {
    fn entries<'a>(&'a self, mesh: PosedMesh<'a>) -> Entries<'a> {
        let packed = mesh.packed;
        let quads = if self.quads.is_empty() {
            packed.quads()
        } else {
            &self.quads
        };
        Entries {
            width: packed.width(),
            first_quads: packed.first_quads(),
            lists: packed.first_quads(),
            quads,
            weights: packed.weights(),
            orders: packed.orders(),
            more: packed.more(),
            running: &self.running,
            beside: mesh.beside,
            batches: mesh
                .batches
                .map(|batches| self.batched.of(batches, self.shift())),
        }
    }

    /// By the instructions of the path, which is one of this machine.
    pub(super) fn skin(
        &self,
        path: SimdPath,
        mesh: PosedMesh<'_>,
        mut work: SkinWork<'_>,
        reference: Reference<'_>,
    ) {
        let (entries, sets) = (self.entries(mesh), mesh.sets);
        let (wide, eight, four) = (&self.wide[..], &self.eight[..], &self.four[..]);
        let mut call = Call {
            path,
            entries,
            work: &mut work,
            reference,
        };
        match self.kind {
            Kind::Linear => call.dispatch(Linear(wide)),
            Kind::DualQuaternion => call.dispatch(DualQuaternion(eight)),
            Kind::TwoPhase => call.dispatch(TwoPhase(wide, eight)),
            Kind::Affine => call.dispatch(Affine(wide, four)),
            Kind::Behind { .. } if !cfg!(feature = "methods") => {
                skin_each_by(call.work, call.reference);
            }
            Kind::Behind {
                blend: RigidBlend::LogMatrix,
                is_stretched,
            } => {
                let logs = LogMatrix(eight);
                if is_stretched {
                    call.dispatch(PhasePair(Stretched::<0>(wide), logs));
                } else {
                    call.dispatch(PhasePair(NoStretch, logs));
                }
            }
            Kind::Behind {
                blend: RigidBlend::QuaternionTranslation,
                ..
            } => call.dispatch(PhasePair(
                Stretched::<1>(wide),
                QuaternionTranslation(eight),
            )),
            Kind::Behind {
                blend: RigidBlend::SphericalAverage,
                ..
            } => {
                let average = SphericalAverage {
                    blend: self.spherical(sets),
                    rotations: four,
                };
                call.dispatch(PhasePair(Stretched::<1>(wide), average));
            }
            Kind::Behind {
                blend,
                is_stretched: true,
            } => self.skin_behind(Stretched::<1>(wide), blend, sets, &mut call),
            Kind::Behind { blend, .. } => self.skin_behind(NoStretch, blend, sets, &mut call),
        }
    }

    fn spherical<'a>(&'a self, sets: &'a [u32]) -> Spherical<'a> {
        let of_sets = &self.centers[..];
        Spherical {
            motions: &self.posed,
            centers: Centers { of_sets, sets },
        }
    }

    /// The blends that are compiled with a stretch and without.
    fn skin_behind<F: FirstPhase>(
        &self,
        first: F,
        blend: RigidBlend,
        sets: &[u32],
        call: &mut Call<'_, '_>,
    ) {
        match blend {
            RigidBlend::DirectQuaternion => {
                let (motions, heads) = (&self.posed[..], &self.heads[..]);
                call.dispatch(PhasePair(first, DirectQuaternion { motions, heads }));
            }
            RigidBlend::Spherical => call.dispatch(PhasePair(first, self.spherical(sets))),
            RigidBlend::Iterative => call.dispatch(PhasePair(first, Iterative(&self.eight))),
            // Those have been called by themselves.
            RigidBlend::DualQuaternion
            | RigidBlend::LogMatrix
            | RigidBlend::SphericalAverage
            | RigidBlend::QuaternionTranslation => skin_each_by(call.work, call.reference),
        }
    }
}

/// What a kernel is called with.
struct Call<'a, 'w> {
    path: SimdPath,
    entries: Entries<'a>,
    work: &'a mut SkinWork<'w>,
    reference: Reference<'a>,
}

impl Call<'_, '_> {
    fn dispatch<M: Method>(&mut self, method: M) {
        dispatch(self.path, method, self.entries, self.work, self.reference);
    }
}

fn dispatch<M: Method>(
    path: SimdPath,
    method: M,
    entries: Entries<'_>,
    work: &mut SkinWork<'_>,
    reference: Reference<'_>,
) {
    let level = Level::new();
    match path {
        #[cfg(target_arch = "x86_64")]
        SimdPath::Avx512
            if cfg!(feature = "avx512")
                && let Some(avx512) = level.as_avx512() =>
        {
            run(avx512, method, entries, work, reference);
        }
        #[cfg(target_arch = "x86_64")]
        SimdPath::Avx2
            if cfg!(feature = "avx2")
                && let Some(avx2) = level.as_avx2() =>
        {
            run(avx2, method, entries, work, reference);
        }
        #[cfg(target_arch = "x86_64")]
        SimdPath::Sse
            if cfg!(feature = "sse")
                && let Some(sse) = level.as_sse4_2() =>
        {
            run(sse, method, entries, work, reference);
        }
        #[cfg(target_arch = "aarch64")]
        SimdPath::Neon
            if cfg!(feature = "neon")
                && let Some(neon) = level.as_neon() =>
        {
            run(neon, method, entries, work, reference);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        SimdPath::Simd128
            if cfg!(feature = "simd128")
                && let Some(simd128) = level.as_wasm_simd128() =>
        {
            run(simd128, method, entries, work, reference);
        }
        // Not on this machine.
        _ => skin_each_by(work, reference),
    }
}
