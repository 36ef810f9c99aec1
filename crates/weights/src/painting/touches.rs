//! What a stroke knows of the points that it touched, whatever it paints on.

use mesh::PointIndex;

use crate::painting::blur::{Blur, Mean};
use crate::painting::smear::Sources;
use crate::rows::report::SideEffects;
use crate::{Effect, NeighborWeights, Operation, PointValue, Report, Skip};

/// What can be painted on: one value a point.
pub(crate) trait Medium {
    /// What is at a point.
    type Value: Clone + PartialEq;
    /// What averages are made of.
    type Mean: Mean;

    /// A point as the stroke's owner keeps it.
    fn read(&self, point: PointIndex) -> Self::Value;

    /// What a value gives to averages.
    fn mean_of(&self, value: &Self::Value) -> Self::Mean;

    /// The brush applied to a value.
    fn paint(&self, dab: &Dab<'_, Self>) -> Result<DabResult<Self::Value>, Skip>;

    /// Whether a value is none.
    fn is_unbound(&self, value: &Self::Value) -> bool;
}

/// A brush over a point.
pub(crate) struct Dab<'a, M: Medium + ?Sized> {
    pub(crate) point: PointIndex,
    /// What is painted over.
    pub(crate) base: &'a M::Value,
    /// Strength times falloff, on the side of the brush and on the other.
    pub(crate) amounts: [f64; 2],
    /// Of the surroundings, if the operation asks for it.
    pub(crate) mean: Option<&'a M::Mean>,
    /// What is painted over at another point.
    pub(crate) look: &'a dyn Fn(PointIndex) -> M::Value,
}

/// What a dab makes.
pub(crate) struct DabResult<V> {
    pub(crate) value: V,
    /// What is told of it besides.
    pub(crate) side_effects: SideEffects,
}

/// A point that a stroke touched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touched<T> {
    /// The point, as the surface numbers it.
    pub point: PointIndex,
    /// What it had before the stroke.
    pub before: T,
    /// What it has now.
    pub now: T,
}

pub(crate) struct Touch<V, A> {
    pub(crate) point: PointIndex,
    /// At the first touch: what everything is counted from unless the brush builds up.
    pub(crate) before: V,
    pub(crate) now: V,
    /// The largest so far of both sides; of this step alone if the brush builds up.
    falloff: [f32; 2],
    is_due: bool,
    mean: Option<A>,
    skip: Option<Skip>,
    side_effects: SideEffects,
}

/// The points touched so far. A step costs what its points cost, whatever the size of the mesh; only the first asks for
/// memory by the number of points.
pub(crate) struct Touches<V, A> {
    effect: Effect,
    /// Of each point, one more than its place in the list; zero for those not touched.
    places: Vec<u32>,
    list: Vec<Touch<V, A>>,
    blur: Option<Blur>,
    /// What was asked for where it could not even be tried.
    strays: Report,
}

/// What a step did.
pub(crate) struct StrokeStep<V> {
    /// In ascending order of points: before the step, and now.
    pub(crate) changed: Vec<(PointIndex, V, V)>,
    pub(crate) report: Report,
}

impl<V: Clone + PartialEq, A: Mean> Touches<V, A> {
    pub(crate) fn new(effect: Effect, point_count: usize) -> Self {
        Self {
            effect,
            places: vec![0; point_count],
            list: Vec::new(),
            blur: None,
            strays: Report::default(),
        }
    }

    pub(crate) const fn effect(&self) -> &Effect {
        &self.effect
    }

    pub(crate) fn list(&self) -> &[Touch<V, A>] {
        &self.list
    }

    pub(crate) fn touch(&self, point: PointIndex) -> Option<&Touch<V, A>> {
        let place = *self.places.get(point.index())?;
        self.list.get((place as usize).checked_sub(1)?)
    }

