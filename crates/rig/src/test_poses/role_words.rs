//! The words of the names of joints, by role.

use super::roles::Role;

/// Names of one role. The first row that fits a name decides.
pub(super) struct Names {
    pub(super) role: Role,
    /// Parts of the name, written together and in small letters.
    pub(super) parts: &'static [&'static str],
    /// Whole words, in small letters.
    pub(super) words: &'static [&'static str],
    /// Words that mean this only below an upper arm, or only below a thigh.
    pub(super) in_arm: &'static [&'static str],
    pub(super) in_leg: &'static [&'static str],
    /// Words that mean this anywhere but below a thigh.
    pub(super) not_in_leg: &'static [&'static str],
}

const NONE: Names = Names {
    role: Role::Other,
    parts: &[],
    words: &[],
    in_arm: &[],
    in_leg: &[],
    not_in_leg: &[],
};

/// English as in Blender, Mixamo, Unreal, 3ds Max, DAZ and VRM; Japanese as in MMD; Spanish, Portuguese, French, Italian, German, Swedish,
/// Dutch, Russian and Chinese; Latin as in Acclaim's files.
pub(super) const NAMES: [Names; 18] = [
    Names {
        role: Role::Twist,
        // What follows other joints stands along a limb too.
        parts: &["twist", "捩", "pusher", "muscle"],
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
        parts: &["tail", "schwanz", "schweif", "しっぽ", "尾", "シッポ"],
        words: &["cola", "queue", "cauda", "rabo", "svans"],
        ..NONE
    },
    Names {
        role: Role::Toes,
        parts: &[
            "toe",
            "つま先",
            "orteil",
            "つまさき",
            "ツマサキ",
            "足先",
            "足指",
            "足の指",
            "あしゆび",
        ],
        words: &["ball", "zeh", "zehe", "zehen", "tå"],
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
            "人差し指",
            "ゆび",
            "ユビ",
        ],
        words: &[
            "ring", "little", "dedo", "dedos", "doigt", "pouce", "dito", "dita", "tumme",
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
            "nyckelben",
            "skulderblad",
            "sleutelbeen",
            "锁骨",
            "ключиц",
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
            "armbåge",
            "armbage",
            "ヒジ",
            "loarm",
            "radius",
            "onderarm",
            "小臂",
            "前臂",
            "предплеч",
        ],
        words: &["codo", "coude", "gomito", "avambraccio"],
        in_arm: &["underarm"],
        ..NONE
    },
    Names {
        role: Role::Wrist,
        parts: &[
            "hand",
            "wrist",
            "poignet",
            "muñeca",
            "muneca",
            "手首",
            "てくび",
            "テクビ",
            "手掌",
            "кисть",
        ],
        words: &["mano", "mão", "mao", "pulso", "手", "て", "テ"],
        in_arm: &["main", "te"],
        not_in_leg: &["paw", "hoof"],
        ..NONE
    },
    Names {
        role: Role::Shoulder,
        parts: &[
            "upperarm",
            "shoulder",
            "shldr",
            "hombro",
            "epaule",
            "épaule",
            "schulter",
            "ombro",
            "brazo",
            "braço",
            "oberarm",
            "腕",
            "肩",
            "bicep",
            "うで",
            "ウデ",
            "humerus",
            "bovenarm",
            "手臂",
            "上臂",
            "大臂",
            "плечо",
        ],
        words: &[
            "bras", "braco", "braccio", "spalla", "axel", "かた", "カタ", "ude",
        ],
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
            "lårben",
            "太もも",
            "太腿",
            "大腿",
            "ふともも",
            "フトモモ",
            "femur",
            "bovenbeen",
            "бедро",
        ],
        words: &[
            "hip", "coscia", "coxa", "hüfte", "huefte", "hanche", "cadera", "quadril", "höft",
            "lår", "もも", "モモ",
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
            "smalben",
            "skenben",
            "underben",
            "ヒザ",
            "小腿",
            "tibia",
            "loleg",
            "onderbeen",
            "голень",
        ],
        words: &[
            "knie",
            "wade",
            "ginocchio",
            "polpaccio",
            "knä",
            "すね",
            "スネ",
            "脛",
        ],
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
            "fotled",
            "あしくび",
            "アシクビ",
            "脚掌",
            "стопа",
            "talus",
        ],
        words: &[
            "voet", "paw", "hoof", "pie", "pied", "piede", "caviglia", "fuß", "fuss", "fot",
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
            "アゴ",
        ],
        words: &["käke"],
        ..NONE
    },
    Names {
        role: Role::Eye,
        words: &[
            "eye", "ojo", "oeil", "auge", "olho", "目", "両目", "öga", "め", "メ",
        ],
        ..NONE
    },
    Names {
        role: Role::Ear,
        parts: &["耳"],
        words: &[
            "ear", "oreja", "oreille", "ohr", "orelha", "öra", "みみ", "ミミ",
        ],
        ..NONE
    },
    Names {
        role: Role::Neck,
        parts: &["neck", "pescoço", "首", "頭"],
        words: &[
            "head",
            "hals",
            "kopf",
            "cuello",
            "cabeza",
            "cou",
            "tete",
            "tête",
            "pescoco",
            "cabeca",
            "cabeça",
            "nacke",
            "huvud",
            "くび",
            "クビ",
            "あたま",
            "アタマ",
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
            "ryggrad",
        ],
        words: &[
            "pecho", "espalda", "poitrine", "brust", "bauch", "rücken", "peito", "rygg", "bröst",
        ],
        ..NONE
    },
];

/// Parts of names of arms that are plainly upper ones.
pub(super) const UPPER_ARM: &[&str] = &[
    "upperarm", "uparm", "armupper", "oberarm", "腕", "överarm", "overarm", "うで", "ウデ",
    "humerus", "bovenarm", "上臂", "大臂",
];
/// Parts of names for what is a collarbone in one program and an upper arm in another.
pub(super) const SHOULDER: &[&str] = &[
    "shoulder", "shldr", "hombro", "epaule", "épaule", "schulter", "ombro", "spalla", "肩", "axel",
    "かた", "カタ",
];
/// Words for a hip, which may be a thigh or a part of the pelvis.
pub(super) const HIP: &[&str] = &[
    "hip", "hüfte", "huefte", "hanche", "cadera", "quadril", "höft",
];
/// Words for a leg, whose first joint is the hip and whose second is the knee.
pub(super) const LEG: &[&str] = &[
    "pierna", "jambe", "perna", "ben", "あし", "アシ", "脚", "足", "asi", "ashi",
];
/// Parts of names of ankles, which are feet in most programs; where a foot is below one, it is the front of the foot.
pub(super) const ANKLE: &[&str] = &[
    "ankle",
    "tobillo",
    "cheville",
    "knöchel",
    "tornozelo",
    "caviglia",
    "足首",
    "fotled",
    "あしくび",
    "アシクビ",
];
/// Words that have the name of a part of the body in them and mean something else, also with an s behind.
pub(super) const OTHERWISE: &[&str] = &[
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
pub(super) const WORN: &[&str] = &["pad", "guard", "strap", "armor", "armour", "chestplate"];
/// Words that are names of people, too: as a prefix of most names of a file they say nothing, nor as the only word of a name.
pub(super) const PEOPLE: &[&str] = &["axel", "ben"];
/// Left and right in scripts that do not set words apart.
pub(super) const SIDES: &[&str] = &["左", "右", "ひだり", "みぎ", "ヒダリ", "ミギ"];
