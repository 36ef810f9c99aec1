//! Every function with its length and the number of its parameters.

use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{Block, ImplItemFn, ItemFn, Signature, TraitItemFn};

use super::place::Place;
use super::rust_file::RustFile;

/// A function, method or function of a trait.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its own name, without module or type.
    pub name: String,
    /// Line of the `fn` keyword.
    pub place: Place,
    /// Lines from the opening brace of the body to the closing one, both counted; 0 without a body.
    pub body_lines: usize,
    /// Parameters, `self` among them.
    pub parameters: usize,
}

/// Every function of `file` in order of lines; nested ones count in the outer one too. Functions inside macros such as
/// `proptest!` are not found.
pub fn find_functions(file: &RustFile) -> Vec<Function> {
    let mut finder = Finder {
        file,
        found: Vec::new(),
    };
    finder.visit_file(&file.syntax);
    finder.found
}

struct Finder<'a> {
    file: &'a RustFile,
    found: Vec<Function>,
}

impl Finder<'_> {
    fn add(&mut self, signature: &Signature, body: Option<&Block>) {
        self.found.push(Function {
            name: signature.ident.to_string(),
            place: self.file.place(signature.fn_token.span().start().line),
            body_lines: body.map_or(0, lines_of),
            parameters: signature.inputs.len(),
        });
    }
}

/// By its braces: to ask for the span of a block makes tokens of all that is in it.
fn lines_of(block: &Block) -> usize {
    let braces = block.brace_token.span;
    braces.close().end().line - braces.open().start().line + 1
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.add(&item.sig, Some(&item.block));
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.add(&item.sig, Some(&item.block));
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.add(&item.sig, item.default.as_ref());
        visit::visit_trait_item_fn(self, item);
    }
}
