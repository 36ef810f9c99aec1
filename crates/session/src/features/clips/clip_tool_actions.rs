//! Operations on the whole clip that is shown.

use rig::LayeredClip;

use crate::commands::actions::ClipToolAction;
use crate::commands::panel::Panel;
use crate::features::actions::conditions::unless;
use crate::features::actions::menus::CLIP;
use crate::features::actions::row::{ActionInfo, WhyNot, row};
use crate::features::view::View;
use crate::state::clips::mix_pad::mixable;

pub(crate) fn rows() -> Vec<ActionInfo> {
    let mut rows = of_clips();
    rows.extend(of_layers_and_mixes());
    rows
}

/// One clip, or two that become one.
fn of_clips() -> Vec<ActionInfo> {
    vec![
        row(ClipToolAction::MirrorClip, CLIP, "Mirror clip")
            .tooltip("Left and right change places in the whole clip, as a mirror shows it")
            .when([clip_has_keys])
            .run(|cx| cx.mirror_clip()),
        row(ClipToolAction::CloseLoop, CLIP, "Close loop…")
            .tooltip("Makes the clip end as it begins: by its last keys, or over a time that is asked for")
            .when([clip_has_keys])
            .run(|cx| cx.ask_to_close_loop()),
        row(ClipToolAction::WarpTime, CLIP, "Warp time…")
            .tooltip("Makes the clip, or a part of it, faster or slower, or eases it")
            .when([clip_has_keys])
            .run(|cx| cx.ask_to_warp_time()),
        row(ClipToolAction::RootMotion, CLIP, "Root motion…")
            .tooltip("Moves the motion over the ground from the hips to a root joint, or back, or drops it")
            .when([clip_has_keys])
            .run(|cx| cx.ask_for_root_motion()),
        row(ClipToolAction::JoinClips, CLIP, "Join clips…")
            .tooltip("Makes one clip of this one and another behind it, with a fade between them, that goes on over the ground")
            .when([clip_has_keys])
            .run(|cx| cx.ask_to_join_clips()),
        row(ClipToolAction::LayClip, CLIP, "Lay clip over…")
            .tooltip("Makes one clip of this one and another over it, that takes its place or is added to it")
            .when([clip_has_keys])
            .requires(
                |view| view.document.character.clips.len() > 1,
                "there is no other clip",
            )
            .run(|cx| cx.ask_to_lay_clip()),
    ]
}

/// Clips that are seen together, and what holds limbs.
fn of_layers_and_mixes() -> Vec<ActionInfo> {
    vec![
        row(ClipToolAction::AnimationLayers, CLIP, "Animation layers")
            .tooltip("Shows the layers over the clip, with their weights: clips that take its place or are added to it, and stay apart")
            .checked(|session| session.is_open(Panel::AnimationLayers))
            .run(|cx| cx.toggle(Panel::AnimationLayers)),
        row(ClipToolAction::NewLayer, CLIP, "New layer")
            .tooltip("An empty layer over the clip, for keys that are added to it")
            .when([clip_is_shown])
            .run(|cx| cx.new_layer()),
        row(ClipToolAction::MergeLayers, CLIP, "Merge layers")
            .tooltip("Makes one clip of the clip and the layers over it, with keys on each frame for the joints that they move")
            .when([clip_has_layers])
            .run(|cx| cx.merge_layers()),
        row(ClipToolAction::MixPad, CLIP, "Mix pad")
            .tooltip("Mixes up to eight clips by a mix point between them, to look at; nothing changes until the mix is kept")
            .checked(|session| session.is_open(Panel::MixPad))
            .requires(may_mix, "there are not two clips")
            .run(|cx| cx.toggle(Panel::MixPad)),
        row(ClipToolAction::KeepMix, CLIP, "Keep mix as clip")
            .tooltip("Makes a clip of what the mix pad shows, with keys on each frame")
            .requires(
                |view| view.session.mix_shown(view.document).is_some(),
                "the mix pad shows no mix",
            )
            .run(|cx| cx.keep_mix()),
        row(ClipToolAction::PlantFeet, CLIP, "Plant feet")
            .tooltip("Finds when feet stand in the clip, and holds them there, by turning the legs and letting the hips come down where a leg is too short")
            .when([clip_has_keys])
            .run(|cx| cx.plant_feet()),
        row(ClipToolAction::HoldPinsInClip, CLIP, "Hold pins in clip")
            .tooltip("Keys the joints above pins at every frame of their ranges, so that what is pinned stays where it is")
            .when([clip_has_pins])
            .run(|cx| cx.hold_pins_in_clip()),
    ]
}

fn clip_is_shown(view: &View<'_>) -> WhyNot {
    unless(view.session.playback.moment.is_some(), "no clip is shown")
}

/// An open pad can be closed, whatever became of the clips.
fn may_mix(view: &View<'_>) -> bool {
    let has_two = mixable(&view.document.character.clips).nth(1).is_some();
    has_two || view.session.is_open(Panel::MixPad)
}

fn clip_has_layers(view: &View<'_>) -> WhyNot {
    let clips = &view.document.character.clips;
    let moment = view.session.playback.moment;
    match moment.and_then(|moment| view.document.character.clip(moment.clip)) {
        None => Some("no clip is shown"),
        Some(clip) => unless(
            !LayeredClip::of(clip, clips).is_bare(),
            "no layer lies over the clip",
        ),
    }
}

fn clip_has_pins(view: &View<'_>) -> WhyNot {
    let Some(moment) = view.session.playback.moment else {
        return Some("no clip is shown");
    };
    let mut pins = view.document.pins.iter();
    let has_pins = pins.any(|pin| pin.is_of(Some(moment.clip)));
    unless(has_pins, "nothing is pinned in this clip")
}

fn clip_has_keys(view: &View<'_>) -> WhyNot {
    let moment = view.session.playback.moment;
    match moment.and_then(|moment| view.document.character.clip(moment.clip)) {
        None => Some("no clip is shown"),
        Some(clip) => unless(!clip.is_empty(), "the clip has no keys"),
    }
}
