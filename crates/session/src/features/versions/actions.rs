//! Versions of the weights that panes show.

use scene::view::pane_shows::PaneWeights;

use crate::commands::actions::VersionAction;
use crate::document::versions::MOST_KEPT;
use crate::features::actions::conditions::{character_open, unless};
use crate::features::actions::menus::VERSIONS;
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::state::versions::dialog::VersionAsked;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(VersionAction::CompareEngine, VERSIONS, "Compare with an engine")
            .tooltip("Shows in the other pane what most engines show: linear blending with the four largest influences of each vertex, and scale passed on to children")
            .when([character_open])
            .checked(|session| session.comparing.compares_engine())
            .run(|cx| cx.compare_engine()),
        row(VersionAction::CompareOpened, VERSIONS, "Compare with weights as opened")
            .tooltip("Shows pane A in the other pane with the weights as they were opened: after beside before")
            .when([character_open])
            .checked(|session| session.comparing.compares_weights(PaneWeights::Opened))
            .run(|cx| cx.compare_weights(PaneWeights::Opened)),
        row(VersionAction::CompareBeforeChange, VERSIONS, "Compare with weights before last change")
            .tooltip("Shows pane A in the other pane with the weights before the last step that changed them")
            .when([character_open])
            .requires(
                |view| view.history.last_change(view.document).is_some(),
                "no step has changed the weights",
            )
            .run(|cx| cx.compare_before_change()),
        row(VersionAction::KeepWeights, VERSIONS, "Keep weights for comparison")
            .tooltip("Keeps the current weights as a version that panes can show; projects save it")
            .when([character_open])
            .requires(
                |view| view.session.character.versions.staying() < MOST_KEPT,
                "twenty are kept; forget one first",
            )
            .run(|cx| cx.keep_weights()),
        row(VersionAction::CompareKept, VERSIONS, "Compare with kept weights")
            .tooltip("Shows pane A in the other pane with the weights that were kept last")
            .when([character_open])
            .requires(|view| view.session.character.versions.last_kept().is_some(), "none are kept")
            .run(|cx| cx.compare_kept()),
        row(VersionAction::CompareFile, VERSIONS, "Compare with weights of a file…")
            .tooltip("Shows pane A in the other pane with the weights of a weight file, or of another model of the same mesh")
            .when([character_open])
            .requires(
                |view| view.session.file_dialogs.version.busy.is_none(),
                "a file is being read",
            )
            .run(|cx| cx.ask_file::<VersionAsked>()),
        row(VersionAction::CompareBaked, VERSIONS, "Compare with baked character")
            .tooltip("Shows what was baked in the other pane, as engines show it, and in pane A the method it was baked from; before it is written")
            .when([character_open, baked_fits])
            .checked(|session| session.comparing.compares_weights(PaneWeights::Baked))
            .run(|cx| cx.compare_baked()),
        row(VersionAction::NextWeights, VERSIONS, "Next version of weights")
            .tooltip("Shows the next version in the active pane: as opened, kept ones, and the current weights again")
            .when([character_open])
            .run(|cx| cx.next_weights()),
        row(VersionAction::ForgetWeights, VERSIONS, "Forget kept weights")
            .tooltip("Forgets the kept weights that the active pane shows")
            .when([character_open, shows_kept])
            .run(|cx| cx.forget_active_weights()),
    ]
}

/// What stays of an earlier bake can be taken away, whether or not it still fits.
fn baked_fits(view: &View<'_>) -> WhyNot {
    let Some(baked) = view.session.character.versions.last_bake() else {
        return Some("nothing is baked: Bake to linear blending comes first");
    };
    let comparing = &view.session.comparing;
    let fits = baked.fits(view.document) || comparing.compares_weights(PaneWeights::Baked);
    unless(fits, "skeleton or mesh were edited after the bake")
}

fn shows_kept(view: &View<'_>) -> WhyNot {
    let comparing = &view.session.comparing;
    let shows = comparing.panes.get(comparing.active);
    let is_kept = shows.is_some_and(|shows| matches!(shows.weights, PaneWeights::Kept(_)));
    unless(is_kept, "the active pane shows no kept weights")
}
