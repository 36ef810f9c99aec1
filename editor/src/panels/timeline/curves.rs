//! Curves of the selected joints' channels over the axis of the dope sheet, with keys and tangents that are dragged.

use std::sync::Arc;

use eframe::egui::{
    Align2, Color32, Event, FontId, Id, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui,
    UiBuilder, Vec2, WidgetInfo,
};
use rig::{JointChannel, Target};
use scene::names::count;
use session::commands::actions::SheetAction;
use session::commands::command::{Input, Intent, Sink};
use session::state::timeline::command::{SheetInput, SheetIntent};
use session::state::timeline::curve_view::{fit_range, spans, tracks};
use session::state::timeline::curves::{Curve, CurveKey, curves as curves_of};
use session::state::timeline::rows::channel_name;
use session::state::timeline::select::present;
use session::state::timeline::values::ValueRange;

use super::canvas::{VisibleRows, shade_outside};
use super::curve_pointer::on_pointer;
use super::mesh::DrawnSheet;
use super::ruler::{pan, single, zoom_by_wheel};
use super::sheet::{Sheet, persistent_state};
use super::{curve_names, menu};
use crate::panels::widgets::{toggle_button, tooltip_of};
use crate::theme::accent;

/// Length of a tangent on the screen.
pub(super) const TANGENT: f32 = 42.0;
/// Space for the switches at the top, and below the lowest curve.
const HEAD: f32 = 26.0;
const FOOT: f32 = 10.0;

/// What curves were made of, and the curves.
#[derive(Default)]
struct Cache {
    key: Option<(u64, Vec<Target>, [f32; 2], u16)>,
    curves: Arc<Vec<Curve>>,
}

/// Where the numbers of each curve are on the screen.
pub(super) struct Scales {
    pub(super) rect: Rect,
    /// The numbers in sight, or the share of the height where each curve has all of it.
    in_sight: ValueRange,
    /// Least and largest number, one pair for all or one for each curve; none without curves.
    spans: Vec<[f32; 2]>,
}

impl Scales {
    pub(super) fn span(&self, curve: usize) -> [f32; 2] {
        let span = self.spans.get(curve).or(self.spans.first());
        span.copied().unwrap_or([0.0, 1.0])
    }

    pub(super) fn y_of(&self, curve: usize, value: f32) -> f32 {
        let [low, high] = self.span(curve);
        let share = (value - low) / (high - low);
        self.rect.bottom() - share * self.rect.height()
    }

    pub(super) fn value_at(&self, curve: usize, y: f32) -> f32 {
        let [low, high] = self.span(curve);
        low + (self.rect.bottom() - y) / self.rect.height() * (high - low)
    }
}

/// Draws the curves into what can be seen of the rows, and takes the pointer there.
pub(super) fn curves(
    ui: &mut Ui,
    sheet: &Sheet<'_>,
    drawn: &DrawnSheet,
    place: &VisibleRows,
    sink: &mut Sink,
) {
    let area = Rect::from_x_y_ranges(sheet.keys, place.visible.y_range());
    let painter = ui.painter_at(area);
    painter.rect_filled(area, 0.0, ui.visuals().extreme_bg_color);
    shade_outside(ui, area, sheet);
    let id = Id::unique("curves of the clip");
    let response = ui.interact(area, id, Sense::CLICK | Sense::DRAG);
    let found = make_curves(ui, sheet, drawn, area.width());
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, accessible_text(sheet, &found)));
    let scales = scales(area, &found, sheet);
    zoom(ui, &response, sheet, &scales, sink);
    pan_both(&response, sheet, &scales, sink);
    let pointed = curve_names::find_pointed(response.clone(), sheet, &found, &scales);
    let colors = curve_names::colors(ui, &found, pointed);
    draw(ui, &found, &scales, &colors, sheet, area);
    let named = area.with_min_y(scales.rect.top());
    curve_names::write(&painter, named, sheet, &found, &scales, &colors);
    on_pointer(ui, &response, sheet, &found, &scales, sink);
    switches(ui, area, sheet, sink);
    response.context_menu(|ui| menu::of_keys(ui, sheet.view, sink));
}

fn accessible_text(sheet: &Sheet<'_>, found: &[Curve]) -> String {
    format!(
        "Curves: {} numbers, {} selected keys",
        count(found.len()),
        count(present(sheet.clip, &sheet.view.session.character.keys.selected).len())
    )
}

/// The tracks that have curves.
fn targets(sheet: &Sheet<'_>) -> Vec<Target> {
    let character = &sheet.view.session.character;
    let chosen = (&character.selection, &*character.keys.selected);
    tracks(sheet.clip, &character.sheet, chosen)
}

