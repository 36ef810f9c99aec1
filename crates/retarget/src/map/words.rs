//! Words in the names of joints, beside those that tell what turns how (`rig::joint_roles`).

/// Which finger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FingerKind {
    Thumb,
    Index,
    Middle,
    Ring,
    Little,
}

impl FingerKind {
    pub(super) const ALL: [Self; 5] = [
        Self::Thumb,
        Self::Index,
        Self::Middle,
        Self::Ring,
        Self::Little,
    ];

    const fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Thumb => &[
                "thumb",
                "親指",
                "大拇指",
                "拇指",
                "pulgar",
                "polegar",
                "daumen",
                "pouce",
                "pollice",
                "tumme",
                "duim",
                "おやゆび",
            ],
            Self::Index => &[
                "index",
                "indice",
                "índice",
                "indicador",
                "point",
                "人指",
                "人差",
                "食指",
                "zeige",
                "pek",
                "ひとさし",
            ],
            Self::Middle => &[
                "mid",
                "中指",
                "medio",
                "majeur",
                "mittel",
                "lång",
                "なかゆび",
            ],
            Self::Ring => &[
                "ring",
                "薬指",
                "无名指",
                "anular",
                "annulaire",
                "anelar",
                "くすりゆび",
            ],
            Self::Little => &[
                "little",
                "pinky",
                "pinkie",
                "small",
                "小指",
                "meñique",
                "auriculaire",
                "klein",
                "mignolo",
                "lill",
                "こゆび",
            ],
        }
    }
}

const HEAD: &[&str] = &[
    "head",
    "skull",
    "cranium",
    "kopf",
    "cabeza",
    "cabeca",
    "cabeça",
    "tete",
    "tête",
    "testa",
    "huvud",
    "hoofd",
    "голова",
    "頭",
    "头",
    "あたま",
    "アタマ",
    "atama",
    "kao",
];
/// Words of heads that are none, or not the whole of one.
const NO_HEAD: &[&str] = &[
    "top", "nub", "end", "tip", "band", "gear", "phones", "light",
];
const HIPS: &[&str] = &[
    "hips", "pelvis", "hip", "cadera", "bassin", "becken", "bacino", "quadril", "bekken", "таз",
    "腰", "koshi", "kosi", "cog",
];
/// Words of the front and the back of an animal, and of what their legs are made of.
const FRONT: &[&str] = &[
    "front",
    "foreleg",
    "forelimb",
    "forefoot",
    "forepaw",
    "frontleg",
    "vorderbein",
    "前",
];
const HIND: &[&str] = &[
    "hind",
    "rear",
    "back",
    "hindleg",
    "hindlimb",
    "hindfoot",
    "hindpaw",
    "backleg",
    "rearleg",
    "hinterbein",
    "後",
];
const LEG_PARTS: &[&str] = &[
    "leg", "limb", "thigh", "shin", "calf", "knee", "foot", "paw", "hoof", "toe", "ankle", "hock",
    "pastern", "cannon", "elbow", "shoulder", "arm", "wrist", "hand", "scapula", "bein", "足",
];
/// Words of tails, and of what is called one on a person.
const TAIL: &[&str] = &[
    "tail",
    "tails",
    "schwanz",
    "cola",
    "queue",
    "しっぽ",
    "尻尾",
    "尾",
];
const NO_TAIL: &[&str] = &[
    "hair", "pony", "pig", "ponytail", "pigtail", "coat", "dress", "shirt", "jacket", "cape",
    "head",
];
/// Words of joints that steer others, or that end something.
const HELPERS: &[&str] = &[
    "ik", "fk", "ctrl", "control", "ctl", "con", "pole", "target", "goal", "mch", "tweak",
    "helper", "effector", "socket", "attach", "dummy", "vis", "proxy", "end", "nub", "tip",
    "offset", "pivot", "parent", "master", "rotator", "eff", "site",
];

