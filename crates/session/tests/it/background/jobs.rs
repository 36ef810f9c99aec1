//! Work in the background: each kind of its death, and that what died of it can be done again.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::task::Poll;
use std::time::{Duration, Instant};

use session::commands::command::{Command, Outcome};
use session::document::Document;
use session::features::opening::loading::{Loader, Loading};
use session::features::projects::capture::capture;
use session::features::projects::saving::{ProjectSave, Saver};
use session::features::weight_operations::worker::WeightJobs;
use session::session::Session;
use session::settings::{FILE, Presence, Recent, SettingChange, Settings, SettingsStore, Units};
use session::state::opening::load::load_with;
use session::state::opening::open_request::OpenRequest;
use session::state::pose_library::{LibraryJob as PoseJob, News, PoseFolder};
use session::state::projects::command::ProjectOutcome;
use session::state::weight_operations::weight_request::NotDone;
use session::tasks::{Cancel, Fault, JobError, Latest, Queue, Spawner, Task, Threads, Waker};
use whole_file::Files;

use crate::support::fates::{DEATHS, Fate, Fates};

/// Waits until there is an answer.
pub(crate) fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn woken(fates: &Fates) -> usize {
    fates.woken.load(Ordering::Relaxed)
}

fn end<T, P>(mut task: Task<T, P>) -> Result<T, JobError> {
    until("the end of a task", || match task.poll() {
        Poll::Ready(outcome) => Some(outcome),
        Poll::Pending => None,
    })
}

// ---- a task ---------------------------------------------------------------------------------------------------------

#[test]
fn a_task_answers_and_wakes() {
    let fates = Fates::default();
    let spawner = fates.spawner();
    assert_eq!(end(Task::start(&spawner, "six", |_| 6)), Ok(6));
    until("the window wakes", || (woken(&fates) > 0).then_some(()));
}

/// As in a browser: what is begun is done when its start returns, and what would wait for orders begins not at all.
#[test]
fn without_threads_work_is_done_at_once_and_what_waits_is_refused() {
    let threads = Threads::at_once(Threads::WAITING);
    let spawner = Spawner::new(threads, Waker::default());
    let mut task = Task::start(&spawner, "six", |_| 6);
    assert_eq!(task.poll(), Poll::Ready(Ok(6)));
    let dead: Task<()> = Task::start(&spawner, "six", |_| panic!("tried"));
    assert_eq!(end(dead), Err(JobError::Stopped));

    let mut queue = Queue::new("numbers", |job: &i32| job + 1);
    queue.push(1, &spawner);
    queue.push(2, &spawner);
    let answers = [queue.poll(&spawner), queue.poll(&spawner)].concat();
    let answers = answers.into_iter().map(|(_, answer)| answer);
    assert_eq!(answers.collect::<Vec<_>>(), [Ok(2), Ok(3)]);

    let folder = tempfile::tempdir().unwrap();
    let mut poses = PoseFolder::default();
    assert!(poses.open(Some(folder.path()), &spawner));
    let (news, fault) = poses.receive();
    assert!(news.is_empty() && fault.is_some(), "{fault:?}");
}

#[test]
fn a_thread_that_is_refused_is_the_answer_and_the_work_can_be_started_again() {
    let fates = Fates::default();
    let spawner = fates.spawner();
    fates.set(Fate::Refused);
    let mut task = Task::start(&spawner, "six", |_| 6);
    let why = JobError::NoThread("too many threads".to_owned());
    assert_eq!(task.refusal(), Some(&why));
    assert_eq!(task.poll(), Poll::Ready(Err(why)));
    assert_eq!(woken(&fates), 1, "so that somebody polls");
    fates.set(Fate::Runs);
    assert_eq!(end(Task::start(&spawner, "six", |_| 6)), Ok(6));
}

#[test]
fn a_worker_that_panics_or_vanishes_is_the_answer_and_wakes() {
    let fates = Fates::default();
    let spawner = fates.spawner();
    let work = |_: &_| -> u8 { panic!("as a test wants it") };
    assert_eq!(
        end(Task::start(&spawner, "panics", work)),
        Err(JobError::Stopped)
    );
    until("the window wakes", || (woken(&fates) == 1).then_some(()));
    fates.set(Fate::Dies);
    let task = Task::start(&spawner, "vanishes", |_| 6);
    assert_eq!(task.refusal(), None);
    assert_eq!(end(task), Err(JobError::Stopped));
    assert_eq!(woken(&fates), 2);
}

