//! Figures 12, 13 and 14: two phases, scaled arms, and what both methods make of a bent and twisted one.

use scene::view::camera::Viewpoint;

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::{PosedFigure, largest_distance};
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::{RenderScene, ScenePose};

pub(crate) const PHASES: Item = Item {
    id: "k08-12",
    title: "First phase, second phase",
    source: Source {
        paper: Paper::K08,
        at: "figure 12",
    },
    claim: "Two-phase skinning first scales and shears in the rest pose, then moves rigidly.",
    caption: "The first phase alone, and both. With scale that stays with its joint the first phase depends on scale and shear only: it is the pose without its rotations and translations.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_phases,
    draw: None,
};

pub(crate) const PHASES_SCENE: RenderScene = RenderScene::new(
    ARM,
    &[ScenePose::Preset("k08-12-phases")],
    &["two-phase::joint"],
)
.over_first_phase()
.seen_from(Viewpoint::Side)
.with_pane(520, 260);

pub(crate) const SCALED: Item = Item {
    id: "k08-13",
    title: "A scaled arm",
    source: Source {
        paper: Paper::K08,
        at: "figure 13",
    },
    claim: "With scale, too, dual quaternions keep what linear blending loses.",
    caption: "An upper arm 1.7 times as thick and an elbow bent by 115°. The volume grows by the scale; two phases lose less of it at the elbow.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_scaled,
    draw: None,
};

pub(crate) const SCALED_SCENE: RenderScene = RenderScene::new(
    ARM,
    &[ScenePose::Preset("k08-13-scaled-arms")],
    &["linear::joint", "two-phase::joint"],
)
.seen_from(Viewpoint::Side);

pub(crate) const COLLAPSE: Item = Item {
    id: "k08-14",
    title: "A bent and twisted arm",
    source: Source {
        paper: Paper::K08,
        at: "figure 14",
    },
    claim: "Linear blending collapses bent and twisted arms, dual quaternions do not.",
    caption: "A forearm bent and twisted: linear blending loses an eighth of the volume, dual quaternions less than a thousandth.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_collapse,
    draw: None,
};

pub(crate) const COLLAPSE_SCENE: RenderScene = RenderScene::new(
    ARM,
    &[ScenePose::Preset("k08-14-collapse")],
    &["linear", "dual-quaternion"],
)
.seen_from(Viewpoint::Side);

const ARM: &str = "builtin:arm";

fn measure_phases(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let stretched = PosedFigure::new(material, ARM, ScenePose::Preset("k08-12-phase-one"))?;
    let posed = PosedFigure::new(material, ARM, ScenePose::Preset("k08-12-phases"))?;
    let first = posed.first_phase("two-phase::joint")?;
    let alone = largest_distance(&first, &stretched.surface("linear::joint")?);
    let moved = largest_distance(&first, &posed.surface("two-phase::joint")?);
    Ok(vec![
        Number::error(
            "first phase from the pose without its motions",
            Unit::Meters,
            alone,
            1e-6,
        ),
        Number::new(
            "moved by the second phase, farthest vertex",
            Unit::Meters,
            moved,
            Pinned::near(0.836, 0.001),
        ),
    ])
}

fn measure_scaled(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let pose = ScenePose::Preset("k08-13-scaled-arms");
    let posed = PosedFigure::new(material, ARM, pose)?;
    let [linear, two_phase] = posed.volumes(["linear::joint", "two-phase::joint"])?;
    let volume = |name, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 0.005));
    Ok(vec![
        volume("volume over that at rest, linear", linear, 2.0924),
        volume("two-phase", two_phase, 2.1700),
        Number::new(
            "two-phase from linear, farthest vertex",
            Unit::Meters,
            posed.largest_distance("linear::joint", "two-phase::joint")?,
            Pinned::near(0.0296, 0.001),
        ),
    ])
}

fn measure_collapse(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let pose = ScenePose::Preset("k08-14-collapse");
    let posed = PosedFigure::new(material, ARM, pose)?;
    let [linear, dual] = posed.volumes(["linear", "dual-quaternion"])?;
    let volume = |name, ours, to| Number::new(name, Unit::Plain, ours, Pinned::near(to, 0.002));
    Ok(vec![
        volume("volume over that at rest, linear", linear, 0.8750),
        volume("dual quaternion", dual, 0.9996),
    ])
}
