//! Arms and legs by the names of their joints.

use super::bone_map::MapEvidence;
use super::tree::Tree;
use super::words::{Words, usual_helpers};
use rig::{BodySide, JointIndex, JointPairs, JointRole, joint_roles};

/// What names tell of every joint.
pub(super) struct Names {
    pub(super) words: Vec<Words>,
    pub(super) roles: Vec<JointRole>,
    /// On which side each is; those without a side of their own go with what they hang on.
    pub(super) sides: Vec<Option<BodySide>>,
    is_helper: Vec<bool>,
    moves: Vec<bool>,
    /// Whether names say which joints deform, as Rigify's do.
    has_deform: bool,
}

/// An arm or a leg.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundLimb {
    /// A collarbone; none of a leg.
    pub(super) base: Option<JointIndex>,
    /// Upper arm or thigh.
    pub(super) upper: JointIndex,
    /// Forearm or shin.
    pub(super) lower: Option<JointIndex>,
    /// Hand or foot.
    pub(super) end: Option<JointIndex>,
    /// The paw of an animal, below its hand or foot.
    pub(super) paw: Option<JointIndex>,
    /// How surely.
    pub(super) sureness: f32,
    pub(super) is_by_shape: bool,
}

/// The limbs of a person, left and right.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Limbs {
    pub(super) arms: [Option<FoundLimb>; 2],
    pub(super) legs: [Option<FoundLimb>; 2],
    /// Whether arms are the front legs of an animal.
    pub(super) is_quadruped: bool,
}

/// The roles of a limb's joints.
#[derive(Clone, Copy)]
struct LimbRoles {
    upper: JointRole,
    lower: JointRole,
    end: JointRole,
}

const ARM: LimbRoles = LimbRoles {
    upper: JointRole::Shoulder,
    lower: JointRole::Elbow,
    end: JointRole::Wrist,
};
const LEG: LimbRoles = LimbRoles {
    upper: JointRole::Hip,
    lower: JointRole::Knee,
    end: JointRole::Ankle,
};

/// Joints that are looked at as the first of an arm or a leg, at most: below each a branch is searched.
const MOST_UPPER: usize = 512;
/// Twist joints that are passed over in a row, at most.
const MOST_TWISTS: usize = 32;

/// Both sides, left first.
pub(super) const SIDES: [BodySide; 2] = [BodySide::Left, BodySide::Right];

impl Names {
    pub(super) fn new(tree: &Tree<'_>, pairs: &JointPairs, evidence: &MapEvidence<'_>) -> Self {
        let joints = || evidence.skeleton.joints();
        let words: Vec<Words> = joints().map(|joint| Words::of(tree.name(joint))).collect();
        let usual = usual_helpers(&words);
        let is_helper = |words: &Words| {
            let helper = words.helper();
            helper.is_some_and(|helper| !usual.contains(&helper))
        };
        Self {
            is_helper: words.iter().map(is_helper).collect(),
            roles: joint_roles(evidence.skeleton),
            sides: sides(tree, pairs, evidence),
            has_deform: words.iter().any(|words| words.starts_with("def")),
            moves: joints()
                .map(|joint| evidence.moves.get(joint.index()).copied().unwrap_or(false))
                .collect(),
            words,
        }
    }

    pub(super) fn role(&self, joint: JointIndex) -> JointRole {
        let role = self.roles.get(joint.index()).copied();
        role.unwrap_or(JointRole::Other)
    }

    pub(super) fn side(&self, joint: JointIndex) -> Option<BodySide> {
        self.sides.get(joint.index()).copied().flatten()
    }

    pub(super) fn is_helper(&self, joint: JointIndex) -> bool {
        self.is_helper.get(joint.index()).copied().unwrap_or(false)
    }

    pub(super) fn says(&self, joint: JointIndex, what: impl Fn(&Words) -> bool) -> bool {
        self.words.get(joint.index()).is_some_and(what)
    }

    /// What a joint is worth among others with its role.
    fn worth(&self, joint: JointIndex) -> u32 {
        let moves = self.moves.get(joint.index()).copied().unwrap_or(false);
        let deforms = self.has_deform && self.says(joint, |words| words.starts_with("def"));
        8 + 4 * u32::from(moves) + 3 * u32::from(deforms) - 6 * u32::from(self.is_helper(joint))
    }
}

