//! The panes: draws their pictures with what lies over them, and handles the pointer in them.
//!
//! `panes.rs` draws each pane into a picture, `tiles.rs` says where the pictures stand; this file lays them there and
//! turns the pointer into commands. Wipe and overlay are no modes of drawing: they are two pictures of one size, one
//! cut off at a line, or one without a background over the other.
//!
//! A pane is an image and no paint callback of egui: a callback would have to undo the clipping of its viewport for
//! panes partly off screen, an image has nothing to undo, and the pictures of the command line are made in the same
//! way.

mod asymmetry_legend;
mod auto_key_frame;
mod axis_widget;
pub mod banner;
mod beside;
mod bone_outline;
mod boxing;
mod brush;
mod card_space;
pub mod chips;
mod covered;
mod difference_legend;
pub mod fitting;
mod flip_legend;
mod gizmo;
mod gradient;
mod legend_place;
mod limb;
mod map_legend;
mod normal_error_legend;
mod outline;
pub mod over;
mod pane_menu;
mod picking;
mod pictures;
mod pins;
mod plate;
mod pose_slider;
mod pulling;
pub(crate) mod reference;
mod selected_mark;
mod tiles;
pub mod trails;
mod vertex_card;
mod weights_legend;

use eframe::egui;
use eframe::egui::emath::GuiRounding as _;
use eframe::egui::{
    Align2, Color32, CursorIcon, FontId, PointerButton, Pos2, Rect, Response, Role, Sense, Stroke,
    Ui, Vec2, WidgetInfo,
};
use session::commands::command::{CameraMove, Input, Intent, Sink};
use session::commands::keymap::Navigation;
use session::features::view::View;
use session::state::comparing::command::CompareIntent;
use session::state::comparing::{PANES, PaneLayout};

use crate::panels::comparing::bar_toggles::bar_toggles;
use crate::panels::comparing::{compare_bar, pane_header};
use crate::panels::posing::pose_strip;
use crate::panels::skeleton::joint_names::names_over;
use crate::panes::Panes;
use crate::window_keys;

use axis_widget::{axis_widget, place_of_axes};
use boxing::{draw_box, on_box_pointer};
use limb::{draw_limb, follow_limb, on_limb_pointer};
use outline::outline_hovered;
use over::{mark_visited, write_over};
use pane_menu::pane_menu;
use picking::{mark_vertices, pick};
use pins::draw_pins;
use plate::label;
use pose_slider::follow_slider;
use pulling::{draw_pull, on_pull_pointer};
use reference::{draw_before, draw_behind};
use selected_mark::mark_selected;
use trails::draw_trails;
use trails::pointer::{TrailPane, on_trail_pointer};
use vertex_card::vertex_card;

pub use auto_key_frame::auto_key_frame;
pub use pictures::Pictures;
pub use tiles::{Tile, tiles};
pub use vertex_card::unpin_by_key;

/// Tint of a ghost, which distinguishes it from A.
const GHOST: Color32 = Color32::from_rgb(112, 190, 255);

/// The tint of a ghost of this opacity.
#[must_use]
pub fn ghost_tint(opacity: f32) -> Color32 {
    GHOST.gamma_multiply(opacity)
}

/// Width of the strip along a wipe's line that can be dragged.
const HANDLE: f32 = 12.0;

