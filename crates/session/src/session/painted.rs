//! What the brush changes: weights of joints, numbers of vertices, or the shape of a corrective.

use rig::MapKind;

use super::Session;
use crate::mode::Mode;
use crate::state::painting::sculpt::SculptTool;
use crate::state::weight_table::weights_work::PaintLayer;

impl Session {
    /// Whether the brush paints a number for each vertex, which surfaces then show in place of weights: a map, or the mask of a
    /// layer.
    #[must_use]
    pub fn paints_numbers(&self) -> bool {
        self.mode == Mode::Weights && self.character.weights.layer != PaintLayer::Joints
    }

    /// What the brush does to the chosen corrective; none while it paints weights.
    #[must_use]
    pub fn sculpts(&self) -> Option<SculptTool> {
        let tool = self.character.correctives.tool;
        tool.filter(|_| self.mode == Mode::Weights && !self.selects_vertices())
    }

    /// The kind of map that the brush paints, if it paints numbers; a mask stands in for the blend map.
    #[must_use]
    pub const fn painted_map(&self) -> MapKind {
        match self.character.weights.layer {
            PaintLayer::Bulge => MapKind::Bulge,
            PaintLayer::Joints | PaintLayer::Blend | PaintLayer::Mask => MapKind::Blend,
        }
    }

    /// What those numbers are, in words: "blend map".
    #[must_use]
    pub fn painted_numbers(&self) -> &'static str {
        if self.paints_mask() {
            "layer mask"
        } else {
            self.painted_map().name()
        }
    }

    /// Whether the brush paints the mask of the active layer of weights.
    #[must_use]
    pub fn paints_mask(&self) -> bool {
        self.mode == Mode::Weights && self.character.weights.layer == PaintLayer::Mask
    }
}
