//! What a change of layers of weights did, in one line: to the layers, and to the weights that they come to.

use scene::names::count;

use crate::document::Document;
use crate::document::layers::WeightLayer;
use crate::state::weight_operations::weight_changes::Changes;

/// Whether neither layers nor weights of two documents differ by more than rounding, the one before first.
#[must_use]
pub fn differ_by_rounding([before, after]: [&Document; 2]) -> bool {
    let characters = [before, after].map(|of| &*of.character);
    before.layers.are_alike(&after.layers) && Changes::of_weights(characters).are_rounding()
}

/// The message about a step of this name that changed layers, the document before first.
///
/// `why_nothing` is the clause for one that changes nothing; without it nothing is said of a step that leaves the weights as they are.
#[must_use]
pub fn step_said(name: &str, why_nothing: Option<&str>, both: [&Document; 2]) -> Option<String> {
    let characters = both.map(|of| &*of.character);
    match why_nothing {
        Some(why) if differ_by_rounding(both) => Some(format!("{name}: nothing changed: {why}.")),
        None if Changes::of_weights(characters).are_rounding() => None,
        Some(_) | None => Some(format!("{name}: {}.", layers_said(both))),
    }
}

/// What became of the layers and of the weights that are seen, the document before first; without a full stop.
#[must_use]
pub fn layers_said(both: [&Document; 2]) -> String {
    let layers = both.map(|of| of.layers.all());
    let mut parts = Vec::new();
    let counts = layers.map(<[WeightLayer]>::len);
    if counts[0] == counts[1] {
        let pairs = layers[0].iter().zip(layers[1]);
        // Where they were put in another order nothing became of them.
        let same = pairs.filter(|(before, after)| before.name == after.name);
        parts.extend(same.flat_map(|(before, after)| layer_said([before, after])));
    } else {
        let noun = if counts[0] == 1 { "layer" } else { "layers" };
        parts.push(format!("{} {noun} before, {} after", counts[0], counts[1]));
    }
    let characters = both.map(|of| &*of.character);
    parts.push(Changes::of_weights(characters).words_of_same());
    parts.join("; ")
}

/// The numbers of a layer that differ, the one before first.
fn layer_said(both: [&WeightLayer; 2]) -> Vec<String> {
    let percent = |of: &WeightLayer| format!("{:.0} %", 100.0 * of.opacity);
    let numbers = [
        ("opacity", both.map(percent)),
        (
            "vertices on the layer",
            both.map(|of| count(of.covered_count())),
        ),
        (
            "vertices that its mask takes from",
            both.map(|of| count(of.masked_count())),
        ),
    ];
    let differing = numbers
        .into_iter()
        .filter(|(_, [before, after])| before != after);
    differing
        .map(|(what, [before, after])| format!("{what}: {before} before, {after} after"))
        .collect()
}