/// The words of a name in small letters: split at signs, at digits, where a capital follows a small letter, and where a small one
/// follows two capitals. A namespace before a colon is left out.
pub(super) fn words(name: &str) -> Vec<String> {
    let name = name.rsplit(':').next().unwrap_or(name);
    let letters: Vec<char> = name.chars().take(256).collect();
    let mut words: Vec<String> = Vec::new();
    let mut before: Option<char> = None;
    for (place, &letter) in letters.iter().enumerate() {
        if letter.is_alphabetic() {
            let after = letters.get(place + 1).copied();
            let begins = match before {
                Some(before) if before.is_alphabetic() => {
                    letter.is_uppercase()
                        && (before.is_lowercase()
                            || (before.is_uppercase() && after.is_some_and(char::is_lowercase)))
                }
                _ => true,
            };
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

/// A name's words, asked for several things.
pub(super) struct Words {
    words: Vec<String>,
    whole: String,
}

impl Words {
    pub(super) fn of(name: &str) -> Self {
        let words = words(name);
        let whole = words.concat();
        Self { words, whole }
    }

    fn is_word(&self, list: &[&str]) -> bool {
        self.words.iter().any(|word| list.contains(&word.as_str()))
    }

    fn has(&self, list: &[&str]) -> bool {
        list.iter().any(|part| self.whole.contains(part))
    }

    pub(super) fn is_head(&self) -> bool {
        self.has(HEAD) && !self.is_word(NO_HEAD)
    }

    pub(super) fn is_hips(&self) -> bool {
        self.is_word(HIPS)
    }

    pub(super) fn helper(&self) -> Option<&'static str> {
        let is_here = |helper: &&&str| self.words.iter().any(|word| word == **helper);
        HELPERS.iter().find(is_here).copied()
    }

    /// Whether a part of a front leg of an animal is called so.
    pub(super) fn is_front(&self) -> bool {
        // A forearm is one of every arm.
        let is_fore = self
            .words
            .windows(2)
            .any(|pair| pair[0] == "fore" && pair[1] != "arm");
        (is_fore || self.is_word(FRONT)) && self.has(LEG_PARTS)
    }

    /// The same of a hind leg.
    pub(super) fn is_hind(&self) -> bool {
        self.is_word(HIND) && self.has(LEG_PARTS)
    }

    /// Whether it is called a shoulder blade, which shoulders of animals are.
    pub(super) fn is_blade(&self) -> bool {
        self.has(&["scapula", "shoulder", "clavicle", "collar", "blade", "肩"])
    }

    pub(super) fn is_tail(&self) -> bool {
        self.is_word(TAIL) && !self.is_word(NO_TAIL)
    }

    pub(super) fn is_lid(&self) -> bool {
        self.has(&["lid", "brow", "lash", "socket", "target"])
    }

    pub(super) fn finger(&self) -> Option<FingerKind> {
        FingerKind::ALL
            .into_iter()
            .find(|kind| self.has(kind.parts()))
    }

    /// Whether it is the root of a finger within the palm.
    pub(super) fn is_finger_base(&self) -> bool {
        // The last word that is no letter of a side: some begin all names with such a word.
        let last = self
            .words
            .iter()
            .rev()
            .find(|word| word.chars().count() > 1);
        last.is_some_and(|word| ["base", "meta", "root"].contains(&word.as_str()))
    }

    pub(super) fn starts_with(&self, word: &str) -> bool {
        self.words.first().is_some_and(|first| first == word)
    }
}

/// The first digit of the number that follows a word for a finger, as 1 in `Finger12` and in `finger1-2`.
pub(super) fn finger_number(name: &str) -> Option<u32> {
    let name = name.to_lowercase();
    let place = ["finger", "digit"]
        .iter()
        .find_map(|word| name.rfind(word).map(|place| place + word.len()))?;
    let tail = name.get(place..)?.trim_start_matches(['_', '-', ' ', '.']);
    tail.chars().next()?.to_digit(10)
}

/// The helpers' words that most names have: there they tell nothing.
pub(super) fn usual_helpers(all: &[Words]) -> Vec<&'static str> {
    let mut usual = Vec::new();
    for helper in HELPERS {
        let having = all
            .iter()
            .filter(|words| words.words.iter().any(|word| word == helper));
        if 2 * having.count() > all.len() {
            usual.push(*helper);
        }
    }
    usual
}
