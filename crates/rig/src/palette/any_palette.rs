//! One palette for any method.
//!
//! It is here, and not in a kernel, since both kernels take a palette and neither may see the other.

use dq_math::SignRule;
use glam::{Affine3A, Mat3A, Quat};

use crate::{
    AffineDualQuatPalette, DualQuatPalette, MatrixPalette, Method, PaletteMemory, PosedSkin,
    TwoPhasePalette,
};

/// A posed skin, ready for one method: one entry per joint of the skin's list, which [`Influences`](crate::Influences) index.
#[derive(Clone, Debug, PartialEq)]
pub enum Palette {
    /// For linear blending: a matrix per entry.
    Linear(MatrixPalette),
    /// For dual quaternion blending.
    DualQuaternion(DualQuatPalette),
    /// For two-phase blending, whatever its split and rigid blend.
    TwoPhase(TwoPhasePalette),
    /// For affine blending: a matrix and a rotation per entry.
    Affine(AffineDualQuatPalette),
}

/// For linear blending, without entries.
impl Default for Palette {
    fn default() -> Self {
        Self::empty(Method::default())
    }
}

impl Palette {
    /// The palette of a posed skin for a method. `signs` says nothing to [`Method::Linear`] and to
    /// [`RigidBlend::LogMatrix`](crate::RigidBlend::LogMatrix).
    #[must_use]
    pub fn new(method: Method, signs: SignRule, skin: &PosedSkin<'_>) -> Self {
        let mut palette = Self::empty(method);
        palette.set(method, signs, skin, &mut PaletteMemory::default());
        palette
    }

    /// Becomes the palette of a posed skin for a method, as [`new`](Self::new) gives it. Nothing is allocated where this and the memory
    /// have held one of as many joints for the same kind of method.
    pub fn set(
        &mut self,
        method: Method,
        signs: SignRule,
        skin: &PosedSkin<'_>,
        memory: &mut PaletteMemory,
    ) {
        match (method, &mut *self) {
            (Method::Linear, Self::Linear(palette)) => palette.set(skin),
            (Method::DualQuaternion, Self::DualQuaternion(palette)) => {
                palette.set(skin, signs, memory);
            }
            (Method::TwoPhase(split, blend), Self::TwoPhase(palette)) => {
                palette.set(skin, (split, blend), signs, memory);
            }
            (Method::Affine, Self::Affine(palette)) => palette.set(skin, signs, memory),
            // Of another kind.
            _ => {
                *self = Self::empty(method);
                self.set(method, signs, skin, memory);
            }
        }
    }

    /// Without entries, of the kind that a method takes.
    fn empty(method: Method) -> Self {
        match method {
            Method::Linear => Self::Linear(MatrixPalette::default()),
            Method::DualQuaternion => Self::DualQuaternion(DualQuatPalette::default()),
            Method::TwoPhase(..) => Self::TwoPhase(TwoPhasePalette::default()),
            Method::Affine => Self::Affine(AffineDualQuatPalette::default()),
        }
    }

    /// The rule of the signs of its rotations; none where the blend has no signs.
    #[must_use]
    pub fn signs(&self) -> Option<SignRule> {
        match self {
            Self::Linear(_) => None,
            Self::DualQuaternion(palette) => Some(palette.signs),
            Self::TwoPhase(palette) => palette.blend.has_signs().then_some(palette.signs),
            Self::Affine(palette) => Some(palette.signs),
        }
    }

    /// The rotation of an entry as it is blended, with its sign; none beyond the last, and for linear blending.
    #[must_use]
    pub fn rotation(&self, joint: usize) -> Option<Quat> {
        match self {
            Self::Linear(_) => None,
            Self::DualQuaternion(palette) => Some(palette.posed_from_bind.get(joint)?.real),
            Self::TwoPhase(palette) => Some(palette.posed_from_stretched.get(joint)?.real),
            Self::Affine(palette) => palette.rotation.get(joint).copied(),
        }
    }

    /// Where each joint alone carries what is bound to it, one affine map an entry: the skinning matrices `C_i`, but of dual quaternion
    /// blending, which leaves scale out, its motions after the mesh's units. It is what a row of one influence makes.
    #[must_use]
    pub fn joint_maps(&self) -> Vec<Affine3A> {
        match self {
            Self::Linear(palette) => palette.posed_from_bind.clone(),
            Self::DualQuaternion(palette) => palette.joint_maps(),
            Self::TwoPhase(palette) => palette.joint_maps(),
            Self::Affine(palette) => palette.posed_from_bind.clone(),
        }
    }

    /// The method it was made for, with the elongated rest in the place of its split: which blend takes it.
    #[must_use]
    pub const fn blend(&self) -> Method {
        match self {
            Self::Linear(_) => Method::Linear,
            Self::DualQuaternion(_) => Method::DualQuaternion,
            Self::TwoPhase(palette) => Method::rigid(palette.blend),
            Self::Affine(_) => Method::Affine,
        }
    }

    /// Takes the second phase away, of those that have two; see [`TwoPhasePalette::keep_first_phase`].
    pub fn keep_first_phase(&mut self) {
        if let Self::TwoPhase(palette) = self {
            palette.keep_first_phase();
        }
    }

    /// The stretch of an entry: its linear part up to a rotation, which says whether it mirrors. None beyond the last.
    #[must_use]
    pub fn stretch(&self, joint: usize) -> Option<Mat3A> {
        match self {
            Self::Linear(palette) => Some(palette.posed_from_bind.get(joint)?.matrix3),
            // Motions are rigid, so only the mesh's units can mirror.
            Self::DualQuaternion(palette) => {
                (joint < palette.posed_from_bind.len()).then_some(palette.rest_from_bind.into())
            }
            // The second phase is rigid, so the first alone tells.
            Self::TwoPhase(palette) => Some(palette.stretched_from_bind.get(joint)?.matrix3),
            Self::Affine(palette) => Some(palette.posed_from_bind.get(joint)?.matrix3),
        }
    }

    /// Its lists by name, each with its length; the first again where it has fewer than three.
    #[must_use]
    pub const fn lists(&self) -> [(&'static str, usize); 3] {
        let first = ("palette entries", self.len());
        match self {
            Self::Linear(_) | Self::DualQuaternion(_) => [first; 3],
            Self::TwoPhase(palette) => palette.lists(),
            Self::Affine(palette) => [first, ("palette rotations", palette.rotation.len()), first],
        }
    }

    /// The number of its entries, one per joint of the skin; of its first list, should its lists differ.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self {
            Self::Linear(palette) => palette.posed_from_bind.len(),
            Self::DualQuaternion(palette) => palette.posed_from_bind.len(),
            Self::TwoPhase(palette) => palette.stretched_from_bind.len(),
            Self::Affine(palette) => palette.posed_from_bind.len(),
        }
    }

    /// Whether it has no entry.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
