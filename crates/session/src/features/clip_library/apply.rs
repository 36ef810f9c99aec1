//! Commands about the clip library: search, choice, and clips that are added to the character.

use std::sync::Arc;

use rig::Clip;

use crate::features::Context;
use crate::notices::Severity;
use crate::session::{FolderFor, Request};
use crate::settings::SettingChange;
use crate::state::clip_library::{ClipCard, ClipFile, ClipLibraryIntent, ClipLibraryOutcome};
use crate::state::clips::names::with_name;
use crate::state::motion_in::bring::{BroughtClip, with_brought};
use crate::state::motion_in::dialog::MotionIntent;
use crate::state::pose_library::FolderState;

impl Context<'_> {
    pub(in crate::features) fn on_clip_library_intent(&mut self, intent: ClipLibraryIntent) {
        let library = &mut self.session.clip_library;
        match intent {
            ClipLibraryIntent::Search(words) => library.search = words,
            ClipLibraryIntent::Fold(group) => {
                if !library.folded.remove(&group) {
                    library.folded.insert(group);
                }
            }
            ClipLibraryIntent::Choose(place) => library.chosen = place,
            ClipLibraryIntent::Add(place) => {
                library.chosen = Some(place);
                self.add_library_clip();
            }
            ClipLibraryIntent::TypeFolder(path) => library.typed_folder = path,
            ClipLibraryIntent::UseFolder(folder) => {
                library.typed_folder = None;
                let settings = &mut self.session.settings;
                settings.change(SettingChange::ClipsFolder(folder));
            }
        }
    }

    pub(in crate::features) fn on_clip_library_outcome(&mut self, outcome: ClipLibraryOutcome) {
        let library = &mut self.session.clip_library;
        match outcome {
            ClipLibraryOutcome::Opened(folder) => *library = library.with_folder(folder),
            ClipLibraryOutcome::Listed(folder, files) => {
                if library.folder.as_ref() == Some(&folder) {
                    self.take_clip_files(files);
                }
            }
            ClipLibraryOutcome::Read {
                path,
                stamp,
                clips,
                target,
            } => library.keep(path, stamp, clips, target),
            ClipLibraryOutcome::Forget => library.forget(),
        }
    }

    fn take_clip_files(&mut self, files: Result<Arc<[ClipFile]>, String>) {
        let library = &mut self.session.clip_library;
        match files {
            Ok(files) => {
                library.files = files;
                library.standing = FolderState::Read;
                let known = |path: &_| library.files.iter().any(|file| file.path == *path);
                library.read.retain(|path, _| known(path));
                let chosen = library.chosen.take();
                library.chosen = chosen.filter(|place| known(&place.path));
            }
            Err(why) => {
                let standing = FolderState::Unreadable(why.clone());
                if library.standing != standing {
                    self.session.notices.push(Severity::Warning, why);
                }
                self.session.clip_library.standing = standing;
            }
        }
    }

    /// Adds the chosen clip to the character as one step, and shows it.
    pub(in crate::features) fn add_library_clip(&mut self) {
        let library = &self.session.clip_library;
        let Some(card) = library.chosen_card() else {
            return;
        };
        let Some(brought) = library.chosen_clip(&self.document.character) else {
            let text = not_added(&card);
            return self.session.notices.push(Severity::Warning, text);
        };
        let name = card.name;
        let brought = BroughtClip {
            clip: with_name(&brought.clip, name.clone()),
            ..brought.clone()
        };
        let clips = &self.document.character.clips;
        let before = clips.len();
        let clips = with_brought(clips, &[brought], self.free_clip_id());
        let first = clips.get(before).map(Clip::id);
        self.commit_clips(&format!("Add clip {name}"), clips);
        self.show_clip(first);
    }

    /// Opens the dialog that brings in motion with the file of the chosen clip.
    pub(in crate::features) fn open_library_clip(&mut self) {
        let chosen = self.session.clip_library.chosen.as_ref();
        let Some(path) = chosen.map(|place| place.path.clone()) else {
            return;
        };
        self.ask_for_motion();
        self.on_motion_intent(MotionIntent::Chosen(path));
    }

    pub(in crate::features) fn browse_clip_folder(&mut self) {
        let asked = Request::FolderDialog(FolderFor::Clips);
        self.session.requests.push(asked);
    }

    pub(in crate::features) fn ask_clip_folder(&mut self) {
        let library = &mut self.session.clip_library;
        let folder = library.folder.as_ref();
        let path = folder.map_or_else(String::new, |folder| folder.display().to_string());
        library.typed_folder = Some(path);
    }
}

fn not_added(card: &ClipCard<'_>) -> String {
    match card.fault {
        Some(fault) => format!("{} was not added: {fault}", card.name),
        None => format!(
            "{} is still being read. Add it again in a moment.",
            card.name
        ),
    }
}
