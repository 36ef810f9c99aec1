//! Kills the program itself, in a window on a virtual display, while keys edit, save and export.
//!
//! Needs `Xvfb`, `xdotool` and `import`; without them it says so and does nothing. An edit is `G X 1 ⏎`: the selected
//! joint moves a meter along its X axis, so the number of edits is where it stands. An edit counts once the picture of
//! the window has changed.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use session::state::projects::{Left, recovery_folder};
use whole_file::Files;

use super::super::finding::Finding;
use super::super::options::Options;
use super::super::random::Random;
use super::found::NewestWork;
use super::{PROJECT, Round, keep, kill};

/// What the program promises: at most so much work is gone.
const PROMISED: Duration = Duration::from_secs(10);
/// Time for the window to open its project, and for an edit to be seen.
const PATIENCE: Duration = Duration::from_secs(60);
/// Time between two looks at the window.
const LOOK: Duration = Duration::from_millis(200);
/// A window is killed this long after its first edit, at most: two times between recovery files, and more.
const LONGEST: Duration = Duration::from_secs(14);

const NEW: &str =
    "(version: 1, source: (file: \"builtin:cylinder\"), sight: (selected: [\"upper\"]))";

/// Kills windows, and prints what was found of their work.
pub(super) fn run(options: &Options, program: &Path) -> Result<Vec<Finding>, String> {
    let tools = ["Xvfb", "xdotool", "import"];
    if let Some(missing) = tools.iter().find(|tool| !is_there(tool)) {
        println!("kill: skipped, for {missing} is not installed");
        return Ok(Vec::new());
    }
    let folder = options.out.join("kill-window");
    let _gone = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let folder = fs::canonicalize(&folder).map_err(|error| error.to_string())?;
    let display = Display::start(&folder)?;
    let start = Instant::now();
    let mut random = Random::new(options.seed, 2);
    let (mut done, mut edits, mut most_lost, mut findings) = (0, 0, 0.0_f32, Vec::new());
    while done < options.rounds && start.elapsed() < options.time && findings.len() < 5 {
        let round = display.round(program, &folder, &mut random)?;
        done += 1;
        edits += round.edits.len();
        match NewestWork::look(&folder, &folder.join(PROJECT))
            .and_then(|found| round.judge(&found, PROMISED))
        {
            Ok(lost) => most_lost = most_lost.max(lost),
            Err(what) => findings.push(keep(&folder, options, done, &what)),
        }
    }
    println!(
        "kill: seed {}, {done} kills of the window, {edits} edits, at most {most_lost:.1} s of work gone, {:.0} s",
        options.seed,
        start.elapsed().as_secs_f32()
    );
    Ok(findings)
}

/// Whether a program of this name can be started.
fn is_there(tool: &str) -> bool {
    let mut command = Command::new(tool);
    command.arg("-version").stdin(Stdio::null());
    let started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    started.is_ok_and(|mut child| child.kill().is_ok() && child.wait().is_ok())
}

/// A virtual display, ended when this is dropped.
struct Display {
    server: Child,
    name: String,
    folder: PathBuf,
}

impl Drop for Display {
    fn drop(&mut self) {
        let _gone = self.server.kill();
        let _ended = self.server.wait();
    }
}

