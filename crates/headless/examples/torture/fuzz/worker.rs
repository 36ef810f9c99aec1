//! A worker: mutates, writes the case, reads it, and prints what that cost.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::super::ALLOCATED;
use super::super::finding::Finding;
use super::super::options::Options;
use super::super::random::Random;
use super::corpus::{Corpus, target};
use super::readers::{Answer, Readers};
use super::{Case, Kind, MOST_BYTES, MOST_TIME};

/// The last panic's message and place.
static PANIC: Mutex<String> = Mutex::new(String::new());

/// What one case cost, and how it was answered.
#[derive(Debug)]
pub(crate) struct Cost {
    pub(crate) time: Duration,
    pub(crate) bytes: usize,
    pub(crate) answer: Answer,
}

/// Runs the cases of one lane, each announced by a line before and judged by one after.
pub(crate) fn run(options: &Options) -> Result<Vec<Finding>, String> {
    let mut work = Work::new(options, &work_folder(options))?;
    work.sort();
    let total = options.cases + options.texts;
    let step = usize::try_from(options.lanes).unwrap_or(1);
    for number in (options.from..total).step_by(step) {
        let mut random = Random::new(options.seed, number);
        let kind = kind_of(options, number);
        let Some(case) = work.corpus.mutated(&mut random, kind) else {
            continue;
        };
        let path = write(&work.folder, &case)?;
        say(&format!(
            "begin {number} {} {}",
            kind.name(),
            path.display()
        ));
        let cost = work.cost(&case, &path);
        work.learn(&case, &cost.answer);
        say(&format!("end {number} {}", cost.line()));
    }
    if let Some(folder) = &options.keep {
        work.leave(folder)?;
    }
    say("done");
    Ok(Vec::new())
}

/// Characters and texts in turn, in proportion to their counts: whenever time is up, some of each were read.
fn kind_of(options: &Options, number: u64) -> Kind {
    let total = (options.cases + options.texts).max(1);
    let texts_before = |number: u64| number * options.texts / total;
    let text = texts_before(number);
    if texts_before(number + 1) == text {
        return Kind::Model;
    }
    let place = usize::try_from(text).unwrap_or(0);
    Kind::TEXTS[place % Kind::TEXTS.len()]
}

/// Reads one file as a case, for looking into a finding.
pub(crate) fn replay(options: &Options) -> Result<Vec<Finding>, String> {
    let file = options.file.as_ref().ok_or("replay needs a file")?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let kind = Kind::of_name(&name)
        .ok_or_else(|| format!("{name}: the name does not begin with a kind of file"))?;
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let extension = file
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let case = Case {
        kind,
        extension,
        bytes,
    };
    let work = Work::new(options, &work_folder(options))?;
    let path = write(&work.folder, &case)?;
    let cost = work.cost(&case, &path);
    say(&format!("{} {:?}", cost.line(), cost.answer));
    let fault = cost.fault().map(|what| Finding {
        what,
        seed: options.seed,
        reproducer: file.clone(),
    });
    Ok(fault.into_iter().collect())
}

fn work_folder(options: &Options) -> PathBuf {
    options.out.join(format!("fuzz-{}", options.lane))
}

struct Work {
    corpus: Corpus,
    readers: Readers,
    folder: PathBuf,
    /// The answers so far, without their numbers and names.
    answers: BTreeSet<(Kind, String)>,
}

impl Work {
    fn new(options: &Options, folder: &Path) -> Result<Self, String> {
        std::panic::set_hook(Box::new(|panic| {
            *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
        }));
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let target = target(&options.corpus)?;
        let corpus = Corpus::read(&options.corpus, &target)?;
        for path in &corpus.beside {
            if let (Ok(bytes), Some(name)) = (fs::read(path), path.file_name()) {
                put(&folder.join(name), &bytes)?;
            }
        }
        Ok(Self {
            corpus,
            readers: Readers::new(target, folder.to_owned()),
            folder: folder.to_owned(),
            answers: BTreeSet::new(),
        })
    }

