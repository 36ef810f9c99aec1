//! Transform tools and the axes they work along, with their rows. `apply/run/tool.rs` runs them.

use super::{Menu, Row, row};
use crate::tools::tool::{Space, Tool};

/// Group of the pose menu: transforms that begin at once.
pub const OPERATORS_GROUP: u8 = 20;
/// Group of the pose menu: the gizmo.
pub const TOOLS_GROUP: u8 = 21;
/// Group of the pose menu: the axes of the gizmo.
pub const SPACES_GROUP: u8 = 22;

/// Transform tools and the axes they work along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolAction {
    /// Begins at once to move, rotate, scale or shear the selected joints.
    Operate(Tool),
    /// Chooses the gizmo.
    UseTool(Tool),
    /// Chooses the axes that tools work along.
    UseSpace(Space),
    /// Chooses the next axes: local, parent, global.
    NextSpace,
    /// Changes whether the end of the selected limb follows it or keeps its orientation.
    ToggleLimbEnd,
}

impl ToolAction {
    const ROWS: &'static [Row<Self>] = &[
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
        row(
            Menu::Pose,
            SPACES_GROUP,
            Self::NextSpace,
            "Next axes",
            "Local, parent and global axes in turn",
        ),
        row(
            Menu::Pose,
            TOOLS_GROUP,
            Self::ToggleLimbEnd,
            "Limb end: follow or keep orientation",
            "Whether the selected hand or foot follows its limb while that is dragged, or keeps its orientation",
        ),
    ];

    pub(super) fn rows() -> impl Iterator<Item = Row<Self>> {
        Self::ROWS.iter().cloned()
    }
}

const fn operator(tool: Tool, text: &'static str, tooltip: &'static str) -> Row<ToolAction> {
    let action = ToolAction::Operate(tool);
    row(Menu::Pose, OPERATORS_GROUP, action, text, tooltip)
}

const fn tool(tool: Tool, text: &'static str, tooltip: &'static str) -> Row<ToolAction> {
    let action = ToolAction::UseTool(tool);
    row(Menu::Pose, TOOLS_GROUP, action, text, tooltip)
}

const fn space(space: Space, text: &'static str, tooltip: &'static str) -> Row<ToolAction> {
    let action = ToolAction::UseSpace(space);
    row(Menu::Pose, SPACES_GROUP, action, text, tooltip)
}
