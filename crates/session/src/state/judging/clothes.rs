//! Poke-through: how far clothes are inside the body that they lie over.

use std::collections::BTreeMap;
use std::sync::Arc;

use rig::GoOn;
use scene::judge::{PokeAsked, PokeThrough, PosePlan, poke_through};
use scene::placed::placed_primitives;

use super::places::Names;
use super::{Check, Checked, CheckedPlace, Judged, moment_of};

/// Vertices of clothes that are held against a body, in all poses together, at most.
const MOST_WORK: usize = 1_000_000;

/// The deepest vertex of the clothes over each body, by the first method; none where no clothes are known, or if `go_on` breaks off.
///
/// # Errors
///
/// One sentence: a pose does not fit the character.
pub(super) fn check_clothes(
    of: &Judged<'_>,
    motion: &PosePlan,
    names: &Names<'_>,
    go_on: &GoOn<'_>,
) -> Option<Result<Checked, String>> {
    let look = *of.looks.first().filter(|_| !of.worn.is_empty())?;
    let mut by_body: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &[cloth, body] in of.worn {
        by_body.entry(body).or_default().push(cloth);
    }
    let mut places = Vec::new();
    for (body, clothes) in by_body {
        let motion = motion.thinned(step(of, motion, &clothes));
        let asked = PokeAsked {
            character: of.character,
            scale_inheritance: of.scale_inheritance,
            motion: &motion,
            look,
            body: &[body],
            clothes: &clothes,
            threads: of.threads,
        };
        match poke_through(&asked, go_on)? {
            Ok(found) => places.extend(deepest(of, &found, &motion, names)),
            Err(error) => return Some(Err(format!("a pose does not fit: {error}."))),
        }
    }
    places.sort_by(|one: &CheckedPlace, other| other.value.total_cmp(&one.value));
    let limit = of.limits.of(Check::PokeThrough);
    Some(Ok(Checked {
        value: places.first().map_or(0.0, |place| place.value),
        places,
        ..Checked::of(Check::PokeThrough, Some(look), limit)
    }))
}

/// Every n-th pose is measured, so that it takes some seconds at most.
fn step(of: &Judged<'_>, motion: &PosePlan, clothes: &[usize]) -> usize {
    let placed = placed_primitives(of.character);
    let own = placed.filter(|placed| clothes.contains(&placed.instance.mesh));
    let vertices: usize = own.map(|placed| placed.primitive.positions.len()).sum();
    let affordable = (MOST_WORK / vertices.max(1)).max(1);
    motion.sources.len().div_ceil(affordable)
}

fn deepest(
    of: &Judged<'_>,
    found: &PokeThrough,
    motion: &PosePlan,
    names: &Names<'_>,
) -> Option<CheckedPlace> {
    let (pose, poke) = found.worst()?;
    let source = motion.sources.get(pose)?;
    let place = names.place_at_rest(poke.vertex?, None, f64::from(poke.deepest));
    Some(CheckedPlace {
        pose: Some((
            source.words(of.character),
            Arc::new(source.pose(of.character)),
        )),
        moment: moment_of(*source, of.character),
        ..place
    })
}