/// Draws the comparison bar and the panes into the rest of the window.
pub fn panes_ui(ui: &mut Ui, view: &View<'_>, panes: &mut Panes, sink: &mut Sink) -> Pictures {
    let whole = ui.available_rect_before_wrap();
    let bar = compare_bar::height(whole.width(), view).min(whole.height());
    let (bar, whole) = whole.split_top_bottom_at_y(whole.top() + bar);
    compare_bar::compare_bar(ui, bar, view, sink);
    let strip = pose_strip::height(whole.size(), view);
    let (whole, strip) = whole.split_top_bottom_at_y(whole.bottom() - strip);
    pose_strip::pose_strip(ui, strip, view, sink);
    let comparing = &view.session.comparing;
    // Rounded to whole pixels, so that pictures are not resampled.
    let tiles: Vec<Tile> = tiles(whole, comparing)
        .into_iter()
        .map(|tile| Tile {
            picture: tile.picture.round_to_pixels(ui.pixels_per_point()),
            seen: tile.seen.round_to_pixels(ui.pixels_per_point()),
            ..tile
        })
        .collect();
    let heads: Vec<Rect> = tiles.iter().map(|tile| tile.header).collect();
    bar_toggles(ui, &heads, view, sink);
    let (mut aspect, mut grips, mut legends) = (None, Vec::new(), Vec::new());
    for tile in &tiles {
        if tile.header.is_positive() {
            pane_header::pane_header(ui, tile.header, tile.pane, view, sink);
        }
        if tile.seen.is_positive() {
            let (grip, legend) = picture_ui(ui, tile, view, panes, sink);
            grips.push((tile, grip));
            legends.push((*tile, legend));
            let size = tile.picture.size();
            aspect = aspect.or(Some(size.x / size.y));
        }
    }
    // After all pictures, so that a ghost does not cover the gizmo.
    for (tile, grip) in grips.into_iter().filter(|(tile, _)| tile.ghost.is_none()) {
        gizmo::draw(ui, tile, grip.hovered, view);
    }
    for tile in tiles.iter().filter(|tile| is_on_top(tile, view)) {
        mark_visited(&ui.painter_at(tile.seen), tile.picture, tile.pane, view);
    }
    gizmo::follow(ui, &tiles, view, sink);
    follow_slider(ui, &tiles, view, sink);
    follow_limb(ui, &tiles, view, sink);
    brush::follow(ui, &tiles, view, sink);
    brush::draw_adjusted(ui, &tiles, view);
    forget_hidden_pane(&tiles, view, sink);
    let first = tiles.first().map_or(whole, |tile| tile.picture);
    match comparing.visible_layout() {
        PaneLayout::Wipe => wipe_ui(ui, first, view, sink),
        PaneLayout::Overlay => ghost_ui(ui, first, view, sink),
        PaneLayout::One | PaneLayout::Side => {}
    }
    vertex_card(ui, &legends, view);
    let area = whole.with_min_y(first.top().min(whole.bottom()));
    let taken = covered_areas((area, first), &legends, view);
    let drawn = tiles.iter().filter(|tile| tile.ghost.is_none());
    let drawn = drawn.filter(|tile| tile.seen.is_positive());
    let gizmos = drawn.filter_map(|tile| gizmo::reach(tile, view)).collect();
    Pictures {
        area,
        aspect,
        tiles,
        taken,
        gizmos,
    }
}

/// What stands over the pictures, which are in an area that begins with the first: legends, axes, heads of panes below others, the words
/// of auto-key, the letters at the line of a wipe, the slider of an overlay.
fn covered_areas(
    (area, first): (Rect, Rect),
    legends: &[(Tile, Option<Rect>)],
    view: &View<'_>,
) -> Vec<Rect> {
    let of_tiles = legends.iter().flat_map(|(tile, legend)| {
        let axes = place_of_axes((tile.picture, tile.seen));
        let head = Some(tile.header).filter(|head| head.top() > area.top());
        [*legend, axes, head].into_iter().flatten()
    });
    let upper_right =
        |of: Rect, size: Vec2| Rect::from_min_size(of.right_top() - size * Vec2::X, size);
    let comparing = &view.session.comparing;
    let of_layout = match comparing.visible_layout() {
        PaneLayout::Wipe => {
            let x = tiles::wipe_line(first, comparing.wipe);
            let line = Pos2::new(x, first.top() + 18.0);
            Some(Rect::from_center_size(line, Vec2::new(80.0, 36.0)))
        }
        PaneLayout::Overlay => Some(upper_right(first, Vec2::new(210.0, 46.0))),
        PaneLayout::One | PaneLayout::Side => None,
    };
    let words = auto_key_frame::auto_key_is_shown(view);
    let words = words.then(|| upper_right(area, Vec2::new(90.0, 28.0)));
    of_tiles.chain(of_layout).chain(words).collect()
}

/// Whether no other picture lies over this one.
fn is_on_top(tile: &Tile, view: &View<'_>) -> bool {
    view.session.comparing.visible_layout() != PaneLayout::Overlay || tile.ghost.is_some()
}

