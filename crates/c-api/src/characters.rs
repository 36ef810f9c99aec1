//! Characters: opened, asked, saved, baked.
//!
//! Every function is safe to call from any thread. Each that takes pointers has the same contract but for what stands above it: texts end
//! with zero and are UTF-8; arrays are as long as the number beside them says; nothing is used by another thread during the call.

use std::ffi::c_char;

use bindings::{Character, Error, Mesh};

use crate::memory::{Out, array, text, write_array, write_text};
use crate::status::{Problem, Status, call};
use crate::table::CharacterHandle;

/// What a mesh has. A mesh is what the scene shows at one place with one material.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct MeshInfo {
    /// Its vertices.
    pub vertex_count: usize,
    /// Its triangles, of three vertices each.
    pub triangle_count: usize,
    /// Its first vertex among those of all meshes.
    pub first_vertex: usize,
    /// Joints and weights a vertex; zero where no joint moves it.
    pub influences_per_vertex: usize,
}

/// Opens a file (glTF, GLB, VRM; FBX where the library has it), or a character that is built in, as `builtin:arm`.
///
/// `*out` gets the character, to be freed by `dualskin_character_free`; it is left alone where the call fails.
///
/// # Safety
///
/// `source` is null or a text; `out` is null or has room for a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_open(source: *const c_char, out: *mut CharacterHandle) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let (source, out) = unsafe { (text(source, "source")?, Out::new(out, "out")?) };
        out.write(CharacterHandle::new(Character::open(source)?));
        Ok(())
    })
}

/// Opens a file that is in memory. Files beside it are none, so that buffers and pictures must be inside.
///
/// # Safety
///
/// `name` is null or a text, what messages call the file; `bytes` is null or has `length` bytes; `out` is null or has room for a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_open_bytes(
    name: *const c_char,
    bytes: *const u8,
    length: usize,
    out: *mut CharacterHandle,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let (name, bytes) = unsafe { (text(name, "name")?, array(bytes, length, "bytes")?) };
        // SAFETY: the same.
        let out = unsafe { Out::new(out, "out")? };
        out.write(CharacterHandle::new(Character::open_bytes(name, bytes)?));
        Ok(())
    })
}

/// Frees a character. Poses and skinners of it go on: they keep what they need. All zero is no failure; a handle that was freed is one.
#[unsafe(no_mangle)]
pub extern "C" fn dualskin_character_free(character: CharacterHandle) -> Status {
    call(|| character.free())
}

/// Writes the file to a path that ends in `.glb`, `.vrm` or `.gltf`, whole or not at all. A file that is there is replaced.
///
/// # Safety
///
/// `path` is null or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_save(character: CharacterHandle, path: *const c_char) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let path = unsafe { text(path, "path")? };
        Ok(character.get()?.save(path)?)
    })
}

/// Bakes a character with all its clips by a method into joints and helpers that every program blends linearly; `tolerance` is the largest
/// error in percent of the character's size.
///
/// `*out` gets the baked character, to be saved and freed. A library without the feature `session` refuses.
///
/// # Safety
///
/// `method` is null or a text, as `two-phase`; `out` is null or has room for a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_bake(
    character: CharacterHandle,
    method: *const c_char,
    tolerance: f32,
    out: *mut CharacterHandle,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let (method, out) = unsafe { (text(method, "method")?, Out::new(out, "out")?) };
        let baked = baked(&character.get()?, method, tolerance)?;
        out.write(CharacterHandle::new(baked));
        Ok(())
    })
}

#[cfg(feature = "session")]
fn baked(character: &Character, method: &str, tolerance: f32) -> Result<Character, Problem> {
    if !(tolerance.is_finite() && tolerance > 0.0) {
        let problem = format!("{tolerance} is no tolerance");
        let remedy = "give percents of the size, as 0.5";
        return Err(Problem::new(
            Status::BadArray,
            "tolerance",
            &problem,
            remedy,
        ));
    }
    let options = bindings::BakeOptions {
        method: method.parse()?,
        tolerance,
        ..bindings::BakeOptions::default()
    };
    let go_on = |_done: f32| std::ops::ControlFlow::Continue(());
    Ok(character.bake(&options, &go_on)?.character)
}

#[cfg(not(feature = "session"))]
fn baked(_character: &Character, _method: &str, _tolerance: f32) -> Result<Character, Problem> {
    let remedy = "build it with the feature `session`";
    Err(Problem::new(
        Status::Refused,
        "bake",
        "this library was built without it",
        remedy,
    ))
}

/// Writes a count that is asked of a character.
///
/// # Safety
///
/// `out` is null or has room for a number.
unsafe fn write_count(
    character: CharacterHandle,
    out: *mut usize,
    count: impl FnOnce(&Character) -> Result<usize, Error>,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let out = unsafe { Out::new(out, "out")? };
        out.write(count(&character.get()?)?);
        Ok(())
    })
}

/// Writes the place of something that has a name.
///
/// # Safety
///
/// `name` is null or a text; `out` is null or has room for a number.
unsafe fn write_place(
    character: CharacterHandle,
    name: *const c_char,
    out: *mut usize,
    find: impl FnOnce(&Character, &str) -> Result<usize, Error>,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let (name, out) = unsafe { (text(name, "name")?, Out::new(out, "out")?) };
        out.write(find(&character.get()?, name)?);
        Ok(())
    })
}

/// How many joints there are, parents before children.
///
/// # Safety
///
/// `out` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_joint_count(
    character: CharacterHandle,
    out: *mut usize,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { write_count(character, out, |of| Ok(of.joint_count())) }
}

