//! Names of joints, written beside them in the panes.

use eframe::egui::{Align2, Color32, FontId, Painter, Rect, Vec2};
use rig::Skeleton;
use scene::names::joint_name;
use scene::view::camera::Camera;
use session::shown::NamedJoint;

/// Size of letters in points.
const SIZE: f32 = 12.0;
const FOREGROUND: Color32 = Color32::from_gray(240);
const SELECTED_FOREGROUND: Color32 = Color32::from_rgb(255, 196, 110);
/// Opacity of the plate behind a name, of 255: the figure stays visible through it.
const PLATE: u8 = 140;
/// From a joint to its name.
const OFFSET: Vec2 = Vec2::new(8.0, 0.0);
/// Most names that are considered for one pane.
const MOST: usize = 400;

/// Writes names of joints over the picture of a pane. Names that would overlap those before them are left out.
pub fn names_over(
    painter: &Painter,
    picture: Rect,
    camera: &Camera,
    skeleton: &Skeleton,
    names: &[NamedJoint],
) {
    let size = glam::Vec2::new(picture.width(), picture.height());
    let seen = names.iter().filter_map(|named| {
        let place = camera.pixel(named.place, size)?;
        let at = picture.min + Vec2::new(place.x, place.y);
        picture.contains(at).then_some((named, at))
    });
    let mut taken: Vec<Rect> = Vec::new();
    for (named, at) in seen.take(MOST) {
        let name = joint_name(skeleton, named.joint);
        let foreground = if named.is_active {
            SELECTED_FOREGROUND
        } else {
            FOREGROUND
        };
        let galley = painter.layout_no_wrap(name, FontId::proportional(SIZE), foreground);
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
