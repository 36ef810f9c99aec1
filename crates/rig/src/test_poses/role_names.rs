//! What joints are called: words of several languages and programs, by role.

use super::roles::{Limb, Role};

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

/// English as in Blender, Mixamo, Unreal, 3ds Max, DAZ and VRM; Japanese as in MMD; Spanish, Portuguese, French, German.
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
        in_leg: &["dedo", "dedos", "doigt"],
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
        words: &["ring", "little", "dedo", "dedos", "doigt", "pouce"],
        in_arm: &["mid"],
        ..NONE
    },
    Names {
        role: Role::Collarbone,
        parts: &["clavic", "collar", "schlüsselbein", "肩"],
        ..NONE
    },
    Names {
        role: Role::Elbow,
        parts: &[
            "forearm",
            "lowerarm",
            "lowarm",
            "elbow",
            "antebra",
            "avantbras",
            "unterarm",
            "ellbogen",
            "cotovelo",
            "ひじ",
            "肘",
        ],
        words: &["codo", "coude"],
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
            "braço", "oberarm", "腕",
        ],
        words: &["bras", "braco"],
        ..NONE
    },
    Names {
        role: Role::Hip,
        parts: &[
            "thigh",
            "upleg",
            "upperleg",
            "muslo",
            "cuisse",
            "oberschenkel",
        ],
        words: &["hip", "femur", "coxa"],
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
        words: &["knie", "wade", "tibia"],
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
        words: &["paw", "hoof", "pie", "pied", "fuß", "fuss"],
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

/// Words that say of an arm's joint that it is the upper one.
const UPPER: [&str; 11] = [
    "shoulder", "shldr", "upper", "uparm", "oberarm", "hombro", "epaule", "épaule", "schulter",
    "ombro", "腕",
];
/// Words for a leg, whose first joint is the hip and whose second is the knee.
const LEG: [&str; 3] = ["pierna", "jambe", "perna"];

/// What a joint is by its name, below what stands above it.
pub(super) fn role_of(name: &str, limb: Limb) -> Role {
    let name = name.rsplit(':').next().unwrap_or(name);
    let words = words(name);
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
    match NAMES.iter().find(fits).map(|names| names.role) {
        Some(Role::Shoulder) => arm(limb, has(&UPPER)),
        Some(role) => role,
        None if ends("leg") || is_word(&LEG) || whole.ends_with('足') => leg(limb),
        None => Role::Other,
    }
}

/// Of two arm joints in a row the second is the forearm, unless its name says that it is the upper arm.
const fn arm(limb: Limb, is_upper: bool) -> Role {
    match limb.has_upper_arm && !is_upper {
        true => Role::Elbow,
        false => Role::Shoulder,
    }
}

const fn leg(limb: Limb) -> Role {
    match limb.has_thigh {
        true => Role::Knee,
        false => Role::Hip,
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
    const CASES: [(&str, Limb, Role); 51] = [
        ("mixamorig:LeftUpLeg", NONE, Role::Hip),
        ("mixamorig:LeftLeg", LEG, Role::Knee),
        ("mixamorig:LeftArm", NONE, Role::Shoulder),
        ("mixamorig:LeftForeArm", ARM, Role::Elbow),
        ("mixamorig:LeftHandIndex1", ARM, Role::Finger),
        ("mixamorig:LeftToeBase", LEG, Role::Toes),
        ("upperarm_l", NONE, Role::Shoulder),
        ("lowerarm_twist_01_l", ARM, Role::Twist),
        ("calf_r", LEG, Role::Knee),
        ("ball_r", LEG, Role::Toes),
        ("upper_arm.L", NONE, Role::Shoulder),
        ("spine_03", NONE, Role::Spine),
        ("hips", NONE, Role::Other),
        ("index_metacarpal", ARM, Role::Palm),
        ("wing_finger_1_1.L", NONE, Role::Wing),
        ("paw.L", ARM, Role::Wrist),
        ("paw.L", LEG, Role::Ankle),
        ("string", NONE, Role::Other),
        ("armor", NONE, Role::Other),
        ("", NONE, Role::Other),
        ("Bip01 L UpperArm", NONE, Role::Shoulder),
        ("Bip001 L Forearm", ARM, Role::Elbow),
        ("Bip01 R Calf", LEG, Role::Knee),
        ("Bip01 L Finger0", ARM, Role::Finger),
        ("lShldrBend", NONE, Role::Shoulder),
        ("lForearmBend", ARM, Role::Elbow),
        ("lForearmTwist", ARM, Role::Twist),
        ("lMid1", ARM, Role::Finger),
        ("abdomenLower", NONE, Role::Spine),
        ("J_Bip_L_UpperArm", NONE, Role::Shoulder),
        ("左腕", NONE, Role::Shoulder),
        ("左ひじ", ARM, Role::Elbow),
        ("右手首", ARM, Role::Wrist),
        ("左足", NONE, Role::Hip),
        ("左足首", LEG, Role::Ankle),
        ("右ひざ", LEG, Role::Knee),
        ("brazo_izq", NONE, Role::Shoulder),
        ("antebrazo.L", ARM, Role::Elbow),
        ("pierna_der", NONE, Role::Hip),
        ("pierna_der_2", LEG, Role::Knee),
        ("Unterschenkel_L", LEG, Role::Knee),
        ("Oberarm.R", NONE, Role::Shoulder),
        ("avant_bras_G", ARM, Role::Elbow),
        ("cuisse_D", NONE, Role::Hip),
        ("coxa_E", NONE, Role::Hip),
        ("DEF-jaw", NONE, Role::Jaw),
        ("LeftEye", NONE, Role::Eye),
        ("eyebrow.L", NONE, Role::Other),
        ("ear.R", NONE, Role::Ear),
        ("Leg_L_end", NONE, Role::Hip),
        ("b_LeftLeg01_015", NONE, Role::Hip),
    ];

    #[test]
    fn names_of_many_programs_are_understood() {
        for (name, limb, expected) in CASES {
            assert_eq!(role_of(name, limb), expected, "{name}");
        }
    }
}
