//! Props: attached, held, let go, moved, hidden, removed.

use std::sync::Arc;

use rig::JointIndex;

use crate::commands::command::Panel;
use crate::document::Document;
use crate::document::gesture::Gesture;
use crate::document::props::{HoldWay, Holder, MOST_PROPS, Prop, PropPlace, losses, without_prop};
use crate::features::Context;
use crate::features::file_dialogs::apply::Effects;
use crate::notices::Severity;
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
                if !self.is_ring(prop, holder) {
                    self.change_prop(prop, "Attach", None, |own| Prop {
                        holder,
                        // As where it is let go of: nothing is copied of the world.
                        way: match holder {
                            Holder::World => HoldWay::Parent,
                            Holder::Joint(_) | Holder::Prop(_) => own.way,
                        },
                        ..own.clone()
                    });
                }
            }
            PropIntent::PutOn { prop, on, joint } => self.put_on(prop, on, joint),
            PropIntent::Hold(prop, holder, way) => self.hold_prop(prop, holder, way),
            PropIntent::Aim(prop, at) => self.aim_prop(prop, at),
            PropIntent::AimPoint {
                prop,
                point,
                dragging,
            } => self.move_aim(prop, point, dragging),
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

    pub(in crate::features) fn hide_chosen_prop(&mut self) {
        let prop = self.chosen_prop();
        if let Some(own) = self.document.props.get(prop) {
            let hidden = !own.hidden;
            self.on_prop_intent(PropIntent::SetHidden(prop, hidden));
        }
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
        let name = own.name();
        let skeleton = &self.document.character.rig.skeleton;
        let n_joints = skeleton.len();
        let rest_frame_of = |joint: JointIndex| {
            let is_there = joint.index() < n_joints;
            is_there.then(|| skeleton.rest_model_from_joint(joint).to_affine())
        };
        let left = without_prop(&self.document.props, prop, rest_frame_of);
        let hung = self.document.props.iter().enumerate();
        let hung = hung.filter(|(number, other)| {
            *number != prop && other.holders().any(|holder| holder == Holder::Prop(prop))
        });
        let hung: Vec<String> = hung.map(|(_, other)| other.name()).collect();
        if !hung.is_empty() {
            let text = format!(
                "{name} is gone; what hung on it or was aimed at it stays in the world: {}. Undo brings it back.",
                hung.join(", ")
            );
            self.session.notices.push(Severity::Note, text);
        }
        self.take_props(&format!("Remove {name}"), None, left);
        // The same prop stays chosen, or the one after it is.
        if prop < self.session.character.prop {
            self.session.character.prop -= 1;
        }
    }

    /// Changes one prop as a step, whose name ends in the prop's.
    pub(super) fn change_prop(
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
