//! The JSON part as it came, in a few bytes a value: unknown members, the order of members, 64-bit integers.
//!
//! A [`Value`] takes 72 bytes for each of the two that `0,` has in the file, and an object some hundreds. Here a value is a
//! cell of 32 bits, three of which say what the others mean: a small number itself, or the place of a larger one, of a text, or of
//! the elements of a list, which lie one behind another. What is long takes about half its text, what is short two to four
//! times; any element of any list is found at once.

pub(crate) mod draft;
mod view;

use std::fmt;

use serde::ser::{Serialize, Serializer};
use serde_json::{Map, Number, Value};

/// Bits of a cell that are not its kind.
const BITS: u32 = 29;

/// Objects of more members have them sorted besides, so that one is found without looking at all others.
const FEW: usize = 8;

/// A JSON document; null where there is none.
#[derive(Clone, PartialEq)]
pub(crate) struct Tree {
    root: Cell,
    /// Elements of lists, each list behind its length. Behind the members of a long object are their places in the order of
    /// names.
    cells: Vec<Cell>,
    /// Numbers that have no space in a cell, as bits.
    numbers: Vec<u64>,
    /// All texts, one behind another.
    texts: String,
    /// Where in `texts` each of them ends.
    ends: Vec<usize>,
}

/// A value, or a plain number in a list: a length or a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(u32);

const NULL: Cell = Cell(0);
const FALSE: Cell = Cell(1);
const TRUE: Cell = Cell(2);
const EMPTY_ARRAY: Cell = Cell(3);
const EMPTY_OBJECT: Cell = Cell(4);
const EMPTY_TEXT: Cell = Cell(5);

const SMALL: u32 = 1;
const FLOAT: u32 = 2;
const SIGNED: u32 = 3;
const UNSIGNED: u32 = 4;
const TEXT: u32 = 5;
const ARRAY: u32 = 6;
const OBJECT: u32 = 7;

impl Cell {
    fn new(kind: u32, payload: usize) -> Result<Self, BuildError> {
        let payload = u32::try_from(payload).ok().filter(|it| it >> BITS == 0);
        Ok(Self(kind << BITS | payload.ok_or(BuildError::Full)?))
    }

    fn plain(number: usize) -> Result<Self, BuildError> {
        u32::try_from(number)
            .map(Self)
            .map_err(|_too_large| BuildError::Full)
    }

    fn kind(self) -> u32 {
        self.0 >> BITS
    }

    fn payload(self) -> usize {
        (self.0 & ((1 << BITS) - 1)) as usize
    }

    /// The small number of a cell: its payload with a sign.
    fn small(self) -> i32 {
        // Shifted up and down again, the sign of the payload fills the bits of the kind.
        let unused = u32::BITS - BITS;
        (self.0 << unused).cast_signed() >> unused
    }
}

impl Default for Tree {
    fn default() -> Self {
        Self {
            root: NULL,
            cells: Vec::new(),
            numbers: Vec::new(),
            texts: String::new(),
            ends: Vec::new(),
        }
    }
}

impl fmt::Debug for Tree {
    /// Counts only: the whole document would be unreadable.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tree")
            .field("cells", &self.cells.len())
            .field("texts", &self.texts.len())
            .finish_non_exhaustive()
    }
}

impl Tree {
    pub(crate) fn root(&self) -> Node<'_> {
        Node {
            tree: self,
            cell: self.root,
        }
    }

    fn number(&self, cell: Cell) -> u64 {
        self.numbers.get(cell.payload()).copied().unwrap_or(0)
    }

    fn text(&self, cell: Cell) -> &str {
        if cell == EMPTY_TEXT {
            return "";
        }
        let place = cell.payload();
        let start = place
            .checked_sub(1)
            .and_then(|before| self.ends.get(before));
        let start = start.copied().unwrap_or(0);
        let end = self.ends.get(place).copied().unwrap_or(start);
        self.texts.get(start..end).unwrap_or_default()
    }

    /// The length of a list and the cells behind it.
    fn list(&self, cell: Cell) -> (usize, &[Cell]) {
        let list = self.cells.get(cell.payload()..).unwrap_or_default();
        match list.split_first() {
            Some((length, rest)) => (length.0 as usize, rest),
            None => (0, &[]),
        }
    }
}

/// A value of a [`Tree`].
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    tree: &'a Tree,
    cell: Cell,
}

