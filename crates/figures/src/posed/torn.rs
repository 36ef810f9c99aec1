//! Figures 1, 6, 15 and 17: what tears skins that are blended otherwise.

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::{PosedFigure, largest_distance};
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::{RenderScene, ScenePose};

pub(crate) const WAIST: Item = Item {
    id: "k08-01",
    title: "A waist by log-matrix",
    source: Source {
        paper: Paper::K08,
        at: "figure 1",
    },
    claim: "Log-matrix blending tears the skin of a figure that turns around, where dual quaternions keep it whole and are faster.",
    caption: "The hips are turned by 170° and the spine by 25° more: log-matrix blending tears the waist, two-phase and spherical blending keep it whole and are the same here. The times are in figure 18.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_waist,
    draw: None,
};

pub(crate) const WAIST_SCENE: RenderScene = RenderScene::new(
    BIPED,
    &[ScenePose::Preset("k08-01-log-matrix")],
    &["log-matrix", "two-phase", "spherical"],
)
.close_to(&["hips", "spine"]);

pub(crate) const ORIGIN: Item = Item {
    id: "k08-06",
    title: "Rotations about the origin",
    source: Source {
        paper: Paper::K08,
        at: "figure 6",
    },
    claim: "Rotations and translations blended each on their own are worse than linear blending, since they turn about the origin of the model.",
    caption: "A bent elbow and knee. Compared with dual quaternions, rotations and translations blended each on their own are off by eight times as much as linear blending.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_origin,
    draw: None,
};

pub(crate) const ORIGIN_SCENE: RenderScene = RenderScene::new(
    BIPED,
    &[ScenePose::Preset("k08-06-elbow-knee")],
    &["quaternion-translation", "linear", "dual-quaternion"],
)
.close_to(&["thigh.L", "shin.L", "upper_arm.L", "forearm.L"]);

pub(crate) const CRACKS: Item = Item {
    id: "k08-15",
    title: "Cracks of direct quaternion blending",
    source: Source {
        paper: Paper::K08,
        at: "figure 15",
    },
    claim: "Direct quaternion blending cracks where neighboring vertices turn about different joints.",
    caption: "Two joints of a cloth are turned by −60°: by direct quaternion blending the rounded corner is cut off and the surface slits open.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_cracks,
    draw: None,
};

pub(crate) const CRACKS_SCENE: RenderScene = RenderScene::new(
    CLOTH,
    &[ScenePose::Preset("k08-15-cracks")],
    &["direct-quaternion", "dual-quaternion"],
);

pub(crate) const CLUSTERS: Item = Item {
    id: "k08-17",
    title: "Clusters of spherical blending",
    source: Source {
        paper: Paper::K08,
        at: "figure 17",
    },
    claim: "Spherical blending turns the vertices of each set of joints about a center of its own, and the surface breaks where sets meet.",
    caption: "A sheet whose third joint has a hundredth of the weight of its upper half, and is turned and moved away: by spherical blending it draws the center of these vertices after it, and the checks break at the border of that half. The first three numbers are distances from the same sheet without that joint; the last is of a cloth that rolls up at different rows left and right, where sets of joints change.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_clusters,
    draw: None,
};

pub(crate) const CLUSTERS_SCENE: RenderScene = RenderScene::new(
    "builtin:three_joints",
    &[ScenePose::Preset("k08-17-clusters")],
    &["spherical", "dual-quaternion"],
)
.with_pane(420, 320);

const BIPED: &str = "builtin:biped";
const CLOTH: &str = "builtin:cloth";

fn measure_waist(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let posed = PosedFigure::new(material, BIPED, ScenePose::Preset("k08-01-log-matrix"))?;
    let torn = posed.largest_distance("two-phase", "log-matrix")?;
    let spherical = posed.largest_distance("two-phase", "spherical")?;
    Ok(vec![
        Number::new(
            "log-matrix from two-phase, farthest vertex",
            Unit::Meters,
            torn,
            Pinned::near(0.346, 0.001),
        ),
        Number::error("spherical from two-phase", Unit::Meters, spherical, 1e-5),
    ])
}

fn measure_origin(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let posed = PosedFigure::new(material, BIPED, ScenePose::Preset("k08-06-elbow-knee"))?;
    let own = posed.largest_distance("dual-quaternion", "quaternion-translation")?;
    let linear = posed.largest_distance("dual-quaternion", "linear")?;
    let apart = |name, ours, to| Number::new(name, Unit::Meters, ours, Pinned::near(to, 0.001));
    Ok(vec![
        apart("quaternion–translation from dual quaternions", own, 0.314),
        apart("linear from dual quaternions", linear, 0.038),
        Number::new(
            "how many times as far",
            Unit::Plain,
            own / linear,
            Pinned::near(8.29, 0.3),
        ),
    ])
}

fn measure_cracks(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let posed = PosedFigure::new(material, CLOTH, ScenePose::Preset("k08-15-cracks"))?;
    let apart = posed.largest_distance("dual-quaternion", "direct-quaternion")?;
    let cracked = posed.longest_against("direct-quaternion", "dual-quaternion")?;
    let average = posed.longest_against("iterative", "dual-quaternion")?;
    Ok(vec![
        Number::new(
            "direct quaternion from dual quaternions, farthest vertex",
            Unit::Meters,
            apart,
            Pinned::near(0.5605, 0.001),
        ),
        Number::new(
            "an edge over that by dual quaternions, at most, direct quaternion",
            Unit::Plain,
            cracked,
            Pinned::near(3.55, 0.05),
        ),
        Number::new(
            "exact average",
            Unit::Plain,
            average,
            Pinned::near(1.143, 0.01),
        ),
    ])
}

fn measure_clusters(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let pose = ScenePose::Preset("k08-17-clusters");
    let posed = PosedFigure::new(material, "builtin:three_joints", pose)?;
    let without = posed.without_joint("third")?;
    let moved = |method: &str| -> Result<f64, FigureError> {
        Ok(largest_distance(
            &posed.surface(method)?,
            &without.surface(method)?,
        ))
    };
    let cloth = PosedFigure::new(material, CLOTH, ScenePose::Preset("k08-17-cloth"))?;
    let number = |name, ours, to| Number::new(name, Unit::Meters, ours, Pinned::near(to, 0.001));
    Ok(vec![
        number(
            "moved by the hundredth, spherical",
            moved("spherical")?,
            0.2567,
        ),
        number("dual quaternion", moved("dual-quaternion")?, 0.0286),
        number("linear", moved("linear")?, 0.0284),
        number(
            "cloth that is rolled up, spherical from dual quaternions",
            cloth.largest_distance("spherical", "dual-quaternion")?,
            0.0727,
        ),
    ])
}
