//! Problems of weights, repairs, and the report.

use std::sync::Arc;

use crate::commands::actions::ProblemAction;
use crate::commands::command::Panel;
use crate::features::actions::conditions::{character_open, has_test_poses, unless};
use crate::features::actions::menus::{CHECKS, PROBLEMS};
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::settings::{Check, SettingChange};
use crate::state::problems::problem_list::{FixOrder, ProblemList, Step};
use crate::state::volume::volume_list::VolumeIntent;

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    let mut rows = vec![
        row(ProblemAction::NextProblem, PROBLEMS, "Next problem")
            .tooltip("Goes to the next problem of the weights: selects its vertices and its joint, and shows them")
            .when([character_open])
            .run(|cx| cx.step_problems(Step::Next)),
        row(ProblemAction::PreviousProblem, PROBLEMS, "Previous problem")
            .tooltip("Goes to the previous problem of the weights")
            .when([character_open])
            .run(|cx| cx.step_problems(Step::Previous)),
        row(ProblemAction::SelectUnpairedVertices, PROBLEMS, "Select vertices without partner")
            .tooltip("Selects the vertices that have no mirror image on the other side; mirroring does not change them")
            .when([character_open])
            .run(|cx| cx.step_problems(Step::Alone)),
        row(ProblemAction::FixProblem, PROBLEMS, "Fix problem")
            .tooltip("Fixes the problem that is shown, as one step; kept only if the weights are better then")
            .when([not_fixing])
            .requires(
                |view| view.session.character.problems.current.is_some(),
                "no problem is shown",
            )
            .requires(|view| current_list(view).is_some(), "the weights are being looked at again")
            .run(|cx| {
                let problems = &cx.session.character.problems;
                if let Some((list, place)) = problems.list.clone().zip(problems.current) {
                    cx.order_fix(FixOrder::one(list, place));
                }
            }),
        row(ProblemAction::FixAllProblems, PROBLEMS, "Fix all problems")
            .tooltip("Fixes all listed problems of the weights, as one step, kept only if they are better then; locked joints keep their weights")
            .when([not_fixing, problems_listed])
            .run(|cx| {
                if let Some(list) = cx.session.character.problems.list.clone() {
                    cx.order_fix(FixOrder::all(list));
                }
            }),
        row(ProblemAction::ToggleVolumeCheck, PROBLEMS, "Volume in test poses")
            .tooltip("Measures all test poses in the background; Problems lists where volume is lost or bulges")
            .when([has_volume_check])
            .checked(|session| session.character.volume.wanted)
            .run(|cx| cx.toggle_volume_check()),
        row(ProblemAction::NextVolumePlace, PROBLEMS, "Next volume problem")
            .tooltip("Shows the next place where a test pose loses volume or bulges, in that pose")
            .when([volume_place_listed])
            .run(|cx| cx.next_volume_place()),
        row(ProblemAction::SmoothVolumePlace, PROBLEMS, "Smooth volume problem")
            .tooltip("Tries smoother weights at the place of a test pose that is shown, and keeps what helps there and harms less elsewhere")
            .when([volume_place_shown])
            .run(|cx| cx.at_volume_place(VolumeIntent::Smooth)),
        row(ProblemAction::BlendVolumePlace, PROBLEMS, "Set blend map at volume problem")
            .tooltip("Tries dual quaternions and linear blending at the place of a test pose that is shown, and keeps what helps there and harms less elsewhere")
            .when([volume_place_shown])
            .run(|cx| cx.at_volume_place(VolumeIntent::Blend)),
        row(ProblemAction::ToggleReport, PROBLEMS, "Report on character")
            .tooltip("Measures weights, volume, stretch, normals, flips and differences over all clips and a range of motion; lists the worst places")
            .when([character_open])
            .checked(|session| session.is_open(Panel::Report))
            .run(|cx| cx.toggle_report()),
        row(ProblemAction::ToggleAdvice, PROBLEMS, "What should I use?")
            .tooltip("Finds for each mesh the cheapest set-up that holds its range of motion for an engine: method, weights, twist joints or helpers")
            .when([character_open])
            .checked(|session| session.is_open(Panel::Advice))
            .run(|cx| cx.toggle_advice()),
    ];
    rows.extend(Check::ALL.map(|check| {
        let action = ProblemAction::ToggleCheck(check);
        row(action, CHECKS, format!("Check: {}", check.name()))
            .tooltip(check.tooltip())
            .checked(move |session| session.settings.checks.looks_for(check))
            .run(move |cx| {
                let checks = cx.session.settings.checks.with_toggled(check);
                cx.session.settings.change(SettingChange::Checks(checks));
            })
    }));
    rows
}

/// The list of problems, unless weights were edited since.
fn current_list<'a>(view: &View<'a>) -> Option<&'a Arc<ProblemList>> {
    let problems = &view.session.character.problems;
    problems.list_of(&view.document.character, &view.session.settings.checks)
}

fn not_fixing(view: &View<'_>) -> WhyNot {
    let order = view.session.character.problems.order.as_ref();
    unless(order.is_none(), "problems are being fixed")
}

fn problems_listed(view: &View<'_>) -> WhyNot {
    match current_list(view) {
        None => Some("the weights are not looked at yet"),
        Some(list) => unless(!list.entries.is_empty(), "there are no problems"),
    }
}

/// Switching off is always possible.
fn has_volume_check(view: &View<'_>) -> WhyNot {
    match view.session.character.volume.wanted {
        true => None,
        false => has_test_poses(view),
    }
}

fn volume_place_listed(view: &View<'_>) -> WhyNot {
    let list = view.session.character.volume.list.as_ref();
    let has_places = list.is_some_and(|list| !list.places.is_empty());
    unless(has_places, "no place of a test pose is listed")
}

fn volume_place_shown(view: &View<'_>) -> WhyNot {
    let shown = view.session.character.volume.current();
    unless(shown.is_some(), "no place of a test pose is shown")
}