/// On which side each joint is: by its name, by its partner's, by its place if it has a partner, else as what it hangs on.
fn sides(tree: &Tree<'_>, pairs: &JointPairs, evidence: &MapEvidence<'_>) -> Vec<Option<BodySide>> {
    let side_of = |is_left: bool| match is_left {
        true => BodySide::Left,
        false => BodySide::Right,
    };
    let mut sides: Vec<Option<BodySide>> = Vec::with_capacity(evidence.skeleton.len());
    for joint in evidence.skeleton.joints() {
        let named = |joint| evidence.patterns.is_left(tree.name(joint)).map(side_of);
        // Of the middle, though its name may look otherwise, as that of the vertebra L5.
        if pairs.partner(joint) == Some(joint) {
            sides.push(None);
            continue;
        }
        let partner = pairs.partner(joint);
        let by_partner = || named(partner?).map(BodySide::other);
        let by_place = || {
            partner?;
            let plane = pairs.plane_of(joint);
            let height = plane.height(tree.place(joint));
            let turned = plane.left.map_or(1.0, |left| left.dot(plane.normal));
            (height != 0.0).then(|| side_of(height * turned > 0.0))
        };
        let above = || {
            let parent = evidence.skeleton.parent(joint)?;
            sides.get(parent.index()).copied().flatten()
        };
        let side = named(joint)
            .or_else(by_partner)
            .or_else(by_place)
            .or_else(above);
        sides.push(side);
    }
    sides
}

/// The arms and legs that names tell.
pub(super) fn limbs(tree: &Tree<'_>, names: &Names) -> Limbs {
    let found = |roles: LimbRoles| SIDES.map(|side| best_limb(tree, names, roles, side));
    Limbs {
        arms: found(ARM),
        legs: found(LEG),
        is_quadruped: false,
    }
}

fn best_limb(
    tree: &Tree<'_>,
    names: &Names,
    roles: LimbRoles,
    side: BodySide,
) -> Option<FoundLimb> {
    let joints = tree.skeleton.joints();
    // The thighs of a horse's front legs are called thighs, too.
    let is_leg = roles.upper == JointRole::Hip;
    let uppers = joints.filter(|&joint| {
        names.role(joint) == roles.upper
            && names.side(joint) == Some(side)
            && !(is_leg && names.says(joint, Words::is_front))
    });
    let mut best: Option<(u32, FoundLimb)> = None;
    for upper in uppers.take(MOST_UPPER) {
        let limb = limb_from(tree, names, roles, upper);
        let parts = [Some(upper), limb.lower, limb.end, limb.base];
        let worth = parts
            .iter()
            .flatten()
            .map(|&joint| names.worth(joint))
            .sum();
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, limb));
        }
    }
    // An upper arm alone is none: any word may be one by chance.
    best.map(|(_, limb)| limb)
        .filter(|limb| limb.lower.is_some())
}

fn limb_from(tree: &Tree<'_>, names: &Names, roles: LimbRoles, upper: JointIndex) -> FoundLimb {
    let side = names.side(upper);
    let is_part = |joint: JointIndex, role: JointRole| {
        names.role(joint) == role && names.side(joint) == side && !names.is_helper(joint)
    };
    let lower = tree.nearest_below(upper, |joint| is_part(joint, roles.lower));
    let named_end = lower.and_then(|lower| tree.nearest_below(lower, |it| is_part(it, roles.end)));
    let end = named_end.or_else(|| next_below(tree, names, lower?));
    let base = tree
        .above(upper)
        .take_while(|&above| names.side(above) == side)
        .find(|&above| is_part(above, JointRole::Collarbone));
    FoundLimb {
        base: base.filter(|_| roles.upper == JointRole::Shoulder),
        upper,
        lower,
        end,
        sureness: match (lower, named_end) {
            (Some(_), Some(_)) => 0.95,
            (Some(_), None) => 0.75,
            _ => 0.5,
        },
        paw: None,
        is_by_shape: false,
    }
}

/// The joint that goes on from the last one that is known: the child with the most joints below it, twist joints passed over.
fn next_below(tree: &Tree<'_>, names: &Names, joint: JointIndex) -> Option<JointIndex> {
    // What ends a limb may be called an end, and carry fingers all the same.
    let goes_on =
        |joint: &JointIndex| !names.is_helper(*joint) || !tree.children(*joint).is_empty();
    let count = |joint: &JointIndex| tree.below(*joint).count();
    let mut here = joint;
    for _ in 0..MOST_TWISTS {
        let children = tree.children(here).iter().copied().filter(goes_on);
        // Of equals the first.
        let next = children.rev().max_by_key(count)?;
        if names.role(next) != JointRole::Twist {
            return Some(next);
        }
        here = next;
    }
    None
}
