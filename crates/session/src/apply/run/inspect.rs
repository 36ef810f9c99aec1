//! Runs the actions that hide joints and pin vertices.

use crate::apply::Context;
use crate::commands::actions::InspectAction;
use crate::mode::Mode;

impl Context<'_> {
    pub(super) fn run_inspect(&mut self, action: InspectAction) {
        let session = &mut *self.session;
        match action {
            InspectAction::ToggleProbe if session.mode != Mode::Weights => {
                session.switches.probe_in_pose ^= true;
            }
            InspectAction::ToggleProbe => session.switches.probe ^= true,
            InspectAction::PinVertex => {
                let found = session.character.pointing.found.map(|found| found.place);
                self.pin_vertex(found.or(self.session.character.pointing.pinned));
            }
            InspectAction::UnpinVertex => self.pin_vertex(None),
            InspectAction::HideJoint => {
                if let Some(joint) = session.character.selection.active() {
                    let hidden = !session.character.hidden.contains(&joint);
                    self.set_hidden(joint, hidden, false);
                }
            }
            InspectAction::HideOthers => self.hide_others(),
            InspectAction::ShowAllJoints => session.character.hidden.clear(),
        }
    }
}
