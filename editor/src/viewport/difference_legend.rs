//! The legend of the difference over a pane's picture: colors, lengths, and the share of vertices with each color.
//!
//! It stands off the figure, unless it was dragged elsewhere; a click folds it, a right click puts it back. Place and fold
//! are settings, and the same in all panes.

use eframe::egui::{
    Align2, Color32, CursorIcon, FontId, Id, Painter, Pos2, Rect, Role, Sense, Stroke, StrokeKind,
    Ui, Vec2, WidgetInfo,
};
use scene::compare::{BANDS, Bands};
use scene::names::decimal;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::settings::{Legend, SettingChange};
use session::state::comparing::{PANES, PaneLayout};

use super::auto_key_frame::auto_key_is_shown;
use super::axis_widget::place_of_axes;
use super::legend_place::{
    Obstacles, hold_steady, is_in_the_way, off_the_figure, place_at, share_of,
};
use super::over::color;
use super::plate::{Plate, label};

/// A pane narrower than this has no column of shares.
const NARROW: f32 = 460.0;
/// Strips of the bar; enough that none is visible.
const STEPS: u8 = 56;
/// Size of letters, width of the bar and space within the plate, all in points.
const SIZE: f32 = 12.0;
const BAR: f32 = 14.0;
const PADDING: f32 = 9.0;
/// Height of a line of the headings.
const LINE: f32 = 16.0;
/// What the legend is higher than its bar.
const HEADINGS: f32 = 2.0 * PADDING + 3.0 * LINE;
/// Gap between a column and the bar.
const GAP: f32 = 8.0;
/// Width of the column of shares.
const SHARES: f32 = 52.0;
/// Gap between the legend and the edges of the pane.
const MARGIN: f32 = 10.0;
/// Height of the pane's summary, and of the line above it, which the legend leaves free.
const SUMMARY: f32 = 34.0;
const LINE_ABOVE: f32 = 28.0;
/// Height of the words of the auto-key frame, which stand above the legend.
const AUTO_KEY: f32 = 18.0;
/// The least height of the bar.
const LOWEST: f32 = 60.0;

/// Draws the scale, or only that nothing differs; returns where the scale is.
pub(super) fn difference_legend(
    ui: &Ui,
    painter: &Painter,
    (picture, seen): (Rect, Rect),
    pane: usize,
    view: &View<'_>,
    sink: &mut Sink,
) -> Option<Rect> {
    let pinned = view.session.comparing.pinned_range;
    let free_space = free_space(seen, pane, view);
    if view.shown.is_same(pane) && pinned.is_none() {
        label(
            painter,
            free_space.right_top(),
            Align2::RIGHT_TOP,
            "no difference",
        );
        return None;
    }
    let legend = view.session.settings.legend.sane();
    let scale = Scale::new(painter, (seen, free_space.height()), pane, view);
    let whole = scale.size();
    // A small pane says at least how much the strongest colors mean; so does one whose figure the scale would hide, unless
    // somebody unfolded it.
    let memory = Id::unique(("scale of differences is in the way", pane));
    let axes = place_of_axes((picture, seen));
    let folds = has_space(free_space, whole).then(|| {
        let asked = legend.folded || legend.unfolded;
        let by_itself = !asked
            && hold_steady(ui.ctx(), memory, view, || {
                let mut points = figure((picture, pane), view);
                points.retain(|at| seen.contains(*at));
                let obstacles = Obstacles {
                    figure: &points,
                    axes,
                };
                is_in_the_way(free_space, whole, obstacles)
            });
        legend.folded || by_itself
    });
    let is_folded = folds.unwrap_or(true);
    let size = if is_folded {
        scale.folded_size(painter)
    } else {
        whole
    };
    if !has_space(free_space, size) {
        return None;
    }
    let share = legend.place.unwrap_or_else(|| {
        let points = figure((picture, pane), view);
        let memory = Id::unique(("place of difference legend", pane));
        hold_steady(ui.ctx(), memory, view, || {
            let obstacles = Obstacles {
                figure: &points,
                axes,
            };
            off_the_figure(free_space, size, obstacles)
        })
    });
    let plate = drag_plate(
        ui,
        (free_space, place_at(free_space, size, share)),
        (pane, legend, folds),
        sink,
    );
    Plate::of(painter).lay(painter, plate);
    if is_folded {
        scale.write_title(painter, plate);
    } else {
        scale.draw(painter, plate, view);
    }
    Some(plate)
}

fn has_space(free_space: Rect, size: Vec2) -> bool {
    free_space.width() >= size.x && free_space.height() >= size.y
}

