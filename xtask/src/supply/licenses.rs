//! License expressions, as crates name them: `MIT OR Apache-2.0`, `(MIT OR Apache-2.0) AND Unicode-3.0`.

/// Whether a license may be chosen so that all that is asked for is allowed.
///
/// `/` counts as `OR`, as older crates have it; an exception (`WITH …`) adds permissions and is passed over. An
/// expression that is not understood is not allowed.
#[must_use]
pub fn is_allowed(expression: &str, allowed: &dyn Fn(&str) -> bool) -> bool {
    let spaced = expression
        .replace('(', " ( ")
        .replace(')', " ) ")
        .replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader {
        words: &words,
        allowed,
    };
    let is_allowed = reader.any();
    is_allowed == Some(true) && reader.words.is_empty()
}

struct Reader<'a> {
    words: &'a [&'a str],
    allowed: &'a dyn Fn(&str) -> bool,
}

impl<'a> Reader<'a> {
    /// Terms joined by `OR`, of which one allowed one is enough; none for what is not understood.
    fn any(&mut self) -> Option<bool> {
        let mut is_any = self.all()?;
        while self.takes("OR") {
            // No short cut: the words of all terms have to be read.
            is_any |= self.all()?;
        }
        Some(is_any)
    }

    /// Terms between `AND`, which binds closer.
    fn all(&mut self) -> Option<bool> {
        let mut are_all = self.one()?;
        while self.takes("AND") {
            are_all &= self.one()?;
        }
        Some(are_all)
    }

    fn one(&mut self) -> Option<bool> {
        if self.takes("(") {
            let inner = self.any()?;
            return self.takes(")").then_some(inner);
        }
        let name = self.next()?;
        if ["OR", "AND", "WITH", ")"].contains(&name) {
            return None;
        }
        if self.takes("WITH") {
            self.next()?;
        }
        Some((self.allowed)(name))
    }

    fn takes(&mut self, word: &str) -> bool {
        let is_next = self.words.first() == Some(&word);
        if is_next {
            self.next();
        }
        is_next
    }

    fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }
}
