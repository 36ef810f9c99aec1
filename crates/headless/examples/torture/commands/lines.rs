//! The commands, as they are typed.

use std::path::{Path, PathBuf};

/// A command line with FILE and OUT in it, and COPY for the same file by another name.
///
/// BARE is what `unbind` wrote last, and TEXT the table that `weights export` wrote last: of this file, or of one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    pub(super) line: &'static str,
    /// The ending of what it writes.
    ending: &'static str,
    /// Whether it searches, and so has a bound of its own, progress and a way to cancel.
    pub(super) searches: bool,
}

const fn plain(line: &'static str, ending: &'static str) -> Command {
    Command {
        line,
        ending,
        searches: false,
    }
}

const fn search(line: &'static str, ending: &'static str) -> Command {
    Command {
        line,
        ending,
        searches: true,
    }
}

/// What every file goes through: each command that reads a character, but those that draw and measure.
const COMMANDS: &[Command] = &[
    plain("inspect FILE", ""),
    plain("inspect FILE --clip 0 --json", ""),
    plain("check FILE", ""),
    plain("skin FILE --method linear --normals exact -o OUT", "json"),
    plain(
        "skin FILE --method two-phase --clip 0 --time 0.5 -o OUT",
        "json",
    ),
    plain("skin FILE --method dual-quaternion -o OUT", "glb"),
    plain("share FILE -o OUT", "html"),
    plain("export FILE -o OUT", "glb"),
    plain("export FILE --scale exact -o OUT", "glb"),
    plain("unbind FILE -o BARE", ""),
    plain("bind FILE -o OUT", "glb"),
    plain("bind FILE --skeleton biped -o OUT", "glb"),
    plain("weights automatic FILE -o OUT", "glb"),
    plain("weights automatic FILE --method volume -o OUT", "glb"),
    plain("weights automatic FILE --method nearest -o OUT", "glb"),
    plain("weights mirror FILE --from left -o OUT", "glb"),
    plain(
        "weights mirror FILE --from right --by-topology -o OUT",
        "glb",
    ),
    plain("weights limit FILE --limit 2 -o OUT", "glb"),
    plain("weights prune FILE --below 0.01 -o OUT", "glb"),
    plain("weights smooth FILE --rounds 2 -o OUT", "glb"),
    plain("weights export FILE -o OUT", "csv"),
    plain("weights transfer COPY FILE -o OUT", "glb"),
    plain("weights transfer COPY FILE --facing --parts -o OUT", "glb"),
    search(
        "weights limit FILE --limit 2 --method two-phase -o OUT",
        "glb",
    ),
    search(
        "weights fit FILE --from-method dual-quaternion -o OUT",
        "glb",
    ),
    search("clips reduce FILE --tolerance 1mm -o OUT", "glb"),
    search("bake FILE --method dual-quaternion -o OUT", "glb"),
];