/// What a value is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Json<'a> {
    Null,
    Bool(bool),
    Unsigned(u64),
    /// Below zero; other whole numbers are [`Unsigned`](Self::Unsigned).
    Signed(i64),
    Float(f64),
    Text(&'a str),
    Array(Elements<'a>),
    Object(Members<'a>),
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.json().fmt(f)
    }
}

impl<'a> Node<'a> {
    pub(crate) fn json(self) -> Json<'a> {
        let Self { tree, cell } = self;
        match cell.kind() {
            SMALL => {
                let number = i64::from(cell.small());
                u64::try_from(number).map_or(Json::Signed(number), Json::Unsigned)
            }
            FLOAT => Json::Float(f64::from_bits(tree.number(cell))),
            SIGNED => Json::Signed(tree.number(cell).cast_signed()),
            UNSIGNED => Json::Unsigned(tree.number(cell)),
            TEXT => Json::Text(tree.text(cell)),
            ARRAY => {
                let (length, cells) = tree.list(cell);
                let cells = cells.get(..length).unwrap_or_default();
                Json::Array(Elements {
                    tree: Some(tree),
                    cells,
                })
            }
            OBJECT => {
                let (length, cells) = tree.list(cell);
                let (members, rest) = cells.split_at_checked(2 * length).unwrap_or_default();
                let sorted = if length > FEW { length } else { 0 };
                Json::Object(Members {
                    tree,
                    members,
                    sorted: rest.get(..sorted).unwrap_or_default(),
                })
            }
            _ => match cell {
                TRUE => Json::Bool(true),
                FALSE => Json::Bool(false),
                EMPTY_TEXT => Json::Text(""),
                EMPTY_ARRAY => Json::Array(Elements::default()),
                EMPTY_OBJECT => Json::Object(Members {
                    tree,
                    members: &[],
                    sorted: &[],
                }),
                _ => Json::Null,
            },
        }
    }

    pub(crate) fn get(self, name: &str) -> Option<Self> {
        self.as_object()?.get(name).map(|(_, value)| value)
    }

    pub(crate) fn as_object(self) -> Option<Members<'a>> {
        match self.json() {
            Json::Object(members) => Some(members),
            _ => None,
        }
    }

    pub(crate) fn as_array(self) -> Option<Elements<'a>> {
        match self.json() {
            Json::Array(elements) => Some(elements),
            _ => None,
        }
    }

    pub(crate) fn as_str(self) -> Option<&'a str> {
        match self.json() {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn as_bool(self) -> Option<bool> {
        match self.json() {
            Json::Bool(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn as_u64(self) -> Option<u64> {
        match self.json() {
            Json::Unsigned(number) => Some(number),
            _ => None,
        }
    }

    /// The nearest one of any number.
    pub(crate) fn as_f64(self) -> Option<f64> {
        match self.json() {
            Json::Unsigned(number) => Some(number as f64),
            Json::Signed(number) => Some(number as f64),
            Json::Float(number) => Some(number),
            _ => None,
        }
    }

    /// The elements of the array `name`; none where there is no such array.
    pub(crate) fn items(self, name: &str) -> Elements<'a> {
        let array = self.get(name).and_then(Self::as_array);
        array.unwrap_or_default()
    }

    /// Whether this value, or one somewhere in it, is of a kind. Texts are read 128 deep, so that recursion ends.
    pub(crate) fn any(self, is_meant: &impl Fn(Self) -> bool) -> bool {
        is_meant(self)
            || match self.json() {
                Json::Array(elements) => elements.iter().any(|node| node.any(is_meant)),
                Json::Object(members) => members.iter().any(|(_, node)| node.any(is_meant)),
                _ => false,
            }
    }

    /// A copy that can be changed; it takes some ten times the memory of the text.
    pub(crate) fn to_value(self) -> Value {
        match self.json() {
            Json::Null => Value::Null,
            Json::Bool(value) => value.into(),
            Json::Unsigned(number) => number.into(),
            Json::Signed(number) => number.into(),
            Json::Float(number) => Number::from_f64(number).map_or(Value::Null, Value::Number),
            Json::Text(text) => text.into(),
            Json::Array(elements) => elements.iter().map(Self::to_value).collect(),
            Json::Object(members) => {
                let members = members.iter();
                let members = members.map(|(name, value)| (name.to_owned(), value.to_value()));
                Value::Object(Map::from_iter(members))
            }
        }
    }
}

impl Serialize for Node<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.json() {
            Json::Null => serializer.serialize_unit(),
            Json::Bool(value) => serializer.serialize_bool(value),
            Json::Unsigned(number) => serializer.serialize_u64(number),
            Json::Signed(number) => serializer.serialize_i64(number),
            Json::Float(number) => serializer.serialize_f64(number),
            Json::Text(text) => serializer.serialize_str(text),
            Json::Array(elements) => serializer.collect_seq(elements.iter()),
            Json::Object(members) => serializer.collect_map(members.iter()),
        }
    }
}

/// The elements of an array.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Elements<'a> {
    /// None where there are no elements.
    tree: Option<&'a Tree>,
    cells: &'a [Cell],
}

impl<'a> Elements<'a> {
    pub(crate) fn len(self) -> usize {
        self.cells.len()
    }

