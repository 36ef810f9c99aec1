//! What joints are for, as far as the words of their names say.

/// What a joint is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To move vertices: no word says otherwise.
    Deform,
    /// Others are hung on it.
    Attachment,
    /// It says where a chain ends.
    End,
    /// It drives other joints, or shows an animator something.
    Control,
}

/// Words in names of joints that others hang things on.
const ATTACHMENTS: [&str; 4] = ["socket", "attach", "attachment", "mount"];

/// A word beside *socket* in names of the socket that an eye lies in, which is a place of a face.
const EYE: &str = "eye";

/// Words in names of joints that only say where a chain ends.
const ENDS: [&str; 2] = ["end", "nub"];

/// Words in names of joints that drive others: of inverse kinematics, of animators' handles, and the layers of Rigify, which are
/// ORG (original), MCH (mechanism), WGT (widget), VIS (visual) and tweak.
const CONTROLS: [&str; 19] = [
    "ik",
    "fk",
    "pole",
    "effector",
    "eff",
    "target",
    "goal",
    "ctrl",
    "ctl",
    "cntrl",
    "control",
    "controller",
    "tweak",
    "mch",
    "org",
    "wgt",
    "vis",
    "drv",
    "driver",
];

/// Words that programs put before the joints which deform, so that others do not.
const DEFORMS: [&str; 2] = ["def", "deform"];

/// A word in names of joints that meshes are bound to, in pipelines that name them so.
const BIND: &str = "bind";

/// A rig says by [`DEFORMS`] which joints deform if it says so of one in so many.
const ONE_IN: usize = 5;

/// What each joint of a list is for, by all their names.
///
/// A name that says *deform* decides over what else it says. Where a fifth of the names says so, all others are controls. Else what more
/// than half of the names say says nothing, be it that they are controls, attachments or ends.
pub(crate) fn purposes(names: &[&str]) -> Vec<Purpose> {
    let words: Vec<Vec<String>> = names.iter().map(|name| words(name)).collect();
    let deforms = words
        .iter()
        .filter(|words| has_any(words, &DEFORMS))
        .count();
    // One such name alone is no habit of a rig.
    let says_which = deforms > 1 && deforms * ONE_IN >= words.len();
    let purposes: Vec<Purpose> = words
        .iter()
        .map(|words| purpose(words, says_which))
        .collect();
    if says_which {
        return purposes;
    }
    let usual = usual(&purposes);
    let without = |purpose: Purpose| match Some(purpose) == usual {
        true => Purpose::Deform,
        false => purpose,
    };
    purposes.into_iter().map(without).collect()
}

/// What more than half of all are for. A skin of nothing but attachments has no other joints to tell them from.
fn usual(purposes: &[Purpose]) -> Option<Purpose> {
    let count = |asked: Purpose| purposes.iter().filter(|&&own| own == asked).count();
    let all = [Purpose::Control, Purpose::Attachment, Purpose::End];
    all.into_iter()
        .find(|&purpose| 2 * count(purpose) > purposes.len())
        .filter(|&purpose| purpose != Purpose::Attachment || count(purpose) < purposes.len())
}

fn purpose(words: &[String], says_which: bool) -> Purpose {
    let has = |names: &[&str]| has_any(words, names);
    if has(&DEFORMS) {
        Purpose::Deform
    } else if says_which {
        Purpose::Control
    } else if has(&[BIND]) {
        Purpose::Deform
    } else if has(&CONTROLS) {
        Purpose::Control
    } else if has(&ATTACHMENTS) && !has(&[EYE]) {
        Purpose::Attachment
    } else if has(&ENDS) {
        Purpose::End
    } else {
        Purpose::Deform
    }
}

fn has_any(words: &[String], names: &[&str]) -> bool {
    words.iter().any(|word| names.contains(&word.as_str()))
}

/// The words of a name in small letters: `HandR_IKTarget2` is hand, r, ik, target.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let letters: Vec<char> = name.chars().collect();
    for (place, &letter) in letters.iter().enumerate() {
        if !letter.is_alphabetic() {
            words.push(String::new());
            continue;
        }
        let before = place.checked_sub(1).and_then(|before| letters.get(before));
        let after = letters.get(place + 1);
        // A capital begins a word after a small letter or before one: `IKTarget` is IK and Target.
        let begins = letter.is_uppercase()
            && (before.is_some_and(|letter| letter.is_lowercase())
                || after.is_some_and(|letter| letter.is_lowercase()));
        if begins {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}
