//! Which points a gradient may change: found once when the button goes down, narrowed as its ends move.

use glam::Vec3;
use mesh::{Adjacency, PointIndex};
use weights::{LimbFinder, PointValue};

use crate::session::Session;
use crate::state::painting::brush_work::GradientDrag;
use crate::state::painting::{Mask, PaintMesh};

/// Beyond an end a limb goes on until the surface is farther from the line than so many times what it is between the ends.
const WIDER: f32 = 2.5;

/// The points that a gradient reaches now. Which of them it may change says its mask.
#[derive(Debug)]
pub(crate) struct GradientRegion {
    /// The points that may be reached at all, ascending.
    region: Vec<PointIndex>,
    /// The rule by which `region` was chosen.
    origin: Origin,
    /// The points that may change.
    mask: Mask,
    /// The points that are reached now, ascending.
    reached: Vec<PointIndex>,
    /// Per point, how much of the gradient applies, 0 to 1.
    shares: Vec<f32>,
    /// Per point, whether it is inside the limits and not yet visited by the flood fill.
    is_left: Vec<bool>,
    waiting: Vec<PointIndex>,
    limb: LimbFinder,
}

/// How the points that may change were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// All connected parts of the mesh, wherever the drag begins.
    All,
    /// The connected part where the drag begins, from these points if it began on the surface.
    Part(Option<[PointIndex; 3]>),
}

impl GradientRegion {
    /// For a gradient that begins among these points, or beside the surface: the connected part where it begins, or all. The ends
    /// alone say which selected vertices change, unless the gradient is limited to a limb.
    pub(crate) fn new(
        mesh: &PaintMesh,
        session: &Session,
        (corners, limb): (Option<[PointIndex; 3]>, bool),
    ) -> Self {
        let mask = Mask::of(mesh, &session.character.weights.vertices)
            .without(mesh, &session.character.hidden_surfaces);
        let is_of_ends = mask.is_on() && !limb;
        let origin = if session.settings.brush.gradient.whole || is_of_ends {
            Origin::All
        } else {
            Origin::Part(corners)
        };
        Self {
            region: region(mesh, origin),
            origin,
            mask,
            reached: Vec::new(),
            shares: vec![0.0; mesh.surface().point_count()],
            is_left: Vec::new(),
            waiting: Vec::new(),
            limb: LimbFinder::new(),
        }
    }

    /// Narrows the region to what the ends reach: one arm, without the body that it is attached to and without the
    /// other arm at the same height.
    pub(crate) fn narrow(&mut self, surface: &Adjacency, places: &[Vec3], drag: &GradientDrag) {
        self.reached.clear();
        self.shares.fill(0.0);
        if drag.limb {
            self.narrow_to_limb(surface, places, drag);
        } else {
            self.narrow_to_part(surface, places, drag);
        }
    }

    fn narrow_to_part(&mut self, surface: &Adjacency, places: &[Vec3], drag: &GradientDrag) {
        let reaches = |&point: &PointIndex| is_reached(places, point, drag);
        let region = self.region.iter().copied();
        self.reached.extend(region.filter(reaches));
        let Origin::Part(Some(root)) = self.origin else {
            for &point in &self.reached {
                set_share(&mut self.shares, point, 1.0);
            }
            return;
        };
        self.leave(&self.reached.clone());
        // The corners may lie before the beginning of the gradient, and so be out of reach: their neighbors begin the fill too.
        for corner in root {
            self.waiting.push(corner);
            self.waiting.extend(surface.neighbors(corner));
        }
        self.flood(surface);
        self.collect();
    }

    fn narrow_to_limb(&mut self, surface: &Adjacency, places: &[Vec3], drag: &GradientDrag) {
        for &PointValue {
            point,
            value: share,
        } in self.limb.find(surface, places, drag.ends, &self.region)
        {
            set_share(&mut self.shares, point, share);
            self.reached.push(point);
        }
        if self.origin == Origin::All {
            // Vertices that only surround the limb, such as sleeves, belong to it too.
            for &point in &self.region {
                let place = places.get(point.index());
                let share = place.map_or(0.0, |&place| self.limb.share_at(place));
                set_share(&mut self.shares, point, share);
            }
            self.collect();
        }
        let between = self.reached.clone();
        let [from, to] = drag.ends;
        for (is_extended, line) in [(drag.before, [to, from]), (drag.beyond, [from, to])] {
            if is_extended {
                self.extend(surface, places, line, &between);
            }
        }
        self.collect();
    }

