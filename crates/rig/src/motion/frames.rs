//! The recursion of the forward pass, and what it knows of the polar parts of its frames without decomposing anything.
//!
//! # Reasoning
//!
//! Let `E_p = Q H` with Q a rotation and H symmetric and positive definite: its polar parts. With the stretch S of the joint and a
//! rigid motion of rotation ρ below it,
//!
//! ```text
//! W_p = Q (H S)             polar parts are Q and H S, if H S is symmetric and positive definite
//! W_p ρ = (Q ρ) (ρᵀ H S ρ)  and so are these
//! ```
//!
//! `H S` is symmetric where H and S commute: where either is a multiple of the identity. So rotations of frames are products of
//! quaternions wherever no more than one joint above is stretched unevenly, and the stretch is `Qᵀ E`. A joint that is stretched under
//! another uneven stretch ends this for all joints that it carries: these are decomposed.

use crate::motion::polar::rigid_part;
use crate::{JointIndex, Rigid, ScaleInheritance, Stretch};
use glam::{Affine3A, Mat3, Mat3A, Quat, Vec3};

/// What is known of the symmetric part of a matrix, most first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) enum StretchKind {
    /// It is the identity.
    #[default]
    Identity,
    /// It is a positive multiple of the identity.
    Even,
    /// It is positive definite, and the rotation is what remains.
    Positive,
    /// Nothing is known: the frame has to be decomposed.
    Nothing,
}

/// A symmetric matrix of trace 1 counts as positive definite where its determinant is above this: its smallest eigenvalue is then
/// above four times as much, far from what rounding does.
const POSITIVE: f32 = 1e-5;

impl StretchKind {
    /// Of a joint's own stretch. Exact comparisons: what is nearly the identity is not.
    fn of(stretch: &Mat3A) -> Self {
        if *stretch == Mat3A::IDENTITY {
            return Self::Identity;
        }
        let Stretch { scale, shear } = Stretch::from_symmetric(Mat3::from(*stretch));
        let trace = scale.element_sum();
        if !(trace.is_finite() && trace > f32::MIN_POSITIVE) || *stretch != stretch.transpose() {
            return Self::Nothing;
        }
        if shear == Vec3::ZERO && scale == Vec3::splat(scale.x) {
            return Self::Even;
        }
        let unit = *stretch * trace.recip();
        let Stretch { scale, shear } = Stretch::from_symmetric(Mat3::from(unit));
        // With trace and determinant the coefficients of the characteristic polynomial: all are positive where all eigenvalues are.
        let pairs =
            scale.x * scale.y + scale.y * scale.z + scale.z * scale.x - shear.length_squared();
        if pairs > POSITIVE && unit.determinant() > POSITIVE {
            Self::Positive
        } else {
            Self::Nothing
        }
    }

    /// Of a product `H S`.
    fn times(self, own: Self) -> Self {
        // Only a multiple of the identity commutes with every stretch.
        if self.min(own) <= Self::Even {
            self.max(own)
        } else {
            Self::Nothing
        }
    }
}

/// `E_i` and `W_i` of one joint.
#[derive(Clone, Copy, Debug)]
struct Frame {
    before_stretch: Affine3A,
    with_stretch: Affine3A,
    /// The rotation of `E_i`, where that is known.
    turned: Quat,
    /// Of `E_i`, and of `W_i`.
    known: [StretchKind; 2],
    /// Whether the joint or one above it has a stretch.
    is_stretched: bool,
}

impl Frame {
    /// Without a stretch of its own.
    fn of_root(rigid: Rigid) -> Self {
        let frame = rigid.to_affine();
        Self {
            before_stretch: frame,
            with_stretch: frame,
            turned: rigid.rotation,
            known: [StretchKind::Identity; 2],
            is_stretched: false,
        }
    }

