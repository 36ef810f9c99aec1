//! The joint that the brush takes weight from: picked by a click, and a notice where it could not give.
//!
//! While a click that names the joint to take from is waited for, whatever would select a joint names it.

use rig::JointIndex;
use scene::names::{count, joint_named};

use crate::commands::command::{Command, Intent, Outcome};
use crate::features::Context;
use crate::mode::Mode;
use crate::settings::{BrushTool, Sharing};
use crate::state::painting::brush_work::StrokeWork;

impl Context<'_> {
    /// The next joint that is clicked becomes the donor; a second call cancels that.
    pub(in crate::features) fn wait_for_donor(&mut self) {
        let waits = self.session.character.weights.picks_donor;
        self.session.character.weights.picks_donor = !waits && self.session.mode == Mode::Weights;
    }

    /// While a donor is being picked, a command that would select a joint names the donor instead. Returns whether it
    /// did.
    pub(in crate::features) fn is_donor_named(&mut self, command: &Command) -> bool {
        if !self.session.picks_donor() {
            return false;
        }
        let joint = match command {
            Command::Intent(Intent::Select(joint)) => *joint,
            Command::Intent(Intent::SelectAll(joints, _)) => joints.last().copied(),
            Command::Outcome(Outcome::PickJoint(joint, _)) => {
                self.session.character.pointing.pick = None;
                *joint
            }
            _ => return false,
        };
        if let Some(joint) = joint {
            self.take_from(joint);
        }
        true
    }

    fn take_from(&mut self, joint: JointIndex) {
        let name = self.joint_name(joint);
        if self.session.character.selection.active() == Some(joint) {
            return self.say(&format!(
                "{name} is the joint that is painted: it cannot give weight to itself. Click another one, or press Esc."
            ));
        }
        if !self.session.character.facts.joint(joint).in_skin {
            return self.say(&format!(
                "{name} is not among the joints of a skin, so that it has no weight to give. Click another one, or press Esc."
            ));
        }
        self.say(&format!(
            "The brush takes weight from {name}, and gives it back to it."
        ));
        let brush = &mut self.session.settings.brush;
        (brush.partner, brush.sharing) = (name, Sharing::Picked);
        self.session.character.weights.picks_donor = false;
    }

    /// Tells once per stroke where other joints gave or took weight in place of the donor.
    pub(in crate::features) fn report_donor(&mut self, work: &StrokeWork) {
        let Some(painted) = work.joint.filter(|_| !work.tool.is_of_all_joints()) else {
            return;
        };
        if work.report.changed == 0 {
            return;
        }
        let brush = &self.session.settings.brush;
        let donor = match brush.sharing {
            Sharing::Proportional => return,
            Sharing::Picked => brush.partner.clone(),
            Sharing::Parent => "The parent".to_owned(),
        };
        let why = match brush.sharing {
            Sharing::Picked => self.why_it_gives_nothing(&donor, painted),
            _ => None,
        };
        let text = match why {
            Some(why) => {
                let others = match work.tool {
                    BrushTool::Subtract => "went to",
                    _ => "was taken from",
                };
                format!("“{donor}” {why}; weight {others} all other joints.")
            }
            None if work.report.bypassed == 0 => return,
            None => {
                let (bypassed, all) = (work.report.bypassed, work.report.changed);
                let at = if bypassed < all {
                    format!("at {} of {} vertices", count(bypassed), count(all))
                } else {
                    "here".to_owned()
                };
                match work.tool {
                    BrushTool::Subtract => {
                        format!("{donor} can take no more {at}: weight went to all other joints.")
                    }
                    _ => format!(
                        "{donor} has too little to give {at}: weight was taken from all other joints."
                    ),
                }
            }
        };
        self.say(&text);
    }

    /// A reason that holds everywhere, whatever the brush touched.
    fn why_it_gives_nothing(&self, donor: &str, painted: JointIndex) -> Option<&'static str> {
        let rig = &self.document.character.rig;
        let Some(joint) = joint_named(&rig.skeleton, donor) else {
            return Some("is not in this character");
        };
        let shares_skin = rig.binds.iter().any(|bind| {
            let joints = bind.joints();
            joints.contains(&joint) && joints.contains(&painted)
        });
        if joint == painted {
            Some("is painted itself")
        } else if self
            .session
            .character
            .weights
            .is_locked(&rig.skeleton, joint)
        {
            Some("is locked")
        } else {
            (!shares_skin).then_some("is not in the same skin")
        }
    }
}
