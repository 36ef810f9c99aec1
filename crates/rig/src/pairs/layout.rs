//! Where joints stand, and the plane in which they are symmetric.

use std::collections::HashMap;

use glam::Vec3;

use super::FoundPairs;
use super::figures::Scope;
use crate::{BindPose, JointIndex};

/// Joints are images of each other by place within this share of the size.
const TOLERANCE: f32 = 5e-3;
/// The same while a plane is looked for, where joints need not be placed with care.
const LOOSE: f32 = 25e-3;
/// The usual plane, x = 0, stays where no more than this share of the joints have no image.
const FEW: f32 = 0.1;
/// Of a skeleton that is flat in the usual plane another one is that of symmetry only if it pairs so many joints, and misses none.
const PAIRED: usize = 6;
/// Up to this share of the size beside each other two planes are compared by the joints of the middle that they hold.
pub(super) const BESIDE: f32 = 0.1;
/// A normal whose largest number is above this is nearly an axis: within 14°, as one side that stands off may turn it.
const ALONG_AXIS: f32 = 0.97;
/// A plane of symmetry pairs at least this share of the joints more than it misses.
const SYMMETRIC: f32 = 0.3;
/// Joints that are looked at for each plane, at most.
const MOST_SAMPLES: usize = 1_000;
/// Joints compared in one neighborhood; more than that in one place cannot be told apart.
pub(super) const MOST_NEIGHBORS: usize = 64;
/// Skins whose binds are looked at.
const MOST_SKINS: usize = 8;

/// The places of joints in one space, and the plane `n · x = d` that shows each the place of its image.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// One for each joint of the skeleton; none where the space knows nothing of it.
    places: Vec<Option<Vec3>>,
    /// The skin whose bind it is; none for the rest in the model.
    pub(super) skin: Option<usize>,
    /// n, of length one, and d, in units of the space.
    pub(super) plane: (Vec3, f32),
    /// The longest edge of the box around the joints that count.
    pub(super) size: f32,
    /// Joints with an image on the other side less those without any, as a share of all.
    pub(super) score: f32,
    /// Whether nearly all joints off the plane have images.
    pub(super) fits: bool,
    /// Joints off the plane that have one.
    pub(super) shown: usize,
}

/// What is known of joints before they are paired by place.
#[derive(Clone, Copy)]
struct PairHints<'a> {
    /// How far below the root each joint is that counts.
    depths: &'a [Option<usize>],
    named: &'a [[JointIndex; 2]],
    /// Those that count of the joints under which both of a pair hang.
    parents: &'a [JointIndex],
}

/// The rest frames in the model first, then the bind of each skin where the rest is not symmetric; best first.
pub(super) fn layouts(scope: &Scope<'_>, named: &[[JointIndex; 2]]) -> Vec<Layout> {
    let skeleton = scope.evidence.skeleton;
    let mut below = vec![0; skeleton.len()];
    for &joint in &scope.joints {
        let above = scope.parent(joint);
        below[joint.index()] = above.map_or(0, |parent| below[parent.index()] + 1);
    }
    let depths = below.into_iter().zip(&scope.counts);
    let depths: Vec<Option<usize>> = depths
        .map(|(depth, counts)| counts.then_some(depth))
        .collect();
    let mut parents = scope.common_parents(named.iter().copied());
    parents.retain(|parent| scope.counts.get(parent.index()) == Some(&true));
    let known = PairHints {
        depths: &depths,
        named,
        parents: &parents,
    };
    let mut rest = vec![None; skeleton.len()];
    for &joint in &scope.joints {
        rest[joint.index()] = Some(skeleton.rest_model_from_joint(joint).translation);
    }
    let Some(rest) = Layout::new(None, rest, known) else {
        return Vec::new();
    };
    if rest.fits {
        return vec![rest];
    }
    let mut all = vec![rest];
    for &skin in scope.skins.iter().take(MOST_SKINS) {
        let bind = scope.evidence.binds.get(skin);
        let places = bind.map(|bind| places_of_bind(skeleton.len(), bind));
        all.extend(places.and_then(|places| Layout::new(Some(skin), places, known)));
    }
    // The sort is stable: of equals the rest stays first.
    all.sort_by(|one, other| other.score.total_cmp(&one.score));
    all
}

fn places_of_bind(len: usize, bind: &BindPose) -> Vec<Option<Vec3>> {
    let mut places = vec![None; len];
    for &joint in bind.joints() {
        if let Some(place) = places.get_mut(joint.index()) {
            *place = Some(bind.model_from_joint(joint).translation);
        }
    }
    places
}

