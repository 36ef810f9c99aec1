//! From poses to vertices in memory of the caller.

use std::ffi::c_char;
use std::num::NonZero;
use std::ptr::null_mut;

use bindings::{Meshes, SkinOut, Skinner};

use crate::memory::{Out, array_mut, check, text};
use crate::status::{Problem, Status, call};
use crate::table::{CharacterHandle, PoseHandle, SkinnerHandle};

/// In the place of a mesh's number: all meshes, one after another.
pub const ALL_MESHES: usize = usize::MAX;

/// Three numbers a vertex.
const WIDTH: usize = 3;
/// Bytes of a number.
const NUMBER: usize = size_of::<f32>();

/// Memory of the caller for vectors of three numbers, one a vertex.
///
/// Vertices may be members of a larger struct: `data` is then that of the first, and `stride` the size of the struct.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Vertices {
    /// The first number of the first vertex, or null for nothing to be written.
    pub data: *mut f32,
    /// So many vertices.
    pub count: usize,
    /// Bytes from one vertex to the next: a multiple of four, at least twelve. Zero stands for twelve.
    pub stride: usize,
}

/// What skins a character by a method on so many threads, to be freed by `dualskin_skinner_free`. Zero threads are one.
///
/// A method is a word as on the command line: `linear`, `dual-quaternion`, `two-phase` and so on, with a rule of signs and scale inheritance
/// behind it, as `two-phase:largest`.
///
/// # Safety
///
/// `method` is null or a text; `out` is null or has room for a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_skinner_new(
    character: CharacterHandle,
    method: *const c_char,
    threads: u32,
    out: *mut SkinnerHandle,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let (method, out) = unsafe { (text(method, "method")?, Out::new(out, "out")?) };
        let skinner = Skinner::new(&character.get()?, method.parse()?);
        let threads = usize::try_from(threads).ok().and_then(NonZero::new);
        let many = threads.filter(|threads| threads.get() > 1);
        out.write(SkinnerHandle::new(match many {
            Some(threads) => skinner.with_threads(threads),
            None => skinner,
        }));
        Ok(())
    })
}

/// Frees a skinner. All zero is no failure; a handle that was freed is one.
#[unsafe(no_mangle)]
pub extern "C" fn dualskin_skinner_free(skinner: SkinnerHandle) -> Status {
    call(|| skinner.free())
}

/// How many vertices `dualskin_skin` writes for a mesh, or for `DUALSKIN_ALL_MESHES`.
///
/// # Safety
///
/// `out` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_skinner_vertex_count(
    skinner: SkinnerHandle,
    mesh: usize,
    out: *mut usize,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let out = unsafe { Out::new(out, "out")? };
        out.write(skinner.with(|skinner| Ok(skinner.vertex_count(chosen(mesh))?))?);
        Ok(())
    })
}

/// Skins a pose: positions in the space of the scene, and unit normals (zero where the pose leaves no direction).
///
/// Counts must be those of `dualskin_skinner_vertex_count`. Normals may be left out by a null pointer. Nothing is written where the call
/// fails. Threads that skin at once take a skinner each.
///
/// # Safety
///
/// `data` of both is null or has room for `count` vertices, `stride` bytes apart; no number is of both.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_skin(
    skinner: SkinnerHandle,
    pose: PoseHandle,
    mesh: usize,
    positions: Vertices,
    normals: Vertices,
) -> Status {
    call(|| {
        let meshes = chosen(mesh);
        skinner.with(|skinner| {
            let count = skinner.vertex_count(meshes)?;
            let positions = positions.rows(count, "positions")?;
            let normals = match normals.data.is_null() {
                true => Rows::none(),
                false => normals.rows(count, "normals")?,
            };
            pose.with(|pose| write(skinner, pose, meshes, [positions, normals]))
        })
    })
}

const fn chosen(mesh: usize) -> Meshes {
    match mesh {
        ALL_MESHES => Meshes::All,
        place => Meshes::One(place),
    }
}

fn write(
    skinner: &mut Skinner,
    pose: &bindings::Pose,
    meshes: Meshes,
    [positions, normals]: [Rows; 2],
) -> Result<(), Problem> {
    if positions.is_dense() && normals.is_dense() {
        // SAFETY: the contract of `dualskin_skin`: these are two pieces of memory, as long as was checked.
        let (own, more) = unsafe { (positions.numbers()?, normals.numbers()?) };
        let out = SkinOut {
            positions: own,
            normals: more,
        };
        return Ok(skinner.skin_into(pose, meshes, out)?);
    }
    let skinned = skinner.skin(pose, meshes)?;
    // SAFETY: the same; rows that are members of one struct lie between one another, and are written one by one.
    unsafe {
        positions.write(&skinned.positions);
        normals.write(&skinned.normals);
    }
    Ok(())
}

/// Checked memory of the caller.
#[derive(Clone, Copy, Debug)]
struct Rows {
    data: *mut f32,
    /// Zero where nothing is to be written.
    count: usize,
    /// Numbers from one vertex to the next.
    step: usize,
    place: &'static str,
}

impl Rows {
    const fn none() -> Self {
        Self {
            data: null_mut(),
            count: 0,
            step: WIDTH,
            place: "normals",
        }
    }

    const fn is_dense(&self) -> bool {
        self.step == WIDTH
    }

    /// All numbers of dense rows.
    ///
    /// # Safety
    ///
    /// As [`dualskin_skin`], and nobody else looks at them as long as the result is used.
    unsafe fn numbers<'a>(&self) -> Result<&'a mut [f32], Problem> {
        // SAFETY: the contract of this function.
        unsafe { array_mut(self.data, WIDTH * self.count, self.place) }
    }

    /// Writes three numbers a vertex.
    ///
    /// # Safety
    ///
    /// As [`dualskin_skin`].
    unsafe fn write(&self, numbers: &[f32]) {
        for (row, own) in numbers.chunks_exact(WIDTH).take(self.count).enumerate() {
            // SAFETY: the contract of this function; the offset of the last row was checked to fit.
            unsafe {
                self.data
                    .add(row * self.step)
                    .copy_from_nonoverlapping(own.as_ptr(), WIDTH);
            }
        }
    }
}

impl Vertices {
    /// The memory, if it is for so many vertices.
    fn rows(self, count: usize, place: &'static str) -> Result<Rows, Problem> {
        let bad = |problem: &str, remedy: &str| {
            Err(Problem::new(Status::BadArray, place, problem, remedy))
        };
        if self.count != count {
            let problem = format!(
                "there is memory for {} vertices, and there are {count}",
                self.count
            );
            return bad(&problem, "ask `dualskin_skinner_vertex_count` before");
        }
        let stride = match self.stride {
            0 => WIDTH * NUMBER,
            given => given,
        };
        let problem = format!("a stride of {stride} bytes");
        if stride < WIDTH * NUMBER || !stride.is_multiple_of(NUMBER) {
            return bad(&problem, "give a multiple of 4 that is at least 12, or 0");
        }
        // As much as memory can have, which addresses must not pass.
        let most = isize::MAX.unsigned_abs();
        if stride.checked_mul(count).is_none_or(|bytes| bytes > most) {
            return bad(&problem, "give the size of the struct that a vertex is");
        }
        if count > 0 {
            check(self.data, place)?;
        }
        Ok(Rows {
            data: self.data,
            count,
            step: stride / NUMBER,
            place,
        })
    }
}
