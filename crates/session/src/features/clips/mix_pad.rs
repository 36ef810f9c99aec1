//! The mix pad: clips mixed in the panes to look at, and the mix kept as a clip.

use rig::{Clip, ClipId, LayeredClip};
use scene::deform::base_pose;
use scene::names::clip_name;

use crate::commands::command::Panel;
use crate::document::moment::Moment;
use crate::features::Context;
use crate::state::clips::mix_pad::{
    CORNERS, MixIntent, MixShown, SetAside, corner_places, mixable, nearest_within,
};
use crate::state::clips::names::{free_name, with_name};
use crate::state::problems::problem_list::pluralize;

/// Clips that are proposed first.
const PROPOSED: usize = 4;
/// Why nothing is posed meanwhile.
pub(in crate::features) const MIXED: &str =
    "The mix of clips is to look at: keep it as a clip, or close the mix pad, to pose.";

impl Context<'_> {
    /// After the pad was opened or closed.
    pub(in crate::features) fn follow_mix_pad(&mut self) {
        if self.session.is_open(Panel::MixPad) {
            self.begin_mix();
        } else {
            self.end_mix();
        }
    }

    /// Begins with what is shown: the mix point lies on the clip at work, so that nothing moves yet.
    fn begin_mix(&mut self) {
        let clips = self.document.character.clips.to_vec();
        let before = self.session.playback.clone();
        if before.moment.is_none()
            && let Some(moment) = self.way_in()
        {
            self.show_moment(moment);
        }
        let Some(shown) = self.clip_at_work() else {
            return;
        };
        let below = LayeredClip::of(&shown, &clips).below().id();
        let pad = &mut self.session.character.mix_pad;
        let corners = pad.corners(&clips);
        if !corners.contains(&below) && corners.len() < *CORNERS.end() {
            pad.chosen.push(below);
        }
        let corners = pad.corners(&clips);
        if !corners.contains(&below) || corners.len() < *CORNERS.start() {
            pad.chosen = proposed(&clips, below);
        }
        let corners = pad.corners(&clips);
        let places = corner_places(corners.len());
        let at = corners.iter().position(|&corner| corner == below);
        if let Some(&place) = at.and_then(|at| places.get(at)) {
            pad.point = place;
        }
        pad.own_pose = before.moment.is_none().then_some(SetAside {
            shown: shown.id(),
            left: before.left,
        });
    }

    /// Goes back to the user's own pose, if that was shown before and no other clip was chosen since.
    fn end_mix(&mut self) {
        let Some(aside) = self.session.character.mix_pad.own_pose.take() else {
            return;
        };
        let moment = self.session.playback.moment;
        if moment.is_some_and(|moment| moment.clip == aside.shown) {
            let character = &self.document.character;
            let is_there = |left: &Moment| character.clip(left.clip).is_some();
            self.session.playback.leave_clip();
            self.session.playback.left = aside.left.filter(is_there);
        }
    }

    pub(super) fn on_mix_intent(&mut self, intent: MixIntent) {
        let clips = &self.document.character.clips;
        let pad = &mut self.session.character.mix_pad;
        match intent {
            MixIntent::Choose(clip, false) => pad.chosen.retain(|chosen| *chosen != clip),
            MixIntent::Choose(clip, true) => {
                // Those that are gone stand in nobody's way.
                let count = pad.corners(clips).len();
                if count >= *CORNERS.end() {
                    let text = format!("At most {count} clips are mixed: take one out first.");
                    return self.say(&text);
                }
                if !pad.chosen.contains(&clip) {
                    pad.chosen.push(clip);
                }
            }
            MixIntent::MovePoint(place) => {
                let corners = corner_places(pad.corners(clips).len());
                pad.point = nearest_within(&corners, place);
            }
            MixIntent::Pace(pace) => pad.pace = pace,
        }
    }

    /// Says that nothing is posed while a mix is shown; whether one is.
    pub(in crate::features) fn is_kept_by_mix(&mut self) -> bool {
        let is_mixed = self.session.mix_shown(self.document).is_some();
        if is_mixed {
            self.say(MIXED);
        }
        is_mixed
    }

    /// What is seen becomes a clip behind the one at work, with keys on the frames of the sheet; the pad closes, and the clip is shown.
    pub(in crate::features) fn keep_mix(&mut self) {
        let (Some(shown), Some(moment)) = (self.clip_at_work(), self.session.playback.moment)
        else {
            return;
        };
        let Some(mixed) = self.session.mix_shown(self.document) else {
            return;
        };
        let character = &self.document.character;
        let Some(mix) = mixed.mix(character, shown.id()) else {
            return;
        };
        let parts: Vec<ClipId> = taking_part(&mixed).collect();
        let clips = character.clips.to_vec();
        let names = parts.iter().filter_map(|&part| character.clip(part));
        let name = names.map(clip_name).collect::<Vec<_>>().join(" + ");
        let step = format!("Keep mix of {name}");
        let (base, id) = (base_pose(character), self.free_clip_id());
        let baked = mix.baked(&character.rig.skeleton, &base, id, self.merge_rate());
        let baked = match baked {
            Ok(baked) => baked.with_repeat(shown.repeat()),
            Err(error) => return self.refuse_clip(&step, &error.to_string()),
        };
        let mix_ends = baked.duration();
        let baked = with_name(&baked, free_name(&clips, &name));
        let mut after = clips;
        let place = after.iter().position(|clip| clip.id() == shown.id());
        after.insert(place.map_or(after.len(), |place| place + 1), baked);
        self.commit_clips(&step, after);
        self.session.character.mix_pad.own_pose = None;
        let open = &mut self.session.windows.open;
        open.retain(|panel| *panel != Panel::MixPad);
        let time = moment.time.min(mix_ends);
        self.session.playback.show(Moment { clip: id, time });
        let pending = &self.document.pending;
        let n_poses: usize = parts.iter().map(|&of| pending.of_clip(of).count()).sum();
        if n_poses > 0 {
            let poses = pluralize(n_poses, "unkeyed pose is", "unkeyed poses are");
            self.say(&format!("{poses} not in it: keys alone are mixed."));
        }
    }
}

/// The clip at work and those that follow it in the list.
fn proposed(clips: &[Clip], first: ClipId) -> Vec<ClipId> {
    let all: Vec<ClipId> = mixable(clips).map(Clip::id).collect();
    let place = all.iter().position(|&id| id == first).unwrap_or(0);
    let in_turn = all.iter().cycle().skip(place).take(all.len());
    in_turn.take(PROPOSED).copied().collect()
}

/// The clips that have a share.
fn taking_part(mix: &MixShown) -> impl Iterator<Item = ClipId> + '_ {
    let parts = mix.shares.iter().filter(|of| of.share > 0.0);
    parts.map(|of| of.clip)
}
