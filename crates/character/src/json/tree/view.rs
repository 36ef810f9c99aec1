//! Reading of a [`Draft`]: what was changed of it, and what is still as the tree has it, look the same.

use serde::ser::{Serialize, Serializer};

use super::draft::{BoxedValue, Draft};
use super::{Elements, Json, Members, Node};

/// A value of a draft, or of the tree that it was made of.
#[derive(Clone, Copy)]
pub(crate) enum View<'s> {
    Came(Node<'s>),
    Draft(&'s Draft<'s>),
}

impl<'s> From<Node<'s>> for View<'s> {
    fn from(node: Node<'s>) -> Self {
        Self::Came(node)
    }
}

impl<'s> View<'s> {
    pub(crate) fn to_draft(self) -> Draft<'s> {
        match self {
            Self::Came(node) => Draft::from(node),
            Self::Draft(draft) => draft.clone(),
        }
    }

    fn as_boxed(self) -> Option<&'s BoxedValue<'s>> {
        match self {
            Self::Draft(Draft::Made(made)) => Some(made),
            Self::Draft(_) | Self::Came(_) => None,
        }
    }

    pub(crate) fn get(self, name: &str) -> Option<Self> {
        match (self, self.as_boxed()) {
            (Self::Came(node), _) => node.get(name).map(Self::Came),
            (_, Some(BoxedValue::Object(members))) => {
                let member = members.iter().find(|(own, _)| *own == name);
                member.map(|(_, value)| value.view())
            }
            _ => None,
        }
    }

    pub(crate) fn is_object(self) -> bool {
        match self {
            Self::Came(node) => node.as_object().is_some(),
            Self::Draft(_) => matches!(self.as_boxed(), Some(BoxedValue::Object(_))),
        }
    }

    pub(crate) fn is_empty_object(self) -> bool {
        self.is_object() && self.members().next().is_none()
    }

    pub(crate) fn is_null(self) -> bool {
        self.plain() == Some(Plain::Null)
    }

    /// The members of an object, in order; none where this is none.
    pub(crate) fn members(self) -> impl Iterator<Item = (&'s str, View<'s>)> {
        let came = match self {
            Self::Came(node) => node.as_object(),
            Self::Draft(_) => None,
        };
        let own = match self.as_boxed() {
            Some(BoxedValue::Object(members)) => members.as_slice(),
            _ => &[],
        };
        let came = came.into_iter().flat_map(Members::iter);
        let came = came.map(|(name, node)| (name, Self::Came(node)));
        came.chain(own.iter().map(|(name, value)| (*name, value.view())))
    }

    pub(crate) fn as_str(self) -> Option<&'s str> {
        match (self, self.as_boxed()) {
            (Self::Came(node), _) => node.as_str(),
            (_, Some(BoxedValue::Text(text))) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn as_f64(self) -> Option<f64> {
        match self {
            Self::Came(node) => node.as_f64(),
            Self::Draft(Draft::Float(number)) => Some(*number),
            Self::Draft(Draft::Unsigned(number)) => Some(*number as f64),
            Self::Draft(_) => None,
        }
    }

    pub(crate) fn to_index(self) -> Option<usize> {
        let number = match self {
            Self::Came(node) => node.as_u64()?,
            Self::Draft(Draft::Unsigned(number)) => *number,
            Self::Draft(_) => return None,
        };
        usize::try_from(number).ok()
    }

    pub(crate) fn elements(self) -> Option<Items<'s>> {
        match (self, self.as_boxed()) {
            (Self::Came(node), _) => {
                let came = node.as_array()?;
                Some(Items { came, own: &[] })
            }
            (_, Some(BoxedValue::Array(list))) => Some(list.items()),
            _ => None,
        }
    }

    /// A member that is the index of something.
    pub(crate) fn index(self, name: &str) -> Option<usize> {
        self.get(name)?.to_index()
    }

    /// The elements of the array of this name; none where there is none.
    pub(crate) fn items(self, name: &str) -> Items<'s> {
        let array = self.get(name).and_then(Self::elements);
        array.unwrap_or_default()
    }

    /// A list of indices; empty where there is none.
    pub(crate) fn indices(self, name: &str) -> Vec<usize> {
        let items = self.items(name).iter();
        items.filter_map(Self::to_index).collect()
    }
}

