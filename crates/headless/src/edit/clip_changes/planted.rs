//! Feet held where they stand.

use std::path::Path;

use retarget::BoneMap;
use rig::Clip;
use scene::names::clip_name;
use session::settings::Units;
use session::state::clips::planted::{NotPlanted, planted_edit};
use session::state::clips::whole_clip::with_clip;
use session::state::motion_in::bring::bone_map;
use session::state::motion_in::kept_maps::read_map;
use whole_file::Files;

use super::ClipEditor;
use crate::{Failure, FailureKind};

impl ClipEditor<'_> {
    /// Holds the feet of clips where they stand, by a map in a file if one is given.
    pub(super) fn plant_all(
        &mut self,
        clips: &[String],
        map: Option<&Path>,
    ) -> Result<(), Failure> {
        let character = &self.document.character;
        let map = match map {
            Some(file) => {
                let named = read_map(file, &Files::default());
                let named = named.map_err(|why| Failure::Known(FailureKind::BadText, why))?;
                let map = named.for_skeleton(&character.rig.skeleton);
                map.map_err(|error| {
                    let why = format!("{}: {error}.", file.display());
                    Failure::Known(FailureKind::NoMatch, why)
                })?
            }
            None => bone_map(character),
        };
        for clip in self.meant(clips)? {
            self.plant(&clip, &map)?;
        }
        Ok(())
    }

    fn plant(&mut self, clip: &Clip, map: &BoneMap) -> Result<(), Failure> {
        let name = clip_name(clip);
        let character = &self.document.character;
        let planted = planted_edit(character, map, clip, Units::default(), None);
        let planted = planted.map_err(|why| match why {
            NotPlanted::NoLegs => Failure::Known(FailureKind::NoMatch, format!(
                "{}: nothing tells which joints are thigh, shin and foot of a leg; name them with --map, in a file as dualskin retarget --map-out writes it.",
                self.source
            )),
            NotPlanted::TooLong => self.failed(&format!("{name}: it took too long")),
            NotPlanted::Other(why) => self.failed(&format!("{name}: {why}")),
        })?;
        let Some(edit) = planted.edit else {
            self.tell(&format!("{name}: no foot stands anywhere and slides."));
            self.note("kept", clip);
            return Ok(());
        };
        let after = self.with_edit(clip, &edit)?;
        self.document = with_clip(&self.document, &after);
        self.tell(&format!("{name}: {}.", planted.told.join("; ")));
        self.tell_of_unkeyed(clip);
        self.note("planted", &after);
        Ok(())
    }
}
