//! The place of a joint in the list of a skin.

use crate::motion::index_newtype::index_newtype;

index_newtype! {
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
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(transparent))]
    pub struct JointSlot(pub u16);
}

impl JointSlot {
    /// All slots in order, to go along the lists of a skin.
    #[must_use]
    #[inline]
    pub fn all() -> impl ExactSizeIterator<Item = Self> + DoubleEndedIterator + Clone {
        (0..=u16::MAX).map(Self)
    }
}

impl From<u16> for JointSlot {
    #[inline]
    fn from(number: u16) -> Self {
        Self(number)
    }
}
