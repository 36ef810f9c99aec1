//! A card for every clip: its picture on the open character, which plays under the pointer, and its name.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;
use std::sync::Arc;

use eframe::egui::{
    Id, Rect, Response, Role, ScrollArea, Sense, TextureId, Ui, UiBuilder, Vec2, WidgetInfo,
};
use session::commands::actions::Action;
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::clip_library::{ClipCard, ClipLibraryIntent, ClipPlace};
use session::state::motion_in::bring::BroughtClip;
use session::state::timeline::frames::TimeUnit;

use super::{ADD, OPTIONS, see};
use crate::panels::widgets::action_buttons::action_row;
use crate::panels::widgets::card::{CardLook, GAP, Grid, draw_card};
use crate::panels::widgets::card_lines::{
    Line, LineContent, card_lines, draw_group, offset_to_card,
};
use crate::panes::Panes;
use crate::panes::pose_thumbnails::{ThumbnailAsked, ThumbnailOf, ThumbnailPose};

/// Pictures a second of the clip that plays.
const RATE: f32 = 12.0;

/// What is remembered from frame to frame.
#[derive(Clone, Debug, Default)]
struct Memory {
    chosen: Option<ClipPlace>,
    /// The part of the cards that was seen.
    seen: Option<Rect>,
}

/// Draws the cards of the clips that were found; only files in sight are read.
pub(super) fn cards(ui: &mut Ui, view: &View<'_>, panes: &mut Panes, sink: &mut Sink) {
    let library = &view.session.clip_library;
    let found = library.cards();
    if found.is_empty() {
        ui.weak("No matching clip");
        return see(Vec::new(), view, sink);
    }
    // The scroll bar floats over the margin.
    let grid = Grid::in_width(ui.available_width() - 4.0);
    // A search shows no folders.
    let folder = |card: &ClipCard<'_>| match library.is_searched() {
        true => String::new(),
        false => library.group_of(&card.place.path),
    };
    let folders: Vec<String> = found.iter().map(folder).collect();
    let size = (grid.columns, grid.card().y);
    let lines = card_lines(&folders, &library.folded, size, GAP);
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing, Vec2::splat(GAP));
    let mut area = ScrollArea::vertical().auto_shrink(false);
    let memory: Memory = ui.data(|data| data.get_temp(memory_id()).unwrap_or_default());
    if let Some(offset) = offset_to_chosen(&found, &lines, &memory, view, ui.available_height()) {
        area = area.vertical_scroll_offset(offset);
    }
    let mut files: Vec<PathBuf> = Vec::new();
    let output = area.show_viewport(ui, |ui, seen| {
        ui.set_height(lines.last().map_or(0.0, Line::end));
        let (corner, width) = (ui.max_rect().min, ui.available_width());
        let in_sight = |line: &&Line| line.end() >= seen.top() && line.top <= seen.bottom();
        for line in lines.iter().filter(in_sight) {
            let size = Vec2::new(width, line.height);
            let rect = Rect::from_min_size(corner + Vec2::new(0.0, line.top), size);
            match &line.what {
                LineContent::Group(name, clips, is_folded) => {
                    if draw_group(ui, rect, name, *clips, *is_folded) {
                        send(ClipLibraryIntent::Fold(name.to_owned()), sink);
                    }
                }
                LineContent::Cards(first, count) => {
                    let row = UiBuilder::new()
                        .max_rect(rect)
                        .id_salt(("row of clips", *first));
                    ui.scope_builder(row, |ui| {
                        ui.horizontal(|ui| {
                            for one in found.iter().skip(*first).take(*count) {
                                files.push(one.place.path.clone());
                                card(ui, one, grid, view, panes, sink);
                            }
                        });
                    });
                }
            }
        }
        seen
    });
    ui.spacing_mut().item_spacing = spacing;
    let memory = Memory {
        chosen: library.chosen.clone(),
        seen: Some(output.inner),
    };
    ui.data_mut(|data| data.insert_temp(memory_id(), memory));
    files.dedup();
    see(files, view, sink);
}

fn send(intent: ClipLibraryIntent, sink: &mut Sink) {
    sink.send(Intent::ClipLibrary(intent));
}

fn memory_id() -> Id {
    Id::unique("clip cards memory")
}

