//! Frames, values and slopes of selected keys as they are typed, and keys set into curves.

use std::collections::BTreeSet;
use std::sync::Arc;

use rig::{Clip, ClipEdit, KeyAt, KeyValue, SAME_KEY, Target};

use super::sheet::place_of;
use crate::features::Context;
use crate::notices::Severity;
use crate::state::timeline::curve_view::tracks;
use crate::state::timeline::curves::Number;
use crate::state::timeline::handles::{length_edit, reset_edit};
use crate::state::timeline::key_fields::{
    KeyField, TypedNumber, are_of_one_track, sloped_edit, timed_edit, valued_edit,
};
use crate::state::timeline::select::present;

/// A curve of rotations that is farther off than this after a key was set into it is told, in degrees.
const TOLD: f32 = 0.1;
/// Why a side of keys has neither slope nor length.
const NO_CURVE: &str =
    "No curve is on that side of the selected keys. Choose “Interpolation: Cubic” first.";
/// Times between two keys at which it is compared.
const BETWEEN: u8 = 16;

impl Context<'_> {
    /// Gives the selected keys a typed number.
    pub(in crate::features) fn type_number(
        &mut self,
        field: KeyField,
        typed: TypedNumber,
        numbers: Vec<Number>,
    ) {
        let Some(clip) = self.sheet_clip() else {
            return;
        };
        let keys = present(&clip, &self.session.character.keys.selected);
        let locked = &self.session.character.sheet.switches.locked;
        let numbers = numbers.into_iter();
        let numbers: BTreeSet<Number> = numbers.filter(|number| !locked.contains(number)).collect();
        let skeleton = &self.document.character.rig.skeleton;
        let unit = self.session.character.sheet.unit();
        let (name, edit) = match field {
            KeyField::Time => {
                let is_one_time = matches!(typed, TypedNumber::To(_));
                if is_one_time && are_of_one_track(&keys) {
                    return self.say(
                        "Several of the selected keys are of one curve and cannot stand at one time. Type +5 to move all of them by 5.",
                    );
                }
                ("Set time of keys", timed_edit(&keys, typed, unit))
            }
            KeyField::Value => (
                "Set value of keys",
                valued_edit(skeleton, &clip, &keys, &numbers, typed),
            ),
            KeyField::Slope(end) => {
                let edit = sloped_edit(skeleton, &clip, &keys, &numbers, end, typed);
                if edit == ClipEdit::SetKeys(Vec::new()) {
                    return self.say(NO_CURVE);
                }
                ("Set slope of keys", edit)
            }
            KeyField::Length(end) => {
                let edit = length_edit(&clip, &keys, &numbers, end, typed);
                if edit == ClipEdit::SetKeys(Vec::new()) {
                    return self.say(NO_CURVE);
                }
                ("Set length of tangents", edit)
            }
        };
        if edit == ClipEdit::SetKeys(Vec::new()) {
            return self.say("The chosen curves have none of the selected keys, or are locked.");
        }
        self.stop_playing();
        self.edit_clip(name, &edit);
    }

    /// Makes the tangents of the selected keys as long as those of plain curves.
    pub(in crate::features) fn reset_tangent_lengths(&mut self) {
        let Some(clip) = self.sheet_clip() else {
            return;
        };
        let keys = present(&clip, &self.session.character.keys.selected);
        let edit = reset_edit(&clip, &keys);
        if edit == ClipEdit::SetKeys(Vec::new()) {
            return self.say("The tangents of the selected keys have the lengths of plain curves.");
        }
        self.stop_playing();
        self.edit_clip("Reset tangent lengths", &edit);
    }

    /// Sets keys at the current time for the curves that are drawn.
    pub(in crate::features) fn insert_keys_now(&mut self) {
        self.stop_playing();
        let Some(clip) = self.sheet_clip() else {
            return;
        };
        let character = &self.session.character;
        let chosen = (&character.selection, &*character.keys.selected);
        let switches = &character.sheet.switches;
        let targets = tracks(&clip, &character.sheet, chosen).into_iter();
        let targets = targets.filter(|target| {
            let mut numbers = Number::all_of(*target);
            let is_drawn = numbers.any(|number| !switches.hidden.contains(&number));
            is_drawn && switches.may_select(*target)
        });
        let time = self.now_in_clip();
        let keys: Vec<KeyAt> = targets.map(|target| KeyAt { target, time }).collect();
        if keys.is_empty() {
            return self.say("There are no curves: select joints with keys.");
        }
        self.insert_keys(&keys);
    }

    /// Sets keys on curves, which stay as they are, and selects them.
    pub(in crate::features) fn insert_keys(&mut self, keys: &[KeyAt]) {
        let Some(clip) = self.sheet_clip() else {
            return;
        };
        let edit = clip.insert_edit(keys);
        let ClipEdit::SetKeys(new) = &edit else {
            return;
        };
        if new.is_empty() {
            return self.say("The curves have keys there already.");
        }
        // Those beside the new ones are set too, where their tangents became their own.
        let is_new = |key: &KeyAt| !present(&clip, &BTreeSet::from([*key])).contains(key);
        let places: BTreeSet<KeyAt> = new.iter().map(place_of).filter(is_new).collect();
        let Some(carried) = self.edit_clip("Insert keys", &edit) else {
            return;
        };
        let places = carried.selection_after(&places);
        let after = self.sheet_clip();
        let off = after.map_or(0.0, |after| largest_turn(&clip, &after, &places));
        if off > TOLD {
            let text = format!(
                "Curves of rotations beside the new keys are off by up to {} from what they were; keys nearer to each other keep them closer.",
                crate::text::angle_text::angle_text(off)
            );
            self.session.notices.push(Severity::Note, text);
        }
        self.session.character.keys.selected = Arc::new(places);
    }
}

/// The largest angle between the rotations of two clips, in degrees, from the keys before these to those after.
fn largest_turn(before: &Clip, after: &Clip, keys: &BTreeSet<KeyAt>) -> f32 {
    let mut largest = 0.0_f32;
    for key in keys {
        let (Some(old), Some(new)) = (before.keys(key.target), after.keys(key.target)) else {
            continue;
        };
        if !matches!(key.target, Target::Joint(_, rig::JointChannel::Rotation)) {
            continue;
        }
        let times = old.times();
        let next = times.partition_point(|time| *time <= key.time + SAME_KEY);
        let last = next.checked_sub(1).and_then(|last| times.get(last));
        let (Some(&from), Some(&to)) = (last, times.get(next)) else {
            continue;
        };
        for place in 1..BETWEEN {
            let time = from + (to - from) * f32::from(place) / f32::from(BETWEEN);
            if let (KeyValue::Rotation(one), KeyValue::Rotation(other)) =
                (old.sample(time), new.sample(time))
            {
                largest = largest.max(one.angle_between(other));
            }
        }
    }
    largest.to_degrees()
}
