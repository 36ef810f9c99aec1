//! The window of the reference pictures: which pane shows them, where, how large, how strong and when.

use eframe::egui::{ComboBox, Context, Grid, Response, Ui};
use session::commands::actions::ReferenceAction;
use session::commands::command::{Input, Intent, Panel, Sink};
use session::document::reference::{
    FARTHEST_SHIFT, LEAST_PER_SECOND, MOST_PER_SECOND, MOST_SCALE, ReferencePictures,
};
use session::features::view::View;
use session::state::comparing::PANES;
use session::state::reference::command::ReferenceIntent;
use session::state::reference::media::Media;

use crate::panels::fields::number_field::{NumberField, percent_of, steady_slider};
use crate::panels::fields::time_field::signed_time_field;
use crate::panels::widgets::action_items;
use crate::panels::widgets::corner_window::corner_window;

/// The width of the window.
const WIDTH: f32 = 290.0;
/// The rate that is offered where there was none.
const USUAL_RATE: f32 = 24.0;

/// Draws the window, if it is open.
pub fn reference_options(ctx: &Context, view: &View<'_>, sink: &mut Sink) {
    corner_window(
        ctx,
        Panel::Reference,
        "Reference pictures",
        view,
        sink,
        content,
    );
}

fn content(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    ui.set_width(WIDTH);
    match &view.document.reference.pictures {
        Some(pictures) => {
            about(ui, pictures, view);
            fields(ui, pictures, view, sink);
            ui.separator();
        }
        None => {
            ui.weak(
                "No pictures are open. They are shown behind the figures, and follow the clip.",
            );
        }
    }
    buttons(ui, view, sink);
}

fn buttons(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let items = [
        ReferenceAction::OpenReference,
        ReferenceAction::ToggleReference,
        ReferenceAction::RemoveReference,
    ];
    action_items(ui, &items, view, sink);
}

/// The name, and what was found.
fn about(ui: &mut Ui, pictures: &ReferencePictures, view: &View<'_>) {
    let found = match view.reference.media() {
        Some(Ok(media)) => media.words(),
        Some(Err(why)) => {
            ui.colored_label(ui.visuals().error_fg_color, why);
            return;
        }
        None if view.session.switches.reference => "being read…".to_owned(),
        None => "hidden".to_owned(),
    };
    let text = format!("{}: {found}", pictures.name());
    ui.label(text).on_hover_text(&pictures.file);
}

/// What a field says of being dragged.
#[derive(Default)]
struct Dragged {
    is_dragged: bool,
    has_stopped: bool,
}

impl Dragged {
    fn note(&mut self, response: &Response) {
        self.is_dragged |= response.dragged();
        self.has_stopped |= response.drag_stopped();
    }
}

fn fields(ui: &mut Ui, pictures: &ReferencePictures, view: &View<'_>, sink: &mut Sink) {
    let mut wanted = pictures.clone();
    let mut dragged = Dragged::default();
    Grid::new("reference pictures")
        .num_columns(2)
        .show(ui, |ui| {
            ui.label("Pane");
            pane(ui, &mut wanted);
            ui.end_row();
            ui.label("Order");
            ui.checkbox(&mut wanted.in_front, "In front of the figures");
            ui.end_row();
            look(ui, &mut wanted, &mut dragged);
            when(ui, &mut wanted, &mut dragged, view, sink);
        });
    if wanted != *pictures {
        sink.send(Intent::Reference(ReferenceIntent::Pictures {
            wanted,
            dragging: dragged.is_dragged,
        }));
    }
    if dragged.has_stopped {
        sink.send(Input::EndGesture);
    }
}

