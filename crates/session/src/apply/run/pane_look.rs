//! Runs the choices for the active pane.

use rig::Method;
use scene::names::SIGNS;
use scene::posed_character::Look;
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
            PaneLookAction::NextMethod => {
                *look = one(*look, next(&Method::ALL, look.method));
            }
            PaneLookAction::PreviousMethod => {
                let mut backwards = Method::ALL;
                backwards.reverse();
                *look = one(*look, next(&backwards, look.method));
            }
            PaneLookAction::Method(name) => {
                *look = one(*look, name.parse().unwrap_or_default());
            }
            PaneLookAction::PerMesh => look.per_mesh = !look.per_mesh,
            PaneLookAction::NextSigns => look.signs = next(&SIGNS, look.signs),
            PaneLookAction::Signs(signs) => look.signs = signs,
            PaneLookAction::NextNormals => shows.normals = next(&Normals::ALL, shows.normals),
            PaneLookAction::Normals(normals) => shows.normals = normals,
        }
        self.set_pane(pane, shows);
    }
}

/// A method for all meshes.
fn one(look: Look, method: Method) -> Look {
    Look {
        method,
        ..look.for_all()
    }
}

/// The one after `current`, after the last the first; the first too where `current` is not of the list.
fn next<T: Copy + Default + PartialEq>(all: &[T], current: T) -> T {
    let place = all.iter().position(|other| *other == current);
    let after = place.map_or(0, |place| place + 1);
    all.get(after).or(all.first()).copied().unwrap_or_default()
}
