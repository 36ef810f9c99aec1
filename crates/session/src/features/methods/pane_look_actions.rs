//! Method, signs and normals of the active pane.

use rig::Method;
use scene::corrective_smooth::CorrectiveSmooth;
use scene::names::{
    FIRST_PHASE_TITLE, FIRST_PHASE_TOOLTIP, PER_MESH_TOOLTIP, SIGNS, SMOOTH_TITLE, SMOOTH_TOOLTIP,
    TWIST_TITLE, TWIST_TOOLTIP, method_title, method_tooltip, signs_title, signs_tooltip,
};
use scene::posed_character::Look;
use scene::view::pane_shows::{Normals, PaneShows};

use crate::commands::actions::PaneLookAction;
use crate::features::Context;
use crate::features::actions::conditions::unless;
use crate::features::actions::menus::{METHOD, NORMALS, SIGN_ALIGNMENT};
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::session::Session;

/// By how much correctives get stronger or weaker at once, percent.
const STRENGTH_STEP: u8 = 25;

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    let mut rows = vec![
        row(PaneLookAction::NextMethod, METHOD, "Next method")
            .tooltip("Skins the active pane by the next method")
            .run(|cx| cx.change_look(|look| look.with_method(next(&Method::ALL, look.method)))),
        row(PaneLookAction::PreviousMethod, METHOD, "Previous method")
            .tooltip("Skins the active pane by the previous method")
            .run(|cx| {
                let mut backwards = Method::ALL;
                backwards.reverse();
                cx.change_look(|look| look.with_method(next(&backwards, look.method)));
            }),
        row(PaneLookAction::PerMesh, METHOD, "Method: Per mesh")
            .tooltip(PER_MESH_TOOLTIP)
            .checked(|session| active(session).look.per_mesh)
            .run(|cx| {
                cx.change_look(|look| Look {
                    per_mesh: !look.per_mesh,
                    ..look
                });
            }),
        row(PaneLookAction::FirstPhase, METHOD, FIRST_PHASE_TITLE)
            .tooltip(FIRST_PHASE_TOOLTIP)
            .when([method_has_phases])
            .checked(|session| active(session).look.shows_first_phase())
            .run(|cx| {
                cx.change_look(|look| Look {
                    first_phase: !look.first_phase,
                    ..look
                });
            }),
        row(PaneLookAction::SpreadTwists, METHOD, TWIST_TITLE)
            .tooltip(TWIST_TOOLTIP)
            .checked(|session| active(session).look.twist)
            .run(|cx| {
                cx.change_look(|look| Look {
                    twist: !look.twist,
                    ..look
                });
            }),
        row(PaneLookAction::CorrectiveSmooth, METHOD, SMOOTH_TITLE)
            .tooltip(SMOOTH_TOOLTIP)
            .checked(|session| active(session).look.smooth.is_some())
            .run(|cx| {
                cx.change_look(|look| Look {
                    smooth: match look.smooth {
                        Some(_) => None,
                        None => Some(CorrectiveSmooth::default()),
                    },
                    ..look
                });
            }),
        row(PaneLookAction::SmoothMore, METHOD, "Smooth surface more")
            .tooltip("Corrective smooth with twice the iterations; turns it on")
            .run(|cx| cx.change_iterations(|now| now.saturating_mul(2))),
        row(PaneLookAction::SmoothLess, METHOD, "Smooth surface less")
            .tooltip("Corrective smooth with half the iterations; turns it on")
            .run(|cx| cx.change_iterations(|now| now / 2)),
        row(PaneLookAction::SmoothBorders, METHOD, "Smooth borders too")
            .tooltip("Corrective smooth of vertices on borders of the surface too; turns it on")
            .checked(|session| {
                let smooth = active(session).look.smooth;
                smooth.is_some_and(|smooth| !smooth.pins_border)
            })
            .run(|cx| {
                cx.change_smooth(|smooth| CorrectiveSmooth {
                    pins_border: !smooth.pins_border,
                    ..smooth
                });
            }),
        row(
            PaneLookAction::WithoutCorrectives,
            METHOD,
            "Without correctives",
        )
        .tooltip(
            "Shows the active pane without the shapes that follow poses, to see what they correct",
        )
        .checked(|session| active(session).left_out >= 100)
        .run(|cx| {
            cx.change_shown(|shows| {
                shows.left_out = if shows.left_out >= 100 { 0 } else { 100 };
            });
        }),
        row(
            PaneLookAction::WeakerCorrectives,
            METHOD,
            "Weaker correctives",
        )
        .tooltip("Shows the shapes that follow poses by a quarter less in the active pane")
        .run(|cx| {
            cx.change_shown(|shows| {
                shows.left_out = shows.left_out.saturating_add(STRENGTH_STEP).min(100);
            });
        }),
        row(
            PaneLookAction::StrongerCorrectives,
            METHOD,
            "Stronger correctives",
        )
        .tooltip("Shows the shapes that follow poses by a quarter more in the active pane, up to all of them")
        .run(|cx| {
            cx.change_shown(|shows| {
                shows.left_out = shows.left_out.min(100).saturating_sub(STRENGTH_STEP);
            });
        }),
        row(
            PaneLookAction::NextSigns,
            SIGN_ALIGNMENT,
            "Next sign alignment",
        )
        .tooltip("Aligns signs in the active pane by the next rule")
        .when([method_has_signs])
        .run(|cx| {
            cx.change_look(|look| Look {
                signs: next(&SIGNS, look.signs),
                ..look
            });
        }),
        row(PaneLookAction::NextNormals, NORMALS, "Next normals")
            .tooltip("Lights the active pane by normals from the next source")
            .run(|cx| {
                cx.change_shown(|shows| shows.normals = next(&Normals::ALL, shows.normals));
            }),
    ];
    rows.extend(Method::ALL.map(|method| {
        let (action, text) = (PaneLookAction::Method(method.name()), method_title(method));
        row(action, METHOD, format!("Method: {text}"))
            .tooltip(method_tooltip(method))
            .checked(move |session| active(session).look.name() == method.name())
            .run(move |cx| cx.change_look(|look| look.with_method(method)))
    }));
    rows.extend(SIGNS.map(|signs| {
        let (action, text) = (PaneLookAction::Signs(signs), signs_title(signs));
        row(action, SIGN_ALIGNMENT, format!("Sign alignment: {text}"))
            .tooltip(signs_tooltip(signs))
            .when([method_has_signs])
            .checked(move |session| active(session).look.signs == signs)
            .run(move |cx| cx.change_look(|look| Look { signs, ..look }))
    }));
    rows.extend(Normals::ALL.map(|normals| {
        let (action, text) = (PaneLookAction::Normals(normals), normals.title());
        row(action, NORMALS, format!("Normals: {text}"))
            .tooltip(normals.tooltip())
            .checked(move |session| active(session).normals == normals)
            .run(move |cx| cx.change_shown(|shows| shows.normals = normals))
    }));
    rows
}

