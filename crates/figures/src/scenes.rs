//! The pictures of characters, by item.

use crate::posed::{close, elbow, exact, phases, scaled_hand, shoulder, signs, torn, twists};
use crate::render_scene::{RenderScene, ScenePose};

/// Every picture of a character with the id of its item, in the order of the page.
pub const ALL: &[(&str, RenderScene)] = &[
    ("k08-01", torn::WAIST_SCENE),
    ("k08-04", twists::WRAPPER_SCENE),
    ("k08-05", ELBOW),
    ("k08-06", torn::ORIGIN_SCENE),
    ("k08-07", NEAREST),
    ("k08-08", THIRD),
    ("k08-12", phases::PHASES_SCENE),
    ("k08-13", phases::SCALED_SCENE),
    ("k08-14", phases::COLLAPSE_SCENE),
    ("k08-15", torn::CRACKS_SCENE),
    ("k08-16", twists::LONG_WAY_SCENE),
    ("k08-17", torn::CLUSTERS_SCENE),
    ("k08-20", twists::FLIP_SCENE),
    ("k08-21", POWERS),
    ("k08-22", TWO_WAYS),
    ("k08-25", close::CLOSE_SCENE),
    ("k08-valid-signs", signs::VALID_SIGNS_SCENE),
    ("k05-02", shoulder::SHOULDER_SCENE),
    ("k05-03", ARC),
    ("k05-05", WOMAN),
    ("k05-06", shoulder::POSES_SCENE),
    ("v16", scaled_hand::SCALED_JOINT_SCENE),
    ("lecture-artifacts", elbow::BULGE_SCENE),
    ("lecture-volume", elbow::VOLUME_SCENE),
    ("open-artifacts", exact::ARTIFACTS_SCENE),
];

const TWO_JOINTS: &str = "builtin:two_joints";
const HAND: &str = "builtin:hand";

/// A bend at rest, by a quarter, by half, by three quarters and whole.
const ELBOW: RenderScene = RenderScene::new(
    TWO_JOINTS,
    &[
        ScenePose::Amount("k08-05-elbow", 0.0),
        ScenePose::Amount("k08-05-elbow", 0.25),
        ScenePose::Amount("k08-05-elbow", 0.5),
        ScenePose::Amount("k08-05-elbow", 0.75),
        ScenePose::Preset("k08-05-elbow"),
    ],
    &["quaternion-translation", "dual-quaternion"],
)
.as_motion()
.with_pane(420, 360);

const NEAREST: RenderScene = RenderScene::new(
    TWO_JOINTS,
    &[ScenePose::Preset("k08-07-nearest")],
    &["direct-quaternion", "dual-quaternion"],
)
.with_pane(420, 320);

const THIRD: RenderScene = RenderScene::new(
    "builtin:three_joints",
    &[ScenePose::Preset("k08-08-third")],
    &["direct-quaternion", "dual-quaternion"],
)
.with_pane(420, 320);

const POWERS: RenderScene = RenderScene::new(
    HAND,
    &[
        ScenePose::Amount("k08-21-screw", 0.0),
        ScenePose::Amount("k08-21-screw", 0.25),
        ScenePose::Amount("k08-21-screw", 0.5),
        ScenePose::Amount("k08-21-screw", 0.75),
        ScenePose::Preset("k08-21-screw"),
    ],
    &["dual-quaternion"],
)
.as_motion()
.with_pane(520, 420);

const TWO_WAYS: RenderScene = RenderScene::new(
    HAND,
    &[
        ScenePose::Amount("k08-22-long", 0.0),
        ScenePose::Amount("k08-22-long", 0.25),
        ScenePose::Amount("k08-22-long", 0.5),
        ScenePose::Amount("k08-22-long", 0.75),
        ScenePose::Preset("k08-22-long"),
        ScenePose::Amount("k08-22-short", 0.25),
        ScenePose::Amount("k08-22-short", 0.5),
        ScenePose::Amount("k08-22-short", 0.75),
    ],
    &["dual-quaternion"],
)
.as_motion()
.with_pane(520, 420);

const WOMAN: RenderScene = RenderScene::new(
    "builtin:woman",
    &[
        ScenePose::Moment("walk", 0.3),
        ScenePose::Moment("shoulder", 2.0),
    ],
    &["linear", "spherical"],
)
.with_pane(360, 360);

const ARC: RenderScene = RenderScene::new(
    TWO_JOINTS,
    &[ScenePose::Preset("k05-03-arc")],
    &["linear", "spherical"],
)
.with_pane(420, 320);

/// The picture of an item; none of those that are diagrams and tables alone.
#[must_use]
pub fn find(id: &str) -> Option<&'static RenderScene> {
    let (_, scene) = ALL.iter().find(|(of, _)| *of == id)?;
    Some(scene)
}
