//! A walk of eight steps authored from nothing, as docs/walks.md does it: key poses, planted feet, an export.

use rig::{JointChannel, JointIndex, KeyValue, Target};
use session::commands::actions::{Action, AnimateAction, ClipToolAction};
use session::commands::command::Intent;
use session::document::channel::{Channel, JointField};
use session::mode::Mode;
use session::state::posing::command::PoseIntent;
use session::state::timeline::command::SheetIntent;
use session::state::timeline::frames::{FrameRate, TimeUnit};

use crate::support::work::Work;

/// Frames of a step, and how many steps there are.
const STEP: u8 = 12;
const STEPS: u8 = 8;

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

#[test]
fn a_walk_of_eight_steps_has_planted_feet() {
    let mut work = Work::on("builtin:biped");
    work.session.mode = Mode::Animate;
    let unit = TimeUnit::Frames(FrameRate::OFFERED[3]);
    work.send(Intent::Sheet(SheetIntent::SetUnit(Some(unit))).into());
    work.run(Action::Animate(AnimateAction::NewClip));
    let fps = work.session.character.sheet.frames_per_second().unwrap();
    #[expect(clippy::cast_possible_truncation, reason = "a usual rate")]
    let time = |frame: u8| (f64::from(frame) / fps) as f32;
    work.send(Intent::Sheet(SheetIntent::EndAt(time(STEP * STEPS))).into());
    let (sides, ahead) = (["L", "R"], stride(&work));
    for step in 0..=STEPS {
        let [front, back] = [
            sides[usize::from(step % 2)],
            sides[usize::from(1 - step % 2)],
        ];
        let way = ahead * f32::from(step);
        // The step begins: both legs out, the hips low.
        work.send(Intent::Seek(time(STEP * step)).into());
        set(&mut work, "hips", (Channel::Translation, 2), way);
        set(&mut work, "hips", (Channel::Translation, 1), -0.07);
        bend(&mut work, front, 23.0, -4.0);
        bend(&mut work, back, -20.0, -6.0);
        work.run(Action::Animate(AnimateAction::KeyAllPending));
        if step == STEPS {
            break;
        }
        // In the middle of it one leg stands, and the other is lifted past it.
        work.send(Intent::Seek(time(STEP * step + STEP / 2)).into());
        set(
            &mut work,
            "hips",
            (Channel::Translation, 2),
            way + 0.5 * ahead,
        );
        set(&mut work, "hips", (Channel::Translation, 1), -0.01);
        bend(&mut work, front, 3.0, -6.0);
        bend(&mut work, back, 20.0, -50.0);
        work.run(Action::Animate(AnimateAction::KeyAllPending));
    }
    assert!(work.document.pending.is_empty());
    work.run(Action::ClipTool(ClipToolAction::PlantFeet));
    let said = work.session.notices.all().last().unwrap().text.clone();
    let now = numbers_after(&said, "now ");
    assert_eq!(now.len(), 2, "{said}");
    assert!(now.iter().all(|slid| *slid <= 1.0), "{said}");
    let clip = work.session.playback.moment.unwrap().clip;
    let clip = work.document.character.clip(clip).unwrap();
    let keys = clip.keys(Target::Joint(
        joint(&work, "hips"),
        JointChannel::Translation,
    ));
    let way = keys.unwrap().sample(time(STEP * STEPS));
    let KeyValue::Vector(end) = way else {
        panic!("{way:?}");
    };
    assert!(end.length() > 4.0, "{end}");
}
