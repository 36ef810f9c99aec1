//! Set-ups for targets that have more than linear blending: a method for each mesh, a blend map, fitted weights.

use std::collections::BTreeMap;

use character::{MeshSkinning, WeightEdit};
use dq_math::SignRule;
use rig::Method;
use scene::posed_character::Look;

use super::bench::{Bench, Part, own_methods};
use super::blended::blend_edits;
use super::findings::Findings;
use super::fitted::{FitOrder, fitted_edits, with_weights};
use crate::document::Document;
use crate::state::advice::{AdvicePlan, AdviceStep, Measured, NoAdvice, SetUp, Target, Tried};

/// Parts of all work.
const BLENDED: Part = Part { from: 0.5, to: 0.6 };
const BLEND_MEASURED: Part = Part {
    from: 0.6,
    to: 0.65,
};
const FIRST_FIT: Part = Part {
    from: 0.65,
    to: 0.7,
};
const FITTED: Part = Part {
    from: 0.7,
    to: 0.95,
};
const FIT_MEASURED: Part = Part {
    from: 0.95,
    to: 1.0,
};

/// What was worked out for meshes that hold by no method alone.
#[derive(Default)]
struct WorkedOut {
    /// Signs by mesh, of dual quaternions.
    signs: BTreeMap<usize, SignRule>,
    blends: Vec<WeightEdit>,
    fitted: Vec<WeightEdit>,
}

/// Tries the methods of the target, the cheapest first, and then dual quaternions with a blend map and with fitted weights.
///
/// # Errors
///
/// Canceled, or a pose that does not fit.
pub(super) fn search(
    bench: &Bench<'_>,
    before: &Measured,
    found: &mut Findings,
) -> Result<AdvicePlan, NoAdvice> {
    as_it_is(bench, before, found);
    for (number, &(method, signs)) in bench.job.target.methods().iter().enumerate() {
        // A mesh without a method of its own was blended linearly as it is.
        let is_new = |mesh: &usize| {
            method != Method::Linear
                || own_method(bench, *mesh).is_some_and(|own| bench.job.target.has(own.method))
        };
        let mut open = found.open(bench);
        open.retain(is_new);
        if open.is_empty() {
            continue;
        }
        let look = Look {
            method,
            signs,
            ..Look::default()
        };
        let measured = bench.measure(&bench.base, look, part_of(number))?;
        found.try_on_each(bench, &open, SetUp::Method(method, signs), &measured);
    }
    let worked_out = match bench.job.target {
        Target::DualQuaternion => work_out(bench, found)?,
        Target::Linear4 | Target::Linear8 | Target::Vrm | Target::Any => WorkedOut::default(),
    };
    Ok(plan(bench, found, &worked_out))
}

/// Each mesh by the method that it has, where the target has that; else blended linearly.
fn as_it_is(bench: &Bench<'_>, before: &Measured, found: &mut Findings) {
    for &mesh in &bench.meshes {
        let set_up = match own_method(bench, mesh) {
            Some(own) if !bench.job.target.has(own.method) => {
                SetUp::Method(Method::Linear, SignRule::Followed)
            }
            _ => SetUp::AsItIs,
        };
        found.try_on(bench, mesh, set_up, Bench::errors_of(before, mesh));
    }
}

/// The method that a mesh has of its own.
fn own_method(bench: &Bench<'_>, mesh: usize) -> Option<MeshSkinning> {
    let own = bench.job.document.character.meshes.get(mesh);
    own.and_then(|own| own.skinning)
}

/// The part of the work of a method, by its number: there are four at most.
fn part_of(number: usize) -> Part {
    let from = 0.1 + 0.1 * f32::from(u8::try_from(number).unwrap_or(u8::MAX));
    Part {
        from,
        to: from + 0.1,
    }
}

/// What skins meshes that were given a method, and leaves all others to linear blending.
fn dressed_look() -> Look {
    Look {
        method: Method::Linear,
        ..own_methods()
    }
}