/// The curves, made anew when the clip or what is in sight changes.
fn make_curves(ui: &Ui, sheet: &Sheet<'_>, drawn: &DrawnSheet, width: f32) -> Arc<Vec<Curve>> {
    let shared = persistent_state::<Cache>(ui, "curves of the clip");
    let mut cache = shared.lock();
    let range = sheet.axis.range();
    let ends = [single(range.start()), single(range.end())];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "points on a screen; saturates"
    )]
    // A point of the curve every three points of the screen is smooth to the eye.
    let points = (width / 3.0) as u16;
    let key = (drawn.changes(), targets(sheet), ends, points);
    if cache.key.as_ref() != Some(&key) {
        let skeleton = &sheet.view.document.character.rig.skeleton;
        let of =
            |target: &Target| curves_of(skeleton, sheet.clip, *target, (ends[0], ends[1]), points);
        cache.curves = Arc::new(key.1.iter().flat_map(of).collect());
        cache.key = Some(key);
    }
    Arc::clone(&cache.curves)
}

/// The numbers in sight over the height. During a drag they stay where they were: what is dragged must not run away.
fn scales(area: Rect, found: &[Curve], sheet: &Sheet<'_>) -> Scales {
    let rect = Rect::from_min_max(
        area.min + Vec2::new(0.0, HEAD),
        area.max - Vec2::new(0.0, FOOT),
    );
    let rect = Rect::from_min_max(rect.min, rect.max.max(rect.min + Vec2::splat(8.0)));
    let state = &sheet.view.session.character.sheet;
    let skeleton = &sheet.view.document.character.rig.skeleton;
    let ends = sheet.axis.range().ends();
    let before = state.drag.as_ref().map(|drag| {
        let all = targets(sheet).into_iter();
        all.flat_map(|target| curves_of(skeleton, &drag.clip, target, ends, 100))
            .collect::<Vec<Curve>>()
    });
    let whole = spans(before.as_deref().unwrap_or(found));
    let (in_sight, spans) = if state.is_normalized {
        let shares = state.values().unwrap_or(ValueRange::WHOLE);
        let of_each = |span: &[f32; 2]| shares.edges_of(ValueRange::around(*span));
        (shares, whole.iter().map(of_each).collect())
    } else {
        let fits = fit_range(&whole);
        let numbers = state.values().or(fits).unwrap_or(ValueRange::WHOLE);
        (numbers, fits.map(|_| numbers.edges()).into_iter().collect())
    };
    Scales {
        rect,
        in_sight,
        spans,
    }
}

/// Ctrl and the wheel zoom the numbers about the pointer; the wheel alone, and two fingers, zoom time.
fn zoom(ui: &Ui, response: &Response, sheet: &Sheet<'_>, scales: &Scales, sink: &mut Sink) {
    // The wheel goes on after Ctrl is let go; what else zooms is a pinch.
    let is_pinched = |event: &Event| matches!(event, Event::Zoom(_));
    let (factor, is_pinch) = ui.input(|input| {
        let is_pinch = input.events.iter().any(is_pinched) || input.multi_touch().is_some();
        (input.zoom_delta(), is_pinch)
    });
    if factor == 1.0 || is_pinch {
        return zoom_by_wheel(ui, response, sheet, sink);
    }
    if let Some(at) = response.hover_pos()
        && !scales.spans.is_empty()
    {
        let now = scales.in_sight;
        let share = f64::from((scales.rect.bottom() - at.y) / scales.rect.height());
        let about = now.low() + share * now.height();
        let after = now.zoomed(1.0 / f64::from(factor), about);
        sink.send(Input::Sheet(SheetInput::SeeValues(after)));
    }
}

/// The middle button pans; up and down too, once the numbers in sight were chosen.
fn pan_both(response: &Response, sheet: &Sheet<'_>, scales: &Scales, sink: &mut Sink) {
    let down = pan(response, sheet, sink);
    let chosen = sheet.view.session.character.sheet.values();
    if let Some(now) = chosen.filter(|_| down != 0.0) {
        let by = now.height() * f64::from(down / scales.rect.height());
        sink.send(Input::Sheet(SheetInput::SeeValues(now.shifted(by))));
    }
}

