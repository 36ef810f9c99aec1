//! The selectors over a pane: method and rule of signs, and the rest behind a button.

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{Button, ComboBox, Popup, Rect, RichText, Ui, UiBuilder, Vec2};
use rig::Method;
use scene::names::{SIGNS, method_title, method_tooltip, signs_title, signs_tooltip};
use scene::posed_character::Look;
use scene::view::pane_shows::{Normals, PaneInheritance, PaneShows};
use session::commands::command::{Intent, Sink};
use session::commands::compare_command::CompareIntent;
use session::commands::view::View;
use session::tools::comparing::PANES;

use crate::panels::pane_weights::{draw_mark, list, mark};

/// Width from which everything fits into one row.
const WIDE: f32 = 515.0;
/// Below this width the button of options has no text.
const ROOMY: f32 = 230.0;
const MARGIN: Vec2 = Vec2::new(8.0, 5.0);
const METHOD_WIDTH: f32 = 140.0;
const SIGNS_WIDTH: f32 = 215.0;
const OPTIONS_WIDTH: f32 = 78.0;
/// The widest name of a version of the weights; the choice of signs makes room for it.
const MARK_WIDTH: f32 = 140.0;

/// Height of the header over a pane of this width.
#[must_use]
pub fn height(width: f32) -> f32 {
    if width < WIDE { 65.0 } else { 36.0 }
}

