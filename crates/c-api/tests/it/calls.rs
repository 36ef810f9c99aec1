//! The functions on good input, and on what C may get wrong.

use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};

use bindings::{Character, Meshes, Skinner};
use dualskin_c::{
    ALL_MESHES, CharacterHandle, MeshInfo, PoseHandle, SkinnerHandle, Status, Vertices,
    dualskin_character_free, dualskin_joint_count, dualskin_joint_find, dualskin_joint_name,
    dualskin_joint_parent, dualskin_last_error, dualskin_mesh_info, dualskin_mesh_positions,
    dualskin_open, dualskin_open_bytes, dualskin_pose_free, dualskin_pose_new,
    dualskin_pose_rotate, dualskin_pose_scale, dualskin_save, dualskin_skin, dualskin_skinner_free,
    dualskin_skinner_new, dualskin_skinner_vertex_count,
};

const ARM: &str = "../../assets/arm.glb";
const NO_CHARACTER: CharacterHandle = CharacterHandle { id: 0 };
const NO_POSE: PoseHandle = PoseHandle { id: 0 };
const NO_SKINNER: SkinnerHandle = SkinnerHandle { id: 0 };

fn text(text: &str) -> CString {
    CString::new(text).unwrap()
}

fn opened() -> CharacterHandle {
    let mut character = NO_CHARACTER;
    let status = unsafe { dualskin_open(text(ARM).as_ptr(), &raw mut character) };
    assert_eq!(status, Status::Ok);
    character
}

fn bent(character: CharacterHandle) -> PoseHandle {
    let (mut pose, mut joint) = (NO_POSE, 0);
    unsafe {
        assert_eq!(dualskin_pose_new(character, &raw mut pose), Status::Ok);
        let found = dualskin_joint_find(character, text("forearm").as_ptr(), &raw mut joint);
        assert_eq!(found, Status::Ok);
    }
    assert_eq!(dualskin_pose_rotate(pose, joint, 2, 70.0), Status::Ok);
    let by = [1.5_f32, 1.0, 0.75];
    assert_eq!(
        unsafe { dualskin_pose_scale(pose, joint, by.as_ptr()) },
        Status::Ok
    );
    pose
}

fn skinner(character: CharacterHandle, method: &str) -> (SkinnerHandle, usize) {
    let (mut skinner, mut count) = (NO_SKINNER, 0);
    unsafe {
        let made = dualskin_skinner_new(character, text(method).as_ptr(), 1, &raw mut skinner);
        assert_eq!(made, Status::Ok);
        let asked = dualskin_skinner_vertex_count(skinner, ALL_MESHES, &raw mut count);
        assert_eq!(asked, Status::Ok);
    }
    (skinner, count)
}

fn vertices(data: *mut f32, count: usize, stride: usize) -> Vertices {
    Vertices {
        data,
        count,
        stride,
    }
}

/// The message of the last error. All its texts are there.
fn message() -> String {
    let error = dualskin_last_error();
    let texts = [error.place, error.remedy, error.message];
    let [place, remedy, message] = texts.map(|of| unsafe { CStr::from_ptr(of) }.to_str().unwrap());
    assert!(!place.is_empty() && !remedy.is_empty(), "{message}");
    message.to_owned()
}

