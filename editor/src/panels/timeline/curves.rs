//! Curves of the selected joints' channels over the axis of the dope sheet, with keys and tangents that are dragged.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui::mutex::Mutex;
use eframe::egui::{Event, Id, Pos2, Rect, Response, Role, Sense, Ui, UiBuilder, Vec2, WidgetInfo};
use rig::{HandleLength, JointChannel, KeyAt, Target};
use scene::names::count;
use session::commands::command::{Input, Intent, Sink};
use session::state::timeline::command::{SheetInput, SheetIntent};
use session::state::timeline::curve_cache::CurveCache;
use session::state::timeline::curve_view::{fit_range, spans, tracks};
use session::state::timeline::curves::{Curve, CurveKey, Number};
use session::state::timeline::extrapolation::{Extrapolation, extrapolated};
use session::state::timeline::rows::channel_name;
use session::state::timeline::select::present;
use session::state::timeline::values::ValueRange;

use super::canvas::shade_outside;
use super::curve_drawing::DrawnCurves;
use super::curve_pointer::on_pointer;
use super::mesh::DrawnSheet;
use super::ruler::{pan, single, zoom_by_wheel};
use super::sheet::{Sheet, persistent_state};
use super::{curve_fields, curve_list, curve_names, menu};
use crate::panels::widgets::toggle_button;

/// Length of a tangent on the screen.
pub(super) const TANGENT: f32 = 42.0;
/// Tangents whose lengths are less on the screen are drawn as if they had none.
const LEAST_TANGENT: f32 = 10.0;
/// Space for the switches at the top, and below the lowest curve.
const HEAD: f32 = 26.0;
const FOOT: f32 = 10.0;
/// Tracks above which curves have fewer points.
const MANY: usize = 20;
/// Between the list and the curves.
const LIST_GAP: f32 = 4.0;

/// All that curves depend on, but for their clip.
#[derive(PartialEq)]
struct CurvesKey {
    changes: u64,
    targets: Vec<Target>,
    hidden: BTreeSet<Number>,
    selected: Arc<BTreeSet<KeyAt>>,
    extrapolation: Extrapolation,
    range: [f32; 2],
    points: u16,
}

/// What curves were made of, and the curves.
#[derive(Default)]
pub(super) struct Cache {
    key: Option<CurvesKey>,
    pub(super) known: CurveCache,
    curves: Arc<Vec<Curve>>,
    /// What is drawn beyond the keys of each curve.
    beyond: Arc<Vec<Vec<Dashes>>>,
}

/// A part of a curve that is drawn dashed.
pub(super) type Dashes = Vec<[f32; 2]>;

/// What is kept of curves from frame to frame.
pub(super) fn kept(ui: &Ui) -> Arc<Mutex<Cache>> {
    persistent_state::<Cache>(ui, "curves of the clip")
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

/// Draws the curves, with their list at the left, and takes the pointer there.
pub(super) fn curves(
    ui: &mut Ui,
    body: Rect,
    sheet: &Sheet<'_>,
    drawn: &DrawnSheet,
    sink: &mut Sink,
) {
    let targets = targets(sheet);
    let shades = curve_names::shades(ui.visuals(), &targets);
    let area = Rect::from_x_y_ranges(sheet.keys, body.y_range());
    let left = body.with_max_x(sheet.keys.min - LIST_GAP);
    let (head, rows) = left.split_top_bottom_at_y(left.top() + HEAD);
    channels(ui, head, sheet, sink);
    curve_list::list(ui, rows, sheet, &shades, sink);
    let painter = ui.painter_at(area);
    painter.rect_filled(area, 0.0, ui.visuals().extreme_bg_color);
    shade_outside(ui, area, sheet);
    let id = Id::unique("curves of the clip");
    let response = ui.interact(area, id, Sense::CLICK | Sense::DRAG);
    let (found, dashes) = make_curves(ui, sheet, drawn, &targets, area.width());
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, accessible_text(sheet, &found)));
    let scales = scales(ui, area, &found, sheet);
    zoom(ui, &response, sheet, &scales, sink);
    pan_both(&response, sheet, &scales, sink);
    let pointed = curve_names::find_pointed(response.clone(), sheet, &found, &scales);
    let colors = curve_names::colors(ui, sheet, &found, &shades, pointed);
    let drawn_curves = DrawnCurves {
        found: &found,
        dashes: &dashes,
        scales: &scales,
        colors: &colors,
    };
    drawn_curves.draw(ui, area, sheet);
    let named = area.with_min_y(scales.rect.top());
    curve_names::write(&painter, named, sheet, &found, &scales, &colors);
    on_pointer(ui, &response, sheet, &found, &scales, sink);
    let head = Rect::from_min_size(area.min, Vec2::new(area.width(), HEAD)).shrink(2.0);
    curve_fields::fields(ui, head, sheet, drawn, &found, sink);
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

