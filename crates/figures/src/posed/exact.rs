//! The exact average on characters: what it removes and adds beside the linear blend, and how far apart both come.

use std::sync::Arc;

use dq_math::{DualQuat, dib, dlb};
use glam::DVec2;
use rig::Clip;
use scene::deform::base_pose;

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::{PosedFigure, as_f64};
use crate::motions::{angle, narrow, pair, turn};
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::{RenderScene, ScenePose};
use crate::table::draw_table;

pub(crate) const ARTIFACTS: Item = Item {
    id: "open-artifacts",
    title: "What the exact average removes and adds",
    source: Source {
        paper: Paper::Open,
        at: "after K08 section 3.4",
    },
    claim: "Which artifacts does the exact average (DIB) remove beside the linear blend (DLB), and which does it add?",
    caption: "A cylinder twisted by 179° and one bent by 90°: dual quaternions, the exact average, and the distance between the two.",
    answer: "It removes the uneven speed and adds to the bulge. In a twist by half a turn the linear blend puts rings up to **8.149°** off even \
             parts of it, and the exact average puts them there. At a bend the exact average stands out further: **1.214** radii from the \
             bones for 1.204 at 90°, 1.292 for 1.263 at 135°. The volume is the same within a thousandth. The flip past half a turn stays, since \
             it comes from the signs, and both take the same ones.",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_artifacts,
    draw: None,
};

pub(crate) const ARTIFACTS_SCENE: RenderScene = RenderScene::new(
    CYLINDER,
    &[
        ScenePose::Preset("k08-20-twist-179"),
        ScenePose::Preset("lecture-elbow-90"),
    ],
    &["dual-quaternion", "iterative"],
)
.with_pane(280, 240)
.with_difference();

pub(crate) const DISTANCE: Item = Item {
    id: "open-distance",
    title: "Both blends over all clips",
    source: Source {
        paper: Paper::Open,
        at: "after K08 figure 25",
    },
    claim: "How far from the exact average does the linear blend come to lie in clips of whole characters?",
    caption: "Two-phase skinning and the exact average, which differ by the blend of the rigid motions alone: the farthest vertex in all clips of each \
              built-in character, at 30 frames a second.",
    answer: "**3.5 mm** on the biped, which is 1.81 m high, over all that it can bend, twist and scale. It is a difference of twists: the woman comes to \
             12 mm where a clip twists her upper arm by half a turn. The cylinder, twisted as far, shows the bound itself, 21 mm on a radius of \
             150 mm, that is 8.1°.",
    cost: Cost::Cheap,
    expected: Expected::Holds,
    measure: measure_distance,
    draw: Some(draw_table),
};

const CYLINDER: &str = "builtin:cylinder";
/// Of the cylinder, in meters.
const RADIUS: f64 = 0.15;
/// Weights at which the speed is measured.
const PARTS: u32 = 1000;
/// Frames of clips in a second.
const RATE: f64 = 30.0;

fn measure_artifacts(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let mut numbers = vec![
        Number::new(
            "twist off even parts of half a turn, dual quaternions",
            Unit::Degrees,
            largest_lag(dlb),
            Pinned::near(8.149, 0.001),
        ),
        Number::error(
            "the same, exact average",
            Unit::Degrees,
            largest_lag(|motions, weights| dib(motions, weights, 1e-6).mean),
            0.001,
        ),
    ];
    for (pose, bend, [linear, exact]) in [
        ("lecture-elbow-90", "90°", [1.2038, 1.2143]),
        ("lecture-elbow-135", "135°", [1.2630, 1.2920]),
    ] {
        let posed = PosedFigure::new(material, CYLINDER, ScenePose::Preset(pose))?;
        for (method, words, to) in [
            ("dual-quaternion", "dual quaternions", linear),
            ("iterative", "exact average", exact),
        ] {
            numbers.push(Number::new(
                format!("farthest from the bones over the radius, {words}, bent by {bend}"),
                Unit::Plain,
                posed.farthest_from_bones(method)? / RADIUS,
                Pinned::near(to, 0.002),
            ));
        }
        let [linear, exact] = posed.volumes(["dual-quaternion", "iterative"])?;
        numbers.push(Number::error(
            format!("volume of the two, apart over that at rest, bent by {bend}"),
            Unit::Plain,
            (linear - exact).abs(),
            0.001,
        ));
    }
    let pose = ScenePose::Preset("k08-20-twist-181");
    let posed = PosedFigure::new(material, CYLINDER, pose)?;
    numbers.push(Number::new(
        "exact average, flipped from followed signs, twisted by 181°",
        Unit::Meters,
        posed.largest_distance("iterative:first", "iterative:followed")?,
        Pinned::near(2.0 * RADIUS, 0.001),
    ));
    Ok(numbers)
}

/// How far a blend of rest and half a turn is from the share of its weight, at most, in degrees.
fn largest_lag(blend: impl Fn(&[DualQuat], &[f32]) -> DualQuat) -> f64 {
    let motions = [DualQuat::IDENTITY, turn(180_f64.to_radians(), DVec2::ZERO)];
    let lag = |part: u32| {
        let share = f64::from(part) / f64::from(PARTS);
        (angle(blend(&motions, &pair(share))).to_degrees() - 180.0 * share).abs()
    };
    (0..=PARTS).map(lag).fold(0.0, f64::max)
}

/// Characters with the distance in millimeters that is expected.
const CHARACTERS: [(&str, f64); 7] = [
    ("biped", 3.52),
    ("hand", 1.07),
    ("creature", 0.95),
    ("cloth", 0.44),
    ("arm", 1.72),
    ("cylinder", 21.07),
    ("woman", 12.29),
];

fn measure_distance(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let numbers = CHARACTERS.into_iter().map(|(name, to)| {
        let millimeters = farthest_in_clips(material, name)? * 1000.0;
        let near = Pinned::near(to, 0.05);
        Ok(Number::new(name, Unit::Millimeters, millimeters, near))
    });
    numbers.collect()
}

/// The largest distance between both blends in all clips of a character, in meters.
fn farthest_in_clips(material: &dyn Material, name: &str) -> Result<f64, FigureError> {
    let character = material.character(&format!("builtin:{name}"))?;
    let base = base_pose(&character);
    let mut farthest = 0.0_f64;
    for clip in character.clips.iter() {
        for time in times(clip) {
            let posed = PosedFigure {
                character: Arc::clone(&character),
                pose: clip.sample(&character.rig.skeleton, &base, time),
            };
            farthest = farthest.max(posed.largest_distance("two-phase", "iterative")?);
        }
    }
    Ok(farthest)
}

/// The frames of a clip and its end.
fn times(clip: &Clip) -> impl Iterator<Item = f32> {
    let end = f64::from(clip.duration());
    let frames = (0..).map(|frame| as_f64(frame) / RATE);
    frames
        .take_while(move |time| *time < end)
        .chain([end])
        .map(narrow)
}
