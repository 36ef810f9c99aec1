//! Golden vectors: numbers for every algorithm, from an independent implementation in f64.
//!
//! The folders are those named by `DUALSKIN_GOLDEN`, parted as those of `PATH` are, else `testdata/golden` of the workspace. Tests
//! read whatever lies there by topic, whatever the files are called. Nothing passes unseen: a key that is neither checked nor on the list of
//! skipped ones fails, as does a topic that no test knows, an empty folder and a topic without cases.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::answer::Answer;
use crate::compare::{Rule, fits};
use crate::folders::{files_in, variable, workspace};
use crate::json::{Json, parse};
use crate::report::{Report, say};

/// How many failures are printed in full; the rest are counted.
const FAILURES_SHOWN: usize = 12;

/// Topics of whole skeletons, posed and skinned: every crate checks in them what it computes itself.
pub const WHOLE_SKELETONS: [&str; 2] = ["random_skeleton_54", "deep_chain_60"];

/// The golden folders: those of `DUALSKIN_GOLDEN`, else `testdata/golden` of the workspace.
#[must_use]
pub fn folders() -> Vec<PathBuf> {
    named_folders().unwrap_or_else(|| vec![workspace().join("testdata/golden")])
}

/// The folders that a variable names, parted as those of `PATH` are; none if it names none. Empty parts count for nothing.
#[must_use]
pub fn split_folders(value: &OsStr) -> Option<Vec<PathBuf>> {
    let folders = std::env::split_paths(value).filter(|folder| !folder.as_os_str().is_empty());
    let folders: Vec<PathBuf> = folders.collect();
    (!folders.is_empty()).then_some(folders)
}

