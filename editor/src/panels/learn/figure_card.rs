//! What a figure is about, in a strip under its panes, which covers nothing of them: claim, source, what the program measures, and the
//! way on and back.

use eframe::egui::{
    Align, Button, Frame, Grid, Label, Layout, Margin, Panel, RichText, ScrollArea, Ui,
};
use figures::book;
use figures::item::{Item, Paper, Verdict};
use figures::number::Number;
use session::commands::actions::LearnAction;
use session::commands::command::Sink;
use session::features::actions::text_of;
use session::features::view::View;

use crate::panels::widgets::{tooltip_of, with_tooltip};

/// Share of the window's height that the strip takes, and its bounds in points.
const SHARE: f32 = 0.19;
const LEAST: f32 = 104.0;
const MOST: f32 = 168.0;
/// Share of its width that the words take; the numbers have the rest.
const WORDS: f32 = 0.56;
/// Space between both.
const GAP: f32 = 24.0;

/// Draws the strip while a figure is shown.
pub fn figure_card(ui: &mut Ui, view: &View<'_>, sink: &mut Sink) {
    let Some(item) = view.session.figure().and_then(book::find) else {
        return;
    };
    let height = (SHARE * ui.ctx().content_rect().height()).clamp(LEAST, MOST);
    let frame = Frame::new()
        .fill(ui.visuals().panel_fill)
        .inner_margin(Margin::symmetric(12, 8));
    Panel::bottom("figure")
        .frame(frame)
        .exact_size(height)
        .resizable(false)
        .show(ui, |ui| {
            head(ui, item, view, sink);
            ui.add_space(2.0);
            ScrollArea::vertical()
                .auto_shrink(false)
                .show(ui, |ui| content(ui, item, view));
        });
}

/// The title with its source, and the buttons at the right.
fn head(ui: &mut Ui, item: &Item, view: &View<'_>, sink: &mut Sink) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let buttons = [
                ("Back to my work", LearnAction::BackToWork),
                ("Next", LearnAction::NextFigure),
                ("Previous", LearnAction::PreviousFigure),
            ];
            for (words, action) in buttons {
                let can_be = action_can_be(action, view);
                let text = match action {
                    LearnAction::BackToWork => RichText::new(words).strong(),
                    _ => RichText::new(words),
                };
                let button = ui.add_enabled(can_be, Button::new(text));
                let button = with_tooltip(button, &tooltip_of(action, view));
                if button.accessible_name(text_of(action.into())).clicked() {
                    sink.run(action);
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.label(RichText::new(item.title).strong().size(15.0));
                ui.add(Label::new(RichText::new(item.source.to_string()).weak()).truncate())
                    .on_hover_text(item.source.paper.title());
            });
        });
    });
}

fn action_can_be(action: LearnAction, view: &View<'_>) -> bool {
    session::commands::actions::Action::from(action)
        .why_not(view)
        .is_none()
}

/// The claim and what is seen at the left, the numbers at the right.
fn content(ui: &mut Ui, item: &Item, view: &View<'_>) {
    let width = ui.available_width() - GAP;
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(WORDS * width);
            ui.spacing_mut().item_spacing.y = 4.0;
            ui.add(Label::new(RichText::new(item.claim).italics()).wrap())
                .on_hover_text("What is claimed there");
            ui.add(Label::new(item.caption).wrap());
            if !item.answer.is_empty() {
                // Of Markdown it has nothing but bold words.
                ui.add(Label::new(item.answer.replace("**", "")).wrap());
            }
        });
        ui.add_space(GAP);
        ui.vertical(|ui| {
            ui.set_width((1.0 - WORDS) * width);
            measured(ui, item, view);
        });
    });
}

/// The verdict, and the numbers that it is made of.
fn measured(ui: &mut Ui, item: &Item, view: &View<'_>) {
    let Some(found) = view.figure_numbers.of(item.id) else {
        let words = match view.figure_numbers.is_working() {
            true => "Measuring…",
            false => "Not measured",
        };
        ui.weak(words);
        return;
    };
    let verdict = verdict(item, found.verdict);
    let text = match found.verdict {
        Verdict::Holds => RichText::new(verdict).strong(),
        Verdict::Fails | Verdict::Differs | Verdict::Changed => RichText::new(verdict)
            .strong()
            .color(ui.visuals().warn_fg_color),
    };
    ui.add(Label::new(text).wrap());
    ui.add_space(2.0);
    Grid::new("figure numbers")
        .num_columns(2)
        .spacing([14.0, 3.0])
        .show(ui, |ui| {
            for number in &found.numbers {
                line(ui, number);
            }
        });
}

fn verdict(item: &Item, verdict: Verdict) -> String {
    let reason = item.expected.reason();
    match verdict {
        Verdict::Holds if item.source.paper == Paper::Open => "Answered.".to_owned(),
        Verdict::Holds => "The claim holds.".to_owned(),
        Verdict::Fails => format!("The claim does not hold. {reason}"),
        Verdict::Differs => format!("The program differs. {reason}"),
        Verdict::Changed => "The numbers are not as they were.".to_owned(),
    }
}

fn line(ui: &mut Ui, number: &Number) {
    let paper = number.paper_text();
    let value = match paper.as_str() {
        "" => number.ours_text(),
        paper => format!("{} (paper {paper})", number.ours_text()),
    };
    ui.label(RichText::new(value).strong());
    ui.add(Label::new(RichText::new(&number.name).weak()).wrap());
    ui.end_row();
}
