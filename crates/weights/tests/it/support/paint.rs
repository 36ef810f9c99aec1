//! Generators biased to trouble, and what must hold of every row.

use glam::{UVec2, Vec3};
use mesh::{Adjacency, PointIndex};
use proptest::prelude::*;
use rig::{InfluenceRow, JointSlot};
use weights::{Edit, Normalize, Operation, Row, Rows, Rules, Smoothing};

/// Joints of the skins in these tests.
pub(crate) const JOINTS: u16 = 7;

/// All slots of these skins.
pub(crate) fn slots() -> impl Iterator<Item = JointSlot> {
    (0..JOINTS).map(JointSlot)
}

/// Any of them.
pub(crate) fn slot() -> impl Strategy<Value = JointSlot> {
    (0..JOINTS).prop_map(JointSlot)
}

/// Rules that own what they point to.
#[derive(Clone, Debug)]
pub(crate) struct OwnRules {
    pub(crate) normalize: Normalize,
    pub(crate) locks: Vec<bool>,
    pub(crate) limit: Option<usize>,
    pub(crate) parents: Vec<Option<JointSlot>>,
}

impl OwnRules {
    pub(crate) fn rules(&self) -> Rules<'_> {
        Rules {
            normalize: self.normalize,
            locks: &self.locks,
            limit: self.limit,
            parents: &self.parents,
        }
    }
}

/// Amounts with a liking for ends, and for what is hardly anything.
pub(crate) fn amount() -> impl Strategy<Value = f32> {
    prop_oneof![
        Just(0.0),
        Just(1.0),
        Just(0.5),
        Just(1e-7),
        Just(2e-6),
        Just(f32::MIN_POSITIVE),
        Just(0.999_999_94),
        0.0_f32..=1.0
    ]
}

pub(crate) fn row() -> impl Strategy<Value = Row> {
    let pairs = prop::collection::vec((0..JOINTS, amount()), 0..7);
    pairs.prop_map(|pairs| {
        Row::from_weights(
            pairs
                .into_iter()
                .map(|(joint, weight)| (joint, f64::from(weight))),
        )
    })
}

pub(crate) fn rules() -> impl Strategy<Value = OwnRules> {
    let normalize = prop_oneof![
        Just(Normalize::Proportional),
        Just(Normalize::ToParent),
        slot().prop_map(Normalize::ToJoint)
    ];
    let locks = prop_oneof![
        Just(vec![false; usize::from(JOINTS)]),
        Just(vec![true; usize::from(JOINTS)]),
        prop::collection::vec(any::<bool>(), 0..=usize::from(JOINTS))
    ];
    let limit = prop_oneof![Just(None), (0_usize..6).prop_map(Some)];
    // Rings and joints that are their own parents too.
    let parents = prop_oneof![
        Just(Vec::new()),
        Just(
            (0..JOINTS)
                .map(|joint| joint.checked_sub(1).map(JointSlot))
                .collect()
        ),
        prop::collection::vec(prop::option::of(slot()), 0..=usize::from(JOINTS))
    ];
    (normalize, locks, limit, parents).prop_map(|(normalize, locks, limit, parents)| OwnRules {
        normalize,
        locks,
        limit,
        parents,
    })
}

/// Positive, each joint once, sum one; or unbound.
pub(crate) fn is_row(row: &Row) -> bool {
    let sum: f64 = row.pairs().map(|(_, weight)| f64::from(weight)).sum();
    let joints: Vec<JointSlot> = row.pairs().map(|(joint, _)| joint).collect();
    let once = (1..joints.len()).all(|place| !joints[..place].contains(&joints[place]));
    once && row.pairs().all(|(_, weight)| weight > 0.0)
        && (row.is_unbound() || (sum - 1.0).abs() <= 1e-6)
}

/// Locked joints have the same bits in both.
pub(crate) fn locks_hold(before: &Row, after: &Row, rules: &OwnRules) -> bool {
    let bits = |row: &Row, joint| row.weight(joint).to_bits();
    slots()
        .filter(|&joint| rules.rules().is_locked(joint))
        .all(|joint| bits(before, joint) == bits(after, joint))
}

/// A sheet of so many points a side, one apart, two triangles a square.
pub(crate) fn sheet(side: u32) -> Adjacency {
    let places =
        (0..side).flat_map(|y| (0..side).map(move |x| UVec2::new(x, y).as_vec2().extend(0.0)));
    let positions: Vec<Vec3> = places.collect();
    let corners = (1..side).flat_map(|y| (1..side).map(move |x| x + side * y));
    let squares = corners.flat_map(|corner| {
        let [a, b, c, d] = [corner - side - 1, corner - side, corner, corner - 1];
        [[a, b, c], [a, c, d]]
    });
    Adjacency::new(&positions, &squares.collect::<Vec<_>>())
}

/// Rows that can be written to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plain {
    rows: Vec<(Vec<JointSlot>, Vec<f32>)>,
    joint_count: usize,
}

impl Plain {
    pub(crate) fn new(rows: impl IntoIterator<Item = Row>) -> Self {
        Self {
            rows: rows.into_iter().map(|row| row.pairs().unzip()).collect(),
            joint_count: usize::from(JOINTS),
        }
    }

    pub(crate) fn write(&mut self, edit: &Edit) {
        for (point, row) in &edit.rows {
            self.rows[point.index()] = row.pairs().unzip();
        }
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = Row> {
        (0..)
            .take(self.rows.len())
            .map(|point| self.row(PointIndex(point)))
    }
}

impl Rows for Plain {
    fn point_count(&self) -> usize {
        self.rows.len()
    }

    fn joint_count(&self) -> usize {
        self.joint_count
    }

    fn slices(&self, point: PointIndex) -> InfluenceRow<'_> {
        let row = self.rows.get(point.index());
        row.map_or_else(InfluenceRow::default, |(joints, weights)| InfluenceRow {
            joints,
            weights,
        })
    }
}

pub(crate) fn operation() -> impl Strategy<Value = Operation> {
    let smoothing = (0_u8..4).prop_map(|passes| Smoothing { passes });
    prop_oneof![
        Just(Operation::Add),
        Just(Operation::Subtract),
        amount().prop_map(Operation::Replace),
        (0.0_f32..3.0).prop_map(Operation::Scale),
        smoothing.clone().prop_map(Operation::Smooth),
        smoothing.prop_map(Operation::Sharpen)
    ]
}
