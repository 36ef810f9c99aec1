//! Appearance of tiles and tabs, and how they react to the pointer.

use eframe::egui::{
    Align2, Color32, CornerRadius, CursorIcon, Frame, Id, Margin, PointerButton, Rect, Response,
    Role, Sense, Stroke, StrokeKind, Style, TextStyle, TextWrapMode, Ui, Vec2, Visuals, WidgetInfo,
    WidgetText,
};
use egui_tiles::{
    Behavior, EditAction, ResizeState, SimplificationOptions, TabState, Tabs, Tile as Node, TileId,
    Tiles, UiResponse,
};
use session::commands::command::{Intent, Sink};
use session::settings::window_layout::Tile;

use super::sizes::{GAP, TABS};
use super::{DrawTiles, tree};
use crate::theme::accent;

/// Draws tiles, and records what the pointer did to them.
pub(super) struct Docking<'a> {
    sink: &'a mut Sink,
    draw: DrawTiles<'a>,
    pub(super) resized: bool,
    pub(super) moved: bool,
    /// The tile that a click on its tab folds to the tab or opens again.
    foldable: Option<Tile>,
    /// That tile, if its tab was clicked.
    pub(super) toggled: Option<Tile>,
}

/// Margin on both sides of a tab's title.
const SIDE: f32 = 7.0;
/// Size of the cross that closes a tab.
const CROSS: f32 = 16.0;

impl<'a> Docking<'a> {
    pub(super) fn new(sink: &'a mut Sink, draw: DrawTiles<'a>, foldable: Option<Tile>) -> Self {
        Self {
            sink,
            draw,
            resized: false,
            moved: false,
            foldable,
            toggled: None,
        }
    }

    fn close_button(&mut self, ui: &Ui, tab: Rect, id: Id, tile: Tile) {
        let center = tab.right_center() - Vec2::new(SIDE + 0.25 * CROSS, 0.0);
        let rect = Rect::from_center_size(center, Vec2::splat(CROSS));
        let response = ui
            .interact(rect, id.with("close"), Sense::click())
            .on_hover_cursor(CursorIcon::Default)
            .on_hover_text("Closes the panel; the view menu opens it again");
        let name = format!("Close {}", tile.title());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), &name));
        let visuals = ui.style().interact(&response);
        if response.hovered() {
            ui.painter().rect_filled(rect, 3.0, visuals.bg_fill);
        }
        let color = if response.hovered() || response.has_focus() {
            visuals.fg_stroke.color
        } else {
            ui.visuals().weak_text_color()
        };
        let stroke = Stroke::new(1.2, color);
        let cross = rect.shrink(5.0);
        ui.painter()
            .line_segment([cross.left_top(), cross.right_bottom()], stroke);
        ui.painter()
            .line_segment([cross.right_top(), cross.left_bottom()], stroke);
        if response.clicked() {
            self.sink.send(Intent::CloseTile(tile));
        }
    }
}