/// The part of a picture where the legend may stand.
fn free_space(seen: Rect, pane: usize, view: &View<'_>) -> Rect {
    // In an overlay, the ghost's slider is above the legend.
    let is_under_slider = view.session.comparing.visible_layout() == PaneLayout::Overlay;
    let above = if is_under_slider { 46.0 } else { MARGIN };
    let auto_key = if auto_key_is_shown(view) {
        AUTO_KEY
    } else {
        0.0
    };
    let line = if view.ignored_parts(pane).is_some() {
        LINE_ABOVE
    } else {
        0.0
    };
    Rect::from_min_max(
        seen.min + Vec2::new(MARGIN, above + auto_key),
        seen.max - Vec2::new(MARGIN, MARGIN + SUMMARY + line),
    )
}

/// Where a sample of the character's vertices is in the picture.
pub(super) fn figure((picture, pane): (Rect, usize), view: &View<'_>) -> Vec<Pos2> {
    let size = glam::Vec2::new(picture.width(), picture.height());
    let camera = view.session.camera_of(pane);
    let points = view.shown.scattered.iter();
    points
        .filter_map(|point| camera.pixel(*point, size))
        .map(|at| picture.min + Vec2::new(at.x, at.y))
        .collect()
}

/// Lets the plate be dragged, put back and, where there is space for all of it, folded and unfolded; returns where it is drawn.
fn drag_plate(
    ui: &Ui,
    (free_space, plate): (Rect, Rect),
    (pane, legend, folds): (usize, Legend, Option<bool>),
    sink: &mut Sink,
) -> Rect {
    let memory = Id::unique(("difference legend is dragged", pane));
    let held: Option<Pos2> = ui.ctx().data(|data| data.get_temp(memory));
    let plate = held.map_or(plate, |corner| Rect::from_min_size(corner, plate.size()));
    let id = ui.scope_id().with(("difference legend", pane));
    let response = ui.interact(plate, id, Sense::click_and_drag());
    let name = PANES.get(pane).copied().unwrap_or_default();
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Button, true, format!("Difference legend {name}"))
    });
    let moved = plate.translate(response.drag_delta());
    let place = share_of(free_space, plate.size(), moved.min);
    let change = |legend: Legend| Intent::Set(SettingChange::Legend(legend));
    if response.drag_stopped() {
        let kept = folds.map_or(legend, |folds| legend.with_fold(folds));
        let place = Some(place);
        sink.send(change(Legend { place, ..kept }));
    }
    if response.secondary_clicked() {
        sink.send(change(Legend::default()));
    } else if let Some(folds) = folds.filter(|_| response.clicked()) {
        sink.send(change(legend.with_fold(!folds)));
    }
    let is_held = response.dragged();
    ui.ctx().data_mut(|data| {
        if is_held {
            data.insert_temp(memory, moved.min);
        } else {
            data.remove_temp::<Pos2>(memory);
        }
    });
    response
        .on_hover_cursor(CursorIcon::Grab)
        .on_hover_text("Drag to move; click to fold or unfold; right-click to put it back");
    place_at(free_space, plate.size(), place)
}

/// What the legend of a pane says, and how large it is.
struct Scale {
    pane: usize,
    /// Title of the legend: which panes are compared.
    title: String,
    range: f32,
    /// Lengths at the ends and in the middle of the bar.
    ends: [String; 3],
    /// Narrow panes leave no space for shares beside the character.
    is_narrow: bool,
    /// Height of the bar.
    height: f32,
    /// Width of the column of lengths.
    values: f32,
}

impl Scale {
    /// The scale for a picture of which so much of the height is free.
    fn new(painter: &Painter, (seen, free): (Rect, f32), pane: usize, view: &View<'_>) -> Self {
        let range = view.shown.heat_range(view.session.comparing.pinned_range);
        let length = view.session.settings.units.length(range);
        let length = length.trim_start_matches("< ");
        let ends = [format!("+{length}"), "0".to_owned(), format!("−{length}")];
        let is_narrow = seen.width() < NARROW;
        let highest = if is_narrow { 170.0 } else { 260.0 };
        let widths = ends.iter().map(|text| width_of(painter, text));
        let name = PANES.get(pane).copied().unwrap_or_default();
        Self {
            pane,
            title: format!("{name} − A"),
            range,
            is_narrow,
            height: (seen.height() * 0.45)
                .min(free - HEADINGS)
                .clamp(LOWEST, highest),
            values: widths.fold(48.0, f32::max),
            ends,
        }
    }

    fn size(&self) -> Vec2 {
        let shares = if self.is_narrow { 0.0 } else { GAP + SHARES };
        Vec2::new(
            self.values + GAP + BAR + 2.0 * PADDING + shares,
            self.height + HEADINGS,
        )
    }

