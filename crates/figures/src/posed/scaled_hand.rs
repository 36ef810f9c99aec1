//! V16: the joint before the last scaled, with and without its children.

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::PosedFigure;
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::{RenderScene, ScenePose};

pub(crate) const SCALED_JOINT: Item = Item {
    id: "v16",
    title: "Scale of a joint, global and local",
    source: Source {
        paper: Paper::V16,
        at: "global and local scale",
    },
    claim: "The scale of a joint goes on to its children, or stays with the joint, as one chooses.",
    caption: "A forearm twice as thick. With children the hand grows too; of this joint alone it stays as it was. The numbers are the largest stretch of the hand.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_scaled_joint,
    draw: None,
};

pub(crate) const SCALED_JOINT_SCENE: RenderScene =
    RenderScene::new(ARM, &[POSE], &["two-phase::children", "two-phase::joint"]);

const ARM: &str = "builtin:arm";
const POSE: ScenePose = ScenePose::Preset("v16-second-to-last");

fn measure_scaled_joint(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let posed = PosedFigure::new(material, ARM, POSE)?;
    let number = |name, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 1e-4));
    Ok(vec![
        number(
            "the hand's largest stretch, scale with children",
            posed.largest_stretch("two-phase::children", "hand")?,
            2.0,
        ),
        number(
            "scale of this joint",
            posed.largest_stretch("two-phase::joint", "hand")?,
            1.0,
        ),
    ])
}
