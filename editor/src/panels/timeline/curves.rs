//! Curves of the selected joints' channels over the axis of the dope sheet, with keys and tangents that are dragged.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui::{
    Align2, Color32, FontId, Id, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, UiBuilder, Vec2,
    WidgetInfo,
};
use rig::{JointChannel, Target};
use scene::names::count;
use session::commands::actions::SheetAction;
use session::commands::command::{Intent, Sink};
use session::commands::sheet_command::SheetIntent;
use session::timeline::curves::{Curve, CurveKey, curves as curves_of};
use session::timeline::rows::channel_name;
use session::timeline::select::present;

use super::canvas::{Place, shade_outside};
use super::curve_pointer::on_pointer;
use super::mesh::Drawn;
use super::ruler::{pan, single, zoom_by_wheel};
use super::sheet::{Sheet, kept};
use super::{curve_names, menu};
use crate::panels::widgets::{toggle_button, tooltip_of};
use crate::theme::accent;

/// Most tracks whose curves are drawn at once.
const MOST: usize = 32;
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
    /// Least and largest number, one pair for all or one for each curve.
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
    (sheet, drawn): (&Sheet<'_>, &Drawn),
    place: &Place,
    sink: &mut Sink,
) {
    let area = Rect::from_x_y_ranges(sheet.keys, place.visible.y_range());
    let painter = ui.painter_at(area);
    painter.rect_filled(area, 0.0, ui.visuals().extreme_bg_color);
    shade_outside(ui, area, sheet);
    let id = Id::unique("curves of the clip");
    let response = ui.interact(area, id, Sense::CLICK | Sense::DRAG);
    zoom_by_wheel(ui, &response, sheet, sink);
    pan(&response, sheet, sink);
    let found = made(ui, (sheet, drawn), area.width());
    response.widget_info(|| WidgetInfo::labeled(Role::Group, true, spoken(sheet, &found)));
    let scales = scales(area, &found, sheet);
    let pointed = curve_names::pointed(response.clone(), (sheet, &found, &scales));
    let colors = curve_names::colors(ui, &found, pointed);
    draw(ui, &found, (&scales, &colors), (sheet, area));
    let named = area.with_min_y(scales.rect.top());
    curve_names::write(&painter, named, (sheet, &found, &scales), &colors);
    on_pointer(ui, &response, (sheet, &found, &scales), sink);
    switches(ui, area, sheet, sink);
    response.context_menu(|ui| menu::of_keys(ui, sheet.view, sink));
}

fn spoken(sheet: &Sheet<'_>, found: &[Curve]) -> String {
    format!(
        "Curves: {} numbers, {} selected keys",
        count(found.len()),
        count(present(sheet.clip, &sheet.view.session.character.keys.selected).len())
    )
}

/// The tracks of the selected joints; without a selected joint those of the selected keys.
fn targets(sheet: &Sheet<'_>) -> Vec<Target> {
    let session = sheet.view.session;
    let hidden = &session.character.sheet.hidden_channels;
    let is_wanted = |target: &Target| match target {
        Target::Joint(_, channel) => !hidden.contains(channel),
        Target::Morph(_) => true,
    };
    let selection = &session.character.selection;
    let of_keys: BTreeSet<Target> = session
        .character
        .keys
        .selected
        .iter()
        .map(|key| key.target)
        .collect();
    let is_chosen = |target: &Target| match target {
        Target::Joint(joint, _) if !selection.is_empty() => selection.contains(*joint),
        _ => of_keys.contains(target),
    };
    let all = sheet.clip.targets();
    all.filter(is_chosen).filter(is_wanted).take(MOST).collect()
}

