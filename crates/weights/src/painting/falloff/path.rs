//! Where along the pointer's way a brush touches.

use std::collections::VecDeque;

use glam::{DVec2, Vec2};

/// Dabs are never nearer than this, in pixels: a spacing of nothing would have no end.
const NEAREST: f64 = 0.25;

/// The way of the pointer during one stroke, cut into evenly spaced dabs, however often the pointer was asked where it is.
///
/// The way is made of straight lines between the places told; the first dab is where it begins, so that one click is one dab, and
/// each further one lies the spacing further along the way. More places on the same lines give the same dabs.
///
/// The way runs over the screen, on the surface or beside it: whoever draws looks for the surface under every dab. So a stroke may
/// begin beside the mesh and cross gaps, where its dabs find nothing, and no line is ever drawn from one side of a gap to the other.
///
/// # Examples
///
/// ```
/// use glam::vec2;
/// use weights::StrokePath;
///
/// let mut path = StrokePath::default();
/// path.go_to(vec2(0.0, 0.0));
/// path.go_to(vec2(25.0, 0.0));
/// let mut dabs = Vec::new();
/// while let Some(dab) = path.next_dab(10.0) {
///     dabs.push(dab.x);
/// }
/// assert_eq!(dabs, [0.0, 10.0, 20.0]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct StrokePath {
    /// Places given to [`go_to`](Self::go_to) and not reached yet.
    ahead: VecDeque<DVec2>,
    /// How far along the way dabs have been looked for.
    at: Option<DVec2>,
    /// The length of the way from the last dab to there.
    since: f64,
}

impl StrokePath {
    /// Tells where the pointer is, in pixels. A place that is not finite is passed over.
    pub fn go_to(&mut self, pixel: Vec2) {
        if pixel.is_finite() {
            self.ahead.push_back(pixel.as_dvec2());
        }
    }

    /// The next dab along the way so far, `spacing` pixels after the last one; nothing if the way ends before.
    ///
    /// The spacing may differ from dab to dab, as when the brush has a radius on the surface, and the surface comes nearer: as
    /// long as it depends on the last dab alone, the dabs do not depend on how often the pointer was asked. One below a quarter
    /// of a pixel, or no number, counts as that.
    pub fn next_dab(&mut self, spacing: f32) -> Option<Vec2> {
        let Some(mut at) = self.at else {
            let first = self.ahead.pop_front()?;
            self.at = Some(first);
            return Some(first.as_vec2());
        };
        // A spacing that is NaN gives way to the least one here.
        let spacing = f64::from(spacing).max(NEAREST);
        while let Some(&next) = self.ahead.front() {
            let length = at.distance(next);
            let missing = spacing - self.since;
            if missing <= length {
                // Not beyond the end, and where it stands if the spacing became less than what is behind.
                let dab = at.move_towards(next, missing.max(0.0));
                self.at = Some(dab);
                self.since = 0.0;
                return Some(dab.as_vec2());
            }
            self.since += length;
            at = next;
            self.at = Some(at);
            self.ahead.pop_front();
        }
        None
    }
}
