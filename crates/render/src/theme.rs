//! Colors of the picture that carry no data, for dark and light backgrounds.

/// The colors of a picture: sRGB bytes, with straight alpha where there are four.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// The background at the upper edge.
    pub background_top: [u8; 3],
    /// The background at the lower edge.
    pub background_bottom: [u8; 3],
    /// The surface of primitives without a material.
    pub clay: [u8; 3],
    /// Strength of the ambient light; 1 for a dark background.
    pub ambient: f32,
    /// Minor lines of the ground grid.
    pub grid_minor: [u8; 4],
    /// Every tenth ground line.
    pub grid_major: [u8; 4],
    /// The ground line z = 0.
    pub axis_x: [u8; 4],
    /// The ground line x = 0.
    pub axis_z: [u8; 4],
    /// Strength of the shadow on the ground under the subject, 0 … 1.
    pub ground_shade: f32,
    /// Edges of triangles in wireframes.
    pub wire: [u8; 4],
    /// The colors of x, y and z: axes of joints, and circles about them.
    pub axes: [[u8; 3]; 3],
    /// Bones and joints without highlighting or color of their own.
    pub bone: [u8; 3],
    /// The bone under the pointer.
    pub bone_hovered: [u8; 3],
    /// The active one of the selected bones.
    pub bone_selected: [u8; 3],
}

impl Theme {
    /// For a dark user interface.
    pub const DARK: Self = Self {
        background_top: [66, 70, 77],
        background_bottom: [36, 38, 42],
        clay: [190, 185, 178],
        ambient: 1.0,
        grid_minor: [255, 255, 255, 8],
        grid_major: [255, 255, 255, 24],
        axis_x: [226, 92, 92, 120],
        axis_z: [86, 140, 236, 120],
        ground_shade: 0.6,
        wire: [10, 12, 18, 150],
        axes: [[235, 84, 92], [126, 196, 66], [84, 146, 245]],
        bone: [142, 168, 196],
        bone_hovered: [255, 226, 150],
        bone_selected: [255, 158, 44],
    };

    /// For a light user interface and for paper.
    pub const LIGHT: Self = Self {
        background_top: [236, 239, 243],
        background_bottom: [206, 210, 216],
        clay: [190, 185, 178],
        ambient: 1.12,
        grid_minor: [30, 40, 60, 26],
        grid_major: [30, 40, 60, 66],
        axis_x: [200, 52, 52, 170],
        axis_z: [44, 96, 205, 170],
        ground_shade: 0.34,
        wire: [10, 12, 18, 165],
        axes: [[206, 44, 54], [70, 142, 20], [34, 92, 214]],
        bone: [96, 124, 158],
        bone_hovered: [250, 204, 96],
        bone_selected: [242, 126, 16],
    };
}

impl Theme {
    /// For a background of this color, a little lighter above than below.
    #[must_use]
    pub fn before(background: [u8; 3]) -> Self {
        let base = if is_light(background) {
            Self::LIGHT
        } else {
            Self::DARK
        };
        Self {
            // A part and a constant: black has to become lighter as well.
            background_top: background.map(|channel| channel.saturating_add(channel / 12 + 8)),
            background_bottom: background.map(|channel| channel - channel / 6),
            ..base
        }
    }

    /// Whether the background is closer to white than to black.
    #[must_use]
    pub fn is_light(&self) -> bool {
        is_light(self.background_bottom)
    }
}

/// By encoded luma, in which a middle gray is one half.
fn is_light([red, green, blue]: [u8; 3]) -> bool {
    // The weights of luma in ITU-R BT.601, in thousandths.
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue) > 1000 * 128
}

impl Default for Theme {
    fn default() -> Self {
        Self::DARK
    }
}