    /// The title with the range, for the folded legend.
    fn title_with_range(&self) -> String {
        let range = self.ends[0].trim_start_matches('+');
        format!("{} ± {range}", self.title)
    }

    fn folded_size(&self, painter: &Painter) -> Vec2 {
        let width = width_of(painter, &self.title_with_range());
        Vec2::new(width + 2.0 * PADDING, LINE + PADDING)
    }

    fn write_title(&self, painter: &Painter, plate: Rect) {
        let style = Plate::of(painter);
        let words = self.title_with_range();
        write(
            painter,
            plate.center(),
            Align2::CENTER_CENTER,
            &words,
            style.foreground,
        );
    }

    fn draw(&self, painter: &Painter, plate: Rect, view: &View<'_>) {
        let style = Plate::of(painter);
        let left = plate.left() + PADDING + self.values;
        let right = plate.right() - PADDING;
        let top = plate.top() + PADDING + 2.0 * LINE;
        let size = Vec2::new(BAR, self.height);
        let bar = Rect::from_min_size(Pos2::new(left + GAP, top), size);
        gradient(painter, bar, style, view);
        let text = |x: f32, y: f32, words: &str, foreground: Color32| {
            write(
                painter,
                Pos2::new(x, y),
                Align2::RIGHT_CENTER,
                words,
                foreground,
            );
        };
        let heading = plate.top() + PADDING + 0.5 * LINE;
        text(left, heading, &self.title, style.foreground);
        if !self.is_narrow {
            text(right, heading, "vertices", style.faint);
        }
        let heights = [bar.top(), bar.center().y, bar.bottom()];
        for (y, words) in heights.into_iter().zip(&self.ends) {
            text(left, y, words, style.foreground);
        }
        text(left, bar.top() + LINE, "outside", style.faint);
        text(left, bar.bottom() - LINE, "inside", style.faint);
        let bands = view.shown.bands(self.pane, self.range);
        if let Some(bands) = bands.filter(|_| !self.is_narrow) {
            percentages(painter, (bar, right), &bands);
        }
    }
}

fn write(painter: &Painter, at: Pos2, anchor: Align2, words: &str, foreground: Color32) {
    painter.text(at, anchor, words, FontId::proportional(SIZE), foreground);
}

fn width_of(painter: &Painter, text: &str) -> f32 {
    let font = FontId::proportional(SIZE);
    let galley = painter.layout_no_wrap(text.to_owned(), font, Color32::WHITE);
    galley.size().x
}

fn gradient(painter: &Painter, bar: Rect, style: Plate, view: &View<'_>) {
    let colors = view.session.settings.difference.colors();
    for step in 0..STEPS {
        let (from, to) = (
            f32::from(step) / f32::from(STEPS),
            f32::from(step + 1) / f32::from(STEPS),
        );
        // Half a point of overlap hides the soft edges between strips.
        let rows = (bar.top() + from * bar.height())..=(bar.top() + to * bar.height() + 0.5);
        let strip = Rect::from_x_y_ranges(bar.x_range(), rows).intersect(bar);
        // The middle of the strip on the scale from +1 at the top to −1 at the bottom: 1 − 2 · (from + to) / 2.
        painter.rect_filled(strip, 0.0, color(colors.color(1.0 - from - to)));
    }
    let edge = Stroke::new(1.0, style.line);
    painter.rect_stroke(bar, 0.0, edge, StrokeKind::Outside);
}

fn percentages(painter: &Painter, (bar, right): (Rect, f32), bands: &Bands) {
    #[expect(clippy::cast_precision_loss, reason = "a handful of bands")]
    let height = bar.height() / BANDS as f32;
    let style = Plate::of(painter);
    let share_at = |y: f32, share: f32| {
        let at = Pos2::new(right, y);
        let foreground = if share > 0.0 {
            style.foreground
        } else {
            style.faint
        };
        write(
            painter,
            at,
            Align2::RIGHT_CENTER,
            &percent(share),
            foreground,
        );
    };
    // Vertices beyond a pinned range.
    if bands.above > 0.0 {
        share_at(bar.top() - 0.5 * LINE, bands.above);
    }
    let mut y = bar.top() + 0.5 * height;
    for share in bands.within.iter().rev() {
        share_at(y, *share);
        y += height;
    }
    if bands.below > 0.0 {
        share_at(bar.bottom() + 0.5 * LINE, bands.below);
    }
}

fn percent(share: f32) -> String {
    match 100.0 * share {
        0.0 => "–".to_owned(),
        percent if percent < 0.1 => "< 0.1 %".to_owned(),
        percent if percent < 10.0 => format!("{} %", decimal(percent, 1)),
        percent => format!("{} %", decimal(percent, 0)),
    }
}
