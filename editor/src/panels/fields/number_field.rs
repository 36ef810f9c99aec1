//! Fields of numbers: at rest and while dragged, all numbers of a kind have the same decimals, so that columns can be compared and
//! nothing jumps; while one is typed, the decimals that it has.

use std::ops::RangeInclusive;

use eframe::egui::{DragValue, Response, Slider, Ui, Widget};
use session::text::number_text::{Quantity, evaluate};

use super::decimals::{FINER, steady, to_type_over};

/// Decimals of angles in degrees.
pub const DEGREES: usize = 1;

/// A field whose number is shown with a fixed number of decimals.
///
/// What is typed is taken with all its digits. A field that is left as it was keeps its number, whatever of it was shown.
#[must_use]
pub struct NumberField<'a> {
    field: DragValue<'a>,
    before: f64,
    decimals: usize,
    read: Box<Reader<'a>>,
}

/// What makes a number of a text; none of one that is no number.
type Reader<'a> = dyn Fn(&str) -> Option<f64> + 'a;

impl std::fmt::Debug for NumberField<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            before, decimals, ..
        } = self;
        write!(f, "NumberField({before}, {decimals} decimals)")
    }
}

impl<'a> NumberField<'a> {
    /// A field of a number; `with` gives it speed, range and unit.
    pub fn new(
        number: &'a mut f32,
        decimals: usize,
        with: impl FnOnce(DragValue<'a>) -> DragValue<'a>,
    ) -> Self {
        Self {
            before: f64::from(*number),
            field: with(DragValue::new(number)),
            decimals,
            read: Box::new(|text| evaluate(text, Quantity::Number).ok()),
        }
    }

    /// The same field, whose text is read by this function.
    pub fn with_reader(self, read: impl Fn(&str) -> Option<f64> + 'a) -> Self {
        Self {
            read: Box::new(read),
            ..self
        }
    }

    /// The same field of lengths, in a unit of which a meter has so many.
    pub fn length(self, per_meter: f32) -> Self {
        let per_meter = f64::from(per_meter);
        self.with_reader(move |text| evaluate(text, Quantity::Length { per_meter }).ok())
    }

    /// The same field of seconds.
    pub fn seconds(self) -> Self {
        let seconds = Quantity::Time { per_second: 1.0 };
        self.with_reader(move |text| evaluate(text, seconds).ok())
    }

    /// The same field of percents: a percent sign may be typed, and means nothing.
    pub fn percent(self) -> Self {
        self.with_reader(percent_of)
    }
}

/// The number of percents that a text says, with or without the sign.
#[must_use]
pub fn percent_of(text: &str) -> Option<f64> {
    let number = text.trim().trim_end_matches('%');
    evaluate(number, Quantity::Number).ok()
}

/// Decimals of a number above zero that are enough for it not to read as zero, but for the smallest.
#[must_use]
pub fn decimals_above_zero(number: f32, usual: usize) -> usize {
    let is_small = number < 0.1_f32.powi(i32::try_from(usual).unwrap_or(0));
    usual + if is_small { FINER } else { 0 }
}

impl Widget for NumberField<'_> {
    fn ui(self, ui: &mut Ui) -> Response {
        let Self {
            field,
            before,
            decimals,
            read,
        } = self;
        // The field takes this identity next.
        let id = ui.next_auto_id();
        let is_typed = ui.memory(|memory| memory.has_focus(id));
        field
            .min_decimals(decimals)
            .max_decimals(decimals + FINER)
            .clip_text(true)
            .custom_formatter(move |number, _| {
                if is_typed {
                    to_type_over(number, decimals)
                } else {
                    steady(number, decimals)
                }
            })
            .custom_parser(move |text| {
                // Entering a field and leaving it must not round its number to what was shown.
                let is_untouched = text == to_type_over(before, decimals);
                if is_untouched {
                    Some(before)
                } else {
                    read(text)
                }
            })
            .ui(ui)
    }
}

/// A slider whose number is shown with a fixed number of decimals, and taken as typed.
pub fn steady_slider<'a>(
    number: &'a mut f32,
    range: RangeInclusive<f32>,
    decimals: usize,
    read: impl Fn(&str) -> Option<f64> + 'a,
) -> Slider<'a> {
    let before = f64::from(*number);
    Slider::new(number, range)
        .custom_formatter(move |number, _| steady(number, decimals))
        .custom_parser(move |text| {
            let is_untouched = text == steady(before, decimals);
            if is_untouched {
                Some(before)
            } else {
                read(text)
            }
        })
}
