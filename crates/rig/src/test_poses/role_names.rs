//! What joints are by what they are called.

use super::limbs::Limb;
use super::role_words::{
    ANKLE, HIP, LEG, NAMES, Names, OTHERWISE, PEOPLE, SHOULDER, SIDES, UPPER_ARM, WORN,
};
use super::roles::Role;
use std::collections::BTreeMap;

/// What a name says by itself: what the joint is, or which of several joints of a limb it may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Is(Role),
    /// A collarbone above an upper arm, else an upper arm.
    Shoulder,
    /// Plainly the upper arm.
    UpperArm,
    /// An upper arm above a forearm or a hand, else a muscle.
    Bicep,
    /// An upper arm or a forearm.
    Arm,
    /// A part of the pelvis above a thigh, else a thigh.
    Hip,
    /// Plainly the thigh, whatever stands below it.
    Thigh,
    /// A thigh or a shin.
    Leg,
}

/// The words for something worn, and those that are names of people, that more than half of the names have, as those of a prefix:
/// `PowerArmor_LeftArm`, `Axel_LeftArm`.
pub(super) fn usual_words<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Vec<String> {
    let total = names.len();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        let mut usual = words(without_namespace(name));
        usual.retain(|word| is_worn(word) || PEOPLE.contains(&word.as_str()));
        usual.sort_unstable();
        usual.dedup();
        for word in usual {
            *counts.entry(word).or_default() += 1;
        }
    }
    // A single name has nothing to share a prefix with.
    counts.retain(|_, count| *count > 1 && 2 * *count > total);
    counts.into_keys().collect()
}

/// What a joint is by its name, in a limb. Words of `usual` are not looked at.
pub(super) fn term_of(name: &str, limb: Limb, usual: &[String]) -> Term {
    let mut words = words(without_namespace(name));
    words.retain(|word| !usual.contains(word));
    // A root may be called as the whole character is; an arm or a leg has its side beside it.
    if let [word] = words.as_slice()
        && PEOPLE.contains(&word.as_str())
    {
        return Term::Is(Role::Other);
    }
    if words.iter().any(|word| is_worn(word)) {
        return Term::Is(Role::Other);
    }
    // Before parts are looked for: a handle has a hand in it.
    words.retain(|word| !means_otherwise(word));
    let words: Vec<&str> = words.iter().map(|word| without_side(word)).collect();
    // Written together, for `upper_arm` and `UpperArm` are the same.
    let whole = words.concat();
    let has = |parts: &[&str]| parts.iter().any(|part| whole.contains(part));
    let is_word = |parts: &[&str]| words.iter().any(|word| parts.contains(word));
    let ends = |end: &str| words.iter().any(|word| word.ends_with(end));
    // The middle finger, where it is not the middle of the spine.
    let is_middle = is_word(&["middle"]) && !has(&["spine", "back"]);
    let fits = |names: &&Names| {
        has(names.parts)
            || is_word(names.words)
            || (limb.has_upper_arm && is_word(names.in_arm))
            || (limb.has_thigh && is_word(names.in_leg))
            || (!limb.has_thigh && is_word(names.not_in_leg))
            || (names.role == Role::Finger && is_middle)
            || (names.role == Role::Shoulder && ends("arm"))
    };
    let fitting = NAMES.iter().find(fits);
    match fitting.map(|names| names.role) {
        Some(Role::Shoulder) if has(&["bicep"]) => Term::Bicep,
        Some(Role::Shoulder) if has(UPPER_ARM) => Term::UpperArm,
        Some(Role::Shoulder) if has(SHOULDER) => Term::Shoulder,
        Some(Role::Shoulder) if has(&["upper"]) => Term::UpperArm,
        Some(Role::Shoulder) => Term::Arm,
        Some(Role::Hip) if is_word(HIP) && !fitting.is_some_and(|names| has(names.parts)) => {
            Term::Hip
        }
        Some(Role::Hip) => Term::Thigh,
        Some(role) => Term::Is(role),
        None if ends("leg") || is_word(LEG) || whole.ends_with('足') => Term::Leg,
        None => Term::Is(Role::Other),
    }
}

/// Whether two names have the same words, so that only signs and numbers differ: `thigh.L` and `thigh.L.001`.
pub(super) fn is_same_but_counted(one: &str, other: &str) -> bool {
    words(one) == words(other)
}

/// Whether a name says ankle, and not foot alone.
pub(super) fn says_ankle(name: &str) -> bool {
    let whole = words(without_namespace(name)).concat();
    ANKLE.iter().any(|part| whole.contains(part))
}

