//! Joints and weights of vertices: any number of sets, repaired where that is possible.

use rig::{Influences, InfluencesBuilder, JointSlot};

use crate::bytes::shared_vertices::AccessorNumber;
use crate::fault::error::{Fault, ReadResult};
use crate::fault::warning::WarningKind;
use crate::json::value::At;
use crate::meshes::attributes::{AttributesAt, check_count, read_attribute};

/// A sum further than this from one is worth a warning; that of four rounded 8-bit weights is not.
const SUM_TOLERANCE: f64 = 1e-4;

/// Sets of four joints and weights that a vertex may have: the time that a row takes grows with its square.
pub(crate) const MOST_SETS: usize = 64;

/// The influences of a primitive, or nothing where it has no joints and weights.
///
/// Weights of all sets are divided by their sum. Weights that are negative or not finite count as zero; a vertex without
/// any weight has a [row of zeros](rig::Influences::zero_rows): it is unbound, and follows its first listed joint, as three.js has it;
/// joints named twice add.
pub(crate) fn read_influences(
    attributes: &AttributesAt<'_, '_>,
    primitive: &At<'_>,
    joint_count: usize,
) -> ReadResult<Option<Influences>> {
    let key = (accessors(attributes), joint_count);
    if key.0.is_empty() {
        return read_rows(attributes, primitive, joint_count);
    }
    let fits = |of: &Influences| of.vertex_count() == attributes.n_vertices;
    let read = || Ok(read_rows(attributes, primitive, joint_count)?.unwrap_or_default());
    let known = &attributes.shared.influences;
    known.of(key, fits, read).map(Some)
}

/// The accessors of joints and weights, set by set; what lacks one of both is no rows.
fn accessors(attributes: &AttributesAt<'_, '_>) -> Vec<[AccessorNumber; 2]> {
    let set = |number| {
        let joints = attributes.get(&format!("JOINTS_{number}"));
        let weights = attributes.get(&format!("WEIGHTS_{number}"));
        let is_there = joints.is_some() || weights.is_some();
        let number =
            |at: Option<At<'_>>| at.map_or(AccessorNumber::MAX, |at| attributes.number(&at));
        is_there.then(|| [joints, weights].map(number))
    };
    // One more than may be, so that a primitive with too many shares no rows and is refused when it is read.
    (0..=MOST_SETS).map_while(set).collect()
}

/// As [`read_influences`], whether another primitive has the same or not.
fn read_rows(
    attributes: &AttributesAt<'_, '_>,
    primitive: &At<'_>,
    joint_count: usize,
) -> ReadResult<Option<Influences>> {
    let mut sets = Vec::new();
    while let Some(set) = Set::read(attributes, sets.len())? {
        sets.push(set);
    }
    if sets.is_empty() {
        return Ok(None);
    }
    let AttributesAt { reader, at, .. } = attributes;
    let mut repairs = Repairs::default();
    let mut builder = InfluencesBuilder::new(joint_count);
    let mut row = Vec::with_capacity(4 * sets.len());
    for vertex in 0..attributes.n_vertices {
        row.clear();
        row.extend(sets.iter().flat_map(|set| set.row(vertex)));
        let cleaned = clean_row(&mut row, joint_count, &mut repairs);
        cleaned.map_err(|joint| {
            at.flaw(Fault::JointIndex {
                vertex,
                joint,
                joints: joint_count,
            })
        })?;
        let slot = |joint: u32| JointSlot(u16::try_from(joint).unwrap_or(u16::MAX));
        let built = match row[..] {
            [(first, 0.0)] => builder.zeros(slot(first)),
            _ => {
                let pairs = row.iter().map(|&(joint, weight)| (slot(joint), weight));
                builder.vertex(pairs).map(|_sum| ())
            }
        };
        built.map_err(|error| {
            at.flaw(Fault::Rig {
                reason: error.to_string(),
            })
        })?;
    }
    reader.warn_of_each(primitive, repairs.counts());
    Ok(Some(builder.build()))
}

/// Rows that bind so many vertices to none of so many joints.
pub(crate) fn unbound(n_vertices: usize, joint_count: usize) -> Influences {
    let mut builder = InfluencesBuilder::new(joint_count);
    (0..n_vertices).for_each(|_| builder.unbound());
    builder.build()
}

