//! A walk of eight steps authored from nothing, as docs/walks.md does it: two poses, their mirror image, repeated, and planted feet.

use rig::{Clip, JointChannel, JointIndex, KeyAt, KeyValue, RepeatOffset, Target};
use session::commands::actions::{Action, AnimateAction, ClipToolAction, SheetAction};
use session::commands::command::Intent;
use session::document::channel::{Channel, JointField};
use session::mode::Mode;
use session::state::clips::clip_tools::{ClipDialog, ClipToolIntent};
use session::state::clips::command::ClipIntent;
use session::state::posing::command::PoseIntent;
use session::state::selection::Choose;
use session::state::timeline::command::SheetIntent;
use session::state::timeline::frames::{FrameRate, TimeUnit};

use crate::support::work::Work;

/// Frames of a step, and how many steps there are.
const STEP: u8 = 12;
const STEPS: u8 = 8;
/// Frames a second.
const RATE: f32 = 24.0;

fn joint(work: &Work, name: &str) -> JointIndex {
    work.document.character.rig.skeleton.find(name).unwrap()
}

fn set(work: &mut Work, name: &str, (channel, axis): (Channel, usize), value: f32) {
    let field = JointField {
        joint: joint(work, name),
        channel,
        axis,
    };
    let intent = PoseIntent::SetField {
        field,
        value,
        dragging: false,
    };
    work.send(Intent::Pose(intent).into());
}

/// How far a foot goes from where a leg is ahead to where it is behind.
fn stride(work: &Work) -> f32 {
    let skeleton = &work.document.character.rig.skeleton;
    let at = |name: &str| {
        skeleton
            .rest_model_from_joint(joint(work, name))
            .translation
    };
    let leg = (at("thigh.L") - at("foot.L")).length();
    leg * (23.0_f32.to_radians().sin() + 20.0_f32.to_radians().sin())
}

/// Bends a leg at hip and knee; the foot stays level.
fn bend(work: &mut Work, side: &str, thigh: f32, shin: f32) {
    let turn = (Channel::Rotation, 0);
    set(work, &format!("thigh.{side}"), turn, thigh);
    set(work, &format!("shin.{side}"), turn, shin);
    set(work, &format!("foot.{side}"), turn, -thigh - shin);
}

/// The first number after each of these words.
fn numbers_after(said: &str, word: &str) -> Vec<f32> {
    let numbers = said.split(word).skip(1).map(|rest| {
        let rest = rest.trim_start_matches(|sign: char| !sign.is_ascii_digit());
        let end = rest.find(|sign: char| !sign.is_ascii_digit() && sign != '.');
        rest[..end.unwrap_or(rest.len())].parse().unwrap()
    });
    numbers.collect()
}

fn shown(work: &Work) -> &Clip {
    let moment = work.session.playback.moment.unwrap();
    work.document.character.clip(moment.clip).unwrap()
}

fn go_to(work: &mut Work, frame: u8) {
    work.send(Intent::Seek(f32::from(frame) / RATE).into());
}

/// How far the hips are over the ground, and how low.
fn put_hips(work: &mut Work, way: f32, height: f32) {
    set(work, "hips", (Channel::Translation, 2), way);
    set(work, "hips", (Channel::Translation, 1), height);
}

/// Chooses the keys at a frame.
fn choose(work: &mut Work, frame: u8) {
    let clip = shown(work);
    let at = f32::from(frame) / RATE;
    let keys = clip.targets().filter_map(|target| {
        let mut times = clip.keys(target)?.times().iter();
        let time = *times.find(|time| (**time - at).abs() < 1e-3)?;
        Some(KeyAt { target, time })
    });
    let keys: Vec<KeyAt> = keys.collect();
    assert!(!keys.is_empty());
    work.send(Intent::Sheet(SheetIntent::Select(keys, Choose::Alone)).into());
}

fn repeat_all(work: &mut Work) {
    work.run(Action::Sheet(SheetAction::SelectAllKeys));
    work.run(Action::Sheet(SheetAction::RepeatKeys));
    let Some(ClipDialog::Repeat(mut choice)) = work.session.clip_tools.dialog else {
        panic!("{:?}", work.session.clip_tools.dialog);
    };
    (choice.times, choice.offset) = (3, RepeatOffset::Translation);
    let ask = ClipToolIntent::Ask(Some(ClipDialog::Repeat(choice)));
    for tool in [ask, ClipToolIntent::Go] {
        work.send(Intent::Clip(ClipIntent::Tool(tool)).into());
    }
}

#[test]
fn a_walk_of_eight_steps_has_planted_feet() {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Animate;
    let unit = TimeUnit::Frames(FrameRate::OFFERED[3]);
    work.send(Intent::Sheet(SheetIntent::SetUnit(Some(unit))).into());
    work.run(Action::Animate(AnimateAction::NewClip));
    let end = f32::from(STEP * STEPS) / RATE;
    work.send(Intent::Sheet(SheetIntent::EndAt(end)).into());
    work.run(Action::Animate(AnimateAction::ToggleAutoKey));
    let step = stride(&work);
    // The first step begins: both legs out, the hips low.
    go_to(&mut work, 0);
    put_hips(&mut work, 0.0, -0.07);
    bend(&mut work, "L", 23.0, -4.0);
    bend(&mut work, "R", -20.0, -6.0);
    // In the middle of it one leg stands, and the other is lifted past it.
    go_to(&mut work, STEP / 2);
    put_hips(&mut work, 0.5 * step, -0.01);
    bend(&mut work, "L", 3.0, -6.0);
    bend(&mut work, "R", 20.0, -50.0);
    // The second in the mirror, further on.
    work.run(Action::Sheet(SheetAction::SelectAllKeys));
    work.run(Action::Sheet(SheetAction::CopyKeys));
    go_to(&mut work, STEP);
    work.run(Action::Sheet(SheetAction::PasteKeysMirrored));
    set(&mut work, "hips", (Channel::Translation, 2), step);
    go_to(&mut work, STEP + STEP / 2);
    set(&mut work, "hips", (Channel::Translation, 2), 1.5 * step);
    // Then as at the beginning.
    choose(&mut work, 0);
    work.run(Action::Sheet(SheetAction::CopyKeys));
    go_to(&mut work, 2 * STEP);
    work.run(Action::Sheet(SheetAction::PasteKeys));
    set(&mut work, "hips", (Channel::Translation, 2), 2.0 * step);
    assert!(work.document.pending.is_empty());
    repeat_all(&mut work);
    work.run(Action::ClipTool(ClipToolAction::PlantFeet));
    let said = work.session.notices.all().last().unwrap().text.clone();
    let now = numbers_after(&said, "now ");
    assert_eq!(now.len(), 2, "{said}");
    assert!(now.iter().all(|slid| *slid <= 1.0), "{said}");
    let hips = Target::Joint(joint(&work, "hips"), JointChannel::Translation);
    let ends = [0.0, end].map(|time| shown(&work).keys(hips).unwrap().sample(time));
    let [KeyValue::Vector(first), KeyValue::Vector(last)] = ends else {
        panic!("{ends:?}");
    };
    let way = f32::from(STEPS) * step;
    assert!(
        (first.distance(last) - way).abs() < 0.02 * way,
        "{first} {last} {way}"
    );
}
