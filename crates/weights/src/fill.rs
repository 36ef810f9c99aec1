//! Weights for points that have none: what is bound around them at the border, automatic weights within.

pub(crate) mod cracks;
mod harmonic;
pub(crate) mod operator;

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;

use glam::Vec3;
use mesh::{Adjacency, Bvh, PointIndex};
use rig::JointSlot;

use crate::fill::cracks::close_cracks;
use crate::fill::harmonic::{Hole, JointNumbers, extend_into_holes};
use crate::rows::draft::Draft;
use crate::rows::report::vertices;
use crate::rows::shares::settle_row;
use crate::{Bone, Edit, Row, Rules, Skip};

/// What points are filled from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filling<'a> {
    /// The surface that the points are of.
    pub(crate) surface: &'a Adjacency,
    /// Automatic weights of all its points; none where there are none.
    pub(crate) automatic: Option<&'a Edit>,
    /// For parts where nothing is bound, if there are no automatic weights.
    pub(crate) bones: &'a [Bone],
    /// The joints that may get weight, in rising order, if they are not locked; none for all that are not.
    pub(crate) joints: Option<&'a [JointSlot]>,
    /// Of each point whether joints that may get weight are far from it, beside locked ones; empty where none is.
    pub(crate) is_far: &'a [bool],
}

impl Filling<'_> {
    /// Whether joints that may get weight are far from a point, beside locked ones.
    pub(crate) fn is_far(&self, point: PointIndex) -> bool {
        self.is_far.get(point.index()) == Some(&true)
    }

    /// Whether a joint may get weight.
    fn may_get(&self, joint: JointSlot, rules: &Rules<'_>) -> bool {
        let is_meant = |joints: &[JointSlot]| joints.binary_search(&joint).is_ok();
        !rules.is_locked(joint) && self.joints.is_none_or(is_meant)
    }

    /// What a row has of joints that may get weight, divided by its sum; none where that is too little to say something.
    pub(crate) fn free_part(&self, row: Row, rules: &Rules<'_>) -> Option<Row> {
        if row.is_unbound() {
            return None;
        }
        let may_get = |joint: JointSlot| self.may_get(joint, rules);
        // Nothing is to be taken out: the row keeps its bits.
        if row.pairs().all(|(joint, _)| may_get(joint)) {
            return Some(row);
        }
        let free = row.pairs().filter(|&(joint, _)| may_get(joint));
        let free: Vec<(JointSlot, f64)> = free
            .map(|(joint, weight)| (joint, f64::from(weight)))
            .collect();
        let share: f64 = free.iter().map(|&(_, weight)| weight).sum();
        (share >= LEAST_FREE).then(|| Row::from_weights(free))
    }
}

/// How many points were filled in which way.
///
/// As text, those of them that are not zero: `12 vertices filled from what is bound around; 1 vertex left unbound, since …`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Filled {
    /// Points of holes with something bound around them.
    pub bordered: usize,
    /// Points of parts where nothing is bound, of holes around which no joint has weight that may get some, or of holes so large, with so many
    /// joints around them, that leading those in takes too long.
    pub anew: usize,
    /// Points of such holes that stay unbound, since locked joints are much nearer to them than those that may get weight.
    pub left: usize,
}

impl std::ops::Add for Filled {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            bordered: self.bordered + other.bordered,
            anew: self.anew + other.anew,
            left: self.left + other.left,
        }
    }
}

impl fmt::Display for Filled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clauses = [
            (self.bordered, "filled from what is bound around"),
            (
                self.anew,
                "filled from bones alone, since no joint that may get weight binds anything around",
            ),
            (
                self.left,
                "left unbound, since only locked joints are near: unlock some of these to fill them too",
            ),
        ];
        let told = clauses.into_iter().filter(|(count, _)| *count > 0);
        let told: Vec<String> = told
            .map(|(count, words)| format!("{} {words}", vertices(count)))
            .collect();
        match told.is_empty() {
            true => f.write_str("nothing was unbound"),
            false => f.write_str(&told.join("; ")),
        }
    }
}

/// Gives points weights, whatever they have themselves.
///
/// With a the automatic weights, g those of the bound points and d the harmonic extension of `g − a` from the border of a hole into it, a
/// point gets `max(a + d, 0)`, divided by its sum: at the border what is bound there, farther in what automatic weights say, and joints
/// that nothing else follows are not lost. Without automatic weights a is zero. Where nothing is bound around, a point gets a; without
/// that the nearest bone, or the nearest bound point.
///
/// Joints that are locked, or that may get no weight, count as not there: g is what is left of a bound point's weights without them,
/// divided by its sum, and where that was less than a tenth of them nothing counts as bound.
///
/// Points as near to each other as automatic weights take for one are one here. Where leading d in takes too long it is as if nothing were
/// bound around.
pub(crate) fn fill(
    draft: &mut Draft<'_>,
    points: &[PointIndex],
    filling: &Filling<'_>,
    rules: &Rules<'_>,
) -> Filled {
    if points.is_empty() {
        return Filled::default();
    }
    let found = FilledRows::of(draft, points, filling, rules);
    let mut filled = Filled::default();
    let mut afar = Vec::new();
    for &point in points {
        match found.rows.get(&found.joined.place(point)) {
            // Only what bones alone would fill: what is bound around has its say however near locked joints are.
            Some((_, false)) if filling.is_far(point) => {
                filled.left += 1;
                draft.skip(Skip::OthersLocked);
            }
            Some((row, is_bordered)) => {
                filled.bordered += usize::from(*is_bordered);
                filled.anew += usize::from(!is_bordered);
                draft.set_each(point, |own| settle_row(own, row, rules));
            }
            None => afar.push(point),
        }
    }
    filled.anew += afar.len();
    from_afar(draft, &afar, points, filling, rules);
    filled
}

