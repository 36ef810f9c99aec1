//! The selectors over a pane, one row: its letter, the method, and the rest behind a button.

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{Button, ComboBox, Popup, Rect, RichText, Ui, UiBuilder, Vec2};
use rig::Method;
use scene::corrective_smooth::CorrectiveSmooth;
use scene::names::{
    FIRST_PHASE_TITLE, FIRST_PHASE_TOOLTIP, PER_MESH_TITLE, PER_MESH_TOOLTIP, SIGNS, SMOOTH_TITLE,
    SMOOTH_TOOLTIP, TWIST_TITLE, TWIST_TOOLTIP, look_title, look_tooltip, mesh_methods,
    method_title, method_tooltip, signs_title, signs_tooltip,
};
use scene::posed_character::Look;
use scene::view::pane_shows::{Normals, PaneInheritance, PaneShows};
use session::commands::command::{Intent, Sink};
use session::features::view::View;
use session::state::comparing::PANES;
use session::state::comparing::command::CompareIntent;

use crate::panels::comparing::pane_smooth::{self, smooth_button};
use crate::panels::comparing::pane_weights::{draw_mark, list, mark};
use crate::panels::widgets::icons::Icon;
use crate::panels::widgets::{frame_toggle, paint_on, toggle_body};

/// Height of the row over a pane.
pub const HEIGHT: f32 = 32.0;
const MARGIN: Vec2 = Vec2::new(8.0, 4.0);
/// Width of the list of methods, where there is space.
const METHOD_WIDTH: f32 = 170.0;
/// Least width of a pane whose row begins with its letter.
const LETTERED: f32 = 150.0;
/// Width of the button for the rest.
const REST_WIDTH: f32 = 30.0;

/// Draws the row of a pane, 0 for A; nothing where there is no such pane.
pub fn pane_header(ui: &mut Ui, rect: Rect, pane: usize, view: &View<'_>, sink: &mut Sink) {
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
    let is_last = comparing.panes.len() == 1;
    let mark = mark(pane, view);
    let header = Header {
        pane,
        name,
        shows,
        is_last,
        has_own_camera: comparing.own_cameras.get(pane).is_some_and(Option::is_some),
    };
    let clip = rect.intersect(ui.clip_rect());
    let inner = UiBuilder::new().max_rect(rect.shrink2(MARGIN));
    let ui = &mut ui.new_child(inner.id_salt(("header", pane)));
    ui.set_clip_rect(clip);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        // In a tiny pane the method says more than the letter.
        if rect.width() > LETTERED {
            ui.label(RichText::new(title).strong());
        }
        let room = ui.available_width();
        let smooth = shows.look.smooth.map_or(0.0, |_| pane_smooth::WIDTH + 6.0);
        let beside_method = room - METHOD_WIDTH - smooth - REST_WIDTH - 12.0;
        draw_mark(ui, mark, beside_method.max(0.45 * room), sink);
        let width = METHOD_WIDTH.min(ui.available_width() - smooth - REST_WIDTH - 6.0);
        ui.scope(|ui| {
            // The width of a list is its least one: a long name would take all there is.
            ui.set_max_width(width.max(0.0));
            header.method(ui, width.max(0.0), view, sink);
        });
        header.smooth(ui, sink);
        header.options(ui, view, sink);
    });
}

/// State that the selectors of a pane show.
#[derive(Clone, Copy)]
struct Header {
    pane: usize,
    name: &'static str,
    shows: PaneShows,
    is_last: bool,
    has_own_camera: bool,
}

impl Header {
    fn send(self, shows: PaneShows, sink: &mut Sink) {
        sink.send(Intent::Compare(CompareIntent::SetPane(self.pane, shows)));
    }

    fn send_look(self, look: Look, sink: &mut Sink) {
        let shows = PaneShows { look, ..self.shows };
        self.send(shows, sink);
    }

    fn method(self, ui: &mut Ui, width: f32, view: &View<'_>, sink: &mut Sink) {
        let look = self.shows.look;
        let combo = ComboBox::from_id_salt(("method", self.pane))
            .width(width)
            .truncate()
            .selected_text(look_title(look))
            .show_ui(ui, |ui| {
                for method in Method::ALL {
                    let one = look.with_method(method);
                    let row = ui.selectable_label(one == look, method_title(method));
                    if row.on_hover_text(method_tooltip(method)).clicked() {
                        self.send_look(one, sink);
                    }
                }
                ui.separator();
                let row = ui.selectable_label(look.per_mesh, PER_MESH_TITLE);
                if row.on_hover_text(PER_MESH_TOOLTIP).clicked() {
                    let per_mesh = true;
                    self.send_look(Look { per_mesh, ..look }, sink);
                }
            });
        let label = format!("Pane {} method", self.name);
        let response = combo.response.accessible_name(label);
        let tip = look_tooltip(look);
        let asked = mesh_methods(&view.document.character);
        let tip = asked.map_or_else(|| tip.to_owned(), |asked| format!("{tip}\n{asked}"));
        response.on_hover_text(tip);
    }

