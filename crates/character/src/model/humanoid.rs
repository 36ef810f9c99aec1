//! The humanoid map of an avatar: which joint is which bone of a person.

/// Which joints of a character are which bones of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Humanoid {
    /// The specification that the map is written by.
    pub format: HumanoidFormat,
    /// The bones that have a joint, in the order of the body: hips, spine, head, legs, arms, fingers. Every bone and every joint
    /// occurs at most once.
    pub bones: Vec<HumanoidBone>,
}

/// A bone of the humanoid map and its joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanoidBone {
    /// The bone's name in VRM 1.0, as `leftUpperArm`. What VRM 0.x calls `leftThumbProximal` and `leftThumbIntermediate` is
    /// `leftThumbMetacarpal` and `leftThumbProximal` here.
    pub role: &'static str,
    /// The key of the joint (`Skeleton::key`), which edits of the skeleton keep.
    pub joint: u32,
}

/// Two joints that are each other's mirror image, by their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SidePair {
    /// The key of the joint of the character's left side.
    pub left: u32,
    /// The key of the joint of its right side.
    pub right: u32,
}

/// The specifications that have a humanoid map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HumanoidFormat {
    /// The extension `VRM`: avatars that look along −Z.
    Vrm0,
    /// The extension `VRMC_vrm`: avatars that look along +Z, as glTF asks for.
    Vrm1,
    /// The extension `VRMC_vrm_animation`: clips for avatars.
    VrmAnimation,
}

impl HumanoidFormat {
    /// What people call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Vrm0 => "VRM 0.x",
            Self::Vrm1 => "VRM 1.0",
            Self::VrmAnimation => "VRM animation 1.0",
        }
    }

    /// Whether characters of the format look along −Z; all others look along +Z.
    #[must_use]
    pub fn looks_along_negative_z(self) -> bool {
        self == Self::Vrm0
    }
}

impl Humanoid {
    /// The key of the joint that is the bone of this name in VRM 1.0; none where the map lacks it.
    #[must_use]
    pub fn joint(&self, role: &str) -> Option<u32> {
        let mut bones = self.bones.iter();
        bones.find(|bone| bone.role == role).map(|bone| bone.joint)
    }

    /// The joints of both sides that are one bone but for its side, as `leftFoot` and `rightFoot`. A bone that only one side has is
    /// in no pair.
    pub fn side_pairs(&self) -> impl Iterator<Item = SidePair> {
        self.bones.iter().filter_map(|bone| {
            let other = format!("right{}", bone.role.strip_prefix("left")?);
            Some(SidePair {
                left: bone.joint,
                right: self.joint(&other)?,
            })
        })
    }
}
