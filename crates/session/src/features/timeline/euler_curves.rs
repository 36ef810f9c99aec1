//! Rotations as Euler curves, whose angles have keys of their own, and back to quaternion keys.

use std::ops::ControlFlow;
use std::sync::Arc;

use rig::{Clip, EulerCurves, EulerOrder, JointIndex};

use crate::commands::actions::SheetAction;
use crate::document::Document;
use crate::features::Context;
use crate::features::actions::conditions::clip_shown;
use crate::features::actions::menus::ROTATION_CURVES;
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::notices::Severity;
use crate::session::{Request, Session};
use crate::state::clips::key_selection::KeySelection;
use crate::state::clips::lost_curves::lost_curves_text;
use crate::state::problems::problem_list::pluralize;
use crate::state::timeline::euler_work::{ConvertedJoints, EulerDone, EulerWork, turn};

/// Joints that cannot be converted are named up to so many.
const LISTED: usize = 3;
/// Conversions of no more keys than this take no longer than a frame.
const AT_ONCE: usize = 1000;
/// Errors below this are not worth a word, in degrees.
const EXACT: f32 = 0.01;

pub(crate) fn rows() -> Vec<ActionInfo> {
    use EulerOrder::{Xyz, Xzy, Yxz, Yzx, Zxy, Zyx};
    vec![
        euler_row(
            SheetAction::EulerXyz,
            Xyz,
            "Euler curves XYZ",
            "Gives each angle of the selected joints keys of its own, turned about X first, then Y, then Z",
        ),
        euler_row(
            SheetAction::EulerXzy,
            Xzy,
            "Euler curves XZY",
            "Gives each angle of the selected joints keys of its own, turned about X first, then Z, then Y",
        ),
        euler_row(
            SheetAction::EulerYxz,
            Yxz,
            "Euler curves YXZ",
            "Gives each angle of the selected joints keys of its own, turned about Y first, then X, then Z",
        ),
        euler_row(
            SheetAction::EulerYzx,
            Yzx,
            "Euler curves YZX",
            "Gives each angle of the selected joints keys of its own, turned about Y first, then Z, then X",
        ),
        euler_row(
            SheetAction::EulerZxy,
            Zxy,
            "Euler curves ZXY",
            "Gives each angle of the selected joints keys of its own, turned about Z first, then X, then Y",
        ),
        euler_row(
            SheetAction::EulerZyx,
            Zyx,
            "Euler curves ZYX",
            "Gives each angle of the selected joints keys of its own, turned about Z first, then Y, then X",
        ),
        row(SheetAction::QuaternionKeys, ROTATION_CURVES, "Quaternion keys")
            .tooltip("Gives the rotation of the selected joints one key for all three angles again, with keys where its Euler curves need them")
            .when([clip_shown, euler_selected])
            .run(|cx| cx.make_quaternion_keys()),
    ]
}

fn euler_row(
    action: SheetAction,
    order: EulerOrder,
    text: &'static str,
    tip: &'static str,
) -> ActionInfo {
    row(action, ROTATION_CURVES, text)
        .tooltip(tip)
        .when([clip_shown, turning_selected])
        .checked_with(move |document, session| order_shown(document, session) == Some(order))
        .run(move |cx| cx.make_euler_curves(order))
}

/// The order of the curves that the active joint has in the clip that is shown.
fn order_shown(document: &Document, session: &Session) -> Option<EulerOrder> {
    let clip = document.character.clip(session.playback.moment?.clip)?;
    let joint = session.character.selection.active()?;
    clip.euler(joint).map(EulerCurves::order)
}

/// The selected joints of the clip that is shown for which something holds.
fn selected_any(view: &View<'_>, holds: fn(&Clip, JointIndex) -> bool) -> bool {
    let moment = view.session.playback.moment;
    let clip = moment.and_then(|moment| view.document.character.clip(moment.clip));
    let joints = view.session.character.selection.joints();
    clip.is_some_and(|clip| joints.iter().any(|joint| holds(clip, *joint)))
}

fn turning_selected(view: &View<'_>) -> WhyNot {
    let is_some = selected_any(view, |clip, joint| turn(clip, joint).is_some());
    (!is_some).then_some("no selected joint has keys of rotation in this clip")
}

fn euler_selected(view: &View<'_>) -> WhyNot {
    let is_some = selected_any(view, |clip, joint| clip.euler(joint).is_some());
    (!is_some).then_some("no selected joint has Euler curves in this clip")
}

