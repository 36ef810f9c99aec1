//! Other files that are shown with the character.

use crate::commands::actions::PropAction;
use crate::commands::command::Panel;
use crate::document::props::{Holder, MOST_PROPS};
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
            .run(|cx| cx.hold_chosen_prop()),
        row(PropAction::ReleaseProp, PROPS, "Let go of prop")
            .tooltip("From the shown time of the clip on the prop stays in the world, where it is now; without a clip always")
            .when([has_prop])
            .run(|cx| cx.on_prop_intent(PropIntent::Hold(cx.chosen_prop(), Holder::World))),
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

fn has_room(view: &View<'_>) -> WhyNot {
    unless(
        view.document.props.len() < MOST_PROPS,
        "there are as many props as can be",
    )
}
