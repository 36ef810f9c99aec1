//! Arguments of `dualskin clips`.

use clap::{Args, Subcommand};
use headless::Failure;
use headless::clips::{ReduceJob, reduce};
use rig::Method;

use super::input_args::InputFile;
use super::output_args::ChangeArgs;
use super::values::{list_methods, method, tolerance};

#[derive(Debug, Args)]
pub(super) struct ClipsArgs {
    #[command(subcommand)]
    command: ClipsCommand,
}

#[derive(Debug, Subcommand)]
enum ClipsCommand {
    /// Take out the keys that skin and joints hardly need.
    ///
    /// Errors are measured on the vertices, by the skinning method, and on every joint and node, its place and its turn: at
    /// every key, in the middles between keys, of curves in the quarters too, and where they are largest in between. Keys that
    /// are left keep their times, values and modes; tracks that nothing measures keep all their keys. What is left, and the
    /// largest error, is printed on stdout.
    Reduce(ReduceArgs),
}

#[derive(Debug, Args)]
#[command(mut_arg("output", |output| output.value_name("OUT.glb|OUT.gltf|OUT.dualskin").help("The file to write, unless --check is given: a character, .glb or .gltf, or a .dualskin project; an existing file is kept as .bak. With - stdout gets a .glb")))]
struct ReduceArgs {
    #[command(flatten)]
    input: InputFile,
    /// How far a vertex or a joint may be from where all keys have it, as 1mm or 0.2cm. A meter is one unit of the file: of a file
    /// that counts centimeters, 1m is one of them.
    #[arg(long, value_name = "LENGTH", required = true, value_parser = tolerance)]
    tolerance: f32,
    /// The length over which turns of joints are measured, as 50cm, in the same units [default: the longest bone below a joint;
    /// of a joint that no vertex follows, a tenth of the character's size at least].
    #[arg(long, value_name = "LENGTH", value_parser = tolerance)]
    turn_over: Option<f32>,
    /// The clip, by index or name [default: all].
    #[arg(long, value_name = "INDEX|NAME")]
    clip: Option<String>,
    #[arg(long, help = method_help(), default_value = "linear", value_parser = method)]
    method: Method,
    #[command(flatten)]
    out: ChangeArgs,
}

fn method_help() -> String {
    let methods = list_methods(" or ");
    format!(
        "The skinning method that errors are measured by: {methods}; -head or -origin after one of the last six"
    )
}

impl ClipsArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        match self.command {
            ClipsCommand::Reduce(args) => args.run(),
        }
    }
}

impl ReduceArgs {
    fn run(self) -> Result<(), Failure> {
        let json = self.out.how.json;
        reduce(&ReduceJob {
            source: self.input.source()?,
            clip: self.clip,
            tolerance: self.tolerance,
            turn_over: self.turn_over,
            method: self.method,
            output: self.out.destination(),
            json,
        })
    }
}
