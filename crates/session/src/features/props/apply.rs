//! Props: attached, held, let go, moved, hidden, removed.

use std::sync::Arc;

use rig::{JointIndex, Pose};

use crate::commands::command::Panel;
use crate::document::Document;
use crate::document::gesture::Gesture;
use crate::document::keyed::seen_pose;
use crate::document::moment::Moment;
use crate::document::props::{
    Holder, HolderSwitch, MOST_PROPS, MOST_SWITCHES, Prop, PropPlace, losses, moment_below,
};
use crate::features::Context;
use crate::features::file_dialogs::apply::Effects;
use crate::notices::Severity;
use crate::shown::{joint_frames, shown_pose};
use crate::state::file_dialogs::dialog::{AtWork, FileJob};
use crate::state::props::command::{PropIntent, PropRead};
use crate::state::props::dialog::PropAsked;
use crate::state::props::hand::first_holder;
use crate::state::props::model::PropModel;

impl Effects for PropAsked {
    fn on_read(
        context: &mut Context<'_>,
        job: FileJob<Self>,
        begun: &AtWork,
        read: Result<PropModel, String>,
    ) {
        if let Some(model) = context.reference_of(&job, begun, read) {
            context.attach_prop(&job.order.file.to_string_lossy(), model);
        }
    }
}

