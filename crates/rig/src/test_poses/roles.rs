//! What joints are, as far as their names tell, and how far each kind is turned.

use super::Motion;
use crate::{JointIndex, Skeleton};

/// What a joint turns, by its name and those above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    Neck,
    Collarbone,
    Shoulder,
    Elbow,
    Wrist,
    /// The bones of the palm: they bend with the fingers, by little.
    Palm,
    Finger,
    Spine,
    Hip,
    Knee,
    Ankle,
    Toes,
    Wing,
    Tail,
    /// Joints of a limb that only turn about its length.
    Twist,
    Other,
}

/// A turn of all joints of a role: how far each goes at most, and all along one chain together, in degrees.
pub(super) type Extent = (Motion, f32, f32);

impl Role {
    /// The roles that are tried as a group, in the order of their poses.
    pub(super) const GROUPS: [Self; 14] = [
        Self::Neck,
        Self::Collarbone,
        Self::Shoulder,
        Self::Elbow,
        Self::Wrist,
        Self::Finger,
        Self::Spine,
        Self::Hip,
        Self::Knee,
        Self::Ankle,
        Self::Toes,
        Self::Wing,
        Self::Tail,
        Self::Twist,
    ];

    /// The group that a role is tried with.
    pub(super) const fn group(self) -> Self {
        match self {
            Self::Palm => Self::Finger,
            other => other,
        }
    }

    /// Name of the group in names of poses.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Neck => "Neck",
            Self::Collarbone => "Collarbone",
            Self::Shoulder => "Shoulder",
            Self::Elbow => "Elbow",
            Self::Wrist => "Wrist",
            Self::Palm | Self::Finger => "Fingers",
            Self::Spine => "Spine",
            Self::Hip => "Hip",
            Self::Knee => "Knee",
            Self::Ankle => "Ankle",
            Self::Toes => "Toes",
            Self::Wing => "Wing",
            Self::Tail => "Tail",
            Self::Twist => "Twist joints",
            Self::Other => "Joint",
        }
    }

    /// Whether it bends about one axis, the one that it is bent about at rest.
    pub(super) const fn is_hinge(self) -> bool {
        matches!(self, Self::Elbow | Self::Knee | Self::Finger)
    }

    /// How a group is turned.
    pub(super) const fn extents(self) -> &'static [Extent] {
        use Motion::{Bend, Spread, Twist};
        match self {
            Self::Neck => &[
                (Bend, 40.0, 60.0),
                (Spread, 30.0, 45.0),
                (Twist, 50.0, 80.0),
            ],
            Self::Collarbone => &[(Bend, 20.0, 20.0), (Spread, 25.0, 25.0)],
            Self::Shoulder => &[
                (Bend, 80.0, 80.0),
                (Spread, 70.0, 70.0),
                (Twist, 60.0, 60.0),
            ],
            Self::Elbow => &[(Bend, 110.0, 110.0), (Twist, 70.0, 70.0)],
            Self::Wrist => &[(Bend, 60.0, 60.0), (Spread, 25.0, 25.0)],
            Self::Palm | Self::Finger => &[(Bend, 70.0, 210.0), (Spread, 15.0, 15.0)],
            Self::Spine => &[
                (Bend, 35.0, 70.0),
                (Spread, 30.0, 45.0),
                (Twist, 30.0, 60.0),
            ],
            Self::Hip => &[
                (Bend, 90.0, 90.0),
                (Spread, 45.0, 45.0),
                (Twist, 35.0, 35.0),
            ],
            Self::Knee => &[(Bend, 110.0, 110.0)],
            Self::Ankle => &[(Bend, 35.0, 35.0), (Spread, 15.0, 15.0)],
            Self::Toes => &[(Bend, 40.0, 60.0)],
            Self::Wing | Self::Tail => &[
                (Bend, 45.0, 120.0),
                (Spread, 40.0, 100.0),
                (Twist, 40.0, 80.0),
            ],
            Self::Twist => &[(Twist, 45.0, 90.0)],
            Self::Other => &[
                (Bend, 60.0, 120.0),
                (Spread, 45.0, 90.0),
                (Twist, 60.0, 90.0),
            ],
        }
    }
}

/// The role of every joint.
pub(super) fn roles(skeleton: &Skeleton) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::with_capacity(skeleton.len());
    // What limb a joint is in, by the last joint above that says it.
    let mut limbs: Vec<Limb> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.joints() {
        let above = |joint: JointIndex| limbs.get(joint.index()).copied();
        let limb = skeleton.parent(joint).and_then(above).unwrap_or_default();
        let role = role_of(skeleton.name(joint), limb);
        limbs.push(limb.with(role));
        roles.push(role);
    }
    // Many skeletons call the collarbone a shoulder, others the upper arm; what is below it tells.
    for joint in skeleton.joints().rev() {
        let is_shoulder = roles[joint.index()] == Role::Shoulder;
        let parent = skeleton.parent(joint).filter(|_| is_shoulder);
        if let Some(parent) = parent
            && roles[parent.index()] == Role::Shoulder
        {
            roles[parent.index()] = Role::Collarbone;
        }
    }
    roles
}

/// A joint and those above it, up to the root, with their roles as far as names tell.
pub(crate) fn roles_upwards(skeleton: &Skeleton, joint: JointIndex) -> Vec<(JointIndex, Role)> {
    let above = std::iter::successors(Some(joint), |&joint| skeleton.parent(joint));
    let mut found: Vec<(JointIndex, Role)> = Vec::new();
    let mut limb = Limb::default();
    let path: Vec<JointIndex> = above.collect();
    for joint in path.into_iter().rev() {
        let role = role_of(skeleton.name(joint), limb);
        limb = limb.with(role);
        found.push((joint, role));
    }
    found.reverse();
    found
}

