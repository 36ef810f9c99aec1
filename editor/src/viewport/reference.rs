//! Reference pictures behind the figure of a pane, or over it.

use std::sync::Arc;

use eframe::egui::mutex::Mutex;
use eframe::egui::{
    Color32, ColorImage, Context, Id, Mesh, Painter, Pos2, Rect, Shape, TextureHandle, TextureId,
    TextureOptions, Vec2,
};
use session::document::reference::ReferencePictures;
use session::features::reference::picture_worker::ShownPicture;
use session::features::view::{PicturesInPane, View};
use session::state::reference::media::Picture;

use crate::panes::theme;

/// The picture on the device, with its number.
type OnDevice = Arc<Mutex<Option<(u64, TextureHandle)>>>;

/// Draws what lies behind the figure of a pane, if a picture does: the background and the picture.
pub(super) fn draw_behind(painter: &Painter, place: Rect, pane: usize, view: &View<'_>) {
    if view.has_picture_behind(pane) {
        let theme = theme(view.session);
        background(
            painter,
            place,
            [theme.background_top, theme.background_bottom],
        );
        draw(painter, place, pane, view);
    }
}

/// Draws the picture over the figure of a pane, if it is to be there.
pub(super) fn draw_before(painter: &Painter, place: Rect, pane: usize, view: &View<'_>) {
    if !view.has_picture_behind(pane) {
        draw(painter, place, pane, view);
    }
}

fn draw(painter: &Painter, place: Rect, pane: usize, view: &View<'_>) {
    let Some(PicturesInPane { pictures, shown }) = view.pictures_in(pane) else {
        return;
    };
    let texture = on_device(painter.ctx(), shown);
    draw_placed(painter, place, texture, &shown.picture, pictures);
}

/// Draws a picture in a pane, at its place there.
pub(crate) fn draw_placed(
    painter: &Painter,
    place: Rect,
    texture: TextureId,
    picture: &Picture,
    placed: &ReferencePictures,
) {
    let [width, height] = [picture.width, picture.height].map(as_f32);
    let fit = (place.width() / width).min(place.height() / height);
    let [right, up] = placed.shift.map(|by| by * place.height());
    let middle = place.center() + Vec2::new(right, -up);
    let size = fit * placed.scale * Vec2::new(width, height);
    let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
    let tint = Color32::WHITE.gamma_multiply(placed.opacity);
    painter.image(texture, Rect::from_center_size(middle, size), whole, tint);
}

/// What panes have behind their figures where no picture is.
pub(crate) fn background(painter: &Painter, place: Rect, colors: [[u8; 3]; 2]) {
    let color = |[red, green, blue]: [u8; 3]| Color32::from_rgb(red, green, blue);
    let [top, bottom] = colors.map(color);
    let mut mesh = Mesh::default();
    mesh.colored_vertex(place.left_top(), top);
    mesh.colored_vertex(place.right_top(), top);
    mesh.colored_vertex(place.left_bottom(), bottom);
    mesh.colored_vertex(place.right_bottom(), bottom);
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(2, 1, 3);
    painter.add(Shape::mesh(mesh));
}

/// The texture of a picture: one for all, which is written anew with another picture.
fn on_device(ctx: &Context, shown: &ShownPicture) -> TextureId {
    let kept: OnDevice = ctx.data_mut(|data| {
        let kept: &mut OnDevice = data.get_temp_mut_or_default(Id::unique("reference picture"));
        Arc::clone(kept)
    });
    let mut kept = kept.lock();
    let image = || image_of(&shown.picture);
    match &mut *kept {
        Some((number, texture)) => {
            if *number != shown.number {
                texture.set(image(), TextureOptions::LINEAR);
                *number = shown.number;
            }
            texture.id()
        }
        None => {
            let texture = ctx.load_texture("reference picture", image(), TextureOptions::LINEAR);
            let id = texture.id();
            *kept = Some((shown.number, texture));
            id
        }
    }
}

/// The pixels of a picture as a texture takes them.
pub(crate) fn image_of(picture: &Picture) -> ColorImage {
    let size = [picture.width, picture.height].map(as_usize);
    ColorImage::from_rgba_unmultiplied(size, &picture.rgba)
}

#[expect(clippy::cast_precision_loss, reason = "sides of pictures")]
const fn as_f32(side: u32) -> f32 {
    side as f32
}

fn as_usize(side: u32) -> usize {
    usize::try_from(side).unwrap_or(usize::MAX)
}