/// One `JOINTS_n` with its `WEIGHTS_n`.
struct Set {
    joints: Vec<[u32; 4]>,
    weights: Vec<[f32; 4]>,
}

impl Set {
    /// The set of a number, or nothing where the primitive has so few.
    fn read(attributes: &AttributesAt<'_, '_>, number: usize) -> ReadResult<Option<Self>> {
        let flaw = |fault| Err(attributes.at.flaw(fault));
        let joints = attributes.get(&format!("JOINTS_{number}"));
        let weights = attributes.get(&format!("WEIGHTS_{number}"));
        let (joints, weights) = match (joints, weights) {
            (None, None) => return Ok(None),
            (Some(joints), Some(weights)) => (joints, weights),
            (Some(_), None) => {
                let member = "WEIGHTS_n beside JOINTS_n";
                return flaw(Fault::Missing { member });
            }
            (None, Some(_)) => {
                let member = "JOINTS_n beside WEIGHTS_n";
                return flaw(Fault::Missing { member });
            }
        };
        if number == MOST_SETS {
            return flaw(Fault::TooMany {
                what: "sets of joints and weights",
                found: number + 1,
                limit: MOST_SETS,
            });
        }
        let AttributesAt {
            reader, n_vertices, ..
        } = *attributes;
        let accessor = reader.accessor(&joints)?;
        check_count(&joints, &accessor, n_vertices)?;
        Ok(Some(Self {
            joints: accessor.integers(reader, "VEC4")?,
            weights: read_attribute(reader, &weights, "VEC4", n_vertices)?,
        }))
    }

    fn row(&self, vertex: usize) -> impl Iterator<Item = (u32, f32)> {
        let joints = self.joints.get(vertex).copied().into_iter().flatten();
        joints.zip(self.weights.get(vertex).copied().into_iter().flatten())
    }
}

/// Counts of vertices that were repaired.
#[derive(Default)]
struct Repairs {
    not_one: usize,
    all_zero: usize,
    negative: usize,
    not_finite: usize,
    duplicate: usize,
    unused_index: usize,
}

impl Repairs {
    fn counts(&self) -> [(WarningKind, usize); 6] {
        [
            (WarningKind::WeightsNotFinite, self.not_finite),
            (WarningKind::WeightsNegative, self.negative),
            (WarningKind::WeightsAllZero, self.all_zero),
            (WarningKind::WeightsNotOne, self.not_one),
            (WarningKind::DuplicateJoints, self.duplicate),
            (WarningKind::UnusedJointIndex, self.unused_index),
        ]
    }
}

/// Leaves influences of positive weight, or where there is none the first one with weight zero. The error is a joint that does not exist
/// but has weight, or is the first of none.
fn clean_row(
    row: &mut Vec<(u32, f32)>,
    joint_count: usize,
    repairs: &mut Repairs,
) -> Result<(), u32> {
    let exists = |joint: u32| usize::try_from(joint).is_ok_and(|joint| joint < joint_count);
    let first = row.first().map_or(0, |&(joint, _)| joint);
    repairs.not_finite += usize::from(row.iter().any(|(_, weight)| !weight.is_finite()));
    repairs.negative += usize::from(
        row.iter()
            .any(|&(_, weight)| weight < 0.0 && weight.is_finite()),
    );
    repairs.unused_index += usize::from(
        row.iter()
            .any(|&(joint, weight)| weight == 0.0 && !exists(joint)),
    );
    row.retain(|(_, weight)| weight.is_finite() && 0.0 < *weight);
    if row.is_empty() {
        repairs.all_zero += 1;
        row.push((first, 0.0));
    } else {
        // In f64, where the rounding of up to 256 terms is far below the tolerance.
        let sum: f64 = row.iter().map(|&(_, weight)| f64::from(weight)).sum();
        repairs.not_one += usize::from(SUM_TOLERANCE < (sum - 1.0).abs());
    }
    repairs.duplicate += usize::from(has_duplicate(row));
    match row.iter().find(|&&(joint, _)| !exists(joint)) {
        Some(&(joint, _)) => Err(joint),
        None => Ok(()),
    }
}

/// Rows are a handful of influences long, where comparing all pairs is quicker than sorting.
fn has_duplicate(row: &[(u32, f32)]) -> bool {
    row.iter()
        .enumerate()
        .any(|(i, (joint, _))| row.iter().take(i).any(|(other, _)| other == joint))
}
