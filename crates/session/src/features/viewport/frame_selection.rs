//! Framing of the surface that the selected joints move.

use character::Character;
use glam::{Affine3A, Vec3};
use rig::{JointIndex, JointSlot};
use scene::deform::{DeformedPrimitive, deform_posed};
use scene::placed::{PlacedPrimitive, placed_primitives};
use scene::view::bounds::Bounds;
use scene::view::sight::outside;

use crate::features::Context;
use crate::mode::Mode;
use crate::shown::{bounds_around, bounds_of};

/// Smallest weight that counts as moving a vertex.
const SEEN: f32 = 0.005;
/// Margin around bones, as a share of the character's size.
const MARGIN: f32 = 0.06;

impl Context<'_> {
    /// Frames what the selected joints move, seen from outside the mesh; outside Weights mode the bones too.
    pub(in crate::features) fn frame_selection(&mut self) {
        let joints = self.session.character.selection.joints().to_vec();
        let Some(pane) = self.active_pane().filter(|_| !joints.is_empty()) else {
            return self.frame_all();
        };
        let character = pane.character(&self.document.character);
        let mut posed = Vec::new();
        // A pose that does not fit leaves no vertices; panes say why themselves.
        let _fits = deform_posed(character, &pane.posed, &mut posed);
        let mut seen = moved_places(character, &joints, &posed, SEEN);
        if seen.is_empty() || self.session.mode != Mode::Weights {
            let size = bounds_of(&posed).radius();
            seen.extend(bones(character, &pane.frames, size, &joints));
        }
        self.begin_visit();
        let bounds = Bounds::from_points(seen.iter().copied());
        self.frame(&bounds, seen, None);
        let aspect = self.session.pane_aspect;
        let surface = self.session.surface.of(&self.document.character);
        let camera = outside(self.session.active_camera(), aspect, &surface, &posed);
        self.session.set_active_camera(camera);
    }
}

/// The finite positions of vertices that the joints move by this weight or more.
pub(in crate::features) fn moved_places(
    character: &Character,
    joints: &[JointIndex],
    posed: &[DeformedPrimitive],
    least: f32,
) -> Vec<Vec3> {
    let placed = placed_primitives(character).zip(posed);
    let places = placed.flat_map(|(placed, shown)| {
        let moved = find_moved(character, joints, &placed, least);
        let chosen = shown.positions.iter().zip(moved);
        chosen.filter_map(|(&place, is_moved)| is_moved.then_some(place))
    });
    places.filter(|place| place.is_finite()).collect()
}

/// For each vertex whether the joints move it. A mesh without a skin follows its node.
fn find_moved(
    character: &Character,
    joints: &[JointIndex],
    placed: &PlacedPrimitive<'_>,
    least: f32,
) -> Vec<bool> {
    let skin = placed.instance.skin;
    let bind = skin.and_then(|skin| character.rig.binds.get(skin));
    let (Some(bind), Some(influences)) = (bind, &placed.primitive.influences) else {
        let follows = joints.contains(&placed.instance.node);
        return vec![follows; placed.primitive.positions.len()];
    };
    let is_chosen = |place: &JointSlot| {
        let joint = bind.joint_at(*place);
        joint.is_some_and(|joint| joints.contains(&joint))
    };
    let rows = influences.rows().map(|row| {
        let own = row.joints.iter().zip(row.weights);
        let own = own.filter(|(place, _)| is_chosen(place));
        own.map(|(_, weight)| weight).sum::<f32>() >= least
    });
    rows.collect()
}

/// Corners of a box around the joints and their neighbors, with a margin.
fn bones(
    character: &Character,
    frames: &[Affine3A],
    size: f32,
    joints: &[JointIndex],
) -> Vec<Vec3> {
    let boxes = joints
        .iter()
        .map(|&joint| bounds_around(character, frames, joint));
    let bounds = boxes.fold(Bounds::EMPTY, Bounds::union);
    if bounds.is_empty() {
        return Vec::new();
    }
    let size = if size.is_finite() { size } else { 0.0 };
    let margin = (MARGIN * size).max(0.25 * bounds.radius());
    let margin = Vec3::splat(margin);
    corners(bounds.min - margin, bounds.max + margin).to_vec()
}

fn corners(min: Vec3, max: Vec3) -> [Vec3; 8] {
    [0, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
        let pick = |bit: u8, low: f32, high: f32| if corner & bit == 0 { low } else { high };
        Vec3::new(
            pick(1, min.x, max.x),
            pick(2, min.y, max.y),
            pick(4, min.z, max.z),
        )
    })
}
