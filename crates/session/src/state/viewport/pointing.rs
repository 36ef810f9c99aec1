//! The pointer over a pane's surface: its ray, and the vertex found along it.

use glam::{Vec2, Vec3};
use scene::vertex_facts::VertexPlace;
use scene::view::camera::Ray;

use crate::state::selection::Choose;

/// The pointer in a pane, with no bone under it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// The index of the pane; A is 0.
    pub pane: usize,
    /// The ray through the pointer.
    pub ray: Ray,
    /// The pointer in the window, in points.
    pub at: Vec2,
    /// Where the middle of a volume is looked for: of all that the ray goes through the nearest one; without, the first.
    pub near: Option<Vec3>,
}

impl Aim {
    /// Whether both are the same ray of the same pane, wherever the pane is in the window, and look for the same volume.
    #[must_use]
    pub fn is_at(&self, other: &Self) -> bool {
        (self.pane, self.ray, self.near) == (other.pane, other.ray, other.near)
    }
}

/// What a click on the surface selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// The joint with the largest weight there.
    Joint(Choose),
    /// The vertex, to be pinned in the inspector.
    Vertex,
    /// The vertex, as part of the vertex selection.
    Select(Choose),
    /// The middle of the volume, to place a new joint.
    Middle,
    /// The middle of the volume, for the marker that was dragged last.
    Marker,
}

/// A vertex that was found under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointed {
    /// The aim of the query.
    pub aim: Aim,
    /// The vertex nearest to the hit.
    pub place: VertexPlace,
    /// The position of that vertex in the pane.
    pub position: Vec3,
    /// Halfway between where the ray enters a volume and where it leaves it.
    pub middle: Vec3,
}

/// The session's state of pointer and surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pointing {
    /// The present aim; none while the pointer is outside the panes or over a bone.
    pub aim: Option<Aim>,
    /// Whether what is under a moving pointer is wanted too, before it rests.
    pub is_close: bool,
    /// A click that is not answered yet.
    pub pick: Option<(Aim, Pick)>,
    /// The vertex under the pointer, once it rests.
    pub found: Option<Pointed>,
    /// The vertex that is pinned in the inspector.
    pub pinned: Option<VertexPlace>,
}
