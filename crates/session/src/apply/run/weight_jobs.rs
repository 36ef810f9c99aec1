//! Runs the actions on all weights at once, most of which a background job carries out.

use weights::Direction;

use crate::apply::Context;
use crate::commands::actions::WeightJobAction;
use crate::mode::Mode;
use crate::session::Request;
use crate::tools::brush_work::Whole;
use crate::weighting::weight_request::{RigCommand, RigDialog};

impl Context<'_> {
    pub(super) fn run_weight_jobs(&mut self, action: WeightJobAction) {
        match action {
            WeightJobAction::FloodWeights => self.ask_whole(Whole::Flood),
            WeightJobAction::FillPart => match self.session.painting.pointer {
                Some(sample) => self.ask_whole(Whole::FillPart(sample)),
                None => self.say(
                    "Fill part: hold the pointer over the part that is meant, and press the key.",
                ),
            },
            WeightJobAction::SmoothWeights => self.ask_whole_mesh(Whole::Smooth),
            WeightJobAction::PruneWeights => self.ask_whole_mesh(Whole::Prune),
            WeightJobAction::LimitWeights => self.ask_whole_mesh(Whole::Limit),
            WeightJobAction::MoveWeights => self.ask_whole(Whole::Move),
            WeightJobAction::SwapWeights => self.ask_whole(Whole::Swap),
            WeightJobAction::CopyInfluence => self.copy_influence(),
            WeightJobAction::PasteInfluence => self.ask_whole(Whole::PasteInfluence),
            WeightJobAction::MirrorWeightsToRight => {
                self.ask_whole_mesh(Whole::Mirror(Direction::LeftToRight));
            }
            WeightJobAction::MirrorWeightsToLeft => {
                self.ask_whole_mesh(Whole::Mirror(Direction::RightToLeft));
            }
            WeightJobAction::AutomaticWeights => {
                self.on_rig(RigCommand::Ask(Some(RigDialog::Automatic)));
            }
            WeightJobAction::SolveBulge => {
                self.on_rig(RigCommand::Ask(Some(RigDialog::Bulge)));
            }
            WeightJobAction::TransferWeights => match self.layer_refusal() {
                Some(refusal) => self.say(&refusal),
                None => self.ask_transfer(),
            },
            WeightJobAction::FitWeights => self.ask_fit(RigDialog::Fit),
            WeightJobAction::PullVertices => self.ask_fit(RigDialog::Pull),
            WeightJobAction::CancelWeights => {
                self.session.character.weights.folding = None;
                self.session.requests.push(Request::CancelWeights);
            }
            WeightJobAction::BindMesh => self.on_rig(RigCommand::Ask(Some(RigDialog::Bind))),
            WeightJobAction::UnbindMesh => self.unbind_meshes(),
        }
    }

    /// In Weights mode, wherever it is asked for: there the change is seen, and the tools stand that go on with it.
    fn ask_whole_mesh(&mut self, whole: Whole) {
        self.change_mode(Mode::Weights);
        self.ask_whole(whole);
    }
}
