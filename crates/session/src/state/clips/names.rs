//! Names of clips: free ones, and clips under other ones.

use std::collections::BTreeSet;

use rig::{Clip, ClipEdit};

/// The clip under another name.
#[must_use]
pub fn with_name(clip: &Clip, name: String) -> Clip {
    let rename = ClipEdit::Rename(Some(name));
    clip.with_edit(&rename)
        .map_or_else(|_| clip.clone(), |(after, _)| after)
}

/// The name, or it with the next number that no clip has.
#[must_use]
pub fn free_name(clips: &[Clip], name: &str) -> String {
    let names: BTreeSet<&str> = clips.iter().filter_map(Clip::name).collect();
    if !names.contains(name) {
        return name.to_owned();
    }
    let stem = name
        .trim_end_matches(|letter: char| letter.is_ascii_digit())
        .trim_end();
    let numbered = (2..).map(|number: u32| format!("{stem} {number}"));
    let mut free = numbered.filter(|name| !names.contains(name.as_str()));
    free.next().unwrap_or_else(|| name.to_owned())
}
