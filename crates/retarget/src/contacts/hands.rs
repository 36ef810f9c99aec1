//! Hands that touch something stay there.

use super::pins::{SAMPLES_AT_ONCE, Sampler, Shift, sample_times};
use super::stands::{ContactOptions, Limb, Span, arms};
use crate::transfer::clip::RetargetError;
use crate::transfer::frames::{Frames, PosedFrames};
use crate::transfer::retargeter::Retargeter;
use crate::transfer::source_tracks::SourceTracks;
use glam::{DQuat, DVec3};
use rig::{BodySide, Clip, GoOn, HumanBone, JointIndex};

/// Speeds are told by frames of this many seconds.
const FRAME: f64 = 1.0 / 30.0;
/// A hand is held if it is still through so many of these.
const SHORTEST: f64 = 4.0 * FRAME;
/// A still hand moves by less than this share of the body's height in a frame; what goes on slowly is not still.
const SLOWEST: f64 = 0.003;

/// What a hand stays still to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeldTo {
    /// The other hand, which is held to this one as well.
    OtherHand,
    /// The head.
    Head,
    /// The model, as a rail or the ground, while the hips go on.
    Model,
    /// The hips.
    Hips,
}

/// A time through which a hand touches something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandContact {
    /// Whose hand.
    pub side: BodySide,
    /// What it touches.
    pub to: HeldTo,
    /// From when, in seconds from the clip's beginning.
    pub from: f32,
    /// Until when.
    pub until: f32,
}

/// How far a hand is from where it should touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandDistance {
    /// Whose hand.
    pub side: BodySide,
    /// The largest distance, in heights of the target's body.
    pub distance: f32,
    /// When, in seconds.
    pub time: f32,
}

/// A joint of both skeletons that hands are held to.
#[derive(Clone, Copy)]
struct Anchor {
    source: usize,
    target: usize,
}

/// Both arms of both, with what they may touch.
struct HandRig {
    source: [Limb; 2],
    target: [Limb; 2],
    head: Option<Anchor>,
    hips: Option<Anchor>,
}

/// A hand that is held through a span of samples.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Hold {
    /// 0 for the left, 1 for the right.
    arm: usize,
    to: HeldTo,
    span: Span,
    /// From the anchor to the hand in the source, in the anchor's axes; of the model where the hand is relative to the hips of the reference pose.
    offset: DVec3,
}

impl Hold {
    fn of(arm: usize, to: HeldTo, path: &SeenPath, span: Span) -> Self {
        let offset = path.mean(span);
        Self {
            arm,
            to,
            span,
            offset,
        }
    }

    fn excludes(&self, other: &Self) -> bool {
        self.arm == other.arm && self.span.meets(other.span)
    }
}

/// The way of a hand at many times, seen from something.
#[derive(Default)]
struct SeenPath {
    offsets: Vec<DVec3>,
}

/// Where hands should be, and where they are, at each sample; by arm.
struct HandWays {
    times: Vec<f32>,
    holds: Vec<Hold>,
    /// From the target's hand to where it should be; only within holds.
    ways: [Vec<DVec3>; 2],
}

