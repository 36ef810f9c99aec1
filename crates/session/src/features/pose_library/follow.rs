//! Following of pose files: the pose that was applied or saved last changes when its file does.
//!
//! What the folder holds comes as a command. If the pose that was applied or saved last has changed on disk and the
//! document's pose is still exactly what that file gave, the command puts it on again; while a clip or rest is shown it
//! waits.

use std::path::Path;
use std::sync::Arc;

use rig::{MatchedJoint, Pose, Rigid, Stretch};

use crate::features::Context;
use crate::notices::Severity;
use crate::state::pose_library::{
    Applied, ApplyOptions, Entry, LibraryJob, apply_preset, is_nearly,
};
use crate::state::presets::PresetFile;

impl Context<'_> {
    /// Applies a pose that changed on disk again, as a step of its own, if the user's pose is still what it gave.
    ///
    /// While a clip or the rest pose is shown, it waits until the user's pose is visible again, and says so. It also
    /// waits for a running tool.
    pub(in crate::features) fn follow_file(&mut self) {
        let waited = std::mem::take(&mut self.session.library.waits);
        if self.is_at_work() {
            self.session.library.waits = true;
            return;
        }
        let Some((entry, applied)) = self.find_changed_pose() else {
            return;
        };
        if let Some(what) = self.hides_own_pose() {
            self.session.library.waits = true;
            if !waited {
                let text = format!(
                    "{} has changed on disk. The character follows once {what}.",
                    entry.name
                );
                self.session.notices.push(Severity::Note, text);
            }
            return;
        }
        if self.gives_what_is_there(&entry.preset, &applied) {
            self.session.library.applied = Some(Applied {
                revision: entry.revision,
                ..applied
            });
            return;
        }
        let step = format!("Pose {} (changed on disk)", entry.name);
        self.apply_to_base(&entry, applied, &step, None);
    }

    /// [`follow_file`](Self::follow_file) for a change that waited until the user's pose is visible again.
    pub(in crate::features) fn follow_what_waited(&mut self) {
        let library = &self.session.library;
        if library.waits && self.hides_own_pose().is_none() && !self.is_at_work() {
            self.follow_file();
        }
    }

    /// Whether a tool or the brush holds a copy of the document from before: a step in between would be lost or counted
    /// twice.
    const fn is_at_work(&self) -> bool {
        let session = &*self.session;
        session.operates() || session.limb.is_some() || session.painting.stroke.is_some()
    }

    /// The pose applied last, if the visible pose is exactly what it gave.
    pub(in crate::features) fn standing_pose(&self) -> Option<Applied> {
        self.own_standing_pose()
            .filter(|_| self.hides_own_pose().is_none())
    }

    /// The same for the user's pose, visible or not.
    fn own_standing_pose(&self) -> Option<Applied> {
        let applied = self.session.library.applied.as_ref()?;
        let pose = &self.edited_pose();
        let is_given = Arc::ptr_eq(pose, &applied.given) || **pose == *applied.given;
        is_given.then(|| applied.clone())
    }

    /// The pose that is worked on: what is pending at the moment shown, else the user's own.
    fn edited_pose(&self) -> Arc<Pose> {
        if self.is_pending_here() {
            self.visible()
        } else {
            Arc::clone(&self.document.pose)
        }
    }

    fn is_pending_here(&self) -> bool {
        let moment = self.session.playback.moment;
        moment.is_some_and(|moment| self.document.pending.at(moment).is_some())
    }

    /// The entry of that pose, if its file has changed and can be read.
    fn find_changed_pose(&self) -> Option<(Arc<Entry>, Applied)> {
        let applied = self.own_standing_pose()?;
        let entry = self.session.library.entry(&applied.path)?;
        let has_changed = entry.fault.is_none() && entry.revision != applied.revision;
        has_changed.then(|| (Arc::clone(entry), applied))
    }

    /// What must happen before the user's pose is visible, as a clause for the notice; none if it is visible.
    fn hides_own_pose(&self) -> Option<&'static str> {
        if self.session.switches.rest {
            Some("the rest pose is no longer shown")
        } else if self.session.playback.moment.is_some() && !self.is_pending_here() {
            Some("its own pose is shown in the place of the clip")
        } else {
            None
        }
    }

    /// Whether applying the preset changes nothing but by the rounding of its text.
    fn gives_what_is_there(&self, preset: &Option<Arc<PresetFile>>, applied: &Applied) -> bool {
        let skeleton = &self.document.character.rig.skeleton;
        let Some(preset) = preset.as_ref() else {
            return true;
        };
        if applied.base.len() != skeleton.len() {
            return false;
        }
        let way = (&applied.way, &self.pairs());
        let pose = apply_preset(skeleton, &preset.preset, &applied.base, way);
        is_nearly(&pose, &self.document.pose)
    }

    /// A saved pose counts as applied; a renamed one stays applied under its new path.
    pub(in crate::features) fn follow_job(&mut self, job: &LibraryJob) {
        match job {
            LibraryJob::Save { path, preset, .. } => self.count_as_applied(path, preset),
            LibraryJob::Rename { from, to, .. } => {
                if let Some(applied) = &mut self.session.library.applied
                    && applied.path == *from
                {
                    applied.path.clone_from(to);
                }
            }
            LibraryJob::Delete(_) => {}
        }
    }

    /// Counts the saved part of the visible pose as applied to joints at rest: a later edit of its file is seen at
    /// once, and a joint that is taken out of the file goes to rest.
    fn count_as_applied(&mut self, path: &Path, preset: &PresetFile) {
        let pose = &self.document.pose;
        if self.hides_own_pose().is_some() {
            return;
        }
        let mut base = Pose::clone(pose);
        let skeleton = &self.document.character.rig.skeleton;
        for MatchedJoint { joint, .. } in preset.preset.match_joints(skeleton).joints {
            let place = joint.index();
            if let (Some(rigid), Some(stretch)) =
                (base.rigid.get_mut(place), base.stretch.get_mut(place))
            {
                (*rigid, *stretch) = (Rigid::IDENTITY, Stretch::IDENTITY);
            }
        }
        let known = self.session.library.entry(path);
        let applied = Applied {
            path: path.to_owned(),
            // The revision from before saving: the file as it is read next has another one unless its content is the
            // same.
            revision: known.map_or(0, |entry| entry.revision),
            base: Arc::new(base),
            given: Arc::clone(pose),
            way: ApplyOptions::WHOLE,
        };
        let preset = Some(Arc::new(preset.clone()));
        if self.gives_what_is_there(&preset, &applied) {
            let library = &mut self.session.library;
            library.applied = Some(applied);
            // The panel shows how the pose was applied.
            (library.amount, library.mirrored) = (1.0, false);
        }
    }
}
