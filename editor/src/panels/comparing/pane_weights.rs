//! The version of the weights that a pane shows: its name in the pane's head, and the list to choose from.

use eframe::egui::{Align, Button, Label, Layout, RichText, Ui, Vec2};
use scene::view::pane_shows::{PaneShows, PaneWeights};
use session::commands::actions::{Action, FileAction, VersionAction};
use session::commands::command::{Intent, Sink};
use session::document::baked::Lack;
use session::features::view::View;
use session::notices::Severity;
use session::state::comparing::command::CompareIntent;

use crate::panels::widgets::context_menu::item;
use crate::theme::{ROW, severity_color};

/// What a pane says about its weights, unless they are the current ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Such as "weights as opened"; short, since the head of a pane has little room.
    pub text: String,
    /// What else there is to say.
    tip: String,
    /// Whether the pane shows something else than it should.
    is_warning: bool,
    /// Whether it is of what was baked, so that its dialog can be opened.
    is_baked: bool,
}

/// The mark of a pane; none while it shows the current weights.
#[must_use]
pub fn mark(pane: usize, view: &View<'_>) -> Option<Mark> {
    let shows = view.session.comparing.panes.get(pane)?;
    let versions = &view.session.character.versions;
    if shows.weights == PaneWeights::Current || !versions.has(shows.weights) {
        return None;
    }
    let misfit = versions.weights(shows.weights, view.document).err();
    if shows.weights == PaneWeights::Baked {
        return Some(baked_mark(pane, misfit.as_deref(), view));
    }
    let name = versions.name(shows.weights);
    let is_soon = is_still_to_be_found(shows.weights, view);
    let mut text = versions.mark(shows.weights);
    if is_soon {
        text += " · computing";
    }
    Some(Mark {
        is_warning: misfit.is_some() || is_soon,
        is_baked: false,
        tip: match misfit {
            None if is_soon => {
                "The four largest influences of each vertex are being found; the current weights are shown until then".to_owned()
            }
            None if is_uncut(shows.weights, view) => {
                "No vertex has more than four influences: these are the current weights".to_owned()
            }
            None => {
                format!(
                    "This pane shows the weights {name}; brushes and tools change the current weights"
                )
            }
            Some(why) => {
                format!("This version does not fit ({why}); the current weights are shown")
            }
        },
        text,
    })
}

/// Whether a pane is to show four influences a vertex, and they are still being found.
fn is_still_to_be_found(weights: PaneWeights, view: &View<'_>) -> bool {
    let versions = &view.session.character.versions;
    weights == PaneWeights::FourInfluences && versions.finds_four_influences(view.document)
}

/// Whether a pane is to show four influences a vertex and no vertex has more.
fn is_uncut(weights: PaneWeights, view: &View<'_>) -> bool {
    let versions = &view.session.character.versions;
    let cut = versions.weights(weights, view.document);
    weights == PaneWeights::FourInfluences && cut.is_ok_and(|cut| cut.is_none())
}

/// What a pane with what was baked says: what the file cannot show, and what was edited since.
fn baked_mark(pane: usize, misfit: Option<&str>, view: &View<'_>) -> Mark {
    let baked = view.session.character.versions.last_bake();
    let lacks = view.shown.panes.get(pane).and_then(|pane| pane.lacks);
    let mut text = "Baked".to_owned();
    let mut tip = match baked.is_some_and(|baked| baked.follows_poses()) {
        false => "This pane shows the baked file, as every engine shows it: linear blending with helper joints.",
        true => "This pane shows the baked file: linear blending with helper joints that follow every pose.",
    }
    .to_owned();
    let is_old = baked.is_some_and(|baked| !baked.is_of(view.document));
    if let Some(why) = misfit {
        text += " · does not fit";
        tip = format!("The bake does not fit ({why}); the current weights are shown. Bake again.");
    } else {
        match lacks {
            Some(Lack::Clip) => {
                text += " · clip not baked";
                tip += " This clip is not in the file: helper joints stand still.";
            }
            Some(Lack::Keys) => {
                text += " · pose not keyed";
                tip += " This pose is in no clip of the file: helper joints stand still.";
            }
            Some(Lack::Waiting) => {
                text += " · more keys";
                tip += " Poses over this clip that are not keyed yet are keys of the file: between them it moves otherwise.";
            }
            None => {}
        }
        if is_old {
            text += " · out of date";
            tip += " The character was edited after the bake: bake again.";
        }
    }
    tip += " Click for the dialog.";
    Mark {
        is_warning: misfit.is_some() || lacks.is_some() || is_old,
        is_baked: true,
        text,
        tip,
    }
}

