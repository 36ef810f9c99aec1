//! Groups of test poses, and the search for one, by their names.

/// What the poses of a group do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Whole,
    Bend,
    Spread,
    Twist,
    Tilt,
}

impl Group {
    /// In the order of the list.
    pub(super) const ALL: [Self; 5] = [
        Self::Whole,
        Self::Bend,
        Self::Spread,
        Self::Twist,
        Self::Tilt,
    ];

    /// By the word at the end of the name, which says how its joints turn: `Knees bend`, `forearm twist 2`.
    pub(super) fn of(name: &str) -> Self {
        let name = name.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == ' ');
        match name.rsplit_once(' ').map(|(_, last)| last) {
            Some("bend") => Self::Bend,
            Some("spread") => Self::Spread,
            Some("twist") => Self::Twist,
            Some("tilt") => Self::Tilt,
            _ => Self::Whole,
        }
    }

    /// The line above its poses.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::Whole => "Whole poses",
            Self::Bend => "Bend",
            Self::Spread => "Spread",
            Self::Twist => "Twist",
            Self::Tilt => "Tilt",
        }
    }
}

/// Whether a name holds all words, whatever their case.
pub(super) fn has_words(name: &str, words: &str) -> bool {
    let name = name.to_lowercase();
    words
        .split_whitespace()
        .all(|word| name.contains(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poses_are_grouped_by_how_their_joints_turn() {
        for (name, group) in [
            ("Arms up", Group::Whole),
            ("Spread", Group::Whole),
            ("Knees bend", Group::Bend),
            ("forearm.L bend 2", Group::Bend),
            ("Fingers spread", Group::Spread),
            ("Wrist twist", Group::Twist),
            ("root tilt", Group::Tilt),
        ] {
            assert_eq!(Group::of(name), group, "{name}");
        }
        assert!(has_words("Knees bend", "BEND kn") && !has_words("Knees bend", "bend elbow"));
    }
}