#[test]
fn a_task_that_is_dropped_is_canceled_and_wakes_nobody() {
    let fates = Fates::default();
    let (messages, received) = channel();
    let task = Task::start_at(0.0, &fates.spawner(), "long", move |handle| {
        while handle.progress(0.5_f32).is_continue() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert!(handle.is_canceled());
        messages.send(()).unwrap();
    });
    until("it is half done", || (task.progress() == 0.5).then_some(()));
    drop(task);
    received.recv_timeout(Duration::from_secs(60)).unwrap();
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(woken(&fates), 0);
}

#[test]
fn waiting_for_a_task_ends_after_the_time_given() {
    let spawner = Spawner::default();
    let (go, gate) = channel::<()>();
    let task = Task::start(&spawner, "waits", move |_| gate.recv().is_ok());
    assert_eq!(task.wait(Duration::from_millis(10)), None);
    drop(go);
    let task = Task::start(&spawner, "six", |_| 6);
    assert_eq!(task.wait(Duration::from_secs(60)), Some(Ok(6)));
    let cancel = Cancel::default();
    let copy = cancel.clone();
    cancel.cancel();
    assert!(copy.is_canceled());
}

// ---- the latest -----------------------------------------------------------------------------------------------------

/// A task that waits for a word, then gives its number; the word.
fn gated(spawner: &Spawner, number: u32, words: &mut Vec<Sender<()>>) -> Task<u32> {
    let (word, gate) = channel();
    words.push(word);
    Task::start(spawner, "gated", move |_| {
        let _hung_up = gate.recv();
        number
    })
}

#[test]
fn the_newest_key_wins() {
    let spawner = Spawner::default();
    let mut words = Vec::new();
    let mut latest = Latest::default();
    latest.restart(1, || gated(&spawner, 1, &mut words));
    latest.restart(1, || panic!("it is at work at that"));
    latest.restart(2, || gated(&spawner, 2, &mut words));
    assert_eq!(words.len(), 2);
    words.clear();
    let found = until("the second", || latest.poll());
    assert_eq!(found, (2, Ok(2)), "of the first nothing comes");
    latest.restart(2, || panic!("it was done"));
    latest.restart(1, || gated(&spawner, 1, &mut words));
    words.clear();
    assert_eq!(until("the first again", || latest.poll()), (1, Ok(1)));
}

#[test]
fn one_that_follows_up_lets_the_older_key_come_to_its_end() {
    let spawner = Spawner::default();
    let mut words = Vec::new();
    let mut latest = Latest::default();
    for key in 1..4 {
        latest.follow_up(key, || gated(&spawner, key, &mut words));
    }
    assert_eq!(words.len(), 1);
    words.clear();
    assert_eq!(until("the first", || latest.poll()), (1, Ok(1)));
    latest.follow_up(3, || gated(&spawner, 3, &mut words));
    words.clear();
    assert_eq!(until("the third", || latest.poll()), (3, Ok(3)));
}

#[test]
fn what_has_failed_is_reported_once_and_tried_again_for_another_key_or_when_asked() {
    for death in DEATHS {
        let fates = Fates::default();
        let spawner = fates.spawner();
        let mut latest = Latest::default();
        let follow = |latest: &mut Latest<u32, u32>, key: u32| {
            latest.follow_up(key, || Task::start(&spawner, "follows", move |_| key));
            latest.poll()
        };
        fates.set(death);
        let messages = (0..5).filter_map(|_| follow(&mut latest, 1));
        assert_eq!(messages.filter(|(_, found)| found.is_err()).count(), 1);
        assert_eq!(fates.asked(), 1, "not in every frame");
        fates.set(Fate::Runs);
        assert_eq!(follow(&mut latest, 1), None, "not by itself");
        latest.forget();
        let again = until("it is tried again", || follow(&mut latest, 1));
        assert_eq!(again, (1, Ok(1)));
        fates.set(death);
        assert!(follow(&mut latest, 2).is_some_and(|(_, found)| found.is_err()));
        fates.set(Fate::Runs);
        let other = until("another key", || follow(&mut latest, 3));
        assert_eq!(other, (3, Ok(3)));
    }
}

