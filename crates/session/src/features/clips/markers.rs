//! Markers of the shown clip: added, named, moved, deleted, and jumped to.

use rig::{Clip, ClipEdit, ClipMarker};

use crate::document::moment::Moment;
use crate::features::Context;
use crate::state::clips::markers::{
    MarkerIntent, MarkerNaming, clean_name, free_name, marker_at, marker_beside, with_marker,
};

impl Context<'_> {
    pub(in crate::features) fn on_marker_intent(&mut self, intent: MarkerIntent) {
        match intent {
            MarkerIntent::Rename(marker) => self.rename_marker(marker),
            MarkerIntent::Type(text) => {
                if let Some(naming) = &mut self.session.character.marker_naming {
                    naming.text = text;
                }
            }
            MarkerIntent::Confirm => self.confirm_marker(),
            MarkerIntent::Cancel => self.session.character.marker_naming = None,
            MarkerIntent::Move(marker, time) => self.move_marker(marker, time),
            MarkerIntent::Delete(marker) => self.delete_marker(marker),
        }
    }

    /// Begins to name the marker at the current time, or a new one there: on a frame, also while the clip plays.
    pub(in crate::features) fn add_marker(&mut self) {
        let Some((clip, time)) = self.clip_to_mark() else {
            return;
        };
        let id = clip.id();
        let here = self.landing(Moment { clip: id, time });
        let is_marked = marker_at(clip.markers(), time).is_some();
        let time = if is_marked { time } else { here.time };
        if let Some(marker) = marker_at(clip.markers(), time) {
            return self.rename_marker(marker);
        }
        self.session.character.marker_naming = Some(MarkerNaming {
            clip: clip.id(),
            marker: None,
            time,
            text: free_name(clip.markers()),
        });
    }

    pub(in crate::features) fn rename_marker_here(&mut self) {
        if let Some(marker) = self.marker_here() {
            self.rename_marker(marker);
        }
    }

    pub(in crate::features) fn delete_marker_here(&mut self) {
        if let Some(marker) = self.marker_here() {
            self.delete_marker(marker);
        }
    }

    pub(in crate::features) fn jump_to_marker(&mut self, is_later: bool) {
        let Some((clip, time)) = self.clip_to_mark() else {
            return;
        };
        if let Some(time) = marker_beside(clip.markers(), time, is_later) {
            self.session.playback.playing = false;
            self.seek(time);
        }
    }

    fn clip_to_mark(&self) -> Option<(&Clip, f32)> {
        let moment = self.session.playback.moment?;
        let clip = self.document.character.clip(moment.clip)?;
        Some((clip, moment.time))
    }

    fn marker_here(&self) -> Option<usize> {
        let (clip, time) = self.clip_to_mark()?;
        marker_at(clip.markers(), time)
    }

    fn rename_marker(&mut self, marker: usize) {
        let Some((clip, _)) = self.clip_to_mark() else {
            return;
        };
        if let Some(found) = clip.markers().get(marker) {
            self.session.character.marker_naming = Some(MarkerNaming {
                clip: clip.id(),
                marker: Some(marker),
                time: found.time,
                text: found.name.clone(),
            });
        }
    }

    fn confirm_marker(&mut self) {
        let naming = self.session.character.marker_naming.take();
        let (Some(naming), Some((clip, _))) = (naming, self.clip_to_mark()) else {
            return;
        };
        // Another clip was shown while the name was typed.
        if naming.clip != clip.id() {
            return;
        }
        let mut markers = clip.markers().to_vec();
        let Some(marker) = naming.marker else {
            let name = clean_name(&markers, &naming.text);
            let step = format!("Add marker {name}");
            let markers = with_marker(&markers, naming.time, name);
            return self.set_markers(&step, markers);
        };
        let kept = clean_name(&markers, &naming.text);
        if let Some(marker) = markers.get_mut(marker).filter(|it| it.name != kept) {
            let step = format!("Rename marker {}", marker.name);
            marker.name = kept;
            self.set_markers(&step, markers);
        }
    }

    fn move_marker(&mut self, marker: usize, time: f32) {
        let Some((clip, _)) = self.clip_to_mark().filter(|_| time.is_finite()) else {
            return;
        };
        let time = time.clamp(0.0, clip.duration());
        let mut markers = clip.markers().to_vec();
        let found = markers.get_mut(marker).filter(|it| it.time != time);
        if let Some(found) = found {
            found.time = time;
            let step = format!("Move marker {}", found.name);
            self.set_markers(&step, markers);
        }
    }

    fn delete_marker(&mut self, marker: usize) {
        let Some((clip, _)) = self.clip_to_mark() else {
            return;
        };
        let mut markers = clip.markers().to_vec();
        if marker < markers.len() {
            let gone = markers.remove(marker);
            self.session.character.marker_naming = None;
            self.set_markers(&format!("Delete marker {}", gone.name), markers);
        }
    }

    fn set_markers(&mut self, step: &str, markers: Vec<ClipMarker>) {
        self.edit_clip(step, &ClipEdit::SetMarkers(markers));
    }
}
