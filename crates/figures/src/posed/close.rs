//! Figure 25: the linear and the exact average on a character.

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::PosedFigure;
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::{RenderScene, ScenePose};

pub(crate) const CLOSE: Item = Item {
    id: "k08-25",
    title: "Dual quaternions and their exact average",
    source: Source {
        paper: Paper::K08,
        at: "figure 25",
    },
    claim: "Blending dual quaternions linearly is at most 0.29 inches, 7.4 mm, from the exact average on the paper's figure.",
    caption: "The biped, 1.81 m high, at 6 s of its range of motion, and the distance of the two in colors. An upper arm twisted by half a turn goes beyond, as the open question about all clips shows.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_close,
    draw: None,
};

pub(crate) const CLOSE_SCENE: RenderScene = RenderScene::new(
    "builtin:biped",
    &[MOMENT],
    &["dual-quaternion", "iterative"],
)
.close_to(&["hips", "thigh.L", "thigh.R", "shin.L", "shin.R"])
.with_difference();

/// The clip with the largest distance of the figure's own, and its moment.
const MOMENT: ScenePose = ScenePose::Moment("range of motion", 6.0);

fn measure_close(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let posed = PosedFigure::new(material, "builtin:biped", MOMENT)?;
    let apart = posed.largest_distance("dual-quaternion", "iterative")?;
    let number = Number::new(
        "exact average from dual quaternions, farthest vertex",
        Unit::Meters,
        apart,
        Pinned::near(0.0015, 0.0005),
    );
    Ok(vec![number.with_paper(0.0074)])
}
