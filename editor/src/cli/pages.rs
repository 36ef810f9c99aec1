//! `dualskin completions` and `dualskin man`: made from the arguments themselves, so that they are true.

use std::path::{Path, PathBuf};

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use headless::destination::Destination;
use headless::{Failure, console};
use whole_file::{Access, ExistingFiles};

#[derive(Debug, Args)]
pub(super) struct CompletionsArgs {
    /// The shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

#[derive(Debug, Args)]
pub(super) struct ManArgs {
    /// The command whose page is printed, as `weights mirror` [default: that of the program].
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    of: Vec<String>,
    /// An existing folder to write the pages of all commands into.
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl CompletionsArgs {
    pub(super) fn run(&self, program: &mut Command) -> Result<(), Failure> {
        let name = program.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, program, name, &mut script);
        console::output(&script)
    }
}

impl ManArgs {
    pub(super) fn run(self, mut program: Command) -> Result<(), Failure> {
        program.build();
        match self.output {
            Some(folder) => write_all(&program, &folder),
            None => console::output(&page(find_command(&program, &self.of)?)?),
        }
    }
}

fn find_command<'a>(program: &'a Command, names: &[String]) -> Result<&'a Command, Failure> {
    let mut command = program;
    for name in names {
        command = command.find_subcommand(name).ok_or_else(|| {
            let known: Vec<&str> = visible(command).map(Command::get_name).collect();
            Failure::Usage(format!(
                "{} has no command {name}; there are {}.",
                command.get_name(),
                known.join(", ")
            ))
        })?;
    }
    Ok(command)
}

fn visible(command: &Command) -> impl Iterator<Item = &Command> {
    let all = command.get_subcommands();
    all.filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

fn page(command: &Command) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    Man::new(command.clone())
        .render(&mut text)
        .map_err(|error| Failure::Data(format!("the page cannot be made ({error}).")))?;
    Ok(text)
}

fn write_all(command: &Command, folder: &Path) -> Result<(), Failure> {
    // `weights mirror` has the page dualskin-weights-mirror.
    let name = command.get_display_name().unwrap_or(command.get_name());
    let file = folder.join(format!("{name}.1"));
    Destination::new(file, ExistingFiles::Replaced).write(&page(command)?, Access::ANY)?;
    visible(command).try_for_each(|command| write_all(command, folder))
}
