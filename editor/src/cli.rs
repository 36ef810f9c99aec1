//! The command line: its commands, and the exit status.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use clap::{CommandFactory as _, Parser, Subcommand};
use headless::stdin::DASH;
use headless::{Failure, console, instructions, progress};
use session::files::builtin;
use session::state::opening::hidden_files;

use crate::app::StartOptions;

mod advise_args;
mod bake_args;
mod bench_args;
mod bind_args;
mod check_args;
mod clip_args;
mod convert_args;
mod draw_args;
mod drivers;
mod export_args;
mod figure_args;
mod input_args;
mod inspect_args;
mod output_args;
mod pages;
mod pose_args;
mod retarget_args;
mod rig_args;
mod share_args;
mod skeleton_args;
mod values;
mod weight_args;
mod wrong_usage;

use advise_args::AdviseArgs;
use bake_args::BakeArgs;
use bench_args::BenchArgs;
use bind_args::BindArgs;
use check_args::CheckArgs;
use clip_args::ClipsArgs;
use convert_args::ConvertArgs;
use draw_args::{RenderArgs, SkinArgs};
use export_args::ExportArgs;
use figure_args::FiguresArgs;
use inspect_args::InspectArgs;
use pages::{CompletionsArgs, ManArgs};
use retarget_args::RetargetArgs;
use rig_args::UnbindArgs;
use share_args::{ShaderArgs, ShareArgs};
use skeleton_args::SkeletonCommandArgs;
use weight_args::WeightsArgs;

/// Parses the command line, does what it asks, and gives the exit status: 0, 1 for bad data, 2 for wrong usage.
#[must_use]
pub fn main() -> ExitCode {
    let begin = Instant::now();
    let words: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let json = wrong_usage::asks_for_json(&words);
    if json {
        progress::forbid();
    }
    let outcome = match Cli::try_parse() {
        Ok(cli) => cli.run(begin),
        Err(asked) if !asked.use_stderr() => {
            // Help and version; stdout may be closed.
            let _unheard = asked.print();
            Ok(())
        }
        Err(fault) => match wrong_usage::misspelt(words.first(), &Cli::command()) {
            Some(failure) => Err(failure),
            None => return wrong_usage::print_fault(&fault, &words, json),
        },
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(document) = failure.document().filter(|_| json) {
                // Stdout may be closed; the message below says the same.
                let _unheard = console::result(&document);
            }
            console::message(&failure.to_string());
            ExitCode::from(failure.status())
        }
    }
}

/// Deformable skinning, seen side by side: linear blending, dual quaternions and related methods.
///
/// Without a command it opens the window. The commands need no display: results go to stdout, messages to stderr, and
/// the exit status is 0, 1 for bad data or 2 for wrong usage. A file named - is stdin, or stdout after --output.
#[derive(Debug, Parser)]
#[command(name = "dualskin", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    /// The character or motion to open: a .glb, .gltf, .vrm, .fbx, .pmx or .bvh file, a .dualskin project, or builtin:NAME (`builtin:` alone lists them).
    file: Option<String>,
    /// Also reads side files of a character that are hidden, or in hidden folders; otherwise they are refused.
    #[arg(long, global = true)]
    hidden_files: bool,
    /// Prints no remarks and draws no progress bar: only what was asked for, and failures.
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Prints how long it took until the first frame with a character in it, and closes the window.
    #[arg(long, hide = true)]
    time_start: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the content of files, and their problems.
    ///
    /// Meshes, joints, influences, clips, materials and problems, each with what it means and which method handles it.
    Inspect(InspectArgs),
    /// Judge characters by limits: weights, and the skin over clips and a range of motion.
    ///
    /// Influences, unbound and stray weights, flaws of the surface, volume, stretch, normals, flips and the difference between methods;
    /// exit status 1 with the reasons where something is beyond its limit.
    Check(CheckArgs),
    /// Find for each mesh the cheapest set-up that holds its range of motion for a target.
    ///
    /// Method, fewer joints a vertex, fitted weights, twist joints or helpers: from the cheapest on, each is measured against the right
    /// method in clips, a range of motion and random poses. What was found is printed with the reasons; --apply writes it.
    Advise(AdviseArgs),
    /// Skin a character and write its vertices as JSON, or its surface as OBJ.
    ///
    /// Positions and normals of every skinned primitive, in file order, in scene space; as OBJ all primitives with their triangles.
    Skin(SkinArgs),
    /// Draw methods side by side into a PNG.
    Render(RenderArgs),
    /// Measure every method: nanoseconds per vertex, and the ratio to `linear`.
    Bench(BenchArgs),
    /// Write skin weights as text, read them, transfer them, or change those of whole meshes.
    ///
    /// Text is a table for spreadsheets (.csv) or rusty object notation (.ron), by the names of joints and the numbers of
    /// vertices.
    Weights(WeightsArgs),
    /// List, add, retime, mirror, loop, plant, join, lay, rename and delete clips, or take keys out of them.
    Clips(ClipsArgs),
    /// Bind meshes without a skin to the skeleton, with automatic weights.
    ///
    /// To the joints that the file has, and its meshes that have a skin stay as they are; or with --skeleton to one that is added: a
    /// ready one, fitted by markers that are found on the mesh and can be given, or that of another file. What was done is printed on
    /// stdout.
    Bind(BindArgs),
    /// Add, rename, turn and mirror joints, without weights.
    Skeleton(SkeletonCommandArgs),
    /// Take skin and weights from meshes: they keep their shape at rest and follow their nodes.
    Unbind(UnbindArgs),
    /// Write a character as glTF for other programs, with the edits of a project.
    ///
    /// In the rest pose: edited skeleton, skins, weights and painted maps, and the clips of its file. Everything else is
    /// written as it was read. Remarks on what was written are printed on stdout.
    Export(ExportArgs),
    /// Convert files of other formats to glTF, or clips to motion captures.
    ///
    /// Reads glTF, VRM, FBX and BVH; what was guessed, mended or left out is printed. Lengths become meters and the up axis Y. With --bvh every
    /// clip is written as a capture of its own.
    Convert(ConvertArgs),
    /// Bring clips of other files to a character, whatever its joints are called.
    ///
    /// Joints are matched by the map of an avatar, by names and by the shape of the skeleton. Hips travel by their height, feet stay where
    /// those of the source stand. How far ends of limbs are from where the source's are is printed for each clip.
    Retarget(RetargetArgs),
    /// Write any skinning method as plain linear blending, with its error.
    ///
    /// Helper joints are added whose keys show in every engine what the method makes of the clips; vertices follow at most four
    /// joints. Poses that are in no clip keep the error of linear blending: train on them with --pose or --test-poses. How near the file comes,
    /// at times that were not fitted to, is printed on stdout.
    Bake(BakeArgs),
    /// Write a comparison of methods as one web page.
    ///
    /// The page needs no network and no program but a browser with WebGL 2: two to four linked panes that can be turned, with the
    /// clips of the file, a wipe, differences in colors, and a list of the places where methods differ most. It opens at the
    /// moment of --clip, else at the pose of --pose or of the project, else at the beginning of the first clip.
    Share(ShareArgs),
    /// Write a method as a vertex shader for other programs, or the conversions that fill its palettes.
    ///
    /// Small commented functions in WGSL, GLSL, HLSL or Metal's language, for four influences a vertex; their heads say how the
    /// palette is laid out. With --target c it is a header of conversions between rotations with translations and dual
    /// quaternions.
    Shader(ShaderArgs),
    /// Measure, judge and draw the figures, tables and claims of the papers.
    ///
    /// Every item has what a paper says, what the program finds, how far that may change, and a picture. A line each is printed; exit
    /// status 1 where a number is no longer what it was, or a picture is missing.
    Figures(FiguresArgs),
    /// Print the completions of a shell.
    Completions(CompletionsArgs),
    /// Print a manual page, or write all of them into a folder.
    Man(ManArgs),
}

