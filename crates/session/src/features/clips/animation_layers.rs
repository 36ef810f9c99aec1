//! Layers over clips: new ones, changed ones, and all of them merged.

use rig::{AnimationLayer, Clip, ClipEdit, ClipId, ClipLayer, LayeredClip};
use scene::deform::base_pose;
use scene::names::clip_name;

use crate::document::gesture::Gesture;
use crate::document::moment::Moment;
use crate::features::Context;
use crate::state::clips::animation_layers::{
    AnimationLayerChange, AnimationLayerIntent, changed, layers_over,
};
use crate::state::clips::clip_tools::LayChoice;
use crate::state::clips::names::free_name;
use crate::state::clips::whole_clip::with_only_clips;
use crate::state::problems::problem_list::pluralize;

impl Context<'_> {
    /// An empty layer over the clip that is shown, or over the one that this lies over; it is shown, and gets the keys from now on.
    pub(in crate::features) fn new_layer(&mut self) {
        let Some((below, clips)) = self.bottom_shown() else {
            return;
        };
        let id = self.free_clip_id();
        let name = free_name(&clips, &format!("{} layer", clip_name(&below)));
        let layer = AnimationLayer::new(below.id(), ClipLayer::AddedToRest, 1.0);
        let new = Clip::new(id, Some(name), below.duration())
            .with_repeat(below.repeat())
            .with_layer(Some(layer));
        let step = format!("New layer over {}", clip_name(&below));
        self.insert_layer(&step, new, (&below, clips));
    }

    /// Puts a layer above those that are there, and shows it at the time that is shown.
    fn insert_layer(&mut self, step: &str, layer: Clip, (below, mut clips): (&Clip, Vec<Clip>)) {
        let id = layer.id();
        let is_part = |clip: &Clip| {
            clip.id() == below.id() || clip.layer().is_some_and(|layer| layer.over == below.id())
        };
        let last = clips.iter().rposition(is_part);
        clips.insert(last.map_or(clips.len(), |last| last + 1), layer);
        let time = self.session.playback.moment.map_or(0.0, |now| now.time);
        self.commit_clips(step, clips);
        self.session.playback.show(Moment { clip: id, time });
    }

    /// Why places of a clip cannot be held by its keys alone; none where it is seen by itself.
    pub(super) fn why_not_alone(&self, clip: &Clip) -> Option<&'static str> {
        let seen = LayeredClip::of(clip, &self.document.character.clips);
        let is_alone = seen.is_bare() && seen.below().id() == clip.id();
        (!is_alone).then_some("it is seen with layers; merge them first, or mute them")
    }

    /// The clip at the bottom of what is shown, and all clips.
    fn bottom_shown(&self) -> Option<(Clip, Vec<Clip>)> {
        let clips = self.document.character.clips.to_vec();
        let moment = self.session.playback.moment?;
        let shown = clips.iter().find(|clip| clip.id() == moment.clip)?;
        let below = LayeredClip::of(shown, &clips).below().clone();
        Some((below, clips))
    }

    /// Another clip becomes a layer over the one that is shown, and stays apart.
    pub(super) fn lay_apart(&mut self, choice: LayChoice) {
        let Some((below, mut clips)) = self.bottom_shown() else {
            return;
        };
        let Some(place) = clips.iter().position(|clip| clip.id() == choice.clip) else {
            return;
        };
        let step = format!(
            "Lay {} over {}",
            clip_name(&clips[place]),
            clip_name(&below)
        );
        let selected = self.session.character.selection.joints();
        let refused = if choice.clip == below.id() {
            Some("a clip does not lie over itself".to_owned())
        } else if let Some(why) = choice.why_not(selected.len()) {
            Some(why.to_owned())
        } else if !layers_over(choice.clip, &clips).is_empty() {
            Some("it has layers of its own; merge them first".to_owned())
        } else {
            None
        };
        if let Some(why) = refused {
            return self.refuse_clip(&step, &why);
        }
        let joints = choice
            .only_selected
            .then(|| selected.iter().copied().collect());
        let layer = AnimationLayer {
            joints,
            ..AnimationLayer::new(below.id(), choice.layer, choice.weight)
        };
        self.session.clip_tools.laid = Some(choice);
        let clip = clips.remove(place).with_layer(Some(layer));
        self.insert_layer(&step, clip, (&below, clips));
    }

    pub(in crate::features) fn on_animation_layer(
        &mut self,
        AnimationLayerIntent { clip, change }: AnimationLayerIntent,
    ) {
        let clips = self.document.character.clips.to_vec();
        let Some(place) = clips.iter().position(|own| own.id() == clip) else {
            return;
        };
        let Some(layer) = clips[place].layer() else {
            return;
        };
        let selected = self.session.character.selection.joints();
        if change == AnimationLayerChange::OnlySelected(true) && selected.is_empty() {
            return self.say("No joint is selected: select those that the layer is to move.");
        }
        let time = self.session.playback.moment.map_or(0.0, |now| now.time);
        let after = changed(layer, change, time, selected);
        let name = clip_name(&clips[place]);
        let (step, gesture) = match change {
            AnimationLayerChange::Kind(_) => (format!("Change layer {name}"), None),
            AnimationLayerChange::Weight(_) => (
                format!("Weight of {name}"),
                Some(Gesture::AnimationLayer(clip)),
            ),
            AnimationLayerChange::ToggleWeightKey => (format!("Key weight of {name}"), None),
            AnimationLayerChange::Muted(true) => (format!("Mute {name}"), None),
            AnimationLayerChange::Muted(false) => (format!("Unmute {name}"), None),
            AnimationLayerChange::OnlySelected(_) => (format!("Joints of {name}"), None),
            AnimationLayerChange::Free => (format!("{name} by itself"), None),
        };
        let edit = ClipEdit::SetLayer(after.map(Box::new));
        let mut clips = clips;
        match clips[place].with_edit(&edit) {
            Ok((clip, _)) => clips[place] = clip,
            Err(error) => return self.refuse_clip(&step, &error.to_string()),
        }
        let after = self.document.with_clips(clips);
        self.commit(&step, gesture, after);
        if gesture.is_none() {
            self.history.end_gesture();
        }
    }

    /// The clip at the bottom takes over what is seen of it and its layers, which are gone; muted ones stay.
    pub(in crate::features) fn merge_layers(&mut self) {
        let Some((below, clips)) = self.bottom_shown() else {
            return;
        };
        let step = format!("Merge layers of {}", clip_name(&below));
        let seen = LayeredClip::of(&below, &clips);
        let merged: Vec<ClipId> = seen.layers().map(Clip::id).collect();
        let poses = merged.iter();
        let n_poses: usize = poses
            .map(|&id| self.document.pending.of_clip(id).count())
            .sum();
        if n_poses > 0 {
            let poses = pluralize(n_poses, "pose over its layers", "poses over its layers");
            let why = format!("{poses} would be lost, which no key has; key or discard them first");
            return self.refuse_clip(&step, &why);
        }
        let character = &self.document.character;
        let rate = self.merge_rate();
        let after = seen.merged(&character.rig.skeleton, &base_pose(character), rate);
        let after = match after {
            Ok(after) => after,
            Err(error) => return self.refuse_clip(&step, &error.to_string()),
        };
        let left = clips.iter().filter(|clip| !merged.contains(&clip.id()));
        let left = left.map(|clip| {
            let is_below = clip.id() == below.id();
            if is_below {
                after.clone()
            } else {
                clip.clone()
            }
        });
        let (document, _) = with_only_clips(self.document, left.collect());
        let time = self.session.playback.moment.map_or(0.0, |now| now.time);
        self.commit(&step, None, document);
        self.history.end_gesture();
        let clip = below.id();
        self.session.playback.show(Moment { clip, time });
        let layers = pluralize(merged.len(), "layer", "layers");
        self.say(&format!("Merged {layers} into {}.", clip_name(&below)));
    }
}
