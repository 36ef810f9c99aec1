//! Other files that are shown with the character.

use crate::commands::actions::PropAction;
use crate::commands::command::Panel;
use crate::document::props::{HoldWay, MOST_PROPS};
use crate::features::actions::conditions::{character_open, joint_selected, unless};
use crate::features::actions::menus::PROPS;
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::state::props::command::PropIntent;
use crate::state::props::dialog::PropAsked;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(PropAction::OpenProp, PROPS, "Attach prop…")
            .tooltip("Shows a second file with the character, such as a weapon, a hat or a chair, held by the selected joint")
            .when([character_open, has_room])
            .run(|cx| cx.ask_file::<PropAsked>()),
        row(PropAction::Props, PROPS, "Props")
            .tooltip("Lists the props, what holds them and where")
            .checked(|session| session.is_open(Panel::Props))
            .run(|cx| cx.toggle(Panel::Props)),
        row(PropAction::HoldProp, PROPS, "Hold prop by selected joint")
            .tooltip("From the shown time of the clip on the selected joint holds the prop, where it is now; without a clip always")
            .when([has_prop, joint_selected])
            .run(|cx| cx.hold_chosen_prop(HoldWay::Parent)),
        row(PropAction::ReleaseProp, PROPS, "Let go of prop")
            .tooltip("From the shown time of the clip on the prop stays in the world, where it is now; without a clip always")
            .when([has_prop])
            .run(|cx| cx.release_chosen_prop()),
        row(PropAction::CopyPositionToProp, PROPS, "Have prop copy position of selected joint")
            .tooltip("From the shown time of the clip on the prop moves as the joint does, and is not turned by it; without a clip always")
            .when([has_prop, joint_selected])
            .run(|cx| cx.hold_chosen_prop(HoldWay::Position)),
        row(PropAction::CopyRotationToProp, PROPS, "Have prop copy rotation of selected joint")
            .tooltip("From the shown time of the clip on the prop turns as the joint does, where it stands; without a clip always")
            .when([has_prop, joint_selected])
            .run(|cx| cx.hold_chosen_prop(HoldWay::Rotation)),
        row(PropAction::CopyPlaceToProp, PROPS, "Have prop copy both of selected joint")
            .tooltip("From the shown time of the clip on the prop moves and turns as the joint does, without swinging about it; without a clip always")
            .when([has_prop, joint_selected])
            .run(|cx| cx.hold_chosen_prop(HoldWay::PositionAndRotation)),
        row(PropAction::HoldByProp, PROPS, "Hold prop by another prop")
            .tooltip("From the shown time of the clip on the next prop of the list that can holds this one, where it is now; without a clip always")
            .when([has_prop, has_other_prop])
            .run(|cx| cx.hold_by_next_prop()),
        row(PropAction::AimProp, PROPS, "Aim prop at selected joint")
            .tooltip("From the shown time of the clip on what points to the joint now turns with it, while what holds the prop stays; without a clip always")
            .when([has_prop, joint_selected])
            .run(|cx| cx.aim_chosen_prop()),
        row(PropAction::StopAimingProp, PROPS, "Stop aiming prop")
            .tooltip("From the shown time of the clip on the prop is not aimed, and stays as it is held now; without a clip always")
            .when([has_prop, is_aimed])
            .run(|cx| cx.on_prop_intent(PropIntent::Aim(cx.chosen_prop(), None))),
        row(PropAction::HideProp, PROPS, "Hide or show prop")
            .tooltip("A hidden prop is not exported either")
            .when([has_prop])
            .run(|cx| cx.hide_chosen_prop()),
        row(PropAction::RemoveProp, PROPS, "Remove prop")
            .tooltip("Takes the prop away; its file stays")
            .when([has_prop])
            .run(|cx| cx.on_prop_intent(PropIntent::Remove(cx.chosen_prop()))),
    ]
}

fn has_prop(view: &View<'_>) -> WhyNot {
    unless(!view.document.props.is_empty(), "there is no prop")
}

fn has_other_prop(view: &View<'_>) -> WhyNot {
    unless(view.document.props.len() > 1, "there is only one prop")
}

fn is_aimed(view: &View<'_>) -> WhyNot {
    let chosen = view.session.chosen_prop(view.document);
    let holds = view.document.props.get(chosen).into_iter();
    let mut holds = holds.flat_map(|prop| prop.holds());
    unless(
        holds.any(|hold| hold.aim.is_some()),
        "the prop is not aimed",
    )
}

fn has_room(view: &View<'_>) -> WhyNot {
    unless(
        view.document.props.len() < MOST_PROPS,
        "there are as many props as can be",
    )
}
