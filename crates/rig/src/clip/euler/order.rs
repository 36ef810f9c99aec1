//! Orders of three turns about fixed axes, and angles of rotations.

use glam::{DMat3, DQuat, DVec3};

use crate::Axis;

/// In which order a joint turns about its axes: the first of the name comes first, and all are fixed at rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum EulerOrder {
    /// `R_z R_y R_x`: about X first, then Y, then Z.
    #[default]
    Xyz,
    /// `R_y R_z R_x`.
    Xzy,
    /// `R_z R_x R_y`.
    Yxz,
    /// `R_x R_z R_y`.
    Yzx,
    /// `R_y R_x R_z`.
    Zxy,
    /// `R_x R_y R_z`.
    Zyx,
}

/// Cosine of the middle angle below which the first and the third turn about one axis: some rounding errors of single precision.
const LOCKED: f64 = 2e-6;

impl EulerOrder {
    /// All six, in the order of menus.
    pub const ALL: [Self; 6] = [
        Self::Xyz,
        Self::Xzy,
        Self::Yxz,
        Self::Yzx,
        Self::Zxy,
        Self::Zyx,
    ];

    /// Its name, as `XYZ`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xyz => "XYZ",
            Self::Xzy => "XZY",
            Self::Yxz => "YXZ",
            Self::Yzx => "YZX",
            Self::Zxy => "ZXY",
            Self::Zyx => "ZYX",
        }
    }

    /// The order of this name, in capitals.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|order| order.name() == name)
    }

    /// The axes from the first turn to the last.
    #[must_use]
    pub const fn axes(self) -> [Axis; 3] {
        use Axis::{X, Y, Z};
        match self {
            Self::Xyz => [X, Y, Z],
            Self::Xzy => [X, Z, Y],
            Self::Yxz => [Y, X, Z],
            Self::Yzx => [Y, Z, X],
            Self::Zxy => [Z, X, Y],
            Self::Zyx => [Z, Y, X],
        }
    }

    /// The rotation of three angles about X, Y and Z, in degrees: `R₃ R₂ R₁`. Its sign tells the way round: 360° are the negative of 0°.
    #[must_use]
    pub fn rotation(self, degrees: DVec3) -> DQuat {
        let [first, second, third] = self.axes().map(|axis| turn(axis, degrees));
        third * second * first
    }

    /// The derivative of [`rotation`](Self::rotation) where the angles change by so much.
    pub(super) fn derivative(self, degrees: DVec3, rates: DVec3) -> DQuat {
        let [first, second, third] = self.axes().map(|axis| turn(axis, degrees));
        // d/dt of a turn by θ about k is ½ θ' (0, k) times it.
        let [of_first, of_second, of_third] = self.axes().map(|axis| {
            let half = 0.5 * part(rates, axis).to_radians();
            DQuat::from_vec4((axis.direction().as_dvec3() * half).extend(0.0))
        });
        of_third * third * second * first
            + third * of_second * second * first
            + third * second * of_first * first
    }

    /// The angles of a unit rotation, in degrees, nearest to those before: of two triples, each angle with whole turns.
    ///
    /// With the axes `a`, `b`, `c` of the three turns, `s = 1` if they follow one another as X, Y, Z do and −1 else, and `m` the matrix of the
    /// rotation: `θ_b = atan2(−s m_ca, √(m_aa² + m_ba²))`, `θ_c = atan2(s m_ba, m_aa)`, and `θ_a` is what is left once both are taken off. The other triple
    /// is `θ_a + 180°, 180° − θ_b, θ_c + 180°`. Where the first and the last turn about one axis, `θ_c` stays as it was.
    #[must_use]
    pub fn angles(self, rotation: DQuat, before: DVec3) -> DVec3 {
        let axes = self.axes();
        let [a, b, c] = axes.map(Axis::index);
        let sign = if (a + 1) % 3 == b { 1.0 } else { -1.0 };
        let matrix = DMat3::from_quat(rotation).to_cols_array_2d();
        let at = |row: usize, column: usize| matrix[column][row];
        let flat = at(a, a).hypot(at(b, a));
        let second = (-sign * at(c, a)).atan2(flat).to_degrees();
        let third = if flat < LOCKED {
            part(before, axes[2])
        } else {
            (sign * at(b, a)).atan2(at(a, a)).to_degrees()
        };
        let mut one = DVec3::ZERO;
        one[b] = second;
        one[c] = third;
        let left = (turn(axes[2], one) * turn(axes[1], one)).conjugate() * rotation;
        one[a] = 2.0 * left.to_array()[a].atan2(left.w).to_degrees();
        let mut other = one;
        other[a] = one[a] + 180.0;
        other[b] = 180.0 - one[b];
        other[c] = one[c] + 180.0;
        let [first, second] =
            [one, other].map(|angles| angles + ((before - angles) / 360.0).round() * 360.0);
        let away = |angles: DVec3| (angles - before).abs().element_sum();
        // Of two as near the first, whatever rounding says.
        if away(second) < away(first) - 1e-6 {
            second
        } else {
            first
        }
    }
}

fn part(of: DVec3, axis: Axis) -> f64 {
    of[axis.index()]
}

fn turn(axis: Axis, degrees: DVec3) -> DQuat {
    DQuat::from_axis_angle(
        axis.direction().as_dvec3(),
        part(degrees, axis).to_radians(),
    )
}
