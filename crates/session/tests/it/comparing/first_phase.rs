//! The first phase of two-phase methods, shown alone.

use figures::material::Material as _;
use rig::{Method, ScaleInheritance};
use scene::deform::deform;
use scene::posed_character::Look;
use session::commands::actions::{Action, PaneLookAction};
use session::state::bake::baking::BakeAsked;
use session::state::learn::material::BuiltinMaterial;

use crate::support::work::Work;

/// With scale that stays with its joint the first phase of a pose is the pose without its rotations and translations.
#[test]
fn alone_it_is_the_pose_without_its_motions() {
    let material = BuiltinMaterial::default();
    let arm = material.character("builtin:arm").unwrap();
    let pose = |name| material.pose(&arm, name, 1.0).unwrap();
    let [posed, stretched] = ["k08-12-phases", "k08-12-phase-one"].map(pose);
    let inheritance = vec![ScaleInheritance::Joint; arm.rig.skeleton.len()];
    let linear = deform(&arm, &stretched, &inheritance, Look::new(Method::Linear)).unwrap();
    for method in Method::ALL {
        let look = Look {
            first_phase: true,
            ..Look::new(method)
        };
        let whole = deform(&arm, &posed, &inheritance, look.whole()).unwrap();
        let shown = deform(&arm, &posed, &inheritance, look).unwrap();
        if !look.shows_first_phase() {
            assert_eq!(shown, whole, "{method}");
            continue;
        }
        // The elongated rest is about the joints' own places, as the pose is; the other splits are about other points.
        let is_elongated = method == method.blend();
        for (primitive, expected) in shown.iter().zip(&linear) {
            let pairs = primitive.positions.iter().zip(&expected.positions);
            let apart = pairs.map(|(shown, expected)| shown.distance(*expected));
            let farthest = apart.fold(0.0, f32::max);
            assert!(!is_elongated || farthest < 2e-6, "{method}: {farthest}");
        }
        assert_ne!(shown, whole, "{method}");
    }
}

#[test]
fn the_active_pane_shows_it_and_nothing_else_takes_it() {
    let mut work = Work::on("builtin:arm");
    let first_phase = Action::PaneLook(PaneLookAction::FirstPhase);
    work.session.comparing.active = 1;
    work.run(first_phase);
    let look = work.session.comparing.active_look();
    assert!(look.shows_first_phase());
    assert_eq!(scene::names::look_title(look), "First phase");
    assert!(
        !BakeAsked::offering(look).look.first_phase,
        "both are baked"
    );
    work.run(first_phase);
    assert!(!work.session.comparing.active_look().first_phase);
}

#[test]
fn a_method_without_phases_ends_it_and_one_per_mesh_goes_on() {
    let mut work = Work::on("builtin:arm");
    let run = |work: &mut Work, action| work.run(Action::PaneLook(action));
    let look = |work: &Work| work.session.comparing.active_look();
    run(&mut work, PaneLookAction::Method("two-phase"));
    run(&mut work, PaneLookAction::FirstPhase);
    run(&mut work, PaneLookAction::Method("spherical"));
    assert!(look(&work).shows_first_phase(), "it has one too");
    run(&mut work, PaneLookAction::PerMesh);
    assert!(look(&work).per_mesh && look(&work).shows_first_phase());
    assert!(scene::names::look_title(look(&work)).ends_with("first phase"));
    run(&mut work, PaneLookAction::Method("linear"));
    run(&mut work, PaneLookAction::Method("two-phase"));
    assert!(!look(&work).first_phase, "linear blending has none");
}
