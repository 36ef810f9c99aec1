//! Arguments of `dualskin share` and `dualskin shader`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use dq_math::SignRule;
use headless::Failure;
use headless::shader::{ShaderJob, ShaderOutput, run as shader};
use headless::share::{ShareJob, run as share};
use rig::Method;
use scene::asked_method::AskedMethod;
use shader_text::Target;

use super::output_args::{OutputArgs, SeveralArgs};
use super::pose_args::Source;
use super::values::{USUAL_METHODS, method, parse_method, sign_rule};

/// The word for the header of conversions.
const C: &str = "c";

#[derive(Debug, Args)]
pub(super) struct ShareArgs {
    /// Two to four methods, or per-mesh, a pane each; all others are compared with the first. Behind a colon a method has a sign
    /// rule of its own, behind a second one a scale inheritance, as `two-phase:first,linear::joint`. `dualskin skin --help` lists all
    /// methods.
    #[arg(long, value_name = "METHOD[:SIGNS[:INHERITANCE]],…", default_value = USUAL_METHODS, value_delimiter = ',', value_parser = parse_method)]
    compare: Vec<AskedMethod>,
    /// Leaves the clips of the file out: the page shows the pose alone.
    #[arg(long)]
    no_clips: bool,
    /// Leaves the props of a project out: the files that it hangs on joints.
    #[arg(long)]
    leave_props: bool,
    /// A remark for whoever opens the page; may be given several times.
    #[arg(long, value_name = "TEXT")]
    note: Vec<String>,
    /// The HTML file to write, or - for stdout. A folder gets an .html for each FILE, and is made if it is missing.
    #[arg(short, long, alias = "out", value_name = "OUT.html|FOLDER")]
    output: PathBuf,
    // Last: their headings would go on over what follows.
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    how_many: SeveralArgs,
    #[command(flatten)]
    how: OutputArgs,
}

#[derive(Debug, Args)]
pub(super) struct ShaderArgs {
    /// The language: WGSL, GLSL 4.50, GLSL ES 3.00 for WebGL 2, HLSL, Metal's; or C for the conversions.
    #[arg(long, value_parser = PossibleValuesParser::new(Target::ALL.map(Target::name).into_iter().chain([C])))]
    target: String,
    /// The skinning method, of those that `dualskin skin --help` lists; not for --target c.
    #[arg(long, value_parser = method)]
    method: Option<Method>,
    /// How the signs of rotations are chosen. Other than everywhere else it is not followed that is usual here: dual quaternions that
    /// another program makes of its matrices do not say how joints were turned.
    #[arg(long, value_name = "RULE", default_value_t = SignRule::First, value_parser = sign_rule())]
    signs: SignRule,
    /// The file to write [default: stdout].
    #[arg(
        short,
        long,
        alias = "out",
        value_name = "OUT",
        default_value = "-",
        hide_default_value = true
    )]
    output: PathBuf,
    #[command(flatten)]
    how: OutputArgs,
}

impl ShareArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let request = self.source.read()?;
        let read = request.read();
        let read: Vec<&str> = read.iter().map(String::as_str).collect();
        let output = self.how.destination(self.output);
        let (sources, json) = (request.sources, self.how.json);
        let files = self.how_many.several(sources, Some(output), json);
        share(&files, &read, &|source, output| ShareJob {
            source: source.to_owned(),
            moment: request.moment.clone(),
            preset: request.preset.clone(),
            skinning: request.skinning,
            methods: self.compare.clone(),
            clips: !self.no_clips,
            notes: self.note.clone(),
            leaves_props: self.leave_props,
            output: output.clone(),
        })
    }
}

impl ShaderArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        shader(&ShaderJob {
            wanted: self.wanted_shader()?,
            output: self.how.destination(self.output),
            json: self.how.json,
        })
    }

    fn wanted_shader(&self) -> Result<ShaderOutput, Failure> {
        let usage = |text: &str| Failure::Usage(text.to_owned());
        if self.target == C {
            return match self.method {
                None => Ok(ShaderOutput::Conversions),
                Some(_) => Err(usage(
                    "--target c is the header of conversions, which is the same for all methods; leave --method out.",
                )),
            };
        }
        let target: Target = self
            .target
            .parse()
            .map_err(|error: shader_text::ShaderTextError| usage(&format!("{error}.")))?;
        let method = self.method.ok_or_else(|| {
            usage("a shader skins by one method; give it with --method, as --method two-phase.")
        })?;
        Ok(ShaderOutput::Shader(target, method, self.signs))
    }
}
