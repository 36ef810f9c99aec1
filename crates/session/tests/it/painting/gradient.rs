//! Gradients that are drawn, without a window: what Shift and Ctrl do, and which places they reach.

use glam::Vec3;
use rig::JointSlot;
use session::settings::{
    BrushSettings, BrushShape, BrushTool, GradientKind, GradientSettings, SettingChange, Settings,
    from_text, to_text,
};
use session::state::painting::brush_work::{BrushModifiers, GradientDrag, modified_tool};

const ENDS: [Vec3; 2] = [Vec3::new(0.0, 1.0, 0.0), Vec3::new(0.0, 3.0, 0.0)];

fn drawn(gradient: GradientSettings, held: BrushModifiers) -> GradientDrag {
    let brush = BrushSettings {
        gradient,
        ..BrushSettings::default()
    };
    GradientDrag::new(&brush, held, ENDS)
}

fn value(drag: &GradientDrag, place: Vec3) -> f32 {
    drag.gradient(JointSlot(0), (&[], &[]))
        .value(place)
        .unwrap_or(f32::NAN)
}

#[test]
fn a_line_runs_from_start_to_end_and_leaves_what_lies_beyond() {
    let drag = drawn(GradientSettings::default(), BrushModifiers::default());
    assert_eq!(drag.kind, GradientKind::Line);
    let cases = [
        (Vec3::new(5.0, 1.0, -2.0), true, 1.0),
        (Vec3::new(0.0, 2.0, 7.0), true, 0.5),
        (Vec3::new(0.0, 3.0, 0.0), true, 0.0),
        (Vec3::new(0.0, 0.99, 0.0), false, 1.0),
        (Vec3::new(0.0, 3.01, 0.0), false, 0.0),
    ];
    for (place, reached, weight) in cases {
        assert_eq!(drag.reaches(place), reached, "{place}");
        assert!((value(&drag, place) - weight).abs() < 1e-6, "{place}");
    }
    let [start, .., end] = cases.map(|(place, ..)| place);
    let [before_start, beyond_end] = [start - Vec3::Y, end + Vec3::Y];
    for (before, beyond) in [(true, false), (false, true), (true, true)] {
        let settings = GradientSettings {
            before,
            beyond,
            ..GradientSettings::default()
        };
        let drag = drawn(settings, BrushModifiers::default());
        assert_eq!(drag.reaches(before_start), before, "each end for itself");
        assert_eq!(drag.reaches(beyond_end), beyond, "each end for itself");
        assert!(drag.reaches(Vec3::new(0.0, 2.0, 7.0)));
    }
}

#[test]
fn a_radial_one_runs_from_the_middle_to_the_rim() {
    let radial = GradientSettings {
        kind: GradientKind::Radial,
        start: 0.25,
        end: 0.75,
        shape: BrushShape::Linear,
        ..GradientSettings::default()
    };
    let drag = drawn(radial, BrushModifiers::default());
    let middle = ENDS[0];
    for (offset, reached, weight) in [
        (Vec3::ZERO, true, 0.25),
        (Vec3::X, true, 0.5),
        (-Vec3::Z * 2.0, true, 0.75),
        (Vec3::Y * 2.001, false, 0.75),
    ] {
        assert_eq!(drag.reaches(middle + offset), reached, "{offset}");
        let found = value(&drag, middle + offset);
        assert!((found - weight).abs() < 1e-5, "{offset}: {found}");
    }
}

#[test]
fn shift_takes_the_other_kind_and_ctrl_exchanges_the_ends() {
    let (plain, shift, ctrl) = (
        BrushModifiers::default(),
        BrushModifiers {
            smooths: true,
            inverts: false,
        },
        BrushModifiers {
            smooths: false,
            inverts: true,
        },
    );
    for kind in GradientKind::ALL {
        let settings = GradientSettings {
            kind,
            start: 0.9,
            end: 0.2,
            ..GradientSettings::default()
        };
        let drag = drawn(settings, plain);
        assert_eq!((drag.kind, drag.values), (kind, [0.9, 0.2]));
        assert_eq!(drawn(settings, shift).kind, kind.other());
        assert_eq!(drawn(settings, ctrl).values, [0.2, 0.9]);
    }
    // The brush smooths with Shift; this tool stays what it is.
    assert_eq!(
        modified_tool(BrushTool::Gradient, shift),
        BrushTool::Gradient
    );
    assert_eq!(
        modified_tool(BrushTool::Gradient, ctrl),
        BrushTool::Gradient
    );
}

#[test]
fn what_is_no_segment_reaches_nothing() {
    let broken = [
        [Vec3::ONE; 2],
        [Vec3::ZERO, Vec3::splat(f32::NAN)],
        [Vec3::splat(f32::INFINITY), Vec3::ZERO],
    ];
    for kind in GradientKind::ALL {
        for beyond in [false, true] {
            let settings = GradientSettings {
                kind,
                before: beyond,
                beyond,
                ..GradientSettings::default()
            };
            for ends in broken {
                let drag = GradientDrag {
                    ends,
                    ..drawn(settings, BrushModifiers::default())
                };
                assert!(!drag.reaches(Vec3::ONE), "{ends:?}");
            }
            let drag = drawn(settings, BrushModifiers::default());
            assert!(!drag.reaches(Vec3::splat(f32::NAN)));
            assert!(!drag.reaches(Vec3::splat(f32::INFINITY)));
        }
    }
}

#[test]
fn options_are_kept_and_numbers_that_are_none_are_not() {
    let mut settings: Settings = Settings::default();
    let gradient = GradientSettings {
        kind: GradientKind::Radial,
        start: 0.25,
        end: 1.0,
        shape: BrushShape::Sharp,
        before: true,
        beyond: true,
        limb: false,
        whole: true,
    };
    let brush = |gradient| BrushSettings {
        tool: BrushTool::Gradient,
        gradient,
        ..BrushSettings::default()
    };
    settings.change(SettingChange::Brush(brush(gradient)));
    let read = from_text(&to_text(&settings).unwrap()).unwrap();
    assert_eq!(read.settings.brush, settings.brush);
    let odd = GradientSettings {
        start: f32::NAN,
        end: 7.0,
        ..gradient
    };
    settings.change(SettingChange::Brush(brush(odd)));
    assert_eq!(settings.brush.gradient.start, 1.0);
    assert_eq!(settings.brush.gradient.end, 1.0);
}