    /// Goes on beyond the second end of a line, from the points between its ends.
    ///
    /// What is connected there goes along as a whole, a forearm with its hand; but if that is most of the part, or hangs together with
    /// more than the limb, it is the body that the limb grows from: then only what is about as near to the line as the limb goes along.
    fn extend(
        &mut self,
        surface: &Adjacency,
        places: &[Vec3],
        [from, to]: [Vec3; 2],
        between: &[PointIndex],
    ) {
        // Divided by the square, so that t is 0 at `from` and 1 at `to`. Ends at one place give no finite t, and nothing is past
        // them.
        let along = (to - from) / (to - from).length_squared();
        let at = |point: PointIndex| {
            let offset = *places.get(point.index())? - from;
            let t = offset.dot(along);
            let beside = offset - (to - from) * t;
            t.is_finite().then_some((t, beside.length()))
        };
        let is_past = |point: &PointIndex| at(*point).is_some_and(|(t, _)| t > 1.0);
        let past: Vec<PointIndex> = self.region.iter().copied().filter(&is_past).collect();
        self.leave(&past);
        for &point in between {
            self.waiting.extend(surface.neighbors(point));
        }
        let mut found: Vec<(f32, f32, PointIndex)> = Vec::new();
        let mut is_body = false;
        while let Some(point) = self.waiting.pop() {
            let is_left = self.is_left.get_mut(point.index());
            if is_left.is_some_and(std::mem::take)
                && let Some((t, beside)) = at(point)
            {
                found.push((t, beside, point));
                let neighbors = surface.neighbors(point);
                let is_other = |other: &PointIndex| !self.has(*other) && !is_past(other);
                is_body |= neighbors.iter().any(is_other);
                self.waiting.extend(neighbors);
            }
        }
        if is_body || 2 * found.len() > self.region.len() {
            // The thickness of the limb between the ends: the largest distance from the line. Points that are of it in part only
            // are left out.
            let full = between.iter().filter(|&&point| self.share(point) >= 1.0);
            let limb = full
                .filter_map(|&point| Some(at(point)?.1))
                .fold(0.0, f32::max);
            // By t, so that nothing behind the first point that is too far off comes along.
            found.sort_by(|one, other| one.0.total_cmp(&other.0));
            let end = found
                .iter()
                .position(|&(_, beside, _)| beside > WIDER * limb);
            found.truncate(end.unwrap_or(found.len()));
        }
        for (.., point) in found {
            set_share(&mut self.shares, point, 1.0);
        }
    }

    /// Marks these points as not yet visited.
    fn leave(&mut self, points: &[PointIndex]) {
        self.is_left.clear();
        self.is_left.resize(self.shares.len(), false);
        for &point in points {
            if let Some(is_left) = self.is_left.get_mut(point.index()) {
                *is_left = true;
            }
        }
    }

    /// Flood fill: visits all marked points that are connected to those in the queue.
    fn flood(&mut self, surface: &Adjacency) {
        while let Some(point) = self.waiting.pop() {
            let is_left = self.is_left.get_mut(point.index());
            if is_left.is_some_and(std::mem::take) {
                set_share(&mut self.shares, point, 1.0);
                self.waiting.extend(surface.neighbors(point));
            }
        }
    }

    fn collect(&mut self) {
        let shares = &self.shares;
        let region = self.region.iter().copied();
        self.reached.clear();
        self.reached
            .extend(region.filter(|&point| share(shares, point) > 0.0));
    }

    /// The points that are reached now, ascending, whether they may change or not.
    pub(crate) fn points(&self) -> &[PointIndex] {
        &self.reached
    }

    /// The points that may change.
    pub(crate) const fn mask(&self) -> &Mask {
        &self.mask
    }

    /// Per point of the surface, how much of the gradient applies, 0 to 1.
    pub(crate) fn shares(&self) -> &[f32] {
        &self.shares
    }

    /// How much of the gradient applies to a point, 0 to 1.
    pub(crate) fn share(&self, point: PointIndex) -> f32 {
        share(&self.shares, point)
    }

    /// Whether a point is reached now.
    pub(crate) fn has(&self, point: PointIndex) -> bool {
        self.share(point) > 0.0
    }
}

fn is_reached(places: &[Vec3], point: PointIndex, drag: &GradientDrag) -> bool {
    let place = places.get(point.index());
    place.is_some_and(|&place| drag.reaches(place))
}

fn set_share(shares: &mut [f32], point: PointIndex, share: f32) {
    if let Some(place) = shares.get_mut(point.index()) {
        *place = share;
    }
}

fn share(shares: &[f32], point: PointIndex) -> f32 {
    shares.get(point.index()).copied().unwrap_or(0.0)
}

/// The points that may be reached.
fn region(mesh: &PaintMesh, origin: Origin) -> Vec<PointIndex> {
    let all = mesh.all_points();
    let parts = mesh.surface().parts();
    let part_of = |point: PointIndex| parts.get(point.index()).copied();
    match origin {
        Origin::Part(Some([point, ..])) => {
            let part = part_of(point);
            all.filter(|&point| part_of(point) == part).collect()
        }
        Origin::Part(None) | Origin::All => all.collect(),
    }
}