impl Context<'_> {
    /// Gives the selected joints curves of angles in this order: at once where that takes no longer than a frame, else in the background.
    fn make_euler_curves(&mut self, order: EulerOrder) {
        let Some(clip) = self.sheet_clip() else {
            return;
        };
        let joints = self.session.character.selection.joints();
        let joints: Vec<JointIndex> = joints.to_vec();
        let work = EulerWork::new(&self.document.character.rig, &clip, &joints, order);
        if work.size() > AT_ONCE {
            self.session
                .requests
                .push(Request::EulerCurves(Box::new(work)));
        } else if let Some(found) = work.run(&|_| ControlFlow::Continue(())) {
            self.take_converted(&work, found);
        }
    }

    /// Takes what was converted in the background, unless its clip has other rotations by now.
    pub(in crate::features) fn finish_euler_curves(&mut self, done: EulerDone) {
        let EulerDone { work, result } = done;
        let now = self.document.character.clip(work.clip().id());
        let rig = &self.document.character.rig;
        let still_fits = now.is_some_and(|now| work.still_fits(rig, now));
        match result {
            Ok(found) if still_fits => self.take_converted(&work, found),
            Ok(_) => {
                let text = format!(
                    "{}: the rotations were changed meanwhile, and stay as they are. Choose it again.",
                    work.name()
                );
                self.session.notices.push(Severity::Warning, text);
            }
            Err(why) => self.session.notices.push(Severity::Warning, why),
        }
    }

    /// Puts curves into the clip as it is now. What cannot be converted stays, and is named.
    fn take_converted(&mut self, work: &EulerWork, found: ConvertedJoints) {
        let ConvertedJoints { curves, failed } = found;
        let now = self.document.character.clip(work.clip().id());
        let Some(mut after) = now.cloned() else {
            return;
        };
        if curves.is_empty() && failed.is_empty() {
            let text = format!("These joints have {} already.", work.name());
            return self.say(&text);
        }
        let joints = curves.len();
        let (mut added, mut error) = (0, 0.0_f32);
        for (joint, converted) in curves {
            added += converted.added;
            error = error.max(converted.error + converted.curves.error());
            after = after.with_euler(joint, Some(converted.curves));
        }
        if joints > 0 {
            self.commit_clip(&work.name(), &after);
            let joints = pluralize(joints, "joint has", "joints have");
            let mut text = format!("{joints} {}", work.name());
            if added > 0 {
                let keys = pluralize(added, "time was added", "times were added");
                text = format!("{text}; keys at {keys}, so that the rotation stays");
            }
            if error > EXACT {
                text = format!("{text}; it is off by up to {error:.2}°");
            }
            self.say(&format!("{text}."));
        }
        if !failed.is_empty() {
            let others = failed.len().saturating_sub(LISTED);
            let named: Vec<String> = failed.into_iter().take(LISTED).collect();
            let mut text = named.join("; ");
            if others > 0 {
                text = format!("{text}; and {others} more");
            }
            let text = format!("No Euler curves for {text}.");
            self.session.notices.push(Severity::Warning, text);
        }
    }

    /// Leaves the rotation of the selected joints with the quaternion keys that their curves were baked to.
    fn make_quaternion_keys(&mut self) {
        let Some(clip) = self.sheet_clip() else {
            return;
        };
        let joints = self.session.character.selection.joints().iter();
        let after = joints.fold(clip, |clip, joint| clip.with_euler(*joint, None));
        self.commit_clip("Quaternion keys", &after);
    }

    /// Takes a clip in place of its own; keys that it lacks are selected no more.
    fn commit_clip(&mut self, name: &str, clip: &Clip) {
        let clips = self.document.character.clips.iter();
        let clips = clips.map(|own| {
            if own.id() == clip.id() {
                clip.clone()
            } else {
                own.clone()
            }
        });
        let clips = clips.collect();
        self.commit_clips(name, clips);
        self.session.character.keys = KeySelection::default();
    }

    /// Says which rotations have quaternion keys after a step, in place of Euler curves.
    pub(in crate::features) fn tell_of_lost_curves(&mut self, after: &Document) {
        if Arc::ptr_eq(&self.document.character, &after.character) {
            return;
        }
        let text = lost_curves_text(&self.document.character, &after.character);
        if !text.is_empty() {
            self.say(&text);
        }
    }
}
