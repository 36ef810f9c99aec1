//! Layers of weights at one vertex: the fold, the row that a result asks of a layer, and merging.

use proptest::prelude::*;
use rig::{InfluenceRow, JointSlot, JointWeight};
use weights::{Folded, LayerRow, MergedLayer, Row, fold_layers, layer_row, merge_layers};

/// The row of a layer that is transparent.
const NOTHING: &[JointWeight] = &[];

/// A layer with arrays of its own.
#[derive(Clone, Debug)]
struct Layer {
    joints: Vec<JointSlot>,
    weights: Vec<f32>,
    amount: f32,
}

impl Layer {
    fn new(row: &[impl Copy + Into<JointWeight>], amount: f32) -> Self {
        let pairs = row.iter().map(|&pair| pair.into());
        let (joints, weights) = pairs.map(<(JointSlot, f32)>::from).unzip();
        Self {
            joints,
            weights,
            amount,
        }
    }

    fn of(row: &Row, amount: f32) -> Self {
        Self::new(row.as_slice(), amount)
    }

    fn row(&self) -> InfluenceRow<'_> {
        InfluenceRow {
            joints: &self.joints,
            weights: &self.weights,
        }
    }

    fn at(&self) -> LayerRow<'_> {
        LayerRow {
            row: self.row(),
            amount: self.amount,
        }
    }
}

fn at(layers: &[Layer]) -> Vec<LayerRow<'_>> {
    layers.iter().map(Layer::at).collect()
}

/// The row that layers come to.
fn folded(layers: &[Layer], limit: Option<usize>) -> Row {
    match fold_layers(&at(layers), limit) {
        Folded::Unbound => Row::unbound(),
        Folded::Layer(layer) => Row::of(layers[layer].row()),
        Folded::Mixed(row) => row,
    }
}

fn largest_difference(one: &Row, other: &Row) -> f32 {
    let joints = one.pairs().chain(other.pairs()).map(|(joint, _)| joint);
    joints
        .map(|joint| (one.weight(joint) - other.weight(joint)).abs())
        .fold(0.0, f32::max)
}

#[test]
fn a_layer_mixes_with_what_lies_below() {
    let [base, red] = [[(0, 1.0)], [(1, 1.0)]];
    let layers = [Layer::new(&base, 1.0), Layer::new(&red, 0.25)];
    assert_eq!(
        folded(&layers, None).as_slice(),
        [(0, 0.75), (1, 0.25)].map(JointWeight::from)
    );
    // The other way round the opaque one covers all.
    let layers = [Layer::new(&red, 0.25), Layer::new(&base, 1.0)];
    assert_eq!(fold_layers(&at(&layers), None), Folded::Layer(1));
    // Where nothing lies below, a layer counts in full.
    let layers = [Layer::new(NOTHING, 1.0), Layer::new(&red, 0.25)];
    assert_eq!(fold_layers(&at(&layers), None), Folded::Layer(1));
    assert_eq!(fold_layers(&[], None), Folded::Unbound);
}

#[test]
fn the_limit_keeps_the_largest_of_what_is_mixed() {
    let layers = [
        Layer::new(&[(0, 0.5), (1, 0.3), (2, 0.2)], 1.0),
        Layer::new(&[(3, 1.0)], 0.5),
    ];
    let row = folded(&layers, Some(2));
    assert_eq!(row.len(), 2);
    assert!((row.weight(JointSlot(3)) - 0.5 / 0.75).abs() < 1e-6 && row.weight(JointSlot(0)) > 0.0);
    // A row that counts alone stays as it is.
    assert_eq!(fold_layers(&at(&layers[..1]), Some(2)), Folded::Layer(0));
}

#[test]
fn what_cannot_be_seen_cannot_be_found() {
    let wanted = Row::rigid(JointSlot(2));
    let base = Layer::new(&[(0, 1.0)], 1.0);
    let hidden = [base.clone(), Layer::new(NOTHING, 0.0)];
    assert_eq!(
        layer_row(&wanted, &folded(&hidden, None), &at(&hidden), 1),
        None
    );
    let covered = [base.clone(), Layer::new(NOTHING, 1.0), base.clone()];
    assert_eq!(
        layer_row(&wanted, &folded(&covered, None), &at(&covered), 1),
        None
    );
    // As near as it comes: below half an opacity half of what lies below remains.
    let faint = [base, Layer::new(NOTHING, 0.5)];
    assert_eq!(
        layer_row(&wanted, &folded(&faint, None), &at(&faint), 1),
        Some(wanted)
    );
}

#[test]
fn joints_that_stay_as_they_are_seen_pay_for_nothing() {
    // Half of A, which is locked, and half of B, under a layer that hides half of it: C is to have what B has.
    let base = Layer::new(&[(0, 0.5), (1, 0.5)], 1.0);
    let layers = [base, Layer::new(NOTHING, 0.5)];
    let seen = folded(&layers, None);
    let wanted = Row::new([(0, 0.5), (2, 0.5)]).unwrap();
    let row = layer_row(&wanted, &seen, &at(&layers), 1).unwrap();
    let after = [layers[0].clone(), Layer::of(&row, 0.5)];
    let result = folded(&after, None);
    assert!(
        (result.weight(JointSlot(0)) - 0.5).abs() < 1e-6,
        "{result:?}"
    );
    // As near as it comes: the half of B that lies below remains.
    assert!(
        (result.weight(JointSlot(1)) - 0.25).abs() < 1e-6
            && (result.weight(JointSlot(2)) - 0.25).abs() < 1e-6
    );
}