/// Runs `check` on every case of `topic` and fails if any answer is off, or if any expected key was neither checked nor is
/// in `skipped_keys`.
///
/// A key of a nested object is written with a point: `local.F1`. Prints the number of files and cases. A topic that is
/// missing from the workspace's own folder fails; from folders named by `DUALSKIN_GOLDEN` it is passed over, aloud.
pub fn run(topic: &str, skipped_keys: &[&str], check: impl FnMut(&Case<'_>)) -> Report {
    let mut files = files();
    files.retain(|file| file.1["topic"] == topic);
    let named = named_folders();
    if files.is_empty()
        && let Some(folders) = &named
    {
        let folders: Vec<_> = folders.iter().map(|it| it.display().to_string()).collect();
        say(&format!(
            "golden {topic}: skipped, no such file in {}",
            folders.join(" or ")
        ));
        return Report::new(topic);
    }
    // Another folder may hold fewer cases; in our own, a key that no case has is a misspelt one.
    run_strictly(&files, skipped_keys, named.is_none(), check)
}

/// [`run`] on files of one topic that are read already, each with its name.
pub fn run_on(
    files: &[(String, Value)],
    skipped_keys: &[&str],
    check: impl FnMut(&Case<'_>),
) -> Report {
    run_strictly(files, skipped_keys, true, check)
}

fn run_strictly(
    files: &[(String, Value)],
    skipped_keys: &[&str],
    every_key_exists: bool,
    mut check: impl FnMut(&Case<'_>),
) -> Report {
    let topic = files.first().map_or("?", |(_, file)| topic_of(file));
    let mut report = Report::new(&format!("golden {topic}"));
    let mut failures = Vec::new();
    let mut present = BTreeSet::new();
    let mut asked = BTreeSet::new();
    for (name, file) in files {
        report.files += 1;
        for case in Json::new(&file["cases"], name).elements() {
            let case = Case::new(file, &case);
            check(&case);
            case.close(skipped_keys, &mut report);
            // Both a nested key and the whole object may be checked.
            present.extend(leaves(case.expected, ""));
            present.extend(case.expected.keys().cloned());
            asked.extend(case.checked.into_inner());
            failures.extend(case.failures.into_inner());
        }
    }
    if every_key_exists {
        let missing = asked.difference(&present);
        failures.extend(
            missing.map(|key| format!("{topic}: no case has the key {key:?} the test checks")),
        );
    }
    report.finish();
    assert!(
        failures.is_empty(),
        "{} failures:\n  {}",
        failures.len(),
        first_failures(&failures)
    );
    report
}

/// Fails if a golden folder is empty or holds a topic that is not in `topics`.
///
/// One test calls this with every topic that some test runs or leaves for later on purpose.
pub fn assert_known_files(topics: &[&str]) {
    assert_known_among(&files(), topics);
}

/// [`assert_known_files`] of files that are read already, each with its name.
pub fn assert_known_among(files: &[(String, Value)], topics: &[&str]) {
    let unknown: Vec<_> = files
        .iter()
        .filter(|(_, file)| !topics.contains(&topic_of(file)))
        .map(|(name, file)| format!("{name}: topic {}", topic_of(file)))
        .collect();
    say(&format!(
        "golden folders: {} files, {} unknown",
        files.len(),
        unknown.len()
    ));
    assert!(!files.is_empty(), "no golden files");
    assert!(
        unknown.is_empty(),
        "golden files of topics that no test knows:\n  {}",
        unknown.join("\n  ")
    );
}

/// One case of a golden file.
#[derive(Debug)]
pub struct Case<'a> {
    name: String,
    input: Json<'a>,
    optional: bool,
    expected: &'a Map<String, Value>,
    alternatives: Vec<&'a Value>,
    tolerance: &'a Value,
    compare: &'a Value,
    checked: RefCell<BTreeSet<String>>,
    failures: RefCell<Vec<String>>,
    values: Cell<usize>,
    skipped: Cell<bool>,
}

impl<'a> Case<'a> {
    fn new(file: &'a Value, case: &Json<'a>) -> Self {
        let value = case.value();
        let name = format!("{}/{}", topic_of(file), case.get("name").str());
        let alternatives = value["alternatives"].as_array();
        Self {
            input: Json::new(&value["input"], format!("{name}: input")),
            optional: value["optional"].as_bool().unwrap_or(false),
            expected: case.get("expected").object(),
            alternatives: alternatives.into_iter().flatten().collect(),
            tolerance: &value["tolerance"],
            compare: &file["compare"],
            checked: RefCell::default(),
            failures: RefCell::default(),
            values: Cell::new(0),
            skipped: Cell::new(false),
            name,
        }
    }

    /// The name of the case, without its topic.
    #[must_use]
    pub fn name(&self) -> &str {
        self.name
            .split_once('/')
            .map_or(&self.name, |(_, name)| name)
    }

    /// What the algorithm is given, by the names of the golden file.
    #[must_use]
    pub fn input(&self) -> &Json<'a> {
        &self.input
    }

    /// An expected value, to check a property instead of a number; [`touch`](Self::touch) then says that it was looked at.
    #[must_use]
    pub fn expected(&self, key: &str) -> Option<Json<'a>> {
        let value = find(self.expected, key).filter(|value| !value.is_null())?;
        Some(Json::new(value, format!("{}: expected {key}", self.name)))
    }

    /// Whether the case is a convention that an implementation may decide otherwise.
    #[must_use]
    pub fn optional(&self) -> bool {
        self.optional
    }

    /// Passes over the whole case, for a reason that is printed.
    pub fn skip(&self, reason: &str) {
        say(&format!("golden {}: skipped, {reason}", self.name));
        self.skipped.set(true);
    }

    /// Says that a key was checked by other means.
    pub fn touch(&self, key: &str) {
        self.checked.borrow_mut().insert(key.to_owned());
        self.values.set(self.values.get() + 1);
    }

    /// Holds an answer in f32 against `expected[key]` within its tolerance. A case without that key takes no notice.
    ///
    /// Obeys `compare` (up to sign), `alternatives`, `null`, and for a key that ends in `normals` also `normal_sign_ambiguous`.
    pub fn check(&self, key: &str, answer: &(impl Answer + ?Sized)) {
        self.check_in("f32", key, answer);
    }

    /// The same within the tolerance for f64.
    pub fn check_f64(&self, key: &str, answer: &(impl Answer + ?Sized)) {
        self.check_in("f64", key, answer);
    }

    /// A failure in words.
    pub fn fail(&self, what: &str) {
        self.failures
            .borrow_mut()
            .push(format!("{}: {what}", self.name));
    }

    fn check_in(&self, precision: &str, key: &str, answer: &(impl Answer + ?Sized)) {
        // Before the key is looked up: that no case has it is told of all cases together.
        self.checked.borrow_mut().insert(key.to_owned());
        let Some(expected) = find(self.expected, key) else {
            return;
        };
        let rule = self.rule(precision, key);
        let got = answer.got();
        self.values.set(self.values.get() + 1);
        let Err(difference) = fits(&got, expected, rule) else {
            return;
        };
        let other = |alternative: &&Value| {
            let value = alternative
                .as_object()
                .and_then(|alternative| find(alternative, key));
            value.is_some_and(|value| fits(&got, value, rule).is_ok())
        };
        if !self.alternatives.iter().any(other) {
            self.fail(&format!("{key} {difference}"));
        }
    }

    fn rule(&self, precision: &str, key: &str) -> Rule<'a> {
        let whole = key.split('.').next().unwrap_or(key);
        let tolerances = &self.tolerance[precision];
        let free = self
            .expected
            .get("normal_sign_ambiguous")
            .filter(|_| whole.ends_with("normals"));
        Rule {
            // The nested key's own tolerance, else that of the object it is in; without any, numbers must be equal.
            tolerance: tolerances[key].as_f64().or(tolerances[whole].as_f64()),
            up_to_sign: match self.compare[whole].as_str() {
                None => false,
                Some("up_to_sign") => true,
                Some(other) => panic!("{}: cannot compare {other:?}", self.name),
            },
            free_signs: free.and_then(Value::as_array),
        }
    }

    /// Notes a failure for each expected key that was neither checked nor skipped, and counts.
    fn close(&self, skipped_keys: &[&str], report: &mut Report) {
        // A case that was passed over owes no answers.
        if self.skipped.get() {
            report.skipped += 1;
            return;
        }
        report.cases += 1;
        report.values += self.values.get();
        for key in leaves(self.expected, "") {
            let whole = key.split('.').next().unwrap_or(&key);
            let checked = self.checked.borrow();
            if checked.contains(&key) || checked.contains(whole) || self.needs_no_check(whole) {
                continue;
            }
            if skipped_keys.contains(&key.as_str()) || skipped_keys.contains(&whole) {
                report.skipped += 1;
            } else {
                self.fail(&format!("key {key:?} is neither checked nor skipped"));
            }
        }
    }

    /// Keys that say how to compare others, or that only inform.
    fn needs_no_check(&self, key: &str) -> bool {
        key == "normal_sign_ambiguous" || self.compare[key] == "information only"
    }
}

