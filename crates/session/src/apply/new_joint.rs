//! A joint that a click puts into the mesh: where exactly, and what it is called.

use character::Character;
use glam::Vec3;
use rig::NamePatterns;

use crate::jobs::shown::{at_rest, bounds_of};
use scene::view::bounds::Bounds;

/// Of a figure's largest extent, how near to its middle counts as in the middle.
const MIDDLE: f32 = 0.03;

/// Where a new joint stands, and its name.
///
/// In a figure that stands in the middle of the plane x = 0, a joint near that plane is put onto it, and one beside it gets the mark
/// of its side, so that "Mirror joints" knows what to do. `x` grows to the figure's left, as glTF has it.
pub(super) fn placed_and_named(
    character: &Character,
    at: Vec3,
    patterns: &NamePatterns,
) -> (Vec3, String) {
    let side = side_of(character, at.x);
    let mark = match (side, patterns.pairs().first()) {
        (Some(Side::Left), Some((left, _))) => left.as_str(),
        (Some(Side::Right), Some((_, right))) => right.as_str(),
        _ => "",
    };
    let skeleton = &character.rig.skeleton;
    let names: Vec<&str> = skeleton.joints().map(|j| skeleton.name(j)).collect();
    let with_mark = |stem: &str, mark: &str| {
        // A mark such as `L_` stands in front.
        let is_prefix = mark.ends_with(['_', '-']);
        if is_prefix {
            format!("{mark}{stem}")
        } else {
            format!("{stem}{mark}")
        }
    };
    let is_free = |stem: &String| {
        let marks = patterns.pairs().iter().flat_map(|(l, r)| [l, r]);
        let mut all = marks.map(|mark| with_mark(stem, mark));
        !names.contains(&stem.as_str()) && !all.any(|name| names.contains(&name.as_str()))
    };
    let stems = (1..=u32::MAX).map(|number| format!("joint_{number}"));
    let stem = stems.into_iter().find(is_free).unwrap_or_default();
    let at = match side {
        Some(Side::Middle) => Vec3::new(0.0, at.y, at.z),
        _ => at,
    };
    (at, with_mark(&stem, mark))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Middle,
    Right,
}

/// A box around all meshes at rest, as they are seen.
pub(super) fn bounds(character: &Character) -> Bounds {
    bounds_of(&at_rest(character))
}

/// None where the figure does not stand in the middle.
fn side_of(character: &Character, x: f32) -> Option<Side> {
    let Bounds { min, max } = bounds(character);
    let size = (max - min).max_element();
    let is_in_the_middle = size > 0.0 && (min.x + max.x).abs() < MIDDLE * size;
    if !is_in_the_middle {
        return None;
    }
    Some(if x.abs() < MIDDLE * size {
        Side::Middle
    } else if x > 0.0 {
        Side::Left
    } else {
        Side::Right
    })
}
