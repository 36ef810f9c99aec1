//! A picture of panes with text over them, as plain data. The layout needs a text engine, which the program passes in,
//! so that commands do not depend on the window's libraries.

use image::RgbaImage;
use render::{Gpu, ReadBackError, TargetError};
use rig::Skeleton;
use scene::compare::Statistics;
use scene::valid_signs::SignCount;
use scene::view::camera::Camera;
use scene::view::ramps::Diverging;
use scene::view::weight_ramps::WeightRamp;
use session::document::reference::ReferencePictures;
use session::features::playback::motion::PaneTrails;
use session::shown::{NamedJoint, SpotMark};
use session::state::reference::media::Picture;
use thiserror::Error;

/// Panes in rows, with text over them.
#[derive(Debug)]
pub struct Sheet<'a> {
    /// The size of the picture.
    pub canvas: Canvas,
    /// The panes, row by row from left to right.
    pub panes: Vec<SheetPane<'a>>,
    /// The smaller line under every title; may be empty.
    pub subtitle: String,
    /// The colors of weights and other numbers from 0 to 1.
    pub ramp: WeightRamp,
    /// The colors of differences.
    pub diverging: Diverging,
}

/// A drawn pane, its position, and the text over it.
#[derive(Debug)]
pub struct SheetPane<'a> {
    /// The pane's picture, `Rgba8Unorm` with encoded bytes; none leaves the area empty.
    pub view: Option<&'a wgpu::TextureView>,
    /// Where the whole pane lies in the picture, in pixels.
    pub rect: PaneRect,
    /// The part of it that is seen.
    pub seen: PaneRect,
    /// The opacity of a pane over another one; none of one that hides what lies below.
    pub ghost: Option<f32>,
    /// The title of the pane; empty for none.
    pub title: &'a str,
    /// The color scale; none for panes without one.
    pub legend: Option<&'a Legend>,
    /// What lies over it where the window shows it; none for pictures of the command line.
    pub over: Option<&'a OverPane<'a>>,
    /// The picture that the user works from in this pane.
    pub picture: Option<SheetPicture<'a>>,
}

/// A reference picture in a pane.
#[derive(Clone, Copy, Debug)]
pub struct SheetPicture<'a> {
    /// Its pixels.
    pub picture: &'a Picture,
    /// How it lies in the pane, behind the figure or over it.
    pub placed: &'a ReferencePictures,
    /// What a pane has behind a picture: the colors above and below, as bytes of sRGB.
    pub background: [[u8; 3]; 2],
}

/// What lies over the picture of a pane, at places that its camera sees.
#[derive(Clone, Debug)]
pub struct OverPane<'a> {
    /// The camera of the picture.
    pub camera: Camera,
    /// The skeleton that has the names of joints.
    pub skeleton: &'a Skeleton,
    /// The ways of joints.
    pub trails: Option<PaneTrails<'a>>,
    /// Joints with their names, the last of which are left out where names would overlap.
    pub names: Vec<NamedJoint>,
    /// The place of a list that is visited; none if no place is.
    pub spot: Option<SpotMark>,
}

/// A rectangle of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaneRect {
    /// Left and upper edge, in pixels.
    pub min: [u32; 2],
    /// Width and height, in pixels.
    pub size: [u32; 2],
}

/// Where a pane lies in its picture, and what of it is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PanePlacement {
    /// Where the whole pane lies in the picture, in pixels.
    pub rect: PaneRect,
    /// The part that is seen.
    pub seen: PaneRect,
    /// Its opacity over what lies below; none of a pane that hides it.
    pub ghost: Option<f32>,
}

impl From<PaneRect> for PanePlacement {
    /// A pane that is seen as a whole.
    fn from(rect: PaneRect) -> Self {
        Self {
            rect,
            seen: rect,
            ghost: None,
        }
    }
}

/// The legend of a color scale.
#[derive(Clone, Debug, PartialEq)]
pub enum Legend {
    /// A signed difference of positions along the normal.
    Difference(DifferenceLegend),
    /// The weights of the joint with this name.
    Weights(String),
    /// The numbers of a map with this name.
    Map(String),
    /// How much weights differ from those of the mirror image, up to
    /// [`FULL_ASYMMETRY`](session::features::problems::asymmetry::FULL_ASYMMETRY).
    Asymmetry {
        /// Of which joint, or of all.
        of: String,
        /// The largest difference of any vertex, as a share of weight.
        most: f32,
        /// The mean difference, as a share of weight.
        mean: f32,
    },
    /// The angle between usual and exact normals, up to [`FULL_NORMAL_ERROR`](scene::normal_error::FULL_NORMAL_ERROR).
    NormalError {
        /// The largest one, in radians.
        most: f32,
        /// The mean, in radians.
        mean: f32,
    },
    /// How near vertices are to a flip, from [`NEAR`](scene::valid_signs::NEAR) degrees on.
    NearFlip(SignCount),
}

/// Lays out a sheet and reads the picture back; fails if the device is lost, the picture is too large, or memory is
/// short.
pub type LayoutSheet = fn(&Gpu, &Sheet<'_>) -> Result<RgbaImage, PictureError>;

/// The legend of a signed difference.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferenceLegend {
    /// The methods that are subtracted.
    pub title: String,
    /// The difference that has the last color, ≥ 0, in scene units.
    pub range: f32,
    /// Statistics of the distances between vertices.
    pub distance: Statistics,
}

/// The height of title and subtitle in a pane, in points, including margins.
pub const LABEL_HEIGHT: f32 = 56.0;
/// The height of a legend in a pane, in points, including margins.
pub const LEGEND_HEIGHT: f32 = 104.0;

/// The tolerance at the end of a scale, so that rounding just above 0.15 does not give 0.2.
const SLACK: f64 = 1e-3;

/// A number with three significant digits, in scientific notation only for very large or small ones.
#[must_use]
pub fn significant(value: f32) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(1e-4..1e5).contains(&size) {
        // Two decimals, so that two zeros and then the point may go.
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

/// The next larger of 1, 1.5, 2, 2.5, 3, 4 … times a power of ten, for the end of a scale. Zero stays zero.
#[must_use]
pub fn round_up(value: f32) -> f32 {
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

/// The size of a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canvas {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Pixels per point, the unit of text and margins.
    pub scale: f32,
}

/// Why there is no picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The device is lost, or there is no memory to read back.
    #[error(transparent)]
    ReadBack(#[from] ReadBackError),
    /// The picture is too large, or there is too little memory.
    #[error(transparent)]
    Target(#[from] TargetError),
}
