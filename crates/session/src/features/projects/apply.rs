//! Projects: opening, saving, and the question about unsaved changes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use scene::corrective_smooth::CorrectiveSmooth;
use scene::posed_character::Look;
use scene::view::bone_display::BoneDisplay;
use scene::view::camera::Camera;
use scene::view::joint_mark::BoneStyle;
use scene::view::pane_shows::PaneShows;

use crate::features::Context;
use crate::features::projects::capture::omitted_versions;
use crate::features::viewport::hidden_surfaces::hidden_of;
use crate::files::working_folder::{whole, whole_source};
use crate::notices::Severity;
use crate::session::{DialogFor, ExpectedFile, Request, SaveOrder, Session};
use crate::state::comparing::PANES;
use crate::state::opening::hidden_files;
use crate::state::opening::open_request::OpenRequest;
use crate::state::projects::command::{
    OpenedProject, ProjectAnswer, ProjectIntent, ProjectOutcome, SavedProject,
};
use crate::state::projects::open::{remarks, unclaimed_text};
use crate::state::projects::{
    EXTENSION, Next, OnDisk, PaneShape, ProjectDialog, ProjectState, Restored, SavePath, Sight,
    Trouble, is_project,
};
use crate::state::selection::selection_sets::SelectionSets;

impl Context<'_> {
    /// Goes on with the chosen work that a crash left.
    pub(in crate::features) fn recover_work(&mut self) {
        if let Some(left) = self.session.project.next_left() {
            let next = Next::Recover(left.path.clone());
            self.go(next);
        }
    }

    /// Deletes the chosen work that a crash left.
    pub(in crate::features) fn discard_left_work(&mut self) {
        let project = &mut self.session.project;
        if let Some(path) = project.next_left().map(|left| left.path.clone()) {
            project.left.retain(|left| left.path != path);
            project.chosen_left = 0;
            self.session.requests.push(Request::Discard(path));
        }
    }

    pub(in crate::features) fn on_project_intent(&mut self, intent: ProjectIntent) {
        let project = &mut self.session.project;
        match intent {
            ProjectIntent::SaveTo { file, replaces } => self.save_to(&file, replaces),
            ProjectIntent::SavePath(typed) => {
                if typed.is_none() {
                    project.then = None;
                }
                let shown = &mut self.session.windows.save_path;
                let is_ordered = shown.as_ref().is_some_and(|path| path.is_ordered);
                *shown = typed.map(|typed| SavePath {
                    is_ordered,
                    ..SavePath::with_text(typed)
                });
            }
            ProjectIntent::Answer(answer) => self.answer(answer),
            ProjectIntent::TypeSource(text) => {
                if let Some(ProjectDialog::Locate { typed, .. }) = &mut project.asked {
                    *typed = text;
                }
            }
            ProjectIntent::ChooseLeft(index) => project.chosen_left = index,
            ProjectIntent::CloseAsked => self.go(Next::Quit),
        }
    }

    pub(in crate::features) fn on_project_outcome(&mut self, outcome: ProjectOutcome) {
        let project = &mut self.session.project;
        match outcome {
            ProjectOutcome::Opened(opened) => self.take_project(*opened),
            ProjectOutcome::MoreWork(next) => self.go(next),
            ProjectOutcome::NoSource { opening, missing } => {
                let typed = missing.clone();
                project.asked = Some(ProjectDialog::Locate {
                    opening,
                    missing,
                    typed,
                });
            }
            ProjectOutcome::HiddenFile {
                opening,
                source,
                named,
            } => {
                project.asked = Some(ProjectDialog::HiddenFile {
                    opening,
                    source,
                    named,
                });
            }
            ProjectOutcome::SourceRead(content) => project.source = content,
            ProjectOutcome::Saved(saved) => self.on_saved(*saved),
            ProjectOutcome::InTheWay(file, trouble) => {
                project.saving = false;
                if let Some(path) = &mut self.session.windows.save_path {
                    path.is_ordered = false;
                }
                project.asked = Some(ProjectDialog::Conflict { file, trouble });
            }
            ProjectOutcome::NotSaved(text) => self.not_saved(text),
            ProjectOutcome::Kept(document, beside, time) => {
                project.autosaved = Some(*document);
                project.autosaved_beside = beside;
                project.autosaved_at = Some(time);
                (project.recovered_from, project.not_kept) = (None, None);
            }
            // Tried again and again: told once, and then only in the last row.
            ProjectOutcome::NotKept(reason) => {
                if project.not_kept.as_ref() != Some(&reason) {
                    project.not_kept = Some(reason.clone());
                    self.session.notices.push(Severity::Warning, reason);
                }
            }
            ProjectOutcome::NothingKept => {
                (project.autosaved, project.autosaved_at) = (None, None);
                project.recovered_from = None;
            }
            ProjectOutcome::LetGo => project.claim = None,
            ProjectOutcome::Left(left) => {
                project.offers = !left.is_empty();
                (project.left, project.chosen_left) = (left, 0);
            }
        }
    }

    /// Goes on to something that would lose unsaved changes, after a question if there are any.
    pub(in crate::features) fn go(&mut self, next: Next) {
        // What is asked about, saved and lost is the user's own.
        self.back_to_work();
        if self.session.has_changes(self.document) {
            self.session.windows.path = None;
            self.session.project.asked = Some(ProjectDialog::Unsaved(next));
        } else {
            self.proceed(next);
        }
    }

    fn proceed(&mut self, next: Next) {
        self.proceed_with(next, OpenRequest::default());
    }

    /// Goes on with something that was asked for before, once what it lacked is known.
    fn proceed_from(&mut self, next: Next, source: Option<String>) {
        if let (Next::Open(file), Some(source)) = (&next, &source) {
            self.session.project.located = Some([file.clone(), source.clone()]);
        }
        let request = OpenRequest {
            source,
            goes_on: true,
            ..OpenRequest::default()
        };
        self.proceed_with(next, request);
    }

    fn proceed_with(&mut self, next: Next, request: OpenRequest) {
        self.back_to_work();
        let session = &mut *self.session;
        let request = match next {
            Next::Open(file) => {
                let located = session.project.located.as_ref();
                let located = located.filter(|[of, _]| *of == file);
                let located = located.map(|[_, source]| source.clone());
                OpenRequest {
                    file,
                    source: request.source.or(located),
                    ..request
                }
            }
            Next::Recover(path) => OpenRequest {
                file: path.to_string_lossy().into_owned(),
                recovery: true,
                ..request
            },
            Next::Quit => {
                session.project.given_up = true;
                session.requests.push(Request::Quit);
                return;
            }
        };
        session.requests.push(Request::Load(request));
    }

    pub(in crate::features) fn save_project(&mut self) {
        self.back_to_work();
        let project = &self.session.project;
        match project.file.clone() {
            Some(file) => self.order(file, ExpectedFile::AsKnown, false),
            None => self.session.requests.push(Request::Dialog(DialogFor::Save)),
        }
    }

    fn save_to(&mut self, file: &Path, replaces: bool) {
        let file = whole(file);
        self.order_by_field();
        let named = is_project(&file.to_string_lossy());
        let own = self.session.project.file.as_deref() == Some(file.as_path());
        let (file, replaces) = if named {
            (file, replaces)
        } else {
            // The user has not agreed to replace the file of that longer name.
            (with_ending(&file), false)
        };
        let expected = match (own, replaces) {
            (true, _) => ExpectedFile::AsKnown,
            (false, true) => ExpectedFile::Anything,
            (false, false) => ExpectedFile::Nothing,
        };
        self.order(file, expected, false);
    }

    /// The field for the path waits for the save that is ordered now, if it is open.
    fn order_by_field(&mut self) {
        if let Some(path) = &mut self.session.windows.save_path {
            (path.is_ordered, path.fault) = (true, None);
        }
    }

    /// The field that ordered the save says why it failed, and what was to follow waits for another path.
    fn not_saved(&mut self, text: String) {
        let Session {
            project,
            windows,
            notices,
            ..
        } = &mut *self.session;
        project.saving = false;
        match windows.save_path.as_mut().filter(|path| path.is_ordered) {
            Some(path) => (path.is_ordered, path.fault) = (false, Some(text)),
            None => {
                project.then = None;
                notices.push(Severity::Error, text);
            }
        }
    }

    fn order(&mut self, file: PathBuf, expected: ExpectedFile, whoever: bool) {
        self.back_to_work();
        self.session.project.saving = true;
        self.session.requests.push(Request::Save(SaveOrder {
            file,
            expected,
            whoever,
        }));
    }

    fn answer(&mut self, answer: ProjectAnswer) {
        let Some(asked) = self.session.project.asked.take() else {
            return;
        };
        match (answer, asked) {
            (ProjectAnswer::Save, ProjectDialog::Unsaved(next)) => {
                self.session.project.then = Some(next);
                self.save_project();
            }
            (ProjectAnswer::DontSave, ProjectDialog::Unsaved(next)) => self.proceed(next),
            (ProjectAnswer::Overwrite, ProjectDialog::Conflict { file, trouble }) => {
                let expected = match trouble {
                    // The answer overrides the other window's claim, not a change of the content.
                    Trouble::Elsewhere(_) => self.expected_file(&file),
                    Trouble::Changed | Trouble::Exists => ExpectedFile::Anything,
                };
                self.order_by_field();
                self.order(file, expected, true);
            }
            // Another path is typed where this one was.
            (ProjectAnswer::SaveAs, ProjectDialog::Conflict { .. }) => {
                if self.session.windows.save_path.is_none() {
                    self.session.requests.push(Request::Dialog(DialogFor::Save));
                }
            }
            (ProjectAnswer::Reload, ProjectDialog::Conflict { file, .. }) => {
                self.session.project.then = None;
                self.session.windows.save_path = None;
                self.proceed(Next::Open(file.to_string_lossy().into_owned()));
            }
            (ProjectAnswer::OpenThere, ProjectDialog::Locate { opening, typed, .. }) => {
                let source = whole_source(typed.trim().trim_matches('"'));
                self.proceed_from(opening, Some(source));
            }
            (
                ProjectAnswer::AllowHidden,
                ProjectDialog::HiddenFile {
                    opening,
                    source,
                    named,
                },
            ) => {
                hidden_files::allow(&named.character);
                match opening {
                    Some(opening) => self.proceed_from(opening, source),
                    None => self.reload(),
                }
            }
            (ProjectAnswer::Browse, asked) => {
                self.session.project.asked = Some(asked);
                self.session
                    .requests
                    .push(Request::Dialog(DialogFor::Source));
            }
            (_, asked) => {
                self.session.project.then = None;
                if matches!(asked, ProjectDialog::Conflict { .. }) {
                    self.session.windows.save_path = None;
                }
            }
        }
    }

    fn expected_file(&self, file: &Path) -> ExpectedFile {
        if self.session.project.file.as_deref() == Some(file) {
            ExpectedFile::AsKnown
        } else {
            ExpectedFile::Anything
        }
    }

    fn on_saved(&mut self, saved: SavedProject) {
        let SavedProject {
            file,
            hash,
            document,
            beside,
            claim,
            unclaimed,
            made_anew,
            time,
        } = saved;
        if made_anew {
            let text = format!(
                "{}: the file had been removed or renamed since it was opened; it was made anew.",
                file.display()
            );
            self.session.notices.push(Severity::Warning, text);
        }
        let left_out = omitted_versions(&document, self.session.work(self.document).session);
        if !left_out.is_empty() {
            let text = format!(
                "{}: kept weights that do not fit the skeleton were not saved: {}. Undo to where they fit and save again.",
                file.display(),
                left_out.join(", ")
            );
            self.session.notices.push(Severity::Warning, text);
        }
        // Every save tries again to claim the file; the same reason is told once.
        if let Some(reason) = &unclaimed
            && self.session.project.unclaimed != unclaimed
        {
            let text = unclaimed_text(&file, reason);
            self.session.notices.push(Severity::Warning, text);
        }
        let windows = &mut self.session.windows;
        windows.save_path.take_if(|path| path.is_ordered);
        let project = &mut self.session.project;
        project.unclaimed = unclaimed;
        // A claim to another file goes with that.
        if claim.is_some() || project.file.as_ref() != Some(&file) {
            project.claim = claim;
            project.elsewhere = None;
        }
        project.on_disk = OnDisk::Content(hash);
        (project.saved, project.saved_beside) = (Some(document), beside);
        project.saved_at = Some(time);
        (project.saving, project.moved) = (false, false);
        self.session.settings.recent.add(&file.to_string_lossy());
        let project = &mut self.session.project;
        project.file = Some(file);
        if let Some(next) = project.then.take() {
            // Changes made during saving are asked about again.
            self.go(next);
        }
    }

    /// A character opened by itself begins a new project without unsaved changes.
    pub(in crate::features) fn begin_project(&mut self) {
        let before = std::mem::take(&mut self.session.project);
        self.session.project = ProjectState {
            saved: Some(self.document.clone()),
            left: before.left,
            chosen_left: before.chosen_left,
            offers: before.offers,
            not_kept: before.not_kept,
            ..ProjectState::default()
        };
    }

    /// A project that this window opens once more is claimed by this window, not by another.
    fn keep_claim(&mut self, opened: &mut OpenedProject) {
        let project = &mut self.session.project;
        let is_own = opened.file.is_some() && opened.file == project.file;
        if is_own && opened.claim.is_none() && project.claim.is_some() {
            (opened.claim, opened.elsewhere) = (project.claim.take(), None);
        }
    }

    fn take_project(&mut self, mut opened: OpenedProject) {
        self.keep_claim(&mut opened);
        let character = Arc::clone(&opened.restored.document.original);
        // Edits of the project have added joints, bound meshes and changed weights.
        let facts = std::mem::take(&mut opened.facts);
        self.take_opened(opened.source.clone(), character, facts);
        for text in remarks(&opened) {
            self.session.notices.push(Severity::Warning, text);
        }
        self.look_as(&opened.restored.sight, &opened.restored);
        *self.document = opened.restored.document;
        let panes = &opened.restored.sight.panes;
        self.restore_versions(&opened.restored.kept, panes);
        self.session.project.saved_beside = self.session.character.beside();
        if let Some(file) = &opened.file {
            self.session.settings.recent.add(&file.to_string_lossy());
        }
        let project = &mut self.session.project;
        if let Some(from) = &opened.recovered_from {
            project.left.retain(|left| left.path != *from);
            // Other work left by a crash is offered at the next start.
            (project.offers, project.chosen_left) = (false, 0);
        }
        // Recovered work counts as unsaved.
        project.saved = opened
            .recovered_from
            .is_none()
            .then(|| self.document.clone());
        project.file = opened.file;
        project.on_disk = opened.on_disk;
        project.source = opened.content;
        project.moved = opened.moved;
        project.claim = opened.claim;
        project.elsewhere = opened.elsewhere;
        project.unclaimed = opened.unclaimed;
        project.recovered_from = opened.recovered_from;
    }

    fn look_as(&mut self, sight: &Sight, restored: &Restored) {
        let session = &mut *self.session;
        let panes = sight.panes.iter().take(4).map(|pane| PaneShows {
            look: look_of(pane),
            normals: pane.normals,
            scale_inheritance: pane.scale_inheritance,
            ..PaneShows::default()
        });
        let comparing = &mut session.comparing;
        comparing.panes = panes.collect();
        if comparing.panes.is_empty() {
            comparing.panes = PaneShows::of_two();
        }
        comparing.own_cameras = [None; PANES.len()];
        for (own, place) in comparing.own_cameras.iter_mut().zip(&sight.own_cameras) {
            *own = place.as_ref().map(|place| place.camera(&Camera::default()));
        }
        // There is a pane by now: a project without any has got the usual two.
        comparing.active = sight.active.min(comparing.panes.len() - 1);
        comparing.layout = sight.layout;
        comparing.layout_elsewhere = sight.layout_elsewhere;
        (session.mode, session.shading) = (sight.mode, sight.shading);
        // The shading to restore when Weights mode ends belongs to what was open before.
        session.shading_before_weights = None;
        show_bones_as(&mut session.bones, sight);
        let switches = &mut session.switches;
        switches.bones = sight.bones.shown;
        switches.heatmap = sight.heatmap;
        switches.grid = sight.grid;
        switches.sound = sight.shows_sound;
        switches.reference = sight.shows_pictures;
        switches.wireframe = sight.wireframe;
        switches.rest = sight.rest;
        session.playback.moment = restored.clip;
        session.playback.left = restored.clip_left;
        session.character.hidden = restored.hidden.iter().copied().collect();
        session.character.hidden_surfaces = hidden_of(sight, &self.document.character).into();
        session.character.weights.locked = sight.locked.iter().cloned().collect();
        session.character.sets = SelectionSets::new(sight.sets.clone());
        session
            .character
            .limb_ends
            .keeps
            .clone_from(&sight.limb_ends);
        session
            .character
            .selection
            .set_all(restored.selected.iter().copied());
        if let Some(place) = &sight.camera {
            session.camera = place.camera(&Camera::default());
            session.frame_all = false;
        }
        self.set_wipe(sight.wipe);
        self.set_ghost(sight.ghost);
        self.pin_range(sight.pinned_range);
        self.set_speed(sight.speed);
    }
}

fn show_bones_as(display: &mut BoneDisplay, sight: &Sight) {
    let bones = sight.bones;
    display.style = if bones.sticks {
        BoneStyle::Stick
    } else {
        BoneStyle::Octahedral
    };
    display.in_front = bones.in_front;
    display.names = bones.names;
    display.axes = bones.axes;
    display.colors = bones.colors;
}

/// Appends the ending of projects to the name, keeping the ending it has.
fn with_ending(file: &Path) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(EXTENSION);
    file.with_file_name(name)
}

/// What a pane of a project is skinned by.
fn look_of(pane: &PaneShape) -> Look {
    Look {
        method: pane.method,
        signs: pane.signs,
        per_mesh: pane.per_mesh,
        // A way to look at a method, which a project does not keep.
        first_phase: false,
        twist: pane.twist,
        smooth: pane.smooth.map(CorrectiveSmooth::clamped),
    }
}
