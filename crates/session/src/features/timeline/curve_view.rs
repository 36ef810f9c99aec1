//! What the curve view shows over its height.

use std::sync::Arc;

use crate::features::Context;
use crate::state::timeline::curve_list::switch;
use crate::state::timeline::curve_view::{fit_range, spans, tracks};
use crate::state::timeline::curves::{Curve, Number, curves};
use crate::state::timeline::extrapolation::Extrapolation;
use crate::state::timeline::values::ValueRange;

/// Points over the time in sight that curves are measured at; their keys count too.
const POINTS: u16 = 100;
/// What is framed has at least this share of the height that shows everything.
const LEAST_SHARE: f64 = 0.2;
/// Factor of one step in; a step out is as far back.
const STEP: f64 = 0.8;

impl Context<'_> {
    /// Shows these numbers, or shares of the height where each curve has all of it; none shows all.
    pub(in crate::features) fn see_values(&mut self, values: Option<ValueRange>) {
        let sheet = &mut self.session.character.sheet;
        if sheet.is_normalized {
            sheet.shares = values;
        } else {
            sheet.numbers = values;
        }
    }

    /// A step in or out about the middle.
    pub(in crate::features) fn zoom_curves(&mut self, is_in: bool) {
        let Some(now) = self.values_in_sight() else {
            return self.say("There are no curves: select joints with keys.");
        };
        let factor = if is_in { STEP } else { 1.0 / STEP };
        self.see_values(Some(now.zoomed_about_middle(factor)));
    }

    /// The least and largest value that the panel shows; none where it draws no curves.
    fn values_in_sight(&self) -> Option<ValueRange> {
        let sheet = &self.session.character.sheet;
        let all = fit_range(&spans(&self.drawn_curves()?))?;
        let whole = if sheet.is_normalized {
            ValueRange::WHOLE
        } else {
            all
        };
        Some(sheet.values().unwrap_or(whole))
    }

    /// The curves that are drawn of the clip shown.
    fn drawn_curves(&self) -> Option<Vec<Curve>> {
        let moment = self.session.playback.moment?;
        let clip = self.document.character.clip(moment.clip)?;
        let character = &self.session.character;
        let chosen = (&character.selection, &*character.keys.selected);
        let skeleton = &self.document.character.rig.skeleton;
        let ends = character.sheet.range_of(clip).ends();
        let tracks = tracks(clip, &character.sheet, chosen).into_iter();
        let curves = tracks.flat_map(|track| curves(skeleton, clip, track, ends, POINTS));
        let hidden = &character.sheet.switches.hidden;
        Some(
            curves
                .filter(|curve| !hidden.contains(&curve.number))
                .collect(),
        )
    }

    /// Locks numbers against changes by their curves. Keys of which no number is left free are selected no more.
    pub(in crate::features) fn lock_curves(&mut self, numbers: &[Number], locked: bool) {
        let character = &mut self.session.character;
        let switches = &mut character.sheet.switches;
        switch(&mut switches.locked, numbers, locked);
        let selected = &character.keys.selected;
        if !selected.iter().all(|key| switches.may_select(key.target)) {
            let left = selected
                .iter()
                .filter(|key| switches.may_select(key.target));
            character.keys.selected = Arc::new(left.copied().collect());
        }
    }

    /// The curves that an action on curves means: those that are chosen, else all that are drawn. Says so where there are none.
    fn meant_curves(&mut self) -> Option<Vec<Number>> {
        let drawn: Vec<Number> = self
            .drawn_curves()
            .unwrap_or_default()
            .iter()
            .map(|curve| curve.number)
            .collect();
        let chosen = &self.session.character.sheet.switches.chosen;
        let of_chosen: Vec<Number> = drawn
            .iter()
            .copied()
            .filter(|number| chosen.contains(number))
            .collect();
        let meant = if of_chosen.is_empty() {
            drawn
        } else {
            of_chosen
        };
        if meant.is_empty() {
            self.say("There are no curves: select joints with keys.");
            return None;
        }
        Some(meant)
    }

    /// Hides the chosen curves.
    pub(in crate::features) fn hide_chosen_curves(&mut self) {
        let switches = &mut self.session.character.sheet.switches;
        switches.hidden.append(&mut switches.chosen);
    }

    /// What curves of the clip that is shown do beyond their keys.
    pub(in crate::features) fn show_extrapolation(&mut self, extrapolation: Extrapolation) {
        let sheet = &mut self.session.character.sheet;
        if let Some(clip) = sheet.of {
            sheet.extrapolation.insert(clip, extrapolation);
        }
    }

    pub(in crate::features) fn show_all_curves(&mut self) {
        self.session.character.sheet.switches.hidden.clear();
    }

    /// Locks the meant curves, or frees them where all are locked.
    pub(in crate::features) fn toggle_curve_locks(&mut self) {
        let Some(meant) = self.meant_curves() else {
            return;
        };
        let locked = &self.session.character.sheet.switches.locked;
        let are_locked = meant.iter().all(|number| locked.contains(number));
        self.lock_curves(&meant, !are_locked);
    }

    /// Shows the numbers of the selected keys, where curves share one scale.
    pub(in crate::features) fn frame_numbers_of_keys(&mut self) {
        let sheet = &self.session.character.sheet;
        if !sheet.curves || sheet.is_normalized {
            return;
        }
        let selected = &self.session.character.keys.selected;
        let curves = self.drawn_curves().unwrap_or_default();
        let keys = curves.iter().flat_map(|curve| &curve.keys);
        let keys = keys.filter(|key| selected.contains(&key.at));
        let of_keys: Vec<[f32; 2]> = keys.map(|key| [key.value; 2]).collect();
        if let (Some(all), Some(range)) = (fit_range(&spans(&curves)), fit_range(&of_keys)) {
            let least = LEAST_SHARE * all.height() / range.height();
            self.see_values(Some(range.zoomed_about_middle(least.max(1.0))));
        }
    }
}
