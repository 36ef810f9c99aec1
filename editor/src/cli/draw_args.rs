//! Arguments of `dualskin skin` and `dualskin render`.

use std::path::PathBuf;

use clap::Args;
use headless::Failure;
use headless::destination::Destination;
use headless::moving::PictureMotion;
use headless::pose_sheet::SheetPose;
use headless::render::{RenderJob, run as render};
use headless::skin::{SkinJob, Times, run as skin};
use scene::asked_method::AskedMethod;
use scene::view::camera::Viewpoint;
use scene::view::shading::Shading;

use super::output_args::{OutputArgs, SeveralArgs};
use super::pose_args::Source;
use super::values::{USUAL_METHODS, list_methods, parse_method, shading, size, viewpoint};
use crate::sheet;

fn method_help() -> String {
    let methods = list_methods(" or ");
    format!(
        "The skinning method: {methods}; -head or -origin after one of the last six; or per-mesh: each mesh's own method, and for \
         those without one that which the file was shown by. lbs is linear, dqs dual-quaternion; +twist behind it spreads twists over bones, +smooth is corrective smooth; \
         behind colons it may have signs and scale inheritance of its own, as in --compare of render"
    )
}

fn compare_help() -> String {
    let methods = list_methods(", ");
    format!(
        "The methods to show, one pane each: {methods}; or per-mesh, each mesh's own. lbs is linear, dqs dual-quaternion"
    )
}

fn compare_long_help() -> String {
    format!(
        "{}.\n\n`+twist` behind a method spreads the twist of joints over bones, `+smooth` is corrective smooth over it, as `two-phase+twist+smooth`. Behind a colon a method has a sign rule of its own, behind a second one a scale inheritance, as `two-phase:first` or \
         `linear::joint`: what is left out is as for all methods, by --signs and --scale-inheritance.",
        compare_help()
    )
}

#[derive(Debug, Args)]
pub(super) struct SkinArgs {
    #[arg(long, help = method_help(), value_name = "METHOD[+twist][+smooth][:SIGNS[:INHERITANCE]]", value_parser = parse_method)]
    method: AskedMethod,
    /// The JSON file to write, or - for stdout; with a name that ends in .obj or .ply the whole posed surface as Wavefront OBJ or binary
    /// PLY; in .npz arrays of NumPy. A folder gets a .json for each FILE, and is made if it is missing.
    #[arg(
        short,
        long,
        alias = "out",
        value_name = "OUT.json|OUT.obj|OUT.ply|OUT.npz|FOLDER"
    )]
    output: PathBuf,
    /// Many moments of the clip, from a start to an end by steps of so many seconds, as 0:2:0.04; into a .npz file.
    #[arg(
        long,
        value_name = "START:END:STEP",
        requires = "clip",
        conflicts_with = "time",
        allow_hyphen_values = true
    )]
    times: Option<Times>,
    // Last: their headings would go on over what follows.
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    how_many: SeveralArgs,
    #[command(flatten)]
    how: OutputArgs,
}