impl Cli {
    /// Whether a command asks for a graphics device.
    const fn uses_device(&self) -> bool {
        match &self.command {
            Some(Command::Render(_)) => true,
            Some(Command::Skin(args)) => args.uses_device(),
            Some(Command::Bench(args)) => args.uses_device(),
            Some(Command::Check(args)) => args.uses_device(),
            Some(Command::Figures(args)) => args.uses_device(),
            _ => false,
        }
    }

    fn run(self, begin: Instant) -> Result<(), Failure> {
        if self.hidden_files {
            hidden_files::allow_all();
        }
        if self.quiet {
            console::leave_remarks_out();
        }
        instructions::prefer_from_environment()?;
        if self.uses_device() {
            drivers::quiet_without_display();
        }
        match self.command {
            Some(Command::Inspect(args)) => args.run(),
            Some(Command::Check(args)) => args.run(),
            Some(Command::Advise(args)) => args.run(),
            Some(Command::Skin(args)) => args.run(),
            Some(Command::Render(args)) => args.run(),
            Some(Command::Bench(args)) => args.run(),
            Some(Command::Weights(args)) => args.run(),
            Some(Command::Clips(args)) => args.run(),
            Some(Command::Bind(args)) => args.run(),
            Some(Command::Skeleton(args)) => args.run(),
            Some(Command::Unbind(args)) => args.run(),
            Some(Command::Export(args)) => args.run(),
            Some(Command::Convert(args)) => args.run(),
            Some(Command::Retarget(args)) => args.run(),
            Some(Command::Bake(args)) => args.run(),
            Some(Command::Share(args)) => args.run(),
            Some(Command::Shader(args)) => args.run(),
            Some(Command::Figures(args)) => args.run(),
            Some(Command::Completions(args)) => args.run(&mut Self::command()),
            Some(Command::Man(args)) => args.run(Self::command()),
            None => open_window(self.file, self.time_start.then_some(begin)),
        }
    }
}

fn open_window(file: Option<String>, clock: Option<Instant>) -> Result<(), Failure> {
    match file.as_deref() {
        Some(builtin::PREFIX) => return console::result(&builtin::list()),
        Some(DASH) => {
            return Err(Failure::Usage(
                "the window opens files by name and does not read stdin; give a file, or a command, as dualskin inspect -."
                    .to_owned(),
            ));
        }
        _ => {}
    }
    if let Some(failure) = wrong_usage::misspelt(file.as_ref(), &Cli::command()) {
        return Err(failure);
    }
    crate::app::run(StartOptions { file, clock }).map_err(|error| Failure::Data(error.to_string()))
}

/// Refuses a bare `builtin:` with the list of the built-in characters.
fn check_source(source: String) -> Result<String, Failure> {
    if source == builtin::PREFIX {
        return Err(Failure::Usage(format!(
            "{source} names no character; choose one of {}.",
            builtin::names()
        )));
    }
    Ok(source)
}

/// Whether a word is meant as a file: it exists, is built in, or is spelled as only names of files are.
fn looks_like_a_file(word: &str) -> bool {
    word == DASH
        || word.starts_with(builtin::PREFIX)
        || word.contains(['.', '/', '\\'])
        || Path::new(word).exists()
}
