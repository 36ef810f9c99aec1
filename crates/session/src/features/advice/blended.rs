//! Blend maps worked out: at each vertex the mix of linear blending and dual quaternions that is nearest to the reference.

use std::collections::BTreeMap;

use character::WeightEdit;
use glam::Vec3;
use rig::{ByMap, MapKind, Method, RowList};
use scene::deform::DeformedPrimitive;
use scene::placed::placed_primitives;
use scene::posed_character::Look;

use super::bench::{Bench, Part, own_methods};
use crate::document::Document;
use crate::state::advice::{AdviceMotion, NoAdvice, SkinnedDocument, is_skinned};

/// Numbers this near to 1, which is what a vertex without a number has, are left out.
const SAME: f32 = 0.01;
/// Methods that are as near to each other, as a share of the size, say nothing of the mix.
const ALIKE: f64 = 1e-6;

/// Sums over poses for one vertex: with R the reference, L linear blending and D dual quaternions, `Σ (R − L)·(D − L)` and `Σ |D − L|²`.
type VertexSums = [f64; 2];

/// Finds the blend map of meshes of a document that has their methods: at each vertex the λ from 0 to 1 with the least squares of
/// `(1 − λ) L + λ D − R` over poses that weights are fitted to as well. None for meshes that have a blend map already.
///
/// # Errors
///
/// Canceled; or a pose does not fit.
pub(super) fn blend_edits(
    bench: &Bench<'_>,
    document: &Document,
    meshes: &[usize],
    part: Part,
) -> Result<Vec<WeightEdit>, NoAdvice> {
    let motion = AdviceMotion::fitted(&bench.reference)?;
    let right = SkinnedDocument {
        document: &bench.reference,
        look: own_methods(),
    };
    let linear = SkinnedDocument {
        document,
        look: Look::new(Method::Linear),
    };
    let blended = SkinnedDocument {
        document,
        look: own_methods(),
    };
    let mut sums: BTreeMap<(usize, usize), Vec<VertexSums>> = BTreeMap::new();
    let count = motion.poses.len();
    let (to_right, to_own) = (motion.carrier(&bench.reference), motion.carrier(document));
    for (number, (_, pose)) in motion.poses.iter().enumerate() {
        let own = to_own.pose(pose);
        let skins = [
            right.skin(&to_right.pose(pose))?,
            linear.skin(&own)?,
            blended.skin(&own)?,
        ];
        add_pose(&mut sums, document, meshes, &skins);
        #[expect(clippy::cast_precision_loss, reason = "a share to be shown")]
        let share = (number + 1) as f32 / count.max(1) as f32;
        if bench.tell(part, share).is_break() {
            return Err(NoAdvice::Canceled);
        }
    }
    let least = (ALIKE * f64::from(bench.size)).powi(2);
    let edits = sums.into_iter().map(|((mesh, primitive), vertices)| {
        let numbers = (0_u32..)
            .zip(vertices)
            .filter_map(|(vertex, [mixed, all])| {
                let share = (all > least).then(|| narrow((mixed / all).clamp(0.0, 1.0)))?;
                ((share - 1.0).abs() > SAME).then_some((vertex, share))
            });
        WeightEdit {
            mesh,
            primitive,
            rows: RowList::default(),
            maps: ByMap::only(MapKind::Blend, numbers.collect()),
        }
    });
    Ok(edits.filter(|edit| !edit.has_no_numbers()).collect())
}

fn add_pose(
    sums: &mut BTreeMap<(usize, usize), Vec<VertexSums>>,
    document: &Document,
    meshes: &[usize],
    [right, linear, blended]: &[Vec<DeformedPrimitive>; 3],
) {
    let skins = right.iter().zip(linear).zip(blended);
    for (placed, ((right, linear), blended)) in placed_primitives(&document.character).zip(skins) {
        let mesh = placed.instance.mesh;
        let has_map = placed.primitive.maps.blend.is_some();
        if !is_skinned(&placed) || has_map || !meshes.contains(&mesh) {
            continue;
        }
        let count = placed.primitive.positions.len();
        let of = sums
            .entry((mesh, placed.primitive_index))
            .or_insert_with(|| vec![[0.0; 2]; count]);
        let places = right.positions.iter().zip(&linear.positions);
        let places = places.zip(&blended.positions);
        for (sums, ((right, linear), blended)) in of.iter_mut().zip(places) {
            add_vertex(sums, *right, *linear, *blended);
        }
    }
}

fn add_vertex(sums: &mut VertexSums, right: Vec3, linear: Vec3, blended: Vec3) {
    let way = (blended - linear).as_dvec3();
    let wanted = (right - linear).as_dvec3();
    if way.is_finite() && wanted.is_finite() {
        sums[0] += wanted.dot(way);
        sums[1] += way.length_squared();
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose"
)]
const fn narrow(value: f64) -> f32 {
    value as f32
}
