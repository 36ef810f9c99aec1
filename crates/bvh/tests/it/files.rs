//! Peculiarities of real files, each in a small one.

use bvh::glam::{DQuat, DVec3, Vec3};
use bvh::{Bvh, BvhNote};

fn read(text: &str) -> (Bvh, Vec<BvhNote>) {
    Bvh::read(text.as_bytes()).unwrap()
}

/// One root with these channels and these rows.
fn one_joint(channels: &str, rows: &str) -> (Bvh, Vec<BvhNote>) {
    let count = channels.split(' ').count();
    read(&format!(
        "HIERARCHY\nROOT a\n{{\nOFFSET 0 0 0\nCHANNELS {count} {channels}\n}}\nMOTION\nFrames: 1\nFrame Time: 0.01\n{rows}\n"
    ))
}

#[test]
fn turns_are_multiplied_in_the_order_of_the_channels() {
    let about = |axis: char, degrees: f64| {
        let angle = degrees.to_radians();
        match axis {
            'X' => DQuat::from_rotation_x(angle),
            'Y' => DQuat::from_rotation_y(angle),
            _ => DQuat::from_rotation_z(angle),
        }
    };
    for order in [
        "XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "XYX", "ZXZ", "Y", "ZX",
    ] {
        let angles = [31.0, -72.0, 113.0];
        let channels: Vec<String> = order
            .chars()
            .map(|axis| format!("{axis}rotation"))
            .collect();
        let row: Vec<String> = angles
            .iter()
            .take(order.len())
            .map(ToString::to_string)
            .collect();
        let (bvh, notes) = one_joint(&channels.join(" "), &row.join(" "));
        assert!(notes.is_empty(), "{order}: {notes:?}");
        let expected = order
            .chars()
            .zip(angles)
            .fold(DQuat::IDENTITY, |product, (axis, angle)| {
                product * about(axis, angle)
            });
        assert!(
            bvh.local(0, 0).rotation.angle_between(expected) < 1e-6,
            "{order}"
        );
    }
}

#[test]
fn positions_and_rotations_may_be_mixed_in_any_order() {
    let (bvh, _) = one_joint(
        "Zrotation Yposition Xrotation Xposition Zposition",
        "90 2 0 1 3",
    );
    let local = bvh.local(0, 0);
    assert_eq!(local.translation, DVec3::new(1.0, 2.0, 3.0));
    assert!((local.rotation * DVec3::X - DVec3::Y).length() < 1e-6);
}

const UNTIDY: &str = "\u{feff}hierarchy\r\n# a comment\r\nroot  Left Hip {\r\n\toffset 1, 2, 3\r\n\tchannels 6 xposition yposition zposition\r\n\tzrotation XROTATION Yrotation\r\n\
    \tjoint 左足 1\r\n\t{ OFFSET 0 -4.5e-1 0\r\n\tCHANNELS 3 Zrot Xrot Yrot\r\n\tEND SITE\r\n\t{\r\n\tOFFSET 0 -1 0 } }\r\n}\r\n\
    ROOT second\r\n{\r\nOFFSET 0 0 0\r\nCHANNELS 1 Yrotation\r\n}\r\n\
    motion\r\nframes : 5\r\nframe time : 0.5\r\n1 2 3 0 0 0\r\n10 20 30\r\n45\r\n// another\r\n1 2 3 0 0 0 -nan(ind) 20 30 45\r\n1 2\r\n";

#[test]
fn untidy_files_are_read_and_what_was_mended_is_told() {
    let (bvh, notes) = read(UNTIDY);
    let names: Vec<&str> = bvh
        .joints()
        .iter()
        .map(|joint| joint.name.as_str())
        .collect();
    assert_eq!(names, ["Left Hip", "左足 1", "second"]);
    let parents: Vec<Option<usize>> = bvh.joints().iter().map(|joint| joint.parent).collect();
    assert_eq!(parents, [None, Some(0), None]);
    assert_eq!(bvh.joints()[1].end, Some(Vec3::NEG_Y));
    assert_eq!(bvh.channel_count(), 10);
    assert_eq!((bvh.frame_count(), bvh.frame_time()), (2, 0.5));
    // The number that is none is that of the frame before.
    assert_eq!(bvh.frame(0), bvh.frame(1));
    let expected = [
        BvhNote::LastRow {
            found: 2,
            expected: 10,
        },
        BvhNote::FrameCount {
            announced: 5,
            found: 2,
        },
        BvhNote::NotFinite { count: 1 },
    ];
    assert_eq!(notes, expected);
}

#[test]
fn times_need_no_blank_and_no_colon() {
    for time in [
        "Frame Time:0.5",
        "Frame Time : 0.5",
        "Frame Time 0.5",
        "FRAME TIME:\t0.5",
    ] {
        let text = format!(
            "HIERARCHY\nROOT a\n{{\nCHANNELS 1 Xrotation\n}}\nMOTION\nFrames:1\n{time}\n5\n"
        );
        let (bvh, notes) = read(&text);
        assert!(
            notes.is_empty() && bvh.frame_time() == 0.5,
            "{time:?}: {notes:?}"
        );
    }
}

#[test]
fn without_a_time_between_frames_there_are_thirty_a_second() {
    for time in ["Frame Time: 0", "Frame Time: -1", "Frame Time: nan", ""] {
        let (bvh, notes) = read(&format!(
            "HIERARCHY\nROOT a\n{{\nCHANNELS 1 Xrotation\n}}\nMOTION\nFrames: 1\n{time}\n5\n"
        ));
        assert_eq!(bvh.frame_time(), 1.0 / 30.0, "{time:?}");
        assert_eq!(notes, [BvhNote::FrameTime], "{time:?}");
    }
}

fn two_joints(offset: &str, row: &str) -> (Bvh, Vec<BvhNote>) {
    let six = "CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation";
    read(&format!(
        "HIERARCHY\nROOT a\n{{\nOFFSET 5 90 5\n{six}\nJOINT b\n{{\nOFFSET {offset}\n{six}\n}}\n}}\nMOTION\nFrames: 1\nFrame Time: 1\n1 2 3 0 0 0 {row} 0 0 0\n"
    ))
}

#[test]
fn positions_are_places_or_are_added_to_offsets_as_the_first_frame_says() {
    let (bvh, notes) = two_joints("0 10 0", "0 10.5 0");
    assert!(notes.is_empty());
    assert_eq!(
        bvh.local(0, 0).translation,
        DVec3::new(1.0, 2.0, 3.0),
        "a root's are its place"
    );
    assert_eq!(bvh.local(0, 1).translation, DVec3::new(0.0, 10.5, 0.0));
    let (bvh, notes) = two_joints("0 10 0", "0 0.5 0");
    assert_eq!(notes, [BvhNote::Relative { joints: 1 }]);
    assert_eq!(bvh.local(0, 1).translation, DVec3::new(0.0, 10.5, 0.0));
}