/// A surface with its cracks closed.
struct ClosedSurface<'a> {
    surface: Cow<'a, Adjacency>,
    is_closed: bool,
}

impl<'a> ClosedSurface<'a> {
    fn of(surface: &'a Adjacency) -> Self {
        match close_cracks(surface) {
            Some(closed) => Self {
                surface: Cow::Owned(closed),
                is_closed: true,
            },
            None => Self {
                surface: Cow::Borrowed(surface),
                is_closed: false,
            },
        }
    }

    /// Where a point of the surface given is.
    fn place(&self, point: PointIndex) -> PointIndex {
        if self.is_closed {
            self.surface.point_of(point.0)
        } else {
            point
        }
    }

    /// The first of the points of the surface given that are at a place.
    fn first(&self, place: PointIndex) -> Option<PointIndex> {
        if self.is_closed {
            let first = self.surface.vertices_of(place).first();
            first.map(|&point| PointIndex(point))
        } else {
            Some(place)
        }
    }

    /// The points of the surface given that are at a place.
    fn points(&self, place: PointIndex) -> Vec<PointIndex> {
        if self.is_closed {
            let points = self.surface.vertices_of(place).iter();
            points.map(|&point| PointIndex(point)).collect()
        } else {
            vec![place]
        }
    }
}

/// Rows by place of the joined surface, each with whether something is bound around it.
struct FilledRows<'a> {
    joined: ClosedSurface<'a>,
    rows: BTreeMap<PointIndex, (Row, bool)>,
}

impl<'a> FilledRows<'a> {
    fn of(
        draft: &Draft<'_>,
        points: &[PointIndex],
        filling: &Filling<'a>,
        rules: &Rules<'_>,
    ) -> Self {
        let joined = ClosedSurface::of(filling.surface);
        let mut is_asked = vec![false; filling.surface.point_count()];
        for point in points {
            if let Some(is_asked) = is_asked.get_mut(point.index()) {
                *is_asked = true;
            }
        }
        let is_asked = |point: &PointIndex| is_asked.get(point.index()) == Some(&true);
        let mean = |place: PointIndex| -> Option<Row> {
            let points = joined.points(place);
            let bound = points.iter().filter(|point| !is_asked(point));
            let rows: Vec<Row> = bound.map(|&point| draft.row(point)).collect();
            let pairs = rows.iter().flat_map(Row::pairs);
            let row = Row::from_weights(pairs.map(|(joint, weight)| (joint, f64::from(weight))));
            filling.free_part(row, rules).map(with_largest)
        };
        // In a cell, for rows are looked up through shared closures.
        let found = RefCell::default();
        let known = |place: PointIndex| once(&found, place, mean);
        let automatic = AutomaticRows(filling.automatic);
        let automatic = |place: PointIndex| {
            let point = joined.first(place);
            let row = point.and_then(|point| automatic.row(point));
            row.and_then(|row| filling.free_part(row, rules))
        };
        let mut rows = BTreeMap::new();
        let mut is_open = vec![false; joined.surface.point_count()];
        for &point in points {
            let place = joined.place(point);
            if is_open[place.index()] || rows.contains_key(&place) {
                continue;
            }
            // A crack may lie between a point that is asked for and one that is bound.
            match known(place) {
                Some(row) => drop(rows.insert(place, (row, true))),
                None => is_open[place.index()] = true,
            }
        }
        let difference =
            |place: PointIndex| Some(differences(&known(place)?, automatic(place).as_ref()));
        for hole in extend_into_holes(&joined.surface, &is_open, &difference) {
            rows.extend(rows_of(&hole, &automatic));
        }
        Self { joined, rows }
    }
}

/// What is found at a place, looked for at most once: many points and many sides may ask for the same place.
fn once(
    found: &RefCell<BTreeMap<PointIndex, Option<Row>>>,
    place: PointIndex,
    find: impl FnOnce(PointIndex) -> Option<Row>,
) -> Option<Row> {
    if let Some(row) = found.borrow().get(&place) {
        return row.clone();
    }
    let row = find(place);
    found.borrow_mut().insert(place, row.clone());
    row
}

