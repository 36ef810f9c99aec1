//! Which points a gradient may change: found once when the button goes down, narrowed as its ends move.

use glam::Vec3;
use mesh::Adjacency;
use weights::LimbFinder;

use super::PaintMesh;
use crate::session::Session;
use crate::tools::brush_work::GradientDrag;

/// The points that a gradient may change, and those that it reaches now.
#[derive(Debug)]
pub(super) struct GradientRegion {
    /// The points that may change at all, ascending.
    region: Vec<u32>,
    /// The rule by which `region` was chosen.
    origin: Origin,
    /// The points that are reached now, ascending.
    reached: Vec<u32>,
    /// Per point, how much of the gradient applies, 0 to 1.
    shares: Vec<f32>,
    /// Per point, whether it is inside the limits and not yet visited by the flood fill.
    is_left: Vec<bool>,
    waiting: Vec<u32>,
    limb: LimbFinder,
}

/// How the points that may change were chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// The selected vertices; all of them between the ends change.
    Selected,
    /// All connected parts.
    All,
    /// The connected part where the drag begins, from these points if it began on the surface.
    Part(Option<[u32; 3]>),
}

impl GradientRegion {
    /// For a gradient that begins among these points, or beside the surface: selected vertices, else the connected part
    /// where it begins, else all.
    pub(super) fn new(mesh: &PaintMesh, session: &Session, corners: Option<[u32; 3]>) -> Self {
        let origin = if !session.character.weights.vertices.all().is_empty() {
            Origin::Selected
        } else if session.settings.brush.gradient.whole {
            Origin::All
        } else {
            Origin::Part(corners)
        };
        Self {
            region: region(mesh, session, origin),
            origin,
            reached: Vec::new(),
            shares: vec![0.0; mesh.surface().point_count()],
            is_left: Vec::new(),
            waiting: Vec::new(),
            limb: LimbFinder::new(),
        }
    }

    /// Narrows the region to what the ends reach: one arm, without the body that it is attached to and without the
    /// other arm at the same height.
    pub(super) fn narrow(&mut self, surface: &Adjacency, places: &[Vec3], drag: &GradientDrag) {
        self.reached.clear();
        self.shares.fill(0.0);
        if drag.limb && self.origin != Origin::Selected {
            self.narrow_to_limb(surface, places, drag);
        } else {
            self.narrow_to_part(surface, places, drag);
        }
    }

    fn narrow_to_part(&mut self, surface: &Adjacency, places: &[Vec3], drag: &GradientDrag) {
        let reaches = |&point: &u32| is_reached(places, point, drag);
        let region = self.region.iter().copied();
        self.reached.extend(region.filter(reaches));
        let Origin::Part(Some(root)) = self.origin else {
            for &point in &self.reached {
                set(&mut self.shares, point, 1.0);
            }
            return;
        };
        self.leave(&self.reached.clone());
        for corner in root {
            self.waiting.push(corner);
            self.waiting.extend(surface.neighbours(corner));
        }
        self.spread(surface);
        self.collect();
    }

    fn narrow_to_limb(&mut self, surface: &Adjacency, places: &[Vec3], drag: &GradientDrag) {
        for &(point, share) in self.limb.find(surface, places, drag.ends, &self.region) {
            set(&mut self.shares, point, share);
            self.reached.push(point);
        }
        if self.origin == Origin::All {
            // Vertices that only surround the limb, such as sleeves, belong to it too.
            for &point in &self.region {
                let place = places.get(point as usize);
                let share = place.map_or(0.0, |&place| self.limb.share_at(place));
                set(&mut self.shares, point, share);
            }
            self.collect();
        }
        if drag.beyond {
            self.go_beyond(surface, places, drag);
        }
    }

    /// Continues past the ends from the points between them.
    fn go_beyond(&mut self, surface: &Adjacency, places: &[Vec3], drag: &GradientDrag) {
        let between = GradientDrag {
            beyond: false,
            ..drag.clone()
        };
        let is_past =
            |&point: &u32| is_reached(places, point, drag) && !is_reached(places, point, &between);
        let past: Vec<u32> = self.region.iter().copied().filter(is_past).collect();
        self.leave(&past);
        for &point in &self.reached {
            self.waiting.extend(surface.neighbours(point));
        }
        self.spread(surface);
        self.collect();
    }

    /// Marks these points as not yet visited.
    fn leave(&mut self, points: &[u32]) {
        self.is_left.clear();
        self.is_left.resize(self.shares.len(), false);
        for &point in points {
            if let Some(is_left) = self.is_left.get_mut(point as usize) {
                *is_left = true;
            }
        }
    }

    /// Flood fill: visits all marked points that are connected to those in the queue.
    fn spread(&mut self, surface: &Adjacency) {
        while let Some(point) = self.waiting.pop() {
            let is_left = self.is_left.get_mut(point as usize);
            if is_left.is_some_and(std::mem::take) {
                set(&mut self.shares, point, 1.0);
                self.waiting.extend(surface.neighbours(point));
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

    /// The points that are reached now, ascending.
    pub(super) fn points(&self) -> &[u32] {
        &self.reached
    }

    /// Per point of the surface, how much of the gradient applies, 0 to 1.
    pub(super) fn shares(&self) -> &[f32] {
        &self.shares
    }

    /// How much of the gradient applies to a point, 0 to 1.
    pub(super) fn share(&self, point: u32) -> f32 {
        share(&self.shares, point)
    }

    /// Whether a point is reached now.
    pub(super) fn has(&self, point: u32) -> bool {
        self.share(point) > 0.0
    }
}

fn is_reached(places: &[Vec3], point: u32, drag: &GradientDrag) -> bool {
    let place = places.get(point as usize);
    place.is_some_and(|&place| drag.reaches(place))
}

fn set(shares: &mut [f32], point: u32, share: f32) {
    if let Some(place) = shares.get_mut(point as usize) {
        *place = share;
    }
}

fn share(shares: &[f32], point: u32) -> f32 {
    shares.get(point as usize).copied().unwrap_or(0.0)
}

/// The points that may change.
fn region(mesh: &PaintMesh, session: &Session, origin: Origin) -> Vec<u32> {
    let all = 0..mesh.point_count();
    let parts = mesh.surface().parts();
    let part_of = |point: u32| parts.get(point as usize).copied();
    match origin {
        Origin::Selected => selected(mesh, session),
        Origin::Part(Some([point, ..])) => {
            let part = part_of(point);
            all.filter(|&point| part_of(point) == part).collect()
        }
        Origin::Part(None) | Origin::All => all.collect(),
    }
}

/// The points of selected vertices, ascending.
fn selected(mesh: &PaintMesh, session: &Session) -> Vec<u32> {
    let point = |place: &scene::vertex_facts::VertexPlace| {
        let vertex = u32::try_from(place.vertex).ok()?;
        mesh.point_at(place.primitive, vertex)
    };
    let selected = session.character.weights.vertices.all().iter();
    let mut points: Vec<u32> = selected.filter_map(point).collect();
    points.sort_unstable();
    points.dedup();
    points
}
