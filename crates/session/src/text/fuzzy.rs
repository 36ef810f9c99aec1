//! How well words that were typed fit a name.

/// How a word was found, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// A whole word of the name.
    Whole,
    /// Where the name begins.
    Start,
    /// Where a word of the name begins.
    Word,
    /// Inside the name.
    Inside,
    /// As first letters of the name's words.
    Initials,
    /// In what is said about it.
    Around,
    /// Letter by letter, with others between.
    Letters,
}

/// The worst fit of all words in a name, or in what is said around it; none if a word is in neither. Case does not matter.
#[must_use]
pub fn fit(typed: &str, name: &str, around: &str) -> Option<Fit> {
    let (typed, name, around) = (
        typed.to_lowercase(),
        name.to_lowercase(),
        around.to_lowercase(),
    );
    let whole = |word: &str| words_of(&name).any(|other| other == word);
    if !typed.trim().is_empty() && typed.split_whitespace().all(whole) {
        return Some(Fit::Whole);
    }
    if name.starts_with(typed.trim()) {
        return Some(Fit::Start);
    }
    let fits = typed.split_whitespace().map(|word| {
        fit_of_word(word, &name).or_else(|| {
            let is_around = around.contains(word);
            is_around
                .then_some(Fit::Around)
                .or_else(|| has_letters(word, &name).then_some(Fit::Letters))
        })
    });
    fits.collect::<Option<Vec<Fit>>>()?.into_iter().max()
}

fn words_of(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !letter.is_alphanumeric())
}

fn fit_of_word(word: &str, name: &str) -> Option<Fit> {
    let words = || words_of(name);
    let initials: String = words().filter_map(|word| word.chars().next()).collect();
    if name.starts_with(word) {
        Some(Fit::Start)
    } else if words().any(|other| other.starts_with(word)) {
        Some(Fit::Word)
    } else if name.contains(word) {
        Some(Fit::Inside)
    } else {
        (word.len() > 1 && initials.starts_with(word)).then_some(Fit::Initials)
    }
}

/// All letters in their order, the first where a word begins, and not too far apart: else everything would fit.
fn has_letters(word: &str, name: &str) -> bool {
    let wanted: Vec<char> = word.chars().collect();
    let letters: Vec<char> = name.chars().collect();
    let begins = |place: &usize| *place == 0 || !letters[place - 1].is_alphanumeric();
    let starts = (0..letters.len()).filter(begins);
    wanted.len() > 2
        && starts.into_iter().any(|start| {
            let mut left = wanted.iter().peekable();
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
