//! A parsed Rust file: its text, its tokens and its syntax tree.

use std::ops::RangeInclusive;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, ItemFn, ItemMod};

use super::place::{Part, Place};
use super::tokens::{Token, lex};
use crate::report::Failure;
use crate::source::SourceFile;

/// A Rust file that parses.
pub struct RustFile {
    pub(super) text: String,
    pub(super) tokens: Vec<Token>,
    pub(super) syntax: syn::File,
    path: String,
    part: Part,
    test_lines: Vec<RangeInclusive<usize>>,
}

impl std::fmt::Debug for RustFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "RustFile({})", self.path)
    }
}

impl RustFile {
    /// Parses `file`.
    ///
    /// # Errors
    ///
    /// The line where the text stops being Rust.
    pub fn parse(file: &SourceFile) -> Result<Self, Failure> {
        let fails = |span: Span, error: &dyn std::fmt::Display| {
            Failure::at_line(
                &file.path,
                span.start().line,
                format!("does not parse: {error}"),
            )
        };
        let lexed = lex(&file.text).map_err(|error| fails(error.span(), &error))?;
        let syntax: syn::File =
            syn::parse2(lexed.stream).map_err(|error| fails(error.span(), &error))?;
        let part = Part::of_path(&file.path);
        let mut tests = TestLines(Vec::new());
        // What lies among tests is one anyway.
        if part != Part::Tests {
            tests.visit_file(&syntax);
        }
        Ok(Self {
            text: file.text.clone(),
            tokens: lexed.tokens,
            syntax,
            path: file.path.clone(),
            part,
            test_lines: tests.0,
        })
    }

    /// The place of `line` in this file, counted from one.
    pub(super) fn place(&self, line: usize) -> Place {
        let in_tests = self.test_lines.iter().any(|lines| lines.contains(&line));
        Place {
            path: self.path.clone(),
            line,
            part: if in_tests { Part::Tests } else { self.part },
        }
    }
}

struct TestLines(Vec<RangeInclusive<usize>>);

impl TestLines {
    /// Asks for the span of a test alone, which makes tokens of all that is in it.
    fn add(&mut self, attributes: &[Attribute], item: &impl Spanned) {
        if attributes.iter().any(is_for_tests) {
            let span = item.span();
            self.0.push(span.start().line..=span.end().line);
        }
    }
}

impl<'ast> Visit<'ast> for TestLines {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.add(&item.attrs, item);
        visit::visit_item_mod(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.add(&item.attrs, item);
    }
}

fn is_for_tests(attribute: &Attribute) -> bool {
    if attribute.path().is_ident("test") {
        return true;
    }
    let list = attribute.meta.require_list();
    attribute.path().is_ident("cfg") && list.is_ok_and(|list| list.tokens.to_string() == "test")
}
