//! Name of a joint that is added by a click into the mesh.

use character::Character;
use rig::NamePatterns;
use scene::view::bounds::Bounds;

use crate::shown::{at_rest, bounds_of};
use crate::state::fitting::figure_sides::Side;

/// Name of a new joint: one beside the middle of a symmetric figure gets the name mark of its side, so that "Mirror joints"
/// works.
pub(in crate::features) fn name_of_new(
    character: &Character,
    side: Option<Side>,
    patterns: &NamePatterns,
) -> String {
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
    with_mark(&stem, mark)
}

/// A box around all meshes, skinned in the rest pose.
pub(in crate::features) fn bounds(character: &Character) -> Bounds {
    bounds_of(&at_rest(character))
}
