//! Set-ups for targets that have more than linear blending: a method for each mesh.

use character::{MeshSkinning, WeightEdit};
use dq_math::SignRule;
use rig::Method;
use scene::posed_character::Look;

use super::bench::{Bench, Part};
use super::findings::Findings;
use super::fitted::{FitOrder, fitted_edits, with_weights};
use crate::state::advice::{AdvicePlan, AdviceStep, Measured, NoAdvice, SetUp, Target, Tried};

/// What weights are fitted for where no method holds.
const FITTED_FOR: Look = Look {
    method: Method::DualQuaternion,
    signs: SignRule::First,
    per_mesh: false,
    first_phase: false,
    smooth: None,
};

/// Tries the methods of the target, the cheapest first.
///
/// # Errors
///
/// Canceled, or a pose that does not fit.
pub(super) fn search(
    bench: &Bench<'_>,
    before: &Measured,
    found: &mut Findings,
) -> Result<AdvicePlan, NoAdvice> {
    for &mesh in &bench.meshes {
        let own = own_method(bench, mesh);
        // A method that the target lacks is no set-up: the mesh is blended linearly then.
        let set_up = match own {
            Some(own) if !bench.job.target.has(own.method) => {
                SetUp::Method(Method::Linear, SignRule::Followed)
            }
            _ => SetUp::AsItIs,
        };
        found.try_on(bench, mesh, set_up, Bench::errors_of(before, mesh));
    }
    for (number, &(method, signs)) in bench.job.target.methods().iter().enumerate() {
        let open = found.open(bench);
        // A mesh without a method of its own was blended linearly as it is.
        let is_new = |mesh: &usize| {
            method != Method::Linear
                || own_method(bench, *mesh).is_some_and(|own| bench.job.target.has(own.method))
        };
        let open: Vec<usize> = open.into_iter().filter(is_new).collect();
        if open.is_empty() {
            continue;
        }
        let look = Look {
            method,
            signs,
            ..Look::default()
        };
        let part = part_of(number);
        let measured = bench.measure(&bench.base, look, part)?;
        found.try_on_each(bench, &open, SetUp::Method(method, signs), &measured);
    }
    let fitted = match bench.job.target {
        Target::DualQuaternion => fit(bench, found)?,
        Target::Linear4 | Target::Linear8 | Target::Any => Vec::new(),
    };
    Ok(plan(bench, found, fitted))
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

/// Fits weights of the meshes that hold by no method.
fn fit(bench: &Bench<'_>, found: &mut Findings) -> Result<Vec<WeightEdit>, NoAdvice> {
    let open = found.open(bench);
    if open.is_empty() {
        return Ok(Vec::new());
    }
    let half = Part { from: 0.5, to: 0.6 };
    let measured = bench.measure(&bench.base, FITTED_FOR, half)?;
    let order = FitOrder {
        look: FITTED_FOR,
        limit: 0,
        vertices: &measured.beyond,
        meshes: &open,
    };
    let most = Part { from: 0.6, to: 0.9 };
    let edits = fitted_edits(bench, &bench.base, order, most)?;
    if edits.is_empty() {
        return Ok(edits);
    }
    let fitted = with_weights(&bench.base, &edits)?;
    let last = Part { from: 0.9, to: 1.0 };
    let measured = bench.measure(&fitted, FITTED_FOR, last)?;
    found.try_on_each(bench, &open, SetUp::FittedWeights, &measured);
    Ok(edits)
}

/// Gives each mesh the method that was found; one that holds by none the nearest.
fn plan(bench: &Bench<'_>, found: &mut Findings, fitted: Vec<WeightEdit>) -> AdvicePlan {
    let mut steps = Vec::new();
    let mut meshes_fitted = Vec::new();
    for &mesh in &bench.meshes {
        let taken = found.taken(mesh).or_else(|| found.nearest(mesh));
        let Some(Tried { set_up, errors }) = taken else {
            continue;
        };
        found.take(mesh, set_up, errors);
        let own = match set_up {
            SetUp::Method(method, signs) => Some((method, signs)),
            SetUp::FittedWeights => {
                meshes_fitted.push(mesh);
                Some((FITTED_FOR.method, FITTED_FOR.signs))
            }
            SetUp::AsItIs
            | SetUp::FewerJoints(_)
            | SetUp::TwistJoints(_)
            | SetUp::FittedTwistJoints(_)
            | SetUp::Helpers(_)
            | SetUp::KeyedHelpers(_) => None,
        };
        if let Some((method, signs)) = own {
            let own = MeshSkinning {
                method,
                signs: Some(signs),
            };
            steps.push(AdviceStep::Skinning(mesh, own));
        }
    }
    let mut edits = fitted;
    edits.retain(|edit| meshes_fitted.contains(&edit.mesh));
    if !edits.is_empty() {
        steps.push(AdviceStep::Weights(edits));
    }
    match steps.is_empty() {
        true => AdvicePlan::Nothing,
        false => AdvicePlan::Edit(steps),
    }
}
