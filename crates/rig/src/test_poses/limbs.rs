//! Which joint of an arm or a leg is which: by its name, and by what stands above and below it.
//!
//! `LeftShoulder` is a collarbone in one program and an upper arm in the next, and so is `Arm` an upper arm or a forearm. Of the joints
//! between trunk and hand the one that is plainly an elbow has the upper arm above it; where none is, the distance to the hand decides.

use super::role_names::{Term, is_same_but_counted, says_ankle, term_of, usual_words};
use super::roles::Role;

/// What stands below a joint of an arm, the joint itself aside.
#[derive(Clone, Copy, Default)]
struct ArmBelow {
    has_elbow: bool,
    has_upper_arm: bool,
    has_shoulder: bool,
    /// Most joints called an arm on one way down.
    arms: u8,
    /// Joints between it and the nearest wrist, but for twist joints.
    to_wrist: Option<u8>,
}

/// What stands below a joint of a leg, the joint itself aside.
#[derive(Clone, Copy, Default)]
struct LegBelow {
    has_knee: bool,
    /// Whether a hip or a thigh is below.
    has_thigh: bool,
    /// Whether two legs are below it, as below a pelvis.
    is_split: bool,
    /// Most joints called a leg on one way down.
    legs: u8,
    /// Most toes on one way down.
    toes: u8,
    /// Joints between it and the nearest ankle, but for twist joints.
    to_ankle: Option<u8>,
}

/// The parts of limbs that stand above a joint.
#[derive(Clone, Copy, Default)]
struct Above {
    has_upper_arm: bool,
    has_elbow: bool,
    has_knee: bool,
    has_collarbone: bool,
    /// Which joint is the thigh.
    thigh: Option<usize>,
}

impl Above {
    fn with(self, joint: usize, role: Role) -> Self {
        Self {
            has_upper_arm: self.has_upper_arm || role == Role::Shoulder,
            has_elbow: self.has_elbow || role == Role::Elbow,
            has_knee: self.has_knee || role == Role::Knee,
            has_collarbone: self.has_collarbone || role == Role::Collarbone,
            thigh: (role == Role::Hip).then_some(joint).or(self.thigh),
        }
    }
}

/// Which limb stands above a joint, by names alone: some words mean a hand below an arm and a foot below a leg.
#[derive(Clone, Copy, Default)]
pub(super) struct Limb {
    pub(super) has_upper_arm: bool,
    pub(super) has_thigh: bool,
}

impl Limb {
    /// The last of arm, leg and trunk counts: a root called hip is no thigh of an arm.
    const fn with(self, term: Term) -> Self {
        match term {
            Term::Shoulder | Term::UpperArm | Term::Bicep | Term::Arm => Self {
                has_upper_arm: true,
                has_thigh: false,
            },
            Term::Hip | Term::Thigh | Term::Leg => Self {
                has_upper_arm: false,
                has_thigh: true,
            },
            Term::Is(Role::Spine | Role::Neck | Role::Collarbone) => Self {
                has_upper_arm: false,
                has_thigh: false,
            },
            Term::Is(_) => self,
        }
    }
}

/// The role of every joint of a list in which parents, places in the list, stand before what is below them.
pub(super) fn roles_of(joints: &[(&str, Option<usize>)]) -> Vec<Role> {
    // In rounds: what a name means may depend on terms above it, and then on what stands below.
    let terms = with_biceps(joints, terms(joints));
    let arms = arms_below(joints, &terms);
    let legs = legs_below(joints, &terms);
    let mut roles: Vec<Role> = Vec::with_capacity(joints.len());
    let mut aboves: Vec<Above> = Vec::with_capacity(joints.len());
    for (joint, (name, parent)) in joints.iter().enumerate() {
        let above = parent.and_then(|parent| aboves.get(parent).copied());
        let above = above.unwrap_or_default();
        let role = match terms[joint] {
            // Of two elbows in a row the second is a part of the forearm.
            Term::Is(Role::Elbow) if above.has_elbow => Role::Twist,
            Term::Is(Role::Knee) if above.has_knee => Role::Twist,
            Term::Is(Role::Ankle) if is_forefoot(joints, joint, legs[joint]) => Role::Toes,
            Term::Is(role) => role,
            term @ (Term::Shoulder | Term::UpperArm | Term::Bicep | Term::Arm) => {
                of_arm(term, above, arms[joint])
            }
            Term::Thigh => {
                let thigh = above.thigh.and_then(|thigh| joints.get(thigh));
                of_thigh(thigh.map(|(thigh, _)| *thigh), name, legs[joint])
            }
            term @ (Term::Hip | Term::Leg) => of_leg(term, above.thigh.is_some(), legs[joint]),
        };
        aboves.push(above.with(joint, role));
        roles.push(role);
    }
    roles
}

