//! Takes a character that was read into the session, for the first time or again, and lets the session follow a changed
//! character.

use std::sync::Arc;

use character::Character;
use rig::{Clip, JointIndex};
use scene::facts::Facts;
use scene::same_surface::has_same_surface;

use crate::document::Document;
use crate::document::joint_mapping::{
    JointMapping, RemapCounts, map_clip, map_moment, remap_document,
};
use crate::features::Context;
use crate::files::working_folder::whole_source;
use crate::notices::Severity;
use crate::session::{CharacterSession, Request};
use crate::state::carry_over::CarryReport;
use crate::state::clips::key_selection::KeySelection;
use crate::state::opening::open_request::OpenRequest;
use crate::state::opening::reread::Reread;
use crate::state::playback::clock::Region;
use crate::state::projects::{Next, is_project};
use crate::state::reference::picture_file::is_picture;
use crate::state::reference::sound_file::is_sound;
use crate::state::viewport::pointing::Pointing;
use crate::state::weight_files::is_weight_file;
use crate::tasks::ByPointer;

impl Context<'_> {
    pub(in crate::features) fn load(&mut self, file: &str) {
        self.session.windows.path = None;
        self.back_to_work();
        let file = whole_source(file);
        if is_weight_file(&file) {
            return self.take_weight_file(file.into());
        }
        if is_sound(&file) {
            return self.take_sound_file(file.into());
        }
        if is_picture(&file) {
            return self.take_picture_file(file.into());
        }
        self.go(Next::Open(file));
    }

    /// Opens a dropped file; where a character is open, one with motion and no mesh is brought to it.
    pub(in crate::features) fn take_dropped(&mut self, file: &str) {
        let path = whole_source(file);
        let open = &self.document.character;
        let takes_motion = !open.instances.is_empty() && !open.rig.skeleton.is_empty();
        let is_beside = is_weight_file(&path) || is_sound(&path) || is_picture(&path);
        if !takes_motion || is_beside || is_project(&path) {
            return self.load(file);
        }
        self.session.windows.path = None;
        self.back_to_work();
        self.session.requests.push(Request::Load(OpenRequest {
            file: path,
            dropped: true,
            ..OpenRequest::default()
        }));
    }

    /// The offer to reload is withdrawn, so that a change of the file during reading makes a new one.
    pub(in crate::features) fn reload(&mut self) {
        self.back_to_work();
        let session = &mut *self.session;
        session.requests.push(Request::Load(OpenRequest {
            file: session.character.file.clone(),
            reload: true,
            offered: session.character.reload_offered,
            ..OpenRequest::default()
        }));
        session.character.reload_offered = false;
    }

    /// Takes a character of which these facts are counted: those of the one that is shown in the end, where a project is applied to it.
    pub(in crate::features) fn take_opened(
        &mut self,
        file: String,
        character: Arc<Character>,
        facts: Facts,
    ) {
        self.back_to_work();
        self.warn_about(&character);
        let session = &mut *self.session;
        session.change_character(file, facts);
        session.requests.push(Request::Watch);
        // A job on the weights of the character before must not end in this one.
        session.requests.push(Request::CancelWeights);
        *self.document = Document::new(character);
        self.show_motion_alone();
        self.begin_versions();
        self.history.clear();
        let file = self.session.character.file.clone();
        self.remember(&file);
        self.begin_project();
    }

    /// A file without a mesh is opened for its motion: its first clip is shown.
    fn show_motion_alone(&mut self) {
        let character = &self.document.character;
        if character.instances.is_empty() {
            let first = character.clips.first().map(Clip::id);
            self.show_clip(first);
        }
    }

    /// Takes the file as it is now as one undo step, with the edits made on it before and the same view.
    pub(in crate::features) fn take_reloaded(&mut self, read: Reread) {
        self.back_to_work();
        if !read.is_of(self.document) {
            // There is more work by now, or less: it is done again on what was read.
            let character = ByPointer(Arc::clone(read.original()));
            return self.session.requests.push(Request::Replay(character));
        }
        self.warn_about(read.original());
        self.session.character.reload_offered = false;
        self.session.requests.push(Request::Watch);
        let active = self.document.layers.active();
        let fresh = Document {
            layers: Arc::new(read.document.layers.with_active(active)),
            ..read.document
        };
        let mesh_of = |mesh| read.meshes.of(mesh);
        let (after, counts) = remap_document(self.document, fresh, &read.joints, mesh_of);
        let pose = (!read.joints.same_skeleton).then(|| pose_text(counts));
        self.tell_carried(&after.character.name, &read.report, pose);
        if after.pending.waiting().len() > self.document.pending.waiting().len() {
            let text = format!(
                "{}: clips or joints of poses that are not keyed yet are gone; the poses wait in the project until the file has them again.",
                after.character.name
            );
            self.session.notices.push(Severity::Warning, text);
        }
        let before = self.document.clone();
        let was_clean = !self.session.has_changes(self.document);
        self.commit("Reload file", None, after);
        self.tell_losses_of_props(&before);
        self.follow_moments(&before.character);
        self.follow_mapped(&before, Some(read.facts), Some(&read.joints));
        // A difference that comes from the file's own rest is no unsaved change of the user; work that had to be carried is, for the
        // project holds it on the older file.
        if was_clean && (read.report.is_silent() || self.session.project.file.is_none()) {
            self.session.project.saved = Some(self.document.clone());
        }
    }

    /// Tells what came over to a new export of the file, and what did not.
    fn tell_carried(&mut self, name: &str, report: &CarryReport, pose: Option<String>) {
        let lines: Vec<String> = report.lines().into_iter().chain(pose).collect();
        if lines.is_empty() {
            return;
        }
        let unworked = Document::new(Arc::clone(&self.document.original));
        let carried = if self.document.is_same_work(&unworked) {
            ""
        } else {
            ", and your work was carried over"
        };
        let mut text = format!("{name} was exported anew{carried}:");
        for line in lines {
            text.push_str(&format!("\n• {line}"));
        }
        text.push_str("\nUndo brings the older file back.");
        let severity = if report.has_losses() {
            Severity::Warning
        } else {
            Severity::Note
        };
        self.session.notices.push(severity, text);
    }

    /// Maps the clip shown, and the one left, to the clips of the same names.
    pub(in crate::features) fn follow_moments(&mut self, before: &Character) {
        let now = &self.document.character;
        let playback = &mut self.session.playback;
        let mapped = |moment| map_moment(before, now, moment);
        playback.moment = playback.moment.and_then(mapped);
        playback.left = playback.left.and_then(mapped);
        playback.region = playback.region.and_then(|region| {
            let clip = map_clip(before, now, region.clip)?;
            Some(Region { clip, ..region })
        });
        playback.playing &= playback.moment.is_some();
    }

    /// Maps everything in the session that names joints to the joints of the new character, and counts facts anew. If
    /// only weights differ, facts are all that changes.
    pub(in crate::features) fn follow_character(&mut self, before: &Document) {
        self.follow_counted(before, None);
    }

    /// The same where the facts of the new character may be known already.
    pub(in crate::features) fn follow_counted(&mut self, before: &Document, facts: Option<Facts>) {
        self.follow_mapped(before, facts, None);
    }

    /// The same where it may be known too which joint is which.
    fn follow_mapped(
        &mut self,
        before: &Document,
        facts: Option<Facts>,
        joints: Option<&JointMapping>,
    ) {
        let now = &self.document.character;
        let facts = || facts.unwrap_or_else(|| Facts::of(now));
        if has_same_surface(&before.character, now) {
            if !Arc::ptr_eq(&before.character, now) {
                self.session.character.facts = facts();
            }
            return;
        }
        let mapping = joints.cloned();
        let mapping = mapping.unwrap_or_else(|| JointMapping::of_documents(before, self.document));
        let session = &mut *self.session;
        session.character.facts = facts();
        session
            .character
            .selection
            .follow(|joint| mapping.of(joint));
        session.character.former.follow(|joint| mapping.of(joint));
        session.character.keys = KeySelection::default();
        session.character.boxing = None;
        (session.character.hovered, session.character.typed_angles) = (None, None);
        let pinned = session.character.pointing.pinned;
        session.character.pointing = Pointing {
            // Edits of the skeleton keep the vertices; another file has others.
            pinned: pinned.filter(|_| Arc::ptr_eq(&before.original, &self.document.original)),
            ..Pointing::default()
        };
        session.comparing.visited = None;
        // They name joints.
        session.clip_tools.dialog = None;
        session.motion_in.dialog = None;
        if !mapping.in_place {
            // The applied pose and its base have the joints in the old order.
            session.library.applied = None;
        }
        session.character.skeleton.renaming = None;
        let skeletons = (&before.character.rig.skeleton, &now.rig.skeleton);
        if !Arc::ptr_eq(&before.original, &self.document.original) {
            session.character.weights.forget_vertices();
            // Places of primitives say nothing of another file's.
            session.character.hidden_surfaces = Arc::default();
            session.character.skeleton.ready.clear();
        }
        session
            .character
            .weights
            .follow(skeletons, |joint| mapping.of(joint));
        session
            .character
            .limb_ends
            .follow(skeletons, |joint| mapping.of(joint));
        session
            .character
            .sets
            .follow(skeletons, |joint| mapping.of(joint));
        follow_sight(&mut session.character, |joint| mapping.of(joint));
        // All that is kept by this number, as surfaces to paint on and pictures, is made anew.
        session.count_character();
    }

    /// Panes begin with one method for all meshes, whatever the file says of them.
    pub(in crate::features) fn tell_methods_of_meshes(&mut self) {
        let meshes = &self.document.character.meshes;
        if meshes.iter().any(|mesh| mesh.skinning.is_some()) {
            self.session.notices.push(
                Severity::Note,
                "Meshes of this file have methods of their own. To see them, choose Per mesh as the method of a pane."
                    .to_owned(),
            );
        }
    }

    fn warn_about(&mut self, character: &Character) {
        if !character.warnings.is_empty() {
            self.session
                .notices
                .push(Severity::Warning, warnings_text(character));
        }
    }
}

