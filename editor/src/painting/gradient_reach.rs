//! Which points a gradient may change: found once when the button goes down, and narrowed to what its ends reach as they move.

use mesh::Adjacency;

use super::PaintMesh;
use crate::session::Session;

/// The points that a gradient may change, and those that it reaches now.
#[derive(Debug)]
pub(super) struct Reach {
    /// Those that may change at all, rising.
    region: Vec<u32>,
    /// The points around where it begins, if what changes must hang together with them.
    root: Option<[u32; 3]>,
    /// Those that are reached now, rising.
    reached: Vec<u32>,
    /// Of each point, whether it is reached now.
    is_reached: Vec<bool>,
    /// Of each point, whether it would be reached and is not found yet.
    is_left: Vec<bool>,
    waiting: Vec<u32>,
}

impl Reach {
    /// Of a gradient that begins among these points, or beside the surface: selected vertices, else the connected part where it
    /// begins, else all.
    pub(super) fn new(mesh: &PaintMesh, session: &Session, corners: Option<[u32; 3]>) -> Self {
        let is_whole = session.settings.brush.gradient.whole;
        let is_free = session.weights.vertices.all().is_empty() && !is_whole;
        let count = mesh.surface().point_count();
        Self {
            region: region(mesh, session, corners),
            root: corners.filter(|_| is_free),
            reached: Vec::new(),
            is_reached: vec![false; count],
            is_left: vec![false; count],
            waiting: Vec::new(),
        }
    }

    /// Narrows it to the places that the ends reach: those of a leg, and not what lies as high of the other.
    pub(super) fn narrow(&mut self, surface: &Adjacency, reaches: impl Fn(u32) -> bool) {
        self.reached.clear();
        let region = self.region.iter().copied();
        self.reached.extend(region.filter(|&point| reaches(point)));
        self.is_reached.fill(false);
        mark(&mut self.is_reached, &self.reached);
        if let Some(root) = self.root {
            self.keep_connected(surface, root);
        }
    }

    /// Drops what does not hang together with these points.
    fn keep_connected(&mut self, surface: &Adjacency, root: [u32; 3]) {
        std::mem::swap(&mut self.is_left, &mut self.is_reached);
        self.is_reached.fill(false);
        for corner in root {
            self.waiting.push(corner);
            self.waiting.extend(surface.neighbours(corner));
        }
        while let Some(point) = self.waiting.pop() {
            let place = point as usize;
            let is_new = self.is_left.get_mut(place).is_some_and(std::mem::take);
            if let Some(is_reached) = self.is_reached.get_mut(place).filter(|_| is_new) {
                *is_reached = true;
                self.waiting.extend(surface.neighbours(point));
            }
        }
        let is_reached = &self.is_reached;
        self.reached
            .retain(|&point| is_reached.get(point as usize) == Some(&true));
    }

    /// The points that are reached now, rising.
    pub(super) fn points(&self) -> &[u32] {
        &self.reached
    }

    /// Whether a point is reached now.
    pub(super) fn has(&self, point: u32) -> bool {
        self.is_reached.get(point as usize) == Some(&true)
    }
}

fn mark(marks: &mut [bool], points: &[u32]) {
    for &point in points {
        if let Some(mark) = marks.get_mut(point as usize) {
            *mark = true;
        }
    }
}

/// The points that may change: those of selected vertices, else of the connected part where it begins, else all.
fn region(mesh: &PaintMesh, session: &Session, corners: Option<[u32; 3]>) -> Vec<u32> {
    let selected = session.weights.vertices.all();
    if !selected.is_empty() {
        let point = |place: &crate::vertex_facts::VertexPlace| {
            let vertex = u32::try_from(place.vertex).ok()?;
            mesh.point_at(place.primitive, vertex)
        };
        let mut points: Vec<u32> = selected.iter().filter_map(point).collect();
        points.sort_unstable();
        points.dedup();
        return points;
    }
    let all = 0..mesh.point_count();
    let parts = mesh.surface().parts();
    let part_of = |point: u32| parts.get(point as usize).copied();
    match corners {
        Some([point, ..]) if !session.settings.brush.gradient.whole => {
            let part = part_of(point);
            all.filter(|&point| part_of(point) == part).collect()
        }
        _ => all.collect(),
    }
}
