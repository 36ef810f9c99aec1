//! Serde for maps by joint that keep the order of the file; a name that occurs twice is refused.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde::ser::{Serialize, Serializer};

/// Values by joint address, in the order of the file.
pub(super) type Keyed<V> = Vec<(String, V)>;

pub(super) fn serialize<V: Serialize, S: Serializer>(
    entries: &[(String, V)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(name, value)| (name, value)))
}

pub(super) fn deserialize<'de, V: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Keyed<V>, D::Error> {
    deserializer.deserialize_map(InOrder(PhantomData))
}

struct InOrder<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for InOrder<V> {
    type Value = Keyed<V>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a map from the names of joints")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut entries = Vec::new();
        let mut seen = std::collections::HashSet::new();
        while let Some((name, value)) = map.next_entry::<String, V>()? {
            if !seen.insert(name.clone()) {
                return Err(A::Error::custom(format!(
                    "the joint {name:?} stands here for the second time; make one line of both"
                )));
            }
            entries.push((name, value));
        }
        Ok(entries)
    }
}
