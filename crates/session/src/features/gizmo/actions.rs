//! Transform tools and the axes they work along.

use rig::Limb;

use crate::commands::actions::ToolAction;
use crate::features::actions::conditions::{joint_selected, unless};
use crate::features::actions::menus::{AXES, TOOL, TRANSFORM};
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::mode::Mode;
use crate::state::gizmo::tool::{Space, Tool};

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        operator(
            Tool::Move,
            "Move now",
            "Moves what is selected with the pointer; X, Y, Z and numbers narrow it down",
        ),
        operator(
            Tool::Rotate,
            "Rotate now",
            "Turns what is selected with the pointer; X, Y, Z and numbers narrow it down",
        ),
        operator(
            Tool::Scale,
            "Scale now",
            "Scales what is selected with the pointer; X, Y, Z and numbers narrow it down",
        ),
        operator(
            Tool::Shear,
            "Shear now",
            "Shears what is selected with the pointer; X, Y, Z choose XY, YZ, ZX",
        ),
        tool(
            Tool::Select,
            "Select tool",
            "No gizmo: the pointer selects joints",
        ),
        tool(Tool::Move, "Move tool", "Arrows that move joints"),
        tool(Tool::Rotate, "Rotate tool", "Rings that turn joints"),
        tool(Tool::Scale, "Scale tool", "Handles that scale joints"),
        tool(
            Tool::Shear,
            "Shear tool",
            "Handles that shear joints: XY, YZ and ZX",
        ),
        tool(
            Tool::Limb,
            "Limb tool",
            "Drags hands and feet: elbows and knees bend; with Shift they turn about the limb",
        ),
        row(ToolAction::ToggleLimbEnd, TOOL, "Limb end: follow or keep orientation")
            .tooltip("Whether the selected hand or foot follows its limb while that is dragged, or keeps its orientation")
            .when([limb_selected])
            .run(|cx| cx.toggle_limb_end()),
        space(
            Space::Local,
            "Local axes",
            "Tools work along the joint's own axes, as it is posed",
        ),
        space(
            Space::Parent,
            "Parent axes",
            "Tools work along the axes of the joint's parent",
        ),
        space(
            Space::Global,
            "Global axes",
            "Tools work along the axes of the model",
        ),
        row(ToolAction::NextSpace, AXES, "Next axes")
            .tooltip("Local, parent and global axes in turn")
            .run(|cx| cx.session.space = cx.session.space.next()),
    ]
}

fn operator(tool: Tool, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(ToolAction::Operate(tool), TRANSFORM, text)
        .tooltip(tooltip)
        .when([drags_joints])
        .test(move |view| moves_in_mode(tool, view))
        .when([joint_selected])
        .run(move |cx| cx.operate(tool))
}

fn tool(tool: Tool, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(ToolAction::UseTool(tool), TOOL, text)
        .tooltip(tooltip)
        .test(move |view| moves_in_mode(tool, view))
        .checked(move |session| session.tool_in_use() == tool)
        .run(move |cx| match cx.session.mode {
            Mode::Skeleton => cx.session.rest_tools.tool = tool,
            Mode::Weights | Mode::Pose | Mode::Animate => cx.session.tool = tool,
        })
}

fn space(space: Space, text: &'static str, tooltip: &'static str) -> ActionInfo {
    row(ToolAction::UseSpace(space), AXES, text)
        .tooltip(tooltip)
        .checked(move |session| session.space == space)
        .run(move |cx| cx.session.space = space)
}

fn drags_joints(view: &View<'_>) -> WhyNot {
    let drags = view.session.mode.drags_joints();
    unless(drags, "joints are posed in Pose and Animate mode")
}

fn moves_in_mode(tool: Tool, view: &View<'_>) -> WhyNot {
    let moves = view.session.mode != Mode::Skeleton || tool.moves_rest();
    unless(moves, "in Skeleton mode joints are moved and rotated")
}

fn limb_selected(view: &View<'_>) -> WhyNot {
    let skeleton = &view.document.character.rig.skeleton;
    let active = view.session.character.selection.active();
    let limb = active.and_then(|joint| Limb::find_for_drag(skeleton, joint));
    unless(limb.is_some(), "no hand or foot is selected")
}
