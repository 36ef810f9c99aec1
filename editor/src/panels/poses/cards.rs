//! A card for every pose: its picture and its name.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{
    Align2, Color32, CornerRadius, FontId, Id, Image, Pos2, Rect, Response, Role, ScrollArea,
    Sense, Stroke, StrokeKind, TextStyle, Ui, UiBuilder, Vec2, WidgetInfo,
};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::pose_library::{Entry, LibraryIntent};

use super::chosen_fault::ChosenFault;
use super::lines::{Line, LineContent, draw_group, lines};
use super::with_chosen;
use crate::panels::widgets::icons::{Icon, paint};
use crate::panes::Panes;
use crate::theme::accent;

/// Least width of a card.
const LEAST: f32 = 82.0;
/// Gap between cards, beside each other and one below the other.
const GAP: f32 = 6.0;
/// Height of the name.
const FOOT: f32 = 22.0;

/// Columns and sizes of the cards in the available width.
#[derive(Clone, Copy)]
struct Grid {
    columns: usize,
    /// Width of a card.
    width: f32,
}

impl Grid {
    fn in_width(width: f32) -> Self {
        let mut columns: u8 = 1;
        // So many cards have one gap fewer between them.
        while columns < 12 && f32::from(columns + 1) * (LEAST + GAP) - GAP <= width {
            columns += 1;
        }
        let gaps = GAP * f32::from(columns - 1);
        Self {
            columns: usize::from(columns),
            width: ((width - gaps) / f32::from(columns)).max(24.0),
        }
    }

    fn card(self) -> Vec2 {
        Vec2::new(self.width, self.width + FOOT)
    }
}

/// What is remembered from frame to frame.
#[derive(Clone, Debug, Default)]
struct Memory {
    chosen: Option<PathBuf>,
    /// The part of the cards that was seen.
    seen: Option<Rect>,
    /// Height of the text under the cards that was shown last, as long as the cards are scrolled as far as it made possible.
    under: f32,
}

/// Draws the cards of the poses that were found; only visible ones have their pictures made. Under them stands what is wrong with the
/// chosen one.
pub(super) fn cards(ui: &mut Ui, view: &View<'_>, panes: &mut Panes, sink: &mut Sink) {
    let found = view.session.library.matching_entries();
    if found.is_empty() {
        ui.weak("No matching pose");
        return;
    }
    // The scroll bar floats over the margin.
    let grid = Grid::in_width(ui.available_width() - 4.0);
    let fault = ChosenFault::of(ui, view);
    let memory: Memory = ui.data(|data| data.get_temp(memory_id()).unwrap_or_default());
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing, Vec2::splat(GAP));
    let under = fault.as_ref().map_or(0.0, ChosenFault::height);
    let space = ui.available_height() - under;
    let mut area = ScrollArea::vertical().auto_shrink(false);
    area = area.max_height(space);
    let lines = lines(&view.session.library, (grid.columns, grid.card().y), GAP);
    if let Some(offset) = offset_to_chosen(&found, &lines, &memory, view, space) {
        area = area.vertical_scroll_offset(offset);
    }
    let height = lines.last().map_or(0.0, Line::end);
    let output = area.show_viewport(ui, |ui, seen| {
        // Scrolled to the end, the cards stay where they are when the text under them goes.
        let beyond = (seen.bottom() - height).clamp(0.0, memory.under);
        ui.set_height(height + beyond);
        let (corner, width) = (ui.max_rect().min, ui.available_width());
        for line in &lines {
            if line.end() < seen.top() || line.top > seen.bottom() {
                continue;
            }
            let size = Vec2::new(width, line.height);
            let rect = Rect::from_min_size(corner + Vec2::new(0.0, line.top), size);
            match &line.what {
                LineContent::Group(name, poses, is_folded) => {
                    draw_group(ui, rect, name, *poses, *is_folded, sink);
                }
                LineContent::Cards(first, cards) => {
                    let row = UiBuilder::new()
                        .max_rect(rect)
                        .id_salt(("row of poses", *first));
                    ui.scope_builder(row, |ui| {
                        ui.horizontal(|ui| {
                            for entry in found.iter().skip(*first).take(*cards) {
                                card(ui, entry, grid, view, panes, sink);
                            }
                        });
                    });
                }
            }
        }
        (seen, beyond)
    });
    ui.spacing_mut().item_spacing = spacing;
    let (seen, beyond) = output.inner;
    let memory = Memory {
        chosen: view.session.library.chosen.clone(),
        seen: Some(seen),
        under: under.max(beyond),
    };
    ui.data_mut(|data| data.insert_temp(memory_id(), memory));
    if let Some(fault) = fault {
        fault.draw(ui);
    }
}

