//! A skinning method as it is typed.

use std::fmt;
use std::str::FromStr;

use scene::asked_method::AskedMethod;

use crate::{Error, ErrorKind};

/// A skinning method with what it has of its own: `METHOD[+SMOOTH][:SIGNS[:INHERITANCE]]`, as on the command line.
///
/// ```
/// use bindings::Method;
///
/// let method: Method = "two-phase:largest".parse()?;
/// assert_eq!(method.to_string(), "two-phase:largest");
/// assert!("two-faced".parse::<Method>().is_err());
/// # Ok::<(), bindings::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Method(pub(crate) AskedMethod);

impl Method {
    /// The names of all methods that need no further word.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        rig::Method::ALL
            .iter()
            .map(|method| method.name())
            .collect()
    }
}

/// Writes it as it is typed.
impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Method {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        text.parse().map(Self).map_err(|error| {
            let sentence = format!("method: {error}.");
            Error::told(ErrorKind::UnknownName, "method", &sentence)
        })
    }
}
