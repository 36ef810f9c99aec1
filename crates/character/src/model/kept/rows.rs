//! Rows of helper joints that follow every pose, in the `extras` of their nodes.

use std::collections::BTreeSet;

use rig::{Method, SignRule};

use super::any_numbers;
use crate::json::tree::Node;
use crate::json::tree::draft::{Draft, object};

/// Joints that a row may name: far more than any vertex has.
const MOST: usize = 32;

/// How far the sum of a row may be from one: as near as numbers of a few printed digits are.
const ROUNDING: f32 = 1e-3;

/// A helper joint whose matrix is, in every pose, what a skinning method makes of a row of weights.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct KeptRow {
    /// The key of the helper joint.
    pub helper: u32,
    /// Keys of joints that are no helpers themselves, each with its weight: not negative, of sum one.
    pub joints: Vec<(u32, f32)>,
    /// The method; one that depends on the row alone, and on nothing else of a vertex.
    pub method: Method,
    /// How it chooses signs.
    pub signs: SignRule,
}

/// What a node says of the row of its joint; none where something is missing, or is no row.
pub(super) fn read(own: Node<'_>, helper: u32) -> Option<KeptRow> {
    let row = own.get("row")?;
    let named = |name: &str| row.get(name).and_then(Node::as_str);
    let list = row.items("joints");
    if list.len() > MOST {
        return None;
    }
    let joint = |number: Node<'_>| u32::try_from(number.as_u64()?).ok();
    let joints: Option<Vec<u32>> = list.iter().map(joint).collect();
    let (joints, weights) = (joints?, any_numbers(row.items("weights"))?);
    let distinct: BTreeSet<u32> = joints.iter().copied().collect();
    let is_row = !joints.is_empty()
        && joints.len() == weights.len()
        && distinct.len() == joints.len()
        && !distinct.contains(&helper)
        && weights.iter().all(|weight| *weight >= 0.0)
        && (weights.iter().sum::<f32>() - 1.0).abs() <= ROUNDING;
    is_row.then_some(KeptRow {
        helper,
        joints: joints.into_iter().zip(weights).collect(),
        method: named("method")?.parse().ok()?,
        signs: named("signs")?.parse().ok()?,
    })
}

/// What a node says of the row of its joint; none where a joint of it has no node.
pub(crate) fn value<'a>(
    row: &KeptRow,
    node_of: impl Fn(u32) -> Option<usize>,
) -> Option<Draft<'a>> {
    let joints: Option<Vec<usize>> = row.joints.iter().map(|(key, _)| node_of(*key)).collect();
    let joints: Draft<'a> = joints?.into_iter().map(Draft::from).collect();
    let weights = row.joints.iter().map(|(_, weight)| Draft::from(*weight));
    Some(object([
        ("method", row.method.name().into()),
        ("signs", row.signs.name().into()),
        ("joints", joints),
        ("weights", weights.collect()),
    ]))
}