/// Scroll offset to a pose that was chosen by keys and whose card is not visible.
fn offset_to_chosen(
    found: &[&Arc<Entry>],
    lines: &[Line],
    memory: &Memory,
    view: &View<'_>,
    space: f32,
) -> Option<f32> {
    let chosen = view.session.library.chosen.as_ref()?;
    let seen = memory.seen?;
    let place = found.iter().position(|entry| entry.path == *chosen)?;
    let line = lines.iter().find(|line| line.holds(place))?;
    let in_sight = line.top >= seen.top() && line.end() <= seen.bottom();
    let moved = memory.chosen.as_ref() != Some(chosen) && !in_sight;
    moved.then(|| (line.top - 0.5 * (space - line.height)).max(0.0))
}

fn memory_id() -> Id {
    Id::unique("pose cards memory")
}

fn card(
    ui: &mut Ui,
    entry: &Entry,
    grid: Grid,
    view: &View<'_>,
    panes: &mut Panes,
    sink: &mut Sink,
) {
    let library = &view.session.library;
    let (rect, response) = ui.allocate_exact_size(grid.card(), Sense::click());
    let is_chosen = library.chosen.as_ref() == Some(&entry.path);
    let name = format!("Pose {}", entry.name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), is_chosen, &name));
    draw(ui, entry, rect, &response, is_chosen, view, panes);
    let send = |sink: &mut Sink, command| sink.send(Intent::Library(command));
    if response.double_clicked() {
        send(sink, LibraryIntent::Apply(entry.path.clone()));
    } else if response.clicked() || response.secondary_clicked() {
        send(sink, LibraryIntent::Choose(Some(entry.path.clone())));
    }
    response.context_menu(|ui| with_chosen(ui, view, sink));
    response.on_hover_ui(|ui| about(ui, entry));
}

/// Tooltip with the whole name, the file's description and its error.
fn about(ui: &mut Ui, entry: &Entry) {
    ui.set_max_width(320.0);
    ui.strong(&entry.name);
    if let Some(preset) = &entry.preset {
        if let Some(note) = &preset.note {
            ui.label(note);
        }
        let joints = match preset.preset.joints.len() {
            1 => "1 joint".to_owned(),
            joints => format!("{joints} joints"),
        };
        ui.weak(match &preset.made_for {
            Some(character) => format!("{joints}, made for {character}"),
            None => joints,
        });
    }
    if let Some(fault) = &entry.fault {
        ui.colored_label(ui.visuals().warn_fg_color, fault);
    }
    ui.weak("Click chooses, double click applies.");
}

