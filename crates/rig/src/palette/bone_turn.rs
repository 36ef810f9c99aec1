//! Joints that are turned about their own bones before they are blended, each vertex by an angle of its own.

use dq_math::DualQuat;
use glam::{Affine3A, Mat3, Quat, Vec3};

use crate::{BoneSegment, Palette, Rigid, TwoPhasePalette};

/// A turn about a bone at the bind, before the joint moves what is bound to it: `C_i` becomes `C_i V T V⁻¹`, with T the turn in the
/// skeleton's units and V those of the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoneTurn {
    /// The bone, in the mesh's units. One without length turns nothing.
    pub bone: BoneSegment,
    /// By how much, radians, with the thumb towards the tail.
    pub angle: f32,
    /// V⁻¹ of [`BindPose`](crate::BindPose).
    pub rest_from_bind: Mat3,
    /// V, its inverse.
    pub bind_from_rest: Mat3,
}

impl BoneTurn {
    /// T: the turn in the skeleton's units. Half its angle keeps its sign, so that turns that grow from nothing stay on one side.
    #[must_use]
    pub fn in_rest(&self) -> Rigid {
        self.through(Affine3A::from_mat3(self.rest_from_bind))
    }

    /// `V T V⁻¹`: the same in the mesh's units.
    #[must_use]
    pub fn in_bind(&self) -> Affine3A {
        let turn = self.in_rest().to_affine();
        if self.rest_from_bind == Mat3::IDENTITY {
            return turn;
        }
        Affine3A::from_mat3(self.bind_from_rest) * turn * Affine3A::from_mat3(self.rest_from_bind)
    }

    /// The turn about the bone where a map takes it. Where it leaves it no direction, about that in the skeleton's units.
    fn through(&self, map: Affine3A) -> Rigid {
        let along = self.bone.tail - self.bone.head;
        let axis = map.transform_vector3(along).try_normalize();
        let Some(axis) = axis.or_else(|| (self.rest_from_bind * along).try_normalize()) else {
            return Rigid::IDENTITY;
        };
        let head = map.transform_point3(self.bone.head);
        // Not from_axis_angle, which would want a checked length.
        let (sin, cos) = (0.5 * self.angle).sin_cos();
        let part: Vec3 = axis * sin;
        let rotation = Quat::from_xyzw(part.x, part.y, part.z, cos);
        Rigid::new(rotation, head - rotation * head)
    }
}

impl Palette {
    /// Makes an entry that of another palette for the same method, with its joint turned about its bone first; without a turn the entry
    /// itself, bit for bit.
    ///
    /// What is blended as rotations is turned as one: behind a first phase about the bone as that leaves it, so that the first phase turns
    /// nothing of what it does not stretch. Heads are on the bone and stay. Signs follow the turn. Nothing happens beyond the last entry,
    /// or where the palettes are for different methods.
    pub fn set_turned(&mut self, joint: usize, of: &Self, turn: Option<&BoneTurn>) {
        match (self, of) {
            (Self::Linear(own), Self::Linear(of)) => {
                let turned = |map: Affine3A| turn.map_or(map, |turn| map * turn.in_bind());
                set(&mut own.posed_from_bind, joint, &of.posed_from_bind, turned);
            }
            (Self::DualQuaternion(own), Self::DualQuaternion(of)) => {
                let turned = |motion: DualQuat| {
                    turn.map_or(motion, |turn| motion * turn.in_rest().to_dual_quat())
                };
                set(&mut own.posed_from_bind, joint, &of.posed_from_bind, turned);
            }
            (Self::TwoPhase(own), Self::TwoPhase(of)) => own.set_turned(joint, of, turn),
            (Self::Affine(own), Self::Affine(of)) => {
                let turned = |map: Affine3A| turn.map_or(map, |turn| map * turn.in_bind());
                set(&mut own.posed_from_bind, joint, &of.posed_from_bind, turned);
                let turned = |rotation: Quat| {
                    turn.map_or(rotation, |turn| rotation * turn.in_rest().rotation)
                };
                set(&mut own.rotation, joint, &of.rotation, turned);
            }
            (
                Self::Linear(_) | Self::DualQuaternion(_) | Self::TwoPhase(_) | Self::Affine(_),
                _,
            ) => {}
        }
    }
}

impl TwoPhasePalette {
    /// `G T̂` and `T̂⁻¹ N (V T V⁻¹)`, with T̂ the turn about the bone after the first phase: their product is `C V T V⁻¹`.
    fn set_turned(&mut self, joint: usize, of: &Self, turn: Option<&BoneTurn>) {
        let Some(&stretch) = of.stretched_from_bind.get(joint) else {
            return;
        };
        let after = turn.map(|turn| turn.through(stretch));
        let stretched = |stretch: Affine3A| match (turn, after) {
            (Some(turn), Some(after)) => after.inverse().to_affine() * stretch * turn.in_bind(),
            _ => stretch,
        };
        // Where nothing is stretched both turns are one, and undo each other.
        let is_plain = stretch == Affine3A::IDENTITY;
        set(
            &mut self.stretched_from_bind,
            joint,
            &of.stretched_from_bind,
            |stretch| {
                if is_plain {
                    stretch
                } else {
                    stretched(stretch)
                }
            },
        );
        let moved = |motion: DualQuat| after.map_or(motion, |after| motion * after.to_dual_quat());
        set(
            &mut self.posed_from_stretched,
            joint,
            &of.posed_from_stretched,
            moved,
        );
        if let (Some(log), Some(motion)) = (
            self.logs.get_mut(joint),
            self.posed_from_stretched.get(joint),
        ) {
            *log = motion.log_principal();
        }
    }
}

/// Takes one entry over, changed.
fn set<T: Copy>(own: &mut [T], joint: usize, of: &[T], change: impl Fn(T) -> T) {
    if let (Some(own), Some(of)) = (own.get_mut(joint), of.get(joint)) {
        *own = change(*of);
    }
}
