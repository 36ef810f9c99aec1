//! The commands, as they are typed.

use std::path::{Path, PathBuf};

/// A command line with FILE and OUT in it, and COPY for the same file by another name.
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

/// Every command that reads a character, but those that draw.
pub(super) const COMMANDS: &[Command] = &[
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

/// Where the copy of a file lies.
pub(super) fn copy_of(file: &Path, folder: &Path) -> PathBuf {
    let name = Path::new("copy");
    match file.extension() {
        Some(extension) => folder.join(name.with_extension(extension)),
        None => folder.join(name),
    }
}

impl Command {
    /// Its words, with a file, and an output in a folder.
    pub(super) fn words(&self, file: &Path, folder: &Path) -> Vec<String> {
        let out = folder.join(format!("out.{}", self.ending));
        let words = self.line.split(' ').map(|word| match word {
            "FILE" => file.to_string_lossy().into_owned(),
            "COPY" => copy_of(file, folder).to_string_lossy().into_owned(),
            "OUT" => out.to_string_lossy().into_owned(),
            word => word.to_owned(),
        });
        words.collect()
    }
}