#[test]
fn a_fault_is_reported_once_until_all_is_well() {
    let mut fault = Fault::default();
    fault.set("a".to_owned());
    fault.set("a".to_owned());
    assert_eq!(fault.take_news().as_deref(), Some("a"));
    fault.set("a".to_owned());
    assert_eq!((fault.take_news(), fault.text()), (None, Some("a")));
    fault.clear();
    assert_eq!((fault.take_news(), fault.text()), (None, None));
    fault.set("a".to_owned());
    assert_eq!(fault.take_news().as_deref(), Some("a"));
}

// ---- a queue --------------------------------------------------------------------------------------------------------

/// Gives numbers back; dies of 13.
fn numbers() -> Queue<u32, u32> {
    Queue::new("numbers", |number: &u32| {
        assert!(*number != 13, "as a test wants it");
        *number
    })
}

type Ended = (u32, Result<u32, JobError>);

fn poll(queue: &mut Queue<u32, u32>, spawner: &Spawner) -> Vec<Ended> {
    let ended = queue.poll(spawner).into_iter();
    ended.map(|(job, outcome)| (*job, outcome)).collect()
}

#[test]
fn a_queue_goes_on_after_a_worker_that_panics() {
    let spawner = Spawner::default();
    let mut queue = numbers();
    for number in [1, 13, 2, 3] {
        queue.push(number, &spawner);
    }
    let mut ended = Vec::new();
    until("all are done", || {
        ended.extend(poll(&mut queue, &spawner));
        (!queue.is_busy()).then_some(())
    });
    let expected = [
        (1, Ok(1)),
        (13, Err(JobError::Stopped)),
        (2, Ok(2)),
        (3, Ok(3)),
    ];
    assert_eq!(ended, expected);
}

#[test]
fn a_queue_goes_on_after_a_thread_that_is_refused() {
    for death in DEATHS {
        let fates = Fates::default();
        let spawner = fates.spawner();
        let mut queue = numbers();
        fates.set(death);
        queue.push(1, &spawner);
        assert!(queue.is_busy(), "until that is told");
        fates.set(Fate::Runs);
        queue.push(2, &spawner);
        let mut ended = Vec::new();
        until("all are done", || {
            ended.extend(poll(&mut queue, &spawner));
            (!queue.is_busy()).then_some(())
        });
        ended.sort_by_key(|(job, _)| *job);
        assert!(matches!(ended[..], [(1, Err(_)), (2, Ok(2))]), "{ended:?}");
    }
}

#[test]
fn the_end_does_what_waits_and_nothing_is_lost_to_one_that_panics() {
    let spawner = Spawner::default();
    let mut queue = numbers();
    for number in [1, 13, 2, 3] {
        queue.push(number, &spawner);
    }
    queue.retain(|number| *number != 2);
    let ended = queue.finish(Duration::from_secs(60)).into_iter();
    let ended: Vec<Ended> = ended.map(|(job, outcome)| (*job, outcome)).collect();
    assert_eq!(
        ended,
        [(1, Ok(1)), (13, Err(JobError::Stopped)), (3, Ok(3))]
    );
    assert!(!queue.is_busy());
}

// ---- who works in the background ------------------------------------------------------------------------------------

fn save_at(file: &Path) -> ProjectSave {
    let (document, session) = (Document::empty(), Session::default());
    ProjectSave {
        access: whole_file::Access::ANY,
        file: file.to_owned(),
        expected: None,
        whoever: false,
        is_claimed: false,
        capture: capture(&document, &session),
        document,
        beside: 0,
        time: 0.0,
    }
}

/// What is said of a save.
fn saved(saver: &mut Saver, spawner: &Spawner) -> Command {
    let said = until("something is said of it", || {
        let mut said = saver.receive(spawner);
        said.pop()
    });
    assert!(!saver.is_busy());
    said
}

