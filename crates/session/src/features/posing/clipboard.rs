//! Commands that copy, paste and mirror poses, also through the system's clipboard.

use rig::{JointIndex, JointPairs, JointPreset, Pose, PosePreset, mirror_pose};
use scene::names::joint_name;

use crate::document::pending::changes;
use crate::features::Context;
use crate::features::pending::carried::CarriedTargets;
use crate::notices::Severity;
use crate::session::Request;
use crate::shown::visible_pose;
use crate::state::posing::pose_clipboard::AMOUNTS;
use crate::state::presets;
use crate::state::presets::PresetFile;

/// Limit on clipboard text in bytes; the largest skeleton needs less.
const LONGEST_TEXT: usize = 4 << 20;
/// Joint names listed in a notice before "and … more".
const LISTED: usize = 6;

impl Context<'_> {
    pub(in crate::features) fn set_paste_amount(&mut self, amount: f32) {
        if amount.is_finite() {
            self.session.pose_clipboard.amount = amount.clamp(*AMOUNTS.start(), *AMOUNTS.end());
        }
    }

    /// The selected joints, or all if none is selected.
    fn selected_or_all(&self) -> Vec<JointIndex> {
        let selected = self.session.character.selection.joints();
        if selected.is_empty() {
            self.document.character.rig.skeleton.joints().collect()
        } else {
            selected.to_vec()
        }
    }

    pub(in crate::features) fn copy_pose(&mut self) {
        let pose = visible_pose(self.document, self.session);
        let copied = whole_preset(self, &pose, &self.selected_or_all());
        let character = &self.document.character.name;
        let n_selected = self.session.character.selection.joints().len();
        // Nodes of the skeleton that are no joints go along with a whole pose: their number says nothing.
        let (name, message) = match n_selected {
            0 => (
                format!("Pose of {character}"),
                format!("Copied the whole pose of {character}."),
            ),
            count => {
                let name = format!("{} of {character}", joints_text(count));
                let message = format!("Copied the pose of {name}.");
                (name, message)
            }
        };
        let file = PresetFile {
            name,
            made_for: Some(self.document.character.name.clone()),
            preset: copied.clone(),
            ..PresetFile::default()
        };
        let text = presets::write(&file);
        self.session.notices.push(Severity::Note, message);
        self.session.requests.push(Request::CopyText(text.clone()));
        let clipboard = &mut self.session.pose_clipboard;
        (clipboard.copied, clipboard.text) = (Some(copied), Some(text));
    }

    /// Takes a pose from the system's clipboard. The session's own text and text that is no pose are ignored.
    pub(in crate::features) fn take_text(&mut self, text: &str) {
        let clipboard = &mut self.session.pose_clipboard;
        // By lines, since systems may change the ends of lines on the way.
        let is_own = clipboard
            .text
            .as_deref()
            .is_some_and(|own| own.lines().eq(text.lines()));
        if is_own || text.len() > LONGEST_TEXT || !text.contains("joints") {
            return;
        }
        match presets::read(text, "The clipboard") {
            Ok(file) => {
                (clipboard.copied, clipboard.text) = (Some(file.preset), Some(text.to_owned()));
            }
            Err(error) => self
                .session
                .notices
                .push(Severity::Warning, error.to_string()),
        }
    }

    pub(in crate::features) fn paste_pose(&mut self, in_mirror: bool) {
        let Some(copied) = self.session.pose_clipboard.copied.clone() else {
            let text = "No pose was copied. Copy one, here or in another window, and paste again.";
            self.session.notices.push(Severity::Note, text.to_owned());
            return;
        };
        let character = std::sync::Arc::clone(&self.document.character);
        let skeleton = &character.rig.skeleton;
        let found: Vec<JointIndex> = copied
            .match_joints(skeleton)
            .joints
            .into_iter()
            .map(|found| found.joint)
            .collect();
        let mut pose = copied.apply_to(skeleton, &Pose::rest(skeleton), 1.0, None);
        let mut receivers = found;
        if in_mirror {
            let pairs = self.pairs();
            pose = mirror_pose(skeleton, &pose, &pairs);
            receivers = self.partners(&receivers, &pairs);
        }
        let targets = self.targets(&receivers, in_mirror);
        if targets.is_empty() {
            let text = "Nothing was pasted: none of the joints that it could go to was copied. Select others, or none, and paste again.";
            self.session
                .notices
                .push(Severity::Warning, text.to_owned());
            return;
        }
        let preset = whole_preset(self, &pose, &targets);
        let clipboard = &self.session.pose_clipboard;
        let amount = clipboard.amount;
        let name = if in_mirror {
            "Paste pose mirrored"
        } else {
            "Paste pose"
        };
        let name = clipboard.paste_name(name);
        self.session.character.typed_angles = None;
        let carried = if amount == 0.0 {
            CarriedTargets::new()
        } else {
            self.targets_of_pose(&pose, &targets)
        };
        let before = self.visible();
        self.edit_pose_carrying(&name, None, &carried, |base| {
            *base = preset.apply_to(skeleton, base, amount, None);
        });
        let text = if amount == 0.0 {
            "Nothing changed: 0 % of the pose is pasted."
        } else if self.session.character.selection.is_empty() {
            "Nothing changed: the joints have that pose already."
        } else if targets.len() < receivers.len() {
            "Nothing changed: the joints have that pose already. Select none and paste again for all joints that were copied."
        } else {
            "Nothing changed: the joints have that pose already. Select none and copy again to paste the whole pose."
        };
        self.tell_unchanged(&before, &carried, text);
    }

    /// Says so, if a pose is still as it was, but for rounding, and nothing gets keys.
    fn tell_unchanged(&mut self, before: &Pose, carried: &CarriedTargets, text: &str) {
        let skeleton = &self.document.character.rig.skeleton;
        let is_changed = !changes(skeleton, before, &self.visible()).is_empty();
        if !is_changed && carried.is_empty() {
            self.session.notices.push(Severity::Note, text.to_owned());
        }
    }

    /// The drawn joints of these that have no partner on the other side.
    fn joints_without_partner(&self, joints: &[JointIndex], pairs: &JointPairs) -> Vec<JointIndex> {
        let facts = &self.session.character.facts;
        let is_alone =
            |joint: &JointIndex| pairs.partner(*joint).is_none() && facts.is_drawn(*joint);
        joints.iter().copied().filter(is_alone).collect()
    }

    /// The partners on the other side; a notice names the drawn joints that have none.
    fn partners(&mut self, joints: &[JointIndex], pairs: &JointPairs) -> Vec<JointIndex> {
        let alone = self.joints_without_partner(joints, pairs);
        self.report_unpaired(&alone);
        joints
            .iter()
            .filter_map(|&joint| pairs.partner(joint))
            .collect()
    }

    /// The receivers that are selected, or all if nothing is selected. When pasting mirrored and no selected joint
    /// receives anything, the partners of the selection are meant.
    fn targets(&self, receivers: &[JointIndex], in_mirror: bool) -> Vec<JointIndex> {
        let selection = &self.session.character.selection;
        if selection.is_empty() {
            return receivers.to_vec();
        }
        let chosen = |is_meant: &dyn Fn(JointIndex) -> bool| -> Vec<JointIndex> {
            let receivers = receivers.iter().copied();
            receivers.filter(|&joint| is_meant(joint)).collect()
        };
        let own = chosen(&|joint| selection.contains(joint));
        if !own.is_empty() || !in_mirror {
            return own;
        }
        let pairs = self.pairs();
        chosen(&|joint| {
            pairs
                .partner(joint)
                .is_some_and(|other| selection.contains(other))
        })
    }

    pub(in crate::features) fn mirror_pose(&mut self) {
        let pairs = self.pairs();
        let chosen = self.selected_or_all();
        let partners = self.partners(&chosen, &pairs);
        let character = std::sync::Arc::clone(&self.document.character);
        self.session.character.typed_angles = None;
        let skeleton = &character.rig.skeleton;
        let seen = mirror_pose(skeleton, &self.visible(), &pairs);
        let joints: Vec<JointIndex> = chosen.iter().chain(&partners).copied().collect();
        let carried = self.targets_of_pose(&seen, &joints);
        let before = self.visible();
        self.edit_pose_carrying("Mirror pose", None, &carried, |pose| {
            for &joint in &joints {
                take_joint(pose, &seen, joint);
            }
        });
        if !self.joints_without_partner(&chosen, &pairs).is_empty() {
            // Their notice says why they stay as they are.
            return;
        }
        let text = if partners.is_empty() {
            "Nothing changed: the joints have no partner on the other side."
        } else if self.session.character.selection.is_empty() {
            "Nothing changed: the pose is its own mirror image already."
        } else {
            "Nothing changed: the selected joints and those on the other side are mirror images already."
        };
        self.tell_unchanged(&before, &carried, text);
    }

    /// Joint names separated by commas, the first few of many.
    pub(in crate::features) fn list_names(&self, joints: &[JointIndex]) -> String {
        let skeleton = &self.document.character.rig.skeleton;
        let names = joints.iter().take(LISTED);
        let names: Vec<String> = names.map(|&joint| joint_name(skeleton, joint)).collect();
        let more = joints.len().saturating_sub(LISTED);
        let names = names.join(", ");
        if more == 0 {
            names
        } else {
            format!("{names} and {more} more")
        }
    }
}

/// A preset with all channels of the given joints, whether they are at rest or not.
fn whole_preset(context: &Context<'_>, pose: &Pose, joints: &[JointIndex]) -> PosePreset {
    let addresses = rig::Addresses::new(&context.document.character.rig.skeleton);
    let whole = |&joint: &JointIndex| {
        let place = joint.index();
        let (rigid, stretch) = (pose.rigid.get(place)?, pose.stretch.get(place)?);
        Some(JointPreset::whole(addresses.of(joint), *rigid, *stretch))
    };
    PosePreset {
        joints: joints.iter().filter_map(whole).collect(),
    }
}

fn take_joint(pose: &mut Pose, from: &Pose, joint: JointIndex) {
    let place = joint.index();
    if let (Some(slot), Some(rigid)) = (pose.rigid.get_mut(place), from.rigid.get(place)) {
        *slot = *rigid;
    }
    if let (Some(slot), Some(stretch)) = (pose.stretch.get_mut(place), from.stretch.get(place)) {
        *slot = *stretch;
    }
}

fn joints_text(count: usize) -> String {
    match count {
        1 => "1 joint".to_owned(),
        _ => format!("{count} joints"),
    }
}