/// Which parts of limbs stand above a joint.
#[derive(Clone, Copy, Default)]
struct Limb {
    has_upper_arm: bool,
    has_thigh: bool,
}

impl Limb {
    const fn with(self, role: Role) -> Self {
        Self {
            has_upper_arm: self.has_upper_arm || matches!(role, Role::Shoulder),
            has_thigh: self.has_thigh || matches!(role, Role::Hip),
        }
    }
}

fn role_of(name: &str, limb: Limb) -> Role {
    let name = name.rsplit(':').next().unwrap_or(name);
    let words = words(name);
    let whole = words.concat();
    let has = |parts: &[&str]| parts.iter().any(|part| whole.contains(part));
    let is_word = |parts: &[&str]| words.iter().any(|word| parts.contains(&word.as_str()));
    let ends = |end: &str| words.iter().any(|word| word.ends_with(end));
    if has(&["twist"]) || is_word(&["roll"]) {
        Role::Twist
    } else if has(&["wing"]) {
        Role::Wing
    } else if has(&["tail"]) {
        Role::Tail
    } else if has(&["toe"]) || is_word(&["ball"]) {
        Role::Toes
    } else if has(&["metacarpal", "palm"]) {
        Role::Palm
    } else if has(&["finger", "thumb", "index", "pinky", "pinkie"])
        || is_word(&["ring", "little"])
        || (is_word(&["middle"]) && !has(&["spine", "back"]))
    {
        Role::Finger
    } else if has(&["clavicle", "collar"]) {
        Role::Collarbone
    } else if has(&["forearm", "lowerarm", "lowarm", "elbow"]) {
        Role::Elbow
    } else if has(&["hand", "wrist"]) || (is_word(&["paw", "hoof"]) && !limb.has_thigh) {
        Role::Wrist
    } else if has(&["shoulder"]) || ends("arm") {
        arm(limb, has(&["shoulder", "upper", "uparm"]))
    } else {
        leg_or_trunk(&words, &whole, limb)
    }
}

/// Of two arm joints in a row the second is the forearm, unless its name says that it is the upper arm.
const fn arm(limb: Limb, is_upper: bool) -> Role {
    if limb.has_upper_arm && !is_upper {
        return Role::Elbow;
    }
    Role::Shoulder
}

fn leg_or_trunk(words: &[String], whole: &str, limb: Limb) -> Role {
    let has = |parts: &[&str]| parts.iter().any(|part| whole.contains(part));
    let is_word = |parts: &[&str]| words.iter().any(|word| parts.contains(&word.as_str()));
    let is_leg = words.iter().any(|word| word.ends_with("leg"));
    if has(&["thigh", "upleg", "upperleg"]) || is_word(&["hip", "femur"]) {
        Role::Hip
    } else if has(&["shin", "calf", "knee", "lowerleg", "lowleg"]) {
        Role::Knee
    } else if has(&["foot", "ankle"]) || is_word(&["paw", "hoof"]) {
        Role::Ankle
    } else if is_leg && limb.has_thigh {
        Role::Knee
    } else if is_leg {
        Role::Hip
    } else if has(&["neck"]) || is_word(&["head"]) {
        Role::Neck
    } else if has(&["spine", "chest", "torso", "abdomen", "waist", "belly"]) {
        Role::Spine
    } else {
        Role::Other
    }
}

/// The words of a name in small letters: split at signs, digits, and where a capital follows a small letter.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before: Option<char> = None;
    for letter in name.chars() {
        let begins = match before {
            Some(before) if before.is_alphabetic() => {
                before.is_lowercase() && letter.is_uppercase()
            }
            _ => true,
        };
        if letter.is_alphabetic() {
            if begins {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(letter.to_lowercase());
            }
        }
        before = Some(letter);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_many_programs_are_understood() {
        let arm = Limb {
            has_upper_arm: true,
            has_thigh: false,
        };
        let leg = Limb {
            has_upper_arm: false,
            has_thigh: true,
        };
        let none = Limb::default();
        let cases = [
            ("mixamorig:LeftUpLeg", none, Role::Hip),
            ("mixamorig:LeftLeg", leg, Role::Knee),
            ("mixamorig:LeftArm", none, Role::Shoulder),
            ("mixamorig:LeftForeArm", arm, Role::Elbow),
            ("mixamorig:LeftHandIndex1", arm, Role::Finger),
            ("mixamorig:LeftToeBase", leg, Role::Toes),
            ("upperarm_l", none, Role::Shoulder),
            ("lowerarm_twist_01_l", arm, Role::Twist),
            ("calf_r", leg, Role::Knee),
            ("ball_r", leg, Role::Toes),
            ("upper_arm.L", none, Role::Shoulder),
            ("spine_03", none, Role::Spine),
            ("hips", none, Role::Other),
            ("index_metacarpal", arm, Role::Palm),
            ("wing_finger_1_1.L", none, Role::Wing),
            ("paw.L", arm, Role::Wrist),
            ("paw.L", leg, Role::Ankle),
            ("string", none, Role::Other),
            ("armor", none, Role::Other),
            ("", none, Role::Other),
        ];
        for (name, limb, expected) in cases {
            assert_eq!(role_of(name, limb), expected, "{name}");
        }
    }
}