fn draw(
    ui: &Ui,
    found: &[Curve],
    scales: &Scales,
    colors: &[Color32],
    sheet: &Sheet<'_>,
    area: Rect,
) {
    let painter = ui.painter_at(area);
    let weak = ui.visuals().weak_text_color();
    let font = FontId::proportional(11.0);
    let say = |text: String| {
        let font = FontId::proportional(13.0);
        painter.text(area.center(), Align2::CENTER_CENTER, text, font, weak);
    };
    if found.is_empty() {
        say("Select a joint with keys to see its curves".to_owned());
    } else if is_out_of_sight(found, scales) {
        let keys = sheet.view.key_text(SheetAction::FrameAllKeys);
        let keys = keys.map_or_else(String::new, |keys| format!(": {keys} shows them"));
        say(format!("The curves are out of sight{keys}"));
    }
    if !found.is_empty() && !sheet.view.session.character.sheet.is_normalized {
        let [low, high] = scales.span(0);
        for value in levels(low, high) {
            let y = scales.y_of(0, value);
            let stroke = Stroke::new(1.0, weak.gamma_multiply(0.25));
            painter.hline(area.x_range(), y, stroke);
            let at = Pos2::new(area.left() + 4.0, y);
            let text = scene::names::plain(value, decimals(high - low));
            painter.text(at, Align2::LEFT_BOTTOM, text, font.clone(), weak);
        }
    }
    let x = |time: f32| sheet.axis.x_of(f64::from(time));
    let selected = &sheet.view.session.character.keys.selected;
    for ((number, curve), &color) in found.iter().enumerate().zip(colors) {
        let points = curve.points.iter();
        let line: Vec<Pos2> = points
            .map(|[time, value]| Pos2::new(x(*time), scales.y_of(number, *value)))
            .collect();
        painter.add(Shape::line(line, Stroke::new(1.4, color)));
        for key in &curve.keys {
            let at = Pos2::new(x(key.at.time), scales.y_of(number, key.value));
            let is_selected = selected.contains(&key.at);
            if is_selected {
                for end in ends_of(key, at, number, sheet, scales)
                    .into_iter()
                    .flatten()
                {
                    let tint = if key.is_locked { weak } else { color };
                    painter.line_segment([at, end], Stroke::new(1.0, tint));
                    painter.circle_filled(end, 3.0, tint);
                }
            }
            let fill = if is_selected {
                accent(ui.visuals())
            } else {
                color
            };
            painter.rect_filled(Rect::from_center_size(at, Vec2::splat(6.0)), 1.0, fill);
        }
    }
    let now = sheet.axis.x_of(f64::from(sheet.now));
    let line = Stroke::new(1.5, accent(ui.visuals()));
    painter.vline(now, area.y_range(), line);
}

/// Whether the numbers in sight are all above the curves, or below them.
fn is_out_of_sight(found: &[Curve], scales: &Scales) -> bool {
    let spans = spans(found);
    spans.iter().enumerate().all(|(curve, [least, most])| {
        let [low, high] = scales.span(curve);
        *most < low || *least > high
    })
}

/// Round numbers between two.
fn levels(low: f32, high: f32) -> Vec<f32> {
    // The power of ten below a quarter of the height, then the first of its 1, 2, 5 and 10 fold with five levels at most.
    let step = 10.0_f32.powf(((high - low) / 4.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * step)
        .into_iter()
        .find(|step| (high - low) / step <= 5.0)
        .unwrap_or(10.0 * step);
    let first = (low / step).ceil();
    (0..8_u8)
        // Adding zero turns −0 into 0.
        .map(|number| (first + f32::from(number)) * step + 0.0)
        .take_while(|value| *value <= high)
        .collect()
}

/// As many decimals as tell the levels of a height apart.
fn decimals(height: f32) -> usize {
    match height {
        height if height >= 0.05 => 2,
        height if height >= 0.005 => 3,
        _ => 5,
    }
}

/// The ends of a key's tangents on the screen.
pub(super) fn ends_of(
    key: &CurveKey,
    at: Pos2,
    curve: usize,
    sheet: &Sheet<'_>,
    scales: &Scales,
) -> [Option<Pos2>; 2] {
    let second = single(sheet.axis.points_per_second());
    let [low, high] = scales.span(curve);
    let one = scales.rect.height() / (high - low);
    [0, 1].map(|end| {
        let slope = (*key.slopes.get(end)?)?;
        // In points a second and, since y grows downwards, minus points a unit.
        let along = Vec2::new(second, -slope * one);
        let along = along.normalized() * TANGENT;
        Some(if end == 0 { at - along } else { at + along })
    })
}

/// Which channels are drawn, and whether each over the whole height.
fn switches(ui: &mut Ui, area: Rect, sheet: &Sheet<'_>, sink: &mut Sink) {
    let place = Rect::from_min_size(
        area.min + Vec2::new(46.0, 2.0),
        Vec2::new((area.width() - 50.0).max(10.0), HEAD - 4.0),
    );
    let state = &sheet.view.session.character.sheet;
    ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.horizontal(|ui| {
            for channel in JointChannel::ALL {
                let is_shown = !state.hidden_channels.contains(&channel);
                let name = channel_name(channel);
                let button = toggle_button(ui, name, is_shown).small();
                let response = ui.add(button).on_hover_text("Draws these curves");
                let response =
                    response.accessible_name(format!("Curves of {}", name.to_lowercase()));
                if response.clicked() {
                    let intent = SheetIntent::ShowChannel(channel, !is_shown);
                    sink.send(Intent::Sheet(intent));
                }
            }
            let action = SheetAction::ToggleNormalized;
            let button = toggle_button(ui, "Normalize", state.is_normalized).small();
            let response = ui.add(button).on_hover_text(tooltip_of(action, sheet.view));
            if response.accessible_name("Normalize curves").clicked() {
                sink.run(action);
            }
        });
    });
}
