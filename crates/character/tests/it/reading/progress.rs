//! Progress rises to one, and a caller that has had enough is obeyed at every step.

use std::ops::ControlFlow;

use character::{Fault, Progress, Stage, open, open_with};

use crate::support::{own_synthetic, say};

fn steps_of(file: &str) -> Vec<Progress> {
    let mut steps = Vec::new();
    let path = own_synthetic().join("valid").join(file);
    let character = open_with(&path, &mut |progress| {
        steps.push(progress);
        ControlFlow::Continue(())
    });
    assert_eq!(character.unwrap(), open(&path).unwrap());
    steps
}

#[test]
fn progress_rises_from_nothing_to_all() {
    for file in [
        "09_morph_skin.glb",
        "17_preserve.glb",
        "15a_external_bin.gltf",
    ] {
        let steps = steps_of(file);
        // Meshes come one after another, each with its weights.
        let begun = |of: &Progress| match of.stage {
            Stage::Influences => Stage::Meshes,
            stage => stage,
        };
        let rises = |a: &Progress, b: &Progress| a.fraction <= b.fraction && begun(a) <= begun(b);
        assert!(steps.is_sorted_by(rises), "{file}: {steps:?}");
        let (first, last) = (steps[0], steps[steps.len() - 1]);
        assert_eq!((first.stage, first.fraction), (Stage::File, 0.0));
        assert_eq!((last.stage, last.fraction), (Stage::Poses, 1.0));
        assert!(steps.iter().all(|step| !step.stage.name().is_empty()));
    }
}

#[test]
fn every_step_can_cancel() {
    let path = own_synthetic().join("valid/17_preserve.glb");
    let n_steps = steps_of("17_preserve.glb").len();
    for wanted in 0..n_steps {
        let mut n_seen = 0;
        let result = open_with(&path, &mut |_| {
            n_seen += 1;
            if n_seen <= wanted {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        let error = result.unwrap_err();
        assert!(error.is_canceled() && error.fault == Fault::Canceled);
        assert_eq!(n_seen, wanted + 1, "asked again after the end");
    }
    say(&format!("every_step_can_cancel: {n_steps} cases"));
}
