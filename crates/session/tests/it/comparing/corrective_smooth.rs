//! Corrective smooth in panes.

use rig::Method;
use scene::corrective_smooth::CorrectiveSmooth;
use scene::names::look_title;
use scene::posed_character::Look;
use session::commands::actions::{Action, PaneLookAction};
use session::state::bake::baking::BakeAsked;

use crate::support::work::Work;

#[test]
fn the_active_pane_smooths_and_nothing_that_is_written_does() {
    let mut work = Work::on("builtin:arm");
    let run = |work: &mut Work, action| work.run(Action::PaneLook(action));
    let look = |work: &Work| work.session.comparing.active_look();
    work.session.comparing.active = 1;
    run(&mut work, PaneLookAction::CorrectiveSmooth);
    assert_eq!(look(&work).smooth, Some(CorrectiveSmooth::default()));
    run(&mut work, PaneLookAction::SmoothMore);
    assert_eq!(look_title(look(&work)), "Two-phase · smooth, 20 times");
    // It stays over another method, and no pane but this has it.
    run(&mut work, PaneLookAction::Method("affine"));
    let smooth = look(&work).smooth.unwrap();
    assert_eq!(
        (look(&work).method, smooth.iterations),
        (Method::Affine, 20)
    );
    assert_eq!(work.session.comparing.first_look().smooth, None);
    assert_eq!(BakeAsked::offering(look(&work)).look.smooth, None);
    run(&mut work, PaneLookAction::SpreadTwists);
    assert_eq!(
        look_title(look(&work)),
        "Affine · twist spread · smooth, 20 times"
    );
    assert!(!BakeAsked::offering(look(&work)).look.twist);
    run(&mut work, PaneLookAction::SpreadTwists);
    run(&mut work, PaneLookAction::CorrectiveSmooth);
    assert_eq!(look(&work), Look::new(Method::Affine));
    // What needs it on turns it on.
    run(&mut work, PaneLookAction::SmoothBorders);
    assert!(!look(&work).smooth.unwrap().pins_border);
    for _ in 0..10 {
        run(&mut work, PaneLookAction::SmoothLess);
    }
    assert_eq!(look(&work).smooth.unwrap().iterations, 1, "not none");
}
