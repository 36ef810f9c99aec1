//! Bytes that are no motion, or broken ones: an error with a line, never a panic, and no more memory than the file deserves.

use bvh::{Bvh, BvhError};
use proptest::prelude::*;

const GOOD: &str = "HIERARCHY\nROOT a\n{\n\tOFFSET 0 1 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n\tJOINT b\n\t{\n\t\tOFFSET 0 1 0\n\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 1 0\n\t\t}\n\t}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n1 2 3 4 5 6 7 8 9\n1 2 3 4 5 6 7 8 9\n";

fn refused(text: &str) -> BvhError {
    Bvh::read(text.as_bytes()).unwrap_err()
}

#[test]
fn errors_name_the_line_and_what_was_found() {
    let cases = [
        ("", "HIERARCHY"),
        ("glTF", "line 1"),
        ("HIERARCHY\nROOT a\n{\nOFFSET 0 one 0\n", "line 4"),
        (
            "HIERARCHY\nROOT a\n{\nCHANNELS 1 Wrotation\n",
            "line 4: \"Wrotation\"",
        ),
        ("HIERARCHY\nROOT a\nOFFSET 0 0 0\n", "line 3: expected {"),
        (
            "HIERARCHY\nMESH a\n",
            "line 2: expected ROOT or MOTION, found \"MESH\"",
        ),
        ("HIERARCHY\nROOT a\n{\n}\n}\n", "line 5"),
        ("HIERARCHY\nROOT a\n{\n", "MOTION"),
        ("HIERARCHY\nROOT a\n{\n}\nMOTION\n", "no channels"),
        (
            "HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\nMOTION\nFrames: 0\nFrame Time: 1\n",
            "no frames",
        ),
        (
            "HIERARCHY\nROOT a\n{\nCHANNELS 2 Xrotation Yrotation\n}\nMOTION\n1 2\n1 2 3\n",
            "line 8: the frame has 3",
        ),
        (
            "HIERARCHY\nROOT a\n{\nCHANNELS 1 Xrotation\n}\nMOTION\nsome words\n",
            "line 7",
        ),
    ];
    for (text, expected) in cases {
        let said = refused(text).to_string();
        assert!(said.contains(expected), "{text:?}: {said}");
        assert!(said.len() < 200, "{said}");
    }
}

#[test]
fn long_words_are_cut_in_messages() {
    let word = "x".repeat(1 << 20);
    let said = refused(&format!("HIERARCHY\nROOT a\n{{\nCHANNELS 1 {word}\n")).to_string();
    assert!(said.len() < 200, "{said}");
}

#[test]
fn claims_are_not_believed() {
    let claims = GOOD.replace("Frames: 2", "Frames: 99999999999999999999");
    assert_eq!(Bvh::read(claims.as_bytes()).unwrap().0.frame_count(), 2);
    let channels = GOOD.replace("CHANNELS 6", "CHANNELS 18446744073709551615");
    assert!(matches!(
        refused(&channels),
        BvhError::Channel { line: 6, .. }
    ));
}

#[test]
fn joints_may_be_nested_as_deep_as_there_may_be_joints() {
    let deep = |count: usize| {
        let begin = "JOINT a\n{\nOFFSET 0 1 0\n".repeat(count - 1);
        format!(
            "HIERARCHY\nROOT a\n{{\nCHANNELS 1 Xrotation\n{begin}{}MOTION\n1\n",
            "}\n".repeat(count)
        )
    };
    let (bvh, _) = Bvh::read(deep(Bvh::MOST_JOINTS).as_bytes()).unwrap();
    assert_eq!(bvh.joints().len(), Bvh::MOST_JOINTS);
    assert!(matches!(
        refused(&deep(Bvh::MOST_JOINTS + 1)),
        BvhError::TooManyJoints { .. }
    ));
}

proptest! {
    /// Whatever is cut out of a good file, or put into it, there is an error or a capture that can be asked for every frame.
    #[test]
    fn broken_files_do_not_panic(at in 0..GOOD.len(), length in 0_usize..60, put in prop_oneof![Just(String::new()), "[{}A-Za-z0-9 .\n:-]{0,20}", Just("OFFSET".to_owned()), Just("MOTION\n".to_owned()), Just("1e999 ".to_owned())]) {
        let end = (at + length).min(GOOD.len());
        let text = format!("{}{put}{}", &GOOD[..at], &GOOD[end..]);
        if let Ok((bvh, _)) = Bvh::read(text.as_bytes()) {
            prop_assert!(bvh.frame_count() > 0);
            for frame in 0..=bvh.frame_count() {
                for joint in 0..=bvh.joints().len() {
                    let local = bvh.local(frame, joint);
                    prop_assert!(local.rotation.is_finite() && local.translation.is_finite());
                }
            }
        }
    }

    #[test]
    fn bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Bvh::read(&bytes);
        let _ = Bvh::read(&[b"HIERARCHY\n".as_slice(), &bytes].concat());
    }
}
