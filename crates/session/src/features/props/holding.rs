//! How props are held and aimed, from the shown time of a clip on.

use std::sync::Arc;

use glam::{Affine3A, Vec3};
use rig::{JointIndex, Pose};
use scene::deform::base_pose;

use crate::document::gesture::Gesture;
use crate::document::keyed::seen_pose;
use crate::document::moment::Moment;
use crate::document::props::{
    Aim, Hold, HoldWay, Holder, HolderFrames, HolderSwitch, MOST_SWITCHES, Prop, PropPlace,
    hangs_on, moment_below,
};
use crate::features::Context;
use crate::shown::{joint_frames, shown_pose};
use crate::state::props::command::{AimAt, AimAxis, PropIntent};

type FrameOf<'a> = &'a dyn Fn(JointIndex) -> Option<Affine3A>;

/// How a prop is held now.
struct HeldNow<'a> {
    frames: HolderFrames<'a, FrameOf<'a>>,
    hold: Hold,
    /// Where it is seen.
    model_from_prop: Affine3A,
}

impl HeldNow<'_> {
    /// Held by something else without a jump, and aimed as before; none by a frame that is flat or not there.
    fn held_by(&self, holder: Holder, way: HoldWay) -> Option<Hold> {
        let way = match holder {
            Holder::World => HoldWay::Parent,
            Holder::Joint(_) | Holder::Prop(_) => way,
        };
        let place = way.place_of(self.frames.of(holder)?, self.model_from_prop)?;
        Some(Hold {
            holder,
            way,
            place,
            ..self.hold
        })
    }

    /// Held as before without a jump, and aimed; none by a frame that is flat or not there.
    fn aimed(&self, asked: AimAt) -> Option<Hold> {
        let before = self.hold.aim.as_ref();
        let point = match asked.at {
            Holder::World => before.and_then(|aim| self.frames.target(aim)),
            Holder::Joint(_) | Holder::Prop(_) => None,
        };
        let point = point.unwrap_or(Vec3::ZERO);
        let target = self.frames.of(asked.at)?.transform_point3(point);
        let held = self.held_by(self.hold.holder, self.hold.way)?;
        let found = Aim::as_it_points(asked.at, point, self.model_from_prop, target);
        let aim = Aim {
            axis: asked.axis.direction().unwrap_or(found.axis),
            ..found
        };
        Some(Hold {
            aim: Some(aim),
            ..held
        })
    }
}

