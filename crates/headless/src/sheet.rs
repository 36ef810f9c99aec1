//! A picture made of panes with words over them, as plain data: who has a text engine lays it out. Here is none, so that
//! commands do not depend on the window's libraries; the program hands one in.

use image::RgbaImage;
use render::{Gpu, ReadBackError, TargetError};
use scene::compare::Statistics;
use thiserror::Error;

/// Panes side by side, with what is written over them.
#[derive(Debug)]
pub struct Sheet<'a> {
    /// Its size.
    pub canvas: Canvas,
    /// From left to right.
    pub panes: Vec<SheetPane<'a>>,
    /// The smaller line under every title; may be empty.
    pub subtitle: String,
}

/// A drawn pane, where it goes and what is written over it.
#[derive(Debug)]
pub struct SheetPane<'a> {
    /// `Rgba8Unorm`, encoded; none leaves the place empty.
    pub view: Option<&'a wgpu::TextureView>,
    /// Left edge and width in pixels; a pane is as high as the canvas.
    pub span: [u32; 2],
    /// What it shows.
    pub title: &'a str,
    /// What its colours are read by.
    pub legend: Option<&'a Legend>,
}

/// The scale that a pane's colours are read by.
#[derive(Clone, Debug, PartialEq)]
pub enum Legend {
    /// Of a signed difference.
    Difference(DifferenceLegend),
    /// Of the weights of this joint.
    Weights(String),
}

/// Lays a sheet out and reads the picture back; fails where the device is lost, the picture is beyond its limit, or memory
/// is short.
pub type LayoutSheet = fn(&Gpu, &Sheet<'_>) -> Result<RgbaImage, PictureError>;

/// The scale of a signed difference.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferenceLegend {
    /// What is subtracted from what.
    pub title: String,
    /// The difference that takes the last colour, ≥ 0.
    pub range: f32,
    /// Of the distances between vertices.
    pub distance: Statistics,
}

/// Height in points that title and subtitle take of a pane, margin included.
pub const LABEL_HEIGHT: f32 = 56.0;
/// Height in points that a legend takes of a pane, margin included.
pub const LEGEND_HEIGHT: f32 = 104.0;

/// Of a scale's end, what may lie beyond it, so that 0.15 and a little rounding does not ask for 0.2.
const SLACK: f64 = 1e-3;

/// A number with three significant digits, without an exponent where it reads well.
#[must_use]
pub fn significant(value: f32) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(1e-4..1e5).contains(&size) {
        let digits = format!("{value:.2e}");
        return digits
            .replacen("0e", "e", 1)
            .replacen("0e", "e", 1)
            .replacen(".e", "e", 1);
    }
    let before_point = f64::from(size).log10().floor();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "0 … 6 after the test above"
    )]
    let decimals = (2.0 - before_point).max(0.0) as usize;
    let digits = format!("{value:.decimals$}");
    if decimals == 0 {
        digits
    } else {
        digits
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    }
}

/// The next larger number with one significant digit or a half: a range that reads well on a scale. Zero stays zero.
#[must_use]
pub fn rounded_up(value: f32) -> f32 {
    if !(value.is_finite() && value > 0.0) {
        return 0.0;
    }
    let value = f64::from(value);
    let unit = 10.0_f64.powf(value.log10().floor());
    let steps = [1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0];
    let step = steps
        .into_iter()
        .find(|step| value <= step * unit * (1.0 + SLACK))
        .unwrap_or(10.0);
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to f32 is the purpose"
    )]
    let rounded = (step * unit) as f32;
    rounded
}

/// The picture that panes and text are put on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canvas {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Pixels of a point, the unit of text and margins.
    pub scale: f32,
}

/// Why there is no picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// A lost device, or no memory to read it from.
    #[error(transparent)]
    ReadBack(#[from] ReadBackError),
    /// Too large, or too little memory.
    #[error(transparent)]
    Target(#[from] TargetError),
}
