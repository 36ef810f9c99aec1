//! On which side each point is.

use mesh::{Adjacency, PointIndex};

use super::Side;
use crate::Plane;

/// What hangs together without the middle.
struct Half {
    /// How much higher its points are than their images, altogether.
    lead: f64,
    /// Whether it holds both a point and its image: then every point is asked by itself.
    is_mixed: bool,
}

/// The side of each point.
///
/// All points that hang together without those of the middle are on one side: that on which they are higher than their images on the
/// whole, so that a bent mesh has whole sides too.
pub(super) fn of(surface: &Adjacency, plane: &Plane, partners: &[Option<PointIndex>]) -> Vec<Side> {
    let labels = labels(surface, partners);
    let count = labels.iter().flatten().max().map_or(0, |&most| most + 1);
    let mut halves: Vec<Half> = (0..count)
        .map(|_| Half {
            lead: 0.0,
            is_mixed: false,
        })
        .collect();
    let height = |point: PointIndex| f64::from(plane.height(surface.positions()[point.index()]));
    for (point, partner) in PointIndex::all().zip(partners) {
        let (Some(label), Some(partner)) = (labels[point.index()], *partner) else {
            continue;
        };
        halves[label].lead += height(point) - height(partner);
        halves[label].is_mixed |= labels[partner.index()] == Some(label);
    }
    let side = |(point, partner): (PointIndex, &Option<PointIndex>)| {
        let Some(label) = labels[point.index()] else {
            return Side::Middle;
        };
        let own = match partner {
            Some(partner) => height(point) - height(*partner),
            None => height(point),
        };
        let half = &halves[label];
        // What holds its own image is on no side as a whole.
        let lead = if half.is_mixed || half.lead == 0.0 {
            own
        } else {
            half.lead
        };
        // Where neither is higher the lower number is left, so that the two are not on one side.
        let comes_first = partner.is_none_or(|partner| point < partner);
        if lead > 0.0 || (lead == 0.0 && comes_first) {
            Side::Left
        } else {
            Side::Right
        }
    };
    PointIndex::all().zip(partners).map(side).collect()
}

/// Which points hang together without the middle; none for the middle itself.
fn labels(surface: &Adjacency, partners: &[Option<PointIndex>]) -> Vec<Option<usize>> {
    let is_middle = |point: PointIndex| partners[point.index()] == Some(point);
    let mut labels = vec![None; partners.len()];
    let mut count = 0;
    for (first, _) in PointIndex::all().zip(partners) {
        if is_middle(first) || labels[first.index()].is_some() {
            continue;
        }
        labels[first.index()] = Some(count);
        let mut open = vec![first];
        while let Some(point) = open.pop() {
            let free = |point: &PointIndex| !is_middle(*point) && labels[point.index()].is_none();
            let beside = surface.neighbors(point).iter().copied();
            let beside: Vec<PointIndex> = beside.filter(free).collect();
            for &point in &beside {
                labels[point.index()] = Some(count);
            }
            open.extend(beside);
        }
        count += 1;
    }
    labels
}