/// The curves, made anew when the clip or what is in sight changes; and what is drawn beyond their keys.
fn make_curves(
    ui: &Ui,
    sheet: &Sheet<'_>,
    drawn: &DrawnSheet,
    targets: &[Target],
    width: f32,
) -> (Arc<Vec<Curve>>, Arc<Vec<Vec<Dashes>>>) {
    let shared = kept(ui);
    let mut cache = shared.lock();
    let cache = &mut *cache;
    let range = sheet.axis.range();
    let ends = [single(range.start()), single(range.end())];
    // A point of the curve every three points of the screen is smooth to the eye; of many curves fewer will do.
    let step = if targets.len() > MANY { 6.0 } else { 3.0 };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "points on a screen; saturates"
    )]
    let points = (width / step) as u16;
    let session = &sheet.view.session.character;
    let key = CurvesKey {
        changes: drawn.changes(),
        targets: targets.to_vec(),
        hidden: session.sheet.switches.hidden.clone(),
        selected: Arc::clone(&session.keys.selected),
        extrapolation: session.sheet.extrapolation_of(sheet.clip.id()),
        range: ends,
        points,
    };
    if cache.key.as_ref() == Some(&key) {
        return (Arc::clone(&cache.curves), Arc::clone(&cache.beyond));
    }
    if cache.key.as_ref().map(|key| key.changes) != Some(key.changes) {
        cache
            .known
            .follow(&sheet.view.document.character.rig, sheet.clip);
    }
    let is_selected = |at: &KeyAt| key.selected.contains(at);
    let range = (ends[0], ends[1]);
    let mut curves: Vec<Curve> = Vec::new();
    let mut beyond_keys = Vec::new();
    for &target in targets {
        let found = cache.known.curves(target, range, points, is_selected);
        let whole = match (key.extrapolation, found.first()) {
            (Extrapolation::Hold, _) | (_, None) => Vec::new(),
            (_, Some(curve)) => {
                let [first, last] = curve.ends;
                cache.known.curves(target, (first, last), points, |_| false)
            }
        };
        for (place, curve) in found.into_iter().enumerate() {
            if key.hidden.contains(&curve.number) {
                continue;
            }
            beyond_keys.push(match whole.get(place) {
                Some(whole) => extrapolated(whole, key.extrapolation, range),
                None => held(&curve),
            });
            curves.push(curve);
        }
    }
    (cache.curves, cache.beyond) = (Arc::new(curves), Arc::new(beyond_keys));
    cache.key = Some(key);
    (Arc::clone(&cache.curves), Arc::clone(&cache.beyond))
}

/// The parts of a curve before its first key and after its last, where it holds.
fn held(curve: &Curve) -> Vec<Dashes> {
    let [first, last] = curve.ends;
    let before = curve.points.iter().filter(|[time, _]| *time <= first);
    let after = curve.points.iter().filter(|[time, _]| *time >= last);
    vec![before.copied().collect(), after.copied().collect()]
}

/// The numbers in sight over the height. During a drag they stay where they were: what is dragged must not run away.
fn scales(ui: &Ui, area: Rect, found: &[Curve], sheet: &Sheet<'_>) -> Scales {
    let rect = Rect::from_min_max(
        area.min + Vec2::new(0.0, HEAD),
        area.max - Vec2::new(0.0, FOOT),
    );
    let rect = Rect::from_min_max(rect.min, rect.max.max(rect.min + Vec2::splat(8.0)));
    let state = &sheet.view.session.character.sheet;
    let known = persistent_state::<Vec<[f32; 2]>>(ui, "spans of curves");
    let mut known = known.lock();
    if state.drag.is_none() || known.len() != found.len() {
        *known = spans(found);
    }
    let whole: &[[f32; 2]] = &known;
    let (in_sight, spans) = if state.is_normalized {
        let shares = state.values().unwrap_or(ValueRange::WHOLE);
        let of_each = |span: &[f32; 2]| shares.edges_of(ValueRange::around(*span));
        (shares, whole.iter().map(of_each).collect())
    } else {
        let fits = fit_range(whole);
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
    let is_weighted = sheet.view.session.character.sheet.has_weighted_tangents;
    [0, 1].map(|end| {
        let slope = (*key.slopes.get(end)?)?;
        // In points a second and, since y grows downwards, minus points a unit.
        let along = Vec2::new(second, -slope * one);
        // Where lengths count they are drawn, as long as the end is not on the key itself.
        let long = along * *key.lengths.get(end)?;
        let is_plain = key.mode.handles.get(end) == Some(&HandleLength::THIRD);
        let along = if (is_weighted || !is_plain) && long.length() >= LEAST_TANGENT {
            long
        } else {
            along.normalized() * TANGENT
        };
        Some(if end == 0 { at - along } else { at + along })
    })
}

/// Which channels have curves.
fn channels(ui: &mut Ui, place: Rect, sheet: &Sheet<'_>, sink: &mut Sink) {
    let state = &sheet.view.session.character.sheet;
    ui.scope_builder(UiBuilder::new().max_rect(place.shrink(2.0)), |ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().button_padding.x = 4.0;
        ui.horizontal(|ui| {
            for channel in JointChannel::ALL {
                let is_shown = !state.hidden_channels.contains(&channel);
                let name = channel_name(channel);
                let button = toggle_button(ui, short_name(channel), is_shown).small();
                let tip = format!("Draws the curves of {}", name.to_lowercase());
                let response = ui.add(button).on_hover_text(tip);
                let response =
                    response.accessible_name(format!("Curves of {}", name.to_lowercase()));
                if response.clicked() {
                    let intent = SheetIntent::ShowChannel(channel, !is_shown);
                    sink.send(Intent::Sheet(intent));
                }
            }
        });
    });
}

const fn short_name(channel: JointChannel) -> &'static str {
    match channel {
        JointChannel::Translation => "Trans",
        JointChannel::Rotation | JointChannel::Angle(_) => "Rot",
        JointChannel::Scale => "Scale",
        JointChannel::Shear => "Shear",
    }
}
