//! JSON in the course of being changed: what is not touched stays in the tree that was read.
//!
//! A save changes few of a file's values. A [`Draft`] takes sixteen bytes for a value of the tree, whatever is in it; an object that
//! is changed takes thirty-two for each of its members, a list sixteen for each of its elements, and what is only put behind the
//! elements of a list leaves them where they are. Reading goes by [`View`] and [`Items`], which look at either.

use serde::ser::{Serialize, Serializer};

pub(crate) use super::view::{Items, View};
use super::{Cell, Elements, Node, Tree};

/// A value that may be changed.
#[derive(Clone)]
pub(crate) enum Draft<'a> {
    /// As it was read.
    Came {
        tree: &'a Tree,
        cell: Cell,
    },
    Null,
    Bool(bool),
    Unsigned(u64),
    Float(f64),
    Made(Box<BoxedValue<'a>>),
}

/// What has no space in a [`Draft`].
#[derive(Clone)]
pub(crate) enum BoxedValue<'a> {
    Text(Box<str>),
    Array(Box<List<'a>>),
    Object(Vec<(&'a str, Draft<'a>)>),
}

/// The elements of an array: those that came, and others behind them.
#[derive(Clone, Default)]
pub(crate) struct List<'a> {
    came: Elements<'a>,
    own: Vec<Draft<'a>>,
}

// A save takes no more memory than is promised because a value takes no more than this.
#[cfg(target_pointer_width = "64")]
const _: () = assert!(size_of::<Draft<'static>>() == 16 && size_of::<BoxedValue<'static>>() == 24);

/// An object of these members.
pub(crate) fn object<'a, const N: usize>(members: [(&'a str, Draft<'a>); N]) -> Draft<'a> {
    Draft::Made(Box::new(BoxedValue::Object(Vec::from(members))))
}

/// Members that are set in an object.
pub(crate) type NewMembers<'a> = Vec<(&'static str, Draft<'a>)>;

