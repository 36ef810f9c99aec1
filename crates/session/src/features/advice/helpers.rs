//! Helper joints: a bake, measured as every other set-up.

use std::collections::BTreeSet;
use std::sync::Arc;

use bake::{
    BakeError, BakeJob, Baked, Goal, LivingJob, LivingKind, MOST_JOINTS, USUAL_BYTES, USUAL_POSES,
    USUAL_RATE, USUAL_UNSEEN,
};
use character::Character;
use rig::Method;
use scene::placed::placed_primitives;
use scene::posed_character::Look;

use super::bench::{Bench, Part, own_methods};
use crate::document::Document;
use crate::document::layered_clips::{MERGE_RATE, layers_not_merged, with_seen_clips};
use crate::state::advice::{BakePlan, Measured, MeshErrors, NoAdvice, SetUp};
use crate::state::bake::baking::BakeAsked;

/// The part of the limit that a bake has to hold, since its own poses are not those that set-ups are measured in.
const HELD: f32 = 0.9;

/// Helpers that are made where the limit cannot be held, as near as they come. Chains have several nodes each, and more of them bring
/// little.
const AS_NEAR_AS: usize = 128;
const CHAINS_AS_NEAR_AS: usize = 64;

/// Vertices of which no more than one fit is affordable: more get that number of helpers at once, and not as few as hold.
const MANY: usize = 12_000;

/// A bake that was tried.
pub(super) struct HelperTrial {
    pub(super) set_up: SetUp,
    pub(super) plan: BakePlan,
    pub(super) measured: Measured,
}

/// What is baked.
struct Order {
    character: Arc<Character>,
    look: Look,
    /// What helpers are that follow every pose; none of those with keys.
    living: Option<LivingKind>,
}

/// Helpers that follow every pose, until the limit is held; where it cannot be, a number of them. A sentence where there can be none.
///
/// # Errors
///
/// Canceled, or a pose that does not fit.
pub(super) fn living(
    bench: &Bench<'_>,
    part: Part,
) -> Result<Result<HelperTrial, String>, NoAdvice> {
    let order = match Order::living(bench)? {
        Ok(order) => order,
        Err(why) => return Ok(Err(why)),
    };
    let [first, second, last] = thirds(part);
    let goal = match bench.vertices > MANY {
        true => Goal::Helpers(order.most()),
        false => Goal::Tolerance(bench.job.within * HELD),
    };
    let (found, goal) = match run(bench, &order, goal, first)? {
        Err(
            BakeError::LivingNotHeld { .. }
            | BakeError::NotReached { .. }
            | BakeError::ChainsNotReached { .. },
        ) => {
            let goal = Goal::Helpers(order.most());
            (run(bench, &order, goal, second)?, goal)
        }
        found => (found, goal),
    };
    match found {
        Ok(baked) => measured(bench, &order, goal, baked, last),
        Err(error) => Ok(Err(refused(&error))),
    }
}

/// So many helpers that follow every pose, as near as they come. A sentence where there can be none.
///
/// # Errors
///
/// Canceled, or a pose that does not fit.
pub(super) fn as_many_as(
    bench: &Bench<'_>,
    helpers: usize,
    part: Part,
) -> Result<Result<HelperTrial, String>, NoAdvice> {
    let order = match Order::living(bench)? {
        Ok(order) => order,
        Err(why) => return Ok(Err(why)),
    };
    let goal = Goal::Helpers(helpers);
    match run(bench, &order, goal, part)? {
        Ok(baked) => measured(bench, &order, goal, baked, part),
        Err(error) => Ok(Err(refused(&error))),
    }
}

impl Order {
    /// How many helpers are made where the limit cannot be held.
    const fn most(&self) -> usize {
        match self.living {
            Some(LivingKind::Chains) => CHAINS_AS_NEAR_AS,
            Some(LivingKind::Rows) | None => AS_NEAR_AS,
        }
    }

    /// Helpers that follow every pose; a sentence where there can be none.
    fn living(bench: &Bench<'_>) -> Result<Result<Self, String>, NoAdvice> {
        let Some(look) = bench.right_for_all() else {
            return Ok(Err(
                "Helpers that follow every pose go by one method, and meshes have several here."
                    .to_owned(),
            ));
        };
        Ok(Ok(Self {
            character: seen(&bench.base)?,
            look,
            living: Some(bench.job.target.helpers()),
        }))
    }
}