impl Behavior<Tile> for Docking<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _id: TileId, tile: &mut Tile) -> UiResponse {
        let margin = match tile {
            Tile::Panes => Margin::ZERO,
            Tile::Timeline => Margin::symmetric(10, 2),
            Tile::Joints
            | Tile::Inspector
            | Tile::Statistics
            | Tile::Poses
            | Tile::Clips
            | Tile::Problems => Margin::symmetric(10, 8),
        };
        let frame = Frame::new()
            .fill(ui.visuals().panel_fill)
            .inner_margin(margin);
        let whole = ui.max_rect();
        if is_folded(whole) && *tile != Tile::Panes {
            return UiResponse::None;
        }
        frame.show(ui, |ui| {
            // Content that is too large is clipped at the tile's border, not at the window's.
            ui.set_clip_rect(ui.clip_rect().intersect(whole));
            ui.expand_to_include_rect(ui.max_rect());
            (self.draw.body)(ui, *tile, self.sink);
        });
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, tile: &Tile) -> WidgetText {
        tile.title().into()
    }

    fn tab_title_for_tile(&mut self, tiles: &Tiles<Tile>, id: TileId) -> WidgetText {
        titles(tiles, id).join(", ").into()
    }

    fn tab_ui(
        &mut self,
        tiles: &mut Tiles<Tile>,
        ui: &mut Ui,
        id: Id,
        tile_id: TileId,
        state: &TabState,
    ) -> Response {
        let title = titles(tiles, tile_id).join(", ");
        let text = WidgetText::from(title.clone());
        let font = TextStyle::Body.resolve(ui.style());
        let galley = text.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, font);
        let tile = tiles.get_pane(&tile_id).copied();
        let closable = tile.filter(|&tile| tile != Tile::Panes);
        let width =
            galley.size().x + 2.0 * SIDE + closable.filter(|_| state.active).map_or(0.0, |_| CROSS);
        let (_, rect) = ui.allocate_space(Vec2::new(width, ui.available_height()));
        let toggles = tile.filter(|&tile| Some(tile) == self.foldable);
        let has_only_tab = tiles.rect(tile_id).is_some_and(is_folded);
        let tip = match toggles {
            Some(_) if has_only_tab => "Click to open the panel; drag to put it elsewhere",
            Some(_) => "Click to fold the panel to its tab; drag to put it elsewhere",
            None => "Drag to put the panel elsewhere",
        };
        let response = ui
            .interact(rect, id, Sense::click_and_drag())
            .on_hover_cursor(CursorIcon::Grab)
            .on_hover_text(tip);
        if response.clicked() {
            self.toggled = toggles;
        }
        let name = format!("{title} tab");
        response.widget_info(|| {
            WidgetInfo::selected(Role::Button, ui.is_enabled(), state.active, &name)
        });
        if state.is_being_dragged {
            return response;
        }
        let visuals = ui.visuals();
        let (fill, color) = if state.active {
            (visuals.panel_fill, visuals.widgets.active.text_color())
        } else if response.hovered() {
            (visuals.faint_bg_color, visuals.text_color())
        } else {
            (Color32::TRANSPARENT, visuals.weak_text_color())
        };
        let round = CornerRadius {
            nw: 4,
            ne: 4,
            sw: 0,
            se: 0,
        };
        let shape = rect.with_min_y(rect.top() + 2.0);
        ui.painter().rect_filled(shape, round, fill);
        let place = Align2::LEFT_CENTER
            .align_size_within_rect(galley.size(), shape.shrink2(Vec2::new(SIDE, 0.0)));
        ui.painter().galley(place.min, galley, color);
        if let Some(tile) = closable.filter(|_| state.active) {
            self.close_button(ui, shape, id, tile);
        }
        if let Some(tile) = closable.filter(|_| response.clicked_by(PointerButton::Middle)) {
            self.sink.send(Intent::CloseTile(tile));
        }
        response
    }

    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Tile>,
        ui: &mut Ui,
        id: TileId,
        tabs: &Tabs,
        _scroll_offset: &mut f32,
    ) {
        let front = tabs.active.and_then(|front| tiles.get_pane(&front));
        if let (Some(&tile), Some(place)) = (front, tiles.rect(id)) {
            (self.draw.beside_tab)(ui, tile, place.width(), self.sink);
        }
    }

    /// The panes have a tab only if something shares their place.
    fn is_tab_bar_visible(&self, _id: TileId, tabs: &Tabs) -> bool {
        tabs.children != [tree::panes()]
    }

    fn tab_bar_height(&self, _style: &Style) -> f32 {
        TABS
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> Color32 {
        visuals.widgets.noninteractive.bg_stroke.color
    }

    fn gap_width(&self, _style: &Style) -> f32 {
        GAP
    }

    fn resize_stroke(&self, style: &Style, state: ResizeState) -> Stroke {
        let visuals = &style.visuals;
        match state {
            ResizeState::Idle => Stroke::new(GAP, visuals.widgets.noninteractive.bg_stroke.color),
            ResizeState::Hovering => Stroke::new(GAP, visuals.widgets.hovered.bg_fill),
            ResizeState::Dragging => Stroke::new(GAP, accent(visuals)),
        }
    }

    fn drag_preview_stroke(&self, visuals: &Visuals) -> Stroke {
        Stroke::new(1.5, accent(visuals))
    }

    fn drag_preview_color(&self, visuals: &Visuals) -> Color32 {
        accent(visuals).gamma_multiply(0.25)
    }

    fn paint_drag_preview(
        &self,
        visuals: &Visuals,
        painter: &eframe::egui::Painter,
        _parent: Option<Rect>,
        rect: Rect,
    ) {
        let (fill, stroke) = (
            self.drag_preview_color(visuals),
            self.drag_preview_stroke(visuals),
        );
        painter.rect(rect.shrink(2.0), 4.0, fill, stroke, StrokeKind::Inside);
    }

    fn simplification_options(&self) -> SimplificationOptions {
        tree::RULES
    }

    fn on_edit(&mut self, action: EditAction) {
        match action {
            EditAction::TileResized => self.resized = true,
            EditAction::TileDropped | EditAction::TabSelected => self.moved = true,
            EditAction::TileDragged => {}
        }
    }
}

/// Whether only the tab of a tile has room.
fn is_folded(content: Rect) -> bool {
    content.height() < 1.0
}

/// Titles on the tab of a panel, or of several in one place.
fn titles(tiles: &Tiles<Tile>, id: TileId) -> Vec<&'static str> {
    match tiles.get(id) {
        Some(Node::Pane(tile)) => vec![tile.title()],
        Some(Node::Container(container)) => container
            .children()
            .flat_map(|&child| titles(tiles, child))
            .collect(),
        None => Vec::new(),
    }
}
