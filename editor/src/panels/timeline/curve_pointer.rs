//! The pointer over the curves: keys and the ends of their tangents are taken, boxes chosen.

use std::collections::BTreeSet;

use eframe::egui::{
    CursorIcon, Modifiers, PointerButton, Pos2, Rect, Response, Stroke, StrokeKind, Ui,
};
use rig::KeyAt;
use session::commands::command::{Input, Intent, Sink};
use session::state::selection::Choose;
use session::state::timeline::command::{SheetInput, SheetIntent};
use session::state::timeline::curves::{Curve, CurveKey, Number};
use session::state::timeline::sheet::{CurveGrab, DragEnd, DragPointer, SheetDrag};

use super::curve_names::curve_at;
use super::curves::{Scales, TANGENT, ends_of, kept};
use super::ruler::single;
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

/// Sets a key on a curve at a place, on a frame where time is counted in them.
fn insert(sheet: &Sheet<'_>, number: Number, at: Pos2, sink: &mut Sink) {
    let unit = sheet.view.session.character.sheet.unit();
    let time = unit.snap(sheet.axis.time_at(at.x)).max(0.0);
    let key = KeyAt {
        target: number.target,
        time,
    };
    sink.send(Intent::Sheet(SheetIntent::InsertKeys(vec![key])));
    let intent = SheetIntent::ChooseCurves(vec![number], Choose::Alone);
    sink.send(Intent::Sheet(intent));
}

/// A drag with the button held: it ends where the button is let go, or with Escape.
fn follow_drag(
    ui: &Ui,
    sheet: &Sheet<'_>,
    found: &[Curve],
    scales: &Scales,
    drag: &SheetDrag,
    sink: &mut Sink,
) {
    ui.set_cursor_icon(CursorIcon::Move);
    let (at, is_down, held) = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.latest_pos(), pointer.any_down(), input.modifiers)
    });
    if ui.input_mut(take_escape) {
        sink.send(Input::Sheet(SheetInput::Cancel));
        return;
    }
    let grab = drag.curve.as_ref();
    let number = grab.and_then(|grab| {
        let mut curves = found.iter();
        curves.position(|curve| curve.number == grab.number)
    });
    if let Some(at) = at {
        let way = number.zip(grab).map_or([0.0; 2], |(number, grab)| {
            // Neither time nor numbers in sight change during a drag.
            let x = sheet.axis.x_of(drag.work.grabbed());
            [at.x - x, at.y - scales.y_of(number, grab.value)]
        });
        let snaps = sheet.view.session.character.sheet.snaps_values;
        let is_both = held.command && held.shift;
        let now = DragPointer {
            time: sheet.axis.time_at(at.x),
            value: number.map(|number| scales.value_at(number, at.y)),
            is_free: held.command && !is_both,
            way,
            is_straight: held.shift && !is_both,
            snaps_value: snaps != is_both,
        };
        if drag.pointer != now {
            sink.send(Input::Sheet(SheetInput::DragTo(now)));
        }
    }
    if !is_down {
        sink.send(Input::Sheet(SheetInput::Confirm));
    }
}

