//! The pointer over the curves: keys and the ends of their tangents are taken, boxes chosen.

use std::collections::BTreeSet;

use eframe::egui::{PointerButton, Pos2, Rect, Response, Stroke, StrokeKind, Ui};
use rig::KeyAt;
use session::commands::command::{Intent, Sink};
use session::state::selection::Choose;
use session::state::timeline::command::SheetIntent;
use session::state::timeline::curves::{Curve, CurveKey};
use session::state::timeline::sheet::CurveGrab;

use super::canvas::follow_button;
use super::curves::{Scales, TANGENT, ends_of};
use super::sheet::{Sheet, persistent_state};
use crate::theme::accent;
use crate::window_keys::escape::take_escape;

/// How near the pointer must be to a key or the end of a tangent.
const REACH: f32 = 8.0;

/// What the pointer can take.
#[derive(Clone, Copy)]
struct Hit {
    curve: usize,
    key: CurveKey,
    end: Option<usize>,
}

fn hit(found: &[Curve], scales: &Scales, sheet: &Sheet<'_>, pointer: Pos2) -> Option<Hit> {
    let selected = &sheet.view.session.character.keys.selected;
    let mut best: Option<(f32, Hit)> = None;
    for (number, curve) in found.iter().enumerate() {
        for key in &curve.keys {
            let x = sheet.axis.x_of(f64::from(key.at.time));
            // Neither the key nor an end of its tangents can be in reach.
            if (x - pointer.x).abs() > TANGENT + REACH {
                continue;
            }
            let at = Pos2::new(x, scales.y_of(number, key.value));
            let ends = if selected.contains(&key.at) {
                ends_of(key, at, number, sheet, scales)
            } else {
                [None; 2]
            };
            let places = [(None, Some(at)), (Some(0), ends[0]), (Some(1), ends[1])];
            for (end, place) in places {
                let away = place.map_or(f32::INFINITY, |place| place.distance(pointer));
                let is_nearer = best.as_ref().is_none_or(|(nearest, _)| away < *nearest);
                if away <= REACH && is_nearer {
                    let hit = Hit {
                        curve: number,
                        key: *key,
                        end,
                    };
                    best = Some((away, hit));
                }
            }
        }
    }
    best.map(|(_, hit)| hit)
}

/// Takes what the pointer does over the curves.
pub(super) fn on_pointer(
    ui: &Ui,
    response: &Response,
    sheet: &Sheet<'_>,
    found: &[Curve],
    scales: &Scales,
    sink: &mut Sink,
) {
    if let Some(drag) = &sheet.view.session.character.sheet.drag {
        if drag.held == session::state::timeline::sheet::DragEnd::Button {
            let grab = drag.curve.as_ref();
            let number = grab.and_then(|grab| {
                let mut curves = found.iter();
                curves.position(|curve| curve.number == grab.number)
            });
            let value = |y: f32| number.map(|number| scales.value_at(number, y));
            follow_button(ui, sheet, value, sink);
        }
        return;
    }
    let held = ui.input(|input| input.modifiers);
    let choose = match (held.shift, held.command) {
        (true, _) => Choose::Add,
        (false, true) => Choose::Toggle,
        (false, false) => Choose::Alone,
    };
    let begun = persistent_state::<Option<Pos2>>(ui, "box of the curves");
    let mut begun = begun.lock();
    if response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = ui.input(|input| input.pointer.press_origin())
    {
        match hit(found, scales, sheet, origin) {
            Some(hit) => take(hit, found, scales, sheet, origin, choose, sink),
            None => *begun = Some(origin),
        }
    }
    if response.clicked()
        && let Some(at) = response.interact_pointer_pos()
    {
        let keys: Vec<KeyAt> = hit(found, scales, sheet, at)
            .map(|hit| hit.key.at)
            .into_iter()
            .collect();
        if !keys.is_empty() || choose == Choose::Alone {
            sink.send(Intent::Sheet(SheetIntent::Select(keys, choose)));
        }
    }
    let Some(from) = *begun else { return };
    let Some(to) = ui.input(|input| input.pointer.latest_pos()) else {
        return;
    };
    let drawn = Rect::from_two_pos(from, to);
    if ui.input_mut(take_escape) {
        *begun = None;
    } else if response.dragged_by(PointerButton::Primary) {
        let color = accent(ui.visuals());
        let stroke = Stroke::new(1.0, color);
        ui.painter_at(response.rect).rect(
            drawn,
            0.0,
            color.gamma_multiply(0.12),
            stroke,
            StrokeKind::Inside,
        );
    } else {
        *begun = None;
        if response.drag_stopped_by(PointerButton::Primary) {
            let keys = inside(drawn, found, scales, sheet);
            sink.send(Intent::Sheet(SheetIntent::Select(keys, choose)));
        }
    }
}

fn inside(drawn: Rect, found: &[Curve], scales: &Scales, sheet: &Sheet<'_>) -> Vec<KeyAt> {
    let numbered = found.iter().enumerate();
    let keys = numbered.flat_map(|(number, curve)| {
        curve.keys.iter().filter_map(move |key| {
            let x = sheet.axis.x_of(f64::from(key.at.time));
            let at = Pos2::new(x, scales.y_of(number, key.value));
            drawn.contains(at).then_some(key.at)
        })
    });
    // The curves of a channel have their keys in common: each counts once.
    let keys: BTreeSet<KeyAt> = keys.collect();
    keys.into_iter().collect()
}

/// Begins the drag of a key, which is selected if it was not, or of the end of a tangent.
fn take(
    hit: Hit,
    found: &[Curve],
    scales: &Scales,
    sheet: &Sheet<'_>,
    origin: Pos2,
    choose: Choose,
    sink: &mut Sink,
) {
    let selected = &sheet.view.session.character.keys.selected;
    if hit.end.is_none() && !selected.contains(&hit.key.at) {
        let choose = match choose {
            Choose::Add => Choose::Add,
            Choose::Alone | Choose::Toggle => Choose::Alone,
        };
        sink.send(Intent::Sheet(SheetIntent::Select(vec![hit.key.at], choose)));
    }
    let Some(curve) = found.get(hit.curve) else {
        return;
    };
    let value = match hit.end {
        Some(_) => hit.key.value,
        None => scales.value_at(hit.curve, origin.y),
    };
    sink.send(Intent::Sheet(SheetIntent::DragCurve {
        grab: CurveGrab {
            number: curve.number,
            at: hit.key.at,
            end: hit.end,
            value,
        },
        grabbed: sheet.axis.time_at(origin.x),
    }));
}
