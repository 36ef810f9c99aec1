//! Where the props of a document are in a pose.

use glam::Affine3A;
use rig::JointIndex;

use super::model::{PropModel, PropModels};
use crate::document::moment::Moment;
use crate::document::props::Prop;

/// A prop that is shown, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedProp {
    /// Its name for people.
    pub name: String,
    /// What it shows.
    pub model: PropModel,
    /// Where it is in the model.
    pub model_from_prop: Affine3A,
}

/// The props that are shown at a moment, by the posed frames of the joints: those that are not hidden, and whose files were read. One at
/// a place that is not finite is left out.
#[must_use]
pub fn placed_props(
    props: &[Prop],
    models: &PropModels,
    moment: Option<Moment>,
    frame_of: &impl Fn(JointIndex) -> Option<Affine3A>,
) -> Vec<PlacedProp> {
    let shown = props.iter().filter(|prop| !prop.hidden);
    let placed = shown.filter_map(|prop| {
        let model_from_prop = prop.model_from_prop(moment, frame_of);
        model_from_prop.is_finite().then_some(PlacedProp {
            name: prop.name(),
            model: models.shown(&prop.file)?.clone(),
            model_from_prop,
        })
    });
    placed.collect()
}
