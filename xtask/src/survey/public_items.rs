//! Every public item, and whether it is documented.
//!
//! `pub` is taken at its word: the workspace's lint `unreachable_pub` sees to it that whatever is `pub` can be reached.
//! Modules in files of their own are not counted, because tidy asks for a header in every file; nor are the numbered
//! fields of tuples, which their type's comment explains.

use proc_macro2::Span;
use syn::{Attribute, Field, Fields, ImplItem, Item, ItemTrait, TraitItem, Visibility};

use super::place::{Part, Place};
use super::rust_file::RustFile;

/// Something that users of a crate can name.
#[derive(Clone, Debug)]
pub struct PublicItem {
    /// Its own name, without module or type.
    pub name: String,
    /// Where the name stands.
    pub place: Place,
    /// Whether it has a doc comment.
    pub documented: bool,
}

/// The public items of `file` outside tests, fields, variants and methods among them.
pub fn find_public_items(file: &RustFile) -> Vec<PublicItem> {
    let mut finder = Finder {
        file,
        found: Vec::new(),
    };
    finder.items(&file.syntax.items);
    finder.found.retain(|item| item.place.part == Part::Source);
    finder.found
}

struct Finder<'a> {
    file: &'a RustFile,
    found: Vec<PublicItem>,
}

impl Finder<'_> {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            self.item(item);
        }
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Fn(it) => self.add_if(&it.vis, &it.sig.ident, &it.attrs),
            Item::Const(it) => self.add_if(&it.vis, &it.ident, &it.attrs),
            Item::Static(it) => self.add_if(&it.vis, &it.ident, &it.attrs),
            Item::Type(it) => self.add_if(&it.vis, &it.ident, &it.attrs),
            Item::Struct(it) => {
                self.add_if(&it.vis, &it.ident, &it.attrs);
                let public = it.fields.iter().filter(|field| is_public(&field.vis));
                public.for_each(|field| self.field(field));
            }
            Item::Union(it) => self.add_if(&it.vis, &it.ident, &it.attrs),
            Item::Enum(it) if is_public(&it.vis) => {
                self.add(&it.ident, &it.attrs);
                for variant in &it.variants {
                    self.add(&variant.ident, &variant.attrs);
                    self.fields(&variant.fields);
                }
            }
            Item::Trait(it) if is_public(&it.vis) => self.items_of_trait(it),
            Item::Impl(it) if it.trait_.is_none() => self.items_of_impl(&it.items),
            Item::Macro(it) if it.attrs.iter().any(|a| a.path().is_ident("macro_export")) => {
                it.ident.iter().for_each(|name| self.add(name, &it.attrs));
            }
            Item::Mod(it) => {
                if let Some((_, items)) = &it.content {
                    self.add_if(&it.vis, &it.ident, &it.attrs);
                    self.items(items);
                }
            }
            _ => {}
        }
    }

    fn items_of_trait(&mut self, item: &ItemTrait) {
        self.add(&item.ident, &item.attrs);
        for inner in &item.items {
            match inner {
                TraitItem::Fn(it) => self.add(&it.sig.ident, &it.attrs),
                TraitItem::Const(it) => self.add(&it.ident, &it.attrs),
                TraitItem::Type(it) => self.add(&it.ident, &it.attrs),
                _ => {}
            }
        }
    }

    fn items_of_impl(&mut self, items: &[ImplItem]) {
        for item in items {
            match item {
                ImplItem::Fn(it) => self.add_if(&it.vis, &it.sig.ident, &it.attrs),
                ImplItem::Const(it) => self.add_if(&it.vis, &it.ident, &it.attrs),
                _ => {}
            }
        }
    }

    fn fields(&mut self, fields: &Fields) {
        fields.iter().for_each(|field| self.field(field));
    }

    fn field(&mut self, field: &Field) {
        if let Some(name) = &field.ident {
            self.add(name, &field.attrs);
        }
    }

    fn add_if(&mut self, visibility: &Visibility, name: &syn::Ident, attributes: &[Attribute]) {
        if is_public(visibility) {
            self.add(name, attributes);
        }
    }

    fn add(&mut self, name: &syn::Ident, attributes: &[Attribute]) {
        let span: Span = name.span();
        self.found.push(PublicItem {
            name: name.to_string(),
            place: self.file.place(span.start().line),
            documented: attributes.iter().any(|a| a.path().is_ident("doc")),
        });
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}
