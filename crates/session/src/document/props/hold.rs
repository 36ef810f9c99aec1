//! How a prop is held: by what, which of its frame the prop takes, and toward what the prop turns.

use glam::{Affine3A, Mat3, Mat3A, Quat, Vec3};
use rig::{JointIndex, Skeleton, polar};

use super::{MOST_PROPS, Prop};
use crate::document::moment::Moment;
use crate::document::pins::Skeletons;

/// A sum of two directions that is shorter counts as nothing: they are opposite.
const OPPOSITE: f32 = 1e-6;

/// What a prop goes along with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holder {
    /// Nothing: it stays where it is.
    #[default]
    World,
    /// A joint: it goes along with the joint's posed frame, scale and shear included.
    Joint(JointIndex),
    /// Another prop, by its place in the list.
    Prop(usize),
}

/// What a prop takes of the frame of what holds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HoldWay {
    /// All of it: the prop is where `F P` is, of the frame `F` and the place `P`.
    #[default]
    Parent,
    /// Where the frame is: its translation is added to that of the place, in axes of the model.
    Position,
    /// How the frame is turned: its rotation, without scale and shear, comes before the place's linear part.
    Rotation,
    /// Both of these. The prop does not swing about what holds it, nor is it scaled with it.
    PositionAndRotation,
}

/// Toward what a prop turns, about its own origin, after it is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    /// In the frame of what the point is.
    pub at: Holder,
    /// The point there, meters.
    pub point: Vec3,
    /// The direction in the prop's own frame that points to it, of length one.
    pub axis: Vec3,
}

/// How a prop is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hold {
    /// What holds it.
    pub holder: Holder,
    /// What it takes of the frame of that.
    pub way: HoldWay,
    /// Where it is in the frame of that, before it is aimed.
    pub place: Affine3A,
    /// Toward what it turns.
    pub aim: Option<Aim>,
}

/// What can hold props at a moment: joints in a pose, and other props.
#[derive(Clone, Copy, Debug)]
pub struct HolderFrames<'a, F> {
    /// All props of the document.
    pub props: &'a [Prop],
    /// The moment; none for what holds props by itself.
    pub moment: Option<Moment>,
    /// The posed frame of a joint in the model; none of a joint that is not there.
    pub joint: F,
}

impl<F: Fn(JointIndex) -> Option<Affine3A>> HolderFrames<'_, F> {
    /// The frame of a holder in the model; none of a joint or a prop that is not there.
    #[must_use]
    pub fn of(&self, holder: Holder) -> Option<Affine3A> {
        self.holder(holder, MOST_PROPS)
    }

    /// Where a prop is in the model. What holds it, and is not there, counts as the world. None of a prop that is not there.
    #[must_use]
    pub fn prop(&self, number: usize) -> Option<Affine3A> {
        self.place(number, MOST_PROPS)
    }

    /// Where a hold brings a prop, in the model.
    #[must_use]
    pub fn held(&self, hold: &Hold) -> Affine3A {
        self.brought(hold, MOST_PROPS)
    }

    /// Where the point of an aim is in the model; none where that is not there.
    #[must_use]
    pub fn target(&self, aim: &Aim) -> Option<Vec3> {
        Some(self.of(aim.at)?.transform_point3(aim.point))
    }

    /// `left` more props may hold one another: rings end.
    fn holder(&self, holder: Holder, left: usize) -> Option<Affine3A> {
        match holder {
            Holder::World => Some(Affine3A::IDENTITY),
            Holder::Joint(joint) => (self.joint)(joint),
            Holder::Prop(number) => self.place(number, left.checked_sub(1)?),
        }
    }

    fn place(&self, number: usize, left: usize) -> Option<Affine3A> {
        let hold = self.props.get(number)?.held_at(self.moment);
        Some(self.brought(&hold, left))
    }

    fn brought(&self, hold: &Hold, left: usize) -> Affine3A {
        let frame = self.holder(hold.holder, left);
        let held = frame.map_or(hold.place, |frame| hold.way.applied(frame, hold.place));
        let Some(aim) = hold.aim else {
            return held;
        };
        // Once where both are the same: in a chain of props each would be asked twice as often as the one that hangs on it.
        let at = match aim.at == hold.holder {
            true => frame,
            false => self.holder(aim.at, left),
        };
        let target = at.map(|frame| frame.transform_point3(aim.point));
        target.map_or(held, |target| aim.turned(held, target))
    }
}

