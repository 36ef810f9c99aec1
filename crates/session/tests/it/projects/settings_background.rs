//! What is done in the background for the settings: writing them, and looking which recent files are there, whatever changes meanwhile.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use session::settings::{
    FILE, Presence, Recent, SettingChange, Settings, SettingsStore, Units, from_text,
};
use session::tasks::Spawner;
use whole_file::Files;

#[expect(
    clippy::disallowed_methods,
    reason = "a temporary file that nobody misses"
)]
fn put(path: &Path) {
    fs::write(path, "here").unwrap();
}

fn list(files: &[&Path]) -> Recent {
    let mut recent = Recent::default();
    for file in files {
        recent.add(file.to_str().unwrap());
    }
    recent
}

fn names(files: &[&Path]) -> BTreeSet<String> {
    let names = files.iter().map(|file| file.to_str().unwrap().to_owned());
    names.collect()
}

/// Waits for news, however long they take, and gives the last once none has come for a while.
fn news(presence: &mut Presence, recent: &Recent, shown: bool) -> BTreeSet<String> {
    let start = Instant::now();
    let mut last = None;
    while last.is_none() {
        assert!(start.elapsed() < LONG, "no news");
        last = news_for_a_while(presence, recent, shown);
    }
    last.unwrap()
}

/// The last news that comes, once none has come for a while.
fn news_for_a_while(
    presence: &mut Presence,
    recent: &Recent,
    shown: bool,
) -> Option<BTreeSet<String>> {
    let spawner = Spawner::default();
    let (mut last, mut since) = (None, Instant::now());
    while since.elapsed() < Duration::from_millis(300) {
        if let Some(missing) = presence.look(recent, shown, &spawner) {
            (last, since) = (Some(missing.unwrap()), Instant::now());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    last
}

#[test]
fn a_list_that_changes_while_it_is_looked_up_is_looked_up_again() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two] = ["one.glb", "two.glb"].map(|name| folder.path().join(name));
    put(&one);
    let mut presence = Presence::default();
    let spawner = Spawner::default();
    // The first thread is on its way when the list becomes another.
    presence.look(&list(&[&one]), false, &spawner);
    presence.look(&list(&[&one, &two]), false, &spawner);
    let found = news(&mut presence, &list(&[&one, &two]), false);
    assert_eq!(found, names(&[&two]));
    assert_eq!(
        news_for_a_while(&mut presence, &list(&[&one, &two]), false),
        None,
        "nothing changed"
    );
}

#[test]
fn files_that_come_and_go_are_noticed_when_the_list_comes_into_view() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("one.glb");
    let recent = list(&[&file]);
    let mut presence = Presence::default();
    assert_eq!(news(&mut presence, &recent, false), names(&[&file]));
    put(&file);
    let none = news_for_a_while(&mut presence, &recent, false);
    assert_eq!(none, None, "nobody sees the list");
    assert_eq!(news(&mut presence, &recent, true), BTreeSet::new());
    fs::remove_file(&file).unwrap();
    let none = news_for_a_while(&mut presence, &recent, true);
    assert_eq!(none, None, "once per view");
    assert_eq!(news_for_a_while(&mut presence, &recent, false), None);
    assert_eq!(news(&mut presence, &recent, true), names(&[&file]));
}

fn keep_for(
    settings_store: &mut SettingsStore,
    settings: &Settings,
    time: Duration,
) -> Vec<String> {
    let spawner = Spawner::default();
    let start = Instant::now();
    let mut messages = Vec::new();
    while start.elapsed() < time {
        messages.extend(settings_store.keep(settings, &spawner));
        std::thread::sleep(Duration::from_millis(5));
    }
    messages
}

const CALM: Duration = Duration::from_millis(900);
/// A loaded machine may take this long.
const LONG: Duration = Duration::from_secs(30);

/// Keeps until something is so, and a while longer.
fn keep_until(
    settings_store: &mut SettingsStore,
    settings: &Settings,
    is_so: impl Fn(&[String]) -> bool,
) -> Vec<String> {
    let start = Instant::now();
    let mut messages = Vec::new();
    while !is_so(&messages) {
        assert!(start.elapsed() < LONG, "{messages:?}");
        messages.extend(keep_for(
            settings_store,
            settings,
            Duration::from_millis(50),
        ));
    }
    messages.extend(keep_for(settings_store, settings, CALM));
    messages
}

fn kept(folder: &Path) -> Settings {
    from_text(&fs::read_to_string(folder.join(FILE)).unwrap())
        .unwrap()
        .settings
}

#[test]
fn a_change_that_is_taken_back_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (mut settings_store, settings, _) =
        SettingsStore::open(Some(folder.path().to_owned()), &Files::default());
    let mut changed = settings.clone();
    changed.change(SettingChange::Units(Units::Inches));
    keep_for(&mut settings_store, &changed, Duration::from_millis(100));
    keep_for(&mut settings_store, &settings, CALM);
    assert!(!folder.path().join(FILE).exists());
    settings_store.finish(&settings).unwrap();
    assert!(!folder.path().join(FILE).exists());
}

#[test]
fn the_end_writes_what_was_still_waiting_and_no_older_thread_comes_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let (mut settings_store, mut settings, _) =
        SettingsStore::open(Some(folder.path().to_owned()), &Files::default());
    for units in [Units::Inches, Units::Meters].repeat(20) {
        // A thread is begun by the first call after half a second; the end comes right behind it.
        settings.change(SettingChange::Units(units));
        settings_store.keep(&settings, &Spawner::default());
    }
    keep_for(&mut settings_store, &settings, Duration::from_millis(520));
    settings.change(SettingChange::Units(Units::Inches));
    settings_store.finish(&settings).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(kept(folder.path()).units, Units::Inches);
}

#[test]
fn what_could_not_be_written_is_tried_again_at_the_next_change_and_reported_again_after_a_success()
{
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("dualskin");
    let (mut settings_store, mut settings, _) =
        SettingsStore::open(Some(folder.clone()), &Files::default());
    put(&folder);
    settings.change(SettingChange::Units(Units::Inches));
    let messages = keep_until(&mut settings_store, &settings, |messages| {
        !messages.is_empty()
    });
    assert_eq!(messages.len(), 1);
    fs::remove_file(&folder).unwrap();
    settings.change(SettingChange::Units(Units::Meters));
    let messages = keep_until(&mut settings_store, &settings, |_| {
        folder.join(FILE).exists()
    });
    assert!(messages.is_empty());
    assert_eq!(kept(&folder).units, Units::Meters);
    fs::remove_dir_all(&folder).unwrap();
    put(&folder);
    settings.change(SettingChange::Units(Units::Inches));
    let messages = keep_until(&mut settings_store, &settings, |messages| {
        !messages.is_empty()
    });
    assert_eq!(messages.len(), 1, "it was well in between");
}
