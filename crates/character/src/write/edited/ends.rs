//! Clips with keys after their end. A file has no end of a clip but its last key, so that those keys are left out.

use rig::Clip;

use crate::model::character::Character;

/// The character with its clips cut at their ends, and the names of those that were; none if no key stands after an end.
///
/// A clip that cannot be cut, since its keys are not finite, stays as it is: writing it tells.
pub(super) fn with_clips_cut(character: &Character) -> Option<(Character, Vec<String>)> {
    let mut names = Vec::new();
    let cut = |clip: &Clip| match clip.cut_at_end() {
        Ok(Some(cut)) => {
            let name = clip.name().unwrap_or("a clip without a name");
            names.push(name.to_owned());
            cut
        }
        Ok(None) | Err(_) => clip.clone(),
    };
    let clips: Vec<Clip> = character.clips.iter().map(cut).collect();
    (!names.is_empty()).then(|| (character.with_clips(clips), names))
}