impl Holder {
    /// The joint, if it is one.
    #[must_use]
    pub const fn joint(self) -> Option<JointIndex> {
        match self {
            Self::Joint(joint) => Some(joint),
            Self::World | Self::Prop(_) => None,
        }
    }

    /// The prop, if it is one.
    #[must_use]
    pub const fn prop(self) -> Option<usize> {
        match self {
            Self::Prop(number) => Some(number),
            Self::World | Self::Joint(_) => None,
        }
    }
}

impl HoldWay {
    /// Where something is in the model whose place is `place`, by the frame of what holds it.
    #[must_use]
    pub fn applied(self, frame: Affine3A, place: Affine3A) -> Affine3A {
        let turned = || Mat3A::from_quat(rotation(frame)) * place.matrix3;
        let moved = || frame.translation + place.translation;
        let (matrix3, translation) = match self {
            Self::Parent => return frame * place,
            Self::Position => (place.matrix3, moved()),
            Self::Rotation => (turned(), place.translation),
            Self::PositionAndRotation => (turned(), moved()),
        };
        Affine3A {
            matrix3,
            translation,
        }
    }

    /// The place of something that is at `model_from_prop`: the inverse of [`applied`](Self::applied). None of a frame that is not finite,
    /// or, where all of it is taken, flat.
    #[must_use]
    pub fn place_of(self, frame: Affine3A, model_from_prop: Affine3A) -> Option<Affine3A> {
        let turned = || {
            let back = rotation(frame).conjugate();
            Mat3A::from_quat(back) * model_from_prop.matrix3
        };
        let moved = || model_from_prop.translation - frame.translation;
        let place = match self {
            Self::Parent => frame.inverse() * model_from_prop,
            Self::Position => Affine3A {
                matrix3: model_from_prop.matrix3,
                translation: moved(),
            },
            Self::Rotation => Affine3A {
                matrix3: turned(),
                translation: model_from_prop.translation,
            },
            Self::PositionAndRotation => Affine3A {
                matrix3: turned(),
                translation: moved(),
            },
        };
        place.is_finite().then_some(place)
    }
}

/// The rotation of a frame without its stretch.
fn rotation(frame: Affine3A) -> Quat {
    polar(Mat3::from(frame.matrix3)).rotation
}

impl Aim {
    /// An aim at a point `target` of the model whose direction is the one in which the target lies now, so that nothing turns now. Where
    /// `held` is flat, or lies in the target, that is the prop's Z axis.
    #[must_use]
    pub fn as_it_points(at: Holder, point: Vec3, held: Affine3A, target: Vec3) -> Self {
        let away = target - Vec3::from(held.translation);
        let axis = held.matrix3.inverse() * away;
        let axis = match axis.is_finite() {
            true => axis.normalize_or(Vec3::Z),
            false => Vec3::Z,
        };
        Self { at, point, axis }
    }

    /// A held prop, turned about its origin the shortest way by which its axis points to `target`.
    ///
    /// It stays as it is where its origin lies in the target, or its axis is scaled away. Where the axis points straight away from the
    /// target, any of the half turns is taken.
    #[must_use]
    pub fn turned(&self, held: Affine3A, target: Vec3) -> Affine3A {
        let axis = (held.matrix3 * self.axis).try_normalize();
        let away = (target - Vec3::from(held.translation)).try_normalize();
        let turn = axis.zip(away).map(|(from, to)| arc(from, to));
        let Some(turn) = turn.filter(|turn| turn.is_finite()) else {
            return held;
        };
        Affine3A {
            matrix3: Mat3A::from_quat(turn) * held.matrix3,
            translation: held.translation,
        }
    }
}

/// The shortest rotation from one direction to another, exact for small angles too.
fn arc(from: Vec3, to: Vec3) -> Quat {
    let w = 1.0 + from.dot(to);
    if w < OPPOSITE {
        return Quat::from_axis_angle(from.any_orthonormal_vector(), std::f32::consts::PI);
    }
    let axis = from.cross(to);
    Quat::from_xyzw(axis.x, axis.y, axis.z, w).normalize()
}

