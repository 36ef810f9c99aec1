//! A skinning method as it is typed in a list, with signs and scale inheritance of its own: `METHOD[+SMOOTH][:SIGNS[:INHERITANCE]]`.

use std::fmt;
use std::str::FromStr;

use character::Character;
use dq_math::SignRule;
use dq_math::signs::UnknownSignRule;
use rig::{Method, ScaleInheritance, UnknownMethod, UnknownScaleInheritance};
use thiserror::Error;

use crate::pose::corrective_smooth::{CorrectiveSmooth, NotSmooth};
use crate::pose::posed_character::{Look, PER_MESH};
use crate::text::method_choice::MethodChoice;
use crate::text::names::{inheritance_title, signs_title, with_own, with_smooth};
use crate::view::pane_shows::PaneShows;

/// A method, and what it has of its own where several are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AskedMethod {
    /// What skins it: one method for all meshes, or each mesh's own.
    pub method: MethodChoice,
    /// What smooths the skinned vertices; none for nothing.
    pub smooth: Option<CorrectiveSmooth>,
    /// Its sign rule; none for that of all methods.
    pub signs: Option<SignRule>,
    /// The scale inheritance of all joints; none for that of all methods.
    pub scale_inheritance: Option<ScaleInheritance>,
}

impl AskedMethod {
    /// The same with what all methods have where it has nothing of its own. Signs that are the default go without saying.
    #[must_use]
    pub fn or(self, signs: SignRule, scale_inheritance: Option<ScaleInheritance>) -> Self {
        let said = (signs != SignRule::default() && self.has_signs()).then_some(signs);
        Self {
            signs: self.signs.or(said),
            scale_inheritance: self.scale_inheritance.or(scale_inheritance),
            ..self
        }
    }

    /// What a character is skinned by. The signs are those where it has none of its own.
    #[must_use]
    pub fn look(self, character: &Character, signs: SignRule) -> Look {
        Look {
            smooth: self.smooth,
            ..(self.method).look(character, self.signs.unwrap_or(signs))
        }
    }

    /// Whether a sign rule says anything to it.
    #[must_use]
    pub const fn has_signs(self) -> bool {
        match self.method {
            MethodChoice::One(method) => method.has_signs(),
            MethodChoice::PerMesh(_) => true,
        }
    }

    /// The label by the names of the command line: `two-phase · signs: first · scale: joint`.
    #[must_use]
    pub fn label(self) -> String {
        with_own(
            with_smooth(self.method.name().to_owned(), self.smooth),
            self.signs.map(SignRule::name),
            self.scale_inheritance.map(ScaleInheritance::name),
        )
    }

    /// The label in words: `Two-phase · signs: first influence · scale: this joint`.
    #[must_use]
    pub fn title(self) -> String {
        let signs = self.signs.map(signs_title);
        let scale = self.scale_inheritance.map(inheritance_title);
        with_own(with_smooth(self.method.title(), self.smooth), signs, scale)
    }
}

impl From<MethodChoice> for AskedMethod {
    fn from(method: MethodChoice) -> Self {
        Self {
            method,
            ..Self::default()
        }
    }
}

impl From<Method> for AskedMethod {
    fn from(method: Method) -> Self {
        MethodChoice::from(method).into()
    }
}

/// What a pane shows, as far as it is not as in a new pane. Versions of the weights and normals are left out.
impl From<PaneShows> for AskedMethod {
    fn from(shows: PaneShows) -> Self {
        let method = Self {
            smooth: shows.look.smooth,
            ..MethodChoice::from(shows.look).into()
        };
        method.or(shows.look.signs, shows.scale_inheritance.for_all())
    }
}

/// Writes it as it is typed.
impl fmt::Display for AskedMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs = self.signs.map_or("", SignRule::name);
        let smooth = self.smooth.map(|smooth| format!("+{smooth}"));
        let method = format!("{}{}", self.method, smooth.unwrap_or_default());
        let text = match self.scale_inheritance {
            Some(scale) => format!("{method}:{signs}:{}", scale.name()),
            None if signs.is_empty() => method,
            None => format!("{method}:{signs}"),
        };
        f.pad(&text)
    }
}

/// Why a text is no method with what it has of its own.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotAskedMethod {
    /// The method is unknown.
    #[error("{0}, and {PER_MESH}")]
    Method(#[from] UnknownMethod),
    /// What stands behind the plus sign is no corrective smooth.
    #[error(transparent)]
    Smooth(#[from] NotSmooth),
    /// The sign rule is unknown.
    #[error("{0} behind the first colon")]
    Signs(#[from] UnknownSignRule),
    /// The scale inheritance is unknown.
    #[error("{0} behind the second colon")]
    ScaleInheritance(#[from] UnknownScaleInheritance),
    /// There are more colons.
    #[error("expected METHOD, METHOD:SIGNS or METHOD:SIGNS:INHERITANCE, as two-phase:first:joint")]
    Parts,
    /// The method has no signs.
    #[error(
        "{0} has no signs to align; leave them out, as {0}, or {0}::joint for a scale inheritance"
    )]
    NoSigns(Method),
}

/// Reads `METHOD[+SMOOTH][:SIGNS[:INHERITANCE]]`; what is left out, or empty, is that of all methods.
impl FromStr for AskedMethod {
    type Err = NotAskedMethod;

    fn from_str(text: &str) -> Result<Self, NotAskedMethod> {
        let mut parts = text.split(':');
        let first = parts.next().unwrap_or_default();
        let (method, smooth) = match first.split_once('+') {
            Some((method, smooth)) => (method, Some(smooth)),
            None => (first, None),
        };
        let method = method.parse::<MethodChoice>()?;
        // An empty part is one left out, so that `two-phase::joint` has an inheritance alone.
        let mut own = || parts.next().filter(|part| !part.is_empty());
        let (signs, scale_inheritance) = (own(), own());
        if parts.next().is_some() {
            return Err(NotAskedMethod::Parts);
        }
        let asked = Self {
            method,
            smooth: smooth.map(str::parse::<CorrectiveSmooth>).transpose()?,
            signs: signs.map(str::parse::<SignRule>).transpose()?,
            scale_inheritance: scale_inheritance
                .map(str::parse::<ScaleInheritance>)
                .transpose()?,
        };
        match method {
            MethodChoice::One(method) if asked.signs.is_some() && !method.has_signs() => {
                Err(NotAskedMethod::NoSigns(method))
            }
            _ => Ok(asked),
        }
    }
}