impl Layout {
    /// Nothing without a joint that counts.
    fn new(skin: Option<usize>, places: Vec<Option<Vec3>>, known: PairHints<'_>) -> Option<Self> {
        let counted = places
            .iter()
            .zip(known.depths)
            .filter_map(|(place, depth)| {
                let place = place.filter(|place| place.is_finite())?;
                Some((place, (*depth)?))
            });
        let (counted, depths): (Vec<Vec3>, Vec<usize>) = counted.unzip();
        let low = counted.iter().copied().reduce(Vec3::min)?;
        let high = counted.iter().copied().reduce(Vec3::max)?;
        let mut layout = Self {
            places,
            skin,
            plane: (Vec3::X, 0.0),
            // Distances are divided by it.
            size: (high - low).max_element().max(f32::MIN_POSITIVE),
            score: 0.0,
            fits: false,
            shown: 0,
        };
        let named = known.named.iter();
        let named: Vec<[Vec3; 2]> = named.filter_map(|pair| layout.both(*pair)).collect();
        let parents = layout.places_of(known.parents.iter().copied());
        let marked = PlaneSearch {
            grid: Grid::new(&counted, layout.size * LOOSE),
            depths: &depths,
            named: &named,
            parents: &parents,
        };
        layout.find_plane(&marked, (low + high) * 0.5);
        Some(layout)
    }

    fn both(&self, [one, other]: [JointIndex; 2]) -> Option<[Vec3; 2]> {
        Some([self.place(one)?, self.place(other)?])
    }

    fn places_of(&self, joints: impl Iterator<Item = JointIndex>) -> Vec<Vec3> {
        joints.filter_map(|joint| self.place(joint)).collect()
    }

    /// The usual plane, or the one across an axis in which clearly more joints have images; where nearly all have some in none of these, the
    /// one between the pairs by name, if nearly all have in that.
    fn find_plane(&mut self, marked: &PlaneSearch<'_>, center: Vec3) {
        let usual = marked.tally(self.plane);
        let mut best = usual;
        // A flat skeleton is in its plane as a whole, which says nothing.
        let is_better = |tally: &Tally, best: &Tally| match usual.is_flat() {
            true => tally.missed == 0 && tally.paired >= PAIRED.max(best.paired + 1),
            false => tally.score() > best.score().max(SYMMETRIC) + f32::EPSILON,
        };
        let others = (!usual.fits()).then(|| marked.planes(center));
        for plane in others.into_iter().flatten() {
            let tally = marked.tally(plane);
            if is_better(&tally, &best) && !self.leaves_middle(marked, plane) {
                (self.plane, best) = (plane, tally);
            }
        }
        if let Some(plane) = marked.across_pairs().filter(|_| !best.fits()) {
            let tally = marked.tally(plane);
            // Every two joints have a plane between them.
            let is_sure = marked.named.len() > 1 || tally.central > 1;
            if is_sure && tally.fits() && is_better(&tally, &best) {
                (self.plane, best) = (plane, tally);
            }
        }
        (self.score, self.fits, self.shown) = (best.score(), best.fits(), best.paired);
        if let Some(middle) = self.through(marked.parents, marked.grid.places) {
            self.plane.1 = middle;
        }
        // Between the pairs is where the plane belongs, unless that leaves joints of the middle beside it.
        let tolerance = self.tolerance();
        let (normal, offset) = self.plane;
        let is_better = |better: &f32| {
            let off = |place: &Vec3, offset: f32| (normal.dot(*place) - offset).abs();
            let mut central = marked.grid.places.iter();
            (better - offset).abs() > 0.25 * tolerance
                && central
                    .all(|place| off(place, offset) > tolerance || off(place, *better) <= tolerance)
        };
        if let Some(better) = marked.offset(self.plane).filter(is_better) {
            self.plane.1 = better;
        }
    }

    /// Whether a plane a little beside the usual one has fewer joints in it, where that has several. One side that stands too far out
    /// moves the plane between the pairs, and the middle stays where it is. Where no names tell the pairs only the places do, which are
    /// images in the plane between them.
    fn leaves_middle(&self, marked: &PlaneSearch<'_>, (normal, offset): (Vec3, f32)) -> bool {
        let places = marked.grid.places;
        normal == Vec3::X
            && !marked.named.is_empty()
            && offset.abs() <= self.size * BESIDE
            && self.central((normal, 0.0), places) > self.central((normal, offset), places).max(1)
    }

    /// How many of these places are in a plane, within the tolerance.
    fn central(&self, (normal, offset): (Vec3, f32), places: &[Vec3]) -> usize {
        let heights = places.iter().map(|place| normal.dot(*place) - offset);
        let central = heights.filter(|height| height.abs() <= self.tolerance());
        central.count()
    }

