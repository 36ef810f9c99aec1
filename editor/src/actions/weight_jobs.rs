//! What a job does to all weights of a mesh: the actions, their rows, and when they can be done.
//! `apply/run/weight_jobs.rs` carries them out.

use rig::JointIndex;

use super::{Menu, Row, no_joints_to_paint, row, unpaintable};
use crate::brush_work::{Held, operation_of};
use crate::session::Session;
use crate::view::View;
use crate::weight_wish::{has_skin, joints_to_bind, meshes_without_skin};

/// The group of what is done everywhere.
const WHOLE_GROUP: u8 = 6;
/// The group of what is made from bones.
pub(crate) const AUTOMATIC_GROUP: u8 = 7;
/// The group of the menu of the skeleton that binds.
const BIND_GROUP: u8 = 3;

/// What a job does to all weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WeightJobAction {
    /// What the brush does, everywhere.
    FloodWeights,
    /// What the brush does, on the connected part under the pointer.
    FillPart,
    /// Smooths the weights of all joints.
    SmoothWeights,
    /// Takes weights that are next to nothing away.
    PruneWeights,
    /// Leaves no vertex more joints than the limit.
    LimitWeights,
    /// The weights of the left side come to the right.
    MirrorWeightsToRight,
    /// The weights of the right side come to the left.
    MirrorWeightsToLeft,
    /// Weights from bones and surface alone.
    AutomaticWeights,
    /// Weights of another mesh that stands in the same place.
    TransferWeights,
    /// Gives up what is being done to all weights.
    CancelWeights,
    /// A skin for meshes that have none.
    BindMesh,
}

impl WeightJobAction {
    const ROWS: &'static [Row<Self>] = &[
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::FloodWeights,
            "Flood",
            "Does everywhere what the brush does, with its strength",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::FillPart,
            "Fill part",
            "Does what the brush does on the connected part under the pointer",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::SmoothWeights,
            "Smooth all weights",
            "Brings the weights of all joints towards those around, everywhere",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::PruneWeights,
            "Prune weights",
            "Takes away weights below 0.01; the other joints of the vertex get them",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::LimitWeights,
            "Limit influences",
            "Leaves no vertex more joints than the limit of the brush, or 4",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::MirrorWeightsToRight,
            "Mirror weights left to right",
            "Brings the weights of the left side to the right; joints are paired by their names",
        ),
        row(
            Menu::Weights,
            WHOLE_GROUP,
            Self::MirrorWeightsToLeft,
            "Mirror weights right to left",
            "Brings the weights of the right side to the left; joints are paired by their names",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::AutomaticWeights,
            "Automatic weights…",
            "Makes weights from the bones and the surface alone; asks how",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::TransferWeights,
            "Transfer weights from…",
            "Takes the weights of another mesh in the same place, of this character or of another file, as clothes do from a body; asks which",
        ),
        row(
            Menu::Weights,
            AUTOMATIC_GROUP,
            Self::CancelWeights,
            "Cancel work on weights",
            "Gives up what is being done to all weights, and leaves them as they were",
        ),
        row(
            Menu::Skeleton,
            BIND_GROUP,
            Self::BindMesh,
            "Bind mesh to skeleton…",
            "Lets joints move a mesh that has no skin yet, with automatic weights or without; asks how",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }

    pub(super) fn why_not(self, view: &View<'_>) -> Option<&'static str> {
        match self {
            Self::FloodWeights | Self::FillPart => unpaintable(view)
                .or_else(|| no_brush(view.session))
                .or_else(|| no_joint_for_brush(view.session)),
            Self::PruneWeights | Self::LimitWeights => {
                no_joints_to_paint(view.session).or_else(|| unpaintable(view))
            }
            Self::SmoothWeights | Self::MirrorWeightsToRight | Self::MirrorWeightsToLeft => {
                unpaintable(view)
            }
            Self::AutomaticWeights | Self::TransferWeights => {
                no_job(view).or_else(|| unweighable(view))
            }
            Self::BindMesh => no_job(view).or_else(|| unbindable(view)),
            Self::CancelWeights => {
                let nothing = view.working.is_none();
                nothing.then_some("nothing is being done to all weights")
            }
        }
    }

    /// None of them is a switch.
    pub(super) const fn checked(self) -> Option<bool> {
        match self {
            Self::FloodWeights
            | Self::FillPart
            | Self::SmoothWeights
            | Self::PruneWeights
            | Self::LimitWeights
            | Self::MirrorWeightsToRight
            | Self::MirrorWeightsToLeft
            | Self::AutomaticWeights
            | Self::TransferWeights
            | Self::CancelWeights
            | Self::BindMesh => None,
        }
    }
}

fn no_brush(session: &Session) -> Option<&'static str> {
    let operation = operation_of(&session.settings.brush, Held::default());
    operation.is_none().then_some("choose a brush first")
}

fn no_joint_for_brush(session: &Session) -> Option<&'static str> {
    let needs_joint = !session.settings.brush.tool.is_of_all_joints() && !session.paints_blend();
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
        Some("there are no joints; add some in Skeleton mode first (J)")
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
        Some("all joints are locked; let some go (Alt+L)")
    } else {
        None
    }
}
