//! Figures 4, 16 and 20: what a twist about a bone does to each method.

use scene::view::camera::Viewpoint;

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::PosedFigure;
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::{RenderScene, ScenePose};

pub(crate) const WRAPPER: Item = Item {
    id: "k08-04",
    title: "The candy wrapper",
    source: Source {
        paper: Paper::K08,
        at: "figure 4",
    },
    claim: "Linear blending collapses the skin to a point at a joint that twists by half a turn; dual quaternions keep it.",
    caption: "A cylinder whose upper joint is turned by half a turn about its axis. A ring of weight w keeps (1 − 2w)² of its area by linear blending, so the volume of a cylinder blended smoothly over 0.6 of its length would be 1 − 0.6 · 18/35 = 0.691; ours has 32 sides and round rims.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_wrapper,
    draw: None,
};

pub(crate) const WRAPPER_SCENE: RenderScene = RenderScene::new(
    CYLINDER,
    &[ScenePose::Preset("k08-04-candy-wrapper")],
    &["linear", "dual-quaternion"],
)
.seen_from(Viewpoint::Side);

pub(crate) const LONG_WAY: Item = Item {
    id: "k08-16",
    title: "Log-matrix takes the long way",
    source: Source {
        paper: Paper::K08,
        at: "figure 16",
    },
    claim: "Blended matrix logarithms go the longer way round where two rotations are more than half a turn apart; dual quaternions take the shorter one.",
    caption: "A cylinder with both joints turned about it, 160° and 200°: they are 320° apart as logarithms and 40° the other way. Log-matrix winds the skin through 320°; half way it is half a turn off, twice the radius of 0.15 m.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_long_way,
    draw: None,
};

pub(crate) const LONG_WAY_SCENE: RenderScene = RenderScene::new(
    CYLINDER,
    &[ScenePose::Preset("k08-16-long-way")],
    &["log-matrix", "two-phase"],
)
.seen_from(Viewpoint::Side);

pub(crate) const FLIP: Item = Item {
    id: "k08-20",
    title: "The flip at half a turn",
    source: Source {
        paper: Paper::K08,
        at: "figure 20",
    },
    claim: "Where two rotations pass half a turn, the shorter way changes its side and the skin flips.",
    caption: "A cylinder twisted by 90°, 179°, 181° and 270°. With signs toward the first influence it flips past 180°; with signs that follow the turns as they were made it does not. Beyond half a turn the two are half a turn apart in the middle, which is twice the radius.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_flip,
    draw: None,
};

pub(crate) const FLIP_SCENE: RenderScene = RenderScene::new(CYLINDER, TWISTS, &[FIRST, FOLLOWED])
    .seen_from(Viewpoint::Side)
    .with_pane(280, 240);

const CYLINDER: &str = "builtin:cylinder";
/// Twice the radius of the cylinder.
const DIAMETER: f64 = 0.3;
const FIRST: &str = "dual-quaternion:first";
const FOLLOWED: &str = "dual-quaternion:followed";
const TWISTS: &[ScenePose] = &[
    ScenePose::Preset("k08-20-twist-90"),
    ScenePose::Preset("k08-20-twist-179"),
    ScenePose::Preset("k08-20-twist-181"),
    ScenePose::Preset("k08-20-twist-270"),
];

fn measure_wrapper(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let pose = ScenePose::Preset("k08-04-candy-wrapper");
    let posed = PosedFigure::new(material, CYLINDER, pose)?;
    let methods = ["linear", "dual-quaternion", "spherical", "log-matrix"];
    let [linear, dual, spherical, log] = posed.volumes(methods)?;
    let volume = |name, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 0.002));
    Ok(vec![
        volume("volume over that at rest, linear", linear, 0.6901),
        volume("dual quaternion", dual, 0.9953),
        volume("spherical", spherical, 0.9953),
        volume("log-matrix", log, 0.9956),
    ])
}

fn measure_long_way(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let pose = ScenePose::Preset("k08-16-long-way");
    let posed = PosedFigure::new(material, CYLINDER, pose)?;
    let apart = posed.largest_distance("two-phase", "log-matrix")?;
    let exact = posed.largest_distance("two-phase", "iterative")?;
    Ok(vec![
        Number::new(
            "log-matrix from two-phase, farthest vertex",
            Unit::Meters,
            apart,
            Pinned::near(DIAMETER, 1e-3),
        ),
        Number::new(
            "exact average from two-phase",
            Unit::Meters,
            exact,
            Pinned::near(0.0002, 0.0001),
        ),
    ])
}

fn measure_flip(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let expected = [
        ("90°", 0.0),
        ("179°", 0.0),
        ("181°", DIAMETER),
        ("270°", DIAMETER),
    ];
    let mut numbers = Vec::new();
    for (&pose, (angle, to)) in TWISTS.iter().zip(expected) {
        let posed = PosedFigure::new(material, CYLINDER, pose)?;
        let name = format!("first from followed, twisted by {angle}");
        let apart = posed.largest_distance(FIRST, FOLLOWED)?;
        numbers.push(Number::new(
            name,
            Unit::Meters,
            apart,
            Pinned::near(to, 1e-3),
        ));
    }
    Ok(numbers)
}