    /// Finds out which files of the corpus are read as they are.
    fn sort(&mut self) {
        let (readers, folder) = (&self.readers, &self.folder);
        self.corpus.sort(|case| {
            let path = write(folder, case);
            path.is_ok_and(|path| readers.read(case, &path) == Answer::Read)
        });
    }

    fn cost(&self, case: &Case, path: &Path) -> Cost {
        ALLOCATED.reset_peak_usage();
        let (before, began) = (ALLOCATED.current_usage(), clock());
        let outcome = catch_unwind(AssertUnwindSafe(|| self.readers.read(case, path)));
        let time = clock().saturating_sub(began);
        let bytes = ALLOCATED.peak_usage().saturating_sub(before);
        let answer = outcome.unwrap_or_else(|_| {
            let message = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
            Answer::Broken(format!("panic: {}", message.replace('\n', " ")))
        });
        Cost {
            time,
            bytes,
            answer,
        }
    }

    /// Keeps the case if no case was answered like this before.
    fn learn(&mut self, case: &Case, answer: &Answer) {
        let words = match answer {
            Answer::Read => return,
            Answer::Refused(message) | Answer::Broken(message) => skeleton(message),
        };
        if self.answers.insert((case.kind, words)) {
            self.corpus.keep(case);
        }
    }

    /// Writes the kept cases that are small.
    fn leave(&self, folder: &Path) -> Result<(), String> {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for (number, case) in self.corpus.kept().enumerate() {
            let name = format!("{}-{number:03}.{}", case.kind.name(), case.extension);
            put(&folder.join(name), &case.bytes)?;
        }
        Ok(())
    }
}

impl Cost {
    /// What is wrong with it; none if nothing is.
    pub(crate) fn fault(&self) -> Option<String> {
        if let Answer::Broken(what) = &self.answer {
            return Some(what.clone());
        }
        if self.bytes > MOST_BYTES {
            return Some(format!("{} MB", self.bytes >> 20));
        }
        let seconds = self.time.as_secs_f32();
        (self.time > MOST_TIME).then(|| format!("{seconds:.1} s of processor time"))
    }

    fn line(&self) -> String {
        let word = match (&self.answer, self.fault()) {
            (_, Some(fault)) => format!("fault {fault}"),
            (Answer::Read, None) => "read".to_owned(),
            (_, None) => "refused".to_owned(),
        };
        let word = word.replace('\n', " ");
        format!("{} {} {word}", self.time.as_millis(), self.bytes >> 10)
    }
}

fn write(folder: &Path, case: &Case) -> Result<PathBuf, String> {
    let path = folder.join(format!("{}-case.{}", case.kind.name(), case.extension));
    put(&path, &case.bytes)?;
    Ok(path)
}

/// A message without what is quoted and counted in it, so that messages of one kind are one.
fn skeleton(message: &str) -> String {
    let mut words = String::new();
    let mut quote = None;
    for c in message.chars().take(400) {
        match quote {
            Some(end) if c == end => quote = None,
            Some(_) => {}
            None if matches!(c, '"' | '`') => quote = Some(c),
            None if c.is_ascii_digit() || c == '/' => {}
            None => words.push(c),
        }
    }
    words
}

/// Processor time of this process so far; the wall's where the system does not tell.
fn clock() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let told = fs::read_to_string("/proc/self/stat").ok().and_then(|stat| {
        // After the name, which may hold spaces: user and system time are the 12th and 13th word, in hundredths.
        let (_, rest) = stat.rsplit_once(')')?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let ticks = |place: usize| words.get(place)?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (ticks(11)? + ticks(12)?)))
    });
    told.unwrap_or_else(|| START.elapsed())
}

/// Prints a line at once: the supervisor must have it before the next case kills this process.
fn say(line: &str) {
    println!("{line}");
    let _closed = std::io::stdout().flush();
}

#[expect(
    clippy::disallowed_methods,
    reason = "a case for one reading: half of it would do as well"
)]
fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}