impl Display {
    fn start(folder: &Path) -> Result<Self, String> {
        let number =
            (90..200).find(|number| !Path::new(&format!("/tmp/.X11-unix/X{number}")).exists());
        let name = format!(":{}", number.ok_or("no display is free")?);
        let mut server = Command::new("Xvfb");
        server.args([&name, "-screen", "0", "1000x700x24", "-noreset"]);
        let server = server
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let server = server.map_err(|error| format!("Xvfb: {error}"))?;
        sleep(Duration::from_secs(1));
        Ok(Self {
            server,
            name,
            folder: folder.to_owned(),
        })
    }

    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command
            .env("DISPLAY", &self.name)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_RUNTIME_DIR", &self.folder)
            .env("DUALSKIN_CONFIG", &self.folder)
            .env("WINIT_X11_SCALE_FACTOR", "1")
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    fn xdotool(&self, words: &[&str]) -> String {
        let output = self.command("xdotool").args(words).output();
        output.map_or_else(
            |_| String::new(),
            |output| String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    }

    /// The pixels of the screen.
    fn picture(&self) -> Vec<u8> {
        let mut command = self.command("import");
        command.args(["-window", "root", "-silent", "rgb:-"]);
        command
            .output()
            .map_or_else(|_| Vec::new(), |output| output.stdout)
    }

    /// Starts the program on the newest work, edits, and kills it at a random moment.
    fn round(&self, program: &Path, folder: &Path, random: &mut Random) -> Result<Round, String> {
        let file = newest(folder)?;
        let number = NewestWork::look(folder, &file)?.newest;
        let mut command = self.command(program);
        let mut child = command
            .arg(&file)
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| error.to_string())?;
        let round = self.work(&mut child, number, random);
        let killed = kill(&mut child)?;
        Ok(Round {
            edits: round?,
            killed,
        })
    }

    fn work(
        &self,
        child: &mut Child,
        mut number: u32,
        random: &mut Random,
    ) -> Result<Vec<(u32, Instant)>, String> {
        let window = self.window(child)?;
        self.xdotool(&["windowmove", &window, "0", "0"]);
        self.xdotool(&["windowsize", &window, "1000", "700"]);
        self.xdotool(&["windowfocus", &window]);
        self.xdotool(&["mousemove", "500", "350"]);
        sleep(Duration::from_secs(3));
        let mut edits = Vec::new();
        let began = Instant::now();
        let until = began + LONGEST.mul_f32(random.unit());
        while Instant::now() < until || edits.is_empty() {
            let before = self.picture();
            let at = Instant::now();
            self.xdotool(&["key", "g", "x", "1", "Return"]);
            // Looked at now and then: the window, not the looking, is to have the processor.
            sleep(LOOK);
            while self.picture() == before && at.elapsed() < PATIENCE {
                sleep(LOOK);
            }
            if at.elapsed() >= PATIENCE {
                return Err("an edit is not seen in the window".to_owned());
            }
            number += 1;
            edits.push((number, Instant::now()));
            if random.chance(20) {
                self.xdotool(&["key", "ctrl+s"]);
            }
            if child.try_wait().ok().flatten().is_some() {
                return Err("the window closed by itself".to_owned());
            }
        }
        Ok(edits)
    }

    fn window(&self, child: &mut Child) -> Result<String, String> {
        let began = Instant::now();
        while began.elapsed() < PATIENCE {
            let found = self.xdotool(&["search", "--onlyvisible", "--name", "Dualskin"]);
            if let Some(window) = found.lines().last() {
                return Ok(window.to_owned());
            }
            if child.try_wait().ok().flatten().is_some() {
                return Err("the program ended before it had a window".to_owned());
            }
            sleep(Duration::from_millis(200));
        }
        Err("the program has no window".to_owned())
    }
}

/// The project, in which the newest work is put if that was only kept for recovery.
fn newest(folder: &Path) -> Result<PathBuf, String> {
    let project = folder.join(PROJECT);
    if !project.exists() {
        put(&project, NEW.as_bytes())?;
    }
    let (left, _) = Left::all(&recovery_folder(folder), &Files::default());
    for left in left {
        let bytes = fs::read(&left.path).map_err(|error| error.to_string())?;
        let recovery = session::state::projects::Recovery::from_text(&bytes)
            .map_err(|fault| fault.to_string())?;
        let text = session::state::projects::write(&recovery.project)?;
        put(&project, text.as_bytes())?;
        whole_file::remove(&left.path).map_err(|error| error.to_string())?;
    }
    Ok(project)
}

fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    whole_file::write_whole(path, bytes).map_err(|error| error.to_string())
}
