//! Which word was meant.

/// "; did you mean `NAME`?" if a name is like the word, else "; there are NAMES", if that is said.
pub(super) fn did_you_mean<'a>(
    word: &str,
    names: impl Iterator<Item = &'a str>,
    there_are: &str,
) -> String {
    match nearest(word, names) {
        Some(name) => format!("; did you mean `{name}`?"),
        None if there_are.is_empty() => String::new(),
        None => format!("; there are {there_are}"),
    }
}

/// The name with the fewest letters to change, unless they are too many.
fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let most = (word.chars().count() / 3).max(1);
    let distances = names.map(|name| (distance(word, name), name));
    distances
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// Letters to insert, remove, replace or exchange with their neighbour, whatever their case.
fn distance(from: &str, to: &str) -> usize {
    let letters = |word: &str| word.to_lowercase().chars().collect::<Vec<char>>();
    let (from, to) = (letters(from), letters(to));
    let mut rows = vec![(0..=to.len()).collect::<Vec<usize>>()];
    for (row, letter) in from.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let replaced = rows[row][column] + usize::from(letter != other);
            let added = next[column].min(rows[row][column + 1]) + 1;
            let exchanged =
                row > 0 && column > 0 && from[row - 1] == *other && to[column - 1] == *letter;
            let by_exchange = if exchanged {
                rows[row - 1][column - 1] + 1
            } else {
                usize::MAX
            };
            next.push(replaced.min(added).min(by_exchange));
        }
        rows.push(next);
    }
    rows.last().and_then(|row| row.last()).copied().unwrap_or(0)
}
