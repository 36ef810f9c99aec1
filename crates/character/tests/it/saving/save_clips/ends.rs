//! Clips whose keys go on after their end.

use super::{arm, saved, worst};
use crate::saving::save_edited::Numbers;
use rig::ClipEdit;

/// A file has no end but its last key: what stands after that of the clip is left out, and told.
#[test]
fn keys_after_the_end_of_a_clip_are_left_out_and_told() {
    let arm = arm();
    let clip = &arm.clips[0];
    for share in [0.35, 0.8] {
        let end = share * clip.duration();
        let shorter = clip.with_edit(&ClipEdit::SetDuration(end)).unwrap().0;
        let saved = saved(&arm.with_clips(vec![shorter.clone()]));
        assert_eq!(saved.again.clips[0].duration(), end);
        assert_eq!(saved.report.cut_at_end, [clip.name().unwrap()]);
        assert!(saved.report.to_string().contains("after the end"));
        let cut = arm.with_clips(vec![shorter.cut_at_end().unwrap().unwrap()]);
        assert!(worst(&cut, 0, &saved, &mut Numbers(2)) < 5e-6);
    }
}
