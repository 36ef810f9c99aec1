//! What the curve view shows over its height.

use crate::features::Context;
use crate::state::timeline::curve_view::{fit_range, spans, tracks};
use crate::state::timeline::curves::{Curve, curves};
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
        Some(curves.collect())
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
