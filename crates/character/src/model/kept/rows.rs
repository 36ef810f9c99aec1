//! Rows of helper joints that follow every pose: by `EXT_skin_method`, and in the `extras` of their nodes.

use std::collections::BTreeSet;

use rig::{Method, SignRule};

use super::{any_numbers, own};
use crate::fault::extensions::SKIN_METHOD;
use crate::json::tree::Node;
use crate::json::tree::draft::{Draft, NewMembers, object};
use crate::model::character::MeshSkinning;
use crate::model::skin_words::{ROW, USUAL_SIGNS, extension, words, words_of};

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

/// What a node says of the row of its joint, by extension or else in `extras`; none where something is missing, or is no row.
pub(super) fn read(node: Node<'_>, helper: u32) -> Option<KeptRow> {
    let said = extension(node, SKIN_METHOD).and_then(|own| read_said(own.get(ROW)?, helper));
    said.or_else(|| read_kept(own(node)?.get(ROW)?, helper))
}

/// A row of the extension.
pub(crate) fn read_said(row: Node<'_>, helper: u32) -> Option<KeptRow> {
    let MeshSkinning { method, signs } = words_of(row)?;
    let signs = signs.unwrap_or(USUAL_SIGNS);
    read_row(row, helper, method, signs)
}

/// A row of `extras`.
pub(crate) fn read_kept(row: Node<'_>, helper: u32) -> Option<KeptRow> {
    let named = |name: &str| row.get(name).and_then(Node::as_str);
    let method = named("method")?.parse().ok()?;
    read_row(row, helper, method, named("signs")?.parse().ok()?)
}

fn read_row(row: Node<'_>, helper: u32, method: Method, signs: SignRule) -> Option<KeptRow> {
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
        method,
        signs,
    })
}

/// What `extras` of a node say of the row of its joint; none where a joint of it has no node.
pub(crate) fn value<'a>(
    row: &KeptRow,
    node_of: impl Fn(u32) -> Option<usize>,
) -> Option<Draft<'a>> {
    let [joints, weights] = lists(row, node_of)?;
    Some(object([
        ("method", row.method.name().into()),
        ("signs", row.signs.name().into()),
        ("joints", joints),
        ("weights", weights),
    ]))
}

/// The same for the extension.
pub(crate) fn said<'a>(row: &KeptRow, node_of: impl Fn(u32) -> Option<usize>) -> Option<Draft<'a>> {
    let [joints, weights] = lists(row, node_of)?;
    let mut members: NewMembers<'a> = words(MeshSkinning {
        method: row.method,
        signs: Some(row.signs),
    });
    members.extend([("joints", joints), ("weights", weights)]);
    Some(members.into())
}

/// The joints of a row, and their weights.
fn lists<'a>(row: &KeptRow, node_of: impl Fn(u32) -> Option<usize>) -> Option<[Draft<'a>; 2]> {
    let joints: Option<Vec<usize>> = row.joints.iter().map(|(key, _)| node_of(*key)).collect();
    let weights = row.joints.iter().map(|(_, weight)| Draft::from(*weight));
    Some([
        joints?.into_iter().map(Draft::from).collect(),
        weights.collect(),
    ])
}
