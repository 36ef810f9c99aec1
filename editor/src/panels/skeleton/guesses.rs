//! What is said of markers whose places are no more than guesses.

/// Guesses that are named.
const MOST_NAMED: usize = 6;

/// What is said of markers with these names that are no more than guesses; nothing without any.
pub(super) fn guesses_said(guesses: &[&str]) -> Option<String> {
    let few: Vec<&str> = guesses.iter().copied().take(MOST_NAMED).collect();
    let few = few.join(", ");
    match guesses.len() {
        0 => None,
        1 => Some(format!("Only a guess: {few}. Check it.")),
        all => {
            let more = match all.saturating_sub(MOST_NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            Some(format!("Only guesses: {few}{more}. Check them."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_NAMED, guesses_said};

    #[test]
    fn one_guess_is_said_in_the_singular_and_many_are_counted() {
        assert_eq!(guesses_said(&[]), None);
        let said = |names: &[&str]| guesses_said(names).unwrap();
        assert_eq!(said(&["Forearm"]), "Only a guess: Forearm. Check it.");
        let two = said(&["Forearm", "Wrist"]);
        assert_eq!(two, "Only guesses: Forearm, Wrist. Check them.");
        let many = said(&["Tip"; MOST_NAMED + 2]);
        assert!(many.ends_with("Tip and 2 more. Check them."), "{many}");
    }
}