/// Clears the vertex under the pointer when its pane is no longer shown.
fn forget_hidden_pane(tiles: &[Tile], view: &View<'_>, sink: &mut Sink) {
    let aim = view.session.character.pointing.aim;
    let is_shown = |pane: usize| tiles.iter().any(|tile| tile.pane == pane);
    if aim.is_some_and(|aim| !is_shown(aim.pane)) {
        sink.send(Input::PointAt(None));
    }
}

/// Draws a picture and what lies over it; also returns where its legend is.
fn picture_ui(
    ui: &Ui,
    tile: &Tile,
    view: &View<'_>,
    panes: &mut Panes,
    sink: &mut Sink,
) -> (gizmo::Grip, Option<Rect>) {
    let &Tile {
        pane,
        picture,
        seen,
        ghost,
        ..
    } = tile;
    let grip = if ghost.is_none() {
        on_pointer(ui, tile, view, sink)
    } else {
        gizmo::Grip::default()
    };
    let painter = ui.painter_at(seen);
    let pixels = pixels(picture, ui.pixels_per_point());
    if let Some(texture) = panes.picture(pane, pixels, view) {
        let uv = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        let tint = ghost.map_or(Color32::WHITE, ghost_tint);
        if ghost.is_none() {
            draw_behind(&painter, picture, pane, view);
        }
        painter.image(texture, picture, uv, tint);
    } else if ghost.is_none() {
        painter.rect_filled(picture, 0.0, ui.visuals().extreme_bg_color);
    }
    if ghost.is_none() {
        draw_before(&painter, picture, pane, view);
        let (session, shown) = (view.session, view.shown);
        let camera = session.camera_of(pane);
        if let Some(trails) = view.motion.trails_of(pane, session, shown) {
            draw_trails(&painter, picture, &camera, &trails);
        }
        outline_hovered(&painter, picture, pane, view);
        let names = shown.joint_labels(pane, &camera, view.document, session);
        let skeleton = &view.document.character.rig.skeleton;
        names_over(&painter, picture, &camera, skeleton, &names);
        mark_selected(&painter, picture, pane, view);
        mark_vertices(&painter, picture, pane, view);
    }
    let legend = is_on_top(tile, view)
        .then(|| write_over(ui, &painter, (picture, seen), pane, view, sink))
        .flatten();
    draw_limb(&painter, picture, pane, view);
    draw_pins(&painter, picture, pane, view);
    if ghost.is_none() {
        brush::draw(ui, tile, view);
    }
    if ghost.is_none() {
        axis_widget(ui, tile, view, sink);
        fitting::markers(ui, tile, view, sink);
    }
    draw_box(ui, picture, pane, view);
    draw_pull(ui, picture, pane, view);
    frame_active(ui, tile, view);
    if let Some(fault) = panes.fault().or(view.shown.fault.as_deref()) {
        let color = ui.visuals().error_fg_color;
        let width = picture.width() - 32.0;
        let text = painter.layout(fault.to_owned(), FontId::proportional(14.0), color, width);
        painter.galley(picture.center() - text.size() / 2.0, text, color);
    }
    (grip, legend)
}

/// Handles the pointer in a picture: the gizmo comes before the camera, and the camera before bones.
fn on_pointer(ui: &Ui, tile: &Tile, view: &View<'_>, sink: &mut Sink) -> gizmo::Grip {
    let pane = tile.pane;
    let id = ui.scope_id().with(("pane", pane));
    let response = ui.interact(tile.seen, id, Sense::click_and_drag());
    let label = format!("Pane {}", PANES.get(pane).copied().unwrap_or_default());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    take_keyboard(ui, &response);
    pane_menu(ui, &response, tile, view, sink);
    let comparing = &view.session.comparing;
    let is_meant = (response.clicked() || response.drag_started()) && comparing.active != pane;
    if is_meant && comparing.visible_layout() == PaneLayout::Side {
        sink.send(Input::ActivatePane(pane));
    }
    // A tool in progress has the pointer, then a limb or a box that is dragged, then the gizmo, then the camera.
    let place = (tile.picture, pane, view);
    let trails = TrailPane {
        picture: tile.picture,
        pane,
        view,
    };
    let is_free = !view.session.operates();
    let boxing = is_free
        && (view.session.limb.is_some()
            || on_pull_pointer(ui, &response, place, sink)
            || on_box_pointer(ui, &response, place, sink)
            || on_limb_pointer(ui, &response, place, sink)
            || on_trail_pointer(ui, &response, trails, sink));
    zoom_by_wheel(ui, &response, tile, sink);
    if boxing {
        return gizmo::Grip::default();
    }
    if brush::on_pointer(ui, &response, tile, view, sink) {
        move_camera(ui, &response, tile, view, sink);
        return gizmo::Grip::default();
    }
    let grip = gizmo::on_pointer(ui, &response, tile, view, sink);
    if !grip.taken {
        move_camera(ui, &response, tile, view, sink);
        // Beside the markers of a ready skeleton nothing is selected by mistake.
        if view.session.fitting().is_none() {
            pick(ui, &response, tile, view, sink);
        }
    }
    grip
}