fn terms(joints: &[(&str, Option<usize>)]) -> Vec<Term> {
    let usual = usual_words(joints.iter().map(|(name, _)| *name));
    let mut terms: Vec<Term> = Vec::with_capacity(joints.len());
    let mut limbs: Vec<Limb> = Vec::with_capacity(joints.len());
    for (name, parent) in joints {
        let limb = parent.and_then(|parent| limbs.get(parent).copied());
        let limb = limb.unwrap_or_default();
        let term = term_of(name, limb, &usual);
        limbs.push(limb.with(term));
        terms.push(term);
    }
    terms
}

/// The terms with those of biceps made plain by what is below them.
fn with_biceps(joints: &[(&str, Option<usize>)], mut terms: Vec<Term>) -> Vec<Term> {
    if !terms.contains(&Term::Bicep) {
        return terms;
    }
    let arms = arms_below(joints, &terms);
    for (term, below) in terms.iter_mut().zip(arms) {
        if *term == Term::Bicep {
            *term = match below.has_elbow || below.to_wrist.is_some() {
                true => Term::UpperArm,
                false => Term::Is(Role::Other),
            };
        }
    }
    terms
}

/// A joint of an arm whose name alone does not tell its place.
fn of_arm(term: Term, above: Above, below: ArmBelow) -> Role {
    match (term, above.has_upper_arm) {
        // Segments of the upper arm turn about it; what hangs beside an arm without an elbow is something else.
        (Term::UpperArm, true) => Role::Twist,
        (Term::Shoulder, true) if below.has_elbow => Role::Twist,
        (Term::Shoulder, true) => Role::Other,
        (_, true) if below.has_elbow => Role::Twist,
        (_, true) => Role::Elbow,
        (Term::UpperArm, false) => Role::Shoulder,
        (_, false) if below.has_upper_arm || below.has_shoulder => Role::Collarbone,
        (Term::Shoulder, false) if is_above_arm(below) => Role::Collarbone,
        (Term::Arm, false) if !above.has_collarbone && is_first_of_three(below) => Role::Collarbone,
        (_, false) => Role::Shoulder,
    }
}

/// Whether the arm below a shoulder is the upper one, and not the forearm.
fn is_above_arm(below: ArmBelow) -> bool {
    let is_far = below.to_wrist.is_some_and(|joints| joints >= 2);
    below.arms > 0 && (below.has_elbow || below.arms > 1 || is_far)
}

/// Whether an arm is the first of three in a row, with the hand below the third.
fn is_first_of_three(below: ArmBelow) -> bool {
    !below.has_elbow && below.arms == 2 && below.to_wrist == Some(2)
}

/// A thigh below another one, if there is one: a part of that which turns about it, or, as of a spider, a thigh too.
fn of_thigh(above: Option<&str>, name: &str, below: LegBelow) -> Role {
    let is_part = |above: &str| is_same_but_counted(above, name) || !below.has_knee;
    match above.is_some_and(is_part) {
        true => Role::Twist,
        false => Role::Hip,
    }
}

/// Whether a foot is below an ankle, as `L_Foot` below `L_Ankle`: where nothing else is called toes, it bends as they do.
fn is_forefoot(joints: &[(&str, Option<usize>)], foot: usize, below: LegBelow) -> bool {
    let Some((name, parent)) = joints.get(foot) else {
        return false;
    };
    let ankle = parent.and_then(|parent| joints.get(parent));
    below.toes == 0 && !says_ankle(name) && ankle.is_some_and(|(ankle, _)| says_ankle(ankle))
}

