//! Strokes that shape a corrective in its pose.

use glam::{Vec2, Vec3};
use session::commands::actions::{CorrectiveAction, WindowAction};
use session::commands::command::Intent;
use session::document::channel::{Channel, JointField};
use session::state::painting::sculpt::SculptTool;
use session::state::posing::command::PoseIntent;

use crate::engine::driven::Driven;
use crate::engine::painter::{CTRL, NONE, SHIFT};

fn posed(angle: f32) -> Driven {
    let mut editor = Driven::open("builtin:arm");
    editor.run(WindowAction::PoseMode);
    editor.select("forearm");
    let joint = editor.joint("forearm");
    bend(&mut editor, angle);
    assert_eq!(editor.active(), Some(joint));
    editor
}

fn bend(editor: &mut Driven, angle: f32) {
    editor.send(Intent::ShowClip(None));
    let field = JointField {
        joint: editor.joint("forearm"),
        channel: Channel::Rotation,
        axis: 2,
    };
    editor.send(Intent::Pose(PoseIntent::SetField {
        field,
        value: angle,
        dragging: false,
    }));
}

fn places(editor: &Driven) -> Vec<Vec3> {
    let panes = editor.shown().deformed_panes();
    let all = panes[0].iter();
    all.flat_map(|of| of.positions.iter().copied()).collect()
}

/// How far vertices of both lists are apart, the farthest with where it is.
fn moved(before: &[Vec3], after: &[Vec3]) -> (f32, Vec3, Vec3) {
    let pairs = before.iter().zip(after);
    let apart = pairs.map(|(one, other)| (one.distance(*other), *one, *other));
    apart
        .max_by(|one, other| one.0.total_cmp(&other.0))
        .unwrap()
}

/// The surface goes along with the pointer; other tools lead it back; each stroke is a step.
#[test]
fn the_brush_shapes_a_corrective_in_its_pose() {
    let mut editor = posed(70.0);
    editor.run(CorrectiveAction::NewCorrective);
    assert_eq!(editor.step(), "New corrective forearm 70");
    editor.run(CorrectiveAction::Sculpt(SculptTool::Grab));
    let at = editor.pixel_of(0, "forearm");
    let way = Vec2::new(0.0, -16.0);
    let before = places(&editor);
    editor.stroke(at, way, NONE);
    assert_eq!(editor.step(), "Sculpt forearm 70", "{}", editor.said());
    let pulled = places(&editor);
    let (most, from, to) = moved(&before, &pulled);
    assert!(most > 0.0);
    let seen = editor.pixel_at(0, to) - editor.pixel_at(0, from);
    let along = seen.dot(way) / way.length_squared();
    assert!((0.3..1.3).contains(&along), "{seen} of {way}");
    assert!((seen - way * along).length() < 0.1 * way.length(), "{seen}");

    editor.stroke(at, Vec2::new(2.0, 0.0), SHIFT);
    assert_eq!(editor.step(), "Smooth forearm 70", "{}", editor.said());
    editor.undo();
    editor.stroke(at, Vec2::new(6.0, 0.0), CTRL);
    assert_eq!(editor.step(), "Erase forearm 70", "{}", editor.said());
    let erased = places(&editor);
    let left = |places: &[Vec3]| -> f32 {
        let pairs = before.iter().zip(places);
        pairs.map(|(one, other)| one.distance(*other)).sum()
    };
    assert!(
        left(&erased) < 0.95 * left(&pulled),
        "{} {}",
        left(&erased),
        left(&pulled)
    );
    editor.undo();
    assert_eq!(moved(&pulled, &places(&editor)).0, 0.0);
    editor.undo();
    assert_eq!(moved(&before, &places(&editor)).0, 0.0);

    // Where it is hardly there it cannot be shaped, and is told.
    bend(&mut editor, 2.0);
    editor.stroke(at, way, NONE);
    assert!(editor.said().contains("Go to pose"), "{}", editor.said());
    assert!(!editor.step().starts_with("Sculpt"), "{}", editor.step());
}
