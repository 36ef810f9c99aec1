//! Steps that change layers, as data: what is still at work in the background is done, in order, on what the steps before it left.

use std::collections::BTreeMap;
use std::sync::Arc;

use character::Character;

use super::{MANY, MOST_LAYERS, MaskFill, PrimitivePlace, WeightLayer, WeightLayers};

/// A step that changes layers, and with them the weights that they come to.
#[derive(Clone, Debug, PartialEq)]
pub struct LayerOrder {
    /// The name of the step in the history.
    pub name: String,
    /// What its message is about: it takes the place of the last one if that is about the same.
    pub about: String,
    /// Why nothing changes where nothing does, a clause; none where the step is told of only if it changes weights.
    pub why_nothing: Option<&'static str>,
    /// What it does to the layers.
    pub change: LayerChange,
    /// The most joints where layers mix from then on; none for no limit.
    pub limit: Option<usize>,
    /// The layers before it, with the active one that it was asked for; as an outline where a step before it is still at work.
    pub before: Arc<WeightLayers>,
    /// What the list shows meanwhile: names, opacities and the like as they will be, rows and masks as far as they are
    /// there already. Its active layer is the one after the step.
    pub outline: Arc<WeightLayers>,
}

/// What a step does to layers.
///
/// All but [`Show`](Self::Show), [`Opacity`](Self::Opacity) and [`Rename`](Self::Rename) do it to the active one. Where it cannot be done, as to the base or to a layer that there is not, nothing changes.
#[derive(Clone, Debug, PartialEq)]
pub enum LayerChange {
    /// See [`WeightLayers::from_character`]; where there are layers, [`WeightLayers::add`].
    Add,
    /// See [`WeightLayers::duplicate`].
    Duplicate,
    /// See [`WeightLayers::remove`].
    Delete,
    /// See [`WeightLayers::shift`].
    Shift {
        /// Whether it goes up.
        up: bool,
    },
    /// See [`WeightLayers::merge_down`].
    MergeDown,
    /// See [`WeightLayers::clear_active`].
    Clear(Option<BTreeMap<PrimitivePlace, Vec<u32>>>),
    /// See [`WeightLayers::fill_mask`].
    FillMask(MaskFill),
    /// All layers go; the weights stay what they come to.
    Flatten,
    /// Shows a layer, by its index, or hides it.
    Show(usize, bool),
    /// Gives a layer, by its index, an opacity.
    Opacity(usize, f32),
    /// Gives a layer, by its index, a name.
    Rename(usize, String),
}

impl LayerOrder {
    /// What it makes of layers, whichever of them is active.
    #[must_use]
    pub fn apply_to(&self, layers: &WeightLayers, character: &Character) -> WeightLayers {
        let mut after = self.begin_on(layers);
        self.change.apply(&mut after, character);
        after
    }

    /// The order with other layers before it, its outline made anew; which layers were active stays.
    #[must_use]
    pub(crate) fn placed_on(&self, before: &WeightLayers, character: &Character) -> Self {
        let before = self.begin_on(before);
        let mut outline = before.clone();
        self.change.apply_to_outline(&mut outline, character);
        Self {
            before: Arc::new(before),
            outline: Arc::new(outline.with_active(self.outline.active())),
            ..self.clone()
        }
    }

    /// Whether layers are those that it was asked for: as many, of the same names, in the same order.
    #[must_use]
    pub(crate) fn fits(&self, layers: &WeightLayers) -> bool {
        let asked = self.before.all().iter().map(|layer| &layer.name);
        let there = layers.all().iter().map(|layer| &layer.name);
        asked.eq(there)
    }

    /// Whether another order goes on with the value that this one gives to a layer.
    #[must_use]
    pub(crate) fn is_continued_by(&self, next: &Self) -> bool {
        match (&self.change, &next.change) {
            (LayerChange::Opacity(one, _), LayerChange::Opacity(other, _)) => {
                one == other && self.name == next.name
            }
            _ => false,
        }
    }

    fn begin_on(&self, layers: &WeightLayers) -> WeightLayers {
        layers
            .with_limit(self.limit)
            .with_active(self.before.active())
    }
}

impl LayerChange {
    /// Whether it goes over so many vertices, whatever the layers come to, that a frame would be late.
    #[must_use]
    pub(crate) fn is_large(&self, layers: &WeightLayers, character: &Character) -> bool {
        let vertices = |of: &WeightLayer| -> usize {
            of.rows.values().map(rig::Influences::vertex_count).sum()
        };
        let count = match self {
            Self::MergeDown => layers.active_layer().map_or(0, |above| {
                // Where the upper one has nothing the lower one is dimmed, unless that is the base.
                let below = layers.active().checked_sub(1).filter(|&below| below > 0);
                let below = below.and_then(|below| layers.all().get(below));
                let rest = below.into_iter().flat_map(|below| &below.rows);
                let rest = rest.filter(|(place, _)| !above.rows.contains_key(place));
                vertices(above) + rest.map(|(_, rows)| rows.vertex_count()).sum::<usize>()
            }),
            Self::Clear(Some(only)) => only.values().map(Vec::len).sum(),
            Self::FillMask(MaskFill::Inverse | MaskFill::Only(_)) => {
                let all = super::skinned_primitives(character);
                all.map(|(_, seen)| seen.vertex_count()).sum()
            }
            _ => 0,
        };
        count > MANY
    }

    fn apply(&self, layers: &mut WeightLayers, character: &Character) {
        match self {
            Self::Add if layers.is_empty() => {
                *layers = WeightLayers::from_character(character, layers.limit());
            }
            Self::Add if layers.len() < MOST_LAYERS => layers.add(),
            Self::Duplicate if layers.len() < MOST_LAYERS => layers.duplicate(),
            Self::MergeDown if layers.shows_both_to_merge() => layers.merge_down(),
            Self::Add | Self::Duplicate | Self::MergeDown => {}
            Self::Delete => layers.remove(),
            Self::Shift { up } => layers.shift(*up),
            Self::Clear(only) => layers.clear_active(only.as_ref()),
            Self::FillMask(fill) => layers.fill_mask(character, fill),
            Self::Flatten => *layers = WeightLayers::default(),
            Self::Show(layer, visible) => {
                change_layer(layers, *layer, |layer| layer.visible = *visible);
            }
            Self::Opacity(layer, opacity) => {
                change_layer(layers, *layer, |layer| {
                    layer.opacity = opacity.clamp(0.0, 1.0);
                });
            }
            Self::Rename(layer, name) => {
                change_layer(layers, *layer, |layer| layer.name.clone_from(name));
            }
        }
    }

    /// The same without what goes over many vertices.
    pub(crate) fn apply_to_outline(&self, layers: &mut WeightLayers, character: &Character) {
        match self {
            Self::MergeDown if layers.shows_both_to_merge() => layers.merge_outline(),
            Self::Clear(Some(_)) | Self::FillMask(MaskFill::Inverse | MaskFill::Only(_)) => {}
            _ => self.apply(layers, character),
        }
    }
}

fn change_layer(layers: &mut WeightLayers, layer: usize, change: impl FnOnce(&mut WeightLayer)) {
    if let Some(layer) = layers.layer_mut(layer) {
        change(layer);
    }
}
