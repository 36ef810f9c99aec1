//! Tools that pose: the actions and their rows. `apply/run/tool.rs` carries them out.

use super::{Menu, Row, row};
use crate::tools::tool::{Space, Tool};

/// The group of the pose menu that begins to move, turn, scale or shear.
pub const OPERATORS_GROUP: u8 = 20;
/// The group that chooses a gizmo.
pub const TOOLS_GROUP: u8 = 21;
/// The group that chooses whose axes it has.
pub const SPACES_GROUP: u8 = 22;

/// Tools that pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ToolAction {
    /// Begins at once to move, turn, scale or shear what is selected.
    Operate(Tool),
    /// Chooses what a drag on the gizmo does.
    UseTool(Tool),
    /// Chooses whose axes tools work along.
    UseSpace(Space),
    /// The next of them.
    NextSpace,
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