#[test]
fn after_a_save_that_died_save_works_again() {
    for death in DEATHS {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.dualskin");
        let fates = Fates::default();
        let spawner = fates.spawner();
        let mut saver = Saver::default();
        fates.set(death);
        saver.save(save_at(&file), &spawner);
        let said = saved(&mut saver, &spawner);
        let Command::Outcome(Outcome::Project(ProjectOutcome::NotSaved(text))) = said else {
            panic!("{said:?}");
        };
        assert!(text.contains("a.dualskin: not saved") && text.ends_with("Save again."));
        assert!(!file.exists());
        fates.set(Fate::Runs);
        saver.save(save_at(&file), &spawner);
        let said = saved(&mut saver, &spawner);
        assert!(
            matches!(
                said,
                Command::Outcome(Outcome::Project(ProjectOutcome::Saved(_)))
            ),
            "{said:?}"
        );
        assert!(file.exists());
    }
}

#[test]
fn a_save_behind_one_that_died_is_done_also_when_the_window_closes() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one.dualskin", "two.dualskin"].map(|name| folder.path().join(name));
    let fates = Fates::default();
    let spawner = fates.spawner();
    let mut saver = Saver::default();
    fates.set(Fate::Dies);
    saver.save(save_at(&one), &spawner);
    fates.set(Fate::Runs);
    saver.save(save_at(&two), &spawner);
    saver.finish(None);
    assert!(two.exists() && !saver.is_busy());
}

/// A loader that dies of files called `panic…`.
fn mortal() -> Loader {
    Loader::new(|file, report| {
        assert!(!file.starts_with("panic"), "as a test wants it");
        load_with(file, report)
    })
}

fn request(file: &str) -> OpenRequest {
    OpenRequest {
        file: file.to_owned(),
        ..OpenRequest::default()
    }
}

#[test]
fn after_an_opening_that_died_another_one_works() {
    let spawner = Spawner::default();
    let mut loading = Loading::new(mortal(), Files::default());
    loading.start(request("panic.glb"), &spawner).unwrap();
    let said = until("it has died", || loading.receive(&spawner, || false));
    let Command::Outcome(Outcome::Notify(_, text)) = said else {
        panic!("{said:?}");
    };
    assert!(text.contains("panic.glb: not opened"), "{text}");
    assert!(loading.opening().is_none(), "the card is gone");

    let fates = Fates::default();
    let refusing = fates.spawner();
    fates.set(Fate::Refused);
    let refused = loading
        .start(request("builtin:arm"), &refusing)
        .unwrap_err();
    assert!(refused.contains("no thread could be started"), "{refused}");
    assert!(loading.opening().is_none());

    loading.start(request("builtin:arm"), &spawner).unwrap();
    let opened = until("it is read", || loading.receive(&spawner, || false));
    assert!(matches!(opened, Command::Outcome(Outcome::Opened { .. })));
}

fn changed(units: Units) -> Settings {
    let mut settings = Settings::default();
    settings.change(SettingChange::Units(units));
    settings
}

#[test]
fn after_settings_that_could_not_be_kept_the_next_change_and_the_end_keep_them() {
    for death in DEATHS {
        let folder = tempfile::tempdir().unwrap();
        let (mut settings_store, _, _) =
            SettingsStore::open(Some(folder.path().to_owned()), &Files::default());
        let fates = Fates::default();
        let spawner = fates.spawner();
        let (inches, meters) = (changed(Units::Inches), changed(Units::Meters));
        fates.set(death);
        let said = until("it is told", || settings_store.keep(&inches, &spawner));
        assert!(said.contains("settings could not be kept"), "{said}");
        for _ in 0..20 {
            assert_eq!(settings_store.keep(&inches, &spawner), None, "once");
        }
        assert_eq!(fates.asked(), 1);
        fates.set(Fate::Runs);
        let file = folder.path().join(FILE);
        until("it is kept", || {
            assert_eq!(settings_store.keep(&meters, &spawner), None);
            file.exists().then_some(())
        });
        // What fails last is written at the end.
        until("nothing is at work", || {
            settings_store.keep(&meters, &spawner);
            (fates.asked() == 2).then_some(())
        });
        std::fs::remove_file(&file).unwrap();
        fates.set(death);
        until("it is told", || settings_store.keep(&inches, &spawner));
        settings_store.finish(&inches).unwrap();
        assert!(file.exists());
    }
}

