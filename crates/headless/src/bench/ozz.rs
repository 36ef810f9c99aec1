//! ozz-animation beside our own kernels, where a folder of it is given: a program of its own that is measured by turns with them.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use glam::Mat4;
use rig::{InfluenceRow, Palette};
use whole_file::write_whole;

use super::joined::JoinedMesh;
use crate::Failure;

/// The environment variable that names a checkout of ozz-animation.
const OZZ: &str = "OZZ";

const PROGRAM: &str = include_str!("ozz_skinning.cc");
/// What its skinning needs of it, below its folder.
const SOURCES: [&str; 5] = [
    "src/geometry/runtime/skinning_job.cc",
    "src/base/log.cc",
    "src/base/platform.cc",
    "src/base/memory/allocator.cc",
    "src/base/maths/simd_math.cc",
];
/// It has loops for so many influences, and one for any more.
const INFLUENCES: usize = 4;

/// Its skinning of one mesh in one pose, waiting for turns.
pub(super) struct OzzSkinning {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    _folder: OwnFolder,
}

impl OzzSkinning {
    /// Of the folder that the environment names; none where it names none, and of a mesh with more influences than are given to it. It needs a C++ compiler, `c++`.
    pub(super) fn of_environment(
        mesh: &JoinedMesh,
        linear: &Palette,
    ) -> Result<Option<Self>, Failure> {
        let Some(ozz) = std::env::var_os(OZZ) else {
            return Ok(None);
        };
        if mesh.influences.max_per_vertex() > INFLUENCES {
            return Ok(None);
        }
        let folder = OwnFolder::new()?;
        let program = compile(Path::new(&ozz), &folder.0)?;
        let data = folder.0.join("mesh");
        write_whole(&data, &bytes(mesh, linear)).map_err(failed)?;
        let mut child = Command::new(program)
            .arg(data)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no standard input or output"));
        };
        Ok(Some(Self {
            child,
            input,
            output: BufReader::new(output),
            _folder: folder,
        }))
    }

    /// How long so many rounds take, of positions alone or of normals too, which it moves by the matrix as they come out.
    pub(super) fn pass(&mut self, with_normals: bool, rounds: u32) -> Result<Duration, Failure> {
        let mut line = format!("{} {rounds}\n", u8::from(with_normals));
        self.input.write_all(line.as_bytes()).map_err(failed)?;
        line.clear();
        self.output.read_line(&mut line).map_err(failed)?;
        let seconds = line.trim().parse().map_err(failed)?;
        Duration::try_from_secs_f64(seconds).map_err(failed)
    }
}

impl Drop for OzzSkinning {
    fn drop(&mut self) {
        // One that has ended already is no fault.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::Data(format!(
        "the skinning of ozz-animation, whose folder {OZZ} names, could not be measured: {error}."
    ))
}

fn compile(ozz: &Path, folder: &Path) -> Result<PathBuf, Failure> {
    let (source, program) = (folder.join("ozz_skinning.cc"), folder.join("ozz_skinning"));
    write_whole(&source, PROGRAM.as_bytes()).map_err(failed)?;
    let compiled = Command::new("c++")
        .args(["-std=c++17", "-O3", "-DNDEBUG", "-march=native"])
        .arg("-I")
        .arg(ozz.join("include"))
        .arg("-I")
        .arg(ozz.join("src"))
        .arg("-o")
        .arg(&program)
        .arg(source)
        .args(SOURCES.map(|file| ozz.join(file)))
        .output()
        .map_err(failed)?;
    if compiled.status.success() {
        return Ok(program);
    }
    let said = String::from_utf8_lossy(&compiled.stderr);
    let first = said.lines().find(|line| line.contains("error"));
    Err(failed(first.unwrap_or("it was not compiled")))
}

/// As `ozz_skinning.cc` reads it.
fn bytes(mesh: &JoinedMesh, linear: &Palette) -> Vec<u8> {
    let maps = linear.joint_maps();
    let counts = [mesh.positions.len(), maps.len(), INFLUENCES];
    let mut bytes = Vec::new();
    for count in counts {
        // Meshes count in 32 bits.
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        bytes.extend(count.to_le_bytes());
    }
    for map in &maps {
        push(&mut bytes, &Mat4::from(*map).to_cols_array());
    }
    let mut weights = Vec::new();
    let mut joints = Vec::new();
    for InfluenceRow {
        joints: own,
        weights: of_own,
    } in mesh.influences.rows()
    {
        let joint = |place| own.get(place).map_or(0, |joint: &rig::JointSlot| joint.0);
        joints.extend((0..INFLUENCES).flat_map(|place| joint(place).to_le_bytes()));
        // The last weight is what is left to one.
        let weight = |place| of_own.get(place).copied().unwrap_or(0.0);
        weights.extend((0..INFLUENCES - 1).map(weight));
    }
    bytes.extend(joints);
    push(&mut bytes, &weights);
    push(&mut bytes, bytemuck::cast_slice(&mesh.positions));
    push(&mut bytes, bytemuck::cast_slice(&mesh.normals));
    bytes
}

fn push(bytes: &mut Vec<u8>, numbers: &[f32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// Of this process, and none of its others.
fn name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("dualskin-bench-{}-{count}", std::process::id())
}

/// A folder of this process alone, removed at the end.
struct OwnFolder(PathBuf);

impl OwnFolder {
    fn new() -> Result<Self, Failure> {
        let folder = std::env::temp_dir().join(name());
        // Not one that is there already: a program is run from it.
        fs::create_dir(&folder).map_err(failed)?;
        Ok(Self(folder))
    }
}

impl Drop for OwnFolder {
    fn drop(&mut self) {
        // What is left behind is in the folder for passing things.
        let _ = fs::remove_dir_all(&self.0);
    }
}
