//! When actions on layers of weights can be done, and which are switched on.

use crate::commands::actions::LayerAction;
use crate::commands::view::View;
use crate::document::Document;
use crate::document::layers::{MOST_LAYERS, WeightLayer};
use crate::session::Session;
use crate::weighting::weight_request::has_skin;

const NO_LAYERS: &str = "there are no layers; add one first";
const ON_BASE: &str = "the base is active, which all other layers lie on";
const FULL: &str = "there are as many layers as there can be";

impl LayerAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        let none_selected = view.session.character.weights.vertices.all().is_empty();
        self.why_not_on(view.document).or_else(|| {
            let needs_vertices = self == Self::MaskLayerBySelection;
            (needs_vertices && none_selected).then_some("no vertex is selected")
        })
    }

    pub(super) fn checked(self, session: &Session) -> Option<bool> {
        (self == Self::PaintLayerMask).then(|| session.paints_mask())
    }

    /// Reason why it cannot be done to a document, in a few words; none if it can.
    #[must_use]
    pub fn why_not_on(self, document: &Document) -> Option<&'static str> {
        let layers = &document.layers;
        let active = layers.active();
        if self == Self::AddLayer && layers.is_empty() {
            return (!has_skin(&document.character)).then_some("nothing is bound to a skeleton");
        }
        if layers.is_empty() {
            return Some(NO_LAYERS);
        }
        let on_base = (active == 0).then_some(ON_BASE);
        let hidden = |layer: usize| layers.all().get(layer).is_some_and(|of| !of.visible);
        match self {
            Self::AddLayer => (layers.len() >= MOST_LAYERS).then_some(FULL),
            Self::DuplicateLayer => (layers.len() >= MOST_LAYERS).then_some(FULL).or(on_base),
            Self::DeleteLayer
            | Self::ToggleLayerVisible
            | Self::ClearLayer
            | Self::PaintLayerMask
            | Self::MaskLayerBySelection
            | Self::InvertLayerMask => on_base,
            Self::ClearLayerMask => {
                let has_mask = layers.active_layer().is_some_and(WeightLayer::has_mask);
                on_base.or((!has_mask).then_some("it has no mask"))
            }
            Self::ActivateLayerAbove => {
                (active + 1 >= layers.len()).then_some("the topmost layer is active")
            }
            Self::ActivateLayerBelow => on_base,
            Self::MoveLayerUp => {
                on_base.or((active + 1 >= layers.len()).then_some("it is the topmost layer"))
            }
            Self::MoveLayerDown => {
                on_base.or((active == 1).then_some("only the base lies below it"))
            }
            Self::MergeLayerDown => on_base.or_else(|| {
                let is_hidden = hidden(active) || (active > 1 && hidden(active - 1));
                is_hidden.then_some("one of the two is hidden; show both first")
            }),
            Self::RenameLayer | Self::FlattenLayers => None,
        }
    }
}
