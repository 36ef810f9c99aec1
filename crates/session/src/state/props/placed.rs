//! Where the props of a document are in a pose.

use glam::{Affine3A, Vec3};
use rig::JointIndex;

use super::model::{PropModel, PropModels};
use crate::document::moment::Moment;
use crate::document::props::{HolderFrames, Prop};

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

impl PlacedProp {
    /// Its vertices, where they are in the model.
    pub fn points(&self) -> impl Iterator<Item = Vec3> + '_ {
        let at_rest = self.model.at_rest.iter();
        let at_rest = at_rest.flat_map(|primitive| primitive.positions.iter());
        at_rest.map(|point| self.model_from_prop.transform_point3(*point))
    }
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
    let frames = HolderFrames {
        props,
        moment,
        joint: frame_of,
    };
    let shown = props.iter().enumerate();
    let shown = shown.filter(|(_, prop)| !prop.hidden);
    let placed = shown.filter_map(|(number, prop)| {
        let model_from_prop = frames.prop(number)?;
        model_from_prop.is_finite().then_some(PlacedProp {
            name: prop.name(),
            model: models.shown(&prop.file)?.clone(),
            model_from_prop,
        })
    });
    placed.collect()
}