/// A press in a picture takes the keyboard from a text field: egui itself takes it only at a click, not at a drag.
fn take_keyboard(ui: &Ui, response: &Response) {
    if response.is_pointer_button_down_on()
        && let Some(focused) = ui.memory(egui::Memory::focused)
    {
        ui.memory_mut(|memory| memory.surrender_focus(focused));
    }
}

/// Outlines the active pane among several: keys apply to it.
fn frame_active(ui: &Ui, tile: &Tile, view: &View<'_>) {
    let comparing = &view.session.comparing;
    let differ = comparing.own_cameras.iter().any(Option::is_some);
    let is_one_of_many = (comparing.panes.len() > 2 || differ && comparing.panes.len() > 1)
        && comparing.layout == PaneLayout::Side;
    if is_one_of_many && tile.pane == comparing.active {
        let stroke = Stroke::new(1.5, crate::theme::accent(ui.visuals()));
        ui.painter()
            .rect_stroke(tile.seen, 0.0, stroke, egui::StrokeKind::Inside);
    }
}

/// Draws the line of a wipe, and lets it be dragged.
fn wipe_ui(ui: &Ui, picture: Rect, view: &View<'_>, sink: &mut Sink) {
    if !picture.is_positive() {
        return;
    }
    let share = view.session.comparing.wipe;
    let x = tiles::wipe_line(picture, share);
    // At the edge of the picture, half of the handle would lie under its neighbor.
    let half = 0.5 * HANDLE.min(picture.width());
    let middle = x.clamp(picture.left() + half, picture.right() - half);
    let handle = Rect::from_x_y_ranges(middle - half..=middle + half, picture.y_range());
    let response = ui.interact(handle, ui.scope_id().with("wipe"), Sense::click_and_drag());
    let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    response.widget_info(|| WidgetInfo::slider(true, f64::from(share), "Wipe line"));
    if let Some(pointer) = response
        .interact_pointer_pos()
        .filter(|_| response.dragged())
    {
        let share = (pointer.x - picture.left()) / picture.width();
        sink.send(Intent::Compare(CompareIntent::SetWipe(share)));
    }
    if response.double_clicked() {
        sink.send(Intent::Compare(CompareIntent::SetWipe(0.5)));
    }
    let painter = ui.painter_at(picture);
    painter.vline(
        x,
        picture.y_range(),
        Stroke::new(3.0, Color32::from_black_alpha(120)),
    );
    let foreground = if response.hovered() || response.dragged() {
        crate::theme::accent(ui.visuals())
    } else {
        Color32::from_gray(235)
    };
    painter.vline(x, picture.y_range(), Stroke::new(1.5, foreground));
    let grip = Rect::from_center_size(Pos2::new(x, picture.bottom() - 56.0), Vec2::new(8.0, 28.0));
    painter.rect_filled(grip, 4.0, foreground);
    let [left, right] = [0, view.session.comparing.other().unwrap_or(1)];
    let name = |pane: usize| PANES.get(pane).copied().unwrap_or_default();
    let top = picture.top() + 18.0;
    label(
        &painter,
        Pos2::new(x - 10.0, top),
        Align2::RIGHT_CENTER,
        name(left),
    );
    label(
        &painter,
        Pos2::new(x + 10.0, top),
        Align2::LEFT_CENTER,
        name(right),
    );
}