impl<'a> Draft<'a> {
    pub(crate) fn view(&self) -> View<'_> {
        match self {
            Self::Came { tree, cell } => View::Came(Node { tree, cell: *cell }),
            _ => View::Draft(self),
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<View<'_>> {
        self.view().get(name)
    }

    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.view().index(name)
    }

    pub(crate) fn items(&self, name: &str) -> Items<'_> {
        self.view().items(name)
    }

    pub(crate) fn is_object(&self) -> bool {
        self.view().is_object()
    }

    /// A copy of a member, by which the object stays as it is.
    pub(crate) fn member(&self, name: &str) -> Option<Self> {
        match self {
            Self::Came { tree, cell } => {
                let member = Node { tree, cell: *cell }.get(name)?;
                Some(Self::from(member))
            }
            Self::Made(made) => match &**made {
                BoxedValue::Object(members) => {
                    let member = members.iter().find(|(own, _)| *own == name)?;
                    Some(member.1.clone())
                }
                BoxedValue::Text(_) | BoxedValue::Array(_) => None,
            },
            _ => None,
        }
    }

    /// A member to be changed.
    pub(crate) fn member_mut(&mut self, name: &str) -> Option<&mut Self> {
        self.get(name)?;
        let mut members = self.members_mut()?.iter_mut();
        members
            .find(|(own, _)| *own == name)
            .map(|(_, value)| value)
    }

    /// The members of an object, to be changed; nothing where this is none.
    pub(crate) fn members_mut(&mut self) -> Option<&mut Vec<(&'a str, Self)>> {
        if let Self::Came { tree, cell } = *self {
            let came = Node { tree, cell }.as_object()?;
            let members = came.iter().map(|(name, value)| (name, Self::from(value)));
            // What a change adds in most cases is one member.
            let mut copy = Vec::with_capacity(came.members.len() / 2 + 1);
            copy.extend(members);
            *self = Self::Made(Box::new(BoxedValue::Object(copy)));
        }
        match self {
            Self::Made(made) => match &mut **made {
                BoxedValue::Object(members) => Some(members),
                BoxedValue::Text(_) | BoxedValue::Array(_) => None,
            },
            _ => None,
        }
    }

    /// Sets a member; one that is there keeps its place.
    pub(crate) fn set(&mut self, name: &'a str, value: impl Into<Self>) {
        let Some(members) = self.members_mut() else {
            return;
        };
        let value = value.into();
        match members.iter_mut().find(|(own, _)| *own == name) {
            Some((_, own)) => *own = value,
            None => members.push((name, value)),
        }
    }

    /// All other members keep their order.
    pub(crate) fn remove(&mut self, name: &str) {
        if self.get(name).is_some()
            && let Some(members) = self.members_mut()
        {
            members.retain(|(own, _)| *own != name);
        }
    }

    /// The array of this name as a list, by which the object stays as it is; empty where there is none.
    pub(crate) fn list(&self, name: &str) -> List<'a> {
        match self.member(name) {
            Some(member) => member.into_list(),
            None => List::default(),
        }
    }

    /// The elements of an array; none where this is none.
    pub(crate) fn into_list(self) -> List<'a> {
        match self {
            Self::Came { tree, cell } => {
                let came = Node { tree, cell }.as_array().unwrap_or_default();
                let own = Vec::new();
                List { came, own }
            }
            Self::Made(made) => match *made {
                BoxedValue::Array(list) => *list,
                BoxedValue::Text(_) | BoxedValue::Object(_) => List::default(),
            },
            _ => List::default(),
        }
    }

    /// Takes a list out, to be [put back](Self::put); empty where there is none. One that came stays there until then.
    pub(crate) fn take(&mut self, name: &str) -> List<'a> {
        let Self::Made(made) = self else {
            return self.list(name);
        };
        let BoxedValue::Object(members) = &mut **made else {
            return List::default();
        };
        let member = members.iter_mut().find(|(own, _)| *own == name);
        match member {
            Some((_, Self::Made(made))) => match &mut **made {
                BoxedValue::Array(list) => std::mem::take(&mut **list),
                BoxedValue::Text(_) | BoxedValue::Object(_) => List::default(),
            },
            Some((_, came)) => came.clone().into_list(),
            None => List::default(),
        }
    }

    /// Sets a list. Empty ones are not valid glTF, and leave the object.
    pub(crate) fn put(&mut self, name: &'a str, list: impl Into<List<'a>>) {
        let list = list.into();
        if list.len() == 0 {
            self.remove(name);
        // A list that was only looked at stays in the tree, and its object with it.
        } else if !self.get(name).is_some_and(|own| list.is(own)) {
            self.set(name, list);
        }
    }

    /// Sets a list that was taken; an empty one stays as it came.
    pub(crate) fn put_back(&mut self, name: &'a str, list: List<'a>) {
        if list.len() > 0 {
            self.put(name, list);
        }
    }

    /// Changes elements of a list, if there is one.
    pub(crate) fn change_each(&mut self, name: &'a str, change: impl FnMut(&mut Self)) {
        self.change_some(name, |_| true, change);
    }

    /// Changes those elements of a list that are meant.
    pub(crate) fn change_some(
        &mut self,
        name: &'a str,
        is_meant: impl Fn(View<'_>) -> bool,
        mut change: impl FnMut(&mut Self),
    ) {
        if !self.items(name).iter().any(&is_meant) {
            return;
        }
        let mut list = self.take(name);
        for place in 0..list.len() {
            if list.get(place).is_some_and(&is_meant)
                && let Some(element) = list.get_mut(place)
            {
                change(element);
            }
        }
        self.put(name, list);
    }

    pub(crate) fn put_indices(&mut self, name: &'a str, list: Vec<usize>) {
        self.put(name, list.into_iter().map(Self::from).collect::<List<'_>>());
    }
}

impl<'a> List<'a> {
    pub(crate) fn len(&self) -> usize {
        self.came.len() + self.own.len()
    }

    pub(crate) fn items(&self) -> Items<'_> {
        Items {
            came: self.came,
            own: &self.own,
        }
    }

    pub(crate) fn get(&self, index: usize) -> Option<View<'_>> {
        self.items().get(index)
    }

    /// A copy of an element.
    pub(crate) fn get_cloned(&self, index: usize) -> Option<Draft<'a>> {
        match index.checked_sub(self.came.len()) {
            Some(place) => self.own.get(place).cloned(),
            None => self.came.get(index).map(Draft::from),
        }
    }

    /// An element to be changed; if it came with the file, all are copied first.
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Draft<'a>> {
        if index < self.came.len() {
            self.copy_all();
        }
        let place = index.checked_sub(self.came.len())?;
        self.own.get_mut(place)
    }

    pub(crate) fn push(&mut self, element: Draft<'a>) {
        self.own.push(element);
    }

    pub(crate) fn extend(&mut self, elements: impl IntoIterator<Item = Draft<'a>>) {
        self.own.extend(elements);
    }

    /// Takes the elements from `length` on off the end.
    pub(crate) fn split_off(&mut self, length: usize) -> Vec<Draft<'a>> {
        let Some(rest) = length.checked_sub(self.came.len()) else {
            let (came, last) = self.came.split_at(length);
            let mut off: Vec<Draft<'a>> = last.iter().map(Draft::from).collect();
            off.append(&mut self.own);
            self.came = came;
            return off;
        };
        match rest <= self.own.len() {
            true => self.own.split_off(rest),
            false => Vec::new(),
        }
    }

    /// The elements, one after another.
    pub(crate) fn into_elements(self) -> impl Iterator<Item = Draft<'a>> {
        let came = (0..self.came.len()).filter_map(move |place| self.came.get(place));
        came.map(Draft::from).chain(self.own)
    }

    fn copy_all(&mut self) {
        let mut all = Vec::with_capacity(self.len());
        all.extend(self.came.iter().map(Draft::from));
        all.append(&mut self.own);
        self.came = Elements::default();
        self.own = all;
    }

    /// Whether this is that very list of the file.
    fn is(&self, other: View<'_>) -> bool {
        let View::Came(node) = other else {
            return false;
        };
        // The address and the length are compared, not the elements.
        let same = |other: Elements<'_>| std::ptr::eq(other.cells, self.came.cells);
        self.own.is_empty() && node.as_array().is_some_and(same)
    }
}

