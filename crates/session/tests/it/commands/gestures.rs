//! What commands do to a tool at work.

use std::sync::Arc;

use rig::JointIndex;
use session::commands::actions::{ToolAction, ViewAction};
use session::commands::command::{Command, ExternalState, Input, Intent, Outcome};
use session::notices::Severity;
use session::state::gizmo::tool::Tool;
use session::state::opening::load::load;
use session::state::opening::reread::Reread;
use session::state::problems::problem_list::ProblemOutcome;
use session::state::projects::command::ProjectOutcome;
use session::state::selection::Choose;

use crate::support::work::Work;

/// What a command does to a tool at work: an intent keeps what it has done, another character takes it back, and all else leaves
/// it at work.
#[test]
fn intents_end_a_tool_at_work_and_news_leave_it() {
    let move_now = || Command::from(Intent::Run(ToolAction::Operate(Tool::Move).into()));
    let character = || Box::new(load("builtin:arm").unwrap());
    let leave = |work: &mut Work, command: Command| {
        work.send(command);
        assert!(work.session.operation.is_some());
    };
    let mut work = Work::on("builtin:arm");
    work.send(Intent::Select(Some(JointIndex(1))).into());
    work.send(move_now());
    let note = || (Severity::Note, String::new());
    for command in [
        Input::EndGesture.into(),
        Input::PointAt(None).into(),
        Input::ActivatePane(0).into(),
        Input::Dismiss(0).into(),
        Outcome::Notify(note().0, note().1).into(),
        Outcome::NotifyLasting(note().0, note().1).into(),
        Outcome::OfferReload(true).into(),
        Outcome::Pointed(None).into(),
        Outcome::FrameOpened.into(),
        Outcome::FrameAgain.into(),
        Outcome::External(ExternalState::IsLight(true)).into(),
        Outcome::Problems(ProblemOutcome::GiveUpFix("")).into(),
        Outcome::Project(ProjectOutcome::SourceRead(None)).into(),
        Outcome::Project(ProjectOutcome::NothingKept).into(),
        Outcome::Project(ProjectOutcome::LetGo).into(),
        Outcome::Project(ProjectOutcome::Left(Vec::new())).into(),
    ] {
        leave(&mut work, command);
    }
    let read = Reread::new(Arc::new(*character()), work.document.clone());
    for command in [
        Intent::Run(ViewAction::ToggleGrid.into()).into(),
        Intent::Search(String::new()).into(),
        Intent::ClearNotices.into(),
        Intent::Palette(None).into(),
        Intent::SetSpeed(1.0).into(),
        Intent::Select(Some(JointIndex(1))).into(),
        Outcome::PlaceJoint(None).into(),
        Outcome::PickJoint(None, Choose::Add).into(),
        Outcome::Reloaded(Box::new(read)).into(),
        Outcome::Opened {
            file: "builtin:arm".to_owned(),
            character: character(),
        }
        .into(),
    ] {
        if work.session.operation.is_none() {
            work.send(move_now());
        }
        assert!(work.session.operation.is_some());
        work.send(command);
        assert!(work.session.operation.is_none());
    }
}
