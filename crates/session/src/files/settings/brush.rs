//! The brush that paints weights.

use serde::{Deserialize, Serialize};

use super::GradientSettings;

/// What the brush does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BrushTool {
    /// Nothing: the pointer selects, as in other modes.
    Select,
    /// Gives weight.
    #[default]
    Add,
    /// Takes weight.
    Subtract,
    /// Brings weights to a value.
    Replace,
    /// Multiplies weights.
    Scale,
    /// Brings all weights towards those around.
    Smooth,
    /// Brings all weights away from those around.
    Sharpen,
    /// Runs weights from one value to another between two places.
    Gradient,
}

impl BrushTool {
    /// All, in the order of their buttons.
    pub const ALL: [Self; 8] = [
        Self::Select,
        Self::Add,
        Self::Subtract,
        Self::Replace,
        Self::Scale,
        Self::Smooth,
        Self::Sharpen,
        Self::Gradient,
    ];

    /// Its name on its button.
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
            Self::Gradient => "Gradient",
        }
    }

    /// Whether it changes the weights of all joints, not of the active one first of all.
    #[must_use]
    pub const fn is_of_all_joints(self) -> bool {
        matches!(self, Self::Smooth | Self::Sharpen)
    }
}

/// How far a vertex is from the middle of the brush.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BrushReach {
    /// Along the surface: the other leg is far away.
    #[default]
    Surface,
    /// Straight through the volume: a ball.
    Volume,
    /// In the picture: a tube away from the eye.
    Screen,
}

impl BrushReach {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 3] = [Self::Surface, Self::Volume, Self::Screen];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Surface => "Surface",
            Self::Volume => "Volume",
            Self::Screen => "Screen",
        }
    }

    /// In a sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Surface => "Distance along the surface: what only lies near is not painted",
            Self::Volume => "Distance through the air: everything within a ball is painted",
            Self::Screen => "Distance in the picture: everything under the ring is painted",
        }
    }

    /// The next one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Surface => Self::Volume,
            Self::Volume => Self::Screen,
            Self::Screen => Self::Surface,
        }
    }
}

/// From whom weight is taken and to whom it is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    /// All others, in proportion.
    #[default]
    Proportional,
    /// The parent.
    Parent,
    /// The joint that was picked.
    Picked,
}

impl Sharing {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 3] = [Self::Proportional, Self::Parent, Self::Picked];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Proportional => "All others",
            Self::Parent => "Parent",
            Self::Picked => "Picked joint",
        }
    }

    /// In a sentence.
    #[must_use]
    pub const fn tooltip(self) -> &'static str {
        match self {
            Self::Proportional => {
                "Weight comes from all other joints that are not locked, in proportion to what they have"
            }
            Self::Parent => "Weight comes from the joint above, and goes back to it",
            Self::Picked => "Weight comes from the joint that you pick, and goes back to it",
        }
    }
}

/// The largest radius, as a share of the character's.
pub const LARGEST_RADIUS: f32 = 1.0;
/// The smallest.
pub const SMALLEST_RADIUS: f32 = 0.002;

/// The brush that paints weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own among the options of the tool"
)]
pub struct BrushSettings {
    /// What it does.
    pub tool: BrushTool,
    /// Its radius, as a share of the radius of the character at rest.
    pub radius: f32,
    /// How much it does in its middle, 0…1.
    pub strength: f32,
    /// What weights are brought to by [`BrushTool::Replace`], 0…1.
    pub value: f32,
    /// What weights are multiplied with by [`BrushTool::Scale`], 0…4.
    pub factor: f32,
    /// How distances are measured.
    pub reach: BrushReach,
    /// How it falls off.
    pub shape: BrushShape,
    /// For [`BrushShape::Curve`]: the falloff in the middle, at a quarter, half and three quarters of the radius, and at the rim.
    pub curve: [f32; 5],
    /// Whether vertices that look away are painted too.
    pub through: bool,
    /// Whether every dab adds to the one before.
    pub builds_up: bool,
    /// From whom weight is taken.
    pub sharing: Sharing,
    /// The name of the joint that [`Sharing::Picked`] takes from.
    pub partner: String,
    /// The largest number of joints of a vertex; 0 for no limit.
    pub limit: u8,
    /// Whether the other side is painted too.
    pub mirror: bool,
    /// Whether mirror images are found by how triangles hang together, not by place.
    pub topology: bool,
    /// Whether a brush that rests shows which vertices it would touch, and how much.
    pub preview: bool,
    /// What [`BrushTool::Gradient`] draws.
    pub gradient: GradientSettings,
    /// Whether a stroke shows from whom it takes most, and where.
    pub ghost: bool,
}

impl Default for BrushSettings {
    fn default() -> Self {
        Self {
            tool: BrushTool::default(),
            radius: 0.08,
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
            mirror: false,
            topology: false,
            preview: true,
            gradient: GradientSettings::default(),
            ghost: true,
        }
    }
}

impl BrushSettings {
    /// The same with numbers that are some: a file may hold others.
    #[must_use]
    pub fn sane(mut self) -> Self {
        let usual = Self::default();
        self.radius = within(self.radius, SMALLEST_RADIUS, LARGEST_RADIUS, usual.radius);
        self.strength = within(self.strength, 0.0, 1.0, usual.strength);
        self.value = within(self.value, 0.0, 1.0, usual.value);
        self.factor = within(self.factor, 0.0, 4.0, usual.factor);
        self.gradient = self.gradient.sane();
        for (number, usual) in self.curve.iter_mut().zip(usual.curve) {
            *number = within(*number, 0.0, 1.0, usual);
        }
        self
    }
}

pub(super) fn within(number: f32, least: f32, most: f32, usual: f32) -> f32 {
    if number.is_finite() {
        number.clamp(least, most)
    } else {
        usual
    }
}

/// How the brush falls off from its middle to its rim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BrushShape {
    /// Round in the middle and at the rim.
    #[default]
    Smooth,
    /// A dome.
    Sphere,
    /// A cone.
    Linear,
    /// A peak.
    Sharp,
    /// The same everywhere.
    Constant,
    /// As drawn.
    Curve,
}

impl BrushShape {
    /// All, in the order in which to offer them.
    pub const ALL: [Self; 6] = [
        Self::Smooth,
        Self::Sphere,
        Self::Linear,
        Self::Sharp,
        Self::Constant,
        Self::Curve,
    ];

    /// Its name.
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

    /// The next one.
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
