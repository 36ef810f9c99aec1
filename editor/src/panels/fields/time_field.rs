//! Fields of times: in frames where the dope sheet counts them, else in seconds.

use eframe::egui::{DragValue, Response, Ui};
use session::commands::command::Sink;
use session::state::timeline::frames::{FrameRate, TimeUnit};
use session::text::number_text::Quantity;

use crate::panels::fields::number_field::NumberField;
use crate::panels::fields::refused::RefusedText;

/// The latest time that can be typed, in seconds.
const MOST: f32 = 1e5;

/// A field of a time in seconds, shown and typed in the unit; `0.5s` can be typed in either. Returns the field, and whether the time
/// was changed.
pub fn time_field(
    ui: &mut Ui,
    name: &str,
    seconds: &mut f32,
    unit: TimeUnit,
    sink: &mut Sink,
) -> Response {
    bare_time_field(ui, name, seconds, unit, suffix_of(unit), sink)
}

/// The same where the time may lie before the beginning too.
pub fn signed_time_field(
    ui: &mut Ui,
    name: &str,
    seconds: &mut f32,
    unit: TimeUnit,
    sink: &mut Sink,
) -> Response {
    field_from(-MOST, ui, name, seconds, unit, suffix_of(unit), sink)
}

/// The same with another text after the number.
pub fn bare_time_field(
    ui: &mut Ui,
    name: &str,
    seconds: &mut f32,
    unit: TimeUnit,
    suffix: &str,
    sink: &mut Sink,
) -> Response {
    field_from(0.0, ui, name, seconds, unit, suffix, sink)
}

const fn suffix_of(unit: TimeUnit) -> &'static str {
    if unit.rate().is_some() {
        " frames"
    } else {
        " s"
    }
}

/// The field of a time that is not before `least`, in seconds.
fn field_from(
    least: f32,
    ui: &mut Ui,
    name: &str,
    seconds: &mut f32,
    unit: TimeUnit,
    suffix: &str,
    sink: &mut Sink,
) -> Response {
    let per_second = unit.rate().map_or(1.0, FrameRate::per_second);
    let mut number = in_unit(*seconds, unit);
    let (decimals, speed) = match unit.rate() {
        Some(rate) if rate.is_on_frame(*seconds) => (0, 0.1),
        Some(_) => (1, 0.1),
        None => (3, 0.01),
    };
    let (least, most) = (in_unit(least, unit), in_unit(MOST, unit));
    let refused = RefusedText::default();
    let field = NumberField::new(&mut number, decimals, |field: DragValue<'_>| {
        let field = field.range(least..=most).speed(speed).suffix(suffix);
        field.update_while_editing(false)
    });
    let field = field.with_reader(|text| {
        let text = text.trim().trim_end_matches("frames");
        refused.read(text, Quantity::Time { per_second })
    });
    let response = ui.add(field).accessible_name(name);
    refused.report(name, ui, sink);
    if response.changed() {
        *seconds = match unit.rate() {
            Some(rate) => rate.time_of(f64::from(number)),
            None => number,
        };
    }
    response
}

/// The time in frames where the unit has a rate, else in seconds.
#[expect(clippy::cast_possible_truncation, reason = "a number to be shown")]
fn in_unit(seconds: f32, unit: TimeUnit) -> f32 {
    let frame = |rate: FrameRate| rate.frame_at(f64::from(seconds)) as f32;
    unit.rate().map_or(seconds, frame)
}
