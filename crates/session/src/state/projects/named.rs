//! Serde by the names that the command line uses.

use std::fmt::Display;
use std::str::FromStr;

use dq_math::SignRule;
use rig::Method;
use serde::de::Error;
use serde::{Deserialize as _, Deserializer, Serializer};

pub(super) trait Named: FromStr<Err: Display> {
    fn name_of(&self) -> &'static str;
}

impl Named for Method {
    fn name_of(&self) -> &'static str {
        self.name()
    }
}

impl Named for SignRule {
    fn name_of(&self) -> &'static str {
        self.name()
    }
}

pub(super) fn serialize<T: Named, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(value.name_of())
}

pub(super) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(Error::custom)
}

/// The same for what need not be there.
pub(super) mod optional {
    use serde::de::Error;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};

    use super::Named;

    pub(in super::super) fn serialize<T: Named, S: Serializer>(
        value: &Option<T>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(Named::name_of).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, T: Named, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<T>, D::Error> {
        let name = Option::<String>::deserialize(deserializer)?;
        let parse = |name: String| name.parse().map_err(Error::custom);
        name.map(parse).transpose()
    }
}