impl Retargeter<'_> {
    /// When hands of the source touch something in a clip: while a hand is still, relative to the other hand, the head or the hips, and near to it
    /// as the options say; or still in the model while the hips are not. In order of time.
    #[must_use]
    pub fn hand_contacts(&self, source: &Clip, options: &ContactOptions) -> Vec<HandContact> {
        let go_on: &GoOn<'_> = &|_| std::ops::ControlFlow::Continue(());
        let times = sample_times(source, None);
        let Some(rig) = self.hand_rig() else {
            return Vec::new();
        };
        let holds = self.holds(&rig, source, &times, options, go_on);
        let time = |sample: usize| times.get(sample).copied().unwrap_or_default();
        let contact = |hold: &Hold| HandContact {
            side: rig
                .source
                .get(hold.arm)
                .map_or(BodySide::Left, |arm| arm.side),
            to: hold.to,
            from: time(hold.span.first),
            until: time(hold.span.last),
        };
        let mut contacts: Vec<HandContact> =
            holds.unwrap_or_default().iter().map(contact).collect();
        contacts.sort_by(|one, other| one.from.total_cmp(&other.from));
        contacts
    }

    /// The clip of the target in which its hands are where those of the source [touch something](Self::hand_contacts).
    ///
    /// `moved` is what [`clip`](Self::clip) made of `source`, with [`pin_feet`](Self::pin_feet) before if feet are held too. Through a contact a hand is
    /// as far from what it touches as that of the source is, times the ratio of both, and in its axes; hands that touch each other are both put
    /// aside by half. The hand keeps its orientation, and upper arm and forearm reach for it by [`TwoBones`](rig::TwoBones); before and after the way
    /// to that place is blended over `blend` seconds. What an arm cannot reach it reaches for.
    ///
    /// Rotations of upper arms, forearms and hands get keys at the times of all keys of both clips, and 30 a second at least. All else stays as it is, as does
    /// a clip without contacts, or without both arms whole in both maps.
    ///
    /// # Errors
    ///
    /// Keys that would not be finite, and `go_on` that said no.
    pub fn hold_hands(
        &self,
        source: &Clip,
        moved: &Clip,
        options: &ContactOptions,
        go_on: &GoOn<'_>,
    ) -> Result<Clip, RetargetError> {
        let Some(rig) = self.hand_rig() else {
            return Ok(moved.clone());
        };
        let found = self.hand_ways(&rig, source, moved, options, go_on)?;
        let shifts = rig.target.iter().zip(&found.ways).enumerate();
        let shifts = shifts.filter_map(|(arm, (limb, ways))| {
            let own = found.holds.iter().filter(|hold| hold.arm == arm);
            let mut spans: Vec<Span> = own.map(|hold| hold.span).collect();
            spans.sort_by_key(|span| span.first);
            let way = |_span: usize, sample: usize| ways.get(sample).copied().unwrap_or_default();
            let blend = f64::from(options.blend);
            (!spans.is_empty()).then(|| Shift::blended(*limb, &found.times, &spans, way, blend))
        });
        let shifts: Vec<Shift> = shifts.collect();
        if shifts.is_empty() {
            return Ok(moved.clone());
        }
        let pinned = self.pin(&found.times, moved, &shifts, &[], go_on)?;
        self.with_pinned(moved, &found.times, pinned)
    }

    /// How far the hands of a clip of the target are from where they should touch; for each that touches anything, left first.
    pub(super) fn hand_distances(
        &self,
        source: &Clip,
        moved: &Clip,
        options: &ContactOptions,
        go_on: &GoOn<'_>,
    ) -> Result<Vec<HandDistance>, RetargetError> {
        let Some(rig) = self.hand_rig() else {
            return Ok(Vec::new());
        };
        let found = self.hand_ways(&rig, source, moved, options, go_on)?;
        let height = self.target.frames.heights(0, self.up()).body;
        let mut distances = Vec::new();
        for (arm, (limb, ways)) in rig.target.iter().zip(&found.ways).enumerate() {
            let own = found.holds.iter().filter(|hold| hold.arm == arm);
            let samples = own.flat_map(|hold| hold.span.first..=hold.span.last);
            let lengths = samples
                .filter_map(|sample| Some((ways.get(sample)?.length(), *found.times.get(sample)?)));
            let most = lengths.max_by(|(one, _), (other, _)| one.total_cmp(other));
            if let Some((length, time)) = most {
                distances.push(HandDistance {
                    side: limb.side,
                    distance: narrow(length / height),
                    time,
                });
            }
        }
        Ok(distances)
    }

    fn hand_rig(&self) -> Option<HandRig> {
        let whole = |place: usize| {
            let [left, right] = arms(self.maps.get(place)?);
            Some([left?, right?])
        };
        let head = |place: usize| {
            let joint = self.maps.get(place)?.joint(HumanBone::Head);
            joint.map(JointIndex::index)
        };
        let head = head(0).zip(head(1));
        Some(HandRig {
            source: whole(0)?,
            target: whole(1)?,
            head: head.map(|(source, target)| Anchor { source, target }),
            hips: self.hips.map(|hips| Anchor {
                source: hips.source,
                target: hips.target,
            }),
        })
    }

    /// What hands of the source are held to, and when: spans of one arm share no sample.
    fn holds(
        &self,
        rig: &HandRig,
        source: &Clip,
        times: &[f32],
        options: &ContactOptions,
        go_on: &GoOn<'_>,
    ) -> Result<Vec<Hold>, RetargetError> {
        let frames = &self.source.frames;
        let tracks = SourceTracks::new(self.source.skeleton, frames, source);
        let mut seen = Seen::default();
        for (sample, &time) in times.iter().enumerate() {
            if sample % SAMPLES_AT_ONCE == 0 && go_on(f32::NAN).is_break() {
                return Err(RetargetError::Stopped);
            }
            let posed = frames.posed(&tracks.pose(time));
            seen.push(rig, frames, &posed, self.source_origin());
        }
        let height = frames.heights(0, self.up()).body;
        let travels = self.options.travel.is_whole();
        Ok(seen.holds(times, height, travels, options))
    }

    /// Where holds put hands of the target.
    fn hand_ways(
        &self,
        rig: &HandRig,
        source: &Clip,
        moved: &Clip,
        options: &ContactOptions,
        go_on: &GoOn<'_>,
    ) -> Result<HandWays, RetargetError> {
        let times = sample_times(source, Some(moved));
        let holds = self.holds(rig, source, &times, options, go_on)?;
        let mut ways = [(); 2].map(|()| vec![DVec3::ZERO; times.len()]);
        let mut sampler = Sampler::new(self, moved);
        for (sample, &time) in times.iter().enumerate() {
            if sample % SAMPLES_AT_ONCE == 0 && go_on(f32::NAN).is_break() {
                return Err(RetargetError::Stopped);
            }
            let is_held = |hold: &&Hold| (hold.span.first..=hold.span.last).contains(&sample);
            let mut held = holds.iter().filter(is_held).peekable();
            if held.peek().is_none() {
                continue;
            }
            let posed = sampler.posed(time);
            for hold in held {
                let way = self.hand_way(rig, hold, &posed);
                let place = ways.get_mut(hold.arm).and_then(|ways| ways.get_mut(sample));
                place.into_iter().for_each(|place| *place = way);
            }
        }
        Ok(HandWays { times, holds, ways })
    }

    /// From a hand of the target to where it is to be.
    fn hand_way(&self, rig: &HandRig, hold: &Hold, posed: &PosedFrames) -> DVec3 {
        let hand = rig.target.get(hold.arm).map(|limb| posed.place(limb.end));
        let goal = self.hand_goal(rig, hold, posed);
        hand.map_or(DVec3::ZERO, |hand| goal - hand)
    }

    /// Where a hand of the target is to be.
    fn hand_goal(&self, rig: &HandRig, hold: &Hold, posed: &PosedFrames) -> DVec3 {
        let frames = &self.target.frames;
        let way = |joint: usize| turned(frames, posed, joint) * (hold.offset * self.ratio);
        let anchored = |anchor: Option<Anchor>| {
            let joint = anchor.map(|anchor| anchor.target);
            joint.map_or(DVec3::ZERO, |joint| posed.place(joint) + way(joint))
        };
        match hold.to {
            HeldTo::OtherHand => {
                let [left, right] = [rig.target[0].end, rig.target[1].end];
                let middle = posed.place(left).midpoint(posed.place(right));
                let half = 0.5 * way(left);
                middle + if hold.arm == 0 { -half } else { half }
            }
            HeldTo::Head => anchored(rig.head),
            HeldTo::Hips => anchored(rig.hips),
            HeldTo::Model => self.target_origin() + hold.offset * self.ratio,
        }
    }

    /// Where the hips of the source are in the reference pose, from which places in the model are seen.
    fn source_origin(&self) -> DVec3 {
        let hips = self.hips.map(|hips| self.source.frames.place(hips.source));
        hips.unwrap_or(DVec3::ZERO)
    }

    fn target_origin(&self) -> DVec3 {
        let hips = self.hips.map(|hips| self.target.frames.place(hips.target));
        hips.unwrap_or(DVec3::ZERO)
    }

    /// To the back of the target in the reference pose, by its upper arms; no way at all without both.
    pub(super) fn back(&self) -> DVec3 {
        let [Some(left), Some(right)] = arms(self.maps[1]) else {
            return DVec3::ZERO;
        };
        let place = |joint: usize| self.target.frames.place(joint);
        let across = place(left.upper) - place(right.upper);
        // Left × up is forward.
        -across.cross(self.up()).normalize_or_zero()
    }
}

