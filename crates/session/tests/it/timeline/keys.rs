//! Rows, columns, what the pointer hits, what is chosen, and what is drawn.

use std::collections::BTreeSet;

use rig::{ClipEdit, Interpolation, Segment};
use session::state::selection::Choose;
use session::state::timeline::axis::{Axis, TimeRange};
use session::state::timeline::columns::Columns;
use session::state::timeline::frames::FrameRate;
use session::state::timeline::hit::column_at;
use session::state::timeline::quads::{Line, MOST, Tone, quads};
use session::state::timeline::rows::{Row, RowFilter, RowOf, row_name, rows};
use session::state::timeline::select::{
    choose_keys, keys_between, keys_of_column, keys_shown, span, times_in, times_shown,
};
use session::state::timeline::snap::snap_keys;

use super::{ARM, HIPS, all_keys, character, clip, joint, key, moving, turning};

static NONE: BTreeSet<rig::Target> = BTreeSet::new();

fn wanted<'a>(open: &'a BTreeSet<RowOf>, search: &'a str) -> RowFilter<'a> {
    RowFilter {
        search,
        only: None,
        open,
        unkeyed: &NONE,
    }
}

#[test]
fn rows_are_joints_with_keys_and_their_channels_when_open() {
    let character = character();
    let clip = clip(vec![
        moving(0, &[0.0, 1.0], Interpolation::Linear),
        turning(1, &[0.0]),
    ]);
    let names = |rows: &[Row]| -> Vec<String> {
        rows.iter()
            .map(|row| row_name(&character, row.of))
            .collect()
    };
    let mut open = BTreeSet::new();
    let closed = rows(&character, &clip, wanted(&open, ""));
    assert_eq!(names(&closed), ["All keys", "hips", "arm.L"]);
    assert_eq!((closed[1].depth, closed[2].depth), (0, 1));
    open.insert(RowOf::Joint(joint(1)));
    let opened = rows(&character, &clip, wanted(&open, ""));
    assert_eq!(names(&opened), ["All keys", "hips", "arm.L", "Rotation"]);
    let found = rows(&character, &clip, wanted(&open, "ARM l"));
    assert_eq!(names(&found), ["All keys", "arm.L", "Rotation"]);
    assert_eq!(rows(&character, &clip, wanted(&open, "leg")).len(), 1);
    let of_selected = RowFilter {
        only: Some(&[joint(0)]),
        ..wanted(&open, "")
    };
    assert_eq!(
        names(&rows(&character, &clip, of_selected)),
        ["All keys", "hips"]
    );
    // What is posed and not keyed has a row.
    let unkeyed = BTreeSet::from([rig::Target::Joint(joint(2), rig::JointChannel::Shear)]);
    let with = RowFilter {
        unkeyed: &unkeyed,
        ..wanted(&open, "")
    };
    assert!(names(&rows(&character, &clip, with)).contains(&"arm.R".to_owned()));
    let empty = super::clip(Vec::new());
    assert_eq!(rows(&character, &empty, wanted(&open, "")), []);
}

#[test]
fn columns_merge_what_stands_at_one_time() {
    let clip = clip(vec![
        moving(0, &[0.0, 0.5, 1.0], Interpolation::Step),
        turning(0, &[0.0, 0.500_01, 2.0]),
        turning(1, &[2.0]),
    ]);
    let mut columns = Columns::default();
    assert!(columns.follow(&clip));
    assert!(!columns.follow(&clip), "nothing changed");
    let times =
        |row: RowOf| -> Vec<f32> { columns.of(row).iter().map(|column| column.time).collect() };
    assert_eq!(times(RowOf::Joint(joint(0))), [0.0, 0.5, 1.0, 2.0]);
    assert_eq!(times(RowOf::All), [0.0, 0.5, 1.0, 2.0]);
    assert_eq!(times(RowOf::Track(HIPS)), [0.0, 0.5, 1.0]);
    let of_hips = columns.of(RowOf::Joint(joint(0)));
    assert_eq!(of_hips[0].out, None, "held, and straight");
    assert_eq!(of_hips[2].out, Some(Segment::Hold));
    let before = columns.changes();
    let edit = ClipEdit::DeleteKeys(vec![key(HIPS, 1.0)]);
    let (after, _) = clip.with_edit(&edit).unwrap();
    assert!(columns.follow(&after) && columns.changes() > before);
    assert_eq!(columns.of(RowOf::All).len(), 3);
    let edit = ClipEdit::SetModes {
        keys: vec![key(HIPS, 0.0)],
        out: Some(Segment::Linear),
        tangents: None,
    };
    let (after, _) = after.with_edit(&edit).unwrap();
    assert!(columns.follow(&after), "another mode is another picture");
    assert_eq!(columns.of(RowOf::Track(HIPS))[0].out, Some(Segment::Linear));
    let edit = ClipEdit::DeleteKeys(all_keys(&after).into_iter().collect());
    let (after, _) = after.with_edit(&edit).unwrap();
    assert!(columns.follow(&after) && columns.of(RowOf::All).is_empty());
}

