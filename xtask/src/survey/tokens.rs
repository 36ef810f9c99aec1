//! The tokens of a text in one flat list, with the lines they stand on.
//!
//! Rust's own lexer also reads WGSL, which has fewer kinds of tokens.

use std::collections::HashMap;

use proc_macro2::{Delimiter, Group, Ident, LexError, Span, TokenStream, TokenTree};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    Keyword,
    /// A number, string, byte string or character.
    Literal,
    /// One character of punctuation.
    Mark,
    Open,
    Close,
    /// A doc comment as one token.
    Doc,
}

/// A token and the lines it covers, counted from one.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// Empty for doc comments.
    pub(super) text: String,
    pub(super) first_line: usize,
    pub(super) last_line: usize,
}

impl Token {
    fn new(kind: Kind, text: impl Into<String>, span: Span) -> Self {
        Self {
            kind,
            text: text.into(),
            first_line: span.start().line,
            last_line: span.end().line,
        }
    }

    /// Whether this is the bracket or mark that `text` says; a word or string never is.
    pub(super) fn is_mark(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Mark | Kind::Open | Kind::Close) && self.text == text
    }

    /// Whether this is the keyword `text`.
    pub(super) fn is_keyword(&self, text: &str) -> bool {
        self.kind == Kind::Keyword && self.text == text
    }
}

/// The tokens of a text: as a tree, for a parser, and flat.
pub(super) struct Lexed {
    pub(super) stream: TokenStream,
    pub(super) tokens: Vec<Token>,
}

/// Reads the tokens of `text`.
pub(super) fn lex(text: &str) -> Result<Lexed, LexError> {
    let stream: TokenStream = text.parse()?;
    let mut flattener = Flattener {
        lines: text.lines().collect(),
        tokens: Vec::new(),
        kinds: HashMap::new(),
    };
    flattener.stream(stream.clone());
    let tokens = flattener.tokens;
    Ok(Lexed { stream, tokens })
}

struct Flattener<'a> {
    lines: Vec<&'a str>,
    tokens: Vec<Token>,
    /// Of each word so far: to ask the parser takes longer than to read it.
    kinds: HashMap<String, Kind>,
}

impl Flattener<'_> {
    fn stream(&mut self, stream: TokenStream) {
        let mut trees = stream.into_iter().peekable();
        while let Some(tree) = trees.next() {
            match tree {
                TokenTree::Punct(mark) if mark.as_char() == '#' && self.is_comment(mark.span()) => {
                    // The lexer turns `/// text` into `#[doc = "text"]`, and `//! text` into `#![doc = "text"]`.
                    trees.next_if(|tree| matches!(tree, TokenTree::Punct(_)));
                    trees.next();
                    self.push(Kind::Doc, "", mark.span());
                }
                TokenTree::Group(group) => self.group(&group),
                TokenTree::Ident(word) => {
                    let text = word.to_string();
                    let kind = self.kind_of(&word, &text);
                    self.push(kind, text, word.span());
                }
                TokenTree::Punct(mark) => self.push(Kind::Mark, mark.as_char(), mark.span()),
                TokenTree::Literal(value) => {
                    self.push(Kind::Literal, value.to_string(), value.span());
                }
            }
        }
    }

    fn group(&mut self, group: &Group) {
        let (open, close) = match group.delimiter() {
            Delimiter::Parenthesis => ("(", ")"),
            Delimiter::Brace => ("{", "}"),
            Delimiter::Bracket => ("[", "]"),
            Delimiter::None => ("", ""),
        };
        self.push(Kind::Open, open, group.span_open());
        self.stream(group.stream());
        self.push(Kind::Close, close, group.span_close());
    }

    fn push(&mut self, kind: Kind, text: impl Into<String>, span: Span) {
        self.tokens.push(Token::new(kind, text, span));
    }

    fn kind_of(&mut self, word: &Ident, text: &str) -> Kind {
        if let Some(&kind) = self.kinds.get(text) {
            return kind;
        }
        let kind = kind_of_word(word);
        self.kinds.insert(text.to_owned(), kind);
        kind
    }

    fn is_comment(&self, span: Span) -> bool {
        let start = span.start();
        let line = self.lines.get(start.line.saturating_sub(1));
        line.and_then(|line| line.chars().nth(start.column)) == Some('/')
    }
}

/// Asks the parser which words are keywords.
fn kind_of_word(word: &Ident) -> Kind {
    let alone = TokenStream::from(TokenTree::Ident(word.clone()));
    if syn::parse2::<Ident>(alone).is_ok() {
        Kind::Name
    } else {
        Kind::Keyword
    }
}
