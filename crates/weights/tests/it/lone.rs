//! Single points that follow another joint, where very many triangles meet.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use glam::vec3;
use mesh::{Adjacency, PointIndex};
use proptest::prelude::*;
use rig::{InfluenceRow, JointSlot};
use weights::{Row, Rows, lone_points};

use crate::support::raw::{Raw, slots, strip};

/// Rows that count how often one is asked for.
struct Counted<'a> {
    rows: &'a Raw,
    asked: AtomicUsize,
}

impl Rows for Counted<'_> {
    fn point_count(&self) -> usize {
        self.rows.point_count()
    }

    fn joint_count(&self) -> usize {
        self.rows.joint_count()
    }

    fn slices(&self, point: PointIndex) -> InfluenceRow<'_> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.rows.slices(point)
    }
}

/// So many triangles around one point, which is the first.
fn fan(triangles: u16) -> Adjacency {
    let step = std::f32::consts::TAU / f32::from(triangles);
    let rim = (0..triangles).map(|number| {
        let (sine, cosine) = (f32::from(number) * step).sin_cos();
        vec3(cosine, sine, 0.0)
    });
    let positions: Vec<_> = std::iter::once(vec3(0.0, 0.0, 0.1)).chain(rim).collect();
    let count = u32::from(triangles);
    let corners: Vec<[u32; 3]> = (0..count)
        .map(|number| [0, 1 + number, 1 + (number + 1) % count])
        .collect();
    Adjacency::new(&positions, &corners)
}

/// What the definition says, without any bound, and how near the nearest number is to one of its limits.
fn by_definition(rows: &Raw, surface: &Adjacency) -> (Vec<PointIndex>, f64) {
    let bound = |point: &PointIndex| !rows.row(*point).is_unbound();
    let beside = |point: PointIndex| surface.neighbors(point).iter().copied().filter(bound);
    let from_mean = |point: PointIndex| {
        let near = surface.neighbors(point).iter();
        let around: BTreeSet<PointIndex> = near
            .flat_map(|&near| surface.neighbors(near))
            .chain(surface.neighbors(point))
            .copied()
            .filter(|other| *other != point && bound(other))
            .collect();
        let around: Vec<Row> = around.into_iter().map(|other| rows.row(other)).collect();
        (!around.is_empty() && bound(&point)).then(|| apart(&rows.row(point), &around))
    };
    let mut all: Vec<f64> = surface.all_points().filter_map(from_mean).collect();
    all.sort_by(f64::total_cmp);
    let usual = all.get(all.len() / 2).copied().unwrap_or(0.0);
    let mut margin = f64::INFINITY;
    let mut is_over = |number: f64, limit: f64| {
        margin = margin.min((number - limit).abs());
        number > limit
    };
    let mut found = Vec::new();
    for point in surface.all_points().filter(bound) {
        let own = rows.row(point);
        let others: Vec<f64> = beside(point)
            .map(|other| apart(&own, &[rows.row(other)]))
            .collect();
        let far = from_mean(point).unwrap_or(0.0);
        let are_unlike = others.iter().filter(|&&other| is_over(other, 0.4)).count();
        let is_far = is_over(far, 0.4) & is_over(far, 6.0 * usual);
        if !others.is_empty() && are_unlike == others.len() && is_far {
            found.push(point);
        }
    }
    (found, margin)
}

/// Half the sum of the differences of a row from the mean of others.
fn apart(row: &Row, others: &[Row]) -> f64 {
    let mean = |joint: JointSlot| {
        let weights = others.iter().map(|other| f64::from(other.weight(joint)));
        let count = u32::try_from(others.len()).unwrap();
        weights.sum::<f64>() / f64::from(count)
    };
    let joints = (0..4).map(JointSlot);
    let differences = joints.map(|joint| (f64::from(row.weight(joint)) - mean(joint)).abs());
    0.5 * differences.sum::<f64>()
}

/// A point: nearly all of it follows the joint of all, or it follows another one by much, or none.
fn any_point() -> impl Strategy<Value = Vec<(u16, f32)>> {
    (0.9_f32..0.999, 0.45_f32..0.99, 1_u16..4, 0..12_u8).prop_map(|(most, odd, other, kind)| {
        match kind {
            0 => vec![(other, odd), (0, 1.0 - odd)],
            1 => Vec::new(),
            _ => vec![(0, most), (other, 1.0 - most)],
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// Where no more than 64 triangles meet the bound changes nothing.
    #[test]
    fn few_triangles_at_a_point_are_all_looked_at(
        points in prop::collection::vec(any_point(), 65),
        triangles in 3_u16..=64,
        columns in 2_u16..20,
    ) {
        for surface in [fan(triangles), strip(columns)] {
            let rows: Vec<&[(u16, f32)]> = points.iter().map(Vec::as_slice).collect();
            let rows = Raw::new(4, &rows[..surface.point_count()]);
            let (wanted, margin) = by_definition(&rows, &surface);
            prop_assume!(margin > 1e-4);
            prop_assert_eq!(lone_points(&rows, &surface), wanted);
        }
    }
}

/// Thousands of triangles at one point: the odd points are found, and the work is that of some dozens of rows for each point, whatever
/// the rows are. Without a bound it would be that of millions.
#[test]
fn a_fan_of_thousands_is_looked_through_by_parts() {
    const MOST_FOR_A_POINT: usize = 200;
    for triangles in [1000_u16, 5000] {
        let surface = fan(triangles);
        let count = surface.point_count();
        assert_eq!(count, usize::from(triangles) + 1);
        for odd in [vec![], vec![7], vec![40, 90, 2 * count / 3]] {
            let mut rows = Raw::same(4, count, &[(0_u16, 1.0_f32)]);
            for &point in &odd {
                rows.joints[point] = slots([3]);
            }
            assert_eq!(found(&rows, &surface, MOST_FOR_A_POINT * count), odd);
        }
        let mut mixed = Raw::same(4, count, &[(0_u16, 1.0_f32)]);
        for point in 0..count {
            mixed.joints[point] = slots([u16::try_from(point % 4).unwrap()]);
        }
        let none: Vec<usize> = Vec::new();
        assert_eq!(
            found(&mixed, &surface, MOST_FOR_A_POINT * count),
            none,
            "every point differs"
        );
    }
}

/// The points that are found, with no more rows asked for than this.
fn found(rows: &Raw, surface: &Adjacency, most: usize) -> Vec<usize> {
    let rows = Counted {
        rows,
        asked: AtomicUsize::new(0),
    };
    let found = lone_points(&rows, surface);
    let asked = rows.asked.load(Ordering::Relaxed);
    assert!(asked <= most, "{asked} rows, at most {most}");
    found.into_iter().map(PointIndex::index).collect()
}
