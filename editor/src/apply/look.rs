//! What surfaces show, and how bones are drawn.

use super::Bench;
use crate::command::Action;
use crate::mode::Mode;
use crate::settings::Change;
use scene::view::joint_mark::BoneStyle;
use scene::view::shading::Shading;

impl Bench<'_> {
    pub(super) fn run_look(&mut self, action: Action) {
        let session = &mut *self.session;
        let bones = &mut session.bones;
        match action {
            // Where one works at weights, the key of the one view leads back to the other.
            Action::Shade(Shading::JointColors)
                if session.mode == Mode::Weights && session.shading == Shading::JointColors =>
            {
                session.shading = Shading::Weights;
            }
            Action::Shade(shading) => session.shading = shading,
            Action::NextShading => session.shading = next(session.shading),
            Action::ToggleContact => {
                let settings = &mut session.settings;
                settings.change(Change::Contact(!settings.contact));
            }
            Action::ToggleWireframe => session.switches.wireframe ^= true,
            Action::BonesOctahedral => bones.style = BoneStyle::Octahedral,
            Action::BonesStick => bones.style = BoneStyle::Stick,
            Action::ToggleBonesInFront => bones.in_front ^= true,
            Action::ToggleBoneNames => bones.names ^= true,
            Action::ToggleBoneAxes => bones.axes ^= true,
            Action::ToggleBoneColors => bones.colors ^= true,
            other => self.run_library(other),
        }
    }
}

fn next(shading: Shading) -> Shading {
    let rest = Shading::ALL
        .into_iter()
        .skip_while(|&other| other != shading);
    rest.skip(1).chain(Shading::ALL).next().unwrap_or_default()
}
