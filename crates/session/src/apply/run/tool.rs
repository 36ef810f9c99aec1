//! Runs the actions that begin or choose a transform tool.

use crate::apply::Context;
use crate::commands::actions::ToolAction;
use crate::mode::Mode;

impl Context<'_> {
    pub(super) fn run_tool(&mut self, action: ToolAction) {
        let session = &mut *self.session;
        match action {
            ToolAction::Operate(tool) => self.operate(tool),
            ToolAction::UseTool(tool) if session.mode == Mode::Skeleton => {
                session.rest_tools.tool = tool;
            }
            ToolAction::UseTool(tool) => session.tool = tool,
            ToolAction::UseSpace(space) => session.space = space,
            ToolAction::NextSpace => session.space = session.space.next(),
            ToolAction::ToggleLimbEnd => self.toggle_limb_end(),
        }
    }
}