    /// The first elements, and those from `place` on.
    fn split_at(self, place: usize) -> (Self, Self) {
        let (first, rest) = self
            .cells
            .split_at_checked(place)
            .unwrap_or((self.cells, &[]));
        let tree = self.tree;
        (Self { tree, cells: first }, Self { tree, cells: rest })
    }

    pub(crate) fn get(self, index: usize) -> Option<Node<'a>> {
        let cell = self.cells.get(index).copied()?;
        Some(Node {
            tree: self.tree?,
            cell,
        })
    }

    pub(crate) fn iter(self) -> impl Iterator<Item = Node<'a>> {
        let cells = self.tree.map(|tree| (tree, self.cells)).into_iter();
        cells.flat_map(|(tree, cells)| cells.iter().map(move |&cell| Node { tree, cell }))
    }
}

/// The members of an object, in the order of the file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Members<'a> {
    tree: &'a Tree,
    /// Names and values in turn.
    members: &'a [Cell],
    /// Members in the order of their names, of a long object.
    sorted: &'a [Cell],
}

impl<'a> Members<'a> {
    pub(crate) fn iter(self) -> impl Iterator<Item = (&'a str, Node<'a>)> {
        let tree = self.tree;
        let (members, _) = self.members.as_chunks();
        members
            .iter()
            .map(move |&[name, cell]| (tree.text(name), Node { tree, cell }))
    }

    pub(crate) fn names(self) -> impl Iterator<Item = &'a str> {
        self.iter().map(|(name, _)| name)
    }

    /// A member and its name.
    pub(crate) fn get(self, name: &str) -> Option<(&'a str, Node<'a>)> {
        if self.sorted.is_empty() {
            return self.iter().find(|&(own, _)| own == name);
        }
        let place = |member: &Cell| member.0 as usize;
        let own = |member: &Cell| self.name(place(member));
        let found = self.sorted.binary_search_by(|member| own(member).cmp(name));
        let member = place(self.sorted.get(found.ok()?)?);
        let cell = self.members.get(2 * member + 1).copied()?;
        let tree = self.tree;
        Some((self.name(member), Node { tree, cell }))
    }

    fn name(self, member: usize) -> &'a str {
        let cell = self.members.get(2 * member).copied();
        cell.map_or("", |cell| self.tree.text(cell))
    }
}

/// Why a document does not become a [`Tree`].
#[derive(Debug)]
pub(crate) enum BuildError {
    /// More values than cells can count.
    Full,
    /// An object has two members of this name.
    Twice(String),
}

/// Makes a [`Tree`] of values that come in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct TreeBuilder {
    tree: Tree,
    /// Values whose list is not complete.
    open: Vec<Cell>,
}

impl TreeBuilder {
    /// With space for so many values, names and lists of some length.
    pub(crate) fn with_space(n_cells: usize) -> Self {
        let mut builder = Self::default();
        // Where there is no such space, the list grows as others do.
        let _grows = builder.tree.cells.try_reserve_exact(n_cells);
        builder
    }

    pub(crate) fn null(&mut self) {
        self.push(NULL);
    }

    pub(crate) fn boolean(&mut self, value: bool) {
        self.push(if value { TRUE } else { FALSE });
    }

    pub(crate) fn unsigned(&mut self, number: u64) -> Result<(), BuildError> {
        match i32::try_from(number).ok().and_then(small) {
            Some(cell) => self.push(cell),
            None => self.number(UNSIGNED, number)?,
        }
        Ok(())
    }

    pub(crate) fn signed(&mut self, number: i64) -> Result<(), BuildError> {
        if let Ok(number) = u64::try_from(number) {
            return self.unsigned(number);
        }
        match i32::try_from(number).ok().and_then(small) {
            Some(cell) => self.push(cell),
            None => self.number(SIGNED, number.cast_unsigned())?,
        }
        Ok(())
    }

    pub(crate) fn float(&mut self, number: f64) -> Result<(), BuildError> {
        // Never as a small number: 1.0 is written back as 1.0.
        self.number(FLOAT, number.to_bits())
    }

    pub(crate) fn text(&mut self, text: &str) -> Result<(), BuildError> {
        if text.is_empty() {
            self.push(EMPTY_TEXT);
            return Ok(());
        }
        let Tree { texts, ends, .. } = &mut self.tree;
        let cell = Cell::new(TEXT, ends.len())?;
        if texts.capacity() - texts.len() < text.len() {
            texts.reserve_exact(text.len().max(texts.len() / 2));
        }
        texts.push_str(text);
        push(ends, texts.len());
        self.push(cell);
        Ok(())
    }

    /// Where the next list begins, for its end.
    pub(crate) fn begin(&self) -> usize {
        self.open.len()
    }

