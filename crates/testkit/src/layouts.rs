//! Rust structs held against those of shaders, byte by byte.

/// Name and offset of each member, then the size of the whole.
pub type Layout = (Vec<(String, usize)>, usize);

/// The [`Layout`] of a Rust struct, of the members that are named.
#[macro_export]
macro_rules! rust_layout {
    ($name:ident: $($member:ident),* $(,)?) => {{
        let members = vec![$((stringify!($member).to_owned(), std::mem::offset_of!($name, $member))),*];
        (members, size_of::<$name>())
    }};
}

/// The [`Layout`] that naga computes of a struct of a shader: a macro, so that only the tests that ask for it need naga.
#[macro_export]
macro_rules! shader_layout {
    ($module:expr, $name:expr) => {{
        let module: &naga::Module = $module;
        let found = module
            .types
            .iter()
            .find(|(_, one)| one.name.as_deref() == Some($name));
        let naga::TypeInner::Struct { members, span } = &found.expect($name).1.inner else {
            panic!("{} is no struct", $name);
        };
        let member = |member: &naga::StructMember| {
            let name = member.name.clone().expect("a member has a name");
            (name, member.offset as usize)
        };
        let layout: $crate::layouts::Layout =
            (members.iter().map(member).collect(), *span as usize);
        layout
    }};
}
