//! Layers laid over the clips that were found.

use rig::{AnimationLayer, Clip, ClipId};

use super::{ClipFit, ClipName, KeptClip, Slot};
use crate::document::journal::kept_layers::{KeptLayer, LayerChange};

/// A change of a clip that was found.
#[derive(Clone, Copy)]
pub(super) struct FoundAgain<'a> {
    pub(super) clip: &'a KeptClip,
    pub(super) slot: Slot,
    /// Whether it is told where it has no place.
    pub(super) is_told: bool,
}

impl ClipFit<'_> {
    /// Layers lie over the clips that were found; those whose clip below is not there wait.
    pub(super) fn lay(&mut self, ours: &[Option<Slot>], again: &[FoundAgain<'_>]) {
        let kept = self.kept;
        let own = kept.clips.iter().zip(ours);
        let own = own.filter_map(|(clip, slot)| {
            Some(FoundAgain {
                clip,
                slot: (*slot)?,
                is_told: true,
            })
        });
        for found in own.chain(again.iter().copied()) {
            let laid = match found.slot {
                Slot::Now(place) => self.clips.get(&found.slot).or(self.now.get(place)),
                Slot::New(_) => self.clips.get(&found.slot),
            };
            let (Some(change), Some(laid)) = (&found.clip.layer, laid.cloned()) else {
                continue;
            };
            let layer = self.layer_of(change, &laid, found.is_told, ours);
            if layer.is_none() && *change != LayerChange::Own {
                self.wait_for_below(found.clip, &laid, found.is_told);
            }
            self.clips.insert(found.slot, laid.with_layer(layer));
        }
    }

    /// The layer that a clip is after the change; none where the clip below is not there.
    fn layer_of(
        &self,
        change: &LayerChange,
        laid: &Clip,
        is_told: bool,
        ours: &[Option<Slot>],
    ) -> Option<AnimationLayer> {
        let LayerChange::Over(layer) = change else {
            return None;
        };
        // Numbers of a layer that waits are those of another file.
        let below = match is_told {
            true => self.kept_below(&layer.over, ours),
            false => self.named_below(&layer.over, laid),
        };
        below.map(|over| self.layer_over(layer, over))
    }

    /// The clip that is kept under this number, as it is now.
    fn kept_below(&self, over: &ClipName, ours: &[Option<Slot>]) -> Option<ClipId> {
        let mut others = self.kept.clips.iter().zip(ours);
        let (_, slot) = others.find(|(other, _)| other.was.id == over.id)?;
        self.id_at((*slot)?)
    }

    /// The clip of this name, which is not the layer itself.
    fn named_below(&self, over: &ClipName, layer: &Clip) -> Option<ClipId> {
        let name = over.name.as_deref()?;
        let changed = self.clips.values();
        let mut all = changed.chain(self.now);
        let below = all.find(|clip| clip.name() == Some(name) && clip.id() != layer.id());
        below.map(Clip::id)
    }

    fn wait_for_below(&mut self, clip: &KeptClip, laid: &Clip, is_told: bool) {
        if is_told {
            self.fitted.problems.push(format!(
                "{}: the clip that it lies over is not there; it is a clip of its own until there is",
                clip.was.text()
            ));
        }
        // A new clip may have got another number than it was kept under.
        let was = if clip.is_new {
            ClipName::of(laid)
        } else {
            clip.was.clone()
        };
        self.fitted.waiting.push(KeptClip {
            name: was.name.clone(),
            was,
            is_new: clip.is_new,
            layer: clip.layer.clone(),
            ..KeptClip::default()
        });
    }

    fn id_at(&self, slot: Slot) -> Option<ClipId> {
        match slot {
            Slot::Now(place) => self.now.get(place).map(Clip::id),
            Slot::New(_) => self.clips.get(&slot).map(Clip::id),
        }
    }

    /// The layer with the joints that are there.
    fn layer_over(&self, kept: &KeptLayer, over: ClipId) -> AnimationLayer {
        let joints = kept.joints.as_ref().map(|joints| {
            let found = joints.iter().filter_map(|name| self.nodes.joint(name));
            found.collect()
        });
        AnimationLayer {
            over,
            kind: kept.kind,
            weight: kept.weight.clone(),
            joints,
            muted: kept.muted,
        }
    }
}