#[test]
fn the_pointer_hits_the_nearest_key_within_reach() {
    let clip = clip(vec![turning(1, &[0.0, 1.0, 1.05])]);
    let mut columns = Columns::default();
    columns.follow(&clip);
    let axis = Axis::new(0.0, 200.0, TimeRange::new(0.0, 2.0));
    let hit = |x: f32| {
        let found = column_at(columns.of(RowOf::All), &axis, x);
        found.map(|column| column.time)
    };
    assert_eq!(hit(-3.0), Some(0.0));
    assert_eq!(hit(50.0), None);
    assert_eq!(hit(101.0), Some(1.0));
    assert_eq!(hit(110.0), Some(1.05));
    assert_eq!(hit(150.0), None);
    assert_eq!(column_at(&[], &axis, 5.0), None);
}

#[test]
fn clicks_and_boxes_choose_keys() {
    let clip = clip(vec![
        moving(0, &[0.0, 1.0], Interpolation::Linear),
        turning(1, &[0.0, 1.0, 2.0]),
    ]);
    let (character, open) = (character(), BTreeSet::new());
    let shown = rows(&character, &clip, wanted(&open, ""));
    let column = keys_of_column(&clip, &shown, RowOf::All, 1.0);
    assert_eq!(column, [key(HIPS, 1.0), key(ARM, 1.0)]);
    let boxed = keys_between(&clip, RowOf::Joint(joint(1)), (0.5, 2.0));
    assert_eq!(boxed, [key(ARM, 1.0), key(ARM, 2.0)]);
    let none = BTreeSet::new();
    let one = choose_keys(&none, &column, Choose::Alone);
    let both = choose_keys(&one, &boxed, Choose::Add);
    assert_eq!((one.len(), both.len()), (2, 3));
    let without = choose_keys(&both, &column, Choose::Toggle);
    assert_eq!(without, BTreeSet::from([key(ARM, 2.0)]));
    let again = choose_keys(&without, &boxed, Choose::Toggle);
    assert_eq!(again.len(), 2, "a part of it was in: now all is");
    assert_eq!(span(&both), Some((1.0, 2.0)));
    assert_eq!(span(&none), None);
    assert_eq!(times_in(&both, &clip, RowOf::Joint(joint(0))), [1.0]);
    assert_eq!(times_in(&both, &clip, RowOf::All), [1.0, 2.0]);
    assert_eq!(times_in(&both, &clip, RowOf::Track(ARM)), [1.0, 2.0]);
}

/// What a search leaves out is not chosen by the row that stands for all.
#[test]
fn the_row_of_all_keys_has_those_of_the_rows_that_are_shown() {
    let clip = clip(vec![
        moving(0, &[0.0, 1.0], Interpolation::Linear),
        turning(1, &[0.0, 1.5]),
    ]);
    let (character, open) = (character(), BTreeSet::from([RowOf::Joint(joint(1))]));
    let narrowed = wanted(&open, " arm");
    assert!(narrowed.is_narrowed() && !wanted(&open, " ").is_narrowed());
    let shown = rows(&character, &clip, narrowed);
    let always = (f32::NEG_INFINITY, f32::INFINITY);
    let keys = keys_shown(&clip, &shown, RowOf::All, always);
    assert_eq!(keys, [key(ARM, 0.0), key(ARM, 1.5)], "each once");
    assert_eq!(
        keys_of_column(&clip, &shown, RowOf::All, 0.0),
        [key(ARM, 0.0)]
    );
    let all = all_keys(&clip);
    assert_eq!(times_shown(&all, &clip, &shown), [0.0, 1.5]);
    let mut columns = Columns::default();
    columns.follow(&clip);
    let together = columns.together(shown.iter().map(|row| row.of));
    let times: Vec<f32> = together.iter().map(|column| column.time).collect();
    assert_eq!(times, [0.0, 1.5]);
}

