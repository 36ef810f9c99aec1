//! Remedies in sentences of the window, as options of the command line.

use rig::NamePatterns;
use session::features::weight_operations::worker::{
    ALL_JOINTS, FOLLOW_BODY, INCLUDE, KEEP_SHAPE, OTHER_JOINTS, UNLOCK, UNLOCK_TOO,
};
use session::state::painting::{BY_TOPOLOGY, NAMES, NOT_BY_TOPOLOGY};

/// The sentences of an operation over all vertices. Marks of left and right that were given are not asked for.
pub(crate) fn of_whole(words: &str, patterns: &NamePatterns) -> String {
    let names = match *patterns == NamePatterns::default() {
        true => "give the marks of left and right with --names, or a --pair for each of them",
        false => "give a --pair for each of them",
    };
    words
        .replace(BY_TOPOLOGY, "give --by-topology")
        .replace(NOT_BY_TOPOLOGY, "leave --by-topology out")
        .replace(NAMES, names)
}

/// The sentences of automatic weights; `include` says how joints that got no weight are included.
pub(crate) fn of_automatic(words: &str, include: &str) -> String {
    words
        .replace(INCLUDE, &format!("to include them, {include}"))
        .replace(KEEP_SHAPE, "give --parts rigid")
        .replace(FOLLOW_BODY, "give --clothes body")
        .replace(
            UNLOCK,
            "Take some out of `locked` in the project, or unlock them in the window.",
        )
        .replace(UNLOCK_TOO, "take joints out of `locked` in the project")
        // It has the words of the next one in it.
        .replace(
            OTHER_JOINTS,
            "Name others in the file of joints, or give --joints all.",
        )
        .replace(ALL_JOINTS, include)
}