#[test]
fn skinned_vertices_are_those_of_the_crates_bit_for_bit() {
    let own = Character::open(ARM).unwrap();
    let mut own_pose = own.pose();
    let joint = own.joint("forearm").unwrap();
    own_pose.rotate(joint, "z", 70.0).unwrap();
    own_pose.scale(joint, [1.5, 1.0, 0.75]).unwrap();
    let character = opened();
    let pose = bent(character);
    for method in ["linear", "dual-quaternion", "two-phase"] {
        let mut expected = Skinner::new(&own, method.parse().unwrap());
        let expected = expected.skin(&own_pose, Meshes::All).unwrap();
        let (skinner, count) = skinner(character, method);
        assert_eq!(3 * count, expected.positions.len());
        let (mut positions, mut normals) = (vec![0.0; 3 * count], vec![0.0; 3 * count]);
        let dense = [&mut positions, &mut normals].map(|of| vertices(of.as_mut_ptr(), count, 0));
        let status = unsafe { dualskin_skin(skinner, pose, ALL_MESHES, dense[0], dense[1]) };
        assert_eq!(status, Status::Ok);
        assert_eq!(positions, expected.positions, "{method}");
        assert_eq!(normals, expected.normals, "{method}");
        // Members of one struct, with a number that is not ours behind them.
        let mut structs = vec![7.0_f32; 7 * count];
        let first = structs.as_mut_ptr();
        let rows = [0, 3].map(|offset| vertices(unsafe { first.add(offset) }, count, 28));
        let status = unsafe { dualskin_skin(skinner, pose, ALL_MESHES, rows[0], rows[1]) };
        assert_eq!(status, Status::Ok);
        for (vertex, row) in structs.chunks_exact(7).enumerate() {
            assert_eq!(row[..3], expected.positions[3 * vertex..][..3]);
            assert_eq!(row[3..6], expected.normals[3 * vertex..][..3]);
            assert!(row[6] == 7.0);
        }
        assert_eq!(dualskin_skinner_free(skinner), Status::Ok);
    }
    assert_eq!(dualskin_pose_free(pose), Status::Ok);
    assert_eq!(dualskin_character_free(character), Status::Ok);
}

#[test]
fn handles_that_are_none_are_errors() {
    let character = opened();
    let pose = bent(character);
    // A pose keeps what it needs.
    assert_eq!(dualskin_character_free(character), Status::Ok);
    assert_eq!(dualskin_pose_rotate(pose, 0, 0, 10.0), Status::Ok);
    assert_eq!(dualskin_character_free(character), Status::BadHandle);
    assert!(message().contains("freed"));
    let mut count = 0;
    let counted = |character, count| unsafe { dualskin_joint_count(character, count) };
    assert_eq!(counted(character, &raw mut count), Status::BadHandle);
    let other_kind = CharacterHandle { id: pose.id };
    assert_eq!(counted(other_kind, &raw mut count), Status::BadHandle);
    assert_eq!(dualskin_character_free(other_kind), Status::BadHandle);
    assert_eq!(
        counted(CharacterHandle { id: u64::MAX }, &raw mut count),
        Status::BadHandle
    );
    assert_eq!(counted(NO_CHARACTER, &raw mut count), Status::BadHandle);
    // As `free` of null.
    assert_eq!(dualskin_character_free(NO_CHARACTER), Status::Ok);
    assert_eq!(dualskin_pose_free(pose), Status::Ok);
    assert_eq!(dualskin_pose_free(pose), Status::BadHandle);
}

#[test]
fn null_and_bad_texts_are_errors_and_nothing_is_opened() {
    let mut character = NO_CHARACTER;
    unsafe {
        assert_eq!(
            dualskin_open(null(), &raw mut character),
            Status::NullPointer
        );
        assert!(message().starts_with("source: "));
        assert_eq!(
            dualskin_open(text(ARM).as_ptr(), null_mut()),
            Status::NullPointer
        );
        let not_utf8 = CString::new([0xff_u8]).unwrap();
        let opened = dualskin_open(not_utf8.as_ptr(), &raw mut character);
        assert_eq!(opened, Status::NotUtf8);
        let opened = dualskin_open(text("no.glb").as_ptr(), &raw mut character);
        assert_eq!(opened, Status::MissingFile);
        assert!(message().contains("no.glb"));
        let empty = dualskin_open_bytes(text("empty").as_ptr(), null(), 0, &raw mut character);
        assert_eq!(empty, Status::NotACharacter);
    }
    assert_eq!(character, NO_CHARACTER);
}

