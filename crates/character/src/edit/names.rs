//! Names for new joints.

use std::collections::BTreeSet;

/// Marks of a side that stay at the end of a name.
const SIDES: [&str; 8] = [".L", ".R", ".l", ".r", "_L", "_R", "_l", "_r"];

/// A name that no joint has yet, counted up from another: `spine2` to `spine3`, `tail` to `tail_1`, `arm.L` to `arm_1.L`.
pub(super) fn after(name: &str, taken: &BTreeSet<&str>) -> String {
    let name = if name.is_empty() { "joint" } else { name };
    let side = SIDES.iter().find(|side| name.ends_with(**side)).copied();
    let side = side.unwrap_or_default();
    let stem = name.strip_suffix(side).unwrap_or(name);
    let head = stem.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let digits = stem.strip_prefix(head).unwrap_or_default();
    // A number too large to count on is part of the name.
    let (head, first, width) = match digits.parse::<u32>() {
        Ok(number) if number < u32::MAX => (head.to_owned(), number + 1, digits.len()),
        _ => (format!("{stem}_"), 1, 1),
    };
    // Leading zeros stay: `finger09` goes on to `finger10`. At most as many names are tried as are taken, and one.
    let names = (first..=u32::MAX).map(|number| format!("{head}{number:0width$}{side}"));
    let mut free = names.filter(|name| !taken.contains(name.as_str()));
    free.next().unwrap_or_else(|| name.to_owned())
}
