//! Commands about the pose library: applying a pose, its amount, and saving, renaming and deleting pose files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rig::{JointIndex, JointPairs, Pose, PosePreset};

use crate::document::gesture::Gesture;
use crate::features::Context;
use crate::notices::Severity;
use crate::session::Request;
use crate::settings::SettingChange;
use crate::shown::visible_pose;
use crate::state::pose_library::{
    AMOUNTS, Applied, Entry, Failure, FolderState, LibraryIntent, LibraryJob, LibraryOutcome,
    Missing, News, PoseDialog, Saved, apply_preset,
};
use crate::state::presets::PresetFile;

/// Unreadable files that get a notice each; for more, one notice gives their number.
const MOST_REPORTED: usize = 3;

impl Context<'_> {
    pub(in crate::features) fn on_library_intent(&mut self, intent: LibraryIntent) {
        let library = &mut self.session.library;
        match intent {
            LibraryIntent::Opened(folder) => *library = library.with_folder(folder),
            LibraryIntent::Fold(group) => {
                if !library.folded.remove(&group) {
                    library.folded.insert(group);
                }
            }
            LibraryIntent::Search(words) => library.search = words,
            LibraryIntent::Choose(path) => library.chosen = path,
            LibraryIntent::Apply(path) => {
                library.chosen = Some(path);
                self.apply_chosen_pose();
            }
            LibraryIntent::SetAmount { amount, dragging } => self.set_amount(amount, dragging),
            LibraryIntent::Ask(dialog) => library.dialog = dialog,
            LibraryIntent::Save {
                name,
                group,
                saved,
                replace,
            } => self.save(&name, &group, saved, replace),
            LibraryIntent::Rename { path, name, group } => self.rename(path, &name, &group),
            LibraryIntent::Delete(path) => {
                library.dialog = None;
                self.queue(LibraryJob::Delete(path));
            }
        }
    }

    pub(in crate::features) fn on_library_outcome(&mut self, outcome: LibraryOutcome) {
        let library = &mut self.session.library;
        match outcome {
            LibraryOutcome::News(News::Found {
                folder,
                standing,
                entries,
            }) => {
                if library.folder.as_ref() == Some(&folder) {
                    self.take_entries(standing, entries);
                }
            }
            LibraryOutcome::News(News::Written { job, outcome }) => self.on_written(&job, outcome),
        }
    }

    pub(in crate::features) fn set_poses_folder(&mut self, folder: String) {
        self.session.library.dialog = None;
        self.session
            .settings
            .change(SettingChange::PosesFolder(folder));
    }

    pub(in crate::features) fn visible(&self) -> Arc<Pose> {
        visible_pose(self.document, self.session)
    }

    pub(in crate::features) fn pairs(&self) -> JointPairs {
        let patterns = self.session.settings.mirror.patterns();
        self.document.character.joint_pairs(patterns)
    }

    // ---- entries of the folder --------------------------------------------------------------------------------------

    /// Takes the entries that a scan of the folder found. The pose applied last follows its file unless the pose was
    /// edited since.
    fn take_entries(&mut self, standing: FolderState, entries: Arc<[Arc<Entry>]>) {
        let library = &mut self.session.library;
        let was_reading = library.standing == FolderState::Reading;
        if let FolderState::Unreadable(why) = &standing
            && library.standing != standing
        {
            self.session.notices.push(Severity::Warning, why.clone());
        }
        let before = std::mem::replace(&mut library.entries, entries);
        library.standing = standing;
        if library.chosen.is_some() && library.chosen_entry().is_none() && !library.busy {
            library.chosen = None;
        }
        self.report_faults(&before, was_reading);
        self.follow_file();
    }

    fn report_faults(&mut self, before: &[Arc<Entry>], was_reading: bool) {
        let fault_before = |entry: &Entry| {
            let before = before.iter().find(|before| before.path == entry.path);
            before.and_then(|before| before.fault.clone())
        };
        let entries = Arc::clone(&self.session.library.entries);
        let changed = entries
            .iter()
            .map(|entry| (entry, fault_before(entry)))
            .filter(|(entry, before)| entry.fault != *before);
        let (repaired, broken): (Vec<_>, Vec<_>) =
            changed.partition(|(entry, _)| entry.fault.is_none());
        let notices = &mut self.session.notices;
        if was_reading && broken.len() > MOST_REPORTED {
            let text = format!(
                "{} poses of the library cannot be read; their cards say why.",
                broken.len()
            );
            notices.push(Severity::Warning, text);
            return;
        }
        for (entry, before) in broken {
            let kept = if entry.preset.is_some() {
                " The pose is kept as it was before."
            } else {
                ""
            };
            let told = |fault: &str| format!("{fault}{kept}");
            // A program that writes a file in pieces breaks it in several ways: only the last is told.
            if let Some(before) = before {
                notices.take_back(&told(&before));
            }
            let fault = entry.fault.as_deref().unwrap_or_default();
            notices.push(Severity::Warning, told(fault));
        }
        for (entry, _) in repaired {
            let name = entry.path.file_name().unwrap_or_default();
            let text = format!("{} is valid again.", name.display());
            notices.push(Severity::Note, text);
        }
    }

    /// Says again why a pose cannot be read, in place of the notice that said it first.
    fn tell_fault(&mut self, entry: &Entry) {
        let fault = entry.fault.clone().unwrap_or_default();
        self.session.notices.take_back(&fault);
        self.session.notices.push(Severity::Warning, fault);
    }

    // ---- applying poses ---------------------------------------------------------------------------------------------

    /// Applies the chosen pose to the visible pose or, if it is already applied, to the pose of before.
    pub(in crate::features) fn apply_chosen_pose(&mut self) {
        let Some(entry) = self.session.library.chosen_entry().cloned() else {
            return;
        };
        let Some(preset) = &entry.preset else {
            self.tell_fault(&entry);
            return;
        };
        let way = self
            .session
            .library
            .way(self.session.character.selection.joints());
        if way.only.as_ref().is_some_and(Vec::is_empty) {
            let text = "No joint is selected: select some, or let the pose reach all joints.";
            self.session.notices.push(Severity::Warning, text);
            return;
        }
        let skeleton = &self.document.character.rig.skeleton;
        let missing = Missing::of(&entry.name, &preset.preset.match_joints(skeleton));
        if let Some(text) = missing.text {
            let text = if missing.all {
                format!("{text} Nothing was changed.")
            } else {
                text
            };
            self.session.notices.push(Severity::Warning, text);
        }
        let standing = self.standing_pose();
        let base = match standing.filter(|applied| applied.path == entry.path) {
            Some(applied) => applied.base,
            None => {
                self.land();
                self.visible()
            }
        };
        let applied = Applied {
            path: entry.path.clone(),
            revision: entry.revision,
            given: Arc::clone(&base),
            base,
            way,
        };
        let step = format!("Pose {}", entry.name);
        self.apply_to_base(&entry, applied, &step, None);
    }

    fn set_amount(&mut self, amount: f32, dragging: bool) {
        if !amount.is_finite() {
            return;
        }
        self.session.library.amount = amount.clamp(*AMOUNTS.start(), *AMOUNTS.end());
        let gesture = Gesture::PoseAmount;
        if dragging && !self.history.in_gesture(gesture) {
            self.begin_blend();
        }
        let lasts = dragging || self.history.in_gesture(gesture);
        self.follow_way(lasts.then_some(gesture));
        if !dragging {
            self.history.end_gesture();
        }
    }

    /// The chosen pose is blended in while its amount is dragged: it counts as applied to the visible pose with nothing of it.
    fn begin_blend(&mut self) {
        let Some(entry) = self.session.library.chosen_entry().cloned() else {
            return;
        };
        let stands = |applied: &Applied| applied.path == entry.path;
        if entry.preset.is_none() || self.standing_pose().as_ref().is_some_and(stands) {
            return;
        }
        let way = self
            .session
            .library
            .way(self.session.character.selection.joints());
        self.land();
        let base = self.visible();
        self.session.library.applied = Some(Applied {
            path: entry.path.clone(),
            revision: entry.revision,
            given: Arc::clone(&base),
            base,
            way,
        });
        self.session.library.blends = true;
    }

    /// The pose that follows its amount and options: one that is being blended in, else the one applied last, if the visible pose
    /// is still what it gave.
    fn pose_at_work(&mut self, gesture: Option<Gesture>) -> Option<Applied> {
        let library = &mut self.session.library;
        // A blend ends with its drag.
        library.blends &= gesture.is_some();
        match library.blends {
            true => library.applied.clone(),
            false => self.standing_pose(),
        }
    }

    /// Applies the pose again with the current amount and options, if the visible pose is still what it gave.
    pub(in crate::features) fn follow_way(&mut self, gesture: Option<Gesture>) {
        let Some(mut applied) = self.pose_at_work(gesture) else {
            return;
        };
        let library = &self.session.library;
        let entry = library
            .chosen_entry()
            .filter(|entry| entry.path == applied.path);
        let Some(entry) = entry.cloned() else {
            return;
        };
        applied.way = library.way(self.session.character.selection.joints());
        if gesture.is_some() && self.session.library.selected_only {
            applied.way.only = self.former_joints();
        }
        let step = format!("Pose {}", entry.name);
        self.apply_to_base(&entry, applied, &step, gesture);
    }

    /// The joints that the pose was applied to: moving the amount slider does not change them.
    fn former_joints(&self) -> Option<Vec<JointIndex>> {
        let applied = self.session.library.applied.as_ref()?;
        applied.way.only.clone()
    }

    pub(in crate::features) fn apply_to_base(
        &mut self,
        entry: &Entry,
        applied: Applied,
        step: &str,
        gesture: Option<Gesture>,
    ) {
        let Some(preset) = &entry.preset else {
            return;
        };
        let skeleton = &self.document.character.rig.skeleton;
        if applied.base.len() != skeleton.len() {
            return;
        }
        let way = (&applied.way, &self.pairs());
        let pose = apply_preset(skeleton, &preset.preset, &applied.base, way);
        self.session.character.typed_angles = None;
        let carried = self.targets_of_preset(&preset.preset, &applied.way);
        if pose != *self.visible() || !carried.is_empty() {
            self.take_pose_carrying(step, gesture, pose, &carried);
        }
        self.session.library.applied = Some(Applied {
            revision: entry.revision,
            given: self.visible(),
            ..applied
        });
    }

    // ---- writing files ----------------------------------------------------------------------------------------------

    fn queue(&mut self, job: LibraryJob) {
        self.session.library.busy = true;
        self.session.requests.push(Request::Poses(job));
    }

    pub(in crate::features) fn pose_to_save(&self, saved: Saved) -> PosePreset {
        let (pose, skeleton) = (self.visible(), &self.document.character.rig.skeleton);
        match saved {
            Saved::Moved => PosePreset::of(skeleton, &pose),
            Saved::All => {
                let all: Vec<JointIndex> = skeleton.joints().collect();
                PosePreset::default().with_joints(skeleton, &pose, &all)
            }
            Saved::Selected => {
                let joints = self.session.character.selection.joints();
                PosePreset::default().with_joints(skeleton, &pose, joints)
            }
        }
    }

    fn save(&mut self, name: &str, group: &str, saved: Saved, replace: bool) {
        let name = name.trim().to_owned();
        let Some(path) = self.session.library.path_of(&name, group) else {
            self.fail_in_dialog("There is no folder of poses: choose one first.".to_owned());
            return;
        };
        let preset = self.pose_to_save(saved);
        let preset = Box::new(PresetFile {
            name,
            note: None,
            made_for: Some(self.document.character.name.clone()),
            preset,
        });
        self.queue(LibraryJob::Save {
            path,
            preset,
            replace,
        });
    }

    /// Changes the chosen preset and saves it to its file.
    pub(in crate::features) fn update(&mut self, change: impl FnOnce(&mut PresetFile, &Self)) {
        let Some(entry) = self.session.library.chosen_entry().cloned() else {
            return;
        };
        let Some(preset) = entry.preset.as_ref() else {
            self.tell_fault(&entry);
            return;
        };
        let mut preset = Box::new((**preset).clone());
        change(&mut preset, self);
        self.queue(LibraryJob::Save {
            path: entry.path.clone(),
            preset,
            replace: true,
        });
    }

    fn rename(&mut self, from: PathBuf, name: &str, group: &str) {
        let name = name.trim().to_owned();
        if let Some(to) = self.session.library.path_of(&name, group) {
            self.queue(LibraryJob::Rename { from, to, name });
        }
    }

    fn on_written(&mut self, job: &LibraryJob, outcome: Result<String, Failure>) {
        self.session.library.busy = false;
        match outcome {
            Ok(text) => {
                self.session.notices.push(Severity::Note, text);
                self.session.library.dialog = None;
                self.choose_written(job.path());
                self.follow_job(job);
            }
            Err(failure) => {
                self.session
                    .notices
                    .push(Severity::Error, failure.text.clone());
                self.fail_in_dialog(failure.text);
            }
        }
    }

    /// The entry comes with the next scan of the folder; until then only its path is chosen.
    fn choose_written(&mut self, path: Option<&Path>) {
        if let Some(path) = path {
            self.session.library.chosen = Some(path.to_owned());
        }
    }

    /// The dialog stays open and shows the error.
    fn fail_in_dialog(&mut self, text: String) {
        let dialog = self.session.library.dialog.as_mut();
        if let Some(PoseDialog::Save { fault, .. } | PoseDialog::Rename { fault, .. }) = dialog {
            *fault = Some(text);
        }
    }

    pub(in crate::features) fn add_joints_to_pose(&mut self) {
        self.update(|preset, context| {
            let (pose, joints) = (
                context.visible(),
                context.session.character.selection.joints(),
            );
            let skeleton = &context.document.character.rig.skeleton;
            preset.preset = preset.preset.with_joints(skeleton, &pose, joints);
        });
    }

    pub(in crate::features) fn remove_joints_from_pose(&mut self) {
        self.update(|preset, context| {
            let joints = context.session.character.selection.joints();
            let skeleton = &context.document.character.rig.skeleton;
            preset.preset = preset.preset.without_joints(skeleton, joints);
        });
    }

    /// Asks for the name of a pose to save, beside the chosen one.
    pub(in crate::features) fn ask_to_save(&mut self) {
        let library = &mut self.session.library;
        let chosen = library.chosen_entry();
        let group = chosen.map(|entry| library.group_of(&entry.path));
        library.dialog = Some(PoseDialog::Save {
            name: String::new(),
            group: group.unwrap_or_default(),
            saved: Saved::default(),
            fault: None,
        });
    }

    pub(in crate::features) fn ask_pose_name(&mut self) {
        let library = &mut self.session.library;
        library.dialog = library.chosen_entry().map(|entry| PoseDialog::Rename {
            path: entry.path.clone(),
            name: entry.name.clone(),
            group: library.group_of(&entry.path),
            fault: None,
        });
    }

    pub(in crate::features) fn ask_to_delete_pose(&mut self) {
        let library = &mut self.session.library;
        library.dialog = library.chosen_entry().map(|entry| PoseDialog::Delete {
            path: entry.path.clone(),
        });
    }

    pub(in crate::features) fn ask_pose_folder(&mut self) {
        let library = &mut self.session.library;
        let folder = library.folder.as_ref();
        let path = folder.map_or_else(String::new, |folder| folder.display().to_string());
        library.dialog = Some(PoseDialog::Folder { path });
    }
}