impl Hold {
    /// Held by something, with all of its frame, and not aimed.
    #[must_use]
    pub const fn by(holder: Holder, place: Affine3A) -> Self {
        Self {
            holder,
            way: HoldWay::Parent,
            place,
            aim: None,
        }
    }

    /// What holds it, and what it is aimed at.
    pub fn holders(&self) -> impl Iterator<Item = Holder> + use<> {
        let aimed = self.aim.map(|aim| aim.at);
        std::iter::once(self.holder).chain(aimed)
    }

    /// The same after a prop was removed, whose frame at rest was `gone_at_rest`: what that held stays in the world, as it rested.
    pub(super) fn without_prop(&self, gone: usize, gone_at_rest: Affine3A) -> Self {
        let moved = |holder: Holder| match holder {
            Holder::Prop(number) if number > gone => Holder::Prop(number - 1),
            Holder::World | Holder::Joint(_) | Holder::Prop(_) => holder,
        };
        let aim = self.aim.map(|aim| match aim.at {
            Holder::Prop(number) if number == gone => Aim {
                at: Holder::World,
                point: gone_at_rest.transform_point3(aim.point),
                ..aim
            },
            at => Aim {
                at: moved(at),
                ..aim
            },
        });
        match self.holder {
            Holder::Prop(number) if number == gone => Self {
                aim,
                ..Self::by(Holder::World, self.way.applied(gone_at_rest, self.place))
            },
            holder => Self {
                holder: moved(holder),
                aim,
                ..*self
            },
        }
    }

    /// The same on another skeleton. A joint that is gone becomes the world, where what it held stays as it rested.
    pub(super) fn carried(
        &self,
        skeletons: &Skeletons<'_>,
        of: &impl Fn(JointIndex) -> Option<JointIndex>,
    ) -> Self {
        let aim = self.aim.map(|aim| aim.carried(skeletons, of));
        let same = Self { aim, ..*self };
        match Rests::of(self.holder, skeletons, of) {
            None => same,
            Some(Rests {
                before,
                after: None,
                ..
            }) => Self {
                aim,
                ..Self::by(Holder::World, self.way.applied(before, self.place))
            },
            Some(Rests {
                before,
                after: Some(after),
                holder,
            }) => {
                let resting = self.way.applied(before, self.place);
                let place = self.way.place_of(after, resting);
                let place = place.filter(|_| after != before);
                Self {
                    holder,
                    place: place.unwrap_or(self.place),
                    ..same
                }
            }
        }
    }
}

impl Aim {
    fn carried(
        &self,
        skeletons: &Skeletons<'_>,
        of: &impl Fn(JointIndex) -> Option<JointIndex>,
    ) -> Self {
        let Some(rests) = Rests::of(self.at, skeletons, of) else {
            return *self;
        };
        let resting = rests.before.transform_point3(self.point);
        let point = match rests.after {
            None => resting,
            // The head of a joint stays its head.
            Some(_) if self.point == Vec3::ZERO => Vec3::ZERO,
            Some(after) if after == rests.before => self.point,
            Some(after) => after.inverse().transform_point3(resting),
        };
        Self {
            at: rests.holder,
            point: if point.is_finite() { point } else { self.point },
            ..*self
        }
    }
}

/// A joint that holds something, on two versions of the skeleton.
struct Rests {
    /// Its frame at rest.
    before: Affine3A,
    /// That on the other skeleton; none where it is gone.
    after: Option<Affine3A>,
    /// The joint on the other skeleton, or the world.
    holder: Holder,
}

impl Rests {
    /// None of a holder that is no joint.
    fn of(
        holder: Holder,
        skeletons: &Skeletons<'_>,
        of: &impl Fn(JointIndex) -> Option<JointIndex>,
    ) -> Option<Self> {
        let old = holder.joint()?;
        let at_rest = |skeleton: &Skeleton, joint| {
            let rest = skeleton.rest_model_from_joint(joint);
            rest.to_affine()
        };
        let new = of(old);
        Some(Self {
            before: at_rest(skeletons.before, old),
            after: new.map(|new| at_rest(skeletons.after, new)),
            holder: new.map_or(Holder::World, Holder::Joint),
        })
    }
}
