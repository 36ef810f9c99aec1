//! Clips, their time and playback, and keys of the pose.

use rig::{Clip, JointChannel, Repeat};
use scene::names::clip_name;

use crate::commands::actions::AnimateAction;
use crate::features::actions::conditions::{
    character_open, clip_shown, clip_shown_or_left, has_clips, joint_selected, unless,
};
use crate::features::actions::menus::{
    CLIP, PLAYBACK, REPETITION, RESET_POSE, SET_KEYS, TIMELINE, UNKEYED,
};
use crate::features::actions::row::{ActionInfo, WhyNot, flag, row};
use crate::features::pending::apply::KeyScope;
use crate::features::view::View;
use crate::state::clips::clip_renaming::ClipRenaming;
use crate::state::clips::command::ClipIntent;

#[expect(clippy::too_many_lines, reason = "a table: a row for each action")]
pub(crate) fn rows() -> Vec<ActionInfo> {
    vec![
        row(AnimateAction::BackToClip, RESET_POSE, "Back to clip")
            .tooltip("Shows the clip again that was set aside for your pose")
            .requires(clip_was_left, "no clip was left")
            .run(|cx| cx.back_to_clip()),
        row(AnimateAction::PlayPause, PLAYBACK, "Play or pause")
            .tooltip("Plays the clip, or stops it")
            .when([has_clips])
            .run(|cx| cx.play_or_pause()),
        row(AnimateAction::FirstFrame, PLAYBACK, "To the beginning")
            .tooltip("Moves to the beginning of the clip")
            .when([has_clips])
            .run(|cx| cx.seek(0.0)),
        row(AnimateAction::LastFrame, PLAYBACK, "To the end")
            .tooltip("Moves to the end of the clip")
            .when([has_clips])
            .run(|cx| cx.seek_end()),
        row(AnimateAction::PreviousFrame, PLAYBACK, "Previous frame")
            .tooltip("Moves to the frame before, as the dope sheet counts them")
            .when([has_clips])
            .run(|cx| cx.step_frame(false)),
        row(AnimateAction::NextFrame, PLAYBACK, "Next frame")
            .tooltip("Moves to the frame after, as the dope sheet counts them")
            .when([has_clips])
            .run(|cx| cx.step_frame(true)),
        row(AnimateAction::PreviousKey, PLAYBACK, "Previous key")
            .tooltip("Moves to the key before")
            .when([has_clips])
            .run(|cx| cx.step(false)),
        row(AnimateAction::NextKey, PLAYBACK, "Next key")
            .tooltip("Moves to the key after")
            .when([has_clips])
            .run(|cx| cx.step(true)),
        row(AnimateAction::ToggleLoop, REPETITION, "Loop")
            .tooltip("Begins the clip again at its end")
            .when([clip_shown_or_left])
            .checked(|session| matches!(session.playback.repeat, Repeat::Loop))
            .run(|cx| cx.toggle_repeat(Repeat::Loop)),
        row(AnimateAction::ReduceKeys, CLIP, "Reduce keys…")
            .tooltip("Removes keys; no vertex and no joint moves more than a tolerance in millimeters")
            .when([has_clips])
            .run(|cx| cx.ask_to_reduce_keys()),
        row(AnimateAction::PreviousClip, CLIP, "Previous clip")
            .tooltip("Shows the clip before")
            .when([has_clips, other_clip])
            .run(|cx| cx.other_clip(false)),
        row(AnimateAction::NextClip, CLIP, "Next clip")
            .tooltip("Shows the clip after")
            .when([has_clips, other_clip])
            .run(|cx| cx.other_clip(true)),
        row(AnimateAction::NewClip, CLIP, "New clip")
            .tooltip("Makes an empty clip of two seconds and shows it")
            .when([character_open])
            .run(|cx| cx.new_clip()),
        row(AnimateAction::NewClipFromPoses, CLIP, "New clip from poses")
            .tooltip("Makes a clip of the poses that the library shows: each one key, a second apart")
            .when([character_open])
            .requires(shows_poses, "the library shows no poses")
            .run(|cx| cx.new_clip_from_poses()),
        row(AnimateAction::DuplicateClip, CLIP, "Duplicate clip")
            .tooltip("Makes a copy of the clip and shows it")
            .when([character_open, clip_in_list])
            .run(|cx| cx.on_shown_clip(|clip, _| ClipIntent::Duplicate(clip.id()))),
        row(AnimateAction::RenameClip, CLIP, "Rename clip…")
            .tooltip("Gives the clip another name")
            .when([character_open, clip_in_list])
            .run(|cx| cx.on_shown_clip(|clip, _| ClipIntent::TypeName(Some(renaming(clip))))),
        row(AnimateAction::DeleteClip, CLIP, "Delete clip")
            .tooltip("Deletes the clip; undo brings it back")
            .when([character_open, clip_in_list])
            .run(|cx| cx.on_shown_clip(|clip, _| ClipIntent::Delete(clip.id()))),
        row(AnimateAction::MoveClipUp, CLIP, "Move clip up")
            .tooltip("Moves the clip one place up in the list")
            .when([character_open, clip_in_list])
            .requires(|view| shown_clip_index(view) != Some(0), "the clip is the first")
            .run(|cx| {
                cx.on_shown_clip(|clip, place| ClipIntent::Place(clip.id(), place.saturating_sub(1)));
            }),
        row(AnimateAction::MoveClipDown, CLIP, "Move clip down")
            .tooltip("Moves the clip one place down in the list")
            .when([character_open, clip_in_list])
            .requires(|view| shown_clip_index(view) != last_place(view), "the clip is the last")
            .run(|cx| cx.on_shown_clip(|clip, place| ClipIntent::Place(clip.id(), place + 1))),
        row(AnimateAction::KeySelected, SET_KEYS, "Key selected joints")
            .tooltip("Sets keys at this time for the selected joints: for channels that were posed or have keys, else for rotation. Without a clip, in a new one")
            .when([open_to_key])
            .run(|cx| cx.key(KeyScope::Selected)),
        row(AnimateAction::KeyMenu, SET_KEYS, "Key…")
            .tooltip("Lists what can be keyed, each with a letter; Enter keys the selected joints")
            .when([open_to_key])
            .run(|cx| cx.session.windows.key_menu ^= true),
        row(AnimateAction::KeyChanged, SET_KEYS, "Key unkeyed pose")
            .tooltip("Sets keys for the channels that were posed here and are not keyed")
            .when([has_unkeyed_here])
            .run(|cx| cx.key(KeyScope::Changed)),
        row(AnimateAction::KeyExisting, SET_KEYS, "Key channels with keys")
            .tooltip("Sets a key at this time for every channel that has keys")
            .when([clip_shown])
            .run(|cx| cx.key(KeyScope::Existing)),
        row(AnimateAction::KeyAllChannels, SET_KEYS, "Key all channels")
            .tooltip("Sets keys for translation, rotation, scale and shear of the selected joints")
            .when([joint_selected])
            .run(|cx| cx.key(KeyScope::All)),
        row(AnimateAction::KeyWholePose, SET_KEYS, "Key whole pose")
            .tooltip("Sets keys for all that is not at rest or has keys, of all joints")
            .when([open_to_key])
            .run(|cx| cx.key(KeyScope::WholePose)),
        row(AnimateAction::KeyRotation, SET_KEYS, "Key rotation")
            .tooltip("Sets keys for the rotation of the selected joints")
            .when([joint_selected])
            .run(|cx| cx.key(KeyScope::Channel(JointChannel::Rotation))),
        row(AnimateAction::KeyTranslation, SET_KEYS, "Key translation")
            .tooltip("Sets keys for the translation of the selected joints")
            .when([joint_selected])
            .run(|cx| cx.key(KeyScope::Channel(JointChannel::Translation))),
        row(AnimateAction::KeyScale, SET_KEYS, "Key scale")
            .tooltip("Sets keys for the scale of the selected joints")
            .when([joint_selected])
            .run(|cx| cx.key(KeyScope::Channel(JointChannel::Scale))),
        row(AnimateAction::KeyShear, SET_KEYS, "Key shear")
            .tooltip("Sets keys for the shear of the selected joints")
            .when([joint_selected])
            .run(|cx| cx.key(KeyScope::Channel(JointChannel::Shear))),
        row(AnimateAction::DeleteKeysHere, SET_KEYS, "Delete keys at this time")
            .tooltip("Deletes the keys at this time: of the selected joints, without a selection of all")
            .when([clip_shown])
            .run(|cx| cx.delete_keys_here()),
        row(AnimateAction::ToggleAutoKey, UNKEYED, "Auto-key")
            .tooltip("Sets keys for whatever is posed over a clip, at once")
            .when([open_to_key])
            .toggles(flag!(switches.auto_key)),
        row(AnimateAction::ToggleAutoKeyWhole, UNKEYED, "Auto-key whole poses")
            .tooltip("Auto-key sets keys for every channel that has some, too: for animation from pose to pose")
            .when([open_to_key])
            .toggles(flag!(switches.auto_key_whole)),
        row(AnimateAction::KeyAllPending, UNKEYED, "Key all unkeyed poses")
            .tooltip("Sets keys for everything that was posed over clips and is not keyed")
            .when([has_unkeyed])
            .run(|cx| cx.key_all_pending()),
        row(AnimateAction::KeepPending, UNKEYED, "Keep unkeyed pose")
            .tooltip("The pose shown becomes your pose, and the clip is set aside")
            .when([has_unkeyed_here])
            .run(|cx| cx.keep_pending()),
        row(AnimateAction::DiscardPending, UNKEYED, "Discard unkeyed pose")
            .tooltip("Shows the clip as it is keyed at this time")
            .when([has_unkeyed_here])
            .run(|cx| cx.discard_pending()),
        row(AnimateAction::DiscardAllPending, UNKEYED, "Discard all unkeyed poses")
            .tooltip("Shows all clips as they are keyed; undo brings the poses back")
            .when([has_unkeyed])
            .run(|cx| cx.discard_all_pending()),
        row(AnimateAction::NextPending, UNKEYED, "Next unkeyed pose")
            .tooltip("Shows the next pose that was made over a clip and is not keyed")
            .when([has_unkeyed])
            .run(|cx| cx.next_pending()),
        row(AnimateAction::ToggleSkinOverTime, TIMELINE, "Skin over time")
            .tooltip("Shows in the timeline what becomes of the skin along the clip, pane by pane: its volume, and how far it is from A")
            .checked(|session| session.settings.skin_over_time)
            .run(|cx| cx.toggle_skin_over_time()),
    ]
}

