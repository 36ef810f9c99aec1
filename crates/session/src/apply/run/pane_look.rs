//! Runs the choices for the active pane.

use rig::Method;
use scene::names::SIGNS;
use scene::view::pane_shows::Normals;

use crate::apply::Context;
use crate::commands::actions::PaneLookAction;

impl Context<'_> {
    pub(super) fn run_pane_look(&mut self, action: PaneLookAction) {
        let pane = self.session.comparing.active;
        let Some(&(mut shows)) = self.session.comparing.panes.get(pane) else {
            return;
        };
        let look = &mut shows.look;
        match action {
            PaneLookAction::NextMethod => look.method = next(&Method::ALL, look.method),
            PaneLookAction::PreviousMethod => {
                let mut backwards = Method::ALL;
                backwards.reverse();
                look.method = next(&backwards, look.method);
            }
            PaneLookAction::Method(name) => look.method = name.parse().unwrap_or_default(),
            PaneLookAction::NextSigns => look.signs = next(&SIGNS, look.signs),
            PaneLookAction::Signs(signs) => look.signs = signs,
            PaneLookAction::NextNormals => shows.normals = next(&Normals::ALL, shows.normals),
            PaneLookAction::Normals(normals) => shows.normals = normals,
        }
        self.set_pane(pane, shows);
    }
}

/// The one after `current`, after the last the first; the first too where `current` is not of the list.
fn next<T: Copy + Default + PartialEq>(all: &[T], current: T) -> T {
    let place = all.iter().position(|other| *other == current);
    let after = place.map_or(0, |place| place + 1);
    all.get(after).or(all.first()).copied().unwrap_or_default()
}