#[test]
fn after_a_look_at_recent_files_that_died_the_next_one_works() {
    for death in DEATHS {
        let fates = Fates::default();
        let spawner = fates.spawner();
        let mut recent = Recent::default();
        recent.add("/nowhere/a.glb");
        let mut presence = Presence::default();
        fates.set(death);
        let messages: Vec<_> = (0..5)
            .filter_map(|_| presence.look(&recent, false, &spawner))
            .collect();
        assert!(
            matches!(&messages[..], [Err(text)] if text.contains("recent files")),
            "{messages:?}"
        );
        assert_eq!(fates.asked(), 1);
        fates.set(Fate::Runs);
        let found = until("the list comes into view", || {
            presence.look(&recent, true, &spawner)
        });
        assert_eq!(found, Ok(BTreeSet::from(["/nowhere/a.glb".to_owned()])));
    }
}

#[test]
fn after_a_job_on_weights_that_died_another_one_works() {
    let spawner = Spawner::default();
    let document = Document::empty();
    let mut jobs = WeightJobs::default();
    let locked = BTreeSet::new();
    let what = || ("Flood".to_owned(), &document, &locked);
    let dies = Box::new(|_: &_| panic!("as a test wants it"));
    jobs.start(what(), dies, &spawner).unwrap();
    let finished = until("it has died", || jobs.receive(false, &spawner));
    let text = finished.result.unwrap_err().into_text();
    assert!(
        text.contains("Flood") && text.contains("nothing was changed"),
        "{text}"
    );
    jobs.start(what(), Box::new(|_| None), &spawner).unwrap();
    let finished = until("it is canceled", || jobs.receive(false, &spawner));
    let why = finished.result.unwrap_err();
    assert!(matches!(why, NotDone::Stopped(text) if text.contains("canceled")));
}

#[test]
fn after_the_library_has_died_a_pose_that_is_written_starts_it_again() {
    for death in DEATHS {
        let folder = tempfile::tempdir().unwrap();
        let fates = Fates::default();
        let spawner = fates.spawner();
        let mut poses = PoseFolder::default();
        fates.set(death);
        assert!(poses.open(Some(folder.path()), &spawner));
        let (news, fault) = poses.receive();
        assert!(news.is_empty() && fault.is_some_and(|text| text.contains("folder of poses")));
        assert!(!poses.open(Some(folder.path()), &spawner), "not by itself");
        assert!(poses.receive().1.is_none(), "once");
        let job = PoseJob::Delete(folder.path().join("nothing.pose"));
        poses.carry_out(job.clone(), &spawner).unwrap();
        let (news, _) = poses.receive();
        let text = match &news[..] {
            [News::Written { outcome, .. }] => &outcome.as_ref().unwrap_err().text,
            other => panic!("{other:?}"),
        };
        assert!(text.contains("was not written"), "{text}");
        fates.set(Fate::Runs);
        poses.carry_out(job, &spawner).unwrap();
        until("it is answered", || {
            let (news, fault) = poses.receive();
            assert_eq!(fault, None);
            let is_answer = |news: &News| matches!(news, News::Written { .. });
            news.iter().any(is_answer).then_some(())
        });
    }
}

#[test]
fn a_canceled_opening_stops_at_its_next_report() {
    let given_up = Arc::new(AtomicBool::new(false));
    let messages = Arc::clone(&given_up);
    let loader = Loader::new(move |file, report| {
        let progress = character::Progress {
            stage: character::Stage::Meshes,
            fraction: 0.5,
        };
        while report(progress).is_continue() {
            std::thread::sleep(Duration::from_millis(1));
        }
        messages.store(true, Ordering::Relaxed);
        load_with(file, &mut |_| ControlFlow::Break(()))
    });
    let spawner = Spawner::default();
    let mut loading = Loading::new(loader, Files::default());
    loading.start(request("builtin:arm"), &spawner).unwrap();
    assert!(loading.cancel().is_some() && loading.receive(&spawner, || false).is_none());
    until("the worker ends", || {
        given_up.load(Ordering::Relaxed).then_some(())
    });
    assert!(loading.receive(&spawner, || false).is_none());
}
