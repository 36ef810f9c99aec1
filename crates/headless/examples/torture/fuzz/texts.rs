//! Mutations of the text formats: tokens, lines, nesting, long words, unusual characters.

use super::super::random::Random;
use super::bytes;

/// What RON, CSV and the program's own formats are made of, and what they are not.
const TOKENS: [&str; 44] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    ";",
    "\"",
    "'",
    "#",
    "//",
    "/*",
    "*/",
    "r#\"",
    "\\u{0}",
    "Some(",
    "None",
    "true",
    "inf",
    "-inf",
    "NaN",
    "0",
    "-0.0",
    "-1",
    "1e39",
    "1e400",
    "255",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "-9223372036854775809",
    "0x",
    "1_000",
    "\n",
    "\r\n",
    "\t",
    "\u{feff}",
    "\u{202e}",
    "\u{1b}[31m",
    "\u{0}",
    "é\u{301}",
];

/// The most bytes of a mutated text. A case that is kept and doubled again and again would grow for ever, and what takes
/// a second for each ten megabytes would be a finding.
const MOST_OF_TEXT: usize = 4 << 20;

/// A mutated text.
pub(crate) fn mutated(random: &mut Random, text: &[u8], other: &[u8]) -> Vec<u8> {
    let mut words = tokens(text);
    let others = tokens(other);
    let most = random.below(5);
    for _ in 0..=random.below(most + 1) {
        disturb(random, &mut words, &others);
    }
    let mut text = words.concat();
    if random.chance(10) {
        bytes::disturb(random, &mut text, other);
    }
    text.truncate(MOST_OF_TEXT);
    text
}

/// Words, numbers, spaces and single signs.
fn tokens(text: &[u8]) -> Vec<Vec<u8>> {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte) || byte >= 0x80;
    let mut tokens: Vec<Vec<u8>> = Vec::new();
    for &byte in text {
        match tokens.last_mut() {
            Some(last) if last.last().copied().is_some_and(is_word) && is_word(byte) => {
                last.push(byte);
            }
            _ => tokens.push(vec![byte]),
        }
    }
    tokens
}

fn disturb(random: &mut Random, words: &mut Vec<Vec<u8>>, others: &[Vec<u8>]) {
    let at = random.below(words.len());
    let end = words.len().min(at + 1 + random.below(8));
    match random.below(11) {
        0 => drop(words.drain(at.min(end)..end)),
        1 => words.insert(at.min(words.len()), token(random)),
        2 | 3 => {
            if let Some(word) = words.get_mut(at) {
                *word = token(random);
            }
        }
        4 => {
            let piece = words[at.min(end)..end].to_vec();
            let times = *random.pick(&[1, 2, 50, 2000]);
            for _ in 0..times {
                words.splice(at..at, piece.iter().cloned());
                if words.len() > 200_000 {
                    break;
                }
            }
        }
        5 => {
            let other = random.below(words.len());
            if at < words.len() {
                words.swap(at, other);
            }
        }
        6 => nest(random, words, at),
        7 => words.insert(at.min(words.len()), long_word(random)),
        8 => {
            let from = random.below(others.len() + 1);
            let to = others.len().min(from + random.below(40));
            words.splice(at..at.min(words.len()), others[from..to].iter().cloned());
        }
        9 => words.truncate(at),
        _ => number(random, words),
    }
}

fn token(random: &mut Random) -> Vec<u8> {
    random.pick(&TOKENS).as_bytes().to_vec()
}

/// Opens a bracket often, and closes it as often or never.
fn nest(random: &mut Random, words: &mut Vec<Vec<u8>>, at: usize) {
    let (open, close) = *random.pick(&[
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("Some(", ")"),
        ("/*", "*/"),
    ]);
    let deep = *random.pick(&[2, 20, 200, 30_000]);
    let at = at.min(words.len());
    if random.chance(50) {
        words.insert(at, close.repeat(deep).into_bytes());
    }
    words.insert(at, open.repeat(deep).into_bytes());
}

fn long_word(random: &mut Random) -> Vec<u8> {
    let unit = *random.pick(&["a", "9", "é", "\u{1F9B4}", "\"", "\\", "\u{202e}"]);
    unit.repeat(*random.pick(&[100, 5000, 100_000]))
        .into_bytes()
}

/// Puts another number in the place of one.
fn number(random: &mut Random, words: &mut [Vec<u8>]) {
    let is_number = |word: &Vec<u8>| word.iter().any(u8::is_ascii_digit);
    let all: Vec<usize> = (0..words.len())
        .filter(|&at| is_number(&words[at]))
        .collect();
    if !all.is_empty() {
        words[*random.pick(&all)] = token(random);
    }
}
