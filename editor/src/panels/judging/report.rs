//! The window with what was measured of the character: every check, and its worst places with pictures, which a click shows.

use std::sync::Arc;

use eframe::egui::{
    CollapsingHeader, Context, ProgressBar, RichText, ScrollArea, TextStyle, TextWrapMode, Ui,
    WidgetText, Window,
};
use session::commands::command::{Intent, Panel, Sink};
use session::features::view::View;
use session::shown::obeyed_limits;
use session::state::judging::{Check, Checked, Findings, JudgingIntent, Purpose};

use crate::panels::widgets::section;
use crate::panes::Panes;

mod place_row;

use place_row::place_row;

/// Width and height of the window when it opens first, and its upper left corner, in points.
const SIZE: [f32; 2] = [460.0, 520.0];
const PLACE: [f32; 2] = [8.0, 100.0];

/// Draws the window, if it is open.
pub fn report(ctx: &Context, view: &View<'_>, panes: &mut Panes, sink: &mut Sink) {
    let mut open = view.session.is_open(Panel::Report);
    if !open {
        return;
    }
    Window::new("Report on character")
        .open(&mut open)
        // Over the list of joints: what it flies to stays in sight in the panes.
        .default_pos(PLACE)
        .default_size(SIZE)
        .show(ctx, |ui| content(ui, view, panes, sink));
    if !open {
        sink.send(Intent::Toggle(Panel::Report));
    }
}

fn content(ui: &mut Ui, view: &View<'_>, panes: &mut Panes, sink: &mut Sink) {
    let judging = &view.session.character.judging;
    if let Some(share) = view.judgment.progress() {
        ui.add(ProgressBar::new(share).text("measuring"));
    } else {
        let limits = obeyed_limits(view.document, view.session);
        let is_old = |found: &Arc<Findings>| found.is_old(view.document, &limits);
        ui.horizontal_wrapped(|ui| {
            if ui.button("Measure again").clicked() {
                sink.send(Intent::Judging(JudgingIntent::Begin));
            }
            if judging.found.as_ref().is_some_and(is_old) {
                ui.weak("The character has changed since.");
            }
            purposes(ui, judging.purpose, sink);
        });
    }
    if let Some(why) = &judging.refused {
        ui.label(why);
    }
    let Some(found) = &judging.found else { return };
    ui.label(summary(found));
    let whole = ScrollArea::vertical().auto_shrink(false);
    whole.show(ui, |ui| {
        let checks = || found.verdict.checks.iter().enumerate();
        let is_posed = |of: &Checked| matches!(of.check, Check::InPoses(_) | Check::PokeThrough);
        for (title, posed) in [("At rest", false), ("In poses", true)] {
            ui.add_space(6.0);
            section(ui, title);
            ui.separator();
            for (index, checked) in checks().filter(|(_, of)| is_posed(of) == posed) {
                let all = (view, &mut *panes, &mut *sink);
                check(ui, (found, index, checked), all);
            }
        }
    });
}

/// What all checks come to, in a sentence.
fn summary(found: &Findings) -> String {
    if let Some(no_skin) = found.verdict.no_skin {
        return format!("Not judged: {}.", no_skin.words());
    }
    let state = match found.verdict.over().count() {
        0 => match found.verdict.not_judged().count() {
            0 => "All limits are kept".to_owned(),
            blind => format!("All limits are kept, but {blind} not judged"),
        },
        1 => "1 check is beyond its limit".to_owned(),
        over => format!("{over} checks are beyond their limits"),
    };
    let poses = scene::names::count(found.verdict.poses[0]);
    match found.verdict.limited {
        0 => format!("{state}, over {poses} poses."),
        limited => format!(
            "{state}, over {poses} poses; joint limits keep back {}.",
            scene::report::pluralize(limited, "turn")
        ),
    }
}

/// What the character is for; another choice judges anew.
fn purposes(ui: &mut Ui, chosen: Purpose, sink: &mut Sink) {
    ui.label("For");
    for purpose in Purpose::ALL {
        let button = ui.selectable_label(chosen == purpose, purpose.title());
        if button.on_hover_text(purpose.about()).clicked() && chosen != purpose {
            sink.send(Intent::Judging(JudgingIntent::For(purpose)));
        }
    }
}

/// A check: one with places folds out, one without is a plain line.
fn check(
    ui: &mut Ui,
    (found, index, checked): (&Arc<Findings>, usize, &Checked),
    (view, panes, sink): (&View<'_>, &mut Panes, &mut Sink),
) {
    let text = RichText::new(line(ui, checked));
    let text = if checked.is_over() {
        text.strong().color(ui.visuals().error_fg_color)
    } else {
        text
    };
    let is_empty = checked.places.is_empty() || checked.value == 0.0;
    if is_empty || checked.not_judged.is_some() {
        // As far in as the text of those that fold out.
        ui.horizontal_top(|ui| {
            ui.add_space(ui.spacing().indent);
            let plain = ui.vertical(|ui| ui.label(text.weak())).inner;
            if let Some(why) = checked.not_judged {
                plain.on_hover_text(why.words());
            }
        });
        return;
    }
    let unit = view.session.character.sheet.unit();
    CollapsingHeader::new(text)
        .id_salt(("check", index))
        .show(ui, |ui| {
            for (place, row) in checked.rows(unit).iter().enumerate() {
                let all = (view, &mut *panes, &mut *sink);
                place_row(ui, (found, [index, place], row), all);
            }
        });
}

/// Title, value and limit of a check; in two lines where the window is too narrow for one.
fn line(ui: &Ui, checked: &Checked) -> String {
    let limit = checked.limit_words();
    let limit = limit.map_or_else(String::new, |limit| format!(" (limit {limit})"));
    let (title, value) = (checked.title(), checked.value_words());
    let whole = format!("{title}: {value}{limit}");
    let text = WidgetText::from(RichText::new(&whole).strong());
    let laid_out = text.into_galley(
        ui,
        Some(TextWrapMode::Extend),
        f32::INFINITY,
        TextStyle::Button,
    );
    let beside = ui.spacing().indent + ui.spacing().button_padding.x;
    if laid_out.size().x + beside <= ui.available_width() {
        whole
    } else {
        format!("{title}:\n{value}{limit}")
    }
}
