//! The lecture's elbow: volume, and what stands out.

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::PosedFigure;
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::{RenderScene, ScenePose};

pub(crate) const VOLUME: Item = Item {
    id: "lecture-volume",
    title: "The elbow of the lecture",
    source: Source {
        paper: Paper::Lecture,
        at: "candy wrapper and elbow",
    },
    claim: "Linear blending loses volume at twists and bends; quaternions do not.",
    caption: "A cylinder bent by 90° and by 135°, by linear blending, dual quaternions and log-matrix.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_volume,
    draw: None,
};

pub(crate) const VOLUME_SCENE: RenderScene =
    RenderScene::new(CYLINDER, BENT, &["linear", "dual-quaternion", "log-matrix"])
        .with_pane(280, 240);

pub(crate) const BULGE: Item = Item {
    id: "lecture-artifacts",
    title: "No other artifacts?",
    source: Source {
        paper: Paper::Lecture,
        at: "linear quaternion blending",
    },
    claim: "Linear quaternion blending has no volume loss and other artifacts.",
    caption: "How far the farthest vertex is from the bones, over the radius of the cylinder. Where it bends, all blends of rigid motions stand out by a fifth and more: each vertex is turned about the joint, and none comes nearer to it.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Fails(
        "The volume is kept, but the outside of a bend stands out by a fifth of the radius and more. The bulge map draws it back.",
    ),
    measure: measure_bulge,
    draw: None,
};

pub(crate) const BULGE_SCENE: RenderScene = RenderScene::new(
    CYLINDER,
    &[ScenePose::Preset("lecture-elbow-90")],
    &["linear", "dual-quaternion", "iterative", "affine"],
);

const CYLINDER: &str = "builtin:cylinder";
/// Of the cylinder.
const RADIUS: f64 = 0.15;
const BENT: &[ScenePose] = &[
    ScenePose::Preset("lecture-elbow-90"),
    ScenePose::Preset("lecture-elbow-135"),
];

fn measure_volume(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let expected = [("90°", [0.9221, 0.9993]), ("135°", [0.8671, 0.9983])];
    let mut numbers = Vec::new();
    for (&pose, (angle, expected)) in BENT.iter().zip(expected) {
        let posed = PosedFigure::new(material, CYLINDER, pose)?;
        let found = posed.volumes(["linear", "dual-quaternion"])?;
        let methods = ["linear", "dual quaternion"];
        for ((method, ours), to) in methods.into_iter().zip(found).zip(expected) {
            let name = format!("volume over that at rest, {method}, bent by {angle}");
            numbers.push(Number::new(
                name,
                Unit::Plain,
                ours,
                Pinned::near(to, 0.002),
            ));
        }
    }
    Ok(numbers)
}

fn measure_bulge(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let expected = [
        ("90°", [1.0413, 1.2038, 1.2143, 1.2038]),
        ("135°", [1.0121, 1.2630, 1.2920, 1.2630]),
    ];
    let mut numbers = Vec::new();
    for (&pose, (angle, expected)) in BENT.iter().zip(expected) {
        let posed = PosedFigure::new(material, CYLINDER, pose)?;
        let methods = [
            ("linear", "linear"),
            ("dual-quaternion", "dual quaternion"),
            ("iterative", "exact average"),
            ("affine", "affine"),
        ];
        for ((method, words), to) in methods.into_iter().zip(expected) {
            let ours = posed.farthest_from_bones(method)? / RADIUS;
            let name = format!("farthest from the bones over the radius, {words}, bent by {angle}");
            numbers.push(Number::new(
                name,
                Unit::Plain,
                ours,
                Pinned::near(to, 0.002),
            ));
        }
    }
    Ok(numbers)
}
