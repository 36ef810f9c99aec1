//! How often no choice of signs is valid.

use rig::Method;
use scene::posed_character::Look;
use scene::valid_signs::clip_sign_count;
use scene::view::shading::Shading;

use crate::error::FigureError;
use crate::item::{Cost, Expected, Item, Paper, Source};
use crate::material::Material;
use crate::measure::{as_f64, clip_of};
use crate::number::{Number, Pinned, Unit};
use crate::render_scene::{RenderScene, ScenePose};

pub(crate) const VALID_SIGNS: Item = Item {
    id: "k08-valid-signs",
    title: "Vertices without valid signs",
    source: Source {
        paper: Paper::K08,
        at: "section 4.1",
    },
    claim: "Rotations of one vertex are almost never such that no choice of signs makes all of them agree.",
    caption: "Frames of clips in which at least one vertex has joints of which no signs agree by pairs, and such vertices in any frame. The picture shows how near each vertex of a fist is to a flip.",
    answer: "",
    cost: Cost::Cheap,
    expected: Expected::Fails(
        "A hand that points has such vertices in more than half of its frames, a fist in a third. Signs that follow the turns keep the skin whole there, since they ask for continuity and not for agreement.",
    ),
    measure: measure_signs,
    draw: None,
};

pub(crate) const VALID_SIGNS_SCENE: RenderScene = RenderScene::new(
    HAND,
    &[ScenePose::Preset("fist")],
    &["two-phase:first", "two-phase:followed"],
)
.shaded(Shading::NearFlip);

const HAND: &str = "builtin:hand";

fn measure_signs(material: &dyn Material) -> Result<Vec<Number>, FigureError> {
    let character = material.character(HAND)?;
    let mut numbers = Vec::new();
    for (name, vertices, frames) in [("point", 71.0, 65.0), ("fist", 32.0, 41.0)] {
        let clip = clip_of(&character, name)?;
        let inheritance = &character.rig.scale_inheritance;
        let look = Look::new(Method::DualQuaternion);
        let counted =
            clip_sign_count(&character, clip, inheritance, look).map_err(FigureError::mismatch)?;
        let count = |what: String, ours: usize, to| {
            Number::new(what, Unit::Count, as_f64(ours), Pinned::near(to, 0.0))
        };
        let all = counted.frames;
        numbers.push(count(
            format!("vertices without valid signs in some frame, {name}"),
            counted.any_frame.without_valid,
            vertices,
        ));
        numbers.push(count(
            format!("frames of {all}, {name}"),
            counted.frames_without_valid,
            frames,
        ));
    }
    Ok(numbers)
}
