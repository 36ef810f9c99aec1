//! Which points a gradient may change: found once when the button goes down, and narrowed to what its ends reach as they move.

use glam::Vec3;
use mesh::Adjacency;
use weights::LimbFinder;

use super::PaintMesh;
use crate::session::Session;
use crate::tools::brush_work::GradientDrag;

/// The points that a gradient may change, and those that it reaches now.
#[derive(Debug)]
pub(super) struct GradientRegion {
    /// Those that may change at all, rising.
    region: Vec<u32>,
    /// Where they come from.
    origin: Origin,
    /// Those that are reached now, rising.
    reached: Vec<u32>,
    /// Of each point, how much it is reached now.
    shares: Vec<f32>,
    /// Of each point, whether it would be reached and is not found yet.
    is_left: Vec<bool>,
    waiting: Vec<u32>,
    limb: LimbFinder,
}

/// Why points may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// Their vertices are selected: all that the ends reach do.
    Selected,
    /// All parts.
    All,
    /// They are of the connected part where it begins, around these points if that is on the surface.
    Part(Option<[u32; 3]>),
}

impl GradientRegion {
    /// Of a gradient that begins among these points, or beside the surface: selected vertices, else the connected part where it
    /// begins, else all.
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

    /// Narrows it to what the ends reach of these places: an arm, and neither the body that it grows from nor what lies as high of the
    /// other.
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
            // What lies around the limb too.
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

    /// Goes on past the ends from what is reached between them.
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

    /// Notes that these are still to be found.
    fn leave(&mut self, points: &[u32]) {
        self.is_left.clear();
        self.is_left.resize(self.shares.len(), false);
        for &point in points {
            if let Some(is_left) = self.is_left.get_mut(point as usize) {
                *is_left = true;
            }
        }
    }

    /// Reaches what is left and hangs together with what waits.
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

    /// The points that are reached now, rising.
    pub(super) fn points(&self) -> &[u32] {
        &self.reached
    }

    /// Of each point of the surface, how much it is reached now.
    pub(super) fn shares(&self) -> &[f32] {
        &self.shares
    }

    /// How much a point is reached now.
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

/// The points of selected vertices, rising.
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
