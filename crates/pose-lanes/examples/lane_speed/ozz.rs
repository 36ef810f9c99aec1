//! ozz-animation beside us, as a program of its own that takes its turns.

use std::error::Error;
use std::ffi::OsStr;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::character;

/// ozz's program, compiled.
pub(crate) struct Ozz {
    program: PathBuf,
    text: String,
    size: usize,
}

impl Ozz {
    /// None where `OZZ`, the folder of its sources, is not set. Compiled by `c++` beside this program.
    pub(crate) fn new(size: usize, copies: usize) -> Result<Option<Self>, Box<dyn Error>> {
        let Some(folder) = std::env::var_os("OZZ") else {
            return Ok(None);
        };
        let program = std::env::current_exe()?.with_file_name("ozz_pose");
        compile(Path::new(&folder), &program)?;
        Ok(Some(Self {
            program,
            text: character::text(copies)?,
            size,
        }))
    }

    /// Nanoseconds a joint from a clip to a linear palette, the least of some rounds.
    pub(crate) fn turn(&self, rounds: usize) -> Result<f64, Box<dyn Error>> {
        let mut child = Command::new(&self.program)
            .args([self.size.to_string(), rounds.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        if let Some(mut input) = child.stdin.take() {
            input.write_all(self.text.as_bytes())?;
        }
        let output = child.wait_with_output()?;
        if !output.status.success() {
            return Err(format!("ozz's program ended with {}", output.status).into());
        }
        Ok(String::from_utf8(output.stdout)?.trim().parse()?)
    }
}

fn compile(folder: &Path, program: &Path) -> Result<(), Box<dyn Error>> {
    let mut sources =
        vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/lane_speed/ozz_pose.cc")];
    add_sources(&folder.join("src/base"), true, &mut sources)?;
    // Below these are readers of other programs' files, with libraries of their own.
    for part in ["src/animation/runtime", "src/animation/offline"] {
        add_sources(&folder.join(part), false, &mut sources)?;
    }
    let status = Command::new("c++")
        .args(["-std=c++17", "-O3", "-DNDEBUG", "-march=native", "-w"])
        .arg("-I")
        .arg(folder.join("include"))
        .arg("-I")
        .arg(folder.join("src"))
        .args(&sources)
        .arg("-o")
        .arg(program)
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err("ozz does not compile".into())
    }
}

/// Of a folder, and of those in it where that is wanted.
fn add_sources(
    folder: &Path,
    is_deep: bool,
    sources: &mut Vec<PathBuf>,
) -> Result<(), Box<dyn Error>> {
    for entry in folder.read_dir()? {
        let path = entry?.path();
        if path.is_dir() && is_deep {
            add_sources(&path, is_deep, sources)?;
        } else if path.extension() == Some(OsStr::new("cc")) {
            sources.push(path);
        }
    }
    Ok(())
}
