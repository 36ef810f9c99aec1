//! A plain grid of set-ups, each on the whole character: what advice is held against.

use dq_math::SignRule;
use rig::{GoOn, Method};
use scene::corrective_smooth::CorrectiveSmooth;
use scene::names::look_title;
use scene::posed_character::Look;

use super::bench::{AdviceJob, Bench, Part};
use super::fitted::{FitOrder, fitted_edits, limiting_edits, with_weights};
use super::helpers::as_many_as;
use super::steps::with_steps;
use crate::document::Document;
use crate::state::advice::{Advice, AdviceStep, Measured, MeshAdvice, MeshErrors, NoAdvice, SetUp};

/// Numbers of twist joints.
const TWISTS: [u8; 4] = [1, 2, 3, 4];

/// All of it: the grid tells no shares.
const ALL: Part = Part { from: 0.0, to: 0.0 };

/// A set-up of the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct GridRow {
    /// What it is.
    pub title: String,
    /// Its rank by cost, see [`SetUp::cost`].
    pub cost: u8,
    /// How far each mesh is off by it, by place.
    pub meshes: Vec<MeshErrors>,
}

/// What is in a grid beside what every grid has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridChoice<'a> {
    /// Numbers of helpers, each a bake of its own.
    pub helpers: &'a [usize],
    /// Whether methods are also tried with corrective smooth.
    pub smooths: bool,
}

/// Measures every set-up of the grid that the target has, in the poses that advice is measured in.
///
/// For linear blending these are: as it is, 1 to 4 twist joints a limb, each with fitted weights too, and helpers. For other targets they
/// are every method by three sign rules.
///
/// # Errors
///
/// As [`advise`](super::search::advise).
pub fn grid(
    job: &AdviceJob<'_>,
    choice: GridChoice<'_>,
    go_on: &GoOn<'_>,
) -> Result<Vec<GridRow>, NoAdvice> {
    let bench = Bench::new(job, go_on)?;
    match job.target.is_linear() {
        true => linear_rows(&bench, choice.helpers),
        false => method_rows(&bench, choice.smooths),
    }
}

/// By how much an advice is worse for a mesh than the best of a grid: 0.05 is five percent.
///
/// Where the advice holds, it is worse by all if something cheaper in the grid holds as well, else by nothing. Where it does not, its
/// largest error counts beside the least of the grid.
#[must_use]
pub fn excess(advice: &Advice, of: &MeshAdvice, rows: &[GridRow]) -> f32 {
    let maximum = |row: &GridRow| row.meshes.get(of.mesh).map_or(0.0, |it| it.maximum);
    let holding = rows.iter().filter(|row| maximum(row) <= advice.within);
    let cheapest = holding.map(|row| row.cost).min();
    if of.holds {
        let is_dearer = cheapest.is_some_and(|cheapest| cheapest < of.set_up.cost());
        return if is_dearer { f32::INFINITY } else { 0.0 };
    }
    let least = rows.iter().map(maximum).fold(f32::INFINITY, f32::min);
    (of.after.maximum / least.max(f32::MIN_POSITIVE) - 1.0).max(0.0)
}

fn row(title: String, cost: u8, measured: Measured) -> GridRow {
    GridRow {
        title,
        cost,
        meshes: measured.meshes,
    }
}

fn linear_rows(bench: &Bench<'_>, helpers: &[usize]) -> Result<Vec<GridRow>, NoAdvice> {
    let most = bench.job.target.joints().unwrap_or(u8::MAX);
    let linear = Look::new(Method::Linear);
    let limited = |document: &Document| {
        let edits = limiting_edits(document, most);
        with_weights(document, &edits)
    };
    let mut rows = Vec::new();
    let mut documents = vec![(SetUp::AsItIs, limited(&bench.base)?)];
    for count in TWISTS {
        let steps = [AdviceStep::TwistJoints(count)];
        // A character without limbs has none.
        if let Ok(twisted) = with_steps(&bench.base, &steps, bench.job.bones, bench.job.work) {
            documents.push((SetUp::TwistJoints(count), limited(&twisted)?));
        }
    }
    for (set_up, document) in documents {
        let measured = bench.measure(&document, linear, ALL)?;
        let order = FitOrder {
            look: linear,
            limit: most,
            vertices: &measured.beyond,
            meshes: &bench.meshes,
        };
        let edits = fitted_edits(bench, &document, order, ALL)?;
        rows.push(row(set_up.title(), set_up.cost(), measured.clone()));
        if edits.is_empty() {
            continue;
        }
        let fitted = bench.measure(&with_weights(&document, &edits)?, linear, ALL)?;
        let with_fit = match set_up {
            SetUp::TwistJoints(count) => SetUp::FittedTwistJoints(count),
            SetUp::AsItIs
            | SetUp::FewerJoints(_)
            | SetUp::Method(..)
            | SetUp::BlendMap
            | SetUp::FittedWeights
            | SetUp::FittedTwistJoints(_)
            | SetUp::Shapes(_)
            | SetUp::Helpers(_)
            | SetUp::Chains(_)
            | SetUp::KeyedHelpers(_) => SetUp::FittedWeights,
        };
        rows.push(row(with_fit.title(), with_fit.cost(), fitted));
    }
    for &count in helpers {
        if let Ok(trial) = as_many_as(bench, count, ALL)? {
            rows.push(row(
                trial.set_up.title(),
                trial.set_up.cost(),
                trial.measured,
            ));
        }
    }
    Ok(rows)
}

fn method_rows(bench: &Bench<'_>, smooths: bool) -> Result<Vec<GridRow>, NoAdvice> {
    let mut rows = Vec::new();
    let able = Method::ALL.into_iter();
    for method in able.filter(|method| bench.job.target.has(*method)) {
        for signs in [SignRule::First, SignRule::Running, SignRule::Followed] {
            if !method.has_signs() && signs != SignRule::Followed {
                continue;
            }
            let smooth = smooths.then(CorrectiveSmooth::default);
            for smooth in [None].into_iter().chain(smooth.map(Some)) {
                let look = Look {
                    method,
                    signs,
                    smooth,
                    ..Look::default()
                };
                let measured = bench.measure(&bench.base, look, ALL)?;
                // What smooths looks at neighbors in every frame, which costs more than any method.
                let dearer = 5 * u8::from(smooth.is_some());
                let cost = SetUp::Method(method, signs).cost() + dearer;
                let title = format!("{}, {signs}", look_title(look));
                rows.push(row(title, cost, measured));
            }
        }
    }
    Ok(rows)
}
