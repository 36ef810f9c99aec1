//! Keys of curves and ends of tangents that are dragged.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use glam::DVec3;
use rig::{Clip, ClipEdit, ClipError, KeyAt, Target};

use super::sheet::with_clip;
use crate::features::Context;
use crate::state::timeline::curve_edits::{PulledTangent, raise_known_edit};
use crate::state::timeline::curves::Number;
use crate::state::timeline::drag_way::snapped_value;
use crate::state::timeline::handles::dragged_length;
use crate::state::timeline::sheet::{CurveGrab, SheetDrag};

/// How near to its key the end of a tangent counts, in seconds: nearer ones would be too steep.
const LEAST_AWAY: f64 = 1e-3;

impl Context<'_> {
    /// A key of a curve goes where the pointer is, and the selected keys of the same kind with it; or a tangent points there.
    pub(super) fn drag_curve_to(
        &mut self,
        grab: CurveGrab,
        time: f64,
        (edit, value): (ClipEdit, f32),
    ) {
        let sheet = &mut self.session.character.sheet;
        let Some(drag) = &mut sheet.drag else {
            return;
        };
        let edited = if let Some(end) = grab.end {
            let length = dragged_length(&drag.clip, grab.at, (end, time));
            let length = length.filter(|_| sheet.has_weighted_tangents);
            // The end of one that gets no shorter stays at the height of the pointer.
            let least = length.map_or(LEAST_AWAY, |(_, least)| least.max(LEAST_AWAY));
            let slope = slope_to(grab, end, (time, value), least);
            let length = length.map(|(length, _)| length);
            let pulled = PulledTangent { end, slope, length };
            let selected = drag.selected.clone();
            pulled_clip(drag, grab, pulled).map(|clip| (clip, selected))
        } else {
            let by = value - grab.value;
            let is_snapped = drag.pointer.snaps_value && by != 0.0;
            let snapped = || snapped_value(grab.own + by, grab.number.is_angle()) - grab.own;
            let by = if is_snapped { snapped() } else { by };
            let (axis, locked) = (grab.number.axis, &sheet.switches.locked);
            let is_meant = |key: &KeyAt| {
                let target = key.target;
                is_alike(key, grab.number) && !locked.contains(&Number { target, axis })
            };
            raised_clip(drag, &edit, is_meant, (axis, by))
        };
        if let Ok((clip, selected)) = edited {
            *self.document = with_clip(&drag.document, &clip);
            self.session.character.keys.selected = Arc::new(selected);
        }
    }
}

/// Whether a key is one of the same channel as a curve, of any joint.
fn is_alike(key: &KeyAt, number: Number) -> bool {
    match (key.target, number.target) {
        (Target::Joint(_, one), Target::Joint(_, other)) => one == other,
        (one, other) => one == other,
    }
}

/// The slope per second of a tangent that points at a place, so many seconds away from its key at least.
fn slope_to(grab: CurveGrab, end: usize, (time, value): (f64, f32), least: f64) -> f32 {
    let side = if end == 0 { -1.0 } else { 1.0 };
    // Both differences count away from the key, whichever end of the tangent it is.
    let away = (time - f64::from(grab.at.time)) * side;
    let rise = f64::from(value - grab.value) * side;
    // An end on the wrong side counts as one just beside the key: no tangent points back in time.
    #[expect(clippy::cast_possible_truncation, reason = "slopes are f32 in tracks")]
    let slope = (rise / away.max(least)) as f32;
    slope
}

/// The clip in which a tangent is as it is pulled.
fn pulled_clip(
    drag: &mut SheetDrag,
    grab: CurveGrab,
    pulled: PulledTangent,
) -> Result<Clip, ClipError> {
    let SheetDrag {
        clip,
        document,
        numbers,
        ..
    } = drag;
    let rig = &document.character.rig;
    numbers.follow(rig, clip);
    let number = (grab.at, grab.number.axis);
    let here = numbers.numbers(grab.at);
    let edit = here.and_then(|here| pulled.edit(&rig.skeleton, clip, number, here));
    let Some(edit) = edit else {
        return Ok(clip.clone());
    };
    let (after, _) = clip.with_edit(&edit)?;
    // A key beyond the end of the clip stays there.
    let (after, _) = after.with_edit(&ClipEdit::SetDuration(clip.duration()))?;
    Ok(after)
}

/// The clip in which the dragged keys are moved in time, and those of them that are meant in a number too; with the selection after.
fn raised_clip(
    drag: &mut SheetDrag,
    edit: &ClipEdit,
    is_meant: impl Fn(&KeyAt) -> bool,
    by: (usize, f32),
) -> Result<(Clip, BTreeSet<KeyAt>), ClipError> {
    let (moved, carried) = drag.clip.with_edit(edit)?;
    let selected = carried.selection_after(&drag.selected);
    let rig = &drag.document.character.rig;
    drag.numbers.follow(rig, &moved);
    let meant = selected.iter().filter(|key| is_meant(key));
    let known = meant.filter_map(|key| Some((*key, drag.numbers.numbers(*key)?)));
    let known: BTreeMap<KeyAt, DVec3> = known.collect();
    let edit = raise_known_edit(&rig.skeleton, &moved, &known, by);
    let (clip, _) = moved.with_edit(&edit)?;
    Ok((clip, selected))
}
