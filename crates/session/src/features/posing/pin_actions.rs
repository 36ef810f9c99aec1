//! Pins of joints.

use crate::commands::actions::PinAction;
use crate::document::Document;
use crate::features::actions::conditions::{joint_selected, unless};
use crate::features::actions::menus::PINS;
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::session::Session;

pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(PinAction::PinJoint, PINS, "Pin joint")
            .tooltip("Holds the selected joints where they are while others are posed; over a clip for the selected keys, else the part that is played, else the whole clip")
            .when([joint_selected])
            .run(|cx| cx.pin_selected()),
        row(PinAction::PinToJoint, PINS, "Pin to joint")
            .tooltip("Holds the joint selected last where it is beside the one selected before it, so that it goes along with that")
            .when([two_joints_selected])
            .run(|cx| cx.pin_to_joint()),
        row(PinAction::PinToProp, PINS, "Pin to prop")
            .tooltip("Holds the joint selected last where it is on the prop, so that it goes along with what carries that: a second hand on a sword")
            .when([joint_selected, has_prop])
            .run(|cx| cx.pin_to_prop()),
        row(PinAction::PinSkinPoint, PINS, "Pin point of the skin")
            .tooltip("Holds the vertex that is pinned in the inspector where it is, as a point of the joint that moves it most: a toe, a heel, an elbow on a table")
            .requires(
                |view| view.session.character.pointing.pinned.is_some(),
                "no vertex is pinned in the inspector",
            )
            .run(|cx| cx.pin_skin_point()),
        row(PinAction::UnpinJoints, PINS, "Unpin")
            .tooltip("Lets go of the selected joints; nothing moves")
            .when([joint_selected, selected_is_pinned])
            .run(|cx| cx.unpin_selected()),
        row(PinAction::TogglePinOrientation, PINS, "Hold orientation too")
            .tooltip("Whether the pins of the selected joints hold how these are turned, as they do with feet from the beginning")
            .when([joint_selected, selected_is_pinned])
            .checked_with(holds_orientation)
            .run(|cx| cx.toggle_pin_orientation()),
        row(PinAction::RemoveAllPins, PINS, "Remove all pins")
            .tooltip("Lets go of all pinned joints, in all clips; nothing moves")
            .when([any_pin])
            .run(|cx| cx.remove_all_pins()),
    ]
}

fn has_prop(view: &View<'_>) -> WhyNot {
    unless(!view.document.props.is_empty(), "there is no prop")
}

fn two_joints_selected(view: &View<'_>) -> WhyNot {
    let count = view.session.character.selection.joints().len();
    unless(
        count > 1,
        "select the joint that it goes with, then the one to pin too",
    )
}

fn selected_is_pinned(view: &View<'_>) -> WhyNot {
    let pinned = selected_pins(view.document, view.session).next();
    unless(pinned.is_some(), "no selected joint is pinned here")
}

fn selected_pins<'a>(
    document: &'a Document,
    session: &'a Session,
) -> impl Iterator<Item = &'a crate::document::pins::JointPin> {
    let clip = session.playback.moment.map(|moment| moment.clip);
    let joints = session.character.selection.joints();
    let pins = document.pins.iter();
    pins.filter(move |pin| joints.contains(&pin.joint) && pin.is_of(clip))
}

fn holds_orientation(document: &Document, session: &Session) -> bool {
    let mut pins = selected_pins(document, session).peekable();
    pins.peek().is_some() && pins.all(|pin| pin.holds_orientation)
}

fn any_pin(view: &View<'_>) -> WhyNot {
    unless(!view.document.pins.is_empty(), "nothing is pinned")
}