fn draw(
    ui: &Ui,
    entry: &Entry,
    rect: Rect,
    response: &Response,
    is_chosen: bool,
    view: &View<'_>,
    panes: &mut Panes,
) {
    if !ui.is_rect_visible(rect) {
        return;
    }
    let visuals = ui.visuals();
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let is_lit = response.hovered() || response.has_focus();
    let fill = if is_lit {
        visuals.widgets.hovered.bg_fill
    } else {
        visuals.faint_bg_color
    };
    painter.rect_filled(rect, 5.0, fill);
    let picture = Rect::from_min_size(rect.min, Vec2::splat(rect.width())).shrink(2.0);
    match panes.thumbnail(entry, view, ui.ctx()) {
        Some(texture) => {
            let image = Image::new((texture, picture.size()));
            image
                .corner_radius(CornerRadius::same(4))
                .paint_at(ui, picture);
        }
        None => placeholder(ui, picture),
    }
    if entry.fault.is_some() {
        fault(ui, picture, entry);
    } else if is_standing(entry, view) {
        let corner = Rect::from_center_size(
            picture.right_top() + Vec2::new(-11.0, 11.0),
            Vec2::splat(16.0),
        );
        painter.circle_filled(corner.center(), 9.0, accent(visuals));
        paint(&painter, corner, Icon::Tick, Color32::WHITE);
    }
    let color = if is_chosen {
        visuals.widgets.active.text_color()
    } else {
        visuals.text_color()
    };
    let place = Pos2::new(rect.center().x, picture.bottom() + 0.5 * FOOT);
    name(ui, &entry.name, place, (rect.width() - 8.0, color));
    if is_chosen {
        let stroke = Stroke::new(2.0, accent(visuals));
        painter.rect_stroke(rect, 5.0, stroke, StrokeKind::Inside);
    }
}

/// Whether the character is in this pose now.
fn is_standing(entry: &Entry, view: &View<'_>) -> bool {
    let applied = view.session.library.applied.as_ref();
    applied.is_some_and(|applied| {
        applied.path == entry.path && Arc::ptr_eq(&applied.given, &view.document.pose)
    })
}

/// One line, cut off at its end where it is too long.
fn name(ui: &Ui, text: &str, center: Pos2, (width, color): (f32, Color32)) {
    let font = TextStyle::Body.resolve(ui.style());
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(width);
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let place = Align2::CENTER_CENTER.anchor_size(center, galley.size());
    ui.painter().galley(place.min, galley, color);
}

/// The error, over the lower part of the picture.
fn fault(ui: &Ui, picture: Rect, entry: &Entry) {
    let visuals = ui.visuals();
    let color = visuals.warn_fg_color;
    let text = entry.fault.as_deref().unwrap_or_default();
    // The card shows the name already.
    let text = text
        .split_once(", line ")
        .map_or_else(|| text.to_owned(), |(_, place)| format!("Line {place}"));
    let mut job = LayoutJob::simple(
        text,
        FontId::proportional(10.5),
        color,
        picture.width() - 8.0,
    );
    job.wrap.max_rows = 4;
    job.wrap.break_anywhere = false;
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let band = picture.with_min_y(picture.bottom() - galley.size().y - 6.0);
    let painter = ui.painter();
    painter.rect_filled(band, 3.0, visuals.extreme_bg_color.gamma_multiply(0.88));
    painter.galley(band.min + Vec2::new(4.0, 3.0), galley, color);
    let corner = Rect::from_center_size(
        picture.left_top() + Vec2::new(12.0, 12.0),
        Vec2::splat(16.0),
    );
    painter.circle_filled(corner.center(), 10.5, visuals.extreme_bg_color);
    paint(painter, corner, Icon::Warning, color);
}

/// A figure that stands for a missing picture.
fn placeholder(ui: &Ui, picture: Rect) {
    let color = ui.visuals().weak_text_color().gamma_multiply(0.35);
    let unit = 0.01 * picture.width();
    let at = |x: f32, y: f32| picture.center() + unit * Vec2::new(x, y);
    let painter = ui.painter();
    let stroke = Stroke::new(5.0 * unit, color);
    painter.circle_filled(at(0.0, -24.0), 7.0 * unit, color);
    painter.line_segment([at(0.0, -14.0), at(0.0, 6.0)], stroke);
    painter.line_segment([at(-18.0, -8.0), at(18.0, -8.0)], stroke);
    painter.line_segment([at(0.0, 6.0), at(-9.0, 30.0)], stroke);
    painter.line_segment([at(0.0, 6.0), at(9.0, 30.0)], stroke);
}
