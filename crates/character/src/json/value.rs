//! A value of the JSON part together with its place, so that every complaint can name it.

use crate::fault::error::{Fault, FilePlace, Flaw, ReadResult};
use crate::fault::largest::is_in_range;
use crate::json::tree::{Elements, Json, Members, Node};

/// The deepest place that glTF has is seven steps down; deeper ones are named by their first eight.
const DEPTH: usize = 8;

/// A JSON value and the steps that lead to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    pub(crate) value: Node<'a>,
    /// An array and no list: walking over millions of values allocates nothing, and a value with its place can be copied.
    steps: [PathStep<'a>; DEPTH],
    n_steps: usize,
}

#[derive(Clone, Copy, Debug)]
enum PathStep<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> At<'a> {
    pub(crate) fn root(value: Node<'a>) -> Self {
        Self {
            value,
            steps: [PathStep::Index(0); DEPTH],
            n_steps: 0,
        }
    }

    /// The member `key`, or nothing where the value has none.
    pub(crate) fn get(&self, key: &'a str) -> Option<Self> {
        let value = self.value.get(key)?;
        Some(self.step(value, PathStep::Key(key)))
    }

    pub(crate) fn require(&self, key: &'static str) -> ReadResult<Self> {
        self.get(key)
            .ok_or_else(|| self.flaw(Fault::Missing { member: key }))
    }

    /// The elements of the array `key`; none where it is absent.
    pub(crate) fn items(&self, key: &'a str) -> ReadResult<Items<'a>> {
        match self.get(key) {
            None => Ok(Items {
                at: *self,
                next: 0,
                elements: Elements::default(),
            }),
            Some(at) => at.elements(),
        }
    }

    /// The elements of this array.
    pub(crate) fn elements(&self) -> ReadResult<Items<'a>> {
        let elements = self.value.as_array();
        Ok(Items {
            at: *self,
            next: 0,
            elements: elements.ok_or_else(|| self.value_flaw("an array"))?,
        })
    }

    /// The element `index` of the top-level array `key`; the complaint is put at `self`.
    pub(crate) fn lookup(
        &self,
        root: &Self,
        key: &'a str,
        what: &'static str,
    ) -> ReadResult<(usize, Self)> {
        let index = self.integer()?;
        let items = root.items(key)?;
        let found = usize::try_from(index)
            .ok()
            .and_then(|i| Some((i, items.at(i)?)));
        found.ok_or_else(|| {
            self.flaw(Fault::Index {
                what,
                index,
                count: items.len(),
            })
        })
    }

    pub(crate) fn object(&self) -> ReadResult<Members<'a>> {
        self.value
            .as_object()
            .ok_or_else(|| self.value_flaw("an object"))
    }

    pub(crate) fn string(&self) -> ReadResult<&'a str> {
        self.value
            .as_str()
            .ok_or_else(|| self.value_flaw("a string"))
    }

    pub(crate) fn boolean(&self) -> ReadResult<bool> {
        self.value
            .as_bool()
            .ok_or_else(|| self.value_flaw("true or false"))
    }

    /// A whole number that is not negative. `1.0` is one: JSON does not distinguish the two.
    pub(crate) fn integer(&self) -> ReadResult<u64> {
        let whole = self.value.as_u64().or_else(|| whole(self.value.as_f64()?));
        whole.ok_or_else(|| self.value_flaw("a whole number from 0"))
    }

    pub(crate) fn number(&self) -> ReadResult<f32> {
        let number = self
            .value
            .as_f64()
            .ok_or_else(|| self.value_flaw("a number"))?;
        let number = narrow(number);
        // After rounding: what is finite in f64 may be infinite in f32.
        if is_in_range(number) {
            Ok(number)
        } else {
            Err(self.value_flaw("a number of at most 1e18"))
        }
    }

    /// An array of exactly `N` numbers, each in range; another length is an error.
    pub(crate) fn numbers<const N: usize>(&self) -> ReadResult<[f32; N]> {
        let items = self.elements()?;
        if items.len() != N {
            return Err(self.flaw(Fault::Count {
                what: "numbers",
                expected: N,
                found: items.len(),
            }));
        }
        let mut numbers = [0.0; N];
        for (number, item) in numbers.iter_mut().zip(items) {
            *number = item.number()?;
        }
        Ok(numbers)
    }

    /// The member `key` as a string, where it is one. For names, whose absence harms nobody.
    pub(crate) fn name(&self, key: &str) -> Option<String> {
        self.value.get(key)?.as_str().map(str::to_owned)
    }

    pub(crate) fn flaw(&self, fault: Fault) -> Flaw {
        fault.at(self.place())
    }

    pub(crate) fn value_flaw(&self, expected: &'static str) -> Flaw {
        self.flaw(Fault::Value {
            expected,
            found: brief(self.value.json()),
        })
    }

    pub(crate) fn place(&self) -> FilePlace {
        FilePlace::Json(self.pointer())
    }

    /// The JSON pointer (RFC 6901) of this value.
    pub(crate) fn pointer(&self) -> String {
        let mut pointer = String::new();
        for step in self.steps.iter().take(self.n_steps) {
            pointer.push('/');
            match step {
                PathStep::Key(key) => {
                    pointer.push_str(&shorten(key).replace('~', "~0").replace('/', "~1"));
                }
                PathStep::Index(index) => pointer.push_str(&index.to_string()),
            }
        }
        pointer
    }

    fn step(&self, value: Node<'a>, step: PathStep<'a>) -> Self {
        let mut next = *self;
        next.value = value;
        if let Some(slot) = next.steps.get_mut(self.n_steps) {
            *slot = step;
            next.n_steps += 1;
        }
        next
    }
}

/// The elements of an array with their places.
#[derive(Clone, Debug)]
pub(crate) struct Items<'a> {
    at: At<'a>,
    next: usize,
    elements: Elements<'a>,
}

impl<'a> Items<'a> {
    pub(crate) fn at(&self, index: usize) -> Option<At<'a>> {
        let value = self.elements.get(index)?;
        Some(self.at.step(value, PathStep::Index(index)))
    }
}

impl<'a> Iterator for Items<'a> {
    type Item = At<'a>;

    fn next(&mut self) -> Option<At<'a>> {
        let item = self.at(self.next)?;
        self.next += 1;
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.elements.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Items<'_> {}

/// A string cut to a length that fits a sentence.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// The nearest `f32`; infinite where there is none.
#[expect(
    clippy::cast_possible_truncation,
    reason = "rounding to f32 is the purpose; callers check the result"
)]
pub(crate) fn narrow(number: f64) -> f32 {
    number as f32
}

fn brief(value: Json<'_>) -> String {
    match value {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Unsigned(number) => number.to_string(),
        Json::Signed(number) => number.to_string(),
        // As JSON spells it, and `f64` does not: a large number with its exponent.
        Json::Float(number) => serde_json::Value::from(number).to_string(),
        Json::Text(text) => format!("{:?}", shorten(text)),
        Json::Array(elements) => format!("an array of {}", elements.len()),
        Json::Object(_) => "an object".to_owned(),
    }
}

/// 2⁵³: above it not every whole number is an `f64`, so that an index could not be told from its neighbor.
const EXACT: f64 = 9_007_199_254_740_992.0;

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked: a whole number from 0 to 2^53"
)]
fn whole(number: f64) -> Option<u64> {
    (number.fract() == 0.0 && (0.0..=EXACT).contains(&number)).then_some(number as u64)
}
