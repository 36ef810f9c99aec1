//! A card for every pose: its picture and its name.

use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::{Id, Rect, Response, Role, ScrollArea, Sense, Ui, UiBuilder, Vec2, WidgetInfo};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::pose_library::{Entry, LibraryIntent};

use super::chosen_fault::ChosenFault;
use super::with_chosen;
use crate::panels::widgets::card::{CardLook, GAP, Grid, draw_card};
use crate::panels::widgets::card_lines::{
    Line, LineContent, card_lines, draw_group, offset_to_card,
};
use crate::panes::Panes;

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
    let library = &view.session.library;
    // A search shows no folders.
    let folder = |entry: &&Arc<Entry>| match library.is_searched() {
        true => String::new(),
        false => library.group_of(&entry.path),
    };
    let folders: Vec<String> = found.iter().map(folder).collect();
    let lines = card_lines(
        &folders,
        &library.folded,
        (grid.columns, grid.card().y),
        GAP,
    );
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
                    if draw_group(ui, rect, name, *poses, *is_folded) {
                        sink.send(Intent::Library(LibraryIntent::Fold(name.to_owned())));
                    }
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
    let has_moved = memory.chosen.as_ref() != Some(chosen);
    has_moved.then(|| offset_to_card(lines, place, seen, space))?
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
    // The card shows the name already.
    let fault = entry.fault.as_deref().map(|fault| {
        let line = fault.split_once(", line ");
        line.map_or_else(|| fault.to_owned(), |(_, place)| format!("Line {place}"))
    });
    let look = CardLook {
        name: &entry.name,
        picture: panes.thumbnail(entry, view, ui.ctx()),
        fault: fault.as_deref(),
        is_shown: is_standing(entry, view),
        is_chosen,
    };
    draw_card(ui, rect, response, &look);
}

/// Whether the character is in this pose now.
fn is_standing(entry: &Entry, view: &View<'_>) -> bool {
    let applied = view.session.library.applied.as_ref();
    applied.is_some_and(|applied| {
        applied.path == entry.path && Arc::ptr_eq(&applied.given, &view.document.pose)
    })
}
