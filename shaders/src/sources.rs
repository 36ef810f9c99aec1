//! The texts of all WGSL files together: as built in, or as they are now.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::{INCLUDES, ImportError, PROGRAMS, Resolved, Shader, import};

/// The texts of all WGSL files, by their paths in the folder `wgsl` (`"mesh.wgsl"`, `"include/frame.wgsl"`).
///
/// There is a text for every program and include of the tables, always: texts can be replaced and added, not taken away.
/// No text is checked here; that is the business of whoever compiles it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    texts: BTreeMap<String, Cow<'static, str>>,
}

impl Sources {
    /// The texts as they were when the program was built.
    #[must_use]
    pub fn built_in() -> Self {
        let all = PROGRAMS.iter().chain(INCLUDES);
        Self {
            texts: all
                .map(|shader| (shader.path.to_owned(), Cow::Borrowed(shader.text)))
                .collect(),
        }
    }

    /// Puts a text in the place of another, or adds it. A path `include/NAME.wgsl` can then be imported as `NAME`.
    pub fn replace(&mut self, path: &str, text: impl Into<Cow<'static, str>>) {
        self.texts.insert(path.to_owned(), text.into());
    }

    /// The text of one file, `#import` lines unresolved.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(AsRef::as_ref)
    }

    /// The paths of all files, in alphabetical order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// The text of a program that a device can compile: all imports replaced.
    ///
    /// A shader that is in no table and was not added stands for itself.
    ///
    /// # Errors
    ///
    /// The first import that names no include.
    pub fn resolve(&self, program: &Shader) -> Result<Resolved, ImportError> {
        let text = self.text(program.path).unwrap_or(program.text);
        import::resolve_with(self, program.path, text)
    }

    /// Path and text of an include.
    pub(crate) fn include(&self, name: &str) -> Option<(&str, &str)> {
        let (path, text) = self.texts.get_key_value(&include_path(name))?;
        Some((path, text))
    }

    /// The names of all includes.
    pub(crate) fn includes(&self) -> impl Iterator<Item = &str> {
        self.paths()
            .filter_map(|path| path.strip_prefix("include/")?.strip_suffix(".wgsl"))
    }
}

impl Default for Sources {
    fn default() -> Self {
        Self::built_in()
    }
}

fn include_path(name: &str) -> String {
    format!("include/{name}.wgsl")
}
