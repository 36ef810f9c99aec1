//! The field for the path to save a project under: what follows a save waits until one succeeds or is given up.

use session::commands::command::{Command, Intent, Outcome};
use session::session::Request;
use session::state::projects::Next;
use session::state::projects::command::{ProjectAnswer, ProjectIntent, ProjectOutcome};

use crate::support::work::Work;

fn ask(work: &mut Work, intent: ProjectIntent) {
    work.send(Command::Intent(Intent::Project(intent)));
}

fn fails(work: &mut Work) {
    let outcome = ProjectOutcome::NotSaved("Not saved. It is full.".to_owned());
    work.send(Command::Outcome(Outcome::Project(outcome)));
}

fn order(work: &mut Work) {
    let file = "/nowhere/a.dualskin".into();
    let replaces = false;
    ask(work, ProjectIntent::SaveTo { file, replaces });
    let request = work.session.requests.pop();
    assert!(matches!(request, Some(Request::Save(_))), "{request:?}");
}

fn type_path(work: &mut Work, path: &str) {
    ask(work, ProjectIntent::SavePath(Some(path.to_owned())));
}

#[test]
fn closing_waits_for_another_path_where_a_save_fails() {
    let mut work = Work::on("builtin:arm");
    work.session.project.saved = None;
    ask(&mut work, ProjectIntent::CloseAsked);
    ask(&mut work, ProjectIntent::Answer(ProjectAnswer::Save));
    type_path(&mut work, "/nowhere/a");
    order(&mut work);
    // Typing goes on meanwhile, and nothing is ordered by it.
    type_path(&mut work, "/nowhere/ab");
    fails(&mut work);
    let shown = work.session.windows.save_path.clone().unwrap();
    assert_eq!(shown.typed, "/nowhere/ab");
    assert_eq!(shown.fault.as_deref(), Some("Not saved. It is full."));
    assert!(!shown.is_ordered && !work.session.project.saving);
    assert_eq!(work.session.project.then, Some(Next::Quit));
    assert!(work.session.notices.all().is_empty());

    // Given up while a save is running: its failure is told where nothing else tells it.
    order(&mut work);
    let shown = work.session.windows.save_path.clone().unwrap();
    assert!(shown.is_ordered && shown.fault.is_none());
    ask(&mut work, ProjectIntent::SavePath(None));
    assert_eq!(work.session.project.then, None);
    fails(&mut work);
    assert_eq!(work.session.windows.save_path, None);
    assert_eq!(work.session.notices.all().len(), 1);
}
