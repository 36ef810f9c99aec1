//! Settings of the brush for weights: tool, radius, strength, falloff.

use serde::{Deserialize, Serialize};

use super::GradientSettings;

/// Tools of the brush.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BrushTool {
    /// No brush: the pointer selects joints, as in other modes.
    Select,
    /// Adds weight to the joint.
    #[default]
    Add,
    /// Takes weight from the joint.
    Subtract,
    /// Moves the joint's weights towards a value.
    Replace,
    /// Multiplies the joint's weights by a factor.
    Scale,
    /// Moves the weights of all joints towards those of the neighbors.
    Smooth,
    /// Moves the weights of all joints away from those of the neighbors.
    Sharpen,
    /// Moves the weights of all joints towards their mean under the brush.
    Average,
    /// Drags the weights of all joints along the stroke.
    Smear,
    /// Sets weights along a line or around a center, from one value to another.
    Gradient,
}

impl BrushTool {
    /// All tools, in the order of their buttons.
    pub const ALL: [Self; 10] = [
        Self::Select,
        Self::Add,
        Self::Subtract,
        Self::Replace,
        Self::Scale,
        Self::Smooth,
        Self::Sharpen,
        Self::Average,
        Self::Smear,
        Self::Gradient,
    ];

    /// Label of its button.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Select => "Select joint",
            Self::Add => "Add",
            Self::Subtract => "Subtract",
            Self::Replace => "Replace",
            Self::Scale => "Scale",
            Self::Smooth => "Smooth",
            Self::Sharpen => "Sharpen",
            Self::Average => "Average",
            Self::Smear => "Smear",
            Self::Gradient => "Gradient",
        }
    }

    /// Whether it changes the weights of all joints and so needs no active one.
    #[must_use]
    pub const fn is_of_all_joints(self) -> bool {
        matches!(
            self,
            Self::Smooth | Self::Sharpen | Self::Average | Self::Smear
        )
    }
}

/// How the distance of a vertex from the center of the brush is measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BrushReach {
    /// Along the surface: the other leg is far away.
    #[default]
    Surface,
    /// Straight through space: the brush is a ball.
    Volume,
    /// In the picture: the brush is a cone from the camera.
    Screen,
}

impl BrushReach {
    /// All ways, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Surface, Self::Volume, Self::Screen];

    /// Label in the options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Surface => "Surface",
            Self::Volume => "Volume",
            Self::Screen => "Screen",
        }
    }

    /// One sentence for the tooltip.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Surface => {
                "Distance along the surface: near parts that are not connected are not painted"
            }
            Self::Volume => "Distance in space: everything within a sphere is painted",
            Self::Screen => "Distance on the screen: everything under the ring is painted",
        }
    }

    /// The next way, from the last the first.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Surface => Self::Volume,
            Self::Volume => Self::Screen,
            Self::Screen => Self::Surface,
        }
    }
}

/// The joints that give and take the weight that the brush changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    /// All other unlocked joints, in proportion to their weights.
    #[default]
    Proportional,
    /// The parent of the painted joint.
    Parent,
    /// The joint picked by a click.
    Picked,
}

impl Sharing {
    /// All choices, in the order of the menu.
    pub const ALL: [Self; 3] = [Self::Proportional, Self::Parent, Self::Picked];

    /// Label in the options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proportional => "All others",
            Self::Parent => "Parent",
            Self::Picked => "Picked joint",
        }
    }

    /// One sentence for the tooltip.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Proportional => {
                "Weight comes from all other joints that are not locked, in proportion to what they have"
            }
            Self::Parent => "Weight comes from the parent, and goes back to it",
            Self::Picked => "Weight comes from the joint that you pick, and goes back to it",
        }
    }
}

/// Largest radius, as a share of the character's radius at rest.
pub const LARGEST_RADIUS: f32 = 1.0;
/// Smallest radius, as a share of the character's radius at rest.
pub const SMALLEST_RADIUS: f32 = 0.002;

/// Largest radius in the picture, in points.
pub const LARGEST_PIXELS: f32 = 500.0;
/// Smallest radius in the picture, in points.
pub const SMALLEST_PIXELS: f32 = 2.0;

/// Largest threshold for pruning: weights above it are never small.
pub const LARGEST_PRUNED: f32 = 0.25;