    /// The frame of a joint below, `(R_i, T_i)`, without its own stretch.
    fn child(
        &self,
        inheritance: ScaleInheritance,
        stretch: Mat3A,
        (rest, rigid): (Rigid, Rigid),
        at_rest: Option<Rigid>,
    ) -> Self {
        use ScaleInheritance::{Aligned, Average, Children, Joint, Segment, Unscaled};
        let local = product(rest, rigid);
        let (above, known, local) = match inheritance {
            Children => (self.with_stretch, self.known[1], local),
            // The stretch moves the child's head and leaves its axes alone (Kavan 2008, section 4.2).
            Joint => {
                let translation = stretch * rest.translation;
                let elongated = Rigid {
                    translation,
                    ..rest
                };
                (
                    self.before_stretch,
                    self.known[0],
                    product(elongated, rigid),
                )
            }
            Segment => {
                let translation = stretch * local.translation;
                let elongated = Rigid {
                    translation,
                    ..local
                };
                (self.before_stretch, self.known[0], elongated)
            }
            Unscaled | Average | Aligned => return self.apart(inheritance, local, at_rest),
        };
        // A stretch above takes the joint elsewhere than where it rests.
        let at_rest = at_rest.filter(|_| known == StretchKind::Identity);
        let turns = || nearly_unit(self.turned * local.rotation);
        let turned = at_rest.map_or_else(turns, |frame| frame.rotation);
        let frame = match at_rest.filter(|_| !self.is_stretched) {
            Some(at_rest) => at_rest.to_affine(),
            None => below(&above, known, local, turned),
        };
        self.unstretched(frame, turned, known)
    }

    /// The same where rotation and stretch of the parent are inherited apart.
    fn apart(&self, inheritance: ScaleInheritance, local: Rigid, at_rest: Option<Rigid>) -> Self {
        if let Some(at_rest) = at_rest.filter(|_| !self.is_stretched) {
            let known = StretchKind::Identity;
            return self.unstretched(at_rest.to_affine(), at_rest.rotation, known);
        }
        let (rotation, stretch) = match self.known[1] {
            StretchKind::Nothing => {
                let (rigid, stretch) = rigid_part(self.with_stretch);
                (rigid.rotation, stretch)
            }
            _ => (
                self.turned,
                stretch_of(self.with_stretch.matrix3, self.turned),
            ),
        };
        let inherited = inherited_stretch(inheritance, stretch);
        let turned = nearly_unit(rotation * local.rotation);
        let frame = Affine3A {
            matrix3: Mat3A::from_quat(turned) * inherited,
            translation: self
                .with_stretch
                .transform_point3a(local.translation.into()),
        };
        self.unstretched(frame, turned, StretchKind::of(&inherited))
    }

    /// A frame below this one, before its own stretch.
    const fn unstretched(&self, frame: Affine3A, turned: Quat, known: StretchKind) -> Self {
        Self {
            before_stretch: frame,
            with_stretch: frame,
            turned,
            known: [known; 2],
            is_stretched: self.is_stretched,
        }
    }

    /// With its own stretch.
    fn with_own_stretch(mut self, stretch: Mat3A) -> Self {
        let own = StretchKind::of(&stretch);
        if own != StretchKind::Identity {
            self.with_stretch = times_linear(self.before_stretch, stretch);
            self.known[1] = self.known[0].times(own);
            self.is_stretched = true;
        }
        self
    }
}

/// The frames of one recursion.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    joints: Vec<Frame>,
    is_stretched: bool,
}