/// Those of `DUALSKIN_GOLDEN`, if it is set to something.
fn named_folders() -> Option<Vec<PathBuf>> {
    split_folders(variable("DUALSKIN_GOLDEN")?.as_os_str())
}

fn files() -> Vec<(String, Value)> {
    let folders = folders();
    let paths = folders.iter().flat_map(|folder| json_files(folder));
    let name = |path: &Path| {
        path.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    paths.map(|path| (name(&path), parse(&path))).collect()
}

/// The `.json` files of a folder, sorted; panics where there are none.
pub(crate) fn json_files(folder: &Path) -> Vec<PathBuf> {
    let paths = files_in(folder, &["json"]);
    assert!(
        !paths.is_empty(),
        "{} holds no .json file",
        folder.display()
    );
    paths
}

fn topic_of(file: &Value) -> &str {
    file["topic"].as_str().unwrap_or("?")
}

/// The value at `a.b`.
fn find<'a>(object: &'a Map<String, Value>, key: &str) -> Option<&'a Value> {
    let mut parts = key.split('.');
    let first = object.get(parts.next()?)?;
    parts.try_fold(first, |value, part| value.get(part))
}

/// Every key of an object; of an object in it that is not a dual quaternion, its keys with a point before them.
fn leaves(object: &Map<String, Value>, prefix: &str) -> Vec<String> {
    let deeper = |(key, value): (&String, &Value)| match value {
        Value::Object(inner) if !inner.contains_key("real") => {
            leaves(inner, &format!("{prefix}{key}."))
        }
        _ => vec![format!("{prefix}{key}")],
    };
    object.iter().flat_map(deeper).collect()
}

fn first_failures(failures: &[String]) -> String {
    failures[..failures.len().min(FAILURES_SHOWN)].join("\n  ")
}
