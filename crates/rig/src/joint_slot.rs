//! The place of a joint in the list of a skin.

use std::fmt;
use std::num::TryFromIntError;

/// Place of a joint in the list of joints that a skin has, counted from 0: [`BindPose::joints`](crate::BindPose::joints), hence the entry
/// of a palette that moves what it influences.
///
/// This is what glTF writes in `JOINTS_0`, and what rows of [`Influences`](crate::Influences) name. It is no
/// [`JointIndex`](crate::JointIndex): a skin lists some of its skeleton's joints, in an order of its own. The list leads from a slot to
/// its joint ([`BindPose::joint_at`](crate::BindPose::joint_at)) and back ([`BindPose::slot_of`](crate::BindPose::slot_of)); nothing
/// else converts the one into the other.
///
/// Sixteen bits and nothing beside them, so that a row of slots is as small as one of numbers.
///
/// # Examples
///
/// ```
/// use rig::JointSlot;
///
/// let mut builder = rig::InfluencesBuilder::new(3);
/// // A number says what it is where a row is built.
/// builder.vertex([(2, 0.5), (0, 0.5)])?;
/// let influences = builder.build();
/// let row = influences.row(0);
/// assert_eq!(row.joints, [2, 0].map(JointSlot));
/// assert_eq!(row.joints[0].index(), 2);
/// # Ok::<(), rig::InfluenceError>(())
/// ```
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct JointSlot(pub u16);

impl JointSlot {
    /// The place as a `usize`, for the skin's lists and for palettes.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All slots in order, to go along the lists of a skin.
    #[must_use]
    #[inline]
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        (0..=u16::MAX).map(Self)
    }
}

impl fmt::Display for JointSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<u16> for JointSlot {
    #[inline]
    fn from(number: u16) -> Self {
        Self(number)
    }
}

/// Fails beyond the last number that sixteen bits have.
impl TryFrom<usize> for JointSlot {
    type Error = TryFromIntError;

    #[inline]
    fn try_from(place: usize) -> Result<Self, Self::Error> {
        u16::try_from(place).map(Self)
    }
}

impl From<JointSlot> for u16 {
    #[inline]
    fn from(slot: JointSlot) -> Self {
        slot.0
    }
}

impl From<JointSlot> for u32 {
    #[inline]
    fn from(slot: JointSlot) -> Self {
        slot.0.into()
    }
}

impl From<JointSlot> for usize {
    #[inline]
    fn from(slot: JointSlot) -> Self {
        slot.index()
    }
}