/// Paths of both hands, seen from all that they may touch.
#[derive(Default)]
struct Seen {
    /// The right one from the left one.
    hands: SeenPath,
    head: [SeenPath; 2],
    model: [SeenPath; 2],
    hips: [SeenPath; 2],
}

impl Seen {
    /// Takes another moment of the source; `origin` is what places in the model are seen from.
    fn push(&mut self, rig: &HandRig, frames: &Frames, posed: &PosedFrames, origin: DVec3) {
        let [left, right] = [rig.source[0].end, rig.source[1].end];
        let across = seen_from(frames, posed, left, right);
        self.hands.offsets.push(across);
        for (arm, hand) in [left, right].into_iter().enumerate() {
            let in_model = posed.place(hand) - origin;
            self.model[arm].offsets.push(in_model);
            let from = |anchor: Anchor| seen_from(frames, posed, anchor.source, hand);
            self.head[arm].offsets.extend(rig.head.map(from));
            self.hips[arm].offsets.extend(rig.hips.map(from));
        }
    }

    /// What touches first counts: hands each other, then the head, the model, the hips.
    fn holds(
        &self,
        times: &[f32],
        height: f64,
        travels: bool,
        options: &ContactOptions,
    ) -> Vec<Hold> {
        let still = f64::from(options.hand_still) * height;
        let near = f64::from(options.hand_near) * height;
        let spans = |path: &SeenPath| path.spans(times, height, still);
        let together = spans(&self.hands).into_iter();
        let together = together.filter(|&span| self.hands.mean(span).length() <= near);
        let mut holds: Vec<Hold> = together
            .flat_map(|span| [0, 1].map(|arm| (arm, span)))
            .map(|(arm, span)| Hold::of(arm, HeldTo::OtherHand, &self.hands, span))
            .collect();
        for hold in [0, 1].into_iter().flat_map(|arm| self.alone(arm, spans)) {
            let counts = match hold.to {
                // The hips go on meanwhile: what stands still as a whole holds on to nothing.
                HeldTo::Model => travels && self.hips[hold.arm].spread(hold.span) > 2.0 * still,
                _ => hold.offset.length() <= near,
            };
            if counts && !holds.iter().any(|other| other.excludes(&hold)) {
                holds.push(hold);
            }
        }
        holds
    }

