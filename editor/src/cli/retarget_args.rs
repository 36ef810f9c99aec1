//! Arguments of `dualskin retarget`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use headless::Failure;
use headless::retarget::{RetargetJob, run};
use retarget::RootTravel;
use session::state::motion_in::bring::BringOptions;

use super::check_source;
use super::output_args::ChangeArgs;

#[derive(Debug, Args)]
#[command(mut_arg("output", |output| output.value_name("OUT.glb|OUT.gltf|OUT.dualskin").help("The character to write with the clips, unless --check is given: .glb or .gltf, or a .dualskin project; an existing file is kept as .bak. With - stdout gets a .glb")))]
pub(super) struct RetargetArgs {
    /// Files with motion: .glb, .gltf, .vrm, .vrma, .fbx, .bvh, builtin:NAME or .dualskin projects.
    #[arg(value_name = "CLIPS", required = true)]
    sources: Vec<String>,
    /// The character that gets the clips: a file, builtin:NAME, or a .dualskin project.
    #[arg(long, value_name = "CHARACTER")]
    onto: String,
    /// The clip of each file, by its index or name [default: all].
    #[arg(long, value_name = "INDEX|NAME")]
    clip: Option<String>,
    /// Which joints of the files are which bones, as --map-out writes it [default: found by names and shape].
    #[arg(long, value_name = "MAP.ron")]
    map: Option<PathBuf>,
    /// The same of the character.
    #[arg(long, value_name = "MAP.ron")]
    map_onto: Option<PathBuf>,
    /// Writes which joints of the first file are which bones, to be corrected and given as --map.
    #[arg(long, value_name = "MAP.ron")]
    map_out: Option<PathBuf>,
    /// How far the hips go: by the heights of both hips, by the lengths of legs, up and down only with in-place, over the ground only with
    /// ground.
    #[arg(long, value_name = "HOW", default_value = "hip-height", value_parser = travel())]
    travel: RootTravel,
    /// Takes both as they rest, though one stands in a T pose and the other does not.
    #[arg(long)]
    as_rested: bool,
    /// Lets feet slide, though those of the source stand.
    #[arg(long)]
    free_feet: bool,
    /// Brings hands to where those of the source are, seen from the hips and as large as the character, by bending the arms.
    #[arg(long)]
    place_hands: bool,
    /// Holds hands where those of the source touch the other hand, the head, the hips, or something that stands still.
    #[arg(long)]
    hold_hands: bool,
    /// Leaves the clips that the character has out of the result.
    #[arg(long)]
    replace: bool,
    #[command(flatten)]
    out: ChangeArgs,
}

impl RetargetArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let sources: Result<Vec<String>, Failure> =
            self.sources.into_iter().map(check_source).collect();
        let how = self.out.how;
        run(&RetargetJob {
            sources: sources?,
            onto: check_source(self.onto)?,
            clip: self.clip,
            map: self.map,
            map_onto: self.map_onto,
            map_out: self.map_out.map(|path| how.destination(path)),
            options: BringOptions {
                travel: self.travel,
                aligns: !self.as_rested,
                pins_feet: !self.free_feet,
                places_hands: self.place_hands,
                holds_hands: self.hold_hands,
            },
            replaces: self.replace,
            json: how.json,
            output: self.out.destination(),
        })
    }
}

fn travel() -> impl TypedValueParser<Value = RootTravel> {
    PossibleValuesParser::new(["hip-height", "leg-length", "in-place", "ground"]).map(|word| {
        match word.as_str() {
            "leg-length" => RootTravel::LegLength,
            "in-place" => RootTravel::InPlace,
            "ground" => RootTravel::Ground,
            _ => RootTravel::HipHeight,
        }
    })
}
