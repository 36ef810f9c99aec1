//! A body: groups of solids that blend into each other, as one signed distance.

use glam::{DVec3, UVec3};

use super::solid::Solid;

/// How a group joins the groups before it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Join {
    /// Blends into the groups before it, within this distance of the seam.
    Melt(f64),
    /// As `Melt`, into the groups before the first of a run of `Fan` groups; these do not blend with each other, so
    /// that fingers blend into the palm and stay separate.
    Fan(f64),
    /// Is subtracted from the groups before it.
    Carve(f64),
}

/// Solids that belong together, such as a limb.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub(crate) join: Join,
    pub(crate) solids: Vec<Solid>,
}

impl Group {
    /// Largest distance from a seam at which its solids blend.
    fn reach(&self) -> f64 {
        let (Join::Melt(reach) | Join::Fan(reach) | Join::Carve(reach)) = self.join;
        let blends = self.solids.iter().map(|solid| solid.blend);
        blends.fold(reach, f64::max)
    }
}

/// An addition to the distance of the solids, such as the thickness of clothes.
pub(crate) type Dressing = fn(&Body, DVec3) -> f64;

/// The whole body. A mirrored one is given by its half x ≥ 0.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) groups: Vec<Group>,
    pub(crate) mirrored: bool,
    pub(crate) dressing: Dressing,
    /// Solids that only ask for short edges.
    pub(crate) finer: Vec<Solid>,
    pub(crate) lower: DVec3,
    pub(crate) upper: DVec3,
    cells: Vec<Vec<SolidIndex>>,
    counts: UVec3,
}

/// A solid by its group and its index in it.
type SolidIndex = (usize, usize);

/// Zone of a solid that owns no skin, such as one that is carved away and holds the limbs below.
pub(crate) const NO_ZONE: usize = usize::MAX;

/// Edge in meters of the grid cells that store which solids matter in them.
const CELL: f64 = 0.03;
/// Largest change of a squashed solid's distance per meter.
const STEEPEST: f64 = 1.5;
/// Least slope of the distance that Newton steps divide by.
const LEAST_SLOPE: f64 = 0.7;
/// Increase of the edge length per distance from a solid with shorter edges.
const GRADING: f64 = 0.45;

impl Body {
    /// `lower` and `upper` bound the body with a few centimeters to spare.
    pub(crate) fn new(groups: Vec<Group>, mirrored: bool, bounds: [DVec3; 2]) -> Self {
        let [lower, upper] = bounds;
        let counts = ((upper - lower) / CELL).ceil().as_uvec3();
        let mut body = Self {
            groups,
            mirrored,
            dressing: |_, _| 0.0,
            finer: Vec::new(),
            lower,
            upper,
            cells: Vec::new(),
            counts,
        };
        body.cells = places(UVec3::ZERO, counts)
            .map(|at| body.near(lower + CELL * (at.as_dvec3() + 0.5)))
            .collect();
        body
    }

    /// Every solid that can affect the distance within half a cell's diagonal of `center`.
    fn near(&self, center: DVec3) -> Vec<SolidIndex> {
        let members = |(group, solids): (usize, &Group)| {
            let carves = matches!(solids.join, Join::Carve(_));
            let members = solids.solids.iter().enumerate();
            let measured = members.map(move |(place, solid)| {
                let distance = solid.distance(center);
                ((group, place), distance, carves || solid.cuts)
            });
            measured.collect::<Vec<_>>()
        };
        let all: Vec<(SolidIndex, f64, bool)> =
            self.groups.iter().enumerate().flat_map(members).collect();
        let adding = all.iter().filter(|(.., carves)| !carves);
        let least = adding.map(|place| place.1).fold(f64::INFINITY, f64::min);
        let reach = self.groups.iter().map(Group::reach).fold(0.0, f64::max);
        // 0.87 is half of √3: half of a cell's diagonal in units of its edge. Both the nearest solid and this one may change by that
        // much.
        let margin = 2.0 * STEEPEST * 0.87 * CELL + 1.5 * reach;
        let matters = |distance: f64, carves: bool| {
            distance <= least + margin || carves && distance <= margin
        };
        let kept = all
            .into_iter()
            .filter(|&(_, distance, carves)| matters(distance, carves));
        kept.map(|(place, ..)| place).collect()
    }

    fn cell(&self, point: DVec3) -> &[SolidIndex] {
        let place = ((point - self.lower) / CELL).floor();
        let last = self.counts - 1;
        let at = place.max(DVec3::ZERO).as_uvec3().min(last);
        let index = (at.z * self.counts.y + at.y) * self.counts.x + at.x;
        &self.cells[index as usize]
    }

    fn fold_side(&self, point: DVec3) -> DVec3 {
        if self.mirrored {
            DVec3::new(point.x.abs(), point.y, point.z)
        } else {
            point
        }
    }

    /// Signed distance from the surface, of first order near it.
    pub(crate) fn distance(&self, point: DVec3) -> f64 {
        self.bare_distance(point) - (self.dressing)(self, point)
    }