/// The slider for the ghost's opacity.
fn ghost_ui(ui: &mut Ui, picture: Rect, view: &View<'_>, sink: &mut Sink) {
    let size = Vec2::new(190.0, 26.0);
    if picture.width() < size.x + 20.0 || picture.height() < size.y + 20.0 {
        return;
    }
    let place = Rect::from_min_size(picture.right_top() + Vec2::new(-size.x - 10.0, 10.0), size);
    ui.painter()
        .rect_filled(place, 4.0, ui.visuals().panel_fill);
    let mut opacity = view.session.comparing.ghost;
    let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(place.shrink2(Vec2::new(8.0, 2.0))));
    ui.horizontal_centered(|ui| {
        let (dot, _) = ui.allocate_exact_size(Vec2::splat(10.0), Sense::hover());
        ui.painter().circle_filled(dot.center(), 5.0, GHOST);
        let other = view.session.comparing.other().unwrap_or(1);
        let other = PANES.get(other).copied().unwrap_or_default();
        let name = ui.label(format!("Ghost {other}"));
        ui.spacing_mut().slider_width = ui.available_width() - 4.0;
        let slider = egui::Slider::new(&mut opacity, 0.0..=1.0).show_value(false);
        let slider = ui.add(slider).labelled_by(name.id);
        if slider
            .on_hover_text("How much of the active pane is seen over A")
            .changed()
        {
            sink.send(Intent::Compare(CompareIntent::SetGhost(opacity)));
        }
    });
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes of rectangles on a screen; saturates"
)]
fn pixels(rect: Rect, pixels_per_point: f32) -> [u32; 2] {
    [rect.width(), rect.height()].map(|points| (points * pixels_per_point).round().max(0.0) as u32)
}

// ---- camera ---------------------------------------------------------------------------------------------------------

fn move_camera(ui: &Ui, response: &Response, tile: &Tile, view: &View<'_>, sink: &mut Sink) {
    let picture = tile.picture;
    let height = picture.height();
    let modifiers = ui.input(|input| input.modifiers);
    let drag = response.drag_delta();
    let buttons = [
        PointerButton::Primary,
        PointerButton::Middle,
        PointerButton::Secondary,
    ];
    // The button that paints does not turn the camera.
    let paints = |button: PointerButton| {
        button == PointerButton::Primary && !modifiers.alt && brush::is_in_use(view)
    };
    let button = buttons
        .into_iter()
        .find(|&button| response.dragged_by(button) && !paints(button));
    let drag_of_map = button.and_then(|button| window_keys::drag(button, modifiers));
    let way = drag_of_map.and_then(|drag| view.session.keymap.navigation(drag));
    if let Some(way) = way.filter(|_| drag != Vec2::ZERO) {
        let drag = glam(drag);
        let movement = match way {
            Navigation::Orbit => CameraMove::Orbit { drag, height },
            Navigation::Pan => CameraMove::Pan { drag, height },
            Navigation::Zoom => zoom((drag.y - drag.x) * 4.0, picture, picture.center()),
        };
        sink.send(Input::Camera(tile.pane, movement));
    }
}

fn zoom_by_wheel(ui: &Ui, response: &Response, tile: &Tile, sink: &mut Sink) {
    let picture = tile.picture;
    if let Some(cursor) = response.hover_pos() {
        let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta()));
        if scroll != 0.0 && pinch == 1.0 {
            sink.send(Input::Camera(tile.pane, zoom(-scroll, picture, cursor)));
        }
        if pinch != 1.0 {
            // 400 is 1 / 0.0025, the rate of `zoom`: a pinch by a factor zooms by just that factor.
            let way = -pinch.ln() * 400.0;
            sink.send(Input::Camera(tile.pane, zoom(way, picture, cursor)));
        }
    }
}

/// A zoom by wheel or gesture, in points; positive moves away.
fn zoom(way: f32, picture: Rect, cursor: Pos2) -> CameraMove {
    CameraMove::Zoom {
        // Exponential: as many points forth as back come to the same zoom.
        factor: (way * 0.0025).exp(),
        cursor: glam(cursor - picture.min),
        viewport: glam(picture.size()),
    }
}

fn glam(vector: Vec2) -> glam::Vec2 {
    glam::Vec2::new(vector.x, vector.y)
}