    /// What one hand is still to, whether or not it is near.
    fn alone(&self, arm: usize, spans: impl Fn(&SeenPath) -> Vec<Span>) -> Vec<Hold> {
        let to = [HeldTo::Head, HeldTo::Model, HeldTo::Hips].into_iter();
        let holds = to.flat_map(|to| {
            let path = self.of_one(arm, to);
            let spans = spans(path).into_iter();
            spans.map(move |span| Hold::of(arm, to, path, span))
        });
        holds.collect()
    }

    /// The path of one hand, seen from what is no hand.
    fn of_one(&self, arm: usize, to: HeldTo) -> &SeenPath {
        match to {
            HeldTo::OtherHand => &self.hands,
            HeldTo::Head => &self.head[arm],
            HeldTo::Model => &self.model[arm],
            HeldTo::Hips => &self.hips[arm],
        }
    }
}

impl SeenPath {
    /// The spans through which it is still: slow from sample to sample, and all within `still` of their mean.
    fn spans(&self, times: &[f32], height: f64, still: f64) -> Vec<Span> {
        let time = |sample: usize| times.get(sample).copied().map_or(0.0, f64::from);
        let is_slow = |sample: usize| {
            let pair = self.offsets.get(sample).zip(self.offsets.get(sample + 1));
            pair.is_some_and(|(here, next)| {
                let seconds = (time(sample + 1) - time(sample)).max(1e-6);
                here.distance(*next) / seconds * FRAME < SLOWEST * height
            })
        };
        let mut found: Vec<Span> = Vec::new();
        for first in (0..self.offsets.len().saturating_sub(1)).filter(|&it| is_slow(it)) {
            match found.last_mut() {
                Some(span) if span.last == first => span.last = first + 1,
                _ => found.push(Span {
                    first,
                    last: first + 1,
                }),
            }
        }
        // Between four frames there are three times as long as one.
        let is_long = |span: &Span| time(span.last) - time(span.first) >= SHORTEST - FRAME - 1e-4;
        found.retain(|span| is_long(span) && self.spread(*span) <= still);
        found
    }

    fn of(&self, span: Span) -> &[DVec3] {
        self.offsets.get(span.first..=span.last).unwrap_or_default()
    }

    fn mean(&self, span: Span) -> DVec3 {
        let offsets = self.of(span);
        let count = u32::try_from(offsets.len().max(1)).unwrap_or(u32::MAX);
        offsets.iter().sum::<DVec3>() / f64::from(count)
    }

    /// The largest distance from the mean.
    fn spread(&self, span: Span) -> f64 {
        let mean = self.mean(span);
        let far = self.of(span).iter().map(|offset| offset.distance(mean));
        far.fold(0.0, f64::max)
    }
}

/// What a joint was turned by since the reference pose, in the model.
fn turned(frames: &Frames, posed: &PosedFrames, joint: usize) -> DQuat {
    let reference = frames.reference.get(joint).copied();
    posed.world(joint) * reference.unwrap_or(DQuat::IDENTITY).conjugate()
}

/// Where a joint is from another one, in the axes that this was turned to.
fn seen_from(frames: &Frames, posed: &PosedFrames, from: usize, joint: usize) -> DVec3 {
    turned(frames, posed, from).conjugate() * (posed.place(joint) - posed.place(from))
}

#[expect(clippy::cast_possible_truncation, reason = "rounded once, at the end")]
const fn narrow(number: f64) -> f32 {
    number as f32
}