/// Draws the selectors: in one row, or in a narrow pane one below the other and of full width.
pub fn pane_header(ui: &mut Ui, rect: Rect, pane: usize, (view, sink): (&View<'_>, &mut Sink)) {
    let comparing = &view.session.comparing;
    let (Some(&shows), Some(&name)) = (comparing.panes.get(pane), PANES.get(pane)) else {
        return;
    };
    let is_difference = pane > 0 && view.session.switches.heatmap;
    let title = if is_difference {
        format!("{name} − A")
    } else {
        name.to_owned()
    };
    let title = RichText::new(title).strong();
    let is_last = comparing.panes.len() == 1;
    let mark = mark(pane, view);
    let header = Header {
        pane,
        name,
        shows,
        is_last,
    };
    let clip = rect.intersect(ui.clip_rect());
    let inner = UiBuilder::new().max_rect(rect.shrink2(MARGIN));
    let ui = &mut ui.new_child(inner.id_salt(("header", pane)));
    ui.set_clip_rect(clip);
    if rect.width() >= WIDE {
        ui.horizontal_centered(|ui| {
            ui.label(title);
            let marked = draw_mark(ui, mark, MARK_WIDTH);
            header.method(ui, METHOD_WIDTH, sink);
            header.signs(ui, SIGNS_WIDTH - marked, sink);
            header.options(ui, OPTIONS_WIDTH, (view, sink));
        });
    } else {
        ui.horizontal(|ui| {
            ui.label(title);
            draw_mark(ui, mark, 0.5 * ui.available_width());
            header.method(ui, ui.available_width(), sink);
        });
        ui.horizontal(|ui| {
            let room = rect.width() >= ROOMY;
            let width = if room { OPTIONS_WIDTH } else { 0.0 };
            header.options(ui, width, (view, &mut *sink));
            header.signs(ui, ui.available_width(), sink);
        });
    }
}

/// State that the selectors of a pane show.
#[derive(Clone, Copy)]
struct Header {
    pane: usize,
    name: &'static str,
    shows: PaneShows,
    is_last: bool,
}

impl Header {
    fn send(self, shows: PaneShows, sink: &mut Sink) {
        sink.send(Intent::Compare(CompareIntent::SetPane(self.pane, shows)));
    }

    fn send_look(self, look: Look, sink: &mut Sink) {
        let shows = PaneShows { look, ..self.shows };
        self.send(shows, sink);
    }

    fn method(self, ui: &mut Ui, width: f32, sink: &mut Sink) {
        let look = self.shows.look;
        let combo = ComboBox::from_id_salt(("method", self.pane))
            .width(width)
            .truncate()
            .selected_text(method_title(look.method))
            .show_ui(ui, |ui| {
                for method in Method::ALL {
                    let row = ui.selectable_label(method == look.method, method_title(method));
                    if row.on_hover_text(method_tooltip(method)).clicked() {
                        self.send_look(Look { method, ..look }, sink);
                    }
                }
            });
        let label = format!("Pane {} method", self.name);
        let response = combo.response.accessible_name(label);
        response.on_hover_text(method_tooltip(look.method));
    }

    /// The choice of signs. Linear blending has none; its place stays, so that all headers are alike.
    fn signs(self, ui: &mut Ui, width: f32, sink: &mut Sink) {
        let look = self.shows.look;
        if look.method == Method::Linear {
            let none = RichText::new("Sign alignment: none").weak();
            let place = Button::new(none).min_size(Vec2::new(width, 0.0)).truncate();
            ui.add_enabled(false, place)
                .on_disabled_hover_text("Matrices have no sign")
                .accessible_name(format!("Pane {} signs", self.name));
            return;
        }
        let title = format!("Sign alignment: {}", signs_title(look.signs).to_lowercase());
        let combo = ComboBox::from_id_salt(("signs", self.pane))
            .width(width)
            .truncate()
            .selected_text(title)
            .show_ui(ui, |ui| {
                for signs in SIGNS {
                    let row = ui.selectable_label(signs == look.signs, signs_title(signs));
                    if row.on_hover_text(signs_tooltip(signs)).clicked() {
                        self.send_look(Look { signs, ..look }, sink);
                    }
                }
            });
        let label = format!("Pane {} signs", self.name);
        let response = combo.response.accessible_name(label);
        response.on_hover_text(signs_tooltip(look.signs));
    }

    /// Weights, normals and the inheritance of scale; the button shows choices that are not the defaults.
    fn options(self, ui: &mut Ui, width: f32, (view, sink): (&View<'_>, &mut Sink)) {
        let usual = PaneShows::default();
        let is_usual = PaneShows {
            look: usual.look,
            ..self.shows
        } == usual;
        let text = match (width > 0.0, is_usual) {
            (true, true) => "Options",
            (true, false) => "Options •",
            (false, _) => "…",
        };
        let button = Button::new(text)
            .min_size(Vec2::new(width, 0.0))
            .selected(!is_usual);
        let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
            ui.weak("Weights");
            list(ui, self.pane, (view, &mut *sink));
            ui.separator();
            self.list(ui, sink);
        });
        let tip = format!(
            "Normals: {} · scale inheritance: {}",
            self.shows.normals.title().to_lowercase(),
            self.shows.scale_inheritance.title().to_lowercase()
        );
        if !Popup::is_any_open(ui.ctx()) {
            response.clone().on_hover_text(tip);
        }
        response.accessible_name(format!("Pane {} options", self.name));
    }

    fn list(self, ui: &mut Ui, sink: &mut Sink) {
        ui.weak("Normals");
        for normals in Normals::ALL {
            let row = ui.radio(normals == self.shows.normals, normals.title());
            if row.on_hover_text(normals.tooltip()).clicked() {
                self.send(
                    PaneShows {
                        normals,
                        ..self.shows
                    },
                    sink,
                );
            }
        }
        ui.separator();
        ui.weak("Scale inheritance");
        for scale_inheritance in PaneInheritance::ALL {
            let row = ui.radio(
                scale_inheritance == self.shows.scale_inheritance,
                scale_inheritance.title(),
            );
            if row.on_hover_text(scale_inheritance.tooltip()).clicked() {
                self.send(
                    PaneShows {
                        scale_inheritance,
                        ..self.shows
                    },
                    sink,
                );
            }
        }
        ui.separator();
        let remove = Button::new(format!("Remove pane {}", self.name));
        if ui.add_enabled(!self.is_last, remove).clicked() {
            sink.send(Intent::Compare(CompareIntent::RemovePane(self.pane)));
        }
    }
}
