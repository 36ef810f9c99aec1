//! How rigid motions that meet at a vertex become one.

/// How the rigid parts `G_i` of the skinning matrices are blended, after whatever [`Split`](crate::Split) took the rest out.
///
/// With w the weights of a vertex, s its signs, `g_i` the rotation of `G_i` as a quaternion, `v1 = Σ w_i N_i v` the stretched
/// vertex, and Q the rotation of `Σ w_i s_i g_i`. Equal motions give that motion, and a single one gives it exactly, whatever the
/// blend; so with scale and shear in the first phase each of them copes with any joint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum RigidBlend {
    /// `(Σ w_i s_i Ĝ_i) / ‖·‖` of dual quaternions. Reference: Kavan et al. 2008, Algorithm 1.
    #[default]
    DualQuaternion,
    /// `Q (v1 − r) + Σ w_i G_i r`, about the point r that all motions of the vertex take to one place as nearly as can be: see
    /// [`RotationCenters`](crate::RotationCenters). Reference: Kavan and Žára 2005.
    Spherical,
    /// As [`Spherical`](Self::Spherical), with the spherical average of the rotations for Q. Reference: Kavan and Žára 2005,
    /// section 4.2; S. Buss and J. Fillmore, "Spherical averages", 2001.
    SphericalAverage,
    /// `exp(Σ w_i log G_i) v1`, each logarithm the principal one: no signs are chosen. Depends on the model's frame. Reference:
    /// Cordier and Magnenat-Thalmann 2005; Alexa 2002.
    LogMatrix,
    /// `Q (v1 − h) + Σ w_i G_i h` about the head h of the nearest of the vertex's own joints, so the result jumps where another one
    /// becomes the nearest. Reference: Hejl 2004.
    DirectQuaternion,
    /// The exact average of the motions, by iteration. Reference: Kavan et al. 2008, Algorithm 3.
    Iterative,
    /// `Q v1 + Σ w_i t_i`, rotations and translations on their own. The result changes when the model is moved, which is what
    /// the method is shown for. Reference: Kavan et al. 2008, section 3.3.
    QuaternionTranslation,
}

impl RigidBlend {
    /// Every blend, in the order in which to offer them.
    pub const ALL: [Self; 7] = [
        Self::DualQuaternion,
        Self::Spherical,
        Self::SphericalAverage,
        Self::LogMatrix,
        Self::DirectQuaternion,
        Self::Iterative,
        Self::QuaternionTranslation,
    ];

    /// Whether a [`SignRule`](crate::SignRule) says anything to it.
    #[must_use]
    pub const fn has_signs(self) -> bool {
        !matches!(self, Self::LogMatrix)
    }

    /// Whether it turns about a [center](crate::RotationCenters) of the vertex's joints.
    #[must_use]
    pub const fn has_centers(self) -> bool {
        matches!(self, Self::Spherical | Self::SphericalAverage)
    }

    /// Whether the result is another one when the model stands elsewhere, pose and all.
    #[must_use]
    pub const fn depends_on_origin(self) -> bool {
        matches!(self, Self::LogMatrix | Self::QuaternionTranslation)
    }
}
