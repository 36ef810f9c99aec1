//! Commands of the view menu.

use super::Bench;
use crate::command::Action;
use crate::deform::{Look, deform};
use crate::render::{Bounds, Viewpoint};
use crate::shown::{bounds_around, bounds_of, current_pose};

impl Bench<'_> {
    /// Says whether the action was one of these.
    pub(super) fn run_view(&mut self, action: Action) -> bool {
        let session = &mut *self.session;
        let switches = &mut session.switches;
        match action {
            Action::ToggleGrid => switches.grid ^= true,
            Action::ToggleBones => switches.bones ^= true,
            Action::ToggleHeatmap => switches.heatmap ^= true,
            Action::ToggleRest => switches.rest ^= true,
            Action::ToggleTheme => switches.light ^= true,
            Action::NextBackground => switches.background = switches.background.next(),
            Action::SwapPanes => session.looks.swap(0, 1),
            Action::ViewFront => session.camera = session.camera.viewed_from(Viewpoint::Front),
            Action::ViewSide => session.camera = session.camera.viewed_from(Viewpoint::Side),
            Action::ViewTop => session.camera = session.camera.viewed_from(Viewpoint::Top),
            Action::ViewThreeQuarter => {
                session.camera = session.camera.viewed_from(Viewpoint::ThreeQuarter)
            }
            Action::FrameAll => self.frame_all(),
            Action::FrameSelection => self.frame_selection(),
            _ => return false,
        }
        true
    }

    fn frame_all(&mut self) {
        let pose = current_pose(self.document, self.session);
        let character = &self.document.character;
        let deformed =
            deform(character, &pose, &self.document.reach, Look::default()).unwrap_or_default();
        let mut bounds = bounds_of(&deformed);
        if bounds.is_empty() {
            bounds =
                Bounds::from_points(self.frames().iter().map(|frame| frame.translation.into()));
        }
        self.frame(&bounds);
    }

    fn frame_selection(&mut self) {
        match self.session.selected {
            Some(joint) => {
                let bounds = bounds_around(&self.document.character, &self.frames(), joint);
                self.frame(&bounds);
            }
            None => self.frame_all(),
        }
    }

    fn frame(&mut self, bounds: &Bounds) {
        self.session.camera = self.session.camera.framed(bounds, self.session.pane_aspect);
    }
}
