//! What joints are called: words of several languages and programs, by role.

use super::limbs::Limb;
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
    /// An upper arm or a forearm.
    Arm,
    /// A part of the pelvis above a thigh, else a thigh.
    Hip,
    /// Plainly the thigh.
    Thigh,
    /// A thigh or a shin.
    Leg,
}

/// Names of one role. The first row that fits a name decides.
struct Names {
    role: Role,
    /// Parts of the name, written together and in small letters.
    parts: &'static [&'static str],
    /// Whole words.
    words: &'static [&'static str],
    /// Words that mean this only below an upper arm, or only below a thigh.
    in_arm: &'static [&'static str],
    in_leg: &'static [&'static str],
    /// Words that mean this anywhere but below a thigh.
    not_in_leg: &'static [&'static str],
}

const NONE: Names = Names {
    role: Role::Other,
    parts: &[],
    words: &[],
    in_arm: &[],
    in_leg: &[],
    not_in_leg: &[],
};

/// English as in Blender, Mixamo, Unreal, 3ds Max, DAZ and VRM; Japanese as in MMD; Spanish, Portuguese, French, Italian, German.
const NAMES: [Names; 18] = [
    Names {
        role: Role::Twist,
        parts: &["twist", "捩"],
        words: &["roll"],
        ..NONE
    },
    Names {
        role: Role::Wing,
        parts: &["wing", "flügel", "fluegel", "翼"],
        words: &["ala", "aile", "asa"],
        ..NONE
    },
    Names {
        role: Role::Tail,
        parts: &["tail", "schwanz", "schweif", "しっぽ", "尾"],
        words: &["cola", "queue", "cauda", "rabo"],
        ..NONE
    },
    Names {
        role: Role::Toes,
        parts: &["toe", "つま先", "orteil"],
        words: &["ball", "zeh", "zehe", "zehen"],
        in_leg: &["dedo", "dedos", "doigt", "dito", "dita"],
        ..NONE
    },
    Names {
        role: Role::Palm,
        parts: &["metacarpal", "palm"],
        ..NONE
    },
    Names {
        role: Role::Finger,
        parts: &[
            "finger",
            "thumb",
            "index",
            "pinky",
            "pinkie",
            "親指",
            "人指",
            "人差指",
            "中指",
            "薬指",
            "小指",
            "pulgar",
            "polegar",
            "daumen",
        ],
        words: &[
            "ring", "little", "dedo", "dedos", "doigt", "pouce", "dito", "dita",
        ],
        in_arm: &["mid"],
        ..NONE
    },
    Names {
        role: Role::Collarbone,
        parts: &[
            "clavic",
            "clavíc",
            "collar",
            "schlüsselbein",
            "schluesselbein",
            "鎖骨",
            "scapula",
            "shoulderblade",
            "schulterblatt",
            "omoplat",
            "omóplat",
            "escapula",
            "escápula",
            "肩甲骨",
        ],
        words: &["clav"],
        ..NONE
    },
    Names {
        role: Role::Elbow,
        parts: &[
            "forearm",
            "lowerarm",
            "lowarm",
            "armlower",
            "elbow",
            "antebra",
            "avantbras",
            "unterarm",
            "ellbogen",
            "ellenbogen",
            "cotovelo",
            "ひじ",
            "肘",
        ],
        words: &["codo", "coude", "gomito", "avambraccio"],
        ..NONE
    },
    Names {
        role: Role::Wrist,
        parts: &["hand", "wrist", "poignet", "muñeca", "muneca", "手首"],
        words: &["mano", "mão", "mao", "pulso"],
        in_arm: &["main"],
        not_in_leg: &["paw", "hoof"],
        ..NONE
    },
    Names {
        role: Role::Shoulder,
        parts: &[
            "shoulder", "shldr", "hombro", "epaule", "épaule", "schulter", "ombro", "brazo",
            "braço", "oberarm", "腕", "肩",
        ],
        words: &["bras", "braco", "braccio", "spalla"],
        ..NONE
    },
    Names {
        role: Role::Hip,
        parts: &[
            "thigh",
            "upleg",
            "upperleg",
            "legupper",
            "muslo",
            "cuisse",
            "oberschenkel",
        ],
        words: &[
            "hip", "femur", "coscia", "coxa", "hüfte", "huefte", "hanche", "cadera", "quadril",
        ],
        ..NONE
    },
    Names {
        role: Role::Knee,
        parts: &[
            "shin",
            "calf",
            "knee",
            "lowerleg",
            "lowleg",
            "leglower",
            "rodilla",
            "pantorrilla",
            "espinilla",
            "genou",
            "mollet",
            "unterschenkel",
            "schienbein",
            "joelho",
            "canela",
            "ひざ",
            "膝",
        ],
        words: &["knie", "wade", "tibia", "ginocchio", "polpaccio"],
        ..NONE
    },
    Names {
        role: Role::Ankle,
        parts: &[
            "foot",
            "ankle",
            "tobillo",
            "cheville",
            "knöchel",
            "tornozelo",
            "足首",
        ],
        words: &[
            "paw", "hoof", "pie", "pied", "piede", "caviglia", "fuß", "fuss",
        ],
        in_leg: &["pe", "pé"],
        ..NONE
    },
    Names {
        role: Role::Jaw,
        parts: &[
            "jaw",
            "mandib",
            "kiefer",
            "machoire",
            "mâchoire",
            "あご",
            "顎",
        ],
        ..NONE
    },
    Names {
        role: Role::Eye,
        words: &[
            "eye", "ojo", "oeil", "auge", "olho", "左目", "右目", "目", "両目",
        ],
        ..NONE
    },
    Names {
        role: Role::Ear,
        parts: &["耳"],
        words: &["ear", "oreja", "oreille", "ohr", "orelha"],
        ..NONE
    },
    Names {
        role: Role::Neck,
        parts: &["neck", "pescoço", "首", "頭"],
        words: &[
            "head", "hals", "kopf", "cuello", "cabeza", "cou", "tete", "tête", "pescoco", "cabeca",
            "cabeça",
        ],
        ..NONE
    },
    Names {
        role: Role::Spine,
        parts: &[
            "spine",
            "chest",
            "torso",
            "abdomen",
            "waist",
            "belly",
            "columna",
            "colonne",
            "coluna",
            "wirbel",
            "上半身",
        ],
        words: &[
            "pecho", "espalda", "poitrine", "brust", "bauch", "rücken", "peito",
        ],
        ..NONE
    },
];

