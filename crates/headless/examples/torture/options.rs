//! The command line of this program.

use std::path::PathBuf;
use std::time::Duration;

/// What to do, and for how long. Whatever of cases and seconds ends first ends the run.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    /// The first word.
    pub(crate) mode: String,
    /// The file of `replay`.
    pub(crate) file: Option<PathBuf>,
    /// All randomness comes from it.
    pub(crate) seed: u64,
    /// Mutations of characters.
    pub(crate) cases: u64,
    /// Mutations of texts.
    pub(crate) texts: u64,
    /// Commands of the soak.
    pub(crate) commands: u64,
    /// Kills.
    pub(crate) rounds: u64,
    /// Limit of the whole run.
    pub(crate) time: Duration,
    /// Processes at once.
    pub(crate) lanes: u64,
    /// How many times longer a command may take than a release may.
    pub(crate) slack: u64,
    /// The number of this worker among them.
    pub(crate) lane: u64,
    /// The first case of a worker.
    pub(crate) from: u64,
    /// Where findings and temporary files go.
    pub(crate) out: PathBuf,
    /// Folders of seed files.
    pub(crate) corpus: Vec<PathBuf>,
    /// Where `fuzz` leaves the smallest case for each answer of the readers.
    pub(crate) keep: Option<PathBuf>,
}

impl Options {
    /// Reads the words of the command line.
    ///
    /// # Errors
    ///
    /// The word that is not understood.
    pub(crate) fn of(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            mode: words.next().unwrap_or_default(),
            file: None,
            seed: 1,
            cases: 1000,
            texts: 1000,
            commands: 1000,
            rounds: 10,
            time: Duration::from_secs(3600),
            lanes: 2,
            slack: 1,
            lane: 0,
            from: 0,
            out: PathBuf::from("target/torture"),
            corpus: Vec::new(),
            keep: None,
        };
        while let Some(word) = words.next() {
            options.take(&word, &mut words)?;
        }
        Ok(options)
    }

    fn take(&mut self, word: &str, words: &mut impl Iterator<Item = String>) -> Result<(), String> {
        let Some(name) = word.strip_prefix("--") else {
            self.file = Some(PathBuf::from(word));
            return Ok(());
        };
        let value = words
            .next()
            .ok_or_else(|| format!("--{name} needs a value"))?;
        let number = || -> Result<u64, String> {
            value
                .parse()
                .map_err(|error| format!("--{name} {value:?}: {error}"))
        };
        match name {
            "seed" => self.seed = number()?,
            "cases" => self.cases = number()?,
            "texts" => self.texts = number()?,
            "commands" => self.commands = number()?,
            "rounds" => self.rounds = number()?,
            "seconds" => self.time = Duration::from_secs(number()?),
            "lanes" => self.lanes = number()?.max(1),
            "slack" => self.slack = number()?.max(1),
            "lane" => self.lane = number()?,
            "from" => self.from = number()?,
            "out" => self.out = PathBuf::from(value),
            "corpus" => self.corpus.push(PathBuf::from(value)),
            "keep" => self.keep = Some(PathBuf::from(value)),
            other => return Err(format!("there is no option --{other}")),
        }
        Ok(())
    }
}