/// A row with no more joints than [`MOST_KNOWN`], in its order: those with the largest weights, of equals the first.
fn with_largest(row: Row) -> Row {
    if row.len() <= MOST_KNOWN {
        return row;
    }
    let mut pairs: Vec<(usize, (JointSlot, f32))> = row.pairs().enumerate().collect();
    pairs.sort_by(|(_, (_, one)), (_, (_, other))| other.total_cmp(one));
    pairs.truncate(MOST_KNOWN);
    pairs.sort_by_key(|&(place, _)| place);
    let largest = pairs.into_iter().map(|(_, pair)| pair);
    Row::from_weights(largest.map(|(joint, weight)| (joint, f64::from(weight))))
}

/// Automatic weights by point.
struct AutomaticRows<'a>(Option<&'a Edit>);

impl AutomaticRows<'_> {
    fn row(&self, point: PointIndex) -> Option<Row> {
        let rows = &self.0?.rows;
        let place = rows
            .binary_search_by_key(&point, |&(point, _)| point)
            .ok()?;
        rows.get(place).map(|(_, row)| row.clone())
    }
}

/// What a row has more than another.
fn differences(row: &Row, other: Option<&Row>) -> JointNumbers {
    let mut numbers: JointNumbers = row
        .pairs()
        .map(|(joint, weight)| (joint, f64::from(weight)))
        .collect();
    for (joint, weight) in other.into_iter().flat_map(Row::pairs) {
        match numbers.iter_mut().find(|(known, _)| *known == joint) {
            Some((_, number)) => *number -= f64::from(weight),
            None => numbers.push((joint, -f64::from(weight))),
        }
    }
    numbers
}

/// The rows of a hole; none where there is nothing to make them from.
fn rows_of(
    hole: &Hole,
    automatic: &dyn Fn(PointIndex) -> Option<Row>,
) -> Vec<(PointIndex, (Row, bool))> {
    let mut rows = Vec::with_capacity(hole.points.len());
    for (number, &place) in hole.points.iter().enumerate() {
        let automatic = automatic(place);
        let led = hole.numbers.as_ref().and_then(|all| all.get(number));
        let sum = led.map(|led| {
            let own = automatic.iter().flat_map(Row::pairs);
            let own = own.map(|(joint, weight)| (joint, f64::from(weight)));
            let mut sums: BTreeMap<JointSlot, f64> = BTreeMap::new();
            for (joint, number) in own.chain(led.iter().copied()) {
                *sums.entry(joint).or_default() += number;
            }
            // Goes for weights below zero too: that is the maximum of `a + d` and 0.
            sums.retain(|_, weight| *weight > LEAST);
            Row::from_weights(sums)
        });
        let sum = sum.filter(|row| !row.is_unbound());
        let is_bordered = sum.is_some();
        let anew = automatic.filter(|row| !row.is_unbound());
        if let Some(row) = sum.or(anew) {
            rows.push((place, (row, is_bordered)));
        }
    }
    rows
}

/// Joints of a bound place that are led on, at most: points with thousands are no work of anybody's, and are asked for by every side.
const MOST_KNOWN: usize = 32;

/// Of the weights of a bound point at least this share goes to joints that may get weight, or it says nothing of these.
const LEAST_FREE: f64 = 0.1;

/// Weights below this are what rounding and the extension leave of joints that have nothing to do with a point.
const LEAST: f64 = 1e-3;

/// The nearest bone of a joint that is not locked; without bones what the nearest bound point has of joints that
/// may get weight. `all` are those that have no weights.
fn from_afar(
    draft: &mut Draft<'_>,
    open: &[PointIndex],
    all: &[PointIndex],
    filling: &Filling<'_>,
    rules: &Rules<'_>,
) {
    if open.is_empty() {
        return;
    }
    let surface = filling.surface;
    let free: Vec<&Bone> = filling
        .bones
        .iter()
        .filter(|bone| !rules.is_locked(bone.joint))
        .collect();
    let mut without = all.to_vec();
    without.sort_unstable();
    let is_bound = |point: &PointIndex| {
        // With bones nothing is taken from bound points, so none is looked for.
        free.is_empty()
            && without.binary_search(point).is_err()
            && filling.free_part(draft.row(*point), rules).is_some()
    };
    // Triangles of one point each, so that the tree of triangles finds nearest points.
    let bound: Vec<[u32; 3]> = surface
        .all_points()
        .filter(is_bound)
        .map(|point| [point.0; 3])
        .collect();
    let tree = Bvh::new(surface.positions(), &bound);
    for &point in open {
        let place = surface.positions().get(point.index());
        let place = place.copied().unwrap_or(Vec3::ZERO);
        let by_distance =
            |one: &&&Bone, other: &&&Bone| one.distance(place).total_cmp(&other.distance(place));
        let bone = free
            .iter()
            .min_by(by_distance)
            .map(|bone| Row::rigid(bone.joint));
        let near = || {
            let [nearest, ..] = bound.get(tree.nearest(place)?.triangle)?;
            filling.free_part(draft.row(PointIndex(*nearest)), rules)
        };
        match bone.or_else(near) {
            Some(row) => draft.set_each(point, |own| settle_row(own, &row, rules)),
            None => draft.skip(Skip::NothingToTake),
        }
    }
}
