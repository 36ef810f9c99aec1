//! New weights for a few vertices: typed, added, multiplied or pasted, by the rules of crate `weights`.

use std::collections::HashMap;

use character::{Character, WeightEdit};
use glam::Vec3;
use mesh::PointIndex;
use rig::{BindPose, ByMap, Influences, JointIndex, JointSlot, JointWeight, RowList};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::vertex_facts::{INFLUENCE_LIMIT, VertexPlace};
use weights::{Report, Row, RowChange, Rules, Skip, parents};

use crate::state::weight_table::weights_work::WeightsWork;

/// The requested weights of a vertex. Other joints change too, so that all weights sum to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RowRequest<'a> {
    /// Sets a joint's weight, 0…1.
    Set(JointIndex, f32),
    /// Adds to a joint's weight; negative subtracts.
    Add(JointIndex, f32),
    /// Multiplies a joint's weight.
    Scale(JointIndex, f32),
    /// Sets the weights of these joints, and 0 for all others.
    Row(&'a [(JointIndex, f32)]),
}

/// The skin and the rows of a vertex's primitive; none without a skin.
#[must_use]
pub fn skin_of<'a>(
    character: &'a Character,
    placed: &PlacedPrimitive<'a>,
) -> Option<(&'a BindPose, &'a Influences)> {
    let bind = character.rig.binds.get(placed.instance.skin?)?;
    Some((bind, placed.primitive.influences.as_ref()?))
}

/// The new rows of these vertices, and what was skipped and why.
///
/// Other vertices of the same skin at the same positions get the same row, so that seams do not split. Locked joints
/// keep their weights, and the limit of influences per vertex holds. Places without a vertex are ignored.
#[must_use]
pub fn edit_rows<'p>(
    character: &Character,
    work: &WeightsWork,
    places: impl IntoIterator<Item = &'p VertexPlace>,
    wanted: RowRequest<'_>,
) -> (Vec<WeightEdit>, Report) {
    let placed: Vec<PlacedPrimitive<'_>> = placed_primitives(character).collect();
    let mut report = Report::default();
    // Per skin, the new row for each changed position.
    let mut changed: HashMap<usize, HashMap<[u32; 3], Row>> = HashMap::new();
    let mut skins: HashMap<usize, Skin> = HashMap::new();
    for place in places {
        let Some(found) = placed.get(place.primitive) else {
            continue;
        };
        let (Some((bind, influences)), Some(skin)) =
            (skin_of(character, found), found.instance.skin)
        else {
            report.skip(Skip::NoSuchJoint, 1);
            continue;
        };
        let (Some(&position), Ok(vertex)) = (
            found.primitive.positions.get(place.vertex),
            u32::try_from(place.vertex),
        ) else {
            continue;
        };
        let row = weights::Rows::row(influences, PointIndex(vertex));
        let rules = skins
            .entry(skin)
            .or_insert_with(|| Skin::new(character, bind, work));
        match rules.change_row(&row, wanted) {
            // The report counts changes, not wishes.
            Ok(change) if change.row == row => {}
            Ok(change) => {
                report.changed += 1;
                report.bound += usize::from(row.is_unbound());
                report.dropped += usize::from(!change.dropped.is_empty());
                let rows = changed.entry(skin).or_default();
                rows.insert(key(position), change.row);
            }
            Err(reason) => report.skip(reason, 1),
        }
    }
    (at_all_vertices(&placed, &changed), report)
}

/// The parts of a skin that edits need.
struct Skin {
    places: HashMap<JointIndex, JointSlot>,
    locks: Vec<bool>,
    parents: Vec<Option<JointSlot>>,
}

impl Skin {
    fn new(character: &Character, bind: &BindPose, work: &WeightsWork) -> Self {
        let skeleton = &character.rig.skeleton;
        let mut places = HashMap::new();
        for (place, joint) in bind.slots() {
            // A skin may list a joint twice: weights go to its first slot.
            places.entry(joint).or_insert(place);
        }
        Self {
            places,
            locks: work.locks_of(skeleton, bind.joints()),
            parents: parents(skeleton, bind),
        }
    }

    fn change_row(&self, row: &Row, wanted: RowRequest<'_>) -> Result<RowChange, Skip> {
        let rules = Rules {
            locks: &self.locks,
            limit: Some(INFLUENCE_LIMIT),
            parents: &self.parents,
            ..Rules::default()
        };
        let place = |joint: JointIndex| self.places.get(&joint).copied().ok_or(Skip::NoSuchJoint);
        let now = |place: JointSlot| {
            let mut pairs = row.pairs();
            pairs
                .find(|&(joint, _)| joint == place)
                .map_or(0.0, |(_, weight)| weight)
        };
        let set = |joint: JointIndex, weight: &dyn Fn(f32) -> f32| {
            let place = place(joint)?;
            row.with(place, weight(now(place)), &rules)
        };
        match wanted {
            RowRequest::Set(joint, weight) => set(joint, &|_| weight),
            RowRequest::Add(joint, more) => set(joint, &|weight| weight + more),
            RowRequest::Scale(joint, factor) => set(joint, &|weight| weight * factor),
            RowRequest::Row(pairs) => {
                // What is not named would keep its weight, so that all others are named with 0.
                let gone = row.pairs().map(|(joint, _)| (joint, 0.0).into());
                let mut all: Vec<JointWeight> = gone.collect();
                for &(joint, weight) in pairs {
                    all.push((place(joint)?, weight).into());
                }
                row.with_all(&all, &rules)
            }
        }
    }
}

/// Equal positions have equal keys; 0 and −0 are equal.
pub(crate) fn key(position: Vec3) -> [u32; 3] {
    (position + 0.0).to_array().map(f32::to_bits)
}

fn at_all_vertices(
    placed: &[PlacedPrimitive<'_>],
    changed: &HashMap<usize, HashMap<[u32; 3], Row>>,
) -> Vec<WeightEdit> {
    let mut edits: Vec<WeightEdit> = Vec::new();
    for found in placed {
        let (mesh, primitive) = (found.instance.mesh, found.primitive_index);
        let is_done = |edit: &WeightEdit| (edit.mesh, edit.primitive) == (mesh, primitive);
        let rows = found.instance.skin.and_then(|skin| changed.get(&skin));
        let Some(rows) = rows.filter(|_| !edits.iter().any(is_done)) else {
            continue;
        };
        let vertices = (0_u32..).zip(found.primitive.positions.iter());
        let rows = vertices.filter_map(|(vertex, at)| Some((vertex, rows.get(&key(*at))?.pairs())));
        let rows: RowList = rows.collect();
        if !rows.is_empty() {
            edits.push(WeightEdit {
                mesh,
                primitive,
                rows,
                maps: ByMap::default(),
            });
        }
    }
    edits
}
