//! Position and name of a joint that is added by a click into the mesh.

use character::Character;
use glam::Vec3;
use rig::NamePatterns;
use scene::view::bounds::Bounds;

use crate::jobs::shown::{at_rest, bounds_of};

/// Largest distance from the plane x = 0 that counts as in the middle, as a share of the figure's largest extent.
const MIDDLE: f32 = 0.03;

/// Position and name of a new joint.
///
/// In a figure that stands symmetric to the plane x = 0, a joint near that plane is moved onto it, and one beside it
/// gets the name mark of its side, so that "Mirror joints" works. `x` grows to the figure's left, as in glTF.
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
        // A mark such as `L_` is a prefix.
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

/// A box around all meshes, skinned in the rest pose.
pub(super) fn bounds(character: &Character) -> Bounds {
    bounds_of(&at_rest(character))
}

/// None if the figure does not stand in the middle.
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
