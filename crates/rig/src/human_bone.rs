//! The bones of a person, as VRM 1.0 names them.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A side of the body, as the one whose body it is calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BodySide {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl BodySide {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

macro_rules! human_bones {
    ($($bone:ident $id:literal $parent:ident $meaning:literal,)*) => {
        /// A bone of the humanoid of VRM 1.0, in the order of the body: hips, spine, head, legs, arms, fingers.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum HumanBone {
            $(#[doc = $meaning] $bone,)*
        }

        impl HumanBone {
            /// All bones, in the order of the body.
            pub const ALL: [Self; 55] = [$(Self::$bone,)*];

            /// The name in VRM 1.0, as `leftUpperArm`. What VRM 0.x calls `leftThumbProximal` and `leftThumbIntermediate` is
            /// `leftThumbMetacarpal` and `leftThumbProximal` here.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$bone => $id,)*
                }
            }

            /// The bone that it hangs on, whether or not a character has that; the hips are their own.
            #[must_use]
            pub const fn parent(self) -> Self {
                match self {
                    $(Self::$bone => Self::$parent,)*
                }
            }
        }
    };
}

human_bones! {
    Hips "hips" Hips "The pelvis, which carries all others and moves the body.",
    Spine "spine" Hips "The lowest part of the back.",
    Chest "chest" Spine "The part of the back above the spine.",
    UpperChest "upperChest" Chest "The part that shoulders and neck hang on.",
    Neck "neck" UpperChest "The neck.",
    Head "head" Neck "The skull.",
    LeftEye "leftEye" Head "The left eyeball.",
    RightEye "rightEye" Head "The right eyeball.",
    Jaw "jaw" Head "The lower jaw.",
    LeftUpperLeg "leftUpperLeg" Hips "The left thigh.",
    LeftLowerLeg "leftLowerLeg" LeftUpperLeg "The left shin.",
    LeftFoot "leftFoot" LeftLowerLeg "The left foot, from the ankle.",
    LeftToes "leftToes" LeftFoot "The front of the left foot.",
    RightUpperLeg "rightUpperLeg" Hips "The right thigh.",
    RightLowerLeg "rightLowerLeg" RightUpperLeg "The right shin.",
    RightFoot "rightFoot" RightLowerLeg "The right foot, from the ankle.",
    RightToes "rightToes" RightFoot "The front of the right foot.",
    LeftShoulder "leftShoulder" UpperChest "The left collarbone.",
    LeftUpperArm "leftUpperArm" LeftShoulder "The left upper arm.",
    LeftLowerArm "leftLowerArm" LeftUpperArm "The left forearm.",
    LeftHand "leftHand" LeftLowerArm "The left hand, from the wrist.",
    RightShoulder "rightShoulder" UpperChest "The right collarbone.",
    RightUpperArm "rightUpperArm" RightShoulder "The right upper arm.",
    RightLowerArm "rightLowerArm" RightUpperArm "The right forearm.",
    RightHand "rightHand" RightLowerArm "The right hand, from the wrist.",
    LeftThumbMetacarpal "leftThumbMetacarpal" LeftHand "The first joint of the left thumb.",
    LeftThumbProximal "leftThumbProximal" LeftThumbMetacarpal "Its second joint.",
    LeftThumbDistal "leftThumbDistal" LeftThumbProximal "Its last joint.",
    LeftIndexProximal "leftIndexProximal" LeftHand "The first joint of the left index finger.",
    LeftIndexIntermediate "leftIndexIntermediate" LeftIndexProximal "Its second joint.",
    LeftIndexDistal "leftIndexDistal" LeftIndexIntermediate "Its last joint.",
    LeftMiddleProximal "leftMiddleProximal" LeftHand "The first joint of the left middle finger.",
    LeftMiddleIntermediate "leftMiddleIntermediate" LeftMiddleProximal "Its second joint.",
    LeftMiddleDistal "leftMiddleDistal" LeftMiddleIntermediate "Its last joint.",
    LeftRingProximal "leftRingProximal" LeftHand "The first joint of the left ring finger.",
    LeftRingIntermediate "leftRingIntermediate" LeftRingProximal "Its second joint.",
    LeftRingDistal "leftRingDistal" LeftRingIntermediate "Its last joint.",
    LeftLittleProximal "leftLittleProximal" LeftHand "The first joint of the left little finger.",
    LeftLittleIntermediate "leftLittleIntermediate" LeftLittleProximal "Its second joint.",
    LeftLittleDistal "leftLittleDistal" LeftLittleIntermediate "Its last joint.",
    RightThumbMetacarpal "rightThumbMetacarpal" RightHand "The first joint of the right thumb.",
    RightThumbProximal "rightThumbProximal" RightThumbMetacarpal "Its second joint.",
    RightThumbDistal "rightThumbDistal" RightThumbProximal "Its last joint.",
    RightIndexProximal "rightIndexProximal" RightHand "The first joint of the right index finger.",
    RightIndexIntermediate "rightIndexIntermediate" RightIndexProximal "Its second joint.",
    RightIndexDistal "rightIndexDistal" RightIndexIntermediate "Its last joint.",
    RightMiddleProximal "rightMiddleProximal" RightHand "The first joint of the right middle finger.",
    RightMiddleIntermediate "rightMiddleIntermediate" RightMiddleProximal "Its second joint.",
    RightMiddleDistal "rightMiddleDistal" RightMiddleIntermediate "Its last joint.",
    RightRingProximal "rightRingProximal" RightHand "The first joint of the right ring finger.",
    RightRingIntermediate "rightRingIntermediate" RightRingProximal "Its second joint.",
    RightRingDistal "rightRingDistal" RightRingIntermediate "Its last joint.",
    RightLittleProximal "rightLittleProximal" RightHand "The first joint of the right little finger.",
    RightLittleIntermediate "rightLittleIntermediate" RightLittleProximal "Its second joint.",
    RightLittleDistal "rightLittleDistal" RightLittleIntermediate "Its last joint.",
}

impl HumanBone {
    /// Which side of the body it is on; none in the middle.
    #[must_use]
    pub fn side(self) -> Option<BodySide> {
        let name = self.name();
        if name.starts_with("left") {
            Some(BodySide::Left)
        } else if name.starts_with("right") {
            Some(BodySide::Right)
        } else {
            None
        }
    }

    /// The same bone of the other side; in the middle itself.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let name = self.name();
        let other = match (name.strip_prefix("left"), name.strip_prefix("right")) {
            (Some(rest), _) => format!("right{rest}"),
            (_, Some(rest)) => format!("left{rest}"),
            _ => return self,
        };
        other.parse().unwrap_or(self)
    }
}

/// A name that is that of no bone of VRM 1.0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{name}` is no bone of VRM 1.0, as `hips` or `leftUpperArm`")]
pub struct UnknownHumanBone {
    /// The name as it was given, its first letters.
    pub name: String,
}

impl FromStr for HumanBone {
    type Err = UnknownHumanBone;

    fn from_str(name: &str) -> Result<Self, UnknownHumanBone> {
        let found = Self::ALL.into_iter().find(|bone| bone.name() == name);
        found.ok_or_else(|| UnknownHumanBone {
            name: name.chars().take(40).collect(),
        })
    }
}

impl fmt::Display for HumanBone {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}