fn pane(ui: &mut Ui, wanted: &mut ReferencePictures) {
    let name = |pane: Option<usize>| {
        let pane = pane.and_then(|pane| PANES.get(pane));
        pane.map_or_else(
            || "All panes".to_owned(),
            |name| format!("Only pane {name}"),
        )
    };
    let list = ComboBox::from_id_salt("pane of the reference")
        .selected_text(name(wanted.pane))
        .show_ui(ui, |ui| {
            for pane in std::iter::once(None).chain((0..PANES.len()).map(Some)) {
                ui.selectable_value(&mut wanted.pane, pane, name(pane));
            }
        });
    list.response
        .on_hover_text("Which pane shows the pictures")
        .accessible_name("Pane of the reference");
}

fn look(ui: &mut Ui, wanted: &mut ReferencePictures, dragged: &mut Dragged) {
    let percent = |ui: &mut Ui, name: &str, share: &mut f32, most: f32, tip: &str| {
        let mut number = 100.0 * *share;
        let slider = steady_slider(&mut number, 0.0..=100.0 * most, 0, percent_of).suffix(" %");
        let slider = match most > 1.0 {
            true => slider.logarithmic(true).smallest_positive(5.0),
            false => slider,
        };
        let response = ui.add(slider).on_hover_text(tip);
        if response.changed() {
            *share = number / 100.0;
        }
        response.accessible_name(name)
    };
    ui.label("Opacity");
    let tip = "How much of the pictures is seen";
    let name = "Opacity of the reference";
    dragged.note(&percent(ui, name, &mut wanted.opacity, 1.0, tip));
    ui.end_row();
    ui.label("Size");
    let tip = "100 % fits the pane";
    let name = "Size of the reference";
    dragged.note(&percent(ui, name, &mut wanted.scale, MOST_SCALE, tip));
    ui.end_row();
    ui.label("Shift");
    ui.horizontal(|ui| {
        let names = [("Shift to the right", "x "), ("Shift up", "y ")];
        for (by, (name, sign)) in wanted.shift.iter_mut().zip(names) {
            let mut number = 100.0 * *by;
            let field = NumberField::new(&mut number, 1, |field| {
                let most = 100.0 * FARTHEST_SHIFT;
                field
                    .range(-most..=most)
                    .speed(0.2)
                    .prefix(sign)
                    .suffix(" %")
            });
            let response = ui.add(field.percent());
            let response = response.on_hover_text("In percent of the pane's height");
            if response.changed() {
                *by = number / 100.0;
            }
            dragged.note(&response.accessible_name(name));
        }
    });
    ui.end_row();
}

/// When they are shown: nothing to choose for one picture.
fn when(
    ui: &mut Ui,
    wanted: &mut ReferencePictures,
    dragged: &mut Dragged,
    view: &View<'_>,
    sink: &mut Sink,
) {
    let media = view.reference.media().and_then(Result::ok);
    let (is_sequence, is_animation) = (
        matches!(media, Some(Media::Sequence(_))),
        matches!(media, Some(Media::Animation(_))),
    );
    if !is_sequence && !is_animation {
        return;
    }
    ui.label("Begins at");
    let unit = view.session.character.sheet.unit();
    let name = "Beginning of the reference";
    let field = signed_time_field(ui, name, &mut wanted.start, unit, sink);
    let tip = "The time of the clip at which the first picture is shown";
    dragged.note(&field.on_hover_text(tip));
    ui.end_row();
    ui.label("Speed");
    ui.horizontal(|ui| {
        let without = match is_animation {
            true => "As in the file",
            false => "Only this picture",
        };
        let mut has_none = wanted.per_second.is_none();
        if ui.checkbox(&mut has_none, without).changed() {
            wanted.per_second = (!has_none).then_some(USUAL_RATE);
        }
        if let Some(rate) = &mut wanted.per_second {
            let field = NumberField::new(rate, 2, |field| {
                let range = LEAST_PER_SECOND..=MOST_PER_SECOND;
                field.range(range).speed(0.1).suffix(" fps")
            });
            let response = ui.add(field);
            let response = response.on_hover_text("Pictures a second");
            dragged.note(&response.accessible_name("Pictures a second"));
        }
    });
    ui.end_row();
}
