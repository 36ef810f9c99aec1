//! The camera of the file that a pane looks through.

use character::{CameraLens, FileCamera};
use scene::view::camera::Camera;

/// A pane that looks through a camera of the file, and follows it.
#[derive(Clone, Debug, PartialEq)]
pub struct LookThrough {
    /// The pane, 0 for A.
    pub pane: usize,
    /// The key of the joint that the camera stands at.
    pub node: u32,
    /// Its name for people.
    pub name: String,
    /// What it sees.
    pub lens: CameraLens,
    /// The pane's own camera from before; none where it had none.
    pub before: Option<Camera>,
}

impl LookThrough {
    /// A pane that begins to look through a camera; `before` is its own camera so far.
    #[must_use]
    pub fn new(pane: usize, camera: &FileCamera, before: Option<Camera>) -> Self {
        let number = camera.node;
        let name = camera.name.clone();
        Self {
            pane,
            node: camera.node,
            name: name.unwrap_or_else(|| format!("camera at node {number}")),
            lens: camera.lens,
            before,
        }
    }
}
