//! What the pointer is at: a ray into a pane, and the vertex that was found along it.

use glam::{Vec2, Vec3};

use crate::tools::selection::Choose;
use scene::vertex_facts::VertexPlace;
use scene::view::camera::Ray;

/// Where the pointer is in a pane, with no bone under it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The pane.
    pub pane: usize,
    /// Through the pointer.
    pub ray: Ray,
    /// The pointer in the window, in points.
    pub at: Vec2,
}

impl Aim {
    /// Whether both are at the same place of the same pane, wherever that is in the window.
    #[must_use]
    pub fn is_at(&self, other: &Self) -> bool {
        (self.pane, self.ray) == (other.pane, other.ray)
    }
}

/// What a click on the surface asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The joint that moves the place most.
    Joint(Choose),
    /// To keep the vertex in the inspector.
    Vertex,
    /// To select the vertex.
    Select(Choose),
    /// The middle of the volume, for a new joint.
    Middle,
}

/// A vertex that was found under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointed {
    /// What it was found by.
    pub aim: Aim,
    /// The vertex nearest to the place.
    pub place: VertexPlace,
    /// Where it was in that pane.
    pub position: Vec3,
    /// Halfway between where the ray enters the surface and where it leaves it.
    pub middle: Vec3,
}

/// The pointer and the surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pointing {
    /// Where the pointer is, while it is in a pane and no bone is under it.
    pub aim: Option<Aim>,
    /// A click that is not answered yet.
    pub pick: Option<(Aim, Pick)>,
    /// The vertex under the pointer, once it rests.
    pub found: Option<Pointed>,
    /// The vertex that the inspector keeps.
    pub pinned: Option<VertexPlace>,
}