#[derive(Debug, Args)]
pub(super) struct RenderArgs {
    #[arg(long, help = compare_help(), long_help = compare_long_help(), value_name = "METHOD[+twist][+smooth][:SIGNS[:INHERITANCE]][,…]", default_value = USUAL_METHODS, value_delimiter = ',', value_parser = parse_method)]
    compare: Vec<AskedMethod>,
    /// The direction of view.
    #[arg(long, value_name = "VIEW", default_value = "three-quarter", value_parser = viewpoint())]
    view: Viewpoint,
    /// Width and height of the whole picture in pixels, 64 to 16384 each and 67108864 together, as many as 8192x8192
    /// [default: 640x720 per pane]. More than four panes stand in rows.
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<[u32; 2]>,
    /// Adds a pane: the first method with the weights of a weight file, or of another model or project of the same mesh.
    #[arg(long, value_name = "FILE")]
    weights_of: Option<String>,
    /// Adds a pane for each further pane: its signed distance from the first one's surface, along the normal.
    #[arg(long)]
    difference: bool,
    /// Draws the skeleton in front of the surfaces.
    #[arg(long)]
    bones: bool,
    /// What the surfaces show: the file's materials, clay, red wax, chrome, zebra stripes, normals, joints' colors, the angle from usual
    /// to exact normals, or how near the signs of rotations are to a flip.
    #[arg(long, value_name = "NAME", default_value = "material", value_parser = shading(), conflicts_with = "weights")]
    shading: Shading,
    /// Draws the edges of triangles.
    #[arg(long)]
    wireframe: bool,
    /// Shows the weights of a joint, by name or by the index of its node, instead of the material.
    #[arg(long, value_name = "JOINT")]
    weights: Option<String>,
    /// Draws several poses, a row each: default for that of the file or project, a clip and seconds as walk@0.5, or a pose
    /// preset that ends in .ron.
    #[arg(long, value_name = "POSE[,POSE…]", value_delimiter = ',', value_parser = SheetPose::parse, conflicts_with_all = ["clip", "pose", "turntable", "play"])]
    sheet: Vec<SheetPose>,
    /// Frames these poses, named as for --sheet, whatever is shown: pictures of several commands line up if they have the same --framed,
    /// --compare, --view and --size. Without it a picture frames what it shows; the rows of one sheet, and the pictures of one
    /// --turntable or --play, frame what all of them show, and line up.
    #[arg(long, value_name = "POSE[,POSE…]", value_delimiter = ',', value_parser = SheetPose::parse)]
    framed: Vec<SheetPose>,
    /// Goes once around the character, in so many pictures: an animated PNG, a GIF or a movie with a name that ends in .gif or
    /// .avi, or with a name as turn_###.png a file each.
    #[arg(long, value_name = "N", conflicts_with = "play", value_parser = clap::value_parser!(u16).range(2..=1000))]
    turntable: Option<u16>,
    /// Plays the clip from --time to its end, in the same way.
    #[arg(long, requires = "clip")]
    play: bool,
    /// Leaves the props of a project out: the files that it hangs on joints.
    #[arg(long)]
    leave_props: bool,
    /// Pictures a second of one that moves.
    #[arg(long, value_name = "N", default_value = "25", value_parser = clap::value_parser!(u16).range(1..=60))]
    fps: u16,
    /// The PNG file to write, or a GIF or AVI of what moves, or - for stdout. A folder gets a .png for each FILE, and is made if it is missing.
    #[arg(short, long, alias = "out", value_name = "OUT.png|FOLDER")]
    output: PathBuf,
    // Last: their headings would go on over what follows.
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    how_many: SeveralArgs,
    #[command(flatten)]
    how: OutputArgs,
}

impl SkinArgs {
    pub(super) const fn uses_device(&self) -> bool {
        self.source.uses_device()
    }

    pub(super) fn run(self) -> Result<(), Failure> {
        let request = self.source.read()?;
        let read = request.read();
        let read: Vec<&str> = read.iter().map(String::as_str).collect();
        let output = self.how.destination(self.output);
        let (sources, json) = (request.sources, self.how.json);
        let files = self.how_many.several(sources, Some(output), json);
        skin(&files, &read, &|source, output| SkinJob {
            source: source.to_owned(),
            method: self.method,
            moment: request.moment.clone(),
            times: self.times,
            preset: request.preset.clone(),
            skinning: request.skinning,
            output: output.clone(),
        })
    }
}

impl RenderArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let request = self.source.read()?;
        let read = request.read();
        let read: Vec<&str> = read.iter().map(String::as_str).collect();
        let output = self.how.destination(self.output);
        let (sources, json) = (request.sources, self.how.json);
        let files = self.how_many.several(sources, Some(output), json);
        let job = |source: &str, output: &Destination| RenderJob {
            source: source.to_owned(),
            moment: request.moment.clone(),
            preset: request.preset.clone(),
            skinning: request.skinning,
            methods: self.compare.clone(),
            view: self.view,
            size: self.size,
            weights_of: self.weights_of.clone(),
            difference: self.difference,
            bones: self.bones,
            shading: self.shading,
            wireframe: self.wireframe,
            weights: self.weights.clone(),
            leaves_props: self.leave_props,
            rows: self.sheet.clone(),
            framed: self.framed.clone(),
            motion: match self.turntable {
                Some(n) => Some(PictureMotion::Turntable(n)),
                None => self.play.then_some(PictureMotion::Play),
            },
            rate: self.fps,
            output: output.clone(),
        };
        render(&files, &read, &job, sheet::layout_sheet)
    }
}
