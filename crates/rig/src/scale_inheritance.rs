//! How a joint's stretch is inherited by the joints below it.

/// How a joint's stretch is inherited by the joints below it; set on the joint that is stretched.
///
/// With `S_p` the stretch of parent p, the child's frame before its own stretch is
///
/// ```text
/// Children:  E_i = W_p R_i T_i                                plain hierarchy, what glTF means
/// Joint:     E_i = E_p R'_i T_i,  R'_i = (rot R_i, S_p r_i)   the stretch only moves the child's head
/// ```
///
/// All joints on `Joint` is the local scale of Kavan et al. 2008, section 4.2. On a leaf the flag has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ScaleInheritance {
    /// This joint only.
    Joint,
    /// This joint and everything below it.
    #[default]
    Children,
}
