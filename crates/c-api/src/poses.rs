//! Poses: what is done to every joint relative to rest, and the weights of morph targets.
//!
//! Angles are degrees; quaternions are `x, y, z, w`. Numbers that are not finite are refused, and leave the pose as it was.

use bindings::Pose;

use crate::memory::{Out, array, write_array};
use crate::status::{Problem, Status, call};
use crate::table::{CharacterHandle, PoseHandle};

/// The pose that the file shows when no clip plays, to be freed by `dualskin_pose_free`.
///
/// # Safety
///
/// `out` is null or has room for a handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_pose_new(
    character: CharacterHandle,
    out: *mut PoseHandle,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let out = unsafe { Out::new(out, "out")? };
        out.write(PoseHandle::new(character.get()?.pose()));
        Ok(())
    })
}

/// Frees a pose. All zero is no failure; a handle that was freed is one.
#[unsafe(no_mangle)]
pub extern "C" fn dualskin_pose_free(pose: PoseHandle) -> Status {
    call(|| pose.free())
}

/// Makes it the pose that the file shows when no clip plays.
#[unsafe(no_mangle)]
pub extern "C" fn dualskin_pose_reset(pose: PoseHandle) -> Status {
    call(|| {
        pose.with(|pose| {
            pose.reset();
            Ok(())
        })
    })
}

/// Makes it what a clip shows at a time, in seconds from its beginning.
#[unsafe(no_mangle)]
pub extern "C" fn dualskin_pose_from_clip(pose: PoseHandle, clip: usize, seconds: f32) -> Status {
    call(|| pose.with(|pose| Ok(pose.set_from_clip(clip, seconds)?)))
}

/// Turns a joint about an axis of its own, as it stands now: 0 for x, 1 for y, 2 for z.
#[unsafe(no_mangle)]
pub extern "C" fn dualskin_pose_rotate(
    pose: PoseHandle,
    joint: usize,
    axis: u32,
    degrees: f32,
) -> Status {
    call(|| {
        let name = match axis {
            0 => "x",
            1 => "y",
            2 => "z",
            other => {
                let problem = format!("there is no axis {other}");
                let remedy = "give 0 for x, 1 for y or 2 for z";
                return Err(Problem::new(Status::OutOfRange, "axis", &problem, remedy));
            }
        };
        pose.with(|pose| Ok(pose.rotate(joint, name, degrees)?))
    })
}

/// Works on a pose with a few numbers that C has.
///
/// # Safety
///
/// `numbers` is null or has N numbers.
unsafe fn with_numbers<const N: usize>(
    pose: PoseHandle,
    numbers: *const f32,
    place: &str,
    work: impl FnOnce(&mut Pose, [f32; N]) -> Result<(), bindings::Error>,
) -> Status {
    call(|| {
        // SAFETY: the contract of this function.
        let numbers = unsafe { array(numbers, N, place)? };
        let mut own = [0.0; N];
        own.copy_from_slice(numbers);
        pose.with(|pose| Ok(work(pose, own)?))
    })
}

/// Sets the rotation of a joint from rest, by a quaternion, which is made one of length one.
///
/// # Safety
///
/// `rotation` is null or has four numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_pose_set_rotation(
    pose: PoseHandle,
    joint: usize,
    rotation: *const f32,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe {
        with_numbers(pose, rotation, "rotation", |pose, numbers| {
            pose.set_rotation(joint, numbers)
        })
    }
}

/// The rotation of a joint from rest, as a quaternion.
///
/// # Safety
///
/// `out` is null or has room for four numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_pose_rotation(
    pose: PoseHandle,
    joint: usize,
    out: *mut f32,
) -> Status {
    call(|| {
        let rotation = pose.with(|pose| Ok(pose.rotation(joint)?))?;
        // SAFETY: the contract of this function.
        unsafe { write_array(&rotation, out, rotation.len(), "out") }
    })
}

/// Moves a joint along the axes of its rest frame.
///
/// # Safety
///
/// `by` is null or has three numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_pose_translate(
    pose: PoseHandle,
    joint: usize,
    by: *const f32,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe {
        with_numbers(pose, by, "by", |pose, numbers| {
            pose.translate(joint, numbers)
        })
    }
}

/// Scales a joint along its own axes, times what it is scaled by already.
///
/// # Safety
///
/// `by` is null or has three numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_pose_scale(
    pose: PoseHandle,
    joint: usize,
    by: *const f32,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { with_numbers(pose, by, "by", |pose, numbers| pose.scale(joint, numbers)) }
}

/// Shears a joint: adds to the numbers off the diagonal of its symmetric stretch, `xy`, `yz` and `zx`.
///
/// # Safety
///
/// `by` is null or has three numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dualskin_pose_shear(
    pose: PoseHandle,
    joint: usize,
    by: *const f32,
) -> Status {
    // SAFETY: the contract of this function.
    unsafe { with_numbers(pose, by, "by", |pose, numbers| pose.shear(joint, numbers)) }
}

/// Sets the weight of a morph target; those of all meshes are counted one after another.
#[unsafe(no_mangle)]
pub extern "C" fn dualskin_pose_set_morph_weight(
    pose: PoseHandle,
    target: usize,
    weight: f32,
) -> Status {
    call(|| pose.with(|pose| Ok(pose.set_morph_weight(target, weight)?)))
}
