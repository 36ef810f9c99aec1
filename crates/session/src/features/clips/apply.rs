//! Edits of clips: their list, and the keys of the one that is shown.

use std::sync::Arc;

use rig::{Clip, ClipEdit, ClipId, KeyChanges};
use scene::names::clip_name;

use crate::commands::actions::{Action, EditAction};
use crate::document::Document;
use crate::document::moment::Moment;
use crate::document::pending::PendingPoses;
use crate::document::props::with_copied_clip;
use crate::features::Context;
use crate::notices::{Offer, Severity};
use crate::state::clips::command::ClipIntent;
use crate::state::clips::key_reduction::ReduceAsked;
use crate::state::clips::names::{free_name, with_name};
use crate::state::clips::whole_clip::without_clip;

/// Seconds of a new clip.
const NEW_DURATION: f32 = 2.0;

impl Context<'_> {
    pub(in crate::features) fn on_clip_intent(&mut self, intent: ClipIntent) {
        match intent {
            ClipIntent::New => self.new_clip(),
            ClipIntent::Duplicate(clip) => self.duplicate_clip(clip),
            ClipIntent::Rename(clip, name) => self.rename_clip(clip, &name),
            ClipIntent::Place(clip, place) => self.place_clip(clip, place),
            ClipIntent::Delete(clip) => self.delete_clip(clip),
            ClipIntent::Edit { edit, name } => {
                let clip = self.session.playback.moment.map(|moment| moment.clip);
                let done = self.edit_clip(&name, &edit);
                if let (Some(_), Some(clip), ClipEdit::SetTracks { .. }) = (done, clip, &edit) {
                    self.tell_of_unkeyed(clip);
                }
            }
            ClipIntent::ShowKeyMenu(is_open) => self.session.windows.key_menu = is_open,
            ClipIntent::TypeName(typed) => self.session.character.clip_renaming = typed,
            ClipIntent::AskReduce(asked) => {
                self.session.character.reducing = asked.map(ReduceAsked::sane);
            }
            ClipIntent::Tool(intent) => self.on_clip_tool(intent),
            ClipIntent::Layer(intent) => self.on_animation_layer(intent),
            ClipIntent::Mix(intent) => self.on_mix_intent(intent),
            ClipIntent::Markers(intent) => self.on_marker_intent(intent),
        }
    }

    /// Edits the clip that is shown, as a step of its own; the selection goes where its keys go. None if it cannot be.
    pub(in crate::features) fn edit_clip(
        &mut self,
        name: &str,
        edit: &ClipEdit,
    ) -> Option<KeyChanges> {
        let pending = Arc::clone(&self.document.pending);
        self.edit_clip_and_pending(name, edit, pending)
    }

    /// The same, with other pending poses in the same step.
    pub(in crate::features) fn edit_clip_and_pending(
        &mut self,
        name: &str,
        edit: &ClipEdit,
        pending: Arc<PendingPoses>,
    ) -> Option<KeyChanges> {
        let moment = self.session.playback.moment?;
        let mut clips = self.document.character.clips.to_vec();
        let clip = clips.iter_mut().find(|clip| clip.id() == moment.clip)?;
        match clip.with_edit(edit) {
            Ok((after, carried)) => {
                *clip = after;
                let selected = &mut self.session.character.keys.selected;
                *selected = Arc::new(carried.selection_after(selected));
                let after = Document {
                    pending,
                    ..self.document.with_clips(clips)
                };
                self.commit(name, None, after);
                self.history.end_gesture();
                if matches!(edit, ClipEdit::SetDuration(_)) {
                    self.stay_in_clip();
                }
                Some(carried)
            }
            Err(error) => {
                let text = format!("{name}: {error}.");
                self.session.notices.push(Severity::Warning, text);
                None
            }
        }
    }

    /// An empty clip, which is shown from its beginning.
    pub(in crate::features) fn new_clip(&mut self) {
        let (after, id) = with_new_clip(self.document, self.free_clip_id());
        let name = after.character.clip(id).map(clip_name);
        let step = format!("New clip {}", name.unwrap_or_default());
        self.commit(&step, None, after);
        self.history.end_gesture();
        self.show_clip(Some(id));
    }

    fn duplicate_clip(&mut self, of: ClipId) {
        let clips = &self.document.character.clips;
        let Some(place) = clips.iter().position(|clip| clip.id() == of) else {
            return;
        };
        let mut after = clips.to_vec();
        let (id, name) = (self.free_clip_id(), clip_name(&after[place]));
        let copy = after[place].clone().with_id(id).with_source(None);
        let copy = with_name(&copy, free_name(clips, &name));
        after.insert(place + 1, copy);
        let after = Document {
            props: with_copied_clip(&self.document.props, of, id),
            ..self.document.with_clips(after)
        };
        self.commit(&format!("Duplicate {name}"), None, after);
        self.history.end_gesture();
        self.show_clip(Some(id));
    }

    fn rename_clip(&mut self, clip: ClipId, name: &str) {
        self.session.character.clip_renaming = None;
        let name = name.trim();
        let mut after = self.document.character.clips.to_vec();
        let Some(clip) = after.iter_mut().find(|own| own.id() == clip) else {
            return;
        };
        if name.is_empty() || clip.name() == Some(name) {
            return;
        }
        let step = format!("Rename {} to {name}", clip_name(clip));
        *clip = with_name(clip, name.to_owned());
        self.commit_clips(&step, after);
    }

    fn place_clip(&mut self, clip: ClipId, to: usize) {
        let mut after = self.document.character.clips.to_vec();
        let Some(from) = after.iter().position(|own| own.id() == clip) else {
            return;
        };
        let clip = after.remove(from);
        let step = format!("Move {}", clip_name(&clip));
        after.insert(to.min(after.len()), clip);
        self.commit_clips(&step, after);
    }

    /// The clip that is shown gives way to the one after it in the list, or the one before.
    fn delete_clip(&mut self, clip: ClipId) {
        let mut after = self.document.character.clips.to_vec();
        let Some(place) = after.iter().position(|own| own.id() == clip) else {
            return;
        };
        let gone = after.remove(place);
        let next = after.get(place).or(after.last()).map(Clip::id);
        let n_layers = after.iter().filter(|own| lies_over(own, clip)).count();
        let after = without_clip(self.document, clip);
        let step = format!("Delete {}", clip_name(&gone));
        self.commit(&step, None, after);
        self.history.end_gesture();
        let playback = &mut self.session.playback;
        playback.left = playback.left.filter(|left| left.clip != clip);
        if playback.moment.is_some_and(|moment| moment.clip == clip) {
            playback.playing = false;
            playback.moment = next.map(|clip| Moment { clip, time: 0.0 });
        }
        let undo = Action::Edit(EditAction::Undo);
        let keys = self.session.keymap.text_of(undo, self.session.mode);
        let back = keys.map_or_else(
            || "Undo brings it back".to_owned(),
            |keys| format!("{keys} brings it back"),
        );
        let layers = match n_layers {
            0 => "",
            1 => " Its layer is a clip of its own now.",
            _ => " Its layers are clips of their own now.",
        };
        let text = format!("Deleted {}.{layers} {back}.", clip_name(&gone));
        let notices = &mut self.session.notices;
        notices.push_done(&step, text, Some(Offer::Undo));
    }

    /// An identity that no clip has, and that nothing of before would take for another clip's: neither a step of the history, nor what is
    /// kept for clips and joints that are gone.
    pub(in crate::features) fn free_clip_id(&self) -> ClipId {
        let documents = self.history.documents().chain([&*self.document]);
        let of_document = |document: &Document| {
            let clips = document.character.clips.iter().map(|clip| clip.id().0);
            let named = document.journal.clips_named().map(|clip| clip.0);
            clips.chain(named).max()
        };
        let last = documents.filter_map(of_document).max();
        ClipId(last.map_or(0, |last| last.saturating_add(1)))
    }

    pub(in crate::features) fn commit_clips(&mut self, name: &str, clips: Vec<Clip>) {
        let after = self.document.with_clips(clips);
        self.commit(name, None, after);
        self.history.end_gesture();
    }
}

fn lies_over(clip: &Clip, below: ClipId) -> bool {
    clip.layer().is_some_and(|layer| layer.over == below)
}

/// The document with an empty clip more, and which that is.
pub(in crate::features) fn with_new_clip(document: &Document, id: ClipId) -> (Document, ClipId) {
    let clips = &document.character.clips;
    let clip = Clip::new(id, Some(free_name(clips, "Clip 1")), NEW_DURATION);
    let after = clips.iter().cloned().chain([clip]).collect();
    (document.with_clips(after), id)
}