/// Scroll offset to a clip that was chosen by keys and whose card is not visible.
fn offset_to_chosen(
    found: &[ClipCard<'_>],
    lines: &[Line],
    memory: &Memory,
    view: &View<'_>,
    space: f32,
) -> Option<f32> {
    let chosen = view.session.clip_library.chosen.as_ref()?;
    let seen = memory.seen?;
    let place = found.iter().position(|card| card.place == *chosen)?;
    let has_moved = memory.chosen.as_ref() != Some(chosen);
    has_moved.then(|| offset_to_card(lines, place, seen, space))?
}

fn card(
    ui: &mut Ui,
    card: &ClipCard<'_>,
    grid: Grid,
    view: &View<'_>,
    panes: &mut Panes,
    sink: &mut Sink,
) {
    let library = &view.session.clip_library;
    let (rect, response) = ui.allocate_exact_size(grid.card(), Sense::click());
    let is_chosen = library.chosen.as_ref() == Some(&card.place);
    let name = format!("Clip {} of the library", card.name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), is_chosen, &name));
    if ui.is_rect_visible(rect) {
        // The card shows the name already.
        let fault = card.fault.map(|fault| {
            let file = card.place.path.display().to_string();
            let rest = fault.strip_prefix(&file).unwrap_or(fault);
            rest.trim_start_matches([':', ' ']).to_owned()
        });
        let look = CardLook {
            name: &card.name,
            picture: picture(ui, card, &response, view, panes),
            fault: fault.as_deref(),
            is_shown: false,
            is_chosen,
        };
        draw_card(ui, rect, &response, &look);
    }
    if response.double_clicked() {
        send(ClipLibraryIntent::Add(card.place.clone()), sink);
    } else if response.clicked() || response.secondary_clicked() {
        send(ClipLibraryIntent::Choose(Some(card.place.clone())), sink);
    }
    response.context_menu(|ui| with_chosen(ui, view, sink));
    let unit = view.session.character.sheet.unit();
    response.on_hover_ui(|ui| about(ui, card, unit));
}

/// The picture of the clip; under the pointer the one of its present moment, once that is drawn.
fn picture(
    ui: &Ui,
    card: &ClipCard<'_>,
    response: &Response,
    view: &View<'_>,
    panes: &mut Panes,
) -> Option<TextureId> {
    let read = view.session.clip_library.read.get(&card.place.path)?;
    let clips = read.clips.as_ref().ok()?;
    let still = ThumbnailAsked {
        of: ThumbnailOf::Clip(card.place.clone()),
        revision: read.revision(),
        pose: Some(ThumbnailPose::Clip(
            Arc::clone(clips),
            card.place.clip,
            None,
        )),
    };
    let still = panes.pose_picture(still, view, ui.ctx());
    if !response.hovered() {
        return still;
    }
    let moment = playing(ui, card.clip?, &card.place);
    let asked = ThumbnailAsked {
        of: ThumbnailOf::Playing,
        revision: moment.revision,
        pose: Some(ThumbnailPose::Clip(
            Arc::clone(clips),
            card.place.clip,
            Some(moment.time),
        )),
    };
    let now = panes.pose_picture(asked, view, ui.ctx());
    // For a moment the picture that plays is still that of the card before.
    match moment.is_begun {
        true => now.or(still),
        false => still,
    }
}

/// The moment of the clip that plays.
struct Moment {
    time: f32,
    revision: u64,
    /// Whether it has played long enough that its own pictures are there.
    is_begun: bool,
}

fn playing(ui: &Ui, brought: &BroughtClip, place: &ClipPlace) -> Moment {
    let id = Id::unique("clip of the library that plays");
    let now = ui.input(|input| input.time);
    let begun = ui.data(|data| data.get_temp::<(ClipPlace, f64, f64)>(id));
    // One that was left for a moment begins anew.
    let begun = begun.filter(|(of, _, last)| of == place && now - last < 0.5);
    let since = begun.map_or(now, |(_, since, _)| since);
    ui.data_mut(|data| data.insert_temp(id, (place.clone(), since, now)));
    let duration = f64::from(brought.clip.duration().max(0.05));
    #[expect(
        clippy::cast_possible_truncation,
        reason = "less than the length of a clip"
    )]
    let time = ((now - since) % duration) as f32;
    let step = (time * RATE).floor();
    let mut hasher = DefaultHasher::new();
    (place, step.to_bits()).hash(&mut hasher);
    let wait = std::time::Duration::from_secs_f32(1.0 / RATE);
    ui.ctx().request_repaint_after(wait);
    Moment {
        time: step / RATE,
        revision: hasher.finish(),
        is_begun: now - since > 0.3,
    }
}

/// The menu of a card.
fn with_chosen(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let actions: [Action; 2] = [ADD, OPTIONS];
    for action in actions {
        action_row(ui, action, view, sink);
    }
}

/// Tooltip with the whole name, the file, and how the clip came over.
fn about(ui: &mut Ui, card: &ClipCard<'_>, unit: TimeUnit) {
    ui.set_max_width(320.0);
    ui.strong(&card.name);
    let file = card.place.path.file_name().unwrap_or_default();
    ui.label(file.to_string_lossy().into_owned());
    if let Some(fault) = card.fault {
        ui.colored_label(ui.visuals().warn_fg_color, fault);
    }
    match card.clip {
        Some(brought) => {
            ui.label(unit.length(brought.clip.duration()));
            ui.weak("A double click adds it to the character.");
        }
        None if card.fault.is_none() => {
            ui.weak("Reading …");
        }
        None => {}
    }
}
