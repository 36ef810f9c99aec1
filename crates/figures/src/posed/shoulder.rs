//! Figures 2 and 6 of K05: linear and spherical blending of shoulders and whole figures.

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::PosedFigure;
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::{RenderScene, ScenePose};

pub(crate) const SHOULDER: Item = Item {
    id: "k05-02",
    title: "A shoulder twisted by half a turn",
    source: Source {
        paper: Paper::K05,
        at: "figure 2",
    },
    claim: "Linear blending wrings a shoulder that twists by half a turn; spherical blending keeps it.",
    caption: "An upper arm turned by 179° about itself. Where all joints of a vertex share a point, spherical blending and dual quaternions are one and the same.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_shoulder,
    draw: None,
};

pub(crate) const SHOULDER_SCENE: RenderScene = RenderScene::new(
    BIPED,
    &[ScenePose::Preset("k05-02-shoulder")],
    &["linear", "spherical", "two-phase"],
)
.close_to(&["upper_arm.R", "clavicle.R"]);

pub(crate) const POSES: Item = Item {
    id: "k05-06",
    title: "Poses by both methods",
    source: Source {
        paper: Paper::K05,
        at: "figure 6",
    },
    claim: "Spherical blending is better in extreme poses and alike in gentle ones.",
    caption: "A dragon with its wings raised, and with tail and neck curled. The numbers are the farthest vertex of each pose.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_poses,
    draw: None,
};

pub(crate) const POSES_SCENE: RenderScene =
    RenderScene::new(CREATURE, POSED, &["linear", "spherical"]).with_pane(360, 260);

const BIPED: &str = "builtin:biped";
const CREATURE: &str = "builtin:creature";
const POSED: &[ScenePose] = &[ScenePose::Preset("wings-up"), ScenePose::Preset("curl")];

fn measure_shoulder(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let posed = PosedFigure::new(material, BIPED, ScenePose::Preset("k05-02-shoulder"))?;
    let wrung = posed.largest_distance("spherical", "linear")?;
    let alike = posed.largest_distance("spherical", "dual-quaternion")?;
    Ok(vec![
        Number::new(
            "linear from spherical, farthest vertex",
            Unit::Meters,
            wrung,
            Pinned::near(0.087, 0.001),
        ),
        Number::error("spherical from dual quaternions", Unit::Meters, alike, 1e-5),
    ])
}

fn measure_poses(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut numbers = Vec::new();
    for (&pose, (name, to)) in POSED
        .iter()
        .zip([("raised wings", 0.0109), ("curled up", 0.0035)])
    {
        let posed = PosedFigure::new(material, CREATURE, pose)?;
        let apart = posed.largest_distance("spherical", "linear")?;
        let name = format!("linear from spherical, {name}");
        numbers.push(Number::new(
            name,
            Unit::Meters,
            apart,
            Pinned::near(to, 0.0002),
        ));
    }
    Ok(numbers)
}
