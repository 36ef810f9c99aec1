//! How two meshes fit, before a transfer.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use character::Character;
use glam::Vec3;
use mesh::{Bounds, bounds};
use scene::placed::placed_primitives;

use super::onto::targets;
use super::places::places_at_rest;
use super::refused::IN_THE_WINDOW;
use super::{Source, TransferRefused};
use crate::state::transfer::transfer_work::{JointMap, TransferFit, match_joint};
use crate::state::weight_files::BoundMesh;

/// How a source fits the mesh with this index in a character's file, or without one all meshes except the source.
///
/// # Errors
///
/// Why no weights could be taken.
pub fn sight(
    source: &Source,
    character: &Arc<Character>,
    onto: Option<usize>,
) -> Result<TransferFit, TransferRefused> {
    let targets = targets(source, character, onto)?;
    let (moving, own) = joints_of(source, character, &targets)?;
    let here: BTreeSet<&String> = own.iter().collect();
    let missing = moving.iter().filter(|name| !here.contains(name));
    let missing: Vec<String> = missing.cloned().collect();
    let ambiguous = match missing.is_empty() {
        true => BTreeMap::new(),
        false => source.ambiguous_joints(character, &targets),
    };
    let boxes = boxes(source, character, &targets)?;
    let [theirs, ours] = boxes;
    Ok(TransferFit {
        source: source.name.clone(),
        joints: moving.len(),
        missing,
        ambiguous,
        moving,
        own,
        gap: theirs
            .zip(ours)
            .and_then(|(theirs, ours)| gap(theirs, ours)),
        sizes: boxes.map(|found| found.map_or(0.0, Bounds::diagonal)),
    })
}

impl TransferFit {
    /// Why no weights can be taken, if no joint has one to go to: in the words of the transfer, for the dialog, where joints are matched by
    /// hand.
    #[must_use]
    pub fn why_no_joint(&self) -> Option<String> {
        if self.missing.is_empty() || self.missing.len() < self.joints {
            return None;
        }
        let shared = self.ambiguous.values().next().cloned();
        let refused = TransferRefused::no_joints(&self.source, &self.missing, shared);
        Some(refused.to_string().replace(IN_THE_WINDOW, ""))
    }
}

/// The addresses of the joints that move the source, and of those that the targets have.
///
/// # Errors
///
/// No joint moves the source.
fn joints_of(
    source: &Source,
    character: &Character,
    targets: &[BoundMesh],
) -> Result<(Vec<String>, Vec<String>), TransferRefused> {
    let moving = source.moving_addresses();
    if moving.is_empty() {
        let source_name = source.name.clone();
        return Err(TransferRefused::Unbound { source_name });
    }
    let mut own: Vec<String> = Vec::new();
    for name in targets.iter().flat_map(|bound| bound.joints(character)) {
        if !own.contains(&name) {
            own.push(name);
        }
    }
    Ok((moving, own))
}

/// Whether any joint that moves the source has one of the target to go to.
///
/// # Errors
///
/// No joint moves the source, or none has.
pub(super) fn any_joint_matches(
    source: &Source,
    character: &Character,
    targets: &[BoundMesh],
    map: &JointMap,
) -> Result<(), TransferRefused> {
    let (moving, own) = joints_of(source, character, targets)?;
    let own: BTreeSet<&str> = own.iter().map(String::as_str).collect();
    let goes = |name: &String| match_joint(map, name).is_some_and(|name| own.contains(name));
    if moving.iter().any(goes) {
        Ok(())
    } else {
        let ambiguous = source.ambiguous_joints(character, targets);
        let mut by_name = ambiguous
            .iter()
            .filter(|(joint, _)| !map.contains_key(*joint));
        let shared = by_name.next().map(|(_, name)| name.clone());
        Err(TransferRefused::no_joints(&source.name, &moving, shared))
    }
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
    // On each axis the room between both, below zero where they overlap.
    let between = (one.min - other.max).max(other.min - one.max);
    let gap = between.max(Vec3::ZERO).length();
    (gap > 0.0).then_some(gap)
}
