//! A skeleton with its skins' binds and the scale inheritance of its joints.

use crate::{BindPose, ScaleInheritance, Skeleton};

/// What a character is moved by: one skeleton, any number of skins over it.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Rig {
    /// All joints with their rests, parents before children.
    pub skeleton: Skeleton,
    /// One bind per skin.
    pub binds: Vec<BindPose>,
    /// How each joint's stretch is inherited; as long as the skeleton.
    pub scale_inheritance: Vec<ScaleInheritance>,
}

impl Rig {
    /// A rig in which every joint's stretch also reaches its children, as in glTF.
    #[must_use]
    pub fn new(skeleton: Skeleton, binds: Vec<BindPose>) -> Self {
        let scale_inheritance = vec![ScaleInheritance::Children; skeleton.len()];
        Self {
            skeleton,
            binds,
            scale_inheritance,
        }
    }
}