fn clip_was_left(view: &View<'_>) -> bool {
    let playback = &view.session.playback;
    playback.left.is_some() && playback.moment.is_none()
}

/// What is keyed without a clip goes into a new one.
fn open_to_key(view: &View<'_>) -> WhyNot {
    unless(!view.is_empty(), "no character is open")
}

fn other_clip(view: &View<'_>) -> WhyNot {
    let is_alone =
        view.document.character.clips.len() == 1 && view.session.playback.moment.is_some();
    unless(!is_alone, "there is no other clip")
}

fn clip_in_list(view: &View<'_>) -> WhyNot {
    unless(shown_clip_index(view).is_some(), "no clip is shown")
}

fn shown_clip_index(view: &View<'_>) -> Option<usize> {
    let shown = view.session.playback.moment?;
    let mut clips = view.document.character.clips.iter();
    clips.position(|clip| clip.id() == shown.clip)
}

fn last_place(view: &View<'_>) -> Option<usize> {
    view.document.character.clips.len().checked_sub(1)
}

fn shows_poses(view: &View<'_>) -> bool {
    let listed = view.session.library.unfolded_entries();
    listed.iter().any(|entry| entry.preset.is_some())
}

fn has_unkeyed_here(view: &View<'_>) -> WhyNot {
    let pending = &view.document.pending;
    let moment = view.session.playback.moment;
    let here = moment.and_then(|moment| pending.at(moment));
    unless(here.is_some(), "there is no unkeyed pose at this time")
}

fn has_unkeyed(view: &View<'_>) -> WhyNot {
    unless(
        !view.document.pending.is_empty(),
        "there is no unkeyed pose",
    )
}

fn renaming(clip: &Clip) -> ClipRenaming {
    ClipRenaming {
        clip: clip.id(),
        text: clip_name(clip),
    }
}
