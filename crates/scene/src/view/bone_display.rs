//! Options for drawing the skeleton in the window.

use crate::view::joint_mark::BoneStyle;

/// Options for drawing the skeleton; whether it is drawn at all is in `Switches::bones`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in the view menu"
)]
pub struct BoneDisplay {
    /// The shape of bones.
    pub style: BoneStyle,
    /// Whether bones are drawn over all surfaces; otherwise surfaces hide them.
    pub in_front: bool,
    /// Whether names are shown.
    pub names: bool,
    /// Whether the axes of joints are shown.
    pub axes: bool,
    /// Whether each bone has the color of its joint.
    pub colors: bool,
}

impl Default for BoneDisplay {
    fn default() -> Self {
        Self {
            style: BoneStyle::Octahedral,
            in_front: true,
            names: false,
            axes: false,
            colors: false,
        }
    }
}