impl PartialEq for View<'_> {
    /// Whatever the order of members.
    fn eq(&self, other: &Self) -> bool {
        if let (Self::Came(one), Self::Came(other)) = (self, other)
            // What is the same cell of one tree needs no walk through what is in it.
            && std::ptr::eq(one.tree, other.tree)
            && one.cell == other.cell
        {
            return true;
        }
        if let (Some(one), Some(other)) = (self.elements(), other.elements()) {
            return one == other;
        }
        if self.is_object() && other.is_object() {
            // Names are unique: as many members, each of them in the other, are the same members.
            let same = |(name, value): (&str, Self)| other.get(name) == Some(value);
            return self.members().count() == other.members().count() && self.members().all(same);
        }
        match (self.as_str(), other.as_str()) {
            (Some(one), Some(other)) => one == other,
            (None, None) => self.plain().is_some_and(|own| Some(own) == other.plain()),
            _ => false,
        }
    }
}

/// A value that is neither text, array nor object.
#[derive(PartialEq)]
enum Plain {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl View<'_> {
    fn plain(self) -> Option<Plain> {
        let plain = match self {
            Self::Draft(draft) => match draft {
                Draft::Null => Plain::Null,
                Draft::Bool(value) => Plain::Bool(*value),
                Draft::Unsigned(number) => Plain::Unsigned(*number),
                Draft::Float(number) => Plain::Float(*number),
                Draft::Came { .. } | Draft::Made(_) => return None,
            },
            Self::Came(node) => match node.json() {
                Json::Null => Plain::Null,
                Json::Bool(value) => Plain::Bool(value),
                Json::Unsigned(number) => Plain::Unsigned(number),
                Json::Signed(number) => Plain::Signed(number),
                Json::Float(number) => Plain::Float(number),
                Json::Text(_) | Json::Array(_) | Json::Object(_) => return None,
            },
        };
        Some(plain)
    }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Came(node) => node.serialize(serializer),
            Self::Draft(draft) => match draft {
                Draft::Came { tree, cell } => {
                    let (tree, cell) = (*tree, *cell);
                    Node { tree, cell }.serialize(serializer)
                }
                Draft::Null => serializer.serialize_unit(),
                Draft::Bool(value) => serializer.serialize_bool(*value),
                Draft::Unsigned(number) => serializer.serialize_u64(*number),
                Draft::Float(number) => serializer.serialize_f64(*number),
                Draft::Made(made) => match &**made {
                    BoxedValue::Text(text) => serializer.serialize_str(text),
                    BoxedValue::Array(list) => serializer.collect_seq(list.items().iter()),
                    BoxedValue::Object(_) => serializer.collect_map(self.members()),
                },
            },
        }
    }
}

/// The elements of an array of a draft, or of the tree.
#[derive(Clone, Copy, Default)]
pub(crate) struct Items<'s> {
    pub(super) came: Elements<'s>,
    pub(super) own: &'s [Draft<'s>],
}

impl<'s> Items<'s> {
    pub(crate) fn len(self) -> usize {
        self.came.len() + self.own.len()
    }

    pub(crate) fn get(self, index: usize) -> Option<View<'s>> {
        match index.checked_sub(self.came.len()) {
            Some(place) => self.own.get(place).map(Draft::view),
            None => self.came.get(index).map(View::Came),
        }
    }

    pub(crate) fn iter(self) -> impl DoubleEndedIterator<Item = View<'s>> + ExactSizeIterator {
        (0..self.len()).map(move |index| self.get(index).unwrap_or(View::Draft(&Draft::Null)))
    }
}

impl PartialEq for Items<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}
