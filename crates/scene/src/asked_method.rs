//! A skinning method as it is typed in a list, with signs and scale inheritance of its own: `METHOD[+twist][+SMOOTH][:SIGNS[:INHERITANCE]]`.

use std::fmt;
use std::str::FromStr;

use character::Character;
use dq_math::SignRule;
use dq_math::signs::UnknownSignRule;
use rig::{Method, ScaleInheritance, UnknownMethod, UnknownScaleInheritance};
use thiserror::Error;

use crate::pose::corrective_smooth::{CorrectiveSmooth, NotSmooth, SMOOTH};
use crate::pose::posed_character::{Look, PER_MESH};
use crate::pose::posed_twist::TWIST;
use crate::text::method_choice::MethodChoice;
use crate::text::names::{inheritance_title, signs_title, with_own, with_steps};
use crate::view::pane_shows::PaneShows;

/// A method, and what it has of its own where several are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AskedMethod {
    /// What skins it: one method for all meshes, or each mesh's own.
    pub method: MethodChoice,
    /// Whether the twist of joints is spread over bones.
    pub twist: bool,
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
            twist: self.twist,
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
            with_steps(self.method.name().to_owned(), self.twist, self.smooth),
            self.signs.map(SignRule::name),
            self.scale_inheritance.map(ScaleInheritance::name),
        )
    }

    /// The label in words: `Two-phase · signs: first influence · scale: this joint`.
    #[must_use]
    pub fn title(self) -> String {
        let signs = self.signs.map(signs_title);
        let scale = self.scale_inheritance.map(inheritance_title);
        let title = with_steps(self.method.title(), self.twist, self.smooth);
        with_own(title, signs, scale)
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
            twist: shows.look.twist,
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
        let twist = self.twist.then(|| format!("+{TWIST}"));
        let smooth = self.smooth.map(|smooth| format!("+{smooth}"));
        let steps = [twist, smooth].into_iter().flatten().collect::<String>();
        let method = format!("{}{steps}", self.method);
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
    /// What stands behind a plus sign is neither a twist nor a corrective smooth.
    #[error(transparent)]
    Smooth(#[from] NotSmooth),
    /// Something stands twice behind plus signs.
    #[error("+{0} stands twice behind {1}; leave one out")]
    Twice(&'static str, MethodChoice),
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

/// Reads `METHOD[+twist][+SMOOTH][:SIGNS[:INHERITANCE]]`; what is left out, or empty, is that of all methods.
impl FromStr for AskedMethod {
    type Err = NotAskedMethod;

    fn from_str(text: &str) -> Result<Self, NotAskedMethod> {
        let mut parts = text.split(':');
        let first = parts.next().unwrap_or_default();
        let mut steps = first.split('+');
        let method = steps.next().unwrap_or_default().parse::<MethodChoice>()?;
        let (mut twist, mut smooth) = (false, None);
        for step in steps {
            let (word, is_new) = match step {
                TWIST => (TWIST, !std::mem::replace(&mut twist, true)),
                _ => (
                    SMOOTH,
                    smooth.replace(step.parse::<CorrectiveSmooth>()?).is_none(),
                ),
            };
            if !is_new {
                return Err(NotAskedMethod::Twice(word, method));
            }
        }
        // An empty part is one left out, so that `two-phase::joint` has an inheritance alone.
        let mut own = || parts.next().filter(|part| !part.is_empty());
        let (signs, scale_inheritance) = (own(), own());
        if parts.next().is_some() {
            return Err(NotAskedMethod::Parts);
        }
        let asked = Self {
            method,
            twist,
            smooth,
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