fn any_row() -> impl Strategy<Value = Row> {
    proptest::collection::vec((0_u16..6, 0.01_f32..1.0), 1..5)
        .prop_map(|pairs| Row::new(pairs).unwrap())
}

fn any_layer() -> impl Strategy<Value = Layer> {
    let amount = prop_oneof![Just(0.0_f32), Just(1.0), 0.05_f32..1.0];
    (any_row(), amount, 0..5).prop_map(|(row, amount, empty)| {
        let row = if empty == 0 { Row::unbound() } else { row };
        Layer::of(&row, amount)
    })
}

fn any_layers() -> impl Strategy<Value = Vec<Layer>> {
    let base = any_row().prop_map(|row| Layer::of(&row, 1.0));
    (base, proptest::collection::vec(any_layer(), 0..4)).prop_map(|(base, above)| {
        let mut layers = vec![base];
        layers.extend(above);
        layers
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sums_to_one_and_keeps_the_limit(layers in any_layers(), limit in 1_usize..5) {
        let row = folded(&layers, Some(limit));
        let sum: f64 = row.pairs().map(|(_, weight)| f64::from(weight)).sum();
        prop_assert!((sum - 1.0).abs() < 1e-6, "{row:?}");
        let mut joints: Vec<JointSlot> = row.pairs().map(|(joint, _)| joint).collect();
        joints.sort_unstable();
        joints.dedup();
        prop_assert_eq!(joints.len(), row.len());
        let most = layers.iter().map(|layer| layer.joints.len()).max().unwrap_or(0);
        prop_assert!(row.len() <= limit.max(most));
        if let Folded::Mixed(row) = fold_layers(&at(&layers), Some(limit)) {
            prop_assert!(row.len() <= limit);
        }
    }

    /// The formula as it stands, from the bottom to the top.
    #[test]
    fn folds_as_the_formula_says(layers in any_layers()) {
        let mut below: Vec<f64> = vec![0.0; 6];
        for layer in &layers {
            if layer.joints.is_empty() {
                continue;
            }
            let is_first = below.iter().all(|weight| *weight == 0.0);
            let amount = if is_first { 1.0 } else { f64::from(layer.amount) };
            let row = Row::of(layer.row());
            for (joint, weight) in (0_u16..).zip(&mut below) {
                *weight = (1.0 - amount) * *weight + amount * f64::from(row.weight(JointSlot(joint)));
            }
        }
        let row = folded(&layers, None);
        for (joint, weight) in (0_u16..).zip(below) {
            prop_assert!((f64::from(row.weight(JointSlot(joint))) - weight).abs() < 1e-6);
        }
    }

    #[test]
    fn nothing_is_what_lies_below_and_all_is_the_layer(layers in any_layers(), row in any_row()) {
        let below = folded(&layers, None);
        for nothing in [Layer::of(&row, 0.0), Layer::new(NOTHING, 1.0)] {
            let with: Vec<Layer> = layers.iter().cloned().chain([nothing]).collect();
            prop_assert_eq!(folded(&with, None), below.clone());
        }
        let with: Vec<Layer> = layers.iter().cloned().chain([Layer::of(&row, 1.0)]).collect();
        prop_assert_eq!(folded(&with, None), row);
    }

    /// What is painted on an opaque layer on top is what comes out, bit for bit; on another one as nearly as can be.
    #[test]
    fn a_wanted_result_is_found(layers in any_layers(), wanted in any_row(), place in 0_usize..4) {
        let place = place % layers.len();
        let Some(row) = layer_row(&wanted, &folded(&layers, None), &at(&layers), place) else {
            return Ok(());
        };
        let mut after = layers.clone();
        after[place] = Layer::of(&row, layers[place].amount);
        let result = folded(&after, None);
        let covers = after[place].amount >= 1.0
            && after[place + 1..].iter().all(|above| above.joints.is_empty() || above.amount <= 0.0);
        if covers {
            prop_assert_eq!(&result, &wanted);
        }
        // No nearer than the row before, and what a layer comes to itself is found again.
        let before = folded(&layers, None);
        if !layers[place].joints.is_empty() {
            let same = layer_row(&before, &before, &at(&layers), place).unwrap();
            after[place] = Layer::of(&same, layers[place].amount);
            prop_assert!(largest_difference(&folded(&after, None), &before) < 1e-4);
        }
    }

    #[test]
    fn two_layers_merged_come_to_the_same(layers in any_layers(), below in any_layer(), above in any_layer()) {
        let MergedLayer { row, amount } = merge_layers(&below.at(), &above.at());
        let apart: Vec<Layer> = layers.iter().cloned().chain([below, above]).collect();
        let merged: Vec<Layer> = layers.iter().cloned().chain([Layer::of(&row, amount)]).collect();
        let difference = largest_difference(&folded(&apart, None), &folded(&merged, None));
        prop_assert!(difference < 1e-5, "{difference}");
    }
}