impl<'a> FromIterator<Draft<'a>> for List<'a> {
    fn from_iter<I: IntoIterator<Item = Draft<'a>>>(elements: I) -> Self {
        Self {
            came: Elements::default(),
            own: elements.into_iter().collect(),
        }
    }
}

impl<'a> From<Vec<Draft<'a>>> for List<'a> {
    fn from(own: Vec<Draft<'a>>) -> Self {
        let came = Elements::default();
        Self { came, own }
    }
}

impl<'a> From<Node<'a>> for Draft<'a> {
    fn from(Node { tree, cell }: Node<'a>) -> Self {
        Self::Came { tree, cell }
    }
}

impl<'a> From<List<'a>> for Draft<'a> {
    fn from(list: List<'a>) -> Self {
        Self::Made(Box::new(BoxedValue::Array(Box::new(list))))
    }
}

impl FromIterator<Self> for Draft<'_> {
    fn from_iter<I: IntoIterator<Item = Self>>(elements: I) -> Self {
        elements.into_iter().collect::<List<'_>>().into()
    }
}

impl<'a> From<NewMembers<'a>> for Draft<'a> {
    fn from(members: NewMembers<'a>) -> Self {
        Self::Made(Box::new(BoxedValue::Object(members)))
    }
}

impl From<&str> for Draft<'_> {
    fn from(text: &str) -> Self {
        Self::Made(Box::new(BoxedValue::Text(text.into())))
    }
}

impl From<String> for Draft<'_> {
    fn from(text: String) -> Self {
        Self::Made(Box::new(BoxedValue::Text(text.into_boxed_str())))
    }
}

impl From<bool> for Draft<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<u64> for Draft<'_> {
    fn from(number: u64) -> Self {
        Self::Unsigned(number)
    }
}

impl From<u32> for Draft<'_> {
    fn from(number: u32) -> Self {
        Self::Unsigned(number.into())
    }
}

impl From<usize> for Draft<'_> {
    fn from(number: usize) -> Self {
        Self::Unsigned(number as u64)
    }
}

impl From<f32> for Draft<'_> {
    /// Null where it is not finite: JSON has no such numbers.
    fn from(number: f32) -> Self {
        match number.is_finite() {
            true => Self::Float(number.into()),
            false => Self::Null,
        }
    }
}

impl From<&[f32]> for Draft<'_> {
    fn from(numbers: &[f32]) -> Self {
        numbers.iter().copied().map(Self::from).collect()
    }
}

impl<const N: usize> From<[f32; N]> for Draft<'_> {
    fn from(numbers: [f32; N]) -> Self {
        Self::from(numbers.as_slice())
    }
}

impl Serialize for Draft<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.view().serialize(serializer)
    }
}
