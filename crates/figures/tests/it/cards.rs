//! The cards of methods.

use std::collections::BTreeSet;

use figures::book::find;
use figures::cards::method_card;
use figures::scenes;
use rig::{Method, RigidBlend};

#[test]
fn every_method_has_a_card() {
    let mut formulas = BTreeSet::new();
    for method in Method::ALL {
        let card = method_card(method);
        assert_eq!(card, method_card(method.blend()), "{method}");
        formulas.insert(card.formula);
        for text in [card.formula, card.memory, card.fails] {
            assert!(!text.is_empty() && !text.contains("  "), "{method}");
        }
    }
    assert_eq!(
        formulas.len(),
        Method::blends().count(),
        "one is there twice"
    );
}

/// A method that does the same in the scene of its card, where it is not in the scene itself.
fn shown_as(method: Method) -> Method {
    match method {
        // Without scale.
        Method::TwoPhase(_, RigidBlend::DualQuaternion) => Method::DualQuaternion,
        // With other rotations, and the same centers.
        Method::TwoPhase(_, RigidBlend::SphericalAverage) => Method::rigid(RigidBlend::Spherical),
        other => other,
    }
}

#[test]
fn the_scene_of_a_card_shows_its_method() {
    for method in Method::blends() {
        let shows = method_card(method).shows;
        let scene = scenes::find(shows).filter(|_| find(shows).is_some());
        let mut names = scene
            .unwrap()
            .methods
            .iter()
            .filter_map(|asked| asked.split(':').next());
        let shown = shown_as(method).name();
        assert!(names.any(|name| name == shown), "{method}: {shows}");
    }
}

/// The row of a method in the table of the documents, by the words before a comma or colon.
const fn row_of(method: Method) -> &'static str {
    match method {
        Method::DualQuaternion | Method::TwoPhase(_, RigidBlend::DualQuaternion) => {
            "two-phase, rigid: dual quaternions"
        }
        Method::Linear => "linear",
        Method::Affine => "affine",
        Method::TwoPhase(_, RigidBlend::Spherical) => "spherical, rigid",
        Method::TwoPhase(_, RigidBlend::SphericalAverage) => "spherical-average, rigid",
        Method::TwoPhase(_, RigidBlend::LogMatrix) => "log-matrix, rigid",
        Method::TwoPhase(_, RigidBlend::DirectQuaternion) => "direct-quaternion, rigid",
        Method::TwoPhase(_, RigidBlend::Iterative) => "iterative, rigid",
        Method::TwoPhase(_, RigidBlend::QuaternionTranslation) => "quaternion-translation, rigid",
    }
}

#[test]
fn times_are_those_of_the_documents() {
    let page = include_str!("../../../../docs/performance.md");
    let cells = |name: &str| -> Vec<f64> {
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| {name} |")));
        let cell = row.unwrap().split('|').nth(3).unwrap();
        // The first is that of a small mesh.
        let large = cell.split('·').skip(1);
        large.map(|number| number.trim().parse().unwrap()).collect()
    };
    for method in Method::blends().filter(|method| *method != Method::Linear) {
        let told = cells(row_of(method));
        let least = told.iter().copied().fold(f64::INFINITY, f64::min);
        let most = told.iter().copied().fold(0.0, f64::max);
        assert_eq!(method_card(method).time, [least, most], "{method}");
    }
    let stretched = cells("two-phase, stretched");
    let note = method_card(Method::TWO_PHASE).time_note;
    for number in stretched {
        assert!(note.contains(&format!("{number:.2}")), "{note}");
    }
}