/// Maps what is hidden, folded or has a trail to the joints of the new character.
fn follow_sight(character: &mut CharacterSession, of: impl Fn(JointIndex) -> Option<JointIndex>) {
    let hidden = std::mem::take(&mut character.hidden).into_iter();
    character.hidden = hidden.filter_map(&of).collect();
    let kept = std::mem::take(&mut character.trails_kept).into_iter();
    character.trails_kept = kept.filter_map(&of).collect();
    let folded = std::mem::take(&mut character.tree.folded).into_iter();
    character.tree.folded = folded.filter_map(&of).collect();
    let open = std::mem::take(&mut character.sheet.open).into_iter();
    character.sheet.open = open.filter_map(|row| row.map_joint(&of)).collect();
    character.sheet.switches = character.sheet.switches.map_joint(&of);
}

/// What became of the pose on a skeleton that has changed.
fn pose_text(remapped: RemapCounts) -> String {
    let joints = |count: usize| match count {
        1 => "1 joint".to_owned(),
        _ => format!("{count} joints"),
    };
    let pose = match (remapped.kept, remapped.lost) {
        (0, 0) => "all joints stand at rest".to_owned(),
        (_, 0) => "your pose was kept".to_owned(),
        (0, lost) => format!(
            "your pose of {} is lost with them, and all joints stand at rest",
            joints(lost)
        ),
        (_, lost) => format!("your pose was kept but for {} that are gone", joints(lost)),
    };
    format!("the skeleton has changed; {pose}")
}

/// Warnings listed in the toast; the list of messages has all.
const LISTED: usize = 8;

fn warnings_text(character: &Character) -> String {
    let count = character.warnings.len();
    let noun = if count == 1 {
        "thing was"
    } else {
        "things were"
    };
    let mut text = format!("{}: {count} {noun} repaired or left out", character.name);
    for warning in character.warnings.iter().take(LISTED) {
        text.push_str(&format!("\n• {warning}"));
    }
    if count > LISTED {
        text.push_str(&format!(
            "\n… and {} more: see Problems in the list of messages",
            count - LISTED
        ));
    }
    text
}