fn active(session: &Session) -> PaneShows {
    let comparing = &session.comparing;
    let shows = comparing.panes.get(comparing.active);
    shows.copied().unwrap_or_default()
}

fn method_has_signs(view: &View<'_>) -> WhyNot {
    let look = active(view.session).look;
    let has_signs = look.per_mesh || look.method.has_signs();
    unless(
        has_signs,
        "the method of the active pane has no signs to align",
    )
}

fn method_has_phases(view: &View<'_>) -> WhyNot {
    let look = active(view.session).look;
    unless(
        look.has_phases(),
        "the method of the active pane has no two phases",
    )
}

/// The one after `current`, after the last the first; the first too where `current` is not of the list.
fn next<T: Copy + Default + PartialEq>(all: &[T], current: T) -> T {
    let place = all.iter().position(|other| *other == current);
    let after = place.map_or(0, |place| place + 1);
    all.get(after).or(all.first()).copied().unwrap_or_default()
}

impl Context<'_> {
    fn change_look(&mut self, change: impl FnOnce(Look) -> Look) {
        self.change_shown(|shows| shows.look = change(shows.look));
    }

    /// Changes how often corrective smooth smooths: the usual times at first where it is off.
    fn change_iterations(&mut self, change: impl FnOnce(u8) -> u8) {
        self.change_smooth(|smooth| {
            CorrectiveSmooth {
                iterations: change(smooth.iterations),
                ..smooth
            }
            .clamped()
        });
    }

    /// Changes the corrective smooth of the active pane, which is on then.
    fn change_smooth(&mut self, change: impl FnOnce(CorrectiveSmooth) -> CorrectiveSmooth) {
        self.change_look(|look| Look {
            smooth: Some(change(look.smooth.unwrap_or_default())),
            ..look
        });
    }

    /// Changes what the active pane shows.
    fn change_shown(&mut self, change: impl FnOnce(&mut PaneShows)) {
        let pane = self.session.comparing.active;
        if let Some(&(mut shows)) = self.session.comparing.panes.get(pane) {
            change(&mut shows);
            self.set_pane(pane, shows);
        }
    }
}