impl Frames {
    /// The recursion of [`forward`](crate::forward); `joint` gives `(R_i, T_i, S_i)`.
    ///
    /// The frames of joints that nothing has moved are those of `at_rest`, if that is given: a stretch elsewhere then does not change
    /// them by a rounding.
    pub(crate) fn set(
        &mut self,
        parents: &[Option<JointIndex>],
        scale_inheritance: &[ScaleInheritance],
        joint: impl Fn(usize) -> (Rigid, Rigid, Mat3A),
        at_rest: Option<&[Rigid]>,
    ) {
        self.joints.clear();
        self.joints.reserve(parents.len());
        self.is_stretched = false;
        for (i, parent) in parents.iter().enumerate() {
            let (rest, rigid, stretch) = joint(i);
            let at_rest = at_rest.map(|frames| frames[i]);
            let frame = match parent.map(JointIndex::index) {
                None => Frame::of_root(at_rest.unwrap_or_else(|| rest * rigid)),
                Some(p) => {
                    let above = &self.joints[p];
                    let inheritance = scale_inheritance[p];
                    let stretch_above = match inheritance {
                        ScaleInheritance::Joint | ScaleInheritance::Segment => joint(p).2,
                        _ => Mat3A::IDENTITY,
                    };
                    above.child(inheritance, stretch_above, (rest, rigid), at_rest)
                }
            };
            let frame = frame.with_own_stretch(stretch);
            self.is_stretched |= frame.is_stretched;
            self.joints.push(frame);
        }
    }

    /// Whether any joint has a stretch but the identity.
    pub(crate) const fn is_stretched(&self) -> bool {
        self.is_stretched
    }

    /// `E_i`, the frame of a joint before its own stretch.
    pub(crate) fn before_stretch(&self, joint: usize) -> Affine3A {
        self.joints[joint].before_stretch
    }

    /// `W_i`, the final matrix of a joint.
    pub(crate) fn with_stretch(&self, joint: usize) -> Affine3A {
        self.joints[joint].with_stretch
    }

    /// The rotation of `W_i`, where it is known.
    pub(crate) fn known_rotation(&self, joint: usize) -> Option<Quat> {
        let Frame { known, turned, .. } = self.joints[joint];
        (known[1] != StretchKind::Nothing).then_some(turned)
    }

    /// `E_i` where nothing is stretched: a product of rigid motions, with the sign of that of the quaternions.
    pub(crate) fn rigid(&self, joint: usize) -> Rigid {
        let Frame {
            before_stretch,
            turned,
            ..
        } = self.joints[joint];
        Rigid::new(turned, before_stretch.translation.into())
    }

    /// The polar parts of `E_i`: rotation and translation, and the stretch.
    pub(crate) fn rigid_part(&self, joint: usize) -> (Rigid, Mat3A) {
        let Frame {
            before_stretch,
            turned,
            known,
            ..
        } = self.joints[joint];
        let stretch = match known[0] {
            StretchKind::Nothing => return rigid_part(before_stretch),
            StretchKind::Identity => Mat3A::IDENTITY,
            StretchKind::Even | StretchKind::Positive => stretch_of(before_stretch.matrix3, turned),
        };
        let rigid = Rigid::new(
            canonical_rotation(turned),
            before_stretch.translation.into(),
        );
        (rigid, stretch)
    }
}

/// `R T`, without making the quaternion unit: that of the frame is.
fn product(rest: Rigid, rigid: Rigid) -> Rigid {
    let translation = rest.transform_point3(rigid.translation);
    Rigid::new(rest.rotation * rigid.rotation, translation)
}

/// A product of unit quaternions, made one again: by a step of Newton, which leaves the square of what is missing.
fn nearly_unit(rotation: Quat) -> Quat {
    const NEAR: f32 = 1e-3;
    let length_squared = rotation.length_squared();
    if (length_squared - 1.0).abs() < NEAR {
        rotation * (1.5 - 0.5 * length_squared)
    } else {
        rotation.normalize()
    }
}

/// `E_i` from what is above, `local` and the product of rotations. Where nothing is stretched, the matrix is that of the quaternion, so
/// that both say the same.
fn below(above: &Affine3A, known: StretchKind, local: Rigid, turned: Quat) -> Affine3A {
    let matrix3 = match known {
        StretchKind::Identity => Mat3A::from_quat(turned),
        _ => above.matrix3 * Mat3A::from_quat(local.rotation),
    };
    Affine3A {
        matrix3,
        translation: above.transform_point3a(local.translation.into()),
    }
}