/// Blend maps and fitted weights for meshes that hold by no method.
fn work_out(bench: &Bench<'_>, found: &mut Findings) -> Result<WorkedOut, NoAdvice> {
    let mut worked_out = WorkedOut::default();
    let open = found.open(bench);
    if open.is_empty() {
        return Ok(worked_out);
    }
    let mut dressed = bench.base.clone();
    for &mesh in &open {
        let signs = found.nearest_signs(mesh);
        worked_out.signs.insert(mesh, signs);
        dressed = dressed.with_mesh_skinning(mesh, Some(dual_quaternions(signs)));
    }
    worked_out.blends = blend_edits(bench, &dressed, &open, BLENDED)?;
    if !worked_out.blends.is_empty() {
        let document = with_weights(&dressed, &worked_out.blends)?;
        let measured = bench.measure(&document, dressed_look(), BLEND_MEASURED)?;
        found.try_on_each(bench, &open, SetUp::BlendMap, &measured);
    }
    let open = found.open(bench);
    if !open.is_empty() {
        worked_out.fitted = fit(bench, &dressed, &open, &worked_out.signs)?;
    }
    if !worked_out.fitted.is_empty() {
        let document = with_weights(&dressed, &worked_out.fitted)?;
        let measured = bench.measure(&document, dressed_look(), FIT_MEASURED)?;
        found.try_on_each(bench, &open, SetUp::FittedWeights, &measured);
    }
    Ok(worked_out)
}

/// Weights of dual quaternions, for all meshes that have the same signs at once.
fn fit(
    bench: &Bench<'_>,
    dressed: &Document,
    meshes: &[usize],
    signs: &BTreeMap<usize, SignRule>,
) -> Result<Vec<WeightEdit>, NoAdvice> {
    let measured = bench.measure(dressed, dressed_look(), FIRST_FIT)?;
    let mut edits = Vec::new();
    for rule in SignRule::ALL {
        let own = meshes.iter().copied();
        let own: Vec<usize> = own.filter(|mesh| signs.get(mesh) == Some(&rule)).collect();
        let order = FitOrder {
            look: Look {
                method: Method::DualQuaternion,
                signs: rule,
                ..Look::default()
            },
            limit: 0,
            vertices: &measured.beyond,
            meshes: &own,
        };
        edits.extend(fitted_edits(bench, dressed, order, FITTED)?);
    }
    Ok(edits)
}

const fn dual_quaternions(signs: SignRule) -> MeshSkinning {
    MeshSkinning {
        method: Method::DualQuaternion,
        signs: Some(signs),
    }
}

/// Gives each mesh what was found; one that holds by nothing the nearest.
fn plan(bench: &Bench<'_>, found: &mut Findings, worked_out: &WorkedOut) -> AdvicePlan {
    let mut steps = Vec::new();
    let mut all = Vec::new();
    for &mesh in &bench.meshes {
        let taken = found.taken(mesh).or_else(|| found.nearest(mesh));
        let Some(Tried { set_up, errors }) = taken else {
            continue;
        };
        found.take(mesh, set_up, errors);
        let signs = worked_out.signs.get(&mesh).copied().unwrap_or_default();
        let (own, edits) = match set_up {
            SetUp::Method(method, signs) => {
                let signs = Some(signs);
                (Some(MeshSkinning { method, signs }), &[][..])
            }
            SetUp::BlendMap => (Some(dual_quaternions(signs)), &worked_out.blends[..]),
            SetUp::FittedWeights => (Some(dual_quaternions(signs)), &worked_out.fitted[..]),
            SetUp::AsItIs
            | SetUp::FewerJoints(_)
            | SetUp::TwistJoints(_)
            | SetUp::FittedTwistJoints(_)
            | SetUp::Shapes(_)
            | SetUp::Helpers(_)
            | SetUp::Chains(_)
            | SetUp::KeyedHelpers(_) => (None, &[][..]),
        };
        steps.extend(own.map(|own| AdviceStep::Skinning(mesh, own)));
        let edits = edits.iter().filter(|edit| edit.mesh == mesh);
        all.extend(edits.cloned());
    }
    if !all.is_empty() {
        steps.push(AdviceStep::Weights(all));
    }
    match steps.is_empty() {
        true => AdvicePlan::Nothing,
        false => AdvicePlan::Edit(steps),
    }
}