/// A bake measured as every other set-up.
fn measured(
    bench: &Bench<'_>,
    order: &Order,
    goal: Goal,
    baked: Baked,
    part: Part,
) -> Result<Result<HelperTrial, String>, NoAdvice> {
    if !has_vertices_of(&baked.character, &bench.base.character) {
        return Ok(Err(
            "Helpers were left out: the file would have other vertices.".to_owned(),
        ));
    }
    let shown = Document::new(Arc::new(baked.character.clone()));
    let measured = bench.measure(&shown, Look::new(Method::Linear), part)?;
    Ok(Ok(HelperTrial {
        set_up: match order.living {
            Some(LivingKind::Chains) => SetUp::Chains(baked.report.helpers.len()),
            Some(LivingKind::Rows) | None => SetUp::Helpers(baked.report.helpers.len()),
        },
        plan: plan(order, goal, baked),
        measured,
    }))
}

/// Helpers with keys in all clips, measured between their keys: other poses are left out of account. A sentence where there can be none.
///
/// # Errors
///
/// Canceled.
pub(super) fn keyed(
    bench: &Bench<'_>,
    part: Part,
) -> Result<Result<HelperTrial, String>, NoAdvice> {
    let order = Order {
        character: seen(&bench.reference)?,
        look: bench.right_for_all().unwrap_or_else(own_methods),
        living: None,
    };
    let goal = Goal::Tolerance(bench.job.within);
    let baked = match run(bench, &order, goal, part)? {
        Ok(baked) => baked,
        Err(error) => return Ok(Err(refused(&error))),
    };
    let in_clips = MeshErrors {
        random: f32::NAN,
        ..MeshErrors::default()
    };
    let mut meshes = vec![in_clips; bench.base.character.meshes.len()];
    let placed = placed_primitives(&bench.base.character);
    for (placed, vertices) in placed.zip(&baked.report.vertices) {
        let largest = vertices.iter().copied().fold(0.0, f32::max);
        if let Some(errors) = meshes.get_mut(placed.instance.mesh) {
            errors.maximum = errors.maximum.max(largest);
        }
    }
    Ok(Ok(HelperTrial {
        set_up: SetUp::KeyedHelpers(baked.report.helpers.len()),
        plan: plan(&order, goal, baked),
        measured: Measured {
            meshes,
            beyond: BTreeSet::new(),
        },
    }))
}

fn run(
    bench: &Bench<'_>,
    order: &Order,
    goal: Goal,
    part: Part,
) -> Result<Result<Baked, BakeError>, NoAdvice> {
    let clips: Vec<usize> = (0..order.character.clips.len()).collect();
    let bake = BakeJob {
        character: &order.character,
        scale_inheritance: &bench.base.scale_inheritance,
        look: order.look,
        clips: &clips,
        goal,
        rate: USUAL_RATE,
        most_joints: MOST_JOINTS,
        most_bytes: USUAL_BYTES,
        threads: bench.job.threads,
    };
    let tell = |share: f32| bench.tell(part, share);
    let found = match order.living {
        Some(kind) => {
            let living = LivingJob {
                bake,
                kind,
                limits: &bench.base.joint_limits,
                poses: USUAL_POSES,
                unseen: USUAL_UNSEEN,
            };
            living.run(&tell)
        }
        None => bake.run(&tell),
    };
    match found {
        Ok(None) => Err(NoAdvice::Canceled),
        Ok(Some(baked)) => Ok(Ok(baked)),
        Err(error) => Ok(Err(error)),
    }
}

/// What the dialog has to ask for to get this bake.
fn plan(order: &Order, goal: Goal, baked: Baked) -> BakePlan {
    let usual = BakeAsked::offering(order.look);
    let asked = BakeAsked {
        look: order.look,
        living: order.living,
        ..usual
    };
    let asked = match goal {
        Goal::Tolerance(tolerance) => BakeAsked {
            by_tolerance: true,
            tolerance,
            ..asked
        },
        Goal::Helpers(helpers) => BakeAsked {
            by_tolerance: false,
            helpers,
            ..asked
        },
    };
    BakePlan {
        asked,
        baked: Arc::new(baked),
    }
}

/// The character as programs see it that know neither layers nor driven joints.
fn seen(document: &Document) -> Result<Arc<Character>, NoAdvice> {
    let seen = with_seen_clips(document, MERGE_RATE);
    seen.map_err(|error| NoAdvice::Refused(layers_not_merged(&error)))
}

fn has_vertices_of(one: &Character, other: &Character) -> bool {
    let counts = |of: &Character| -> Vec<usize> {
        let placed = placed_primitives(of);
        placed.map(|it| it.primitive.positions.len()).collect()
    };
    counts(one) == counts(other)
}

fn refused(error: &BakeError) -> String {
    format!("Helpers: {error}.")
}

fn thirds(part: Part) -> [Part; 3] {
    let at = |share: f32| part.from + share * (part.to - part.from);
    let (first, second) = (at(0.45), at(0.9));
    [
        Part { to: first, ..part },
        Part {
            from: first,
            to: second,
        },
        Part {
            from: second,
            ..part
        },
    ]
}