/// The symmetric part of `Rᵀ M`.
pub(crate) fn stretch_of(matrix: Mat3A, rotation: Quat) -> Mat3A {
    let stretch = Mat3A::from_quat(rotation.conjugate()) * matrix;
    // Symmetric by construction: the mean takes the rounding off.
    (stretch + stretch.transpose()) * 0.5
}

/// The quaternion of the same rotation whose largest number is positive, as a decomposition gives it: of rotations half a turn
/// apart, which have no nearer sign, the blend then does not depend on how their matrices were made.
pub(crate) fn canonical_rotation(rotation: Quat) -> Quat {
    let [x, y, z, w] = rotation.to_array();
    let larger = |a: f32, b: f32| if a.abs() >= b.abs() { a } else { b };
    let largest = if x * x + y * y >= z * z + w * w {
        larger(x, y)
    } else {
        larger(z, w)
    };
    if largest < 0.0 { -rotation } else { rotation }
}

/// What a joint has of its parent p.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Above {
    /// How p's stretch is inherited.
    pub(crate) inheritance: ScaleInheritance,
    /// `E_p`, the parent's frame before its own stretch.
    pub(crate) before_stretch: Affine3A,
    /// `W_p`, the parent's final matrix.
    pub(crate) with_stretch: Affine3A,
    /// `S_p`, the parent's own stretch, any 3×3 matrix.
    pub(crate) stretch: Mat3A,
}

impl Above {
    /// `E_i` of a joint below, `(R_i, T_i)`.
    fn frame_below(&self, rest: Rigid, rigid: Rigid) -> Affine3A {
        let local = rest.to_affine() * rigid.to_affine();
        match self.inheritance {
            ScaleInheritance::Children => self.with_stretch * local,
            ScaleInheritance::Joint => {
                let elongated = Rigid {
                    translation: self.stretch * rest.translation,
                    ..rest
                };
                self.before_stretch * elongated.to_affine() * rigid.to_affine()
            }
            ScaleInheritance::Segment => {
                let elongated = Affine3A {
                    translation: self.stretch * local.translation,
                    ..local
                };
                self.before_stretch * elongated
            }
            apart @ (ScaleInheritance::Unscaled
            | ScaleInheritance::Average
            | ScaleInheritance::Aligned) => {
                let (turned, stretch) = rigid_part(self.with_stretch);
                Affine3A {
                    matrix3: Mat3A::from_quat(turned.rotation)
                        * local.matrix3
                        * inherited_stretch(apart, stretch),
                    translation: self.with_stretch.transform_point3a(local.translation),
                }
            }
        }
    }
}

/// What a child has of the stretch H above it, before its own, where rotation and stretch are inherited apart.
fn inherited_stretch(inheritance: ScaleInheritance, stretch: Mat3A) -> Mat3A {
    match inheritance {
        ScaleInheritance::Average => Mat3A::IDENTITY * stretch.determinant().abs().cbrt(),
        ScaleInheritance::Aligned => stretch,
        _ => Mat3A::IDENTITY,
    }
}

/// `E_i` and `W_i` of one joint: a step of [`forward`](crate::forward), of `(R_i, T_i, S_i)`.
pub(crate) fn one_frame(
    above: Option<Above>,
    (rest, rigid, stretch): (Rigid, Rigid, Mat3A),
) -> (Affine3A, Affine3A) {
    let frame = match above {
        None => rest.to_affine() * rigid.to_affine(),
        Some(above) => above.frame_below(rest, rigid),
    };
    (frame, times_linear(frame, stretch))
}

/// `E S` for a linear S.
fn times_linear(frame: Affine3A, stretch: Mat3A) -> Affine3A {
    Affine3A {
        matrix3: frame.matrix3 * stretch,
        translation: frame.translation,
    }
}
