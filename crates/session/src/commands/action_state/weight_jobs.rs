//! When jobs on all weights can be done.

use rig::JointIndex;
use weights::Operation;

use super::{no_joints_to_paint, nothing_selected, unpaintable, unworkable};
use crate::commands::actions::WeightJobAction;
use crate::commands::view::View;
use crate::session::Session;
use crate::tools::brush_work::{Held, operation_of};
use crate::weighting::weight_request::{has_skin, joints_to_bind, meshes_without_skin};

impl WeightJobAction {
    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        match self {
            Self::FloodWeights | Self::FillPart => unpaintable(view)
                .or_else(|| no_brush(view.session))
                .or_else(|| no_joint_for_brush(view.session)),
            Self::PruneWeights | Self::LimitWeights => {
                no_joints_to_paint(view.session).or_else(|| unworkable(view))
            }
            Self::MoveWeights => between_joints(view).or_else(|| {
                let is_alone = view.session.character.selection.joints().len() < 2;
                is_alone.then_some("select the joints to take from, then the one to give to")
            }),
            Self::SwapWeights => between_joints(view).or_else(|| {
                let is_pair = view.session.character.selection.joints().len() == 2;
                (!is_pair).then_some("select two joints")
            }),
            Self::CopyInfluence => between_joints(view),
            Self::PasteInfluence => between_joints(view).or_else(|| {
                let nothing = view.session.character.weights.influence.is_none();
                nothing.then_some("no weights of a joint are copied")
            }),
            Self::SmoothWeights | Self::MirrorWeightsToRight | Self::MirrorWeightsToLeft => {
                unworkable(view)
            }
            Self::AutomaticWeights | Self::TransferWeights => {
                no_job(view).or_else(|| unweighable(view))
            }
            Self::SolveBulge => no_job(view).or_else(|| {
                let unbound = !has_skin(&view.document.character);
                unbound.then_some("no mesh is bound to a skeleton; bind it first (menu Skeleton)")
            }),
            Self::FitWeights => no_job(view).or_else(|| unweighable(view)),
            Self::PullVertices => no_job(view).or_else(|| unweighable(view)).or_else(|| {
                let is_mask = view.session.character.weights.vertices.is_mask();
                (!is_mask).then_some("no vertex is selected")
            }),
            Self::BindMesh => no_job(view).or_else(|| unbindable(view)),
            Self::UnbindMesh => no_job(view).or_else(|| {
                let unbound = !has_skin(&view.document.character);
                unbound.then_some("no mesh is bound to a skeleton")
            }),
            Self::CancelWeights => {
                let nothing = view.working.is_none();
                nothing.then_some("nothing is being done to all weights")
            }
        }
    }

    pub(super) const fn checked(self) -> Option<bool> {
        match self {
            Self::FloodWeights
            | Self::FillPart
            | Self::SmoothWeights
            | Self::PruneWeights
            | Self::LimitWeights
            | Self::MoveWeights
            | Self::SwapWeights
            | Self::CopyInfluence
            | Self::PasteInfluence
            | Self::MirrorWeightsToRight
            | Self::MirrorWeightsToLeft
            | Self::AutomaticWeights
            | Self::TransferWeights
            | Self::SolveBulge
            | Self::FitWeights
            | Self::PullVertices
            | Self::CancelWeights
            | Self::BindMesh
            | Self::UnbindMesh => None,
        }
    }
}

/// Why the weights of selected joints cannot be worked at.
fn between_joints(view: &View<'_>) -> Option<&'static str> {
    no_joints_to_paint(view.session)
        .or_else(|| unpaintable(view))
        .or_else(|| nothing_selected(view.session))
}

fn no_brush(session: &Session) -> Option<&'static str> {
    match operation_of(&session.settings.brush, Held::default()) {
        None => Some("choose a brush first"),
        Some(Operation::Smear) => Some("the Smear brush needs a stroke"),
        Some(_) => None,
    }
}

fn no_joint_for_brush(session: &Session) -> Option<&'static str> {
    let needs_joint = !session.settings.brush.tool.is_of_all_joints() && !session.paints_numbers();
    (needs_joint && session.character.selection.is_empty()).then_some("no joint is selected")
}

fn no_job(view: &View<'_>) -> Option<&'static str> {
    if view.is_empty() {
        Some("nothing is open")
    } else {
        let is_busy = view.working.is_some();
        is_busy.then_some("weights are being worked at")
    }
}

fn unbindable(view: &View<'_>) -> Option<&'static str> {
    let character = &view.document.character;
    if character.instances.is_empty() {
        Some("there is no mesh")
    } else if meshes_without_skin(character).is_empty() {
        Some("every mesh is bound to a skeleton already")
    } else if joints_to_bind(view.document).is_empty() {
        Some("there are no joints; add some in Skeleton mode first (“Add joint…”)")
    } else {
        None
    }
}

fn unweighable(view: &View<'_>) -> Option<&'static str> {
    let character = &view.document.character;
    let skeleton = &character.rig.skeleton;
    let locks = &view.session.character.weights;
    let is_locked = |joint: &JointIndex| locks.is_locked(skeleton, *joint);
    let mut joints = character.rig.binds.iter().flat_map(|bind| bind.joints());
    if !has_skin(character) {
        Some("no mesh is bound to a skeleton; bind it first (menu Skeleton)")
    } else if joints.all(is_locked) {
        Some("all joints are locked; unlock some (“Unlock all joints”)")
    } else {
        None
    }
}