    /// Makes the values since `begin` an array.
    pub(crate) fn end_array(&mut self, begin: usize) -> Result<(), BuildError> {
        let length = self.open.len() - begin;
        if length == 0 {
            self.push(EMPTY_ARRAY);
            return Ok(());
        }
        let cell = Cell::new(ARRAY, self.tree.cells.len())?;
        self.close(begin, length)?;
        self.push(cell);
        Ok(())
    }

    /// Makes the values since `begin`, names and values in turn, an object. Of two equal members nobody knows which one is meant.
    pub(crate) fn end_object(&mut self, begin: usize) -> Result<(), BuildError> {
        let length = (self.open.len() - begin) / 2;
        if length == 0 {
            self.push(EMPTY_OBJECT);
            return Ok(());
        }
        let sorted = self.sorted_members(begin)?;
        let cell = Cell::new(OBJECT, self.tree.cells.len())?;
        self.close(begin, length)?;
        if length > FEW {
            reserve(&mut self.tree.cells, length);
            self.tree.cells.extend(sorted);
        }
        self.push(cell);
        Ok(())
    }

    /// The document, of which there is one value.
    pub(crate) fn finish(self) -> Tree {
        let Self { mut tree, open } = self;
        tree.root = open.last().copied().unwrap_or(NULL);
        drop(open);
        tree.cells.shrink_to_fit();
        tree.numbers.shrink_to_fit();
        tree.texts.shrink_to_fit();
        tree.ends.shrink_to_fit();
        tree
    }

    /// The members since `begin` in the order of their names.
    fn sorted_members(&self, begin: usize) -> Result<Vec<Cell>, BuildError> {
        let (members, _) = self.open.get(begin..).unwrap_or_default().as_chunks();
        let name = |member: &Cell| {
            let [name, _] = members.get(member.0 as usize).unwrap_or(&[NULL; 2]);
            self.tree.text(*name)
        };
        // Most names differ soon behind what all begin with: so many letters beside each place keep the sort from looking
        // names up, which of millions are all over memory.
        let shared = members.iter().map(|[name, _]| self.tree.text(*name));
        let shared = shared.reduce(beginning).map_or(0, str::len);
        let mut keyed = (0..members.len())
            .map(|place| {
                let member = Cell::plain(place)?;
                Ok((letters(name(&member), shared), member))
            })
            .collect::<Result<Vec<_>, BuildError>>()?;
        keyed.sort_unstable_by(|(a_letters, a), (b_letters, b)| {
            let by_name = || name(a).cmp(name(b));
            a_letters.cmp(b_letters).then_with(by_name)
        });
        let sorted: Vec<Cell> = keyed.into_iter().map(|(_, member)| member).collect();
        let twice = sorted.windows(2).find_map(|pair| match pair {
            [a, b] if name(a) == name(b) => Some(name(a)),
            _ => None,
        });
        match twice {
            Some(name) => Err(BuildError::Twice(name.to_owned())),
            None => Ok(sorted),
        }
    }

    fn close(&mut self, begin: usize, length: usize) -> Result<(), BuildError> {
        let cells = &mut self.tree.cells;
        reserve(cells, 1 + self.open.len() - begin);
        cells.push(Cell::plain(length)?);
        cells.extend(self.open.drain(begin..));
        Ok(())
    }

    fn number(&mut self, kind: u32, bits: u64) -> Result<(), BuildError> {
        let cell = Cell::new(kind, self.tree.numbers.len())?;
        push(&mut self.tree.numbers, bits);
        self.push(cell);
        Ok(())
    }

    fn push(&mut self, cell: Cell) {
        push(&mut self.open, cell);
    }
}

/// A number that has space in a cell.
fn small(number: i32) -> Option<Cell> {
    let payload = number.cast_unsigned() & ((1 << BITS) - 1);
    let cell = Cell(SMALL << BITS | payload);
    (cell.small() == number).then_some(cell)
}

/// What both texts begin with.
fn beginning<'a>(one: &'a str, other: &str) -> &'a str {
    let same = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b);
    let mut length = same.count();
    while !one.is_char_boundary(length) {
        length -= 1;
    }
    one.get(..length).unwrap_or_default()
}

/// Four letters from there on, as a number that is in their order.
fn letters(text: &str, from: usize) -> u32 {
    let bytes = text.as_bytes().get(from..).unwrap_or_default();
    let letter = |place: usize| bytes.get(place).copied().unwrap_or(0);
    u32::from_be_bytes([0, 1, 2, 3].map(letter))
}

fn push<T>(list: &mut Vec<T>, item: T) {
    reserve(list, 1);
    list.push(item);
}

/// Lists grow by half: what doubles may take twice what it holds.
fn reserve<T>(list: &mut Vec<T>, more: usize) {
    if list.capacity() - list.len() < more {
        list.reserve_exact(more.max(list.len() / 2).max(16));
    }
}
