//! Methods with corrective smooth in reports.

use std::ops::ControlFlow;
use std::sync::Arc;

use rig::Method;
use scene::corrective_smooth::CorrectiveSmooth;
use scene::deform::deform;
use scene::judge::Measure;
use scene::posed_character::Look;
use session::state::judging::{Check, Judged, judge};
use session::state::opening::load::load;

use super::checks::limits;

/// Also where several movements were posed at once, and the place is looked for in that of its own.
#[test]
fn the_worst_places_are_where_panes_have_them() {
    let character = Arc::new(load("builtin:arm").unwrap());
    let inheritance = &character.rig.scale_inheritance;
    let plain = Look::new(Method::Linear);
    let smooth = Look {
        smooth: Some(CorrectiveSmooth::default()),
        ..plain
    };
    let check = Check::InPoses(Measure::Difference);
    let of = Judged {
        character: &character,
        scale_inheritance: inheritance,
        joint_limits: &[],
        driven: &rig::DrivenSet::default(),
        worn: &[],
        looks: &[plain, smooth],
        limits: &limits(check, 0.001),
        threads: 2,
    };
    let verdict = judge(&of, &|_| ControlFlow::Continue(())).unwrap().unwrap();
    let mut checks = verdict.checks.iter();
    let found = checks.find(|of| of.check == check && of.look == Some(smooth));
    let found = found.unwrap();
    assert!(found.title().contains("linear+smooth"), "{}", found.title());
    assert!(found.value > 0.001, "{}", found.value);
    for place in &found.places {
        let (name, pose) = place.pose.as_ref().unwrap();
        let shown = deform(&character, pose, inheritance, smooth).unwrap();
        let at = shown[place.vertex.primitive].positions[place.vertex.vertex];
        assert!(at.distance(place.at) < 1e-5, "{name}");
    }
}