/// The curves, made anew when the clip or what is in sight changes.
fn made(ui: &Ui, (sheet, drawn): (&Sheet<'_>, &Drawn), width: f32) -> Arc<Vec<Curve>> {
    let shared = kept::<Cache>(ui, "curves of the clip");
    let mut cache = shared.lock();
    let range = sheet.axis.range();
    let ends = [single(range.start()), single(range.end())];
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "points on a screen; saturates"
    )]
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
    let skeleton = &sheet.view.document.character.rig.skeleton;
    let range = sheet.axis.range();
    let ends = (single(range.start()), single(range.end()));
    let drag = sheet.view.session.character.sheet.drag.as_ref();
    let before: Vec<Curve> = drag.map_or(Vec::new(), |drag| {
        let all = targets(sheet).into_iter();
        all.flat_map(|target| curves_of(skeleton, &drag.clip, target, ends, 100))
            .collect()
    });
    let found = if drag.is_some() { &before } else { found };
    let spans = found.iter().map(|curve| {
        let values = curve.points.iter().map(|[_, value]| *value);
        values.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], value| {
            [low.min(value), high.max(value)]
        })
    });
    let spans: Vec<[f32; 2]> = spans.collect();
    let with_margin = |[low, high]: [f32; 2]| {
        let half = (0.55 * (high - low)).max(0.01);
        let middle = 0.5 * (low + high);
        if half.is_finite() && middle.is_finite() {
            [middle - half, middle + half]
        } else {
            [0.0, 1.0]
        }
    };
    let spans = if sheet.view.session.character.sheet.is_normalised {
        spans.into_iter().map(with_margin).collect()
    } else {
        let all = spans
            .into_iter()
            .reduce(|one, other| [one[0].min(other[0]), one[1].max(other[1])]);
        all.map(with_margin).into_iter().collect()
    };
    Scales {
        rect: Rect::from_min_max(rect.min, rect.max.max(rect.min + Vec2::splat(8.0))),
        spans,
    }
}

fn draw(
    ui: &Ui,
    found: &[Curve],
    (scales, colors): (&Scales, &[Color32]),
    (sheet, area): (&Sheet<'_>, Rect),
) {
    let painter = ui.painter_at(area);
    let weak = ui.visuals().weak_text_color();
    let font = FontId::proportional(11.0);
    if found.is_empty() {
        let text = "Select a joint with keys to see its curves";
        let font = FontId::proportional(13.0);
        painter.text(area.center(), Align2::CENTER_CENTER, text, font, weak);
    } else if !sheet.view.session.character.sheet.is_normalised {
        let [low, high] = scales.span(0);
        for value in levels(low, high) {
            let y = scales.y_of(0, value);
            let stroke = Stroke::new(1.0, weak.gamma_multiply(0.25));
            painter.hline(area.x_range(), y, stroke);
            let at = Pos2::new(area.left() + 4.0, y);
            let text = scene::names::plain(value, 2);
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
                for end in ends_of(key, at, (number, sheet, scales))
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

/// Round numbers between two.
fn levels(low: f32, high: f32) -> Vec<f32> {
    let step = 10.0_f32.powf(((high - low) / 4.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * step)
        .into_iter()
        .find(|step| (high - low) / step <= 5.0)
        .unwrap_or(10.0 * step);
    let first = (low / step).ceil();
    (0..8_u8)
        .map(|number| (first + f32::from(number)) * step + 0.0)
        .take_while(|value| *value <= high)
        .collect()
}

/// The ends of a key's tangents on the screen.
pub(super) fn ends_of(
    key: &CurveKey,
    at: Pos2,
    (curve, sheet, scales): (usize, &Sheet<'_>, &Scales),
) -> [Option<Pos2>; 2] {
    let second = single(sheet.axis.points_per_second());
    let [low, high] = scales.span(curve);
    let one = scales.rect.height() / (high - low);
    [0, 1].map(|end| {
        let slope = (*key.slopes.get(end)?)?;
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
            let action = SheetAction::ToggleNormalised;
            let button = toggle_button(ui, "Normalise", state.is_normalised).small();
            let response = ui.add(button).on_hover_text(tooltip_of(action, sheet.view));
            if response.accessible_name("Normalise curves").clicked() {
                sink.run(action);
            }
        });
    });
}