/// A hip or a leg, whose names alone do not tell their places.
fn of_leg(term: Term, has_thigh: bool, below: LegBelow) -> Role {
    let is_far = below.to_ankle.is_some_and(|joints| joints >= 2);
    let is_above_leg = below.legs > 0 && (below.has_knee || below.legs > 1 || is_far);
    match (term, has_thigh) {
        // A part of the pelvis.
        (Term::Hip, _) if below.has_thigh || below.is_split || is_above_leg => Role::Other,
        (Term::Hip, _) => Role::Hip,
        (_, true) if below.has_knee => Role::Twist,
        (_, true) => Role::Knee,
        (_, false) if below.has_thigh => Role::Other,
        (_, false) => Role::Hip,
    }
}

fn arms_below(joints: &[(&str, Option<usize>)], terms: &[Term]) -> Vec<ArmBelow> {
    let mut all = vec![ArmBelow::default(); joints.len()];
    for (joint, (_, parent)) in joints.iter().enumerate().rev() {
        let (own, term) = (all[joint], terms[joint]);
        let Some(above) = parent.and_then(|parent| all.get_mut(parent)) else {
            continue;
        };
        above.has_elbow |= own.has_elbow || term == Term::Is(Role::Elbow);
        above.has_upper_arm |= own.has_upper_arm || term == Term::UpperArm;
        above.has_shoulder |= own.has_shoulder || term == Term::Shoulder;
        let arms = own.arms.saturating_add(u8::from(term == Term::Arm));
        above.arms = above.arms.max(arms);
        let way = way_to(Role::Wrist, term, own.to_wrist);
        above.to_wrist = nearer(above.to_wrist, way);
    }
    all
}

fn legs_below(joints: &[(&str, Option<usize>)], terms: &[Term]) -> Vec<LegBelow> {
    let mut all = vec![LegBelow::default(); joints.len()];
    for (joint, (_, parent)) in joints.iter().enumerate().rev() {
        let (own, term) = (all[joint], terms[joint]);
        let Some(above) = parent.and_then(|parent| all.get_mut(parent)) else {
            continue;
        };
        let had_leg = above.has_thigh || above.legs > 0;
        let has_thigh = own.has_thigh || matches!(term, Term::Hip | Term::Thigh);
        let legs = own.legs.saturating_add(u8::from(term == Term::Leg));
        // A second leg below the same joint.
        above.is_split |= own.is_split || (had_leg && (has_thigh || legs > 0));
        above.has_knee |= own.has_knee || term == Term::Is(Role::Knee);
        above.has_thigh |= has_thigh;
        above.legs = above.legs.max(legs);
        let is_toes = u8::from(term == Term::Is(Role::Toes));
        above.toes = above.toes.max(own.toes.saturating_add(is_toes));
        let way = way_to(Role::Ankle, term, own.to_ankle);
        above.to_ankle = nearer(above.to_ankle, way);
    }
    all
}

/// How many joints stand between a joint's parent and the end of its limb, that joint among them.
fn way_to(end: Role, term: Term, below: Option<u8>) -> Option<u8> {
    match term {
        Term::Is(role) if role == end => Some(0),
        Term::Is(Role::Twist) => below,
        _ => below.map(|joints| joints.saturating_add(1)),
    }
}

fn nearer(one: Option<u8>, other: Option<u8>) -> Option<u8> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn biceps_without_a_forearm_below_are_muscles() {
        let beside = [
            ("LeftShoulder", None),
            ("LeftArm", Some(0)),
            ("LeftBicep", Some(1)),
            ("LeftForeArm", Some(1)),
            ("LeftHand", Some(3)),
        ];
        let roles = roles_of(&beside);
        let [collarbone, shoulder] = [Role::Collarbone, Role::Shoulder];
        let expected = [collarbone, shoulder, Role::Other, Role::Elbow, Role::Wrist];
        assert_eq!(roles, expected);
        let within = [
            ("LeftClavicleJ", None),
            ("LeftBicepJ", Some(0)),
            ("LeftForearmJ", Some(1)),
            ("LeftHandJ", Some(2)),
        ];
        let expected = [collarbone, shoulder, Role::Elbow, Role::Wrist];
        assert_eq!(roles_of(&within), expected);
    }
}