#[test]
fn keys_snap_to_frames_and_never_onto_each_other() {
    let rate = FrameRate::whole(10);
    let clip = clip(vec![turning(1, &[0.0, 0.11, 0.12, 0.29, 0.3, 0.52])]);
    let (edit, stay) = snap_keys(&clip, &all_keys(&clip), rate);
    let (after, _) = clip.with_edit(&edit).unwrap();
    let times = after.keys(ARM).unwrap().times();
    assert_eq!(times, [0.0, 0.1, 0.12, 0.29, 0.3, 0.5]);
    assert_eq!(stay, 2);
}

/// A key that is on its frame but for a rounding is on it.
#[test]
fn a_key_beside_its_frame_by_a_rounding_is_not_overwritten() {
    let rate = FrameRate::whole(10);
    let clip = clip(vec![turning(1, &[0.0, 0.100_04, 0.11, 0.3])]);
    let one = BTreeSet::from([key(ARM, 0.11)]);
    for (keys, stays) in [(one, 1), (all_keys(&clip), 1)] {
        let (edit, stay) = snap_keys(&clip, &keys, rate);
        let (after, carried) = clip.with_edit(&edit).unwrap();
        assert_eq!((after.key_count(), stay), (4, stays), "{carried:?}");
    }
}

#[test]
fn a_hundred_thousand_keys_snap() {
    let times: Vec<f32> = (0..100_000_u32)
        .map(|frame| frame as f32 / 60.0 + 0.003)
        .collect();
    let clip = clip(vec![turning(1, &times)]);
    let (edit, stay) = snap_keys(&clip, &all_keys(&clip), FrameRate::whole(60));
    let (after, _) = clip.with_edit(&edit).unwrap();
    assert_eq!((after.key_count(), stay), (100_000, 0));
}

/// 100 joints with 500 keys each, all in sight at once, and all selected.
#[test]
fn a_crowded_sheet_stays_small() {
    let times: Vec<f32> = (0..500_u16).map(|key| f32::from(key) / 24.0).collect();
    let tracks = (0..100).map(|of| turning(of, &times)).collect();
    let clip = clip(tracks);
    let mut columns = Columns::default();
    columns.follow(&clip);
    for (width, height) in [(800.0, 300.0), (3800.0, 2100.0)] {
        let axis = Axis::new(0.0, width, TimeRange::new(0.0, 21.0));
        let lines = (0..100_u16).map(|of| Line {
            columns: columns.of(RowOf::Joint(joint(of))),
            selected: &times,
            pending: &[],
            is_sum: true,
            y: height * f32::from(of) / 100.0,
        });
        let lines: Vec<Line<'_>> = lines.collect();
        let found = quads(&axis, (0.0, width), &lines);
        assert!(found.len() <= MOST && found.len() >= 200, "{}", found.len());
        let inside = |quad: &session::state::timeline::quads::Quad| {
            quad.place[0] > -20.0 && quad.place[2] < width + 20.0
        };
        assert!(found.iter().all(inside));
    }
}

#[test]
fn what_is_held_is_a_bar_to_the_next_key_even_from_out_of_sight() {
    let clip = clip(vec![moving(0, &[0.0, 10.0, 11.0], Interpolation::Step)]);
    let mut columns = Columns::default();
    columns.follow(&clip);
    let axis = Axis::new(0.0, 100.0, TimeRange::new(4.0, 5.0));
    let line = Line {
        columns: columns.of(RowOf::Track(HIPS)),
        selected: &[],
        pending: &[4.5],
        is_sum: false,
        y: 10.0,
    };
    let found = quads(&axis, (0.0, 100.0), &[line]);
    let hold = found.iter().find(|quad| quad.tone == Tone::Hold).unwrap();
    assert_eq!((hold.place[0], hold.place[2]), (0.0, 100.0));
    assert!(found.iter().any(|quad| quad.tone == Tone::Pending));
    assert!(
        found.iter().all(|quad| quad.tone != Tone::Key),
        "keys are out of sight"
    );
}
