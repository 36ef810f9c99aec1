//! The limits of the active joint over a picture.

use eframe::egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2};
use glam::Vec3;
use rig::{JointIndex, Skeleton};
use session::features::view::View;
use session::state::gizmo::limit_arcs;

use super::{Tile, place_in, sight_of};

/// Drawn below lines, so that they stand out from every surface.
const SHADE: Color32 = Color32::from_black_alpha(120);
/// No axis and no handle has it.
const LIMIT: Color32 = Color32::from_rgb(214, 190, 255);
const BEYOND: Color32 = Color32::from_rgb(255, 84, 66);

/// Draws the limits of the active joint in modes that pose, if they are to be seen and it has some.
pub(super) fn draw(painter: &Painter, tile: &Tile, view: &View<'_>) {
    let session = view.session;
    if !(session.mode.poses() && session.switches.limit_arcs && session.shows_bones()) {
        return;
    }
    let Some(joint) = session.character.selection.active() else {
        return;
    };
    let limits = view.document.joint_limits.get(joint.index());
    let (Some(limits), Some(place)) = (limits.copied().flatten(), place_in(tile.pane, view)) else {
        return;
    };
    let bone = bone_in(&view.document.character.rig.skeleton, joint);
    let Some(arcs) = limit_arcs(&place, &limits, bone, &sight_of(tile, view)) else {
        return;
    };
    let pen = |lines: &[Vec<glam::Vec2>], width: f32, color: Color32| {
        for line in lines.iter().filter(|line| line.len() > 1) {
            let at = |pixel: &glam::Vec2| tile.picture.min + Vec2::new(pixel.x, pixel.y);
            let points: Vec<Pos2> = line.iter().map(at).collect();
            painter.add(Shape::line(points.clone(), Stroke::new(width + 1.6, SHADE)));
            painter.add(Shape::line(points, Stroke::new(width, color)));
        }
    };
    let [swing, twist] =
        [arcs.is_swung_beyond, arcs.is_twisted_beyond].map(|is| if is { BEYOND } else { LIMIT });
    pen(&arcs.spokes, 0.7, swing.gamma_multiply(0.6));
    pen(&arcs.swing, 1.4, swing);
    pen(&arcs.twist, 1.4, twist);
    pen(&[arcs.twist_now], 2.4, twist);
    if let Some(tip) = arcs.bone.last() {
        let tip = tile.picture.min + Vec2::new(tip.x, tip.y);
        pen(&[arcs.bone], 1.8, swing);
        painter.circle_filled(tip, 4.2, SHADE);
        painter.circle_filled(tip, 3.2, swing);
    }
}

/// Where the bone of a joint points in its rest frame: to the middle of its children, or on from its parent.
fn bone_in(skeleton: &Skeleton, joint: JointIndex) -> Vec3 {
    let children = skeleton.children(joint);
    let along: Vec3 = children
        .map(|child| skeleton.parent_from_joint(child).translation)
        .sum();
    let from_parent = || {
        let places = [skeleton.parent(joint)?, joint];
        let [from, to] = places.map(|joint| skeleton.rest_model_from_joint(joint));
        Some(to.rotation.conjugate() * (to.translation - from.translation))
    };
    if along == Vec3::ZERO {
        from_parent().unwrap_or(Vec3::Y)
    } else {
        along
    }
}
