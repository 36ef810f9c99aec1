//! How long another opacity of a layer takes on a mesh of 30,000 vertices. Times are printed and never judged:
//! `cargo test -p dualskin-session layer_speed -- --nocapture`.

#![expect(clippy::print_stdout, reason = "times are for people")]

use std::time::Instant;

use character::WeightEdit;
use session::commands::actions::{Action, LayerAction};
use session::commands::command::{Command, Intent};
use session::document::layers::MANY;
use session::state::weight_table::command::{LayerIntent, WeightCommand};

use crate::support::tube::tube;
use crate::support::work::Work;

const VERTICES: u32 = 30_000;

fn timed<T>(what: &str, step: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let made = step();
    println!("{what:<48}{:>8.1} ms", 1e3 * start.elapsed().as_secs_f64());
    made
}

/// A layer with a row at the first vertices.
fn add_layer(work: &mut Work, covered: u32, joints: [u16; 2]) {
    work.run(Action::Layers(LayerAction::AddLayer));
    let vertices = (0..covered).map(|vertex| (vertex, joints.map(|joint| (joint, 0.5))));
    work.send(Command::Intent(Intent::EditWeights {
        name: "Paint".to_owned(),
        gesture: None,
        edits: vec![WeightEdit {
            rows: vertices.collect(),
            ..WeightEdit::default()
        }],
    }));
}

fn set_opacity(work: &mut Work) {
    let intent = LayerIntent::SetOpacity {
        layer: work.document.layers.active(),
        opacity: 0.5,
        dragging: true,
    };
    work.send(Command::Intent(Intent::Weights(WeightCommand::Layer(
        intent,
    ))));
}

#[test]
fn the_opacity_of_a_layer() {
    let folder = tempfile::tempdir().unwrap();
    let mut work = Work::on(&tube(folder.path(), 600, 4).display().to_string());
    add_layer(&mut work, VERTICES, [0, 1]);
    timed("a layer over all vertices: asked for", || {
        set_opacity(&mut work);
    });
    let order = work
        .session
        .character
        .weights
        .folding
        .front()
        .cloned()
        .unwrap();
    let folded = timed("a layer over all vertices: in the background", || {
        work.document.with_layers((*order.outline).clone()).unwrap()
    });
    assert!(folded.character.meshes != work.document.character.meshes);

    work.session.character.weights.folding.clear();
    let few = u32::try_from(MANY).unwrap();
    add_layer(&mut work, few, [2, 3]);
    let before = work.document.clone();
    timed(&format!("a layer over {few} vertices: at once"), || {
        set_opacity(&mut work);
    });
    assert!(work.session.character.weights.folding.is_empty());
    timed("  of this, what is folded", || {
        before.with_layers((*work.document.layers).clone()).unwrap()
    });
    timed("  of this, what is counted", || {
        let (character, layers) = (&before.character, &before.layers);
        work.document.layers.touched_count(character, layers, MANY)
    });
    assert!(work.document.character.meshes != before.character.meshes);
}
