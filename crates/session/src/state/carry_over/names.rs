//! Names as other programs change them when they export again.

/// A name without what exporters add or take away, to be held against another: without a namespace (`rig:arm`, `Armature|arm`) and a
/// counter (`arm.001`, `arm_2`), in small letters, without signs between words.
///
/// Names that are nothing but a counter or signs stay as they are.
pub(super) fn plain_name(name: &str) -> String {
    let own = name.rsplit([':', '|']).next().unwrap_or(name);
    let plain: String = without_counter(own)
        .chars()
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    if plain.is_empty() {
        name.to_owned()
    } else {
        plain
    }
}

/// Without digits at the end that a sign parts from what is before them.
fn without_counter(name: &str) -> &str {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let parted = stem.strip_suffix(['.', '_', ' ', '-']);
    match parted {
        Some(before) if stem.len() < name.len() && !before.is_empty() => before,
        _ => name,
    }
}