/// The brush for weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own among the options of the tool"
)]
pub struct BrushSettings {
    /// The tool that is chosen.
    pub tool: BrushTool,
    /// Radius as a share of the character's radius at rest, within [`SMALLEST_RADIUS`] and [`LARGEST_RADIUS`].
    pub radius: f32,
    /// Whether the radius is constant in the picture, as `pixels` says, and not in the scene.
    pub in_pixels: bool,
    /// Radius in the picture in points, within [`SMALLEST_PIXELS`] and [`LARGEST_PIXELS`].
    pub pixels: f32,
    /// Effect in the center, 0…1.
    pub strength: f32,
    /// Value that [`BrushTool::Replace`] moves weights towards, 0…1.
    pub value: f32,
    /// Factor of [`BrushTool::Scale`], 0…4.
    pub factor: f32,
    /// How distances are measured.
    pub reach: BrushReach,
    /// Falloff from center to rim.
    pub shape: BrushShape,
    /// Falloff of [`BrushShape::Curve`] at the center, at a quarter, half and three quarters of the radius, and at the
    /// rim, 0…1 each.
    pub curve: [f32; 5],
    /// Whether vertices whose normal faces away from the camera are painted too.
    pub through: bool,
    /// Whether every dab of a stroke adds to the one before.
    pub builds_up: bool,
    /// The joints that give and take weight.
    pub sharing: Sharing,
    /// Name of the joint for [`Sharing::Picked`]; empty if none was picked.
    pub partner: String,
    /// Largest number of joints per vertex; 0 for no limit.
    pub limit: u8,
    /// Pruning removes weights below this, 0…[`LARGEST_PRUNED`].
    pub prune: f32,
    /// Whether several selected joints are painted as one.
    pub group: bool,
    /// Whether the other side is painted too.
    pub mirror: bool,
    /// Whether mirror images are found by how triangles are connected, instead of by position.
    pub topology: bool,
    /// Whether dots show which vertices a resting brush would change, and how much.
    pub preview: bool,
    /// Kind, ends and falloff of [`BrushTool::Gradient`].
    pub gradient: GradientSettings,
    /// Whether rings show where the joint that loses most weight in a stroke loses it.
    pub ghost: bool,
}

impl Default for BrushSettings {
    fn default() -> Self {
        Self {
            tool: BrushTool::default(),
            radius: 0.08,
            in_pixels: false,
            pixels: 40.0,
            strength: 0.5,
            value: 1.0,
            factor: 1.5,
            reach: BrushReach::default(),
            shape: BrushShape::default(),
            curve: [1.0, 0.85, 0.5, 0.15, 0.0],
            through: false,
            builds_up: false,
            sharing: Sharing::default(),
            partner: String::new(),
            limit: 4,
            prune: 0.01,
            group: false,
            mirror: false,
            topology: false,
            preview: true,
            gradient: GradientSettings::default(),
            ghost: true,
        }
    }
}

impl BrushSettings {
    /// The radius in use: in pixels, or relative to the character.
    #[must_use]
    pub const fn radius_in_use(&mut self) -> &mut f32 {
        if self.in_pixels {
            &mut self.pixels
        } else {
            &mut self.radius
        }
    }

    /// Takes weight from all joints again, if it was taken from a picked one.
    pub fn forget_donor(&mut self) {
        self.partner.clear();
        if self.sharing == Sharing::Picked {
            self.sharing = Sharing::default();
        }
    }

    /// Takes weight from the joint that was picked in these settings, if they take it from one.
    pub fn take_donor(&mut self, from: Self) {
        if from.sharing == Sharing::Picked {
            self.sharing = Sharing::Picked;
            self.partner = from.partner;
        }
    }

    /// The same settings with every number finite and in its range: a file may hold others.
    #[must_use]
    pub fn sane(mut self) -> Self {
        let usual = Self::default();
        self.radius = within(self.radius, SMALLEST_RADIUS, LARGEST_RADIUS, usual.radius);
        self.pixels = within(self.pixels, SMALLEST_PIXELS, LARGEST_PIXELS, usual.pixels);
        self.strength = within(self.strength, 0.0, 1.0, usual.strength);
        self.value = within(self.value, 0.0, 1.0, usual.value);
        self.factor = within(self.factor, 0.0, 4.0, usual.factor);
        self.prune = within(self.prune, 0.0, LARGEST_PRUNED, usual.prune);
        self.gradient = self.gradient.sane();
        for (number, usual) in self.curve.iter_mut().zip(usual.curve) {
            *number = within(*number, 0.0, 1.0, usual);
        }
        self
    }
}

pub(super) fn within(number: f32, least: f32, most: f32, usual: f32) -> f32 {
    // `clamp` would let NaN through.
    if number.is_finite() {
        number.clamp(least, most)
    } else {
        usual
    }
}

/// Falloff of the brush from center to rim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BrushShape {
    /// Flat at the center and at the rim.
    #[default]
    Smooth,
    /// Half a sphere: flat at the center, steep at the rim.
    Sphere,
    /// A cone: falls evenly from the center to the rim.
    Linear,
    /// Steep near the center, flat near the rim.
    Sharp,
    /// Full strength up to the rim, and none beyond.
    Constant,
    /// The curve drawn in the options.
    Curve,
}

impl BrushShape {
    /// All falloffs, in the order of the menu.
    pub const ALL: [Self; 6] = [
        Self::Smooth,
        Self::Sphere,
        Self::Linear,
        Self::Sharp,
        Self::Constant,
        Self::Curve,
    ];

    /// Label in the options.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Smooth => "Smooth",
            Self::Sphere => "Sphere",
            Self::Linear => "Linear",
            Self::Sharp => "Sharp",
            Self::Constant => "Constant",
            Self::Curve => "Curve",
        }
    }

    /// The next falloff, from the last the first.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Smooth => Self::Sphere,
            Self::Sphere => Self::Linear,
            Self::Linear => Self::Sharp,
            Self::Sharp => Self::Constant,
            Self::Constant => Self::Curve,
            Self::Curve => Self::Smooth,
        }
    }
}
