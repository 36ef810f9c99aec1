//! What lies over the picture of a pane: names of joints, and the visited place.

use glam::Vec3;
use rig::JointIndex;
use scene::names::decimal;
use scene::view::camera::Camera;

use super::ShownPanes;
use crate::document::Document;
use crate::session::Session;
use crate::settings::Units;
use crate::state::comparing::Visited;

/// A joint whose name a pane shows beside it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NamedJoint {
    /// Index of the joint in the skeleton of the document.
    pub joint: JointIndex,
    /// Where it is, in scene space.
    pub place: Vec3,
    /// Whether it is the active one.
    pub is_active: bool,
}

/// The mark of a visited place in a pane.
#[derive(Clone, Debug, PartialEq)]
pub struct SpotMark {
    /// The place, in scene space.
    pub place: Vec3,
    /// Its rank and how much differs there, in the pane that it is about.
    pub text: Option<String>,
}

impl SpotMark {
    /// The mark of a place in a pane.
    #[must_use]
    pub fn of(visited: &Visited, pane: usize, units: Units) -> Self {
        let amount = || match visited.asymmetry {
            Some(_) => decimal(visited.spot.amount, 2),
            None => units.length(visited.spot.amount),
        };
        let text = || format!("Spot {}/{} · {}", visited.rank + 1, visited.of, amount());
        Self {
            place: visited.spot.position,
            text: (pane == visited.pane).then(text),
        }
    }
}

impl ShownPanes {
    /// The joints whose names a pane shows: the active one, the one under the pointer, then from near to far, so that the last
    /// are left out where names would overlap. None while names are off.
    #[must_use]
    pub fn joint_labels(
        &self,
        pane: usize,
        camera: &Camera,
        document: &Document,
        session: &Session,
    ) -> Vec<NamedJoint> {
        if !session.bones.names || !session.shows_bones() {
            return Vec::new();
        }
        let (own, eye) = (&session.character, camera.eye());
        let active = own.selection.active();
        let joints = document.character.rig.skeleton.joints();
        let drawn = joints
            .zip(self.frames(pane))
            .filter(|(joint, _)| own.facts.is_drawn(*joint) && !own.hidden.contains(joint));
        let named = drawn.map(|(joint, frame)| {
            let place = Vec3::from(frame.translation);
            let is_first = [active, own.hovered].contains(&Some(joint));
            let named = NamedJoint {
                joint,
                place,
                is_active: active == Some(joint),
            };
            let distance = if is_first { 0.0 } else { place.distance(eye) };
            (distance, named)
        });
        let mut named: Vec<(f32, NamedJoint)> = named.collect();
        named.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        named.into_iter().map(|(_, named)| named).collect()
    }

    /// The visited place, while pose and panes are those of the visit.
    #[must_use]
    pub fn visited_place<'a>(
        &self,
        document: &Document,
        session: &'a Session,
    ) -> Option<&'a Visited> {
        let comparing = &session.comparing;
        let visited = comparing.visited.as_ref()?;
        let is_same = match visited.asymmetry {
            Some(_) => session.visits_asymmetry(),
            None => visited.panes == comparing.panes,
        };
        let is_shown = is_same
            && visited.pose == self.pose
            && visited.scale_inheritance == document.scale_inheritance;
        is_shown.then_some(visited)
    }
}
