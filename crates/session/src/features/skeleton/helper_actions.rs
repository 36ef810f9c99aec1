//! *Insert helper joints*: asked for, and done as one step.

use rig::JointIndex;
use scene::names::joint_name;
use scene::report::pluralize;

use super::face_joints::{FaceOptions, insert_face};
use super::helper_joints::WithHelperJoints;
use super::hinge_helpers::{MuscleOptions, insert_muscles, insert_pushers};
use super::hinges::HelperAsk;
use super::twist_joints::insert_twist_joints;
use crate::document::Document;
use crate::features::Context;
use crate::state::motion_in::kept_maps::FoundBones;
use crate::state::skeleton::joint_work::{HelperChoice, HelperKind, JointDialog};

impl Context<'_> {
    /// Asks how helpers of a kind are to be.
    pub(in crate::features) fn ask_helpers(&mut self, kind: HelperKind) {
        self.session.joints.helpers.kind = kind;
        self.session.joints.dialog = Some(JointDialog::Helpers);
    }

    /// Puts helpers on what is selected, without a selection wherever they belong, in one step.
    pub(in crate::features) fn insert_helpers(&mut self) {
        let choice = self.session.joints.helpers;
        let name = match choice.kind {
            HelperKind::Twist => "Insert twist joints",
            HelperKind::Pushers => "Insert pushers",
            HelperKind::Muscles => "Insert muscles",
            HelperKind::Face => "Insert eyes and jaw",
        };
        if let Some(refusal) = self.layer_refusal() {
            return self.say(&refusal);
        }
        match self.with_helpers(choice) {
            Ok(WithHelperJoints {
                after,
                added,
                sentences,
            }) => {
                self.take_edited(name, after, &sentences);
                let skeleton = &self.document.character.rig.skeleton;
                let joints = added.iter().filter_map(|&key| skeleton.joint_of_key(key));
                self.session.character.selection.set_all(joints);
            }
            Err(why) => self.say(&format!("{name}: {why}")),
        }
    }

    fn with_helpers(&self, choice: HelperChoice) -> Result<WithHelperJoints, String> {
        let bones = FoundBones::of(
            &self.document.character,
            self.session.settings_folder.as_deref(),
            &self.session.files,
        );
        let selected = self.session.character.selection.joints();
        let joints = (!selected.is_empty()).then_some(selected);
        let ask = HelperAsk {
            document: self.document,
            map: bones.map(),
            joints,
            work: &self.session.character.weights,
        };
        let share = |percent: u8| f32::from(percent) / 100.0;
        match choice.kind {
            HelperKind::Twist => {
                let count = usize::from(choice.twist.get());
                insert_twist_joints(ask.document, ask.map, ask.work, joints, count)
            }
            HelperKind::Pushers => insert_pushers(&ask, share(choice.push)),
            HelperKind::Muscles => insert_muscles(
                &ask,
                MuscleOptions {
                    swell: share(choice.swell),
                    stretched: choice.stretched,
                },
            ),
            HelperKind::Face => insert_face(
                &ask,
                FaceOptions {
                    eyes: choice.eyes,
                    jaw: choice.jaw,
                },
            ),
        }
    }
}

/// What the dialog says of who gets helpers of a kind.
#[must_use]
pub fn helper_words(document: &Document, kind: HelperKind, selected: &[JointIndex]) -> String {
    let skeleton = &document.character.rig.skeleton;
    match (kind, selected) {
        (HelperKind::Face, _) => "The head gets them.".to_owned(),
        (HelperKind::Twist, []) => "All arms and legs get them.".to_owned(),
        (HelperKind::Pushers | HelperKind::Muscles, []) => {
            "All elbows and knees get them.".to_owned()
        }
        (_, [joint]) => format!("{} gets them.", joint_name(skeleton, *joint)),
        (_, joints) => format!("{} get them.", pluralize(joints.len(), "selected joint")),
    }
}
