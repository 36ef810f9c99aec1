//! Names of joints, written beside them in the panes.

use eframe::egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Vec2};
use rig::JointIndex;
use scene::names::joint_name;
use session::commands::view::View;

const SIZE: f32 = 12.0;
const FOREGROUND: Color32 = Color32::from_gray(240);
const SELECTED_FOREGROUND: Color32 = Color32::from_rgb(255, 196, 110);
const PLATE: u8 = 140;
/// From a joint to its name.
const OFFSET: Vec2 = Vec2::new(8.0, 0.0);
/// Most names that are considered for one pane.
const MOST: usize = 400;

/// Writes the names of a pane's drawn joints over its picture, if they are shown. Names that would overlap are left
/// out: the selected joint comes first, then from near to far.
pub fn names_over(painter: &Painter, picture: Rect, pane: usize, view: &View<'_>) {
    let session = view.session;
    if !session.bones.names || !session.shows_bones() {
        return;
    }
    let mut taken: Vec<Rect> = Vec::new();
    for (joint, at) in places(picture, pane, view).into_iter().take(MOST) {
        let is_selected = session.character.selection.active() == Some(joint);
        let name = joint_name(&view.document.character.rig.skeleton, joint);
        let foreground = if is_selected {
            SELECTED_FOREGROUND
        } else {
            FOREGROUND
        };
        let galley =
            painter.layout_no_wrap(name.to_string(), FontId::proportional(SIZE), foreground);
        let plate =
            Align2::LEFT_CENTER.anchor_size(at + OFFSET, galley.size() + Vec2::new(8.0, 2.0));
        if taken.iter().any(|other| other.intersects(plate)) {
            continue;
        }
        painter.rect_filled(plate, 3.0, Color32::from_black_alpha(PLATE));
        painter.galley(plate.min + Vec2::new(4.0, 1.0), galley, foreground);
        taken.push(plate);
    }
}

/// Places of the drawn joints in the window: the selected one, the one under the pointer, then from near to far.
fn places(picture: Rect, pane: usize, view: &View<'_>) -> Vec<(JointIndex, Pos2)> {
    let session = view.session;
    let size = glam::Vec2::new(picture.width(), picture.height());
    let camera = session.camera_of(pane);
    let eye = camera.eye();
    let joints = view.document.character.rig.skeleton.joints();
    let drawn = joints.zip(view.shown.frames(pane)).filter(|(joint, _)| {
        session.character.facts.is_drawn(*joint) && !session.character.hidden.contains(joint)
    });
    let mut seen: Vec<(f32, JointIndex, Pos2)> = drawn
        .filter_map(|(joint, frame)| {
            let position = glam::Vec3::from(frame.translation);
            let place = camera.pixel(position, size)?;
            let at = picture.min + Vec2::new(place.x, place.y);
            let first = [
                session.character.selection.active(),
                session.character.hovered,
            ]
            .contains(&Some(joint));
            let distance = if first { 0.0 } else { position.distance(eye) };
            picture.contains(at).then_some((distance, joint, at))
        })
        .collect();
    seen.sort_by(|a, b| a.0.total_cmp(&b.0));
    seen.into_iter().map(|(_, joint, at)| (joint, at)).collect()
}