    /// One step of the stroke; each list goes to one of both sides.
    pub(crate) fn step<M: Medium<Value = V, Mean = A>>(
        &mut self,
        medium: &M,
        neighbor_weights: &NeighborWeights<'_>,
        sources: Option<&Sources<'_>>,
        lists: [(usize, &[PointValue]); 2],
    ) -> StrokeStep<V> {
        let mut report = Report::default();
        let due = self.take(medium, lists, &mut report);
        self.strays.add(&report);
        match self.effect.operation {
            Operation::Average => self.find_mean_of_dab(medium, lists),
            Operation::Smear => self.find_sources(medium, sources, &due),
            _ => self.find_means(medium, neighbor_weights, &due),
        }
        // All are painted before any is settled, so that points see each other as they were before the step.
        let painted: Vec<_> = due
            .iter()
            .map(|&place| self.paint(medium, &self.list[place]))
            .collect();
        let mut changed = Vec::with_capacity(due.len());
        for (&place, painted) in due.iter().zip(painted) {
            let builds_up = self.effect.adds_up();
            let touch = &mut self.list[place];
            if let Some(value) = touch.settle(painted, builds_up) {
                // `value` is what the step has replaced.
                let is_new = medium.is_unbound(&value) && !medium.is_unbound(&touch.now);
                report.count(touch.side_effects, is_new);
                changed.push((touch.point, value, touch.now.clone()));
            }
            if let Some(reason) = touch.skip {
                report.skip(reason, 1);
            }
        }
        StrokeStep { changed, report }
    }

    /// What the whole stroke did so far.
    pub(crate) fn report(&self, is_unbound: impl Fn(&V) -> bool) -> Report {
        let mut report = self.strays.clone();
        for touch in &self.list {
            if touch.now != touch.before {
                let is_new = is_unbound(&touch.before) && !is_unbound(&touch.now);
                report.count(touch.side_effects, is_new);
            }
            if let Some(reason) = touch.skip {
                report.skip(reason, 1);
            }
        }
        report
    }

    /// Notes falloffs; returns the places of points that ask for more than before, in the order of points.
    fn take<M: Medium<Value = V, Mean = A>>(
        &mut self,
        medium: &M,
        lists: [(usize, &[PointValue]); 2],
        report: &mut Report,
    ) -> Vec<usize> {
        let mut due = Vec::with_capacity(lists[0].1.len());
        let dabs = lists.into_iter().flat_map(|(side, list)| {
            let of_side = move |of: &PointValue| (side, of.point, of.value);
            list.iter().map(of_side)
        });
        for (side, point, falloff) in dabs {
            if let Some(reason) = self.refusal(point, falloff) {
                report.skip(reason, 1);
            } else if falloff > 0.0 {
                let place = self.place(medium, point);
                let is_due = self.list[place].takes(side, falloff.min(1.0));
                due.extend(is_due.then_some(place));
            }
        }
        due.sort_unstable_by_key(|&place| self.list[place].point);
        due
    }

    /// Why it cannot even be tried.
    fn refusal(&self, point: PointIndex, falloff: f32) -> Option<Skip> {
        if !falloff.is_finite() {
            Some(Skip::NotFinite)
        } else if point.index() >= self.places.len() {
            Some(Skip::NoSuchPoint)
        } else {
            None
        }
    }

    /// Where a point stands in the list, from now on.
    fn place<M: Medium<Value = V, Mean = A>>(&mut self, medium: &M, point: PointIndex) -> usize {
        let place = &mut self.places[point.index()];
        if *place == 0 {
            let before = medium.read(point);
            self.list.push(Touch {
                point,
                now: before.clone(),
                before,
                falloff: [0.0; 2],
                is_due: false,
                mean: None,
                skip: None,
                side_effects: SideEffects::default(),
            });
            // Points are counted by PointIndex, so their number fits but for the very last.
            *place = u32::try_from(self.list.len()).unwrap_or(u32::MAX);
        }
        *place as usize - 1
    }

    /// Averages of what is painted over: once a point, unless the brush builds up.
    fn find_means<M: Medium<Value = V, Mean = A>>(
        &mut self,
        medium: &M,
        neighbor_weights: &NeighborWeights<'_>,
        due: &[usize],
    ) {
        let Some(smoothing) = self.effect.operation.smoothing() else {
            return;
        };
        let wants = |&&place: &&usize| self.effect.adds_up() || self.list[place].mean.is_none();
        let places: Vec<usize> = due.iter().filter(wants).copied().collect();
        let points: Vec<PointIndex> = places.iter().map(|&place| self.list[place].point).collect();
        // Taken out, for points are read by `self` meanwhile.
        let mut blur = self.blur.take();
        let blur_in_use = blur.get_or_insert_with(|| Blur::new(self.places.len()));
        let means =
            blur_in_use.means(
                &points,
                smoothing.count(),
                neighbor_weights,
                |point| match self.touch(point) {
                    Some(touch) => medium.mean_of(self.base(touch)),
                    None => medium.mean_of(&medium.read(point)),
                },
            );
        for (place, mean) in places.into_iter().zip(means) {
            self.list[place].mean = Some(mean);
        }
        self.blur = blur;
    }

