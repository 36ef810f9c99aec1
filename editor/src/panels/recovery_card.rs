//! The offer to recover work that was not saved when the program or the computer stopped.

use std::time::SystemTime;

use eframe::egui::{Button, Label, RichText, Ui};
use session::commands::actions::{Action, FileAction};
use session::commands::command::Sink;
use session::commands::view::View;
use session::files::project::Left;
use session::files::settings::short_name;

use crate::panels::icons::Icon;
use crate::panels::widgets::{paint_icon, tooltip_of};

/// The recovery file that is offered, if any.
#[must_use]
pub fn offered<'a>(view: &View<'a>) -> Option<&'a Left> {
    let project = &view.session.project;
    project.left.first().filter(|_| project.offers)
}

/// Draws the offer to recover this work.
pub fn recovery_card(ui: &mut Ui, left: &Left, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        let color = ui.visuals().warn_fg_color;
        paint_icon(ui, Icon::Warning, color);
        ui.add(Label::new(RichText::new("Work was not saved").strong()));
    });
    let more = view.session.project.left.len() - 1;
    let mut text = format!("“{}”, {}", left.name, ago(left.kept));
    if more > 0 {
        text.push_str(&format!("; and {more} more"));
    }
    ui.add(Label::new(text).truncate()).on_hover_text(format!(
        "Character: {}\nKept in {}",
        short_name(&left.source),
        left.path.display()
    ));
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let choices = [
            ("Recover", Action::File(FileAction::RecoverWork)),
            ("Discard", Action::File(FileAction::DiscardLeftWork)),
            ("Later", Action::File(FileAction::RecoverLater)),
        ];
        for (name, action) in choices {
            let text = RichText::new(name);
            let text = if action == Action::File(FileAction::RecoverWork) {
                text.strong()
            } else {
                text
            };
            let response = ui.add(Button::new(text));
            if response.on_hover_text(tooltip_of(action, view)).clicked() {
                sink.run(action);
            }
        }
    });
}

/// The time since then, in words.
fn ago(time: SystemTime) -> String {
    let seconds = time.elapsed().unwrap_or_default().as_secs();
    match seconds {
        0..60 => "less than a minute ago".to_owned(),
        60..7200 => format!("{} min ago", seconds / 60),
        7200..172_800 => format!("{} hours ago", seconds / 3600),
        _ => format!("{} days ago", seconds / 86_400),
    }
}
