//! A click into the mesh.

use glam::{Vec2, Vec3};
use scene::vertex_facts::VertexPlace;
use session::commands::command::Outcome;
use session::state::viewport::pointing::{Aim, Pointed};

use super::work::Work;

/// Adds a joint with a click that finds this place halfway through the volume.
pub(crate) fn place_joint(work: &mut Work, middle: Vec3) {
    let size = Vec2::new(800.0, 600.0);
    let found = Pointed {
        aim: Aim {
            pane: 0,
            ray: work.session.camera.ray(0.5 * size, size),
            at: Vec2::ZERO,
            near: None,
        },
        place: VertexPlace {
            primitive: 0,
            vertex: 0,
        },
        position: middle,
        middle,
    };
    work.send(Outcome::PlaceJoint(Some(found)).into());
}
