//! What the renderer shows on surfaces.

/// What the renderer shows on surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum SurfaceMode {
    /// The material of each primitive, with its texture.
    #[default]
    Material,
    /// Gray clay on all surfaces: shape without color.
    Clay,
    /// The channel as signed difference, from −`range` (blue) over 0 (gray) to `range` (red).
    Difference {
        /// The channel value of the last color, > 0; other values count as the smallest positive number.
        range: f32,
    },
    /// The channel as weight 0 … 1, with marked colors for exactly 0, exactly 1 and
    /// [`UNBOUND`](super::weight_ramps::UNBOUND).
    Weights,
    /// A look that depends only on the normal in view space.
    Matcap(Matcap),
    /// Normals as colors: x, y, z of −1 … 1 as red, green, blue.
    Normals(NormalSpace),
    /// The colors per vertex that were written to the primitive's buffers.
    VertexColors,
}

/// A look that depends only on the normal in view space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Matcap {
    /// Red wax, as for sculptures.
    #[default]
    Wax,
    /// Polished metal: shows dents.
    Chrome,
    /// Mirrored stripes of light: shows where a surface is smooth, and where it has creases.
    Zebra,
}

/// The space of normals shown as colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NormalSpace {
    /// View space: x right, y up, z towards the eye.
    #[default]
    View,
    /// World space: x, y, z of the scene, wherever the camera is.
    World,
}

impl SurfaceMode {
    /// Keep in sync with the SURFACE_ constants of mesh.wgsl; the test below compares them.
    pub fn code(self) -> u32 {
        match self {
            Self::Material => 0,
            Self::Clay => 1,
            Self::Difference { .. } => 2,
            Self::Weights => 3,
            Self::Matcap(Matcap::Wax) => 4,
            Self::Matcap(Matcap::Chrome) => 5,
            Self::Matcap(Matcap::Zebra) => 6,
            Self::Normals(NormalSpace::View) => 7,
            Self::Normals(NormalSpace::World) => 8,
            Self::VertexColors => 9,
        }
    }

    /// The value at either end of the ramp, by which shaders divide the channel.
    pub fn range(self) -> f32 {
        match self {
            // `max` returns the other operand for NaN.
            Self::Difference { range } => range.max(f32::MIN_POSITIVE),
            _ => 1.0,
        }
    }
}