    /// As [`distance`](Self::distance), without the dressing.
    fn bare_distance(&self, point: DVec3) -> f64 {
        let point = self.fold_side(point);
        let mut whole = f64::INFINITY;
        let mut stem = f64::INFINITY;
        let mut fanning = false;
        let near = self.cell(point);
        for members in near.chunk_by(|a, b| a.0 == b.0) {
            let group = &self.groups[members[0].0];
            let part = melted_distance(group, members.iter().map(|place| place.1), point);
            // Groups of a fan blend with what was there before it, not with each other.
            if !fanning {
                stem = whole;
            }
            match group.join {
                Join::Melt(reach) => whole = smooth_min(whole, part, reach),
                // max(whole, −part), rounded off like the minimum.
                Join::Carve(reach) => whole = -smooth_min(-whole, part, reach),
                Join::Fan(reach) => whole = whole.min(smooth_min(stem, part, reach)),
            }
            fanning = matches!(group.join, Join::Fan(_));
        }
        whole
    }

    /// Distance from one group alone, at any distance.
    pub(crate) fn group_distance(&self, group: usize, point: DVec3) -> f64 {
        let point = self.fold_side(point);
        let group = &self.groups[group];
        melted_distance(group, 0..group.solids.len(), point)
    }

    /// Gradient of the distance, not normalized.
    pub(crate) fn gradient(&self, point: DVec3) -> DVec3 {
        gradient(|p| self.distance(p), point)
    }

    /// The zone of the nearest solid that is not subtracted.
    pub(crate) fn zone(&self, point: DVec3) -> usize {
        let folded = self.fold_side(point);
        let places = self.cell(folded).iter();
        let solids = places.map(|&(group, place)| &self.groups[group].solids[place]);
        let mut nearest = (f64::INFINITY, 0);
        for solid in solids.filter(|solid| !solid.cuts && solid.zone != NO_ZONE) {
            let distance = solid.distance(folded);
            if distance < nearest.0 {
                nearest = (distance, solid.zone);
            }
        }
        nearest.1
    }

    /// Wanted length of the mesh's edges at this point.
    pub(crate) fn edge(&self, point: DVec3) -> f64 {
        let point = self.fold_side(point);
        let solids = self.groups.iter().flat_map(|group| &group.solids);
        let targets = solids
            .chain(&self.finer)
            .map(|solid| solid.edge + GRADING * solid.distance(point).max(0.0));
        targets.fold(f64::INFINITY, f64::min)
    }

    /// The nearest point of the surface, by Newton's method along the gradient.
    pub(crate) fn project(&self, mut point: DVec3, steps: usize) -> DVec3 {
        for _ in 0..steps {
            point = self.nearer(point);
        }
        point
    }

    /// In the middle of a thin part the slope vanishes though the surface is near: there, a step is at most as long as
    /// the distance.
    pub(crate) fn step(distance: f64, gradient: DVec3) -> DVec3 {
        let steepness = gradient.length().max(LEAST_SLOPE);
        newton_step(distance, gradient.normalize_or_zero() * steepness)
    }

    fn nearer(&self, point: DVec3) -> DVec3 {
        point - Self::step(self.distance(point), self.gradient(point))
    }
}

/// Grid indices of a box, those along x next to each other.
pub(crate) fn places(from: UVec3, to: UVec3) -> impl Iterator<Item = UVec3> {
    let rows = (from.z..to.z).flat_map(move |z| (from.y..to.y).map(move |y| (y, z)));
    rows.flat_map(move |(y, z)| (from.x..to.x).map(move |x| UVec3::new(x, y, z)))
}

/// −f / |∇f| along the gradient, no longer than a centimeter.
pub(crate) fn newton_step(value: f64, gradient: DVec3) -> DVec3 {
    let steepness = gradient.length_squared();
    if steepness < 1e-6 {
        return DVec3::ZERO;
    }
    (gradient * (value / steepness)).clamp_length_max(0.01)
}

/// The gradient by central differences.
pub(crate) fn gradient(value: impl Fn(DVec3) -> f64, point: DVec3) -> DVec3 {
    // A tenth of a millimeter: small beside all blends, and large beside the rounding of f64.
    let step = 1e-4;
    let along =
        |axis: DVec3| (value(point + step * axis) - value(point - step * axis)) / (2.0 * step);
    DVec3::new(along(DVec3::X), along(DVec3::Y), along(DVec3::Z))
}

fn melted_distance(group: &Group, members: impl Iterator<Item = usize>, point: DVec3) -> f64 {
    members.fold(f64::INFINITY, |whole, place| {
        let solid = &group.solids[place];
        let distance = solid.distance(point);
        if solid.cuts {
            -smooth_min(-whole, distance, solid.blend)
        } else {
            smooth_min(whole, distance, solid.blend)
        }
    })
}

/// The smaller of two values, rounded off where they differ by less than `reach`:
/// min(a, b) − (reach − |a − b|)² / (4 reach).
fn smooth_min(a: f64, b: f64, reach: f64) -> f64 {
    let overlap = (reach - (a - b).abs()).max(0.0);
    let rounded = if overlap > 0.0 {
        overlap * overlap / (4.0 * reach)
    } else {
        0.0
    };
    a.min(b) - rounded
}

/// From 0 at `from` to 1 at `to`, smooth at both ends.
pub(crate) fn ramp(value: f64, from: f64, to: f64) -> f64 {
    let s = ((value - from) / (to - from)).clamp(0.0, 1.0);
    s * s * (3.0 - 2.0 * s)
}