/// The first joint of a name; the remedy of the error names one that is called nearly so.
///
/// # Safety
///
/// `name` is null or a text; `out` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_joint_find(
    character: CharacterHandle,
    name: *const c_char,
    out: *mut usize,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { write_place(character, name, out, Character::joint) }
}

/// The name of a joint with a zero at its end. `*needed` gets the bytes for that; where `capacity` is less, nothing else is written.
///
/// # Safety
///
/// `buffer` is null or has room for `capacity` bytes; `needed` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_joint_name(
    character: CharacterHandle,
    joint: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> Status {
    call(|| {
        let name = character.get()?.joint_name(joint)?;
        // SAFETY: the contract of this function.
        unsafe { write_text(&name, buffer, capacity, needed) }
    })
}

/// The parent of a joint, −1 for none.
///
/// # Safety
///
/// `out` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_joint_parent(
    character: CharacterHandle,
    joint: usize,
    out: *mut i64,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let out = unsafe { Out::new(out, "out")? };
        let parent = character.get()?.joint_parent(joint)?;
        // Joints are fewer than fit into either type.
        out.write(parent.map_or(-1, |parent| i64::try_from(parent).unwrap_or(-1)));
        Ok(())
    })
}

/// The rest frame of a joint in the space of the scene: sixteen numbers, column by column.
///
/// # Safety
///
/// `out` is null or has room for sixteen numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_joint_rest(
    character: CharacterHandle,
    joint: usize,
    out: *mut f32,
) -> Status {
    call(|| {
        let frame = character.get()?.rest_matrix(joint)?;
        // SAFETY: the contract of this function.
        unsafe { write_array(&frame, out, frame.len(), "out") }
    })
}

/// How many meshes there are.
///
/// # Safety
///
/// `out` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_mesh_count(
    character: CharacterHandle,
    out: *mut usize,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { write_count(character, out, |of| Ok(of.meshes().len())) }
}

fn mesh(character: &Character, place: usize) -> Result<&Mesh, Problem> {
    let all = character.meshes();
    all.get(place).ok_or_else(|| {
        let problem = format!("there is no mesh {place}");
        let remedy = format!("there are {}, counted from 0", all.len());
        Problem::new(Status::OutOfRange, "mesh", &problem, &remedy)
    })
}

/// What a mesh has.
///
/// # Safety
///
/// `out` is null or has room for the struct.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_mesh_info(
    character: CharacterHandle,
    mesh_index: usize,
    out: *mut MeshInfo,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let out = unsafe { Out::new(out, "out")? };
        let character = character.get()?;
        let mesh = mesh(&character, mesh_index)?;
        out.write(MeshInfo {
            vertex_count: mesh.vertex_count(),
            triangle_count: mesh.triangles().len() / 3,
            first_vertex: mesh.first_vertex(),
            influences_per_vertex: mesh.influences_per_vertex(),
        });
        Ok(())
    })
}

/// The name of a mesh, as `dualskin_joint_name` gives that of a joint.
///
/// # Safety
///
/// `buffer` is null or has room for `capacity` bytes; `needed` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_mesh_name(
    character: CharacterHandle,
    mesh_index: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> Status {
    call(|| {
        let character = character.get()?;
        let name = mesh(&character, mesh_index)?.name();
        // SAFETY: the contract of this function.
        unsafe { write_text(name, buffer, capacity, needed) }
    })
}

/// Positions of a mesh at rest in its own space. `length` is three times its vertices.
///
/// # Safety
///
/// `out` is null or has room for `length` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_mesh_positions(
    character: CharacterHandle,
    mesh_index: usize,
    out: *mut f32,
    length: usize,
) -> Status {
    call(|| {
        let character = character.get()?;
        let positions = mesh(&character, mesh_index)?.positions();
        // SAFETY: the contract of this function.
        unsafe { write_array(positions, out, length, "out") }
    })
}

/// Triangles of a mesh, three of its vertices each. `length` is three times their number.
///
/// # Safety
///
/// `out` is null or has room for `length` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_mesh_triangles(
    character: CharacterHandle,
    mesh_index: usize,
    out: *mut u32,
    length: usize,
) -> Status {
    call(|| {
        let character = character.get()?;
        let triangles = mesh(&character, mesh_index)?.triangles();
        // SAFETY: the contract of this function.
        unsafe { write_array(triangles, out, length, "out") }
    })
}

/// How many clips there are.
///
/// # Safety
///
/// `out` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_clip_count(
    character: CharacterHandle,
    out: *mut usize,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { write_count(character, out, |of| Ok(of.clip_count())) }
}

/// The first clip of a name.
///
/// # Safety
///
/// `name` is null or a text; `out` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_clip_find(
    character: CharacterHandle,
    name: *const c_char,
    out: *mut usize,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { write_place(character, name, out, Character::clip) }
}

/// The name of a clip, as `dualskin_joint_name` gives that of a joint.
///
/// # Safety
///
/// `buffer` is null or has room for `capacity` bytes; `needed` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_clip_name(
    character: CharacterHandle,
    clip: usize,
    buffer: *mut c_char,
    capacity: usize,
    needed: *mut usize,
) -> Status {
    call(|| {
        let name = character.get()?.clip_name(clip)?;
        // SAFETY: the contract of this function.
        unsafe { write_text(&name, buffer, capacity, needed) }
    })
}

/// How long a clip is, in seconds.
///
/// # Safety
///
/// `out` is null or has room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_clip_seconds(
    character: CharacterHandle,
    clip: usize,
    out: *mut f32,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let out = unsafe { Out::new(out, "out")? };
        out.write(character.get()?.clip_seconds(clip)?);
        Ok(())
    })
}
