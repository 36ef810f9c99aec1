//! How long work takes to be done again on a new export of a large mesh. Times are printed and never judged; what
//! came over is:
//! `cargo test --release -p dualskin-session new_export_speed -- --ignored --nocapture`.

#![expect(clippy::print_stdout, reason = "times are for people")]

use std::sync::Arc;
use std::time::Instant;

use character::WeightEdit;
use session::document::Document;
use session::document::journal::Edit;
use session::state::opening::reread::Reread;

use crate::support::export::Export;

const RINGS: usize = 2_000;
const AROUND: usize = 500;

fn timed<T>(what: &str, step: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let made = step();
    println!("{what:<48}{:>8.1} ms", 1e3 * start.elapsed().as_secs_f64());
    made
}

/// Vertices that follow the first two joints alike, as they were painted.
fn count_painted(read: &Reread) -> usize {
    let primitive = &read.document().character.meshes[0].primitives[0];
    let rows = primitive.influences.as_ref().unwrap();
    let is_painted = |vertex: &usize| {
        let row = rows.bound_row(*vertex);
        let [one, other] = row.weights else {
            return false;
        };
        row.joints.iter().all(|joint| joint.0 < 2) && (one - other).abs() < 1e-6
    };
    (0..rows.vertex_count()).filter(is_painted).count()
}

#[test]
#[ignore = "takes a minute"]
fn work_on_a_million_vertices() {
    let export = |rings, seed| {
        let mut export = Export {
            seed,
            around: AROUND,
            ..Export::default()
        };
        export.meshes[0].rings = rings;
        Arc::new(export.character())
    };
    let file = export(RINGS, 0);
    let count = file.meshes[0].primitives[0].positions.len();
    let every: Vec<u32> = (0..u32::try_from(count).unwrap()).step_by(2).collect();
    let edit = WeightEdit {
        rows: every
            .iter()
            .map(|&vertex| (vertex, [(0, 0.5), (1, 0.5)]))
            .collect(),
        ..WeightEdit::default()
    };
    let document = Document::new(Arc::clone(&file));
    let document = document.with_weight_edits(&[edit]).unwrap();
    println!("{count} vertices, {} of them changed", every.len());
    // Another reading of the same file shares no memory.
    let again = export(RINGS, 0);
    timed("done again by the numbers of vertices", || {
        let work = document.journal.edits().iter().map(Edit::work);
        Document::new(Arc::clone(&again)).with_work(work)
    });
    let same = timed("the same file", || Reread::new(again, document.clone()));
    let painted = count_painted(&same);
    assert!(painted >= every.len());
    let other = export(RINGS, 7);
    let shuffled = timed("another order", || Reread::new(other, document.clone()));
    // At the seam two vertices are at one place, of which one was painted.
    assert!(count_painted(&shuffled).abs_diff(painted) <= 2 * RINGS);
    let finer = export(RINGS * 3 / 2, 0);
    let finer = timed("half as many vertices more", || {
        Reread::new(finer, document.clone())
    });
    assert!(count_painted(&finer) > 0);
}