fn hit(found: &[Curve], scales: &Scales, sheet: &Sheet<'_>, pointer: Pos2) -> Option<Hit> {
    let selected = &sheet.view.session.character.keys.selected;
    let mut best: Option<(f32, Hit)> = None;
    let switches = &sheet.view.session.character.sheet.switches;
    let free = |(_, curve): &(usize, &Curve)| !switches.locked.contains(&curve.number);
    for (number, curve) in found.iter().enumerate().filter(free) {
        // Of keys that lie over each other one of a chosen curve is meant.
        let behind = if switches.is_faded(curve.number) {
            REACH
        } else {
            0.0
        };
        for key in &curve.keys {
            let x = sheet.axis.x_of(f64::from(key.at.time));
            // Neither the key nor an end of its tangents can be in reach.
            let seconds = key.lengths[0].max(key.lengths[1]);
            let longest = seconds * single(sheet.axis.points_per_second());
            if (x - pointer.x).abs() > longest.max(TANGENT) + REACH {
                continue;
            }
            let at = Pos2::new(x, scales.y_of(number, key.value));
            let ends = if selected.contains(&key.at) && behind == 0.0 {
                ends_of(key, at, number, sheet, scales)
            } else {
                [None; 2]
            };
            let places = [(None, Some(at)), (Some(0), ends[0]), (Some(1), ends[1])];
            for (end, place) in places {
                let away = place.map_or(f32::INFINITY, |place| place.distance(pointer));
                let is_reached = away <= REACH;
                let away = away + behind;
                let is_nearer = best.as_ref().is_none_or(|(nearest, _)| away < *nearest);
                if is_reached && is_nearer {
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
        if drag.held == DragEnd::Button {
            follow_drag(ui, sheet, found, scales, drag, sink);
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
        let hit = hit(found, scales, sheet, at);
        if (held == Modifiers::COMMAND || response.double_clicked())
            && hit.is_none()
            && let Some(curve) = curve_at(at, sheet, found, scales).and_then(|it| found.get(it))
        {
            return insert(sheet, curve.number, at, sink);
        }
        let keys: Vec<KeyAt> = hit.map(|hit| hit.key.at).into_iter().collect();
        if !keys.is_empty() || choose == Choose::Alone {
            sink.send(Intent::Sheet(SheetIntent::Select(keys, choose)));
        }
        // The curve of the key, or the one under the pointer; beside all of them none stands out any more.
        let curve = hit.map(|hit| hit.curve);
        let curve = curve.or_else(|| curve_at(at, sheet, found, scales));
        let numbers: Vec<Number> = curve
            .and_then(|curve| found.get(curve))
            .map(|curve| curve.number)
            .into_iter()
            .collect();
        choose_curves(numbers, choose, sink);
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
            let (keys, numbers) = inside(ui, drawn, found, scales, sheet);
            sink.send(Intent::Sheet(SheetIntent::Select(keys, choose)));
            // A box around keys of all curves is about none of them in particular.
            let is_part = numbers.len() < found.len();
            let numbers = if is_part { numbers } else { Vec::new() };
            choose_curves(numbers, choose, sink);
        }
    }
}

/// Keys that are selected on their curves choose these; Ctrl leaves the choice, since a key may go with it or come.
fn choose_curves(numbers: Vec<Number>, choose: Choose, sink: &mut Sink) {
    if choose == Choose::Alone || (choose == Choose::Add && !numbers.is_empty()) {
        sink.send(Intent::Sheet(SheetIntent::ChooseCurves(numbers, choose)));
    }
}

/// The keys in a box, and the numbers whose curves have them there. Locked curves have none.
fn inside(
    ui: &Ui,
    drawn: Rect,
    found: &[Curve],
    scales: &Scales,
    sheet: &Sheet<'_>,
) -> (Vec<KeyAt>, Vec<Number>) {
    let locked = &sheet.view.session.character.sheet.switches.locked;
    let times = [drawn.left(), drawn.right()].map(|x| single(sheet.axis.time_at(x)));
    let kept = kept(ui);
    let kept = kept.lock();
    // The curves of a channel have their keys in common: each counts once.
    let mut keys: BTreeSet<KeyAt> = BTreeSet::new();
    let mut numbers = Vec::new();
    let curves = found.iter().enumerate();
    for (place, curve) in curves.filter(|(_, curve)| !locked.contains(&curve.number)) {
        let values = [drawn.bottom(), drawn.top()].map(|y| scales.value_at(place, y));
        let inside = kept.known.keys_within(curve.number, times, values);
        if !inside.is_empty() {
            numbers.push(curve.number);
        }
        keys.extend(inside);
    }
    (keys.into_iter().collect(), numbers)
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
    let chosen = &sheet.view.session.character.sheet.switches.chosen;
    if !chosen.contains(&curve.number) {
        choose_curves(vec![curve.number], choose, sink);
    }
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
            own: hit.key.value,
        },
        grabbed: sheet.axis.time_at(origin.x),
    }));
}
