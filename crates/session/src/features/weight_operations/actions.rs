//! Operations on all weights of a mesh, and binding.

use rig::JointIndex;
use weights::{Direction, Operation};

use crate::commands::actions::WeightJobAction;
use crate::features::Context;
use crate::features::actions::conditions::{
    character_open, has_mesh, joint_selected, paintable, paints_joints, unless, vertex_selected,
    workable,
};
use crate::features::actions::menus::{BETWEEN_JOINTS, BIND, WEIGHT_JOBS, WHOLE_MESH};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::view::View;
use crate::mode::Mode;
use crate::session::Request;
use crate::state::painting::brush_work::{BrushModifiers, Whole, operation_of};
use crate::state::weight_files::BoundMesh;
use crate::state::weight_operations::weight_request::{
    RigCommand, RigDialog, has_skin, joints_to_bind, meshes_without_skin,
};

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(WeightJobAction::BindMesh, BIND, "Bind mesh to skeleton…")
            .tooltip("Binds a mesh that has no skin to the joints, with or without automatic weights; asks how")
            .when([no_job, bindable])
            .run(|cx| cx.on_rig(RigCommand::Ask(Some(RigDialog::Bind)))),
        row(WeightJobAction::UnbindMesh, BIND, "Unbind mesh")
            .tooltip("Takes skin and weights from the meshes with selected vertices, without a selection from all; they stay as they are at rest")
            .when([no_job])
            .requires(|view| has_skin(&view.document.character), "no mesh is bound to a skeleton")
            .run(|cx| cx.unbind_meshes()),
        row(WeightJobAction::FloodWeights, WHOLE_MESH, "Flood")
            .tooltip("Applies the brush to the whole mesh, with its strength")
            .when([paintable, has_brush, joint_for_brush])
            .run(|cx| cx.ask_whole(Whole::Flood)),
        row(WeightJobAction::FillPart, WHOLE_MESH, "Fill part")
            .tooltip("Applies the brush to the connected part under the pointer")
            .when([paintable, has_brush, joint_for_brush])
            .run(|cx| match cx.session.painting.pointer {
                Some(sample) => cx.ask_whole(Whole::FillPart(sample)),
                None => cx.say(
                    "Fill part: hold the pointer over the part that is meant, and press the key.",
                ),
            }),
        row(WeightJobAction::SmoothWeights, WHOLE_MESH, "Smooth all weights")
            .tooltip("Smooths the weights of all joints on the whole mesh")
            .when([workable])
            .run(|cx| cx.ask_whole_mesh(Whole::Smooth)),
        row(WeightJobAction::PruneWeights, WHOLE_MESH, "Prune weights")
            .tooltip("Removes weights below the threshold in the options of the brush; the other joints of the vertex get them")
            .when([paints_joints, workable])
            .run(|cx| cx.ask_whole_mesh(Whole::Prune)),
        row(WeightJobAction::LimitWeights, WHOLE_MESH, "Limit influences")
            .tooltip("Drops the smallest influences of each vertex beyond the limit of the brush, or 4")
            .when([paints_joints, workable])
            .run(|cx| cx.ask_whole_mesh(Whole::Limit)),
        row(WeightJobAction::MirrorWeightsToRight, WHOLE_MESH, "Mirror weights left to right")
            .tooltip("Copies the weights of the left side to the right; joints are paired by name")
            .when([workable])
            .run(|cx| cx.ask_whole_mesh(Whole::Mirror(Direction::LeftToRight))),
        row(WeightJobAction::MirrorWeightsToLeft, WHOLE_MESH, "Mirror weights right to left")
            .tooltip("Copies the weights of the right side to the left; joints are paired by name")
            .when([workable])
            .run(|cx| cx.ask_whole_mesh(Whole::Mirror(Direction::RightToLeft))),
        row(WeightJobAction::AutomaticWeights, WEIGHT_JOBS, "Automatic weights…")
            .tooltip("Computes weights from bones and surface; asks how")
            .when([no_job, weighable])
            .run(|cx| cx.on_rig(RigCommand::Ask(Some(RigDialog::Automatic)))),
        row(WeightJobAction::TransferWeights, WEIGHT_JOBS, "Transfer weights from…")
            .tooltip("Copies the weights of another mesh in the same place, of this character or another file, such as from a body to clothes; asks which")
            .when([no_job, weighable])
            .run(|cx| match cx.layer_refusal() {
                Some(refusal) => cx.say(&refusal),
                None => cx.ask_transfer(),
            }),
        row(WeightJobAction::BindClothes, WEIGHT_JOBS, "Bind clothes with body…")
            .tooltip("Gives clothes the weights of the body below: where the match is sure, and filled in between; all meshes but the largest, or the selected vertices. Asks which, and measures how far clothes get into the body")
            .when([no_job, weighable])
            .requires(has_other_mesh, "the character has no other mesh with weights to take from")
            .run(|cx| match cx.layer_refusal() {
                Some(refusal) => cx.say(&refusal),
                None => cx.ask_clothes(),
            }),
        row(WeightJobAction::UpdateClothes, WEIGHT_JOBS, "Update clothes")
            .tooltip("Binds all clothes anew that were bound with a body, from what its weights are now; what was painted on them goes")
            .when([no_job, weighable])
            .requires(has_clothes, NO_CLOTHES)
            .run(|cx| cx.update_clothes()),
        row(WeightJobAction::ToggleClothesFollow, WEIGHT_JOBS, "Clothes follow strokes")
            .tooltip("Updates the clothes after each stroke that changes weights of a body, as a step of its own")
            .toggles(flag!(character.weights.clothes_follow)),
        row(WeightJobAction::MakePartsRigid, WEIGHT_JOBS, "Make parts rigid")
            .tooltip("Gives all of each connected part with selected vertices to the joint that has most of its weights: for buckles and buttons")
            .when([paints_joints, workable, vertex_selected])
            .run(|cx| cx.ask_whole_mesh(Whole::MakeRigid)),
        row(WeightJobAction::MakePartsRigidToJoint, WEIGHT_JOBS, "Make parts rigid to active joint")
            .tooltip("Gives all of each connected part with selected vertices to the active joint")
            .when([paints_joints, workable, joint_selected])
            .requires(
                |view| !view.session.character.weights.vertices.all().is_empty(),
                "no vertex is selected",
            )
            .run(|cx| cx.ask_whole_mesh(Whole::MakeRigidTo)),
        row(WeightJobAction::SolveBulge, WEIGHT_JOBS, "Solve bulge…")
            .tooltip("Finds the bulge map that draws back what stands out at bends in a set of poses; asks which")
            .when([no_job])
            .requires(|view| has_skin(&view.document.character), BIND_FIRST)
            .run(|cx| cx.on_rig(RigCommand::Ask(Some(RigDialog::Bulge)))),
        row(WeightJobAction::FitWeights, WEIGHT_JOBS, "Fit weights to…")
            .tooltip("Finds the weights with which a method comes nearest to another's result, to posed meshes in files, or to itself with fewer joints; asks which")
            .when([no_job, weighable])
            .run(|cx| cx.ask_fit(RigDialog::Fit)),
        row(WeightJobAction::PullVertices, WEIGHT_JOBS, "Pull selected vertices…")
            .tooltip("Finds weights that take the selected vertices elsewhere in the shown pose, other poses kept as well as can be; asks where")
            .when([no_job, weighable])
            .requires(
                |view| view.session.character.weights.vertices.is_mask(),
                "no vertex is selected",
            )
            .run(|cx| cx.ask_fit(RigDialog::Pull)),
        row(WeightJobAction::CancelWeights, WEIGHT_JOBS, "Cancel work on weights")
            .tooltip("Stops the running operation on weights; nothing changes")
            .requires(|view| view.working.is_some(), "nothing is being done to all weights")
            .run(|cx| {
                cx.session.character.weights.folding.clear();
                cx.session.requests.push(Request::CancelWeights);
            }),
        row(WeightJobAction::MoveWeights, BETWEEN_JOINTS, "Move weights to active joint")
            .tooltip("Gives the joint selected last all weights of the other selected joints: one is moved, several are merged")
            .when([paints_joints, paintable, joint_selected])
            .requires(
                |view| view.session.character.selection.joints().len() > 1,
                "select the joints to take from, then the one to give to",
            )
            .run(|cx| cx.ask_whole(Whole::Move)),
        row(WeightJobAction::SwapWeights, BETWEEN_JOINTS, "Swap weights of two joints")
            .tooltip("Exchanges the weights of the two selected joints")
            .when([paints_joints, paintable, joint_selected])
            .requires(
                |view| view.session.character.selection.joints().len() == 2,
                "select two joints",
            )
            .run(|cx| cx.ask_whole(Whole::Swap)),
        row(WeightJobAction::CopyInfluence, BETWEEN_JOINTS, "Copy weights of joint")
            .tooltip("Copies the weights that the selected joint has at all vertices")
            .when([paints_joints, paintable, joint_selected])
            .run(|cx| cx.copy_influence()),
        row(WeightJobAction::PasteInfluence, BETWEEN_JOINTS, "Paste weights onto joint")
            .tooltip("Gives the selected joint the copied weights of a joint; the others make up for it")
            .when([paints_joints, paintable, joint_selected])
            .requires(
                |view| view.session.character.weights.influence.is_some(),
                "no weights of a joint are copied",
            )
            .run(|cx| cx.ask_whole(Whole::PasteInfluence)),
    ]
}

