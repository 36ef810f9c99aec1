//! Runs the actions on the camera, the shading and the drawing of bones.

use scene::view::camera::Viewpoint;
use scene::view::joint_mark::BoneStyle;
use scene::view::shading::Shading;

use crate::apply::Context;
use crate::commands::actions::ViewAction;
use crate::files::settings::Change;
use crate::mode::Mode;

impl Context<'_> {
    pub(super) fn run_view(&mut self, action: ViewAction) {
        let session = &mut *self.session;
        let (switches, bones) = (&mut session.switches, &mut session.bones);
        match action {
            ViewAction::FrameSelection => self.frame_selection(),
            ViewAction::FrameAll => {
                self.end_visit();
                self.frame_all();
            }
            ViewAction::PreviousView => self.previous_view(),
            ViewAction::ViewFront => self.view_from(Viewpoint::Front),
            ViewAction::ViewBack => self.view_from(Viewpoint::Back),
            ViewAction::ViewSide => self.view_from(Viewpoint::Side),
            ViewAction::ViewRightSide => self.view_from(Viewpoint::RightSide),
            ViewAction::ViewTop => self.view_from(Viewpoint::Top),
            ViewAction::ViewBottom => self.view_from(Viewpoint::Bottom),
            ViewAction::ViewOpposite => self.view_opposite(),
            ViewAction::ViewThreeQuarter => self.view_from(Viewpoint::ThreeQuarter),
            ViewAction::ToggleOrthographic => self.toggle_perspective(),
            ViewAction::ToggleGrid => switches.grid ^= true,
            ViewAction::ToggleBones => switches.bones ^= true,
            ViewAction::ToggleWireframe => switches.wireframe ^= true,
            ViewAction::ToggleContact => {
                let settings = &mut session.settings;
                settings.change(Change::Contact(!settings.contact));
            }
            ViewAction::UseBackground(background) => self.use_background(background),
            ViewAction::NextBackground => self.next_background(),
            ViewAction::ToggleTheme => self.toggle_theme(),
            ViewAction::ToggleSkinOnDevice => switches.skin_on_device ^= true,
            // In Weights mode the key for joint colors toggles between them and weights.
            ViewAction::Shade(Shading::JointColors)
                if session.mode == Mode::Weights && session.shading == Shading::JointColors =>
            {
                session.shading = Shading::Weights;
            }
            ViewAction::Shade(shading) => session.shading = shading,
            ViewAction::NextShading => session.shading = next(session.shading),
            ViewAction::BonesOctahedral => bones.style = BoneStyle::Octahedral,
            ViewAction::BonesStick => bones.style = BoneStyle::Stick,
            ViewAction::ToggleBonesInFront => bones.in_front ^= true,
            ViewAction::ToggleBoneNames => bones.names ^= true,
            ViewAction::ToggleBoneAxes => bones.axes ^= true,
            ViewAction::ToggleBoneColors => bones.colors ^= true,
        }
    }
}

fn next(shading: Shading) -> Shading {
    let rest = Shading::ALL
        .into_iter()
        .skip_while(|&other| other != shading);
    rest.skip(1).chain(Shading::ALL).next().unwrap_or_default()
}
