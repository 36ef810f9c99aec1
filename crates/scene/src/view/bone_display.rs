//! How the skeleton is drawn in the window.

use crate::view::joint_mark::BoneStyle;

/// How the skeleton is drawn; whether it is at all, `Switches::bones` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own in the view menu"
)]
pub struct BoneDisplay {
    /// What bones look like.
    pub style: BoneStyle,
    /// In front of all surfaces; else surfaces hide bones.
    pub in_front: bool,
    /// With their names.
    pub names: bool,
    /// With their joints' axes.
    pub axes: bool,
    /// Each in the colour of its joint.
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
