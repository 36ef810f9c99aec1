//! Keys moved and scaled in time: from the beginning and the pointer to an edit.

use std::collections::BTreeSet;

use proptest::prelude::*;
use rig::{ClipEdit, Interpolation, KeyAt};
use session::state::timeline::drag::{DragKind, KeyDrag};
use session::state::timeline::frames::{FrameRate, TimeUnit};

use super::{ARM, HIPS, all_keys, clip, key, moving, turning};

const TENTHS: TimeUnit = TimeUnit::Frames(FrameRate::whole(10));

fn drag(kind: DragKind, keys: &BTreeSet<KeyAt>, grabbed: f64) -> KeyDrag {
    KeyDrag::new(kind, keys, grabbed, 0.05).unwrap()
}

fn times(edit: &ClipEdit) -> Vec<f32> {
    match edit {
        ClipEdit::Retime { keys, .. } => keys.iter().map(|(_, time)| *time).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn moves_snap_to_frames_and_stop_at_the_beginning() {
    let keys = BTreeSet::from([key(ARM, 0.5), key(ARM, 1.0)]);
    let drag = drag(DragKind::Move, &keys, 0.5);
    assert_eq!(times(&drag.to(0.74, TENTHS).edit), [0.7, 1.2]);
    assert_eq!(times(&drag.to(0.74, TimeUnit::Seconds).edit), [0.74, 1.24]);
    assert_eq!(times(&drag.to(-4.0, TENTHS).edit), [0.0, 0.5]);
    assert_eq!(times(&drag.to(0.5, TENTHS).edit), [0.5, 1.0]);
    assert_eq!(times(&drag.to(f64::NAN, TENTHS).edit), [0.5, 1.0]);
    // What is between frames comes to one under the pointer, and takes the others along.
    let between = BTreeSet::from([key(ARM, 0.53), key(ARM, 1.0)]);
    let drag = super::drags::drag(DragKind::Move, &between, 0.53);
    let moved = times(&drag.to(0.6, TENTHS).edit);
    assert_eq!(moved[0], 0.6);
    assert!((moved[1] - 1.07).abs() < 1e-6);
}

#[test]
fn scaling_stops_before_keys_meet_and_before_the_beginning() {
    let keys = BTreeSet::from([key(ARM, 1.0), key(ARM, 1.4), key(HIPS, 2.0)]);
    let drag = drag(DragKind::Scale { pivot: 1.0 }, &keys, 2.0);
    assert_eq!(times(&drag.to(3.0, TENTHS).edit), [3.0, 1.0, 1.8]);
    let narrow = drag.to(1.0, TENTHS);
    assert!((narrow.amount - 0.25).abs() < 1e-3, "{}", narrow.amount);
    let narrow = times(&narrow.edit);
    assert!(
        (narrow[2] - narrow[1] - 0.1).abs() < 1e-6,
        "a frame apart: {narrow:?}"
    );
    // Through the pivot time turns round.
    let turned = drag.to(0.5, TENTHS);
    assert!((turned.amount + 0.5).abs() < 1e-6);
    assert_eq!(times(&turned.edit), [0.5, 1.0, 0.8]);
    match turned.edit {
        ClipEdit::Retime { tangent_factor, .. } => assert!((tangent_factor + 0.5).abs() < 1e-6),
        other => panic!("{other:?}"),
    }
    let far = drag.to(-9.0, TENTHS);
    assert!(times(&far.edit).iter().all(|time| *time >= 0.0));
    assert!((far.amount + 1.0).abs() < 1e-6, "the last key is at 0");
}

#[test]
fn keys_before_the_beginning_do_not_jump() {
    let keys = BTreeSet::from([key(ARM, -0.5), key(ARM, 1.0)]);
    let drag = drag(DragKind::Move, &keys, 1.0);
    assert_eq!(times(&drag.to(1.0, TENTHS).edit), [-0.5, 1.0]);
    assert_eq!(times(&drag.to(0.2, TENTHS).edit), [-0.5, 1.0]);
    assert_eq!(times(&drag.to(1.2, TENTHS).edit), [-0.3, 1.2]);
    let scale = super::drags::drag(DragKind::Scale { pivot: 0.0 }, &keys, 1.0);
    assert_eq!(times(&scale.to(1.0, TENTHS).edit), [-0.5, 1.0]);
    assert_eq!(times(&scale.to(0.5, TENTHS).edit)[1], 0.5);
}

#[test]
fn a_scale_from_its_pivot_needs_a_way() {
    let keys = BTreeSet::from([key(ARM, 1.0), key(ARM, 2.0)]);
    let drag = drag(DragKind::Scale { pivot: 1.0 }, &keys, 1.0);
    assert_eq!(times(&drag.to(1.0, TENTHS).edit), [1.0, 2.0]);
    assert!(drag.to(1.05, TENTHS).amount <= 2.01);
    assert_eq!(
        KeyDrag::new(DragKind::Move, &BTreeSet::new(), 0.0, 0.1),
        None
    );
}

proptest! {
    /// Whatever the keys and the pointer: the edit can be done, no key that is dragged is lost, none is before 0 or comes further before it.
    #[test]
    fn every_drag_is_an_edit(
        times in prop::collection::btree_set(0_u16..400, 1..12),
        on_frames in any::<bool>(),
        chosen in prop::collection::vec(any::<bool>(), 12),
        grabbed in 0.0_f64..4.0,
        to in -6.0_f64..9.0,
        pivot in prop::option::of(0.0_f64..5.0),
        is_free in any::<bool>(),
        early in prop_oneof![2 => Just(0.0_f32), 1 => 0.0_f32..3.0],
    ) {
        let step = if on_frames { 0.1 } else { 0.013 };
        // Files may hold keys before the beginning.
        let times: Vec<f32> = times.iter().map(|&time| f32::from(time) * step - early).collect();
        let clip = clip(vec![turning(1, &times), moving(0, &times[..1], Interpolation::Linear)]);
        let all = all_keys(&clip);
        let keys: BTreeSet<KeyAt> = all
            .iter()
            .zip(chosen.iter().cycle())
            .filter(|(_, chosen)| **chosen)
            .map(|(key, _)| *key)
            .collect();
        let kind = pivot.map_or(DragKind::Move, |pivot| DragKind::Scale { pivot });
        if let Some(drag) = KeyDrag::new(kind, &keys, grabbed, 0.05) {
            let unit = if is_free { TimeUnit::Seconds } else { TENTHS };
            let dragged = drag.to(to, unit);
            let (after, carried) = clip.with_edit(&dragged.edit).unwrap();
            let followed = carried.selection_after(&keys);
            prop_assert_eq!(followed.len(), keys.len());
            let left = all_keys(&after);
            let least = keys.iter().map(|key| key.time).fold(0.0, f32::min);
            prop_assert!(followed.iter().all(|key| left.contains(key) && key.time >= least));
            // Back to where it began, everything is as it was.
            let back = drag.to(grabbed, TimeUnit::Seconds);
            let (same, _) = clip.with_edit(&back.edit).unwrap();
            prop_assert_eq!(all_keys(&same), all);
        }
    }
}