impl Context<'_> {
    pub(in crate::features) fn hold_chosen_prop(&mut self, way: HoldWay) {
        if let Some(joint) = self.session.character.selection.active() {
            self.hold_prop(self.chosen_prop(), Holder::Joint(joint), way);
        }
    }

    pub(in crate::features) fn release_chosen_prop(&mut self) {
        self.hold_prop(self.chosen_prop(), Holder::World, HoldWay::Parent);
    }

    /// Has the chosen prop held by the next other one that can hold it, in the order of the list.
    pub(in crate::features) fn hold_by_next_prop(&mut self) {
        let prop = self.chosen_prop();
        let moment = self.moment_of_props();
        let props = &self.document.props;
        let now = props.get(prop).map(|own| own.held_at(moment).holder);
        let first = now.and_then(Holder::prop).map_or(0, |holder| holder + 1);
        let mut others = (first..props.len()).chain(0..first);
        let other = others.find(|other| !hangs_on(props, *other, prop));
        match other {
            Some(other) => self.hold_prop(prop, Holder::Prop(other), HoldWay::Parent),
            None => self.say("All other props hang on this one, and cannot hold it."),
        }
    }

    pub(in crate::features) fn aim_chosen_prop(&mut self) {
        if let Some(joint) = self.session.character.selection.active() {
            let asked = AimAt {
                at: Holder::Joint(joint),
                axis: AimAxis::default(),
            };
            self.on_prop_intent(PropIntent::Aim(self.chosen_prop(), Some(asked)));
        }
    }

    /// Has a prop held by something else, from the shown time of a clip on, where it is now.
    pub(super) fn hold_prop(&mut self, prop: usize, holder: Holder, way: HoldWay) {
        if self.is_ring(prop, holder) {
            return;
        }
        let what = match (holder, way) {
            (Holder::World, _) => "Let go of",
            (_, HoldWay::Parent) => "Hold",
            (_, HoldWay::Position) => "Copy position to",
            (_, HoldWay::Rotation) => "Copy rotation to",
            (_, HoldWay::PositionAndRotation) => "Copy place to",
        };
        self.hold_otherwise(prop, what, |now| {
            let held = now.held_by(holder, way)?;
            // What is let go of stays.
            let aim = held.aim.filter(|_| holder != Holder::World);
            Some(Hold { aim, ..held })
        });
    }

    /// Aims a prop from the shown time of a clip on; it stays where it is, but for an axis that is to point there.
    pub(super) fn aim_prop(&mut self, prop: usize, asked: Option<AimAt>) {
        let Some(asked) = asked else {
            let moment = self.moment_of_props();
            let own = self.document.props.get(prop);
            if let Some(own) = own.filter(|own| own.held_at(moment).aim.is_none()) {
                let text = format!("{} is not aimed here.", own.name());
                return self.say(&text);
            }
            return self.hold_otherwise(prop, "Stop aiming", |now| {
                let held = now.held_by(now.hold.holder, now.hold.way)?;
                Some(Hold { aim: None, ..held })
            });
        };
        if !self.is_ring(prop, asked.at) {
            self.hold_otherwise(prop, "Aim", |now| now.aimed(asked));
        }
    }

    /// While a field is dragged all its changes are one step.
    pub(super) fn move_aim(&mut self, prop: usize, point: Vec3, dragging: bool) {
        let moment = self.moment_of_props();
        let Some(own) = self.document.props.get(prop) else {
            return;
        };
        let hold = own.held_at(moment);
        let Some(aim) = hold.aim.filter(|_| point.is_finite()) else {
            return;
        };
        let aim = Aim {
            point: PropPlace {
                translation: point,
                ..PropPlace::default()
            }
            .within_limits()
            .translation,
            ..aim
        };
        let hold = Hold {
            aim: Some(aim),
            ..hold
        };
        let after = match own.switch_at(moment) {
            Some(switch) => own.with_switch(HolderSwitch { hold, ..*switch }),
            None => own.with_own_hold(hold),
        };
        let gesture = Gesture::Prop(prop);
        let lasts = dragging || self.history.in_gesture(gesture);
        self.change_prop(prop, "Move aim of", lasts.then_some(gesture), |_| after);
        if !dragging {
            self.end_gesture();
        }
    }

    /// Attaches a prop to another one, where a joint of that one's file rests.
    pub(super) fn put_on(&mut self, prop: usize, on: usize, joint: JointIndex) {
        if self.is_ring(prop, Holder::Prop(on)) {
            return;
        }
        let file = self.document.props.get(on).map(|other| &other.file);
        let model = file.and_then(|file| self.session.props.shown(file));
        let at_rest = model.and_then(|model| {
            let character = &model.character;
            let inheritance = &character.rig.scale_inheritance;
            let frames = joint_frames(character, &base_pose(character), inheritance);
            frames.get(joint.index()).copied()
        });
        let Some(at_rest) = at_rest else {
            return;
        };
        self.change_prop(prop, "Attach", None, |own| {
            own.with_own_hold(Hold::by(Holder::Prop(on), at_rest))
        });
    }

    /// Whether something that is to hold a prop, or to be aimed at, is no prop, or hangs on that prop itself; that is told.
    pub(super) fn is_ring(&mut self, prop: usize, holder: Holder) -> bool {
        let Holder::Prop(other) = holder else {
            return false;
        };
        let props = &self.document.props;
        let named = props.get(prop).zip(props.get(other));
        let Some((own, by)) = named else {
            return true;
        };
        let is_ring = hangs_on(props, other, prop);
        if is_ring {
            let (own, by) = (own.name(), by.name());
            let text = match prop == other {
                true => format!("{own} cannot hang on itself; choose another prop or a joint."),
                false => format!(
                    "{own} cannot hang on {by}, for {by} hangs on {own} at some time; have {by} held by a joint first."
                ),
            };
            self.say(&text);
        }
        is_ring
    }

    /// The moment at which props are shown; none without a clip.
    pub(in crate::features) fn moment_of_props(&self) -> Option<Moment> {
        let moment = self.session.playback.moment;
        let moment = moment.filter(|_| !self.session.switches.rest)?;
        Some(moment_below(&self.document.character, moment))
    }

    /// The pose in which what holds a prop changes. Over a clip it is the clip's own, though a mix of clips or the held poses of the stepped
    /// preview may be seen in its place.
    fn pose_of_props(&self) -> Arc<Pose> {
        let moment = self.session.playback.moment;
        let moment = moment.filter(|_| !self.session.switches.rest);
        let of_clip = moment.and_then(|moment| seen_pose(self.document, moment, true));
        of_clip.map_or_else(|| shown_pose(self.document, self.session), Arc::new)
    }

    /// Has a prop held as `change` says, from the shown time of a clip on, or without a clip by itself.
    fn hold_otherwise(
        &mut self,
        prop: usize,
        what: &str,
        change: impl FnOnce(&HeldNow<'_>) -> Option<Hold>,
    ) {
        if self.is_kept_by_mix() {
            return;
        }
        let Some(own) = self.document.props.get(prop) else {
            return;
        };
        let moment = self.moment_of_props();
        let name = own.name();
        if moment.is_some() && own.switches.len() >= MOST_SWITCHES {
            return self.say(&format!(
                "{name}: what holds it changes {MOST_SWITCHES} times already; take one away first."
            ));
        }
        match self.hold_after(own, prop, change) {
            Some(hold) => {
                let after = held_from(own, moment, hold);
                self.change_prop(prop, what, None, |_| after);
            }
            None => self.say(&format!(
                "{name}: what is to hold it is scaled flat in this pose, and holds nothing in place; choose another time or joint."
            )),
        }
    }

    fn hold_after(
        &self,
        own: &Prop,
        prop: usize,
        change: impl FnOnce(&HeldNow<'_>) -> Option<Hold>,
    ) -> Option<Hold> {
        let moment = self.moment_of_props();
        let joints = joint_frames(
            &self.document.character,
            &self.pose_of_props(),
            &self.document.scale_inheritance,
        );
        let frame_of = |joint: JointIndex| joints.get(joint.index()).copied();
        let frames = HolderFrames {
            props: &self.document.props,
            moment,
            joint: &frame_of as FrameOf<'_>,
        };
        change(&HeldNow {
            model_from_prop: frames.prop(prop)?,
            frames,
            hold: own.held_at(moment),
        })
    }
}

/// A prop that is held so from a moment on; without one where no clip says otherwise.
fn held_from(own: &Prop, moment: Option<Moment>, hold: Hold) -> Prop {
    match moment {
        Some(Moment { clip, time }) => own.with_switch(HolderSwitch { clip, time, hold }),
        None => own.with_own_hold(hold),
    }
}
