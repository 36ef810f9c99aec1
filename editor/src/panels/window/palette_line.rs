//! A line of the command palette: whether a switch is on, the name, and at the end its key, or why it cannot be done.

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    Align2, Color32, CornerRadius, Rect, Response, Role, Sense, Stroke, StrokeKind, TextStyle, Ui,
    Vec2, WidgetInfo, vec2,
};
use session::features::actions::palette_rows::PaletteRow;
use session::features::view::View;

use crate::panels::widgets::icons::{Icon, paint};

/// Height of a line in points.
const HEIGHT: f32 = 26.0;
/// From the left edge to the name: room for the box of a switch.
const MARGIN: f32 = 28.0;
/// Between the name and what stands at the end.
const GAP: f32 = 16.0;
/// Side of the box of a switch.
const BOX: f32 = 13.0;

/// What a line shows.
struct Line {
    /// Before the name: the menu, or what kind of line it is.
    group: &'static str,
    name: String,
    /// The name of other programs by which it was found.
    other_name: Option<&'static str>,
    at_the_end: String,
    enabled: bool,
    /// Whether a switch is on; none for what is no switch.
    checked: Option<bool>,
    accessible: String,
}

impl Line {
    fn of(row: &PaletteRow, view: &View<'_>) -> Self {
        match row {
            PaletteRow::Action {
                info,
                state,
                other_name,
            } => Self {
                group: info.menu.title(),
                name: state.text.clone(),
                other_name: *other_name,
                // The reason why it is disabled says more than its key.
                at_the_end: match state.why_not {
                    Some(why) => why.to_owned(),
                    None => view.key_text(info.action).unwrap_or_default(),
                },
                enabled: state.enabled,
                checked: state.checked,
                accessible: format!("Run {}", state.text),
            },
            PaletteRow::Later(later) => Self {
                group: later.kind(),
                name: later.title.to_owned(),
                other_name: None,
                at_the_end: String::new(),
                enabled: false,
                checked: None,
                accessible: format!("{}: {}", later.kind(), later.title),
            },
        }
    }

    fn widget_info(&self) -> WidgetInfo {
        match self.checked {
            Some(is_on) => {
                WidgetInfo::selected(Role::CheckBox, self.enabled, is_on, &self.accessible)
            }
            None => WidgetInfo::labeled(Role::Button, self.enabled, &self.accessible),
        }
    }
}

/// Draws a line over the whole width. The name has the room that it needs, and what stands at the end is cut instead.
pub(in crate::panels) fn line(
    ui: &mut Ui,
    row: &PaletteRow,
    is_chosen: bool,
    view: &View<'_>,
) -> Response {
    let line = Line::of(row, view);
    let drawn = ui.add_enabled_ui(line.enabled, |ui| draw(ui, &line, is_chosen));
    drawn.inner
}

fn draw(ui: &mut Ui, line: &Line, is_chosen: bool) -> Response {
    let size = vec2(ui.available_width(), HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| line.widget_info());
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let visuals = ui.visuals();
    let (fill, color) = match (is_chosen, response.hovered()) {
        (true, _) => (visuals.selection.bg_fill, visuals.selection.stroke.color),
        (false, true) => (
            visuals.widgets.hovered.weak_bg_fill,
            visuals.strong_text_color(),
        ),
        (false, false) => (Color32::TRANSPARENT, visuals.text_color()),
    };
    let weak = match is_chosen {
        true => color.gamma_multiply(0.75),
        false => visuals.weak_text_color(),
    };
    ui.painter().rect_filled(rect, CornerRadius::same(4), fill);
    if let Some(is_on) = line.checked {
        switch(ui, rect, (is_on, color));
    }
    let room = rect.width() - MARGIN - GAP;
    let font = TextStyle::Button.resolve(ui.style());
    let mut job = LayoutJob {
        wrap: TextWrapping::truncate_at_width(room),
        ..LayoutJob::default()
    };
    let mut add = |text: &str, color: Color32| {
        job.append(text, 0.0, TextFormat::simple(font.clone(), color));
    };
    add(&format!("{}:  ", line.group), weak);
    add(&line.name, color);
    if let Some(other) = line.other_name {
        add(&format!("  ({other})"), weak);
    }
    let name = ui.painter().layout_job(job);
    let left = (room - name.size().x).max(0.0);
    let place = rect.left_center() + vec2(MARGIN, -0.5 * name.size().y);
    ui.painter().galley(place, name, color);
    let font = TextStyle::Body.resolve(ui.style());
    let mut end =
        LayoutJob::single_section(line.at_the_end.clone(), TextFormat::simple(font, weak));
    end.wrap = TextWrapping::truncate_at_width(left);
    if left > GAP {
        let end = ui.painter().layout_job(end);
        let place =
            Align2::RIGHT_CENTER.align_size_within_rect(end.size(), rect.shrink2(vec2(8.0, 0.0)));
        ui.painter().galley(place.min, end, weak);
    }
    response
}

/// The box of a switch, with a tick where it is on.
fn switch(ui: &Ui, rect: Rect, (is_on, color): (bool, Color32)) {
    let place = Rect::from_center_size(
        rect.left_center() + vec2(0.5 * MARGIN, 0.0),
        Vec2::splat(BOX),
    );
    let frame = Stroke::new(1.0, color.gamma_multiply(0.6));
    ui.painter()
        .rect_stroke(place, CornerRadius::same(3), frame, StrokeKind::Inside);
    if is_on {
        paint(ui.painter(), place, Icon::Tick, color);
    }
}
