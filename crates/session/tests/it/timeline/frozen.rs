//! Keys that are dragged go where the pointer is, whatever is in sight: the axis stands still, and the clip does not grow.

use rig::{Clip, ClipEdit, JointChannel, JointIndex, KeyValue, NewKey, Target};
use session::commands::actions::{Action, AnimateAction, SheetAction};
use session::commands::command::{Command, Input, Intent};
use session::state::clips::command::ClipIntent;
use session::state::selection::Choose;
use session::state::timeline::axis::{Axis, TimeRange};
use session::state::timeline::command::{SheetInput, SheetIntent};
use session::state::timeline::drag::DragKind;
use session::state::timeline::frames::{FrameRate, TimeUnit};
use session::state::timeline::sheet::{DragEnd, DragPointer};

use super::key;
use crate::support::work::Work;

const TURN: Target = Target::Joint(JointIndex(1), JointChannel::Rotation);
const LEFT: f32 = 210.0;
const RIGHT: f32 = 1180.0;

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % u64::from(most)) as u32
    }
}

fn shown(work: &Work) -> Clip {
    let moment = work.session.playback.moment.unwrap();
    work.document.character.clip(moment.clip).unwrap().clone()
}

fn at(frame: u32) -> f32 {
    FrameRate::FILM.time_of(f64::from(frame))
}

/// A new clip that ends with its last key.
fn keyed(frames: &[u32]) -> Work {
    let mut work = Work::on("builtin:arm");
    work.run(Action::Animate(AnimateAction::NewClip));
    let keys = frames.iter().map(|&frame| NewKey {
        target: TURN,
        time: at(frame),
        value: KeyValue::Rotation(glam::Quat::from_rotation_x(0.1 * frame as f32)),
        tangents: None,
        mode: None,
    });
    let edit = ClipEdit::SetKeys(keys.collect());
    let name = "Set keys".to_owned();
    work.send(Intent::Clip(ClipIntent::Edit { edit, name }).into());
    let end = at(*frames.last().unwrap());
    work.send(Intent::Sheet(SheetIntent::EndAt(end)).into());
    let unit = TimeUnit::Frames(FrameRate::FILM);
    work.send(Intent::Sheet(SheetIntent::SetUnit(Some(unit))).into());
    work
}

/// The axis as the window makes it in every frame.
fn axis(work: &Work) -> Axis {
    let range = work.session.character.sheet.range_of(&shown(work));
    Axis::new(LEFT, RIGHT, range)
}

fn tell(work: &mut Work, input: SheetInput) {
    work.send(Command::Input(Input::Sheet(input)));
}

/// Moves the pointer in steps, each read along the axis that is drawn then, and rests it at the end.
fn point(work: &mut Work, from: f32, by: f32) {
    for share in [0.2, 0.5, 0.9, 1.0, 1.0, 1.0, 1.0] {
        let time = axis(work).time_at(from + share * by);
        tell(work, SheetInput::DragTo(DragPointer::at(time)));
    }
}

fn times(work: &Work) -> Vec<f32> {
    shown(work).keys(TURN).unwrap().times().to_vec()
}

#[test]
fn keys_land_where_they_are_dragged_at_any_zoom_and_the_clip_keeps_its_end() {
    let mut numbers = Numbers(7);
    for trial in 0..60 {
        let frames = [0, 6 + numbers.below(4), 16, 20 + numbers.below(30)];
        let mut work = keyed(&frames);
        let end = shown(&work).duration();
        if trial % 3 > 0 {
            let start = f64::from(numbers.below(20)) / 24.0;
            let length = 0.4 + f64::from(numbers.below(100)) / 25.0;
            let range = TimeRange::new(start, start + length);
            tell(&mut work, SheetInput::See(Some(range)));
        }
        let last = *frames.last().unwrap();
        let keys = vec![key(TURN, at(last))];
        work.send(Intent::Sheet(SheetIntent::Select(keys, Choose::Alone)).into());
        let before = axis(&work);
        let from = before.x_of(f64::from(at(last)));
        let by = numbers.below(400) as f32 - 60.0;
        let wanted = before.time_at(from + by) - f64::from(at(last));
        let wanted = f64::from(last) + (wanted * 24.0).round();
        let copies = trial % 4 == 1;
        if trial % 2 == 0 {
            let (kind, grabbed, held) = (DragKind::Move, before.time_at(from), DragEnd::Button);
            let drag = SheetIntent::Drag {
                kind,
                copies,
                grabbed,
                held,
            };
            work.send(Intent::Sheet(drag).into());
        } else {
            tell(&mut work, SheetInput::Point(Some(before.time_at(from))));
            let action = if copies {
                SheetAction::DuplicateKeys
            } else {
                SheetAction::MoveKeys
            };
            work.run(Action::Sheet(action));
        }
        point(&mut work, from, by);
        assert_eq!(axis(&work), before, "trial {trial}: the axis stands still");
        tell(&mut work, SheetInput::Confirm);
        let selected = work.session.character.keys.selected.first().unwrap().time;
        let wanted = wanted.max(0.0);
        assert!(
            (f64::from(selected) * 24.0 - wanted).abs() < 1e-3,
            "trial {trial}: {} in place of {wanted}",
            selected * 24.0
        );
        assert_eq!(shown(&work).duration(), end, "trial {trial}");
        if copies && by.abs() > 120.0 {
            assert!(times(&work).contains(&at(last)), "the key itself stays");
        }
    }
}

/// Scaled about the first key past the end, too.
#[test]
fn scaled_keys_go_beyond_the_end_and_leave_it() {
    let mut work = keyed(&[0, 8, 16, 24]);
    work.run(Action::Sheet(SheetAction::SelectAllKeys));
    let before = axis(&work);
    let from = before.x_of(1.0);
    tell(&mut work, SheetInput::Point(Some(1.0)));
    work.run(Action::Sheet(SheetAction::ScaleKeysFromFirst));
    point(&mut work, from, before.x_of(2.0) - from);
    tell(&mut work, SheetInput::Confirm);
    assert_eq!(times(&work), [0, 16, 32, 48].map(at));
    assert_eq!(shown(&work).duration(), 1.0);
    // All keys are in sight afterwards, those after the end too; the next key after the end is none to step to.
    assert!(axis(&work).range().end() > 2.0);
    work.run(Action::Animate(AnimateAction::LastFrame));
    work.run(Action::Animate(AnimateAction::NextKey));
    assert_eq!(work.session.playback.moment.unwrap().time, 1.0);
}