    /// The switch of the first phase; methods that have one alone.
    fn first_phase(self, ui: &mut Ui, sink: &mut Sink) {
        let look = self.shows.look;
        if !look.has_phases() {
            return;
        }
        let mut first_phase = look.first_phase;
        let row = ui.checkbox(&mut first_phase, FIRST_PHASE_TITLE);
        if row.on_hover_text(FIRST_PHASE_TOOLTIP).changed() {
            let look = Look {
                first_phase,
                ..look
            };
            self.send_look(look, sink);
        }
        ui.separator();
    }

    /// The settings of corrective smooth, where it is on.
    fn smooth(self, ui: &mut Ui, sink: &mut Sink) {
        let look = self.shows.look;
        let changed = look
            .smooth
            .and_then(|now| smooth_button(ui, self.name, now));
        if changed.is_some() {
            let smooth = changed;
            self.send_look(Look { smooth, ..look }, sink);
        }
    }

    /// The switch of twists that are spread, which is before any method.
    fn twist_switch(self, ui: &mut Ui, sink: &mut Sink) {
        let look = self.shows.look;
        let mut twist = look.twist;
        let row = ui.checkbox(&mut twist, TWIST_TITLE);
        if row.on_hover_text(TWIST_TOOLTIP).changed() {
            self.send_look(Look { twist, ..look }, sink);
        }
    }

    /// The switch of corrective smooth, which is over any method.
    fn smooth_switch(self, ui: &mut Ui, sink: &mut Sink) {
        let look = self.shows.look;
        let mut is_on = look.smooth.is_some();
        let row = ui.checkbox(&mut is_on, SMOOTH_TITLE);
        if row.on_hover_text(SMOOTH_TOOLTIP).changed() {
            let smooth = is_on.then(CorrectiveSmooth::default);
            self.send_look(Look { smooth, ..look }, sink);
        }
        ui.separator();
    }

    /// The choice of signs; methods that blend matrices or logarithms have none.
    fn signs(self, ui: &mut Ui, sink: &mut Sink) {
        let look = self.shows.look;
        if !look.method.has_signs() && !look.per_mesh {
            return;
        }
        ui.weak("Sign alignment");
        for signs in SIGNS {
            let row = ui.radio(signs == look.signs, signs_title(signs));
            if row.on_hover_text(signs_tooltip(signs)).clicked() {
                self.send_look(Look { signs, ..look }, sink);
            }
        }
        ui.separator();
    }

    /// Weights, signs, normals and the inheritance of scale; the button is framed where a choice is not the usual one.
    fn options(self, ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
        let usual = PaneShows::unlike(&[]);
        let look = self.shows.look;
        let has_signs = look.method.has_signs() || look.per_mesh;
        let signs = has_signs.then_some(look.signs);
        let is_usual = !self.has_own_camera
            && self.shows.weights == usual.weights
            && !look.shows_first_phase()
            && signs.is_none_or(|signs| signs == usual.look.signs)
            && self.shows.normals == usual.normals
            && self.shows.scale_inheritance == usual.scale_inheritance;
        let button = if is_usual {
            Button::new("")
        } else {
            toggle_body(ui, "", true)
        };
        let button = button.min_size(Vec2::new(REST_WIDTH, 0.0));
        let (response, _) = MenuButton::from_button(button).ui(ui, |ui| {
            ui.weak("Weights");
            list(ui, self.pane, view, sink);
            ui.separator();
            self.list(ui, sink);
        });
        if !is_usual {
            frame_toggle(ui, &response, true);
        }
        paint_on(ui, &response, response.rect, Icon::More);
        let signs = signs.map(|signs| {
            let title = signs_title(signs).to_lowercase();
            format!("Sign alignment: {title} · ")
        });
        let tip = format!(
            "{}Normals: {} · scale inheritance: {}",
            signs.unwrap_or_default(),
            self.shows.normals.title().to_lowercase(),
            self.shows.scale_inheritance.title().to_lowercase()
        );
        if !Popup::is_any_open(ui.ctx()) {
            response.clone().on_hover_text(tip);
        }
        response.accessible_name(format!("Pane {} options", self.name));
    }

    fn list(self, ui: &mut Ui, sink: &mut Sink) {
        self.first_phase(ui, sink);
        self.twist_switch(ui, sink);
        self.smooth_switch(ui, sink);
        self.signs(ui, sink);
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
        if self.is_last {
            return;
        }
        ui.separator();
        let mut is_own = self.has_own_camera;
        let own = ui.checkbox(&mut is_own, "Own camera");
        let own = own.on_hover_text("Moves apart from the cameras of the other panes");
        if own.changed() {
            let intent = CompareIntent::SetOwnCamera(self.pane, is_own);
            sink.send(Intent::Compare(intent));
        }
        ui.separator();
        let remove = Button::new(format!("Remove pane {}", self.name));
        if ui.add(remove).clicked() {
            sink.send(Intent::Compare(CompareIntent::RemovePane(self.pane)));
        }
    }
}
