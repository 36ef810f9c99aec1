//! How sure the first place of a marker is.

use serde::Deserialize;

/// How sure the place of a marker is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sureness {
    /// Nothing on the mesh says it: by the proportions that figures usually have.
    Guess,
    /// By proportion between places that were found.
    Likely,
    /// The mesh shows it, or somebody put it there.
    Found,
}

impl Sureness {
    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Guess => "guess",
            Self::Likely => "likely",
            Self::Found => "found",
        }
    }

    /// Found or a guess.
    #[must_use]
    pub const fn found_if(is_found: bool) -> Self {
        if is_found { Self::Found } else { Self::Guess }
    }

    /// Likely or a guess.
    #[must_use]
    pub const fn likely_if(is_likely: bool) -> Self {
        if is_likely { Self::Likely } else { Self::Guess }
    }
}