#[test]
fn wrong_lengths_are_errors_and_nothing_is_written() {
    let character = opened();
    let pose = bent(character);
    let (skinner, count) = skinner(character, "two-phase");
    let mut numbers = vec![7.0_f32; 3 * count];
    let data = numbers.as_mut_ptr();
    let none = vertices(null_mut(), 0, 0);
    let odd = data.cast::<u8>().wrapping_add(1).cast();
    for (wrong, status) in [
        (vertices(data, count - 1, 0), Status::BadArray),
        (vertices(data, count, 8), Status::BadArray),
        (vertices(data, count, 14), Status::BadArray),
        (vertices(data, count, usize::MAX - 3), Status::BadArray),
        (vertices(odd, count, 0), Status::BadArray),
        (vertices(null_mut(), count, 0), Status::NullPointer),
    ] {
        let found = unsafe { dualskin_skin(skinner, pose, ALL_MESHES, wrong, none) };
        assert_eq!(found, status, "{wrong:?}");
        assert!(message().starts_with("positions: "));
    }
    let right = vertices(data, count, 0);
    let found = unsafe { dualskin_skin(skinner, pose, 99, right, none) };
    assert_eq!(found, Status::OutOfRange);
    assert!(numbers.iter().all(|number| *number == 7.0));
    assert_eq!(dualskin_pose_rotate(pose, 0, 3, 10.0), Status::OutOfRange);
    assert_eq!(dualskin_pose_rotate(pose, 0, 0, f32::NAN), Status::BadArray);
    assert_eq!(
        dualskin_pose_rotate(pose, usize::MAX, 0, 1.0),
        Status::OutOfRange
    );
    assert_eq!(
        unsafe { dualskin_pose_scale(pose, 0, null()) },
        Status::NullPointer
    );
    for freed in [
        dualskin_skinner_free(skinner),
        dualskin_pose_free(pose),
        dualskin_character_free(character),
    ] {
        assert_eq!(freed, Status::Ok);
    }
}

#[test]
fn names_meshes_and_files_come_out() {
    let character = opened();
    let (mut joint, mut needed, mut parent) = (0, 0, 0);
    let mut buffer = [1; 16];
    unsafe {
        let wrong = dualskin_joint_find(character, text("forarm").as_ptr(), &raw mut joint);
        assert_eq!(wrong, Status::UnknownName);
        assert!(message().contains("forearm"), "the nearest name is told");
        dualskin_joint_find(character, text("forearm").as_ptr(), &raw mut joint);
        let name = |buffer, capacity, needed| {
            dualskin_joint_name(character, joint, buffer, capacity, needed)
        };
        assert_eq!(name(null_mut(), 0, &raw mut needed), Status::Ok);
        assert_eq!(needed, "forearm".len() + 1);
        assert_eq!(name(buffer.as_mut_ptr(), 7, &raw mut needed), Status::Ok);
        assert_eq!(
            buffer, [1; 16],
            "it does not fit, so that nothing is written"
        );
        assert_eq!(name(buffer.as_mut_ptr(), 7, null_mut()), Status::BadArray);
        assert_eq!(name(buffer.as_mut_ptr(), 8, null_mut()), Status::Ok);
        assert_eq!(CStr::from_ptr(buffer.as_ptr()).to_str(), Ok("forearm"));
        assert_eq!(
            dualskin_joint_parent(character, 0, &raw mut parent),
            Status::Ok
        );
        assert_eq!(parent, -1);
        let mut info = MeshInfo::default();
        assert_eq!(dualskin_mesh_info(character, 0, &raw mut info), Status::Ok);
        assert!(info.vertex_count > 0 && info.triangle_count > 0);
        let mut positions = vec![0.0; 3 * info.vertex_count];
        let length = positions.len();
        let into = positions.as_mut_ptr();
        let read = dualskin_mesh_positions(character, 0, into, length - 1);
        assert_eq!(read, Status::BadArray);
        assert_eq!(
            dualskin_mesh_positions(character, 0, into, length),
            Status::Ok
        );
        let own = Character::open(ARM).unwrap();
        assert_eq!(positions, own.meshes()[0].positions());
        let saved = dualskin_save(character, text("no-folder/out.obj").as_ptr());
        assert_eq!(saved, Status::NotWritten);
    }
    assert_eq!(dualskin_character_free(character), Status::Ok);
}