impl Context<'_> {
    pub(in crate::features) fn on_prop_intent(&mut self, intent: PropIntent) {
        match intent {
            PropIntent::Choose(prop) => self.session.character.prop = prop,
            PropIntent::SetHidden(prop, hidden) => {
                let name = if hidden { "Hide" } else { "Show" };
                self.change_prop(prop, name, None, |own| Prop {
                    hidden,
                    ..own.clone()
                });
            }
            PropIntent::AttachTo(prop, holder) => {
                self.change_prop(prop, "Attach", None, |own| Prop {
                    holder,
                    ..own.clone()
                });
            }
            PropIntent::Hold(prop, holder) => self.hold_prop(prop, holder),
            PropIntent::Place {
                prop,
                place,
                dragging,
            } => self.place_prop(prop, place.within_limits(), dragging),
            PropIntent::RemoveSwitch { prop, clip, time } => {
                self.change_prop(prop, "Remove switch of", None, |own| {
                    own.without_switches(|switch| switch.clip == clip && switch.time == time)
                });
            }
            PropIntent::Remove(prop) => self.remove_prop(prop),
            PropIntent::ReadAgain(prop) => {
                if let Some(own) = self.document.props.get(prop) {
                    self.session.props.forget(&own.file);
                }
            }
        }
    }

    /// What a worker found in the file of a prop.
    pub(in crate::features) fn take_prop_read(&mut self, found: PropRead) {
        if let Err(why) = &found.read {
            let text = format!("{why} The prop waits; all else is as it was.");
            self.session.notices.push(Severity::Warning, text);
        }
        self.keep_model(found.file, found.read);
    }

    /// Keeps what a file shows, and lets go of files that no prop names.
    fn keep_model(&mut self, file: String, read: Result<PropModel, String>) {
        let props = &self.document.props;
        let is_wanted = |of: &str| of == file || props.iter().any(|prop| prop.file == of);
        self.session.props.retain(is_wanted);
        self.session.props.take(file, read);
    }

    /// Tells what props lost, after the character became another one.
    pub(in crate::features) fn tell_losses_of_props(&mut self, before: &Document) {
        for text in losses(&before.props, &self.document.props) {
            self.session.notices.push(Severity::Warning, text);
        }
    }

    fn attach_prop(&mut self, file: &str, model: PropModel) {
        if self.document.props.len() >= MOST_PROPS {
            let text = format!("There are {MOST_PROPS} props already; remove one first.");
            return self.session.notices.push(Severity::Note, text);
        }
        let selected = self.session.character.selection.active();
        let holder = first_holder(&self.document.character, selected);
        let prop = Prop::new(file.to_owned(), holder, PropPlace::default());
        let name = format!("Attach {}", prop.name());
        self.keep_model(file.to_owned(), Ok(model));
        let props = self.document.props.iter().cloned().chain([prop]);
        self.take_props(&name, None, props.collect());
        self.session.character.prop = self.document.props.len() - 1;
        self.show_panel(Panel::Props);
    }

    /// The prop that commands mean.
    pub(in crate::features) fn chosen_prop(&self) -> usize {
        self.session.chosen_prop(self.document)
    }

    pub(in crate::features) fn hold_chosen_prop(&mut self) {
        if let Some(joint) = self.session.character.selection.active() {
            self.hold_prop(self.chosen_prop(), Holder::Joint(joint));
        }
    }

    pub(in crate::features) fn hide_chosen_prop(&mut self) {
        let prop = self.chosen_prop();
        if let Some(own) = self.document.props.get(prop) {
            let hidden = !own.hidden;
            self.on_prop_intent(PropIntent::SetHidden(prop, hidden));
        }
    }

    /// The moment at which props are shown; none without a clip.
    fn moment_of_props(&self) -> Option<Moment> {
        let moment = self.session.playback.moment;
        let moment = moment.filter(|_| !self.session.switches.rest)?;
        Some(moment_below(&self.document.character, moment))
    }

    /// The pose in which what holds a prop changes. Over a clip it is the clip's own, though a mix of clips or the held poses of the stepped
    /// preview may be seen in its place.
    fn pose_of_props(&self) -> Arc<Pose> {
        let moment = self.session.playback.moment;
        let moment = moment.filter(|_| !self.session.switches.rest);
        let of_clip = moment.and_then(|moment| seen_pose(self.document, moment, true));
        of_clip.map_or_else(|| shown_pose(self.document, self.session), Arc::new)
    }

    /// Has a prop held by something else, from the shown time of a clip on, where it is now.
    fn hold_prop(&mut self, prop: usize, holder: Holder) {
        if self.is_kept_by_mix() {
            return;
        }
        let Some(own) = self.document.props.get(prop) else {
            return;
        };
        let moment = self.moment_of_props();
        if moment.is_some() && own.switches.len() >= MOST_SWITCHES {
            let text = format!(
                "{}: what holds it changes {MOST_SWITCHES} times already; take one away first.",
                own.name()
            );
            return self.session.notices.push(Severity::Note, text);
        }
        let frames = joint_frames(
            &self.document.character,
            &self.pose_of_props(),
            &self.document.scale_inheritance,
        );
        let frame_of = |joint: JointIndex| frames.get(joint.index()).copied();
        let model_from_prop = own.model_from_prop(moment, frame_of);
        let Some(place) = holder.place_of(model_from_prop, frame_of) else {
            let text = format!(
                "{}: the joint is scaled flat in this pose, and holds nothing in place; choose another time or joint.",
                own.name()
            );
            return self.session.notices.push(Severity::Note, text);
        };
        let what = match holder {
            Holder::World => "Let go of",
            Holder::Joint(_) => "Hold",
        };
        let after = match moment {
            Some(Moment { clip, time }) => own.with_switch(HolderSwitch {
                clip,
                time,
                holder,
                place,
            }),
            None => Prop {
                holder,
                place: PropPlace::of(&place),
                ..own.clone()
            },
        };
        self.change_prop(prop, what, None, |_| after);
    }

    /// While a field is dragged all its changes are one step.
    fn place_prop(&mut self, prop: usize, place: PropPlace, dragging: bool) {
        let gesture = Gesture::Prop(prop);
        let lasts = dragging || self.history.in_gesture(gesture);
        self.change_prop(prop, "Move", lasts.then_some(gesture), |own| Prop {
            place,
            ..own.clone()
        });
        if !dragging {
            self.end_gesture();
        }
    }

    fn remove_prop(&mut self, prop: usize) {
        let Some(own) = self.document.props.get(prop) else {
            return;
        };
        let name = format!("Remove {}", own.name());
        let left = self.document.props.iter().enumerate();
        let left = left.filter(|(place, _)| *place != prop);
        self.take_props(&name, None, left.map(|(_, own)| own.clone()).collect());
        // The same prop stays chosen, or the one after it is.
        if prop < self.session.character.prop {
            self.session.character.prop -= 1;
        }
    }

    /// Changes one prop as a step, whose name ends in the prop's.
    fn change_prop(
        &mut self,
        prop: usize,
        what: &str,
        gesture: Option<Gesture>,
        change: impl FnOnce(&Prop) -> Prop,
    ) {
        let mut props = self.document.props.to_vec();
        let Some(own) = props.get_mut(prop) else {
            return;
        };
        let name = format!("{what} {}", own.name());
        *own = change(own);
        self.take_props(&name, gesture, props.into());
    }

    fn take_props(&mut self, name: &str, gesture: Option<Gesture>, props: Arc<[Prop]>) {
        let after = Document {
            props,
            ..self.document.clone()
        };
        self.commit(name, gesture, after);
    }
}
