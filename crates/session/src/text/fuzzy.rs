//! Fuzzy search: how well typed words match a name.

/// How a word was found in a name, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WordMatch {
    /// The typed words are those of the name, in this order.
    Exact,
    /// They are whole words of the name, in its order, with others between them.
    InOrder,
    /// It is a whole word of the name.
    Whole,
    /// The name begins with it.
    Start,
    /// A word of the name begins with it.
    Word,
    /// It is inside the name.
    Inside,
    /// It consists of the initials of the name's words.
    Initials,
    /// It is in the text around the name, such as a tooltip.
    Around,
    /// Its letters occur in the name in order, with others between them.
    Letters,
}

/// The worst match of all typed words in a name or the text around it; none if a word matches neither. Case does not
/// matter.
#[must_use]
pub fn fit(typed: &str, name: &str, around: &str) -> Option<WordMatch> {
    let (typed, name, around) = (
        typed.to_lowercase(),
        name.to_lowercase(),
        around.to_lowercase(),
    );
    // Most names have not even the letters, which is told sooner than that no word of theirs fits.
    let has_letters_of = |word: &str| has_in_order(word, &name);
    let whole = |word: &str| has_letters_of(word) && words_of(&name).any(|other| other == word);
    if !typed.trim().is_empty() && typed.split_whitespace().all(whole) {
        return Some(order(&typed, &name));
    }
    if name.starts_with(typed.trim()) {
        return Some(WordMatch::Start);
    }
    let fits = typed.split_whitespace().map(|word| {
        if !has_letters_of(word) {
            return around.contains(word).then_some(WordMatch::Around);
        }
        fit_of_word(word, &name).or_else(|| {
            let is_around = around.contains(word);
            is_around
                .then_some(WordMatch::Around)
                .or_else(|| has_letters(word, &name).then_some(WordMatch::Letters))
        })
    });
    fits.collect::<Option<Vec<WordMatch>>>()?.into_iter().max()
}

/// How typed words that are all in the name follow one another there.
fn order(typed: &str, name: &str) -> WordMatch {
    let mut left = words_of(name).filter(|word| !word.is_empty());
    let mut has_others = false;
    for word in typed.split_whitespace() {
        let mut passed = 0_usize;
        let is_next = left.by_ref().any(|other| {
            passed += 1;
            other == word
        });
        if !is_next {
            return WordMatch::Whole;
        }
        has_others |= passed > 1;
    }
    if has_others || left.next().is_some() {
        WordMatch::InOrder
    } else {
        WordMatch::Exact
    }
}

/// Whether all letters occur in order, however far apart: nothing else can be found in the name in any way.
fn has_in_order(word: &str, name: &str) -> bool {
    let mut left = name;
    word.chars().all(|letter| {
        let after = left.split_once(letter).map(|(_, after)| after);
        left = after.unwrap_or_default();
        after.is_some()
    })
}

fn words_of(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !letter.is_alphanumeric())
}

fn fit_of_word(word: &str, name: &str) -> Option<WordMatch> {
    let words = || words_of(name);
    let initials: String = words().filter_map(|word| word.chars().next()).collect();
    if name.starts_with(word) {
        Some(WordMatch::Start)
    } else if words().any(|other| other.starts_with(word)) {
        Some(WordMatch::Word)
    } else if name.contains(word) {
        Some(WordMatch::Inside)
    } else {
        (word.len() > 1 && initials.starts_with(word)).then_some(WordMatch::Initials)
    }
}

/// Whether all letters occur in order, the first at the beginning of a word, and close together: otherwise nearly
/// everything would match.
fn has_letters(word: &str, name: &str) -> bool {
    let wanted: Vec<char> = word.chars().collect();
    let letters: Vec<char> = name.chars().collect();
    let begins = |place: &usize| *place == 0 || !letters[place - 1].is_alphanumeric();
    let starts = (0..letters.len()).filter(begins);
    wanted.len() > 2
        && starts.into_iter().any(|start| {
            let mut left = wanted.iter().peekable();
            // At most about one foreign letter to each typed one.
            let reach = letters.iter().skip(start).take(2 * wanted.len() + 2);
            for letter in reach {
                if left.peek() == Some(&letter) {
                    left.next();
                } else if left.len() == wanted.len() {
                    return false;
                }
            }
            left.peek().is_none()
        })
}
