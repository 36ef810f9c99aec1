//! Commands about many joints at once: their axes, their names, and selections kept under a name.

use character::SkeletonEdit;
use rig::JointIndex;
use scene::names::joint_name;

use super::new_joint::bounds;
use crate::features::Context;
use crate::notices::Severity;
use crate::session::{DialogFor, Request};
use crate::state::selection::Choose;
use crate::state::selection::selection_sets::{SelectionSet, SelectionSets, SetIntent};
use crate::state::skeleton::joint_names::{NewNames, partner_by_name};
use crate::state::skeleton::joint_work::{JointDialog, JointIntent, SourceIntent};
use crate::state::skeleton::skeleton_source::SkeletonRead;
use crate::state::weight_operations::weight_request::{WhichJoints, joints_to_bind};

/// At most so many joints are named one by one.
const NAMED: usize = 4;

impl Context<'_> {
    pub(in crate::features) fn on_joint_intent(&mut self, intent: JointIntent) {
        let work = &mut self.session.joints;
        match intent {
            JointIntent::Ask(dialog) => work.dialog = dialog,
            JointIntent::Orient(choice) => work.orient = choice,
            JointIntent::Helpers(choice) => work.helpers = choice,
            JointIntent::Replace(choice) => work.replace = choice,
            JointIntent::Rename(joint, name) => self.rename_joint(joint, &name),
            JointIntent::Source(intent) => self.on_source_intent(intent),
            JointIntent::Set(intent) => self.on_set_intent(intent),
            JointIntent::Begin => match work.dialog.take() {
                None => {}
                Some(JointDialog::Orient) => self.orient_joints(),
                Some(JointDialog::Names) => self.replace_names(),
                Some(JointDialog::Helpers) => self.insert_helpers(),
                Some(JointDialog::FromFile) => self.add_foreign_skeleton(),
                Some(JointDialog::SaveSet(name)) => self.on_set_intent(SetIntent::Save(name)),
            },
        }
    }

    fn on_source_intent(&mut self, intent: SourceIntent) {
        let source = &mut self.session.joints.source;
        match intent {
            SourceIntent::Type(text) => source.typed = text,
            SourceIntent::Read => source.take_typed(),
            SourceIntent::Browse => {
                let asked = Request::Dialog(DialogFor::Skeleton);
                self.session.requests.push(asked);
            }
            SourceIntent::Chosen(file) => {
                source.typed = file.to_string_lossy().into_owned();
                source.take_typed();
            }
            SourceIntent::Fit(fit) => source.fit = fit,
        }
    }

    pub(in crate::features) fn take_foreign_skeleton(&mut self, read: SkeletonRead) {
        let work = &mut self.session.joints;
        if work.dialog == Some(JointDialog::FromFile) {
            work.source.found = Some(read);
        }
    }

    /// Adds the joints of the file that was read, in one step; its character is not needed any longer.
    fn add_foreign_skeleton(&mut self) {
        let work = &mut self.session.joints;
        let known = work.source.file_result().cloned();
        work.source.found = None;
        let Some(Ok(skeleton)) = known else { return };
        let character = &self.document.character;
        let is_fitted = work.source.fit && !character.instances.is_empty();
        let joints = if is_fitted {
            skeleton.fitted_joints(bounds(character))
        } else {
            skeleton.joints.clone()
        };
        self.edit_skeleton(&SkeletonEdit::AddTree { joints });
    }

    fn rename_joint(&mut self, joint: JointIndex, name: &str) {
        let skeleton = &self.document.character.rig.skeleton;
        if joint.index() >= skeleton.len() {
            return;
        }
        let names = if self.session.joints.in_pairs {
            let patterns = self.session.settings.mirror.patterns();
            let names = NewNames::of_pair(skeleton, joint, name, patterns);
            let left = partner_by_name(skeleton, joint, patterns).filter(|_| names.len() < 2);
            if let Some(partner) = left {
                let partner = joint_name(skeleton, partner);
                let text = format!(
                    "{partner} keeps its name: “{name}” has no side pattern. Preferences list them."
                );
                self.session.notices.push(Severity::Note, text);
            }
            names
        } else {
            vec![(joint, name.to_owned())]
        };
        self.give_names(names);
    }

    fn replace_names(&mut self) {
        let skeleton = &self.document.character.rig.skeleton;
        let selected = self.session.character.selection.joints();
        let new = NewNames::from_replacement(skeleton, selected, &self.session.joints.replace);
        if new.is_possible() {
            self.give_names(new.names);
        }
    }

    /// One step, however many names.
    fn give_names(&mut self, names: Vec<(JointIndex, String)>) {
        let skeleton = &self.document.character.rig.skeleton;
        let names = names
            .into_iter()
            .map(|(joint, name)| (skeleton.key(joint), name));
        let mut names: Vec<(u32, String)> = names.collect();
        let edit = if names.len() > 1 {
            SkeletonEdit::RenameAll { names }
        } else {
            match names.pop() {
                Some((joint, name)) => SkeletonEdit::Rename { joint, name },
                None => return,
            }
        };
        self.edit_skeleton(&edit);
    }

    pub(in crate::features) fn on_set_intent(&mut self, intent: SetIntent) {
        let skeleton = &self.document.character.rig.skeleton;
        let character = &mut self.session.character;
        let selected = character.selection.joints();
        let said = match intent {
            SetIntent::Save(name) => {
                let name = name.trim().to_owned();
                if name.is_empty() || selected.is_empty() {
                    return;
                }
                character
                    .sets
                    .put(SelectionSet::of(name, skeleton, selected));
                return;
            }
            SetIntent::Update(place) => {
                let known = character.sets.all().get(place).map(|set| set.name.clone());
                let Some(name) = known.filter(|_| !selected.is_empty()) else {
                    return;
                };
                let set = SelectionSet::of(name, skeleton, selected);
                let text = format!(
                    "Selection set “{}” has {} now.",
                    set.name,
                    joints(selected.len())
                );
                character.sets.put(set);
                text
            }
            SetIntent::Delete(place) => {
                let Some(gone) = character.sets.delete(place) else {
                    return;
                };
                format!(
                    "Selection set “{}” was deleted; its joints stay.",
                    gone.name
                )
            }
            SetIntent::Recall(place) => return self.recall_set(place),
        };
        self.session.notices.push(Severity::Note, said);
    }

    fn recall_set(&mut self, place: usize) {
        let skeleton = &self.document.character.rig.skeleton;
        let Some(set) = self.session.character.sets.take(place) else {
            return;
        };
        let (found, missing) = set.find_joints(skeleton);
        let name = set.name.clone();
        if missing > 0 {
            let text = format!(
                "Selection set “{name}”: {} not in this character. Update the set to forget them.",
                match missing {
                    1 => "1 joint is".to_owned(),
                    _ => format!("{missing} joints are"),
                }
            );
            self.session.notices.push(Severity::Note, text);
        }
        self.choose(&found, Choose::Alone);
    }

    /// Turns the rest frames of joints to their bones. Those that cannot be turned are named.
    fn orient_joints(&mut self) {
        let choice = self.session.joints.orient;
        let character = &self.document.character;
        let skeleton = &character.rig.skeleton;
        let patterns = self.session.settings.mirror.patterns();
        let pairs = character.joint_pairs(patterns);
        let mut joints = match choice.joints {
            WhichJoints::All => joints_to_bind(self.document),
            WhichJoints::Selected => self.session.character.selection.joints().to_vec(),
        };
        if choice.mirrored {
            let partners: Vec<JointIndex> = joints
                .iter()
                .filter_map(|&joint| pairs.partner(joint))
                .collect();
            joints.extend(partners);
        }
        joints.sort_unstable();
        joints.dedup();
        let mut sentences = Vec::new();
        let passed = joints.iter().filter_map(|&joint| {
            let why = character.why_not_turned(joint)?;
            Some(format!("{} ({why})", joint_name(skeleton, joint)))
        });
        let passed: Vec<String> = passed.collect();
        if !passed.is_empty() {
            sentences.push(format!("Skipped: {}.", list_names(&passed)));
        }
        let edit = SkeletonEdit::orient(character, &joints, &choice.orientation(), &pairs);
        let is_nothing = matches!(&edit, SkeletonEdit::Orient { axes } if axes.is_empty());
        if is_nothing {
            sentences.insert(
                0,
                "Orient joints: the joints have these axes already, or no bone to follow."
                    .to_owned(),
            );
            self.session
                .notices
                .push(Severity::Note, sentences.join(" "));
            return;
        }
        sentences.push(
            "Clips and your pose look as before. Poses saved earlier turn these joints about their old axes."
                .to_owned(),
        );
        self.edit_skeleton_and_tell(&edit, sentences);
        // The applied pose of the library, and the one that it was applied to, are given in the old axes.
        self.session.library.applied = None;
    }

    pub(in crate::features) fn ask_skeleton_file(&mut self) {
        let work = &mut self.session.joints;
        // What was read for an earlier dialog may be old.
        work.source.file.clear();
        work.source.found = None;
        work.dialog = Some(JointDialog::FromFile);
    }

    pub(in crate::features) fn ask_joint_names(&mut self) {
        // One joint is selected most of the time; several are meant.
        let several = self.session.character.selection.joints().len() > 1;
        let work = &mut self.session.joints;
        work.replace.joints = if several {
            WhichJoints::Selected
        } else {
            WhichJoints::All
        };
        work.dialog = Some(JointDialog::Names);
    }

    /// Who has selected some joints means these.
    pub(in crate::features) fn ask_joint_axes(&mut self) {
        self.session.joints.orient.joints = match self.session.character.selection.joints() {
            [] => WhichJoints::All,
            _ => WhichJoints::Selected,
        };
        self.on_joint_intent(JointIntent::Ask(Some(JointDialog::Orient)));
    }

    pub(in crate::features) fn ask_set_name(&mut self) {
        let name = self.session.character.sets.free_name();
        self.session.joints.dialog = Some(JointDialog::SaveSet(name));
    }

    /// Sends what is meant with one of the selection sets, if it is there.
    pub(in crate::features) fn on_set(
        &mut self,
        which: impl FnOnce(&SelectionSets) -> Option<usize>,
        intent: impl FnOnce(usize) -> SetIntent,
    ) {
        if let Some(place) = which(&self.session.character.sets) {
            self.on_joint_intent(JointIntent::Set(intent(place)));
        }
    }
}

fn joints(count: usize) -> String {
    match count {
        1 => "1 joint".to_owned(),
        _ => format!("{count} joints"),
    }
}

/// The first few, and how many more there are.
fn list_names(things: &[String]) -> String {
    let shown = things.len().min(NAMED);
    let listed = things.get(..shown).unwrap_or_default().join(", ");
    match things.len() - shown {
        0 => listed,
        more => format!("{listed} and {more} more"),
    }
}
