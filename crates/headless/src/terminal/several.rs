//! Commands that change one file after another: where each result goes, what is left out, and one report of all.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use scene::parallel::{for_each_parallel, processors};
use scene::report::pluralize;
use session::state::projects::{EXTENSION, is_project};

use super::destination::{Destination, make_folder};
use super::report::{REPORT_LIST, Report, list_with_counts, refusal_json, skipped_json};
use super::sources::Sources;
use super::{console, stdin};
use crate::Failure;

/// The sources of a command, and how they are worked through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Several {
    /// What is worked on.
    pub sources: Sources,
    /// The file to write, or a folder for those of several sources, which keep their names; none only reports what would change.
    pub output: Option<Destination>,
    /// Files at once; none for as many as there are processors.
    pub jobs: Option<usize>,
    /// Whether a source whose result is there already is left out.
    pub skips_existing: bool,
    /// Whether to report as JSON.
    pub json: bool,
}

/// What is done to a source, whose result goes to a destination, if anywhere.
type Work<'a> = &'a (dyn Fn(&str, Option<&Destination>) -> Result<Report, Failure> + Sync);

/// What came of a source.
enum Outcome {
    Done(Box<Report>),
    /// Its result was there.
    Skipped(String),
    Failed(Failure),
}

impl Several {
    /// Does the work for each source and reports it. One of several that fails does not keep the others from being written.
    ///
    /// `named` gives a result in a folder its name: from the path of the source in that folder. `read` are files that every source is
    /// worked on with.
    ///
    /// # Errors
    ///
    /// What one source fails with; of several [`Failure::Findings`] with how many. Nothing is written before names are known to be good.
    pub(crate) fn run(
        &self,
        read: &[&str],
        named: &dyn Fn(PathBuf) -> PathBuf,
        work: Work<'_>,
    ) -> Result<(), Failure> {
        let outputs = self.outputs(read, named)?;
        if let ([source], [output], false) = (self.names(), &outputs[..], self.sources.is_list) {
            if let Some(there) = self.existing(output.as_ref()) {
                let report = Report::new("skipped", source).remark(&kept_words(&there));
                return report.print(output.as_ref(), self.json);
            }
            return work(source, output.as_ref())?.print(output.as_ref(), self.json);
        }
        let (jobs, all) = (self.jobs(), self.names().iter().zip(&outputs));
        let found: Mutex<Vec<Option<Outcome>>> = Mutex::new(all.clone().map(|_| None).collect());
        for_each_parallel(all.enumerate(), jobs, |(place, (source, output))| {
            let outcome = match self.existing(output.as_ref()) {
                Some(there) => Outcome::Skipped(there),
                None => match work(source, output.as_ref()) {
                    Ok(report) => Outcome::Done(Box::new(report)),
                    Err(failure) => Outcome::Failed(failure),
                },
            };
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            // At once, so that a long list shows what has failed.
            if let Outcome::Failed(failure) = &outcome {
                console::message(&failure.to_string());
            }
            if let Some(place) = found.get_mut(place) {
                *place = Some(outcome);
            }
        });
        self.report(&found.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes a file of each source, for commands that always write one.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub(crate) fn write_each(
        &self,
        read: &[&str],
        ending: &str,
        work: &(dyn Fn(&str, &Destination) -> Result<Report, Failure> + Sync),
    ) -> Result<(), Failure> {
        let named = |path: PathBuf| path.with_extension(ending);
        self.run(read, &named, &|source, output| match output {
            Some(output) => work(source, output),
            None => Err(Failure::Usage(
                "--output: name the file to write, or a folder.".to_owned(),
            )),
        })
    }

    /// Refuses to read stdin twice, among the sources and other files that are read.
    ///
    /// # Errors
    ///
    /// More than one of all of them is `-`.
    pub(crate) fn check_stdin(&self, read: &[&str]) -> Result<(), Failure> {
        let sources = self.names().iter().map(String::as_str);
        let all: Vec<&str> = sources.chain(read.iter().copied()).collect();
        stdin::at_most_once(&all)
    }

    /// Refuses stdin as a file that is read for each of several sources: the second would find nothing.
    ///
    /// # Errors
    ///
    /// There are several sources, and one of these files is `-`.
    pub(crate) fn refuse_stdin_for_each(&self, read: &[&str]) -> Result<(), Failure> {
        if self.names().len() < 2 || !read.contains(&stdin::DASH) {
            return Ok(());
        }
        Err(Failure::Usage(
            "- stands for stdin, which can be read once, and each of several files needs it; name a file instead.".to_owned(),
        ))
    }

    /// Threads for each of the files that are worked on at once.
    pub(crate) fn threads_each(&self) -> usize {
        (processors() / self.jobs()).max(1)
    }

    fn jobs(&self) -> usize {
        let jobs = self.jobs.unwrap_or_else(processors);
        jobs.clamp(1, self.names().len().max(1))
    }

    fn names(&self) -> &[String] {
        &self.sources.names
    }

    /// In the order of the sources.
    fn report(&self, found: &[Option<Outcome>]) -> Result<(), Failure> {
        let (mut failed, mut skipped) = (0, 0);
        if self.names().is_empty() && !self.json {
            console::remark("No file of the list is in this part of it.")?;
        }
        let mut documents = Vec::new();
        for (source, outcome) in self.names().iter().zip(found) {
            match outcome {
                Some(Outcome::Done(report)) if self.json => documents.push(report.document()?),
                Some(Outcome::Done(report)) => report.print_with_source()?,
                Some(Outcome::Skipped(there)) => {
                    skipped += 1;
                    documents.push(skipped_json(source, there));
                }
                Some(Outcome::Failed(failure)) => {
                    failed += 1;
                    documents.push(refusal_json(source, failure));
                }
                None => {}
            }
        }
        let files = pluralize(self.names().len(), "file");
        if self.json {
            console::result(&list_with_counts(
                REPORT_LIST,
                (failed, skipped),
                &documents,
            ))?;
        } else if skipped > 0 {
            console::remark(&format!(
                "{skipped} of {files} skipped, for their results are there."
            ))?;
        }
        match failed {
            0 => Ok(()),
            _ => Err(Failure::Findings(format!("{failed} of {files} failed."))),
        }
    }

    /// The result of a source that is there already, where such are left out.
    fn existing(&self, output: Option<&Destination>) -> Option<String> {
        let output = output.filter(|output| self.skips_existing && !output.is_stdout())?;
        output.path().exists().then(|| output.name())
    }

    /// Where the result for each source goes.
    fn outputs(
        &self,
        read: &[&str],
        named: &dyn Fn(PathBuf) -> PathBuf,
    ) -> Result<Vec<Option<Destination>>, Failure> {
        let sources: Vec<&str> = self.names().iter().map(String::as_str).collect();
        self.check_stdin(read)?;
        let Some(output) = &self.output else {
            return Ok(vec![None; sources.len()]);
        };
        let many = self.sources.is_list || sources.len() != 1;
        if !many && !is_folder(output) {
            return Ok(vec![Some(output.clone())]);
        }
        refuse_no_folder(output)?;
        let mut all: Vec<Destination> = Vec::new();
        for source in sources {
            let own = output.in_folder(source)?;
            let own = own.with_path(named(own.path().to_owned()));
            // Sources of equal names from several folders would overwrite each other.
            if all.iter().any(|other| other.path() == own.path()) {
                return Err(Failure::Usage(format!(
                    "two of the files would be written as {}; give them one after another, into two folders.",
                    own.name()
                )));
            }
            all.push(own);
        }
        make_folder(output.path(), &output.name())?;
        Ok(all.into_iter().map(Some).collect())
    }
}

/// The name of a character that is written for other programs: as [`character_name`], and of a project that of a .glb.
pub(crate) fn exported_name(path: PathBuf) -> PathBuf {
    match character_name(path) {
        name if is_project(&name.to_string_lossy()) => name.with_extension("glb"),
        name => name,
    }
}

/// The name of a character that is made of a source: its own, with an ending that characters are written with.
pub(crate) fn character_name(path: PathBuf) -> PathBuf {
    let ending = path.extension().unwrap_or_default();
    let endings = ["glb", "gltf", "vrm", "vrma", EXTENSION];
    match endings.iter().any(|one| ending.eq_ignore_ascii_case(one)) {
        true => path,
        false => path.with_extension("glb"),
    }
}

fn kept_words(there: &str) -> String {
    format!("{there} is there, and was kept.")
}

/// One result goes into a folder if it is there, or its name ends as that of a folder does; several always do.
fn is_folder(output: &Destination) -> bool {
    output.path().is_dir() || ends_as_folder(output)
}

fn ends_as_folder(output: &Destination) -> bool {
    let name = output.name();
    name.ends_with('/') || name.ends_with(std::path::MAIN_SEPARATOR)
}

fn refuse_no_folder(output: &Destination) -> Result<(), Failure> {
    if output.is_stdout() {
        return Err(Failure::Usage(
            "--output -: the results of several files cannot go to stdout one behind the other; name a folder.".to_owned(),
        ));
    }
    let path = output.path();
    // A folder may have an ending, but a new one with the ending of a file is a slip.
    let is_named_so = !ends_as_folder(output) && path.extension().is_some();
    if !path.is_dir() && (path.exists() || is_named_so) {
        return Err(Failure::Usage(format!(
            "--output {}: the results of several files need a folder, and this names a file; name a folder.",
            output.name()
        )));
    }
    Ok(())
}