/// The same commands with what else they can be told: each file goes through some of them.
const OTHERS: &[Command] = &[
    plain("inspect FILE COPY --strict", ""),
    plain("inspect FILE --clip 0 --time 0.5", ""),
    plain("check FILE --json", ""),
    search("advise FILE --for dq --json", ""),
    plain(
        "check FILE --for game --methods linear,two-phase:first --junit",
        "",
    ),
    plain(
        "check FILE --for film --methods per-mesh --signs largest --sarif",
        "",
    ),
    plain("skin FILE --method affine --normals forward -o OUT", "obj"),
    plain(
        "skin FILE --method two-phase-head --signs first -o OUT",
        "json",
    ),
    plain(
        "skin FILE --method two-phase-origin --threads 2 -o OUT",
        "json",
    ),
    plain("skin FILE --method spherical --clip 0 -o OUT", "json"),
    plain("skin FILE --method spherical-average -o OUT", "json"),
    plain("skin FILE --method log-matrix --clip 0 -o OUT", "json"),
    plain("skin FILE --method direct-quaternion -o OUT", "json"),
    plain(
        "skin FILE --method iterative --clip 0 --time 1e9 -o OUT",
        "json",
    ),
    plain(
        "skin FILE --method quaternion-translation-head -o OUT",
        "json",
    ),
    plain(
        "skin FILE --method per-mesh --scale-inheritance joint -o OUT",
        "json",
    ),
    plain(
        "share FILE --compare affine,dual-quaternion:first:joint --no-clips --leave-props --note x -o OUT",
        "html",
    ),
    plain(
        "export FILE --influences 2 --weight-numbers u8 --joint-numbers u8 -o OUT",
        "gltf",
    ),
    plain(
        "export FILE --strip-unused-joints --max-joints 8 --no-extras --leave-unkeyed --leave-props --no-constraints -o OUT",
        "glb",
    ),
    plain(
        "export FILE --weights TEXT --by-place --within 5 -o OUT",
        "glb",
    ),
    plain("bind BARE --no-weights -o OUT", "dualskin"),
    plain(
        "bind BARE --method nearest --limit 2 --parts rigid --check",
        "",
    ),
    plain("bind BARE --skeleton quadruped --smoothing 2 -o OUT", "glb"),
    plain("bind BARE --skeleton hand -o OUT", "glb"),
    plain("bind BARE --skeleton COPY --as-placed -o OUT", "glb"),
    plain("bind BARE -o OUT", "glb"),
    plain("unbind FILE --check", ""),
    plain("weights automatic FILE --only-unbound -o OUT", "glb"),
    plain(
        "weights automatic FILE --joints all --limit 2 --parts all-rigid --smoothing 3 -o OUT",
        "dualskin",
    ),
    plain(
        "weights automatic FILE --joints deform --clothes body --check",
        "",
    ),
    plain(
        "weights mirror FILE --from left --names l/r --limit 4 -o OUT",
        "glb",
    ),
    plain("weights mirror FILE --from right --strict --check", ""),
    plain("weights prune FILE --below 0.5 --check", ""),
    plain(
        "weights smooth FILE --rounds 20 --limit 3 -o OUT",
        "dualskin",
    ),
    plain("weights export FILE --no-places --mesh 0 -o OUT", "ron"),
    plain("weights import FILE TEXT --mesh 0 -o OUT", "dualskin"),
    plain("weights import FILE TEXT --by-place --within 5 --check", ""),
    plain(
        "weights transfer COPY FILE --only-unbound --limit 2 -o OUT",
        "ron",
    ),
    plain("weights transfer COPY FILE --within 0.1 -o OUT", "dualskin"),
    search(
        "weights limit FILE --limit 1 --method linear --clip 0 --signs first --check",
        "",
    ),
    search(
        "weights fit FILE --from-method two-phase --method affine --own-joints --limit 3 -o OUT",
        "glb",
    ),
    search(
        "weights fit FILE --from-method per-mesh --signed --clip 0 --check",
        "",
    ),
    search("weights fit FILE --examples COPY --clip 0 -o OUT", "glb"),
    search(
        "clips reduce FILE --tolerance 1cm --turn-over 10cm --clip 0 --method two-phase -o OUT",
        "dualskin",
    ),
    search(
        "bake FILE --method affine --joints 4 --rate 10 --clip 0 --leave-props -o OUT",
        "glb",
    ),
    search(
        "bake FILE --method spherical --tolerance 2 --most-joints 64 --scale-inheritance joint -o OUT",
        "glb",
    ),
];
/// So many of them for one file.
const OTHERS_OF_A_FILE: usize = 5;

/// What the file of this number goes through, in order.
pub(super) fn commands_of(case: u64) -> impl Iterator<Item = &'static Command> {
    let count = u64::try_from(OTHERS.len()).unwrap_or(1);
    let first = case % count * u64::try_from(OTHERS_OF_A_FILE).unwrap_or(1) % count;
    let first = usize::try_from(first).unwrap_or_default();
    let others = OTHERS.iter().cycle().skip(first).take(OTHERS_OF_A_FILE);
    COMMANDS.iter().chain(others)
}

/// Where the copy of a file lies.
pub(super) fn copy_of(file: &Path, folder: &Path) -> PathBuf {
    let name = Path::new("copy");
    match file.extension() {
        Some(extension) => folder.join(name.with_extension(extension)),
        None => folder.join(name),
    }
}

impl Command {
    /// Its words, with a file, and an output in a folder; what else it reads lies there.
    pub(super) fn words(&self, file: &Path, folder: &Path) -> Vec<String> {
        let out = folder.join(format!("out.{}", self.ending));
        let words = self.line.split(' ').map(|word| match word {
            "FILE" => file.to_string_lossy().into_owned(),
            "COPY" => copy_of(file, folder).to_string_lossy().into_owned(),
            "BARE" => folder.join("bare.glb").to_string_lossy().into_owned(),
            "TEXT" => folder.join("out.csv").to_string_lossy().into_owned(),
            "OUT" => out.to_string_lossy().into_owned(),
            word => word.to_owned(),
        });
        words.collect()
    }
}
