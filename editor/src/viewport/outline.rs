//! Outline of the joint under the pointer, drawn over everything so that the mesh does not hide it.

use eframe::egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2};
use rig::JointIndex;
use scene::view::bone_geometry::bone_corners;
use session::features::view::View;

use super::bone_outline::bone_outline;
use crate::panes::theme;

/// Radius of the ring around a joint, in points.
const RING: f32 = 6.0;

/// Outlines the hovered joint's bones in a pane, whether it is hovered in a pane or in the tree.
pub(super) fn outline_hovered(painter: &Painter, picture: Rect, pane: usize, view: &View<'_>) {
    let Some(joint) = view.session.character.hovered else {
        return;
    };
    let size = glam::Vec2::new(picture.width(), picture.height());
    let pixel = |at: glam::Vec3| {
        let at = view.session.camera_of(pane).pixel(at, size)?;
        Some(picture.min + Vec2::new(at.x, at.y))
    };
    let [r, g, b] = theme(view.session).bone_hovered;
    let strokes = [
        Stroke::new(4.0, Color32::from_black_alpha(170)),
        Stroke::new(2.0, Color32::from_rgb(r, g, b)),
    ];
    let outlines: Vec<Vec<Pos2>> = bones(joint, pane, view)
        .into_iter()
        .map(|corners| bone_outline(corners.into_iter().filter_map(pixel).collect()))
        .filter(|outline| outline.len() > 2)
        .collect();
    let frame = view.shown.frames(pane).get(joint.index());
    let place = frame.and_then(|frame| pixel(frame.translation.into()));
    for stroke in strokes {
        for outline in &outlines {
            painter.add(Shape::closed_line(outline.clone(), stroke));
        }
        if let Some(place) = place {
            painter.circle_stroke(place, RING, stroke);
        }
    }
}

/// Corners of each of the joint's bones; none where the pane does not show the joint.
fn bones(joint: JointIndex, pane: usize, view: &View<'_>) -> Vec<Vec<glam::Vec3>> {
    let session = view.session;
    let Some(pose) = view.shown.panes.get(pane) else {
        return Vec::new();
    };
    if !session.character.facts.is_drawn(joint) || session.character.hidden.contains(&joint) {
        return Vec::new();
    }
    let joints = view.document.character.rig.skeleton.joints();
    let mut drawn = joints.filter(|&other| session.character.facts.is_drawn(other));
    let place = drawn.position(|other| other == joint);
    place.map_or_else(Vec::new, |place| {
        bone_corners(&pose.marks, place, session.bone_display().style)
    })
}