fn without_namespace(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// A word without the side that it begins or ends with: 左肩 is 肩.
fn without_side(word: &str) -> &str {
    let begins = SIDES.iter().find_map(|side| word.strip_prefix(*side));
    let word = begins.unwrap_or(word);
    let ends = SIDES.iter().find_map(|side| word.strip_suffix(*side));
    ends.unwrap_or(word)
}

fn is_worn(word: &str) -> bool {
    WORN.iter().any(|end| word.ends_with(end))
}

fn means_otherwise(word: &str) -> bool {
    // Short ones stand alone: a forearm may be called `lfarm`.
    let is = |word: &str, other: &str| word == other || (other.len() > 5 && word.ends_with(other));
    let is_one = |word: &str| OTHERWISE.iter().any(|other| is(word, other));
    is_one(word) || word.strip_suffix('s').is_some_and(is_one)
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

    const ARM: Limb = Limb {
        has_upper_arm: true,
        has_thigh: false,
    };
    const LEG: Limb = Limb {
        has_upper_arm: false,
        has_thigh: true,
    };
    const NONE: Limb = Limb {
        has_upper_arm: false,
        has_thigh: false,
    };
    const CASES: [(&str, Limb, Term); 96] = [
        ("mixamorig:LeftUpLeg", NONE, Term::Thigh),
        ("mixamorig:LeftLeg", LEG, Term::Leg),
        ("mixamorig:LeftArm", NONE, Term::Arm),
        ("mixamorig:LeftForeArm", ARM, Term::Is(Role::Elbow)),
        ("mixamorig:LeftHandIndex1", ARM, Term::Is(Role::Finger)),
        ("mixamorig:LeftToeBase", LEG, Term::Is(Role::Toes)),
        ("upperarm_l", NONE, Term::UpperArm),
        ("lowerarm_twist_01_l", ARM, Term::Is(Role::Twist)),
        ("calf_r", LEG, Term::Is(Role::Knee)),
        ("ball_r", LEG, Term::Is(Role::Toes)),
        ("upper_arm.L", NONE, Term::UpperArm),
        ("spine_03", NONE, Term::Is(Role::Spine)),
        ("hips", NONE, Term::Is(Role::Other)),
        ("index_metacarpal", ARM, Term::Is(Role::Palm)),
        ("wing_finger_1_1.L", NONE, Term::Is(Role::Wing)),
        ("paw.L", ARM, Term::Is(Role::Wrist)),
        ("paw.L", LEG, Term::Is(Role::Ankle)),
        ("string", NONE, Term::Is(Role::Other)),
        ("armor", NONE, Term::Is(Role::Other)),
        ("", NONE, Term::Is(Role::Other)),
        ("Bip01 L UpperArm", NONE, Term::UpperArm),
        ("Bip001 L Forearm", ARM, Term::Is(Role::Elbow)),
        ("Bip01 R Calf", LEG, Term::Is(Role::Knee)),
        ("Bip01 L Finger0", ARM, Term::Is(Role::Finger)),
        ("lShldrBend", NONE, Term::Shoulder),
        ("lForearmBend", ARM, Term::Is(Role::Elbow)),
        ("lForearmTwist", ARM, Term::Is(Role::Twist)),
        ("lMid1", ARM, Term::Is(Role::Finger)),
        ("abdomenLower", NONE, Term::Is(Role::Spine)),
        ("J_Bip_L_UpperArm", NONE, Term::UpperArm),
        ("左腕", NONE, Term::UpperArm),
        ("左ひじ", ARM, Term::Is(Role::Elbow)),
        ("右手首", ARM, Term::Is(Role::Wrist)),
        ("左足", NONE, Term::Leg),
        ("左足首", LEG, Term::Is(Role::Ankle)),
        ("右ひざ", LEG, Term::Is(Role::Knee)),
        ("brazo_izq", NONE, Term::Arm),
        ("antebrazo.L", ARM, Term::Is(Role::Elbow)),
        ("pierna_der", NONE, Term::Leg),
        ("pierna_der_2", LEG, Term::Leg),
        ("Unterschenkel_L", LEG, Term::Is(Role::Knee)),
        ("Oberarm.R", NONE, Term::UpperArm),
        ("avant_bras_G", ARM, Term::Is(Role::Elbow)),
        ("cuisse_D", NONE, Term::Thigh),
        ("coxa_E", NONE, Term::Thigh),
        ("DEF-jaw", NONE, Term::Is(Role::Jaw)),
        ("LeftEye", NONE, Term::Is(Role::Eye)),
        ("eyebrow.L", NONE, Term::Is(Role::Other)),
        ("ear.R", NONE, Term::Is(Role::Ear)),
        ("Leg_L_end", NONE, Term::Leg),
        ("b_LeftLeg01_015", NONE, Term::Leg),
        ("LeftHip", NONE, Term::Hip),
        ("hombro_izq", NONE, Term::Shoulder),
        ("Schulterblatt_L", NONE, Term::Is(Role::Collarbone)),
        ("scapula.L", NONE, Term::Is(Role::Collarbone)),
        ("Ellenbogen.L", ARM, Term::Is(Role::Elbow)),
        ("detail", NONE, Term::Is(Role::Other)),
        ("Tailor", NONE, Term::Is(Role::Other)),
        ("ponytail_1", NONE, Term::Is(Role::Tail)),
        ("door_handles.001", NONE, Term::Is(Role::Other)),
        ("handleft", ARM, Term::Is(Role::Wrist)),
        ("necklace", NONE, Term::Is(Role::Other)),
        ("charm", NONE, Term::Is(Role::Other)),
        ("shoulderpad_L", NONE, Term::Is(Role::Other)),
        ("knee_pad_L", LEG, Term::Is(Role::Other)),
        ("swing", NONE, Term::Is(Role::Other)),
        ("LeftBicepJ", NONE, Term::Bicep),
        ("RightForearmJ", ARM, Term::Is(Role::Elbow)),
        ("LeftHandJnt", ARM, Term::Is(Role::Wrist)),
        ("axel_vänster", NONE, Term::Shoulder),
        ("VänsterÖverarm", NONE, Term::UpperArm),
        ("underarm_höger", ARM, Term::Is(Role::Elbow)),
        ("underarm", NONE, Term::Arm),
        ("tumme_höger_2", ARM, Term::Is(Role::Finger)),
        ("rygg.001", NONE, Term::Is(Role::Spine)),
        ("nacke", NONE, Term::Is(Role::Neck)),
        ("Huvud", NONE, Term::Is(Role::Neck)),
        ("lår_hoger", NONE, Term::Thigh),
        ("smalben.vanster", LEG, Term::Is(Role::Knee)),
        ("fot_höger", LEG, Term::Is(Role::Ankle)),
        ("ben_höger", NONE, Term::Leg),
        ("axel.L.001", NONE, Term::Shoulder),
        ("Axel", NONE, Term::Is(Role::Other)),
        ("rig:Ben.001", NONE, Term::Is(Role::Other)),
        ("ひだりうで", NONE, Term::UpperArm),
        ("ヒダリヒジ", ARM, Term::Is(Role::Elbow)),
        ("みぎて", ARM, Term::Is(Role::Wrist)),
        ("ミギアシ", NONE, Term::Leg),
        ("かたな", NONE, Term::Is(Role::Other)),
        ("左親指１", ARM, Term::Is(Role::Finger)),
        ("右手", ARM, Term::Is(Role::Wrist)),
        ("左目", NONE, Term::Is(Role::Eye)),
        ("右足先EX", LEG, Term::Is(Role::Toes)),
        ("センター", NONE, Term::Is(Role::Other)),
        ("下半身", NONE, Term::Is(Role::Other)),
        ("上半身2", NONE, Term::Is(Role::Spine)),
    ];

    #[test]
    fn only_words_of_a_prefix_are_usual() {
        let prefixed = ["Guard_Root", "Guard_L_Hand", "Guard_L_KneePad"];
        let usual = usual_words(prefixed.into_iter());
        assert_eq!(usual, ["guard"]);
        let terms = prefixed.map(|name| term_of(name, NONE, &usual));
        let [other, wrist] = [Role::Other, Role::Wrist].map(Term::Is);
        assert_eq!(terms, [other, wrist, other]);
        let worn = ["Root", "Hand_L", "HandGuard_L", "KneeGuard_L"];
        assert!(usual_words(worn.into_iter()).is_empty());
        assert!(usual_words(["hand_guard"].into_iter()).is_empty());
        let person = ["Axel_Hips", "Axel_Arm_L", "Axel_Head"];
        let usual = usual_words(person.into_iter());
        let terms = person.map(|name| term_of(name, NONE, &usual));
        let [other, neck] = [Role::Other, Role::Neck].map(Term::Is);
        assert_eq!(terms, [other, Term::Arm, neck]);
    }

    #[test]
    fn names_of_many_programs_are_understood() {
        for (name, limb, expected) in CASES {
            assert_eq!(term_of(name, limb, &[]), expected, "{name}");
        }
    }
}
