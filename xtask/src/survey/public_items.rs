//! Every public item, and whether it is documented.
//!
//! `pub` is taken at its word: the workspace's lint `unreachable_pub` sees to it that whatever is `pub` can be reached.
//! Modules in files of their own are not counted, because tidy requires a header in every file; nor are the numbered
//! fields of tuples, which their type's comment explains.

use syn::{
    Attribute, Field, Fields, ImplItem, Item, ItemImpl, ItemTrait, TraitItem, Type, Visibility,
};

use super::place::{Part, Place};
use super::rust_file::RustFile;

/// An item that users of a crate can name.
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
        private_types: file.syntax.items.iter().filter_map(private_type).collect(),
        found: Vec::new(),
    };
    finder.items(&file.syntax.items);
    finder.found.retain(|item| item.place.part == Part::Source);
    finder.found
}

struct Finder<'a> {
    file: &'a RustFile,
    private_types: Vec<&'a syn::Ident>,
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
            Item::Struct(it) if is_public(&it.vis) => {
                self.add(&it.ident, &it.attrs);
                let public = it.fields.iter().filter(|field| is_public(&field.vis));
                public.for_each(|field| self.field(field));
            }
            Item::Enum(it) if is_public(&it.vis) => {
                self.add(&it.ident, &it.attrs);
                for variant in &it.variants {
                    self.add(&variant.ident, &variant.attrs);
                    self.fields(&variant.fields);
                }
            }
            Item::Trait(it) if is_public(&it.vis) => self.items_of_trait(it),
            Item::Impl(it) if it.trait_.is_none() && !self.is_of_private_type(it) => {
                self.items_of_impl(&it.items);
            }
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

    /// Whether the type of this `impl` is private here; a type that another file declares counts as public.
    fn is_of_private_type(&self, item: &ItemImpl) -> bool {
        let Type::Path(path) = item.self_ty.as_ref() else {
            return false;
        };
        self.private_types.iter().any(|private| {
            path.path
                .segments
                .last()
                .is_some_and(|last| last.ident == **private)
        })
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
        self.found.push(PublicItem {
            name: name.to_string(),
            place: self.file.place(name.span().start().line),
            documented: attributes.iter().any(|a| a.path().is_ident("doc")),
        });
    }
}

fn private_type(item: &Item) -> Option<&syn::Ident> {
    let (visibility, name) = match item {
        Item::Struct(it) => (&it.vis, &it.ident),
        Item::Enum(it) => (&it.vis, &it.ident),
        Item::Union(it) => (&it.vis, &it.ident),
        _ => return None,
    };
    (!is_public(visibility)).then_some(name)
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}