    /// One average for all points under the brush, by their falloffs; one for each side.
    fn find_mean_of_dab<M: Medium<Value = V, Mean = A>>(
        &mut self,
        medium: &M,
        lists: [(usize, &[PointValue]); 2],
    ) {
        // The brush's own side last: its average counts where both sides meet.
        for (_, list) in lists.into_iter().rev() {
            let Some(shared) = self.mean_of(medium, list) else {
                continue;
            };
            for &PointValue { point, .. } in list {
                let place = self.places.get(point.index()).copied().unwrap_or(0) as usize;
                let touch = place.checked_sub(1);
                let touch = touch.and_then(|place| self.list.get_mut(place));
                let due = touch.filter(|touch| touch.is_due);
                due.into_iter()
                    .for_each(|touch| touch.mean = Some(shared.clone()));
            }
        }
    }

    /// The average of some points, by their falloffs; none of none.
    fn mean_of<M: Medium<Value = V, Mean = A>>(
        &self,
        medium: &M,
        list: &[PointValue],
    ) -> Option<A> {
        let mut mean = A::default();
        let mut sum = 0.0;
        let touched = list
            .iter()
            .filter_map(|of| Some((self.touch(of.point)?, self.effect.amount(of.value))));
        for (touch, amount) in touched.filter(|&(_, amount)| amount > 0.0) {
            mean.add(amount, &medium.mean_of(self.base(touch)));
            sum += amount;
        }
        let mut shared = A::default();
        shared.add(1.0 / sum, &mean);
        (sum > 0.0).then_some(shared)
    }

    /// What each point is dragged over by.
    fn find_sources<M: Medium<Value = V, Mean = A>>(
        &mut self,
        medium: &M,
        sources: Option<&Sources<'_>>,
        due: &[usize],
    ) {
        let mean = |place: usize| {
            let mut mean: Option<A> = None;
            for source in sources?(self.list[place].point) {
                let here = match self.touch(source.point) {
                    Some(touch) => medium.mean_of(self.base(touch)),
                    None => medium.mean_of(&medium.read(source.point)),
                };
                mean.get_or_insert_with(A::default)
                    .add(f64::from(source.value), &here);
            }
            mean
        };
        let means: Vec<Option<A>> = due.iter().map(|&place| mean(place)).collect();
        for (&place, mean) in due.iter().zip(means) {
            self.list[place].mean = mean;
        }
    }

    fn paint<M: Medium<Value = V, Mean = A>>(
        &self,
        medium: &M,
        touch: &Touch<V, A>,
    ) -> Result<DabResult<V>, Skip> {
        if !self.effect.is_finite() {
            return Err(Skip::NotFinite);
        }
        medium.paint(&Dab {
            point: touch.point,
            base: self.base(touch),
            amounts: touch.falloff.map(|falloff| self.effect.amount(falloff)),
            mean: touch.mean.as_ref(),
            look: &|point| match self.touch(point) {
                Some(touch) => self.base(touch).clone(),
                None => medium.read(point),
            },
        })
    }

    const fn base<'a>(&self, touch: &'a Touch<V, A>) -> &'a V {
        if self.effect.adds_up() {
            &touch.now
        } else {
            &touch.before
        }
    }
}

impl<V: Clone + PartialEq, A> Touch<V, A> {
    /// Whether it is due from now on, and was not before.
    fn takes(&mut self, side: usize, falloff: f32) -> bool {
        let largest = &mut self.falloff[side.min(1)];
        if falloff <= *largest {
            return false;
        }
        *largest = falloff;
        !std::mem::replace(&mut self.is_due, true)
    }

    /// Takes what was painted; returns what was there before if it is something else.
    fn settle(&mut self, painted: Result<DabResult<V>, Skip>, builds_up: bool) -> Option<V> {
        self.is_due = false;
        if builds_up {
            self.falloff = [0.0; 2];
        }
        self.skip = painted.as_ref().err().copied();
        let value = match painted {
            Ok(painted) => {
                self.side_effects = painted.side_effects.with(self.side_effects, builds_up);
                painted.value
            }
            Err(_) if builds_up => self.now.clone(),
            // Counted from before the stroke, what cannot be done leaves the point as it was then.
            Err(_) => self.before.clone(),
        };
        (value != self.now).then(|| std::mem::replace(&mut self.now, value))
    }
}