/// Parts of names of arms that are plainly upper ones.
const UPPER_ARM: [&str; 5] = ["upperarm", "uparm", "armupper", "oberarm", "腕"];
/// Parts of names for what is a collarbone in one program and an upper arm in another.
const SHOULDER: [&str; 9] = [
    "shoulder", "shldr", "hombro", "epaule", "épaule", "schulter", "ombro", "spalla", "肩",
];
/// Words for a hip, which may be a thigh or a part of the pelvis.
const HIP: [&str; 6] = ["hip", "hüfte", "huefte", "hanche", "cadera", "quadril"];
/// Words for a leg, whose first joint is the hip and whose second is the knee.
const LEG: [&str; 3] = ["pierna", "jambe", "perna"];
/// Parts of names of ankles, which are feet in most programs; where a foot is below one, it is the front of the foot.
const ANKLE: [&str; 7] = [
    "ankle",
    "tobillo",
    "cheville",
    "knöchel",
    "tornozelo",
    "caviglia",
    "足首",
];
/// Words that have the name of a part of the body in them and mean something else, also with an s behind.
const OTHERWISE: [&str; 51] = [
    "detail",
    "tailor",
    "tailored",
    "retail",
    "cocktail",
    "curtail",
    "handle",
    "handlebar",
    "handkerchief",
    "handbag",
    "handrail",
    "handcuff",
    "handgun",
    "handheld",
    "handset",
    "necklace",
    "neckline",
    "necktie",
    "bottleneck",
    "charm",
    "farm",
    "alarm",
    "swarm",
    "harm",
    "firearm",
    "swing",
    "drawing",
    "sewing",
    "towing",
    "growing",
    "glowing",
    "flowing",
    "throwing",
    "rowing",
    "wingnut",
    "toenail",
    "mistletoe",
    "fingernail",
    "thumbnail",
    "fingerprint",
    "shine",
    "sunshine",
    "washing",
    "fishing",
    "pushing",
    "footwear",
    "football",
    "footprint",
    "footrest",
    "jawbreaker",
    "chestnut",
];
/// What a word ends with that names something worn.
const WORN: [&str; 6] = ["pad", "guard", "strap", "armor", "armour", "chestplate"];

/// The words for something worn that more than half of the names have, as those of a prefix: `PowerArmor_LeftArm`.
pub(super) fn usual_worn<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Vec<String> {
    let total = names.len();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in names {
        let mut worn = words(without_namespace(name));
        worn.retain(|word| is_worn(word));
        worn.sort_unstable();
        worn.dedup();
        for word in worn {
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
    if words.iter().any(|word| is_worn(word)) {
        return Term::Is(Role::Other);
    }
    words.retain(|word| !means_otherwise(word));
    let whole = words.concat();
    let has = |parts: &[&str]| parts.iter().any(|part| whole.contains(part));
    let is_word = |parts: &[&str]| words.iter().any(|word| parts.contains(&word.as_str()));
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
        Some(Role::Shoulder) if has(&UPPER_ARM) => Term::UpperArm,
        Some(Role::Shoulder) if has(&SHOULDER) => Term::Shoulder,
        Some(Role::Shoulder) if has(&["upper"]) => Term::UpperArm,
        Some(Role::Shoulder) => Term::Arm,
        Some(Role::Hip) if is_word(&HIP) && !fitting.is_some_and(|names| has(names.parts)) => {
            Term::Hip
        }
        Some(Role::Hip) => Term::Thigh,
        Some(role) => Term::Is(role),
        None if ends("leg") || is_word(&LEG) || whole.ends_with('足') => Term::Leg,
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
    const CASES: [(&str, Limb, Term); 66] = [
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
    ];

    #[test]
    fn only_words_of_a_prefix_are_usual() {
        let prefixed = ["Guard_Root", "Guard_L_Hand", "Guard_L_KneePad"];
        let usual = usual_worn(prefixed.into_iter());
        assert_eq!(usual, ["guard"]);
        let terms = prefixed.map(|name| term_of(name, NONE, &usual));
        let [other, wrist] = [Role::Other, Role::Wrist].map(Term::Is);
        assert_eq!(terms, [other, wrist, other]);
        let worn = ["Root", "Hand_L", "HandGuard_L", "KneeGuard_L"];
        assert!(usual_worn(worn.into_iter()).is_empty());
        assert!(usual_worn(["hand_guard"].into_iter()).is_empty());
    }

    #[test]
    fn names_of_many_programs_are_understood() {
        for (name, limb, expected) in CASES {
            assert_eq!(term_of(name, limb, &[]), expected, "{name}");
        }
    }
}
