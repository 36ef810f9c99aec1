//! Clips of one character on another.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use session::document::Document;
use session::document::layered_clips::{MERGE_RATE, layers_not_merged, merged_document};
use session::state::clips::whole_clip::with_only_clips;
use session::state::motion_in::bring::{
    BringOptions, BroughtClip, Mapped, bone_map, bring, free_id, report_lines, share_joints,
    with_brought,
};
use session::state::timeline::frames::TimeUnit;

use crate::{Character, Error, ErrorKind, GoOn};

/// How motion is brought over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetargetOptions {
    /// The clips of the source, by their places; empty for all.
    pub clips: Vec<usize>,
    /// Whether the clips that the character has are left out of the result.
    pub replaces: bool,
    /// Whether feet are held where those of the source stand.
    pub pins_feet: bool,
    /// Whether hands are held where those of the source touch something.
    pub holds_hands: bool,
}

impl Default for RetargetOptions {
    fn default() -> Self {
        let usual = BringOptions::default();
        Self {
            clips: Vec::new(),
            replaces: false,
            pins_feet: usual.pins_feet,
            holds_hands: usual.holds_hands,
        }
    }
}

/// A character with clips of another.
#[derive(Clone, Debug)]
pub struct Retargeted {
    /// The character, the new clips behind its own.
    pub character: Character,
    /// How well they came over, a sentence each.
    pub remarks: Vec<String>,
}

impl Character {
    /// Brings clips of another character to this one, by the bones that both have.
    ///
    /// # Errors
    ///
    /// The source has no clip, both share no bone, or `go_on` breaks.
    pub fn retarget(
        &self,
        source: &Self,
        options: &RetargetOptions,
        go_on: &GoOn<'_>,
    ) -> Result<Retargeted, Error> {
        if source.clip_count() == 0 {
            return Err(Error::new(
                ErrorKind::NoClips,
                source.name(),
                "there is no clip, and so no motion",
                "choose a file with one",
            ));
        }
        let [from, onto] = [source.merged()?, self.merged()?];
        let [from_map, onto_map] = [&from, &onto].map(|it| bone_map(&it.character));
        let from = Mapped {
            character: &from.character,
            map: &from_map,
        };
        let target = Mapped {
            character: &onto.character,
            map: &onto_map,
        };
        let places = source.places_of(&options.clips, &from.character.clips)?;
        let how = BringOptions {
            pins_feet: options.pins_feet,
            holds_hands: options.holds_hands,
            ..BringOptions::default()
        };
        let brought = bring_over(from, &places, target, how, go_on)?;
        let own = match options.replaces {
            true => &[],
            false => &onto.character.clips[..],
        };
        let clips = with_brought(own, &brought, free_id(&onto.character.clips));
        let lines = brought.iter();
        let lines = lines
            .flat_map(|one| report_lines(one, from.character, target.character, TimeUnit::Seconds));
        let remarks = lines.collect();
        let (document, _poses) = with_only_clips(&onto, clips);
        Ok(Retargeted {
            character: Self::of(Arc::unwrap_or_clone(document.character)),
            remarks,
        })
    }

    /// With layers of clips merged.
    fn merged(&self) -> Result<Document, Error> {
        let document = Document::new(Arc::clone(&self.model));
        merged_document(&document, MERGE_RATE).map_err(|error| {
            let sentence = format!("{}: {}", self.name(), layers_not_merged(&error));
            Error::told(ErrorKind::Refused, self.name(), &sentence)
        })
    }
}

fn bring_over(
    from: Mapped<'_>,
    places: &[usize],
    target: Mapped<'_>,
    how: BringOptions,
    go_on: &GoOn<'_>,
) -> Result<Vec<BroughtClip>, Error> {
    // A sentence alone does not tell why nothing came over.
    let stopped = AtomicBool::new(false);
    let watch = |done: f32| {
        let flow = go_on(done);
        stopped.fetch_or(flow.is_break(), Ordering::Relaxed);
        flow
    };
    bring(from, places, target, how, &watch).map_err(|why| {
        if stopped.load(Ordering::Relaxed) {
            return Error::canceled("retarget");
        }
        let kind = match share_joints(from, target) {
            true => ErrorKind::Refused,
            false => ErrorKind::NoMatch,
        };
        let name = &from.character.name;
        Error::told(kind, name, &format!("{name}: {why}"))
    })
}