fn has_other_mesh(view: &View<'_>) -> bool {
    BoundMesh::all(&view.document.character).len() > 1
}

fn has_clothes(view: &View<'_>) -> bool {
    !view.document.worn.is_empty()
}

const NO_CLOTHES: &str = "no clothes were bound with a body; do so by “Bind clothes with body”";

const BIND_FIRST: &str = "no mesh is bound to a skeleton; bind it first (menu Skeleton)";

fn has_brush(view: &View<'_>) -> WhyNot {
    match operation_of(&view.session.settings.brush, BrushModifiers::default()) {
        None => Some("choose a brush first"),
        Some(Operation::Smear) => Some("the Smear brush needs a stroke"),
        Some(_) => None,
    }
}

fn joint_for_brush(view: &View<'_>) -> WhyNot {
    let session = view.session;
    match session.settings.brush.tool.is_of_all_joints() || session.paints_numbers() {
        true => None,
        false => joint_selected(view),
    }
}

fn no_job(view: &View<'_>) -> WhyNot {
    character_open(view).or_else(|| unless(view.working.is_none(), "weights are being worked at"))
}

fn bindable(view: &View<'_>) -> WhyNot {
    let unbound = !meshes_without_skin(&view.document.character).is_empty();
    has_mesh(view)
        .or_else(|| unless(unbound, "every mesh is bound to a skeleton already"))
        .or_else(|| {
            unless(
                !joints_to_bind(view.document).is_empty(),
                "there are no joints; add some in Skeleton mode first (“Add joint…”)",
            )
        })
}

fn weighable(view: &View<'_>) -> WhyNot {
    let character = &view.document.character;
    if !has_skin(character) {
        return Some(BIND_FIRST);
    }
    let locks = &view.session.character.weights;
    let is_locked = |joint: &JointIndex| locks.is_locked(&character.rig.skeleton, *joint);
    let mut joints = character.rig.binds.iter().flat_map(|bind| bind.joints());
    unless(
        !joints.all(is_locked),
        "all joints are locked; unlock some (“Unlock all joints”)",
    )
}

impl Context<'_> {
    /// In Weights mode, wherever it is asked for: there the change is seen, and the tools stand that go on with it.
    fn ask_whole_mesh(&mut self, whole: Whole) {
        self.change_mode(Mode::Weights);
        self.ask_whole(whole);
    }
}
