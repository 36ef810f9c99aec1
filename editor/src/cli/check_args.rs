//! Arguments of `dualskin check`.

use std::path::PathBuf;

use clap::Args;
use dq_math::SignRule;
use headless::Failure;
use headless::check::{CheckJob, ReportForm, run};
use headless::destination::Destination;
use scene::asked_method::AskedMethod;
use session::state::judging::Purpose;
use whole_file::ExistingFiles;

use super::input_args::InputFiles;
use super::values::{USUAL_METHODS, parse_judged_method, purpose, sign_rule};

#[derive(Debug, Args)]
pub(super) struct CheckArgs {
    #[command(flatten)]
    input: InputFiles,
    /// What the characters are for, which says what is too much: any, game or film.
    #[arg(long = "for", value_name = "PURPOSE", default_value = "any", value_parser = purpose(), conflicts_with = "limits")]
    purpose: Purpose,
    /// A .ron file of limits instead of those of a purpose, which it may name and change.
    #[arg(long, value_name = "LIMITS.ron")]
    limits: Option<PathBuf>,
    /// The methods, or per-mesh: limits are those of the first, and the others are compared with it. Behind a colon a method has a
    /// sign rule of its own, as two-phase:first. `dualskin skin --help` lists all methods.
    #[arg(long, value_name = "METHOD[+twist][+smooth][:SIGNS],…", value_delimiter = ',', default_value = USUAL_METHODS, value_parser = parse_judged_method)]
    methods: Vec<AskedMethod>,
    /// How the signs of rotations are aligned before they are blended.
    #[arg(long, value_name = "RULE", default_value_t, value_parser = sign_rule())]
    signs: SignRule,
    /// The body, by index or name of its mesh: all other meshes are clothes over it, and it is measured how deep they get into it
    /// [default: what a project knows of them].
    #[arg(long, value_name = "BODY")]
    clothes_over: Option<String>,
    /// Reports only what is beyond its limit, each with its worst place.
    #[arg(long)]
    brief: bool,
    /// Writes an HTML file with tables and with pictures of the worst spots, which needs nothing beside it.
    #[arg(long, value_name = "OUT.html")]
    sheet: Option<PathBuf>,
    /// Files that are judged at once [default: as many as there are processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Prints one JSON document instead of text; for several files a list of them.
    #[arg(long, conflicts_with_all = ["junit", "sarif"])]
    json: bool,
    /// Prints `JUnit` XML, which build servers show as tests.
    #[arg(long, conflicts_with = "sarif")]
    junit: bool,
    /// Prints SARIF 2.1.0, which services show as findings.
    #[arg(long)]
    sarif: bool,
}

impl CheckArgs {
    pub(super) const fn uses_device(&self) -> bool {
        self.sheet.is_some()
    }

    pub(super) fn run(self) -> Result<(), Failure> {
        run(&CheckJob {
            sources: self.input.sources()?,
            methods: self.methods,
            signs: self.signs,
            limits: self.limits,
            purpose: self.purpose,
            clothes_over: self.clothes_over,
            form: match (self.json, self.junit, self.sarif) {
                (true, ..) => ReportForm::Json,
                (_, true, _) => ReportForm::Junit,
                (.., true) => ReportForm::Sarif,
                _ => ReportForm::Text,
            },
            brief: self.brief,
            sheet: self
                .sheet
                .map(|path| Destination::new(path, ExistingFiles::Replaced)),
            jobs: self.jobs.map(usize::from),
        })
    }
}
