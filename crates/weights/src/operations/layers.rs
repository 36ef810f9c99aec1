//! Layers of weights: rows over rows, each with an opacity and a mask, folded into one.
//!
//! A layer has a row at some vertices and none at others, where it is transparent. From the bottom to the top,
//!
//! `w ← (1 − o m) w + o m l`
//!
//! with `l` the layer's row, `o` its opacity and `m` its mask there. Where nothing lies below, a layer counts in full, however faint:
//! the result always sums to one. Written out it is a sum of rows with shares, and the share of a layer is its own amount times what all
//! above leave over.

use rig::{InfluenceRow, JointSlot};
use smallvec::SmallVec;

use crate::rows::row::narrow;
use crate::rows::shares::settle_row;
use crate::{Row, Rules};

/// Below this share of the result a layer's row cannot be found from the result: rounding would be all that is left of it.
const LEAST_SHARE: f64 = 1e-3;
/// Weights of a row that was found from a result, below which they are rounding.
const NOISE: f64 = 1e-5;

/// What a layer has at one vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerRow<'a> {
    /// Its weights; empty where the layer is transparent.
    pub row: InfluenceRow<'a>,
    /// Opacity times mask, 0 to 1; 0 for a layer that is hidden.
    pub amount: f32,
}

/// A layer made of two, at one vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct MergedLayer {
    /// The mix of both layers' rows; unbound where both are transparent.
    pub row: Row,
    /// Opacity times mask, 0 to 1.
    pub amount: f32,
}

/// What layers come to at one vertex.
#[derive(Clone, Debug, PartialEq)]
pub enum Folded {
    /// No layer has anything there: the vertex is unbound.
    Unbound,
    /// One layer alone counts, by its index: its row as it stands.
    Layer(usize),
    /// Several layers are mixed by their shares: at most as many joints as the limit.
    Mixed(Row),
}

type Shares = SmallVec<[(usize, f64); 8]>;

impl LayerRow<'_> {
    /// No number counts as 0.
    fn amount(&self) -> f64 {
        if self.amount > 0.0 {
            f64::from(self.amount).min(1.0)
        } else {
            0.0
        }
    }

    fn row(&self) -> Row {
        Row::of(self.row)
    }
}

/// What layers, from the bottom to the top, come to at one vertex.
///
/// Where rows are mixed, at most `limit` joints are kept: the largest stay, and are divided by their sum. A row that counts alone is
/// taken as it stands.
#[must_use]
pub fn fold_layers(layers: &[LayerRow<'_>], limit: Option<usize>) -> Folded {
    let shares = shares(layers, None);
    match shares.as_slice() {
        [] => Folded::Unbound,
        &[(layer, _)] => Folded::Layer(layer),
        _ => Folded::Mixed(limit_row(mix_rows(layers, &shares), limit)),
    }
}

/// The row of one of the layers with which they come to a wanted row, as nearly as any row can.
///
/// `l = (w − Σ of the others' shares of their rows) / its share`, without what falls below zero. What is too much then is taken from
/// the joints that change: those that are wanted as they are `seen`, as locked ones, stay what they were.
///
/// If the layer counts alone, that is the wanted row, bit for bit; else a joint can have no less than the other layers give it. None if
/// the layer has no share there: it is hidden, masked out, or covered by those above.
#[must_use]
pub fn layer_row(wanted: &Row, seen: &Row, layers: &[LayerRow<'_>], layer: usize) -> Option<Row> {
    let mut shares = shares(layers, Some(layer));
    let place = shares.iter().position(|&(other, _)| other == layer)?;
    let (_, share) = shares.remove(place);
    if share < LEAST_SHARE {
        return None;
    }
    if shares.is_empty() || wanted.is_unbound() {
        return Some(wanted.clone());
    }
    let others = sums(layers, &shares);
    let left = wanted.pairs().map(|(joint, weight)| {
        let other = others.iter().find(|(other, _)| *other == joint);
        let own = (f64::from(weight) - other.map_or(0.0, |&(_, weight)| weight)) / share;
        (joint, if own > NOISE { own } else { 0.0 })
    });
    let left: SmallVec<[(JointSlot, f64); 8]> = left.collect();
    // Equal bits, not equal to a tolerance: operations leave weights that they do not change as they are.
    let stays = |joint: JointSlot| wanted.weight(joint).to_bits() == seen.weight(joint).to_bits();
    let sum = |staying: bool| -> f64 {
        let of = left.iter().filter(|&&(joint, _)| stays(joint) == staying);
        of.map(|&(_, own)| own).sum()
    };
    let (kept, changing) = (sum(true), sum(false));
    let factor = if changing > 0.0 && kept < 1.0 {
        (1.0 - kept) / changing
    } else {
        1.0
    };
    let row = left.iter().map(|&(joint, own)| {
        let is_kept = stays(joint);
        (joint, if is_kept { own } else { own * factor })
    });
    Some(Row::from_weights(row))
}

/// Two layers as one that comes to the same over anything: its row, and its amount, `1 − (1 − a)(1 − b)`.
#[must_use]
pub fn merge_layers(below: &LayerRow<'_>, above: &LayerRow<'_>) -> MergedLayer {
    let [a, b] = [below, above].map(|of| {
        if of.row.joints.is_empty() {
            0.0
        } else {
            of.amount()
        }
    });
    // What is masked out stays as well, so that a mask can bring it back.
    let row = if b >= 1.0 || below.row.joints.is_empty() || (a <= 0.0 && b > 0.0) {
        above.row()
    } else if b <= 0.0 {
        below.row()
    } else {
        mix_rows(&[*below, *above], &[(0, a * (1.0 - b)), (1, b)])
    };
    MergedLayer {
        row,
        amount: narrow(1.0 - (1.0 - a) * (1.0 - b)),
    }
}

fn limit_row(row: Row, limit: Option<usize>) -> Row {
    let rules = Rules {
        limit,
        ..Rules::default()
    };
    // Without locks nothing stands in the way.
    settle_row(&row, &row, &rules).unwrap_or(row)
}

/// The layers that count, with their shares of the result, which sum to one; `as_if` counts as if it had a row.
fn shares(layers: &[LayerRow<'_>], as_if: Option<usize>) -> Shares {
    let mut shares = Shares::new();
    let mut left = 1.0;
    // From the top, for a layer gets what those above leave over.
    for (place, layer) in layers.iter().enumerate().rev() {
        let amount = layer.amount();
        let has_row = !layer.row.joints.is_empty() || as_if == Some(place);
        if has_row && amount > 0.0 {
            shares.push((place, left * amount));
            left *= 1.0 - amount;
        }
        if left <= 0.0 {
            break;
        }
    }
    // Nothing lies below the last of them.
    if let Some((_, share)) = shares.last_mut() {
        *share += left;
    }
    shares.reverse();
    shares
}

fn sums(layers: &[LayerRow<'_>], shares: &[(usize, f64)]) -> SmallVec<[(JointSlot, f64); 8]> {
    let mut sums: SmallVec<[(JointSlot, f64); 8]> = SmallVec::new();
    for &(place, share) in shares {
        let Some(layer) = layers.get(place) else {
            continue;
        };
        for (joint, weight) in layer.row().pairs() {
            let more = share * f64::from(weight);
            match sums.iter_mut().find(|(other, _)| *other == joint) {
                Some((_, sum)) => *sum += more,
                None => sums.push((joint, more)),
            }
        }
    }
    sums
}

fn mix_rows(layers: &[LayerRow<'_>], shares: &[(usize, f64)]) -> Row {
    Row::from_weights(sums(layers, shares))
}
