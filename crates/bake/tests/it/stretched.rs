//! Methods under scale and shear: helpers that need two nodes, and joints that keep scale to themselves.

use bake::{Goal, HelperKind};
use rig::{Interpolation, Method};

use crate::exact::stretched;
use crate::support::{bake, children, errors};

#[test]
fn uneven_scale_and_shear_are_baked_within_the_tolerance() {
    let (character, own) = stretched(Interpolation::Linear);
    for (flags, exact) in [(own, 2), (children(&character), 0)] {
        let goal = Goal::Tolerance(0.75);
        let baked = bake(&character, &flags, Method::TWO_PHASE, goal).unwrap();
        let report = &baked.report;
        assert_eq!(report.exact_scale, exact);
        let kinds: Vec<HelperKind> = report.helpers.iter().map(|it| it.kind).collect();
        assert!(kinds.contains(&HelperKind::Sheared), "{kinds:?}");
        let [most, _] = errors(&character, &flags, Method::TWO_PHASE, &baked);
        assert!(most < 0.85, "{most} %: {report:?}");
        assert!(f64::from(report.linear.maximum) > 2.0 * most);
    }
}