    /// Where the plane has to be to go through the joints under which both of a pair hang, the median of them; none where it does, where it
    /// is the usual plane, where they are farther beside it, or where it has as many joints in it: one side does not move the middle.
    fn through(&self, parents: &[Vec3], counted: &[Vec3]) -> Option<f32> {
        let (normal, offset) = self.plane;
        if self.plane == (Vec3::X, 0.0) {
            return None;
        }
        // The median, which a few joints that stand off do not move.
        let middle = median(parents.iter().map(|place| normal.dot(*place)))?;
        let apart = (middle - offset).abs();
        let is_beside = apart > self.tolerance() && apart <= self.size * BESIDE;
        let has_more =
            || self.central((normal, middle), counted) > self.central((normal, offset), counted);
        // Added to zero, so that there is no −0.
        (is_beside && has_more()).then_some(0.0 + middle)
    }

    /// The d of the plane by all pairs that were found: through the joints under which both of a pair hang.
    pub(super) fn middle(&self, scope: &Scope<'_>, found: &FoundPairs) -> f32 {
        let mut parents = scope.common_parents(scope.pairs(found));
        parents.retain(|parent| scope.counts.get(parent.index()) == Some(&true));
        let parents = self.places_of(parents.into_iter());
        let counted = self.places_of(scope.counted_joints());
        let (_, offset) = self.plane;
        self.through(&parents, &counted).unwrap_or(offset)
    }

    /// Where a joint stands, if that is a place.
    pub(super) fn place(&self, joint: JointIndex) -> Option<Vec3> {
        let place = self.places.get(joint.index()).copied().flatten();
        place.filter(|place| place.is_finite())
    }

    /// The distance of a joint from the plane, above zero on the side of the normal.
    pub(super) fn height(&self, joint: JointIndex) -> Option<f32> {
        let (normal, offset) = self.plane;
        Some(normal.dot(self.place(joint)?) - offset)
    }

    pub(super) fn mirror_point(&self, place: Vec3) -> Vec3 {
        mirror_in_plane(place, self.plane)
    }

    /// Whether its plane is one of symmetry, and not merely the usual one.
    pub(super) fn is_symmetric(&self) -> bool {
        self.score >= SYMMETRIC
    }

    /// How far joints in the same place may be from each other's mirror images.
    pub(super) fn tolerance(&self) -> f32 {
        (self.size * TOLERANCE).max(f32::MIN_POSITIVE)
    }

    /// How far a joint is from the mirror image of another.
    pub(super) fn distance(&self, one: JointIndex, other: JointIndex) -> Option<f32> {
        Some(
            self.mirror_point(self.place(one)?)
                .distance(self.place(other)?),
        )
    }

    /// The same as a share of how far they are apart: 0 for mirror images, 1 for two in the middle.
    pub(super) fn disagreement(&self, one: JointIndex, other: JointIndex) -> Option<f32> {
        let apart = self.place(one)?.distance(self.place(other)?);
        let distance = self.distance(one, other)?;
        Some(match apart > 0.0 {
            true => (distance / apart).min(1.0),
            false if distance <= self.tolerance() => 0.0,
            false => 1.0,
        })
    }
}

/// `x − 2 (n · x − d) n`
pub(super) fn mirror_in_plane(place: Vec3, (normal, offset): (Vec3, f32)) -> Vec3 {
    place - normal * (2.0 * (normal.dot(place) - offset))
}

fn median(values: impl Iterator<Item = f32>) -> Option<f32> {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).copied()
}

/// Places by the cell that they are in.
pub(super) struct Grid<'a> {
    places: &'a [Vec3],
    cell: f32,
    cells: HashMap<[i32; 3], Vec<usize>>,
}

impl<'a> Grid<'a> {
    /// What is searched for is at most a cell away.
    pub(super) fn new(places: &'a [Vec3], cell: f32) -> Self {
        let mut grid = Self {
            places,
            cell: cell.max(f32::MIN_POSITIVE),
            cells: HashMap::new(),
        };
        for (index, &place) in places.iter().enumerate() {
            let cell = grid.cell(place);
            grid.cells.entry(cell).or_default().push(index);
        }
        grid
    }

    /// Those that may be within a cell of a place, 64 at most.
    pub(super) fn near(&self, place: Vec3) -> impl Iterator<Item = usize> {
        let cell = self.cell(place);
        // The cell and the 26 around it hold all that is at most a cell away.
        let cells = (0..27_i32).filter_map(move |number| {
            let step = [number % 3 - 1, number / 3 % 3 - 1, number / 9 - 1];
            let mut near = cell;
            for (coordinate, step) in near.iter_mut().zip(step) {
                *coordinate = coordinate.saturating_add(step);
            }
            self.cells.get(&near)
        });
        cells.flatten().copied().take(MOST_NEIGHBORS)
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "saturates: what is that far away shares a cell, and its distance is compared besides"
    )]
    fn cell(&self, place: Vec3) -> [i32; 3] {
        (place / self.cell)
            .floor()
            .to_array()
            .map(|coordinate| coordinate as i32)
    }
}

