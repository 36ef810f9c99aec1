//! How two meshes fit, before a transfer.

use std::collections::BTreeSet;
use std::sync::Arc;

use character::Character;
use glam::Vec3;
use mesh::{Bounds, bounds};
use scene::placed::placed_primitives;

use super::onto::targets;
use super::places::places_at_rest;
use super::{Source, TransferRefused};
use crate::files::weight_files::BoundMesh;
use crate::weighting::transfer_work::Sight;

/// How a source fits the mesh with this index in a character's file, or without one all meshes except the source.
///
/// # Errors
///
/// Why no weights could be taken.
pub fn sight(
    source: &Source,
    character: &Arc<Character>,
    onto: Option<usize>,
) -> Result<Sight, TransferRefused> {
    let targets = targets(source, character, onto)?;
    let (joints, missing) = joints_of(source, character, &targets)?;
    let boxes = boxes(source, character, &targets)?;
    let [theirs, own] = boxes;
    Ok(Sight {
        source: source.name.clone(),
        joints,
        missing,
        gap: theirs.zip(own).and_then(|(theirs, own)| gap(theirs, own)),
        sizes: boxes.map(|found| found.map_or(0.0, Bounds::diagonal)),
    })
}

/// The number of joints that move the source, and the names of those that no target has.
///
/// # Errors
///
/// No joint moves the source, or the target has none of them.
pub(super) fn joints_of(
    source: &Source,
    character: &Character,
    targets: &[BoundMesh],
) -> Result<(usize, Vec<String>), TransferRefused> {
    let moving = source.moving_joints();
    if moving.is_empty() {
        let source_name = source.name.clone();
        return Err(TransferRefused::Unbound { source_name });
    }
    let here = targets.iter().flat_map(|bound| bound.joints(character));
    let here: BTreeSet<String> = here.collect();
    let joints = moving.len();
    let mut missing = moving;
    missing.retain(|name| !here.contains(name));
    if missing.len() == joints {
        return Err(TransferRefused::no_joints(&source.name, &missing));
    }
    Ok((joints, missing))
}

/// The bounding boxes of the source and of the targets, both at rest.
fn boxes(
    source: &Source,
    character: &Arc<Character>,
    targets: &[BoundMesh],
) -> Result<[Option<Bounds>; 2], TransferRefused> {
    let is_same = Arc::ptr_eq(&source.character, character);
    let together = targets.first().map(|bound| bound.skin).filter(|skin| {
        let mut all = targets.iter().chain(&source.meshes);
        is_same && all.all(|bound| bound.skin == *skin)
    });
    let own = places_at_rest(character, together)?;
    let others = match is_same {
        true => None,
        false => Some(places_at_rest(&source.character, None)?),
    };
    let theirs = others.as_ref().unwrap_or(&own);
    let around = |places: &mut dyn Iterator<Item = &Vec<Vec3>>| {
        let boxes = places.filter_map(|positions| bounds(positions));
        boxes.reduce(Bounds::union)
    };
    let of_targets = placed_primitives(character)
        .zip(&own)
        .filter(|(placed, _)| {
            let is_of = |bound: &BoundMesh| bound.mesh == placed.instance.mesh;
            targets.iter().any(is_of) && placed.primitive.influences.is_some()
        })
        .map(|(_, places)| places);
    let of_source = source
        .primitives()
        .filter_map(|(index, _)| theirs.get(index));
    Ok([around(&mut { of_source }), around(&mut { of_targets })])
}

/// The distance between two boxes; none if they touch.
fn gap(one: Bounds, other: Bounds) -> Option<f32> {
    let between = (one.min - other.max).max(other.min - one.max);
    let gap = between.max(Vec3::ZERO).length();
    (gap > 0.0).then_some(gap)
}