/// Draws the mark of a pane, no wider than this; returns the width that it takes.
pub fn draw_mark(ui: &mut Ui, mark: Option<Mark>, most: f32, sink: &mut Sink) -> f32 {
    let Some(mark) = mark else {
        return 0.0;
    };
    let before = ui.available_width();
    let layout = Layout::left_to_right(Align::Center);
    ui.allocate_ui_with_layout(Vec2::new(most, ROW), layout, |ui| {
        let color = match mark.is_warning {
            false => ui.visuals().hyperlink_color,
            true => severity_color(Severity::Warning, ui.visuals()),
        };
        let text = RichText::new(mark.text).color(color);
        if !mark.is_baked {
            ui.add(Label::new(text).truncate()).on_hover_text(mark.tip);
            return;
        }
        let button = ui.add(Button::new(text).frame(false).truncate());
        if button.on_hover_text(mark.tip).clicked() {
            sink.run(FileAction::BakeCharacter);
        }
    });
    before - ui.available_width()
}

/// Draws the list of versions for a pane.
pub fn list(ui: &mut Ui, pane: usize, view: &View<'_>, sink: &mut Sink) {
    let versions = &view.session.character.versions;
    let Some(&shows) = view.session.comparing.panes.get(pane) else {
        return;
    };
    for weights in versions.all(view.document) {
        let misfit = versions.weights(weights, view.document).err();
        let name = versions.name(weights);
        ui.horizontal(|ui| {
            let row = ui.add_enabled_ui(misfit.is_none(), |ui| {
                ui.radio(weights == shows.weights, capitalize(name))
            });
            let row = row.inner.on_disabled_hover_text(misfit.unwrap_or_default());
            if row.on_hover_text(tooltip(weights)).clicked() {
                let shows = PaneShows { weights, ..shows };
                sink.send(Intent::Compare(CompareIntent::SetPane(pane, shows)));
            }
            if let PaneWeights::Kept(number) = weights {
                let forget = ui.add(Button::new("Forget").small());
                let forget =
                    forget.on_hover_text("Deletes this kept version; the current weights stay");
                if forget.accessible_name(format!("Forget {name}")).clicked() {
                    sink.send(Intent::Compare(CompareIntent::ForgetWeights(number)));
                }
            }
        });
    }
    item(ui, Action::Version(VersionAction::KeepWeights), view, sink);
}

/// Draws the list of versions behind a line of a menu.
pub fn submenu(ui: &mut Ui, pane: usize, view: &View<'_>, sink: &mut Sink) {
    ui.separator();
    ui.menu_button("Version of weights", |ui| {
        list(ui, pane, view, sink);
    });
    for action in [VersionAction::CompareEngine, VersionAction::CompareOpened] {
        item(ui, Action::Version(action), view, sink);
    }
}

const fn tooltip(weights: PaneWeights) -> &'static str {
    match weights {
        PaneWeights::Current => "The weights that are edited",
        PaneWeights::FourInfluences => {
            "The current weights with the four largest influences of each vertex, as most engines take them"
        }
        PaneWeights::Opened => "The weights as they were opened, on the current skeleton",
        PaneWeights::Source => "The weights of the model's own file, before all edits",
        PaneWeights::Kept(_) => "Weights that were kept, on the current skeleton",
        PaneWeights::Baked => "The baked file with its helper joints, as every engine shows it",
    }
}

/// The name with a capital letter, for lines of a list.
pub(in crate::panels) fn capitalize(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