/// How well a plane shows joints each other.
#[derive(Clone, Copy, Debug)]
struct Tally {
    /// Off the plane, with another joint at the image.
    paired: usize,
    /// In the plane: at most a cell from the own image.
    central: usize,
    /// Off the plane, with none.
    missed: usize,
}

impl Tally {
    #[expect(clippy::cast_precision_loss, reason = "some thousand")]
    fn score(&self) -> f32 {
        let all = self.paired + self.central + self.missed;
        (self.paired as f32 - self.missed as f32) / all.max(1) as f32
    }

    #[expect(clippy::cast_precision_loss, reason = "some thousand")]
    fn fits(&self) -> bool {
        let all = self.paired + self.central + self.missed;
        self.paired > 0 && self.missed as f32 <= all as f32 * FEW
    }

    const fn is_flat(&self) -> bool {
        self.paired == 0 && self.missed == 0
    }
}

/// What marks a plane: the joints that count, pairs by name, and the joints that these hang on.
struct PlaneSearch<'a> {
    grid: Grid<'a>,
    /// Of each place; joints at different depths of the tree are no images of each other.
    depths: &'a [usize],
    named: &'a [[Vec3; 2]],
    /// Joints under which both of a pair by name hang.
    parents: &'a [Vec3],
}

impl PlaneSearch<'_> {
    /// Planes across the axes, through the origin, the middle of the box, the median joint and between those paired by name.
    fn planes(&self, middle: Vec3) -> impl Iterator<Item = (Vec3, f32)> {
        let places = || self.grid.places.iter();
        [Vec3::X, Vec3::Z, Vec3::Y]
            .into_iter()
            .flat_map(move |normal| {
                let between = |[one, other]: &[Vec3; 2]| normal.dot(*one + *other) * 0.5;
                let offsets = [
                    Some(0.0),
                    Some(normal.dot(middle)),
                    median(places().map(|place| normal.dot(*place))),
                    median(self.named.iter().map(between)),
                ];
                let offsets = offsets.into_iter().flatten();
                offsets.map(move |offset| (normal, offset))
            })
    }

    /// The plane between the joints that are paired by name, as of a figure that looks between the axes; none without any, and where it is
    /// nearly across an axis.
    fn across_pairs(&self) -> Option<(Vec3, f32)> {
        let mut across = Vec3::ZERO;
        for [one, other] in self.named {
            let way = *one - *other;
            // A pair may be named either way round: each is added on the side of the sum so far.
            across += if way.dot(across) < 0.0 { -way } else { way };
        }
        let normal = across.try_normalize()?;
        if normal.abs().max_element() > ALONG_AXIS {
            return None;
        }
        let between = |[one, other]: &[Vec3; 2]| normal.dot(*one + *other) * 0.5;
        Some((normal, median(self.named.iter().map(between))?))
    }

    fn tally(&self, plane: (Vec3, f32)) -> Tally {
        let mut tally = Tally {
            paired: 0,
            central: 0,
            missed: 0,
        };
        for index in self.samples() {
            let place = self.grid.places[index];
            if mirror_in_plane(place, plane).distance(place) <= self.grid.cell {
                tally.central += 1;
            } else if self.image(index, plane).is_some() {
                tally.paired += 1;
            } else {
                tally.missed += 1;
            }
        }
        for [one, other] in self.named {
            let apart = one.distance(*other);
            match mirror_in_plane(*one, plane).distance(*other) {
                far if far <= apart * 0.3 => tally.paired += 1,
                far if far <= apart * 0.7 => tally.central += 1,
                _ => tally.missed += 1,
            }
        }
        tally
    }

    /// The median of where the plane would have to be for each pair.
    fn offset(&self, plane: (Vec3, f32)) -> Option<f32> {
        let (normal, _) = plane;
        let between = |index: usize| {
            let place = self.grid.places[index];
            let other = self.grid.places[self.image(index, plane)?];
            Some(normal.dot(place + other) * 0.5)
        };
        median(self.samples().filter_map(between))
    }

    fn samples(&self) -> impl Iterator<Item = usize> + use<> {
        let count = self.grid.places.len();
        // Evenly over all of them, so that no limb is left out.
        (0..count).step_by(count.div_ceil(MOST_SAMPLES).max(1))
    }

    /// Another place, at the same depth, near the image of one off the plane.
    fn image(&self, index: usize, plane: (Vec3, f32)) -> Option<usize> {
        let image = mirror_in_plane(self.grid.places[index], plane);
        if image.distance(self.grid.places[index]) <= self.grid.cell {
            return None;
        }
        let distance = |other: &usize| self.grid.places[*other].distance(image);
        let near = self.grid.near(image).filter(|other| {
            *other != index
                && self.depths[*other] == self.depths[index]
                && distance(other) <= self.grid.cell
        });
        near.min_by(|one, other| distance(one).total_cmp(&distance(other)))
    }
}
